package ptxtest

import (
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"github.com/ptx2go/ptx2go/lower/interp"
)

// TestWidths stores and loads narrow elements with both extensions.
func TestWidths(t *testing.T) {
	k := body(t, `
	.shared .align 16 .b8 s[64];
	mov.u32 %r1, 0x8180fff0;
	st.shared.u32 [s], %r1;
	ld.shared.u8 %r2, [s+1];
	ld.shared.s8 %r3, [s+1];
	ld.shared.u16 %r4, [s+2];
	ld.shared.s16 %r5, [s+2];
	ld.shared.b8 %r6, [s+3];
	st.shared.u8 [s+2], %r1;
	st.shared.u16 [s], %r1;
	ld.shared.u32 %r7, [s];
	ld.shared.s32 %rd1, [s];
	shr.u64 %rd1, %rd1, 32;
	cvt.u32.u64 %r8, %rd1;
	st.global.v4.u32 [%out], {%r2, %r3, %r4, %r5};
	st.global.v4.u32 [%out+16], {%r6, %r7, %r8, 77};
	st.shared.v2.u64 [s+16], {%rd1, %out};
	ld.shared.v4.u32 {%r10, %r11, %r12, %r13}, [s+16];
	mov.b64 %rd2, {%r12, %r13};
	setp.eq.u64 %p1, %rd2, %out;
	selp.u32 %r14, 1, 0, %p1;
	ld.shared.v4.u8 {%r15, %r16, %r17, %r18}, [s];
	st.global.v2.u32 [%out+32], {%r10, %r14};
	st.global.v4.u32 [%out+48], {%r15, %r16, %r17, %r18};`).block(1)
	got := k.run(t, 16)
	want := []uint32{0xff, 0xffffffff, 0x8180, 0xffff8180, 0x81, 0x81f0fff0, 0xffffffff, 77, 0xffffffff, 1, 0, 0, 0xf0, 0xff, 0xf0, 0x81}
	expect(t, got, func(i int) uint32 { return want[i] })
}

// TestSpaces reaches every space by its own addresses and by generic ones.
func TestSpaces(t *testing.T) {
	k := compile(t, `
.global .u32 g = 11;
.const .u32 c[2] = {22, 23};
.visible .entry k(.param .u64 out, .param .align 4 .b8 agg[12]) {
	.reg .b64 %out, %rd<20>;
	.reg .b32 %r<20>;
	.reg .pred %p<10>;
	.shared .align 4 .u32 s;
	.local .align 8 .b8 l[16];
	ld.param.u64 %out, [out];
	mov.u32 %r1, 33;
	st.shared.u32 [s], %r1;
	mov.u32 %r1, 44;
	st.local.u32 [l+4], %r1;

	mov.u64 %rd1, g;
	cvta.global.u64 %rd2, %rd1;
	ld.u32 %r2, [%rd2];
	mov.u64 %rd1, c;
	cvta.const.u64 %rd3, %rd1;
	ld.u32 %r3, [%rd3+4];
	mov.u64 %rd1, s;
	cvta.shared.u64 %rd4, %rd1;
	ld.u32 %r4, [%rd4];
	mov.u64 %rd1, l;
	cvta.local.u64 %rd5, %rd1;
	ld.u32 %r5, [%rd5+4];
	st.u32 [%rd5+8], %r4;
	cvta.to.local.u64 %rd6, %rd5;
	ld.local.u32 %r6, [%rd6+8];
	cvta.to.shared.u64 %rd7, %rd4;
	ld.shared.u32 %r7, [%rd7];
	mov.b64 %rd8, agg;
	cvta.param.u64 %rd9, %rd8;
	ld.u32 %r8, [%rd9+8];
	ld.param.u32 %r9, [agg+4];
	st.global.v4.u32 [%out], {%r2, %r3, %r4, %r5};
	st.global.v4.u32 [%out+16], {%r6, %r7, %r8, %r9};

	// One bit for each answer of isspacep.
	mov.u32 %r10, 0;
`+isspacep(`%rd2 %rd3 %rd4 %rd5 %rd9`, `global const shared local`)+`
	st.global.u32 [%out+32], %r10;
	setp.eq.u64 %p2, %rd4, 0;
	@%p2 trap;
	ret;
}`, interp.Options{})
	k.cfg.Block[0] = 1
	out := make([]uint32, 12)
	params := binary.LittleEndian.AppendUint64(nil, k.at(bytesOf(out)))
	for _, x := range []uint32{1, 55, 66} {
		params = binary.LittleEndian.AppendUint32(params, x)
	}
	if err := k.x.Launch(t.Context(), "k", k.cfg, params, [][]byte{bytesOf(out)}); err != nil {
		t.Fatal(err)
	}
	// Addresses of g, c, s, l and agg; parameters count as global.
	spaces := uint32(0b0001_1000_0100_0010_0001)
	want := []uint32{11, 23, 33, 44, 33, 33, 66, 55, spaces, 0, 0, 0}
	expect(t, out, func(i int) uint32 { return want[i] })
}

// isspacep returns code that shifts an answer for each address and space into
// %r10, the first answer into bit 0.
func isspacep(addrs, spaces string) string {
	text, n := "", 0
	for _, a := range splitFields(addrs) {
		for _, s := range splitFields(spaces) {
			text += fmt.Sprintf("isspacep.%s %%p1, %s; selp.u32 %%r11, %d, 0, %%p1; or.b32 %%r10, %%r10, %%r11;\n", s, a, 1<<n)
			n++
		}
	}
	return text
}

func TestMemoryFaults(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"ld.global.u32 %r1, [%out+128];", `out[32]: index out of range, length 32, in ".shared .b32 s[4]; .local .b32 l[4];ld.global.u32 %r1, [%out+128];"`},
		{"ld.global.v2.u32 {%r1, %r2}, [%out+128];", "out[32:34]: index out of range, length 32, in"},
		{"add.u64 %rd1, %out, 8192; mul.wide.u32 %rd2, %t, 4; sub.u64 %rd1, %rd1, %rd2; ld.global.u8 %r1, [%rd1];", "out[8192]: index out of range, length 128, in"},
		{"ld.global.u64 %rd1, [%out+124];", "byte 124 of out: address 0xd00010000"},
		{"ld.global.v2.u32 {%r1, %r2}, [%out+4];", "out[1:3]: address 0xd0001000004 is not a multiple of 8, the size of the access"},
		{"mov.u64 %rd1, c; ld.global.u32 %r1, [%rd1+8];", "c[2]: index out of range, length 1, in"},
		{"mov.u64 %rd1, 0; ld.u32 %r1, [%rd1];", "address 0x0 is a null pointer"},
		{"mov.u64 %rd1, 0; st.global.u8 [%rd1], %r1;", "address 0x0 is a null pointer"},
		{"ld.shared.u32 %r1, [s+16];", "address 0x10 is outside of the 16 bytes of shared memory"},
		{"ld.local.u32 %r1, [l+16];", "is outside of the thread's local memory"},
		{"mov.u64 %rd1, 0; ld.local.u32 %r1, [%rd1];", "address 0x0 is outside of the thread's local memory"},
		{"mov.u64 %rd1, c; st.global.u32 [%rd1], %r1;", "c[0]: address 0xd0001000000 is in constant variable c of 4 bytes, which is not to be written"},
		{"mov.b64 %rd1, out; cvta.param.u64 %rd1, %rd1; st.u32 [%rd1], %r1;", "is in the kernel's parameters"},
		{"ld.global.u32 %r1, [%out+-4];", "out[-1]: index out of range, length 32, in"},
		{"atom.global.add.u32 %r1, [%out+2], 1;", "is not a multiple of 4, the size of the access"},
		{"trap;", "k.ptx:15: trap"},
	} {
		k := bodyWith(t, interp.Options{}, ".const .u32 c = 1;", ".shared .b32 s[4]; .local .b32 l[4];"+test.text)
		k.fails(t, 32, "kernel k, CTA (0,0,0), thread (0,0,0), k.ptx:15: ", test.want)
	}
}

// TestFaultOfOneThread: the fault names the thread that made it.
func TestFaultOfOneThread(t *testing.T) {
	k := body(t, `
	mov.u32 %r1, %ctaid.x;
	mov.u32 %r2, %tid.y;
	setp.ne.u32 %p1, %r1, 3;
	setp.ne.or.u32 %p1, %r2, 1, %p1;
	setp.ne.or.u32 %p1, %t, 5, %p1;
	@%p1 ret;
	mov.u64 %rd1, 0x1234;
	ld.global.u32 %r1, [%rd1];`).grid(5)
	k.cfg.Block = [3]uint32{8, 2}
	err := k.launch(make([]uint32, 8))
	f, ok := err.(*interp.Fault)
	if !ok {
		t.Fatalf("got %v", err)
	}
	if f.CTA != [3]uint32{3, 0, 0} || f.Thread != [3]uint32{5, 1, 0} || !f.HasAddr || f.Addr != 0x1234 || f.Pos.Line != 23 || f.Kernel != "k" {
		t.Errorf("got %+v", f)
	}
	if want := "kernel k, CTA (3,0,0), thread (5,1,0), k.ptx:23: address 0x1234 is in no buffer known to the launch, in \"ld.global.u32 %r1, [%rd1];\""; err.Error() != want {
		t.Errorf("got  %s\nwant %s", err, want)
	}
}

// TestAtomics checks what each atomic operation leaves in memory, and what it
// returns.
func TestAtomics(t *testing.T) {
	f32 := func(x float32) uint64 { return uint64(math.Float32bits(x)) }
	for _, test := range []struct {
		op, typ        string
		old, b, c, now uint64
	}{
		{"add", "u32", 0xffffffff, 3, 0, 2},
		{"add", "s32", 5, 0xfffffffe, 0, 3},
		{"add", "u64", 1 << 40, 1<<63 | 7, 0, 1<<63 | 1<<40 | 7},
		{"min", "s32", 3, 0xffffffff, 0, 0xffffffff},
		{"min", "u32", 3, 0xffffffff, 0, 3},
		{"max", "s32", 3, 0xffffffff, 0, 3},
		{"max", "u32", 3, 0xffffffff, 0, 0xffffffff},
		{"min", "s64", 3, 1 << 63, 0, 1 << 63},
		{"max", "u64", 3, 1 << 63, 0, 1 << 63},
		{"and", "b32", 0xff00, 0x0ff0, 0, 0x0f00},
		{"or", "b64", 0xff00, 1 << 60, 0, 1<<60 | 0xff00},
		{"xor", "b32", 0xff00, 0x0ff0, 0, 0xf0f0},
		{"exch", "b32", 7, 9, 0, 9},
		{"exch", "b64", 7, 9 << 40, 0, 9 << 40},
		{"cas", "b32", 7, 7, 9, 9},
		{"cas", "b32", 7, 8, 9, 7},
		{"cas", "b64", 7 << 40, 7 << 40, 9, 9},
		{"cas", "b16", 7, 7, 0x8001, 0x8001},
		{"inc", "u32", 4, 5, 0, 5},
		{"inc", "u32", 5, 5, 0, 0},
		{"inc", "u32", 9, 5, 0, 0},
		{"dec", "u32", 5, 5, 0, 4},
		{"dec", "u32", 0, 5, 0, 5},
		{"dec", "u32", 6, 5, 0, 5},
		{"add", "f32", f32(1.5), f32(2), 0, f32(3.5)},
		{"add", "f64", math.Float64bits(0.1), math.Float64bits(0.2), 0, math.Float64bits(float64(0.1) + twoTenths)},
	} {
		for _, space := range []string{"global", "shared", "generic"} {
			bits := test.typ[1:]
			n := map[string]string{"16": "%h", "32": "%r", "64": "%rd"}[bits]
			move := func(d int, x uint64) string { return fmt.Sprintf("mov.b%s %s%d, %d;\n", bits, n, d, x) }
			text := ".shared .align 8 .b8 s[8];" + move(1, test.old) + move(2, test.b) + move(3, test.c)
			at := map[string]string{"global": "%out", "shared": "s", "generic": "%out"}[space]
			dot := "." + space
			if space == "generic" {
				dot = ""
			}
			args := n + "2"
			if test.op == "cas" {
				args += ", " + n + "3"
			}
			typ := test.typ
			text += fmt.Sprintf("st%s.b%s [%s], %s1;\n", dot, bits, at, n)
			if typ[0] == 'f' {
				reg := map[string]string{"32": "%f", "64": "%fd"}[bits]
				text += fmt.Sprintf("mov.b%s %s2, %s2; atom%s.%s.%s %s4, [%s], %s2; mov.b%s %s4, %s4;\n", bits, reg, n, dot, test.op, typ, reg, at, reg, bits, n, reg)
			} else {
				text += fmt.Sprintf("atom%s.%s.%s %s4, [%s], %s;\n", dot, test.op, typ, n, at, args)
			}
			text += fmt.Sprintf("ld%s.b%s %s5, [%s]; st.global.b%s [%%out+8], %s4; st.global.b%s [%%out+16], %s5;", dot, bits, n, at, bits, n, bits, n)
			k := body(t, text).block(1)
			out := k.run(t, 6)
			old := uint64(out[2]) | uint64(out[3])<<32
			now := uint64(out[4]) | uint64(out[5])<<32
			if old != test.old || now != test.now {
				t.Errorf("atom.%s.%s.%s on %#x with %#x, %#x: returned %#x and left %#x, want %#x", space, test.op, typ, test.old, test.b, test.c, old, now, test.now)
			}
		}
	}
}

var twoTenths = 0.2

// TestAtomicSubnormals: the f32 addition flushes in global memory, not in shared.
func TestAtomicSubnormals(t *testing.T) {
	k := body(t, `
	.shared .b32 s;
	mov.b32 %r1, 0x00000005;
	st.shared.u32 [s], %r1;
	st.global.u32 [%out], %r1;
	mov.b32 %f1, 0x00000007;
	red.shared.add.f32 [s], %f1;
	red.global.add.f32 [%out], %f1;
	ld.shared.u32 %r2, [s];
	st.global.u32 [%out+4], %r2;`).block(1)
	got := k.run(t, 2)
	if got[0] != 0 || got[1] != 12 {
		t.Errorf("global %#x, shared %#x; want 0 and 0xc", got[0], got[1])
	}
}

// TestContendedAtomics: all threads of several CTAs count in one place, and each
// number is given out once.
func TestContendedAtomics(t *testing.T) {
	k := body(t, `
	atom.global.add.u32 %r1, [%out], 1;
	mul.wide.u32 %rd1, %r1, 4;
	add.u64 %rd2, %out, %rd1;
	red.global.add.u32 [%rd2+4], 1;`).grid(7).block(96)
	got := k.run(t, 7*96+1)
	expect(t, got, func(i int) uint32 {
		if i == 0 {
			return 7 * 96
		}
		return 1
	})
}

func TestModuleVariables(t *testing.T) {
	k := compile(t, `
.visible .global .align 8 .b8 table[16] = {1, 2, 3};
.visible .global .u64 ptr = generic(table) + 2;
.visible .const .align 4 .f32 pi = 0f40490fdb;
.visible .global .align 8 .u64 fns[2] = {inc, dec};
.func (.param .b32 r) inc(.param .b32 x) {
	.reg .b32 %r<3>;
	ld.param.b32 %r1, [x];
	add.u32 %r1, %r1, 1;
	st.param.b32 [r], %r1;
	ret;
}
.func (.param .b32 r) dec(.param .b32 x) {
	.reg .b32 %r<3>;
	ld.param.b32 %r1, [x];
	sub.u32 %r1, %r1, 1;
	st.param.b32 [r], %r1;
	ret;
}
.visible .entry k(.param .u64 out) {
	.reg .b64 %out, %rd<10>;
	.reg .b32 %r<20>;
	.reg .pred %p1;
	ld.param.u64 %out, [out];
	ld.global.u64 %rd1, [ptr];
	ld.u8 %r1, [%rd1];
	ld.const.u32 %r2, [pi];
	mov.u32 %r3, %tid.x;
	and.b32 %r4, %r3, 1;
	mov.u64 %rd2, fns;
	mad.wide.u32 %rd3, %r4, 8, %rd2;
	ld.global.u64 %rd4, [%rd3];
	{
	.param .b32 a;
	.param .b32 res;
	st.param.b32 [a], %r3;
	P: .callprototype (.param .b32 _) _ (.param .b32 _);
	call (res), %rd4, (a), P;
	ld.param.b32 %r5, [res];
	}
	mad.wide.u32 %rd5, %r3, 4, %out;
	st.global.u32 [%rd5], %r5;
	setp.ne.u32 %p1, %r3, 0;
	@%p1 ret;
	st.global.u32 [%out+128], %r1;
	st.global.u32 [%out+132], %r2;
	st.global.u8 [table], %r2;
	ret;
}`, interp.Options{})
	out := k.run(t, 34)
	expect(t, out, func(i int) uint32 {
		switch {
		case i == 32:
			return 3
		case i == 33:
			return 0x40490fdb
		case i%2 == 1:
			return uint32(i - 1)
		}
		return uint32(i + 1)
	})
	table, ok := k.x.Global("table")
	if !ok || len(table) != 16 || table[0] != 0xdb {
		t.Errorf("table is %v", table)
	}
	if address(table)%256 != 0 {
		t.Errorf("table is at %#x", address(table))
	}
	k.x.Reset()
	if table[0] != 1 || table[1] != 2 || table[2] != 3 || table[3] != 0 {
		t.Errorf("after Reset, table is %v", table)
	}
	if _, ok := k.x.Global("nothing"); ok {
		t.Error("there is no variable named nothing")
	}
}

// TestSameAddresses runs a kernel that tells its addresses, and faults, on several machines,
// whose memory the host has in different places.
func TestSameAddresses(t *testing.T) {
	var first string
	var kept [][]byte
	for i := range 4 {
		k := compile(t, cudaFuncs+`
.global .align 8 .u64 g[4];
.const .align 4 .u32 c[3] = {1, 2, 3};
.visible .entry k(.param .u64 out, .param .u64 other) {
	.reg .b64 %rd<8>;
	.reg .b32 %r<2>;
	ld.param.u64 %rd1, [out];
	ld.param.u64 %rd2, [other];
	mov.u64 %rd3, g;
	mov.u64 %rd4, c;
	{ .param .b64 r; .param .b64 n; st.param.b64 [n], 24; call.uni (r), malloc, (n); ld.param.b64 %rd5, [r]; }
	st.global.v2.u64 [%rd1], {%rd1, %rd2};
	st.global.v2.u64 [%rd1+16], {%rd3, %rd4};
	st.global.u64 [%rd1+32], %rd5;
	st.global.u32 [%rd1+65536], %r1;
	ret;
}`, interp.Options{})
		k.cfg.Block[0] = 1
		out, other := make([]uint32, 10+i), bytesOf(make([]uint32, 1+3*i))
		kept = append(kept, bytesOf(out), other, make([]byte, 100*i))
		params := binary.LittleEndian.AppendUint64(nil, k.at(bytesOf(out)))
		params = binary.LittleEndian.AppendUint64(params, k.at(other))
		err := k.x.Launch(t.Context(), "k", k.cfg, params, [][]byte{bytesOf(out), other})
		f, ok := err.(*interp.Fault)
		if !ok {
			t.Fatal(err)
		}
		got := fmt.Sprintf("%x %#x", out[:10], f.Addr)
		if first == "" {
			first = got
		}
		if got != first || out[0]|out[1] == 0 || out[8]|out[9] == 0 {
			t.Errorf("run %d: %s\nfirst: %s", i, got, first)
		}
	}
	if len(kept) != 12 {
		t.Error("gone")
	}
}
