package ptxtest

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"github.com/ptx2go/ptx2go/lower/interp"
	ptx "github.com/ptx2go/ptx2go/runtime/gen"
)

// cudaFuncs declares CUDA's functions.
const cudaFuncs = `
.extern .func (.param .s32 r) vprintf(.param .b64 f, .param .b64 a);
.extern .func (.param .b64 r) malloc(.param .b64 n);
.extern .func (.param .b64 r) __nv_aligned_device_malloc(.param .b64 n, .param .b64 align);
.extern .func free(.param .b64 p);
.extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l, .param .b64 n, .param .b64 s);
`

// elements prints a text as the elements of a .b8 array, with its end.
func elements(text string) string {
	var b strings.Builder
	for i := range len(text) {
		fmt.Fprintf(&b, "%d,", text[i])
	}
	return "{" + b.String() + "0}"
}

// printer runs a kernel that passes a format and a buffer of arguments to vprintf,
// which prints.
type printer struct {
	k   *kernel
	out []uint32
}

func newPrinter(t *testing.T) *printer {
	k := compile(t, cudaFuncs+`
.visible .entry k(.param .u64 out, .param .u64 format, .param .u64 args) {
	.reg .b32 %r<2>;
	.reg .b64 %rd<4>;
	ld.param.u64 %rd1, [out];
	ld.param.u64 %rd2, [format];
	ld.param.u64 %rd3, [args];
	call (%r1), vprintf, (%rd2, %rd3);
	st.global.u32 [%rd1], %r1;
	ret;
}
`, interp.Options{HostAddresses: true})
	k.cfg.Block = [3]uint32{1, 1, 1}
	return &printer{k, make([]uint32, 1)}
}

// print prints in the interpreter, with memory that the arguments may point to.
func (p *printer) print(format, args, more []byte) (text string, n int32, err error) {
	var out bytes.Buffer
	p.k.cfg.Stdout = &out
	b := bytesOf(p.out)
	params := binary.LittleEndian.AppendUint64(nil, address(b))
	params = binary.LittleEndian.AppendUint64(params, address(format))
	params = binary.LittleEndian.AppendUint64(params, address(args))
	err = p.k.x.Launch(context.Background(), "k", p.k.cfg, params, [][]byte{b, format, args, more})
	return out.String(), int32(p.out[0]), err
}

// printRuntime prints in the runtime of generated code.
func printRuntime(format, args, more []byte) (text string, n int32, err error) {
	var out bytes.Buffer
	k := ptx.Kernel{Name: "k", Mode: ptx.CTAs}
	l := ptx.Launch{Stdout: &out, Buffers: []ptx.Buffer{format, args, more}}
	err = k.Run(context.Background(), l, func(c *ptx.CTA) { n = c.Thread().Vprintf(address(format), address(args)) })
	return out.String(), n, err
}

// aligned returns bytes at an address that is a multiple of 8.
func aligned(n int) []byte {
	s := make([]uint64, (n+7)/8)
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*8)
}

// agree prints in both engines and compares.
func (p *printer) agree(t *testing.T, format string, args, more []byte) {
	t.Helper()
	f := []byte(format + "\x00")
	got, n, err := p.print(f, args, more)
	want, m, err2 := printRuntime(f, args, more)
	if (err == nil) != (err2 == nil) {
		t.Errorf("%q: the interpreter says %v, the runtime %v", format, err, err2)
		return
	}
	if err != nil {
		return
	}
	if got != want || n != m {
		t.Errorf("%q: the interpreter prints %q, %d; the runtime %q, %d", format, got, n, want, m)
	}
}

// The interpreter and the runtime, which share no code here, print the same for
// any format, right or wrong. The runtime's tests compare with the C library.
func TestPrintfEngines(t *testing.T) {
	p := newPrinter(t)
	r := rand.New(rand.NewPCG(7, 8))
	pieces := []string{
		"%", "%%", "-", "+", " ", "#", "0", "*", ".", "1", "7", "12", "300", "h", "hh", "l", "ll", "j", "z", "t", "L", "q", "$",
		"d", "i", "u", "o", "x", "X", "c", "s", "p", "e", "E", "f", "F", "g", "G", "a", "A", "n", "text", "\n", "\xff",
		"%d", "%5.3f", "%-8s|", "%+.0e", "%#x", "%08lld", "%#.4g", "%.3a", "%lc", "%ls", "%hhu",
	}
	args, more := aligned(1024), aligned(64)
	copy(more, "some text\x00")
	copy(more[32:], []byte{'w', 0, 0, 0, 0xac, 0x20, 0, 0, 0, 0, 0, 0})
	for range 4000 {
		var format strings.Builder
		for range 1 + r.IntN(12) {
			format.WriteString(pieces[r.IntN(len(pieces))])
		}
		for i := 0; i < len(args); i += 8 {
			v := r.Uint64() >> r.IntN(64)
			switch r.IntN(5) {
			case 0:
				v = math.Float64bits(math.Ldexp(float64(int(r.IntN(1<<20))-1<<19), r.IntN(60)-30))
			case 1:
				v = uint64(r.IntN(30)) | uint64(r.IntN(30))<<32
			case 2:
				v = 0
			}
			if strings.Contains(format.String(), "s") {
				v = address(more) // a string must be one; with ls it need not end
				if strings.Contains(format.String(), "ls") {
					v += 32
				}
			}
			binary.LittleEndian.PutUint64(args[i:], v)
		}
		p.agree(t, format.String(), args, more)
		if t.Failed() {
			t.FailNow()
		}
	}
}

// Numbers in all lengths, precisions and flags.
func TestPrintfNumbers(t *testing.T) {
	p := newPrinter(t)
	args := aligned(64)
	values := []uint64{
		0, 1, 7, 8, 9, 10, 255, 1 << 31, 1<<32 - 1, 1 << 32, 1 << 63, 1<<64 - 1,
		math.Float64bits(1), math.Float64bits(-0.5), math.Float64bits(1.5), math.Float64bits(2.5), math.Float64bits(9.995),
		math.Float64bits(99999.95), math.Float64bits(999999.5), math.Float64bits(1e22), math.Float64bits(1e-5), math.Float64bits(0.0001),
		math.Float64bits(math.Pi), math.Float64bits(math.MaxFloat64), math.Float64bits(0x1p-1022), math.Float64bits(math.Inf(-1)), math.Float64bits(math.NaN()),
	}
	for _, flags := range []string{"", "-", " ", "#0", "+-#"} {
		for _, width := range []string{"", "12"} {
			for _, prec := range []string{"", ".", ".1", ".5", ".13", ".400"} {
				for _, verb := range []string{"d", "lld", "hd", "hhi", "u", "lu", "hu", "hhu", "o", "lo", "x", "lX", "p", "c", "e", "E", "f", "F", "g", "G", "a", "A"} {
					for _, v := range values {
						binary.LittleEndian.PutUint64(args, v)
						p.agree(t, "%"+flags+width+prec+verb, args, args)
						if t.Failed() {
							t.Fatalf("of %#x", v)
						}
					}
				}
			}
		}
	}
}

func TestPrintfLimits(t *testing.T) {
	p := newPrinter(t)
	args, big := aligned(1024), []byte(strings.Repeat("x", 1<<20+1)+"\x00")
	for i := 0; i < 1024; i += 4 {
		binary.LittleEndian.PutUint32(args[i:], uint32(i))
	}
	p.agree(t, strings.Repeat("%d,", 40), args, big)
	p.agree(t, strings.Repeat("%d,", 31)+"%*d|%d|%f", args, big)
	p.agree(t, "%1048570d", args, big)
	for format, a := range map[string]uint64{
		"%1048577d": 1, "%.1048577d": 1, "%.1048577f": 0, "%.1048577a": 0, "%9999999999999999999999d": 1,
		"%1048576d.": 1, "%s": address(big), "%*d": 1<<31 - 1, "%.*d": 1<<31 - 1, strings.Repeat("%70000d", 20): 1,
	} {
		binary.LittleEndian.PutUint64(args, a)
		text, _, err := p.print([]byte(format+"\x00"), args, big)
		if err == nil || !strings.Contains(err.Error(), "more than 1048576 bytes") || text != "" {
			t.Errorf("%s: %d bytes, %v", format, len(text), err)
		}
	}
	if _, n, err := p.print(nil, args, big); n != -1 || err != nil {
		t.Errorf("no format: %d, %v", n, err)
	}
	_, _, err := p.print([]byte("no end"), args, big)
	var f *interp.Fault
	if !errors.As(err, &f) || !f.HasAddr || f.Pos.Line != 17 {
		t.Errorf("a format without an end: %v", err)
	}
}

func FuzzPrintf(f *testing.F) {
	f.Add("%d %s %5.3f|%-08llx", uint64(3), uint64(1<<63))
	f.Add("%*.*g%%%a", uint64(7<<32|9), uint64(0x3ff8000000000000))
	f.Fuzz(func(t *testing.T, format string, a, b uint64) {
		if i := strings.IndexByte(format, 0); i >= 0 {
			format = format[:i]
		}
		args := aligned(512)
		for i := 0; i < len(args); i += 16 {
			binary.LittleEndian.PutUint64(args[i:], a)
			binary.LittleEndian.PutUint64(args[i+8:], b)
		}
		newPrinter(t).agree(t, format, args, args)
	})
}

// CTAs print in their order, although the last ones end first, and what was
// printed before a fault is not lost.
func TestPrintOrder(t *testing.T) {
	const text = cudaFuncs + `
.global .u32 done;
.global .b8 format[16] = {37, 100, 46, 37, 100, 10, 0};
.visible .entry k(.param .u64 out) {
	.local .align 8 .b8 args[8];
	.reg .b32 %r<9>;
	.reg .b64 %rd<9>;
	.reg .pred %p;
	mov.u32 %r1, %ctaid.x;
	mov.u32 %r2, %tid.x;
	sub.u32 %r3, 5, %r1;
wait:
	ld.volatile.global.u32 %r4, [done];
	setp.ne.u32 %p, %r4, %r3;
	@%p bra wait;
	st.local.u32 [args], %r1;
	st.local.u32 [args+4], %r2;
	mov.u64 %rd1, args;
	cvta.local.u64 %rd1, %rd1;
	mov.u64 %rd2, format;
	cvta.global.u64 %rd2, %rd2;
	call (%r5), vprintf, (%rd2, %rd1);
	bar.sync 0;
	setp.eq.u32 %p, %r2, 0;
	@%p atom.global.add.u32 %r6, [done], 1;
	TRAP
	ret;
}
`
	run := func(trap string) (string, error) {
		k := compile(t, strings.ReplaceAll(text, "TRAP", trap), interp.Options{}).grid(6).block(2)
		var out bytes.Buffer
		k.cfg.Stdout = &out
		err := k.launch(make([]uint32, 1))
		return out.String(), err
	}
	var want strings.Builder
	for i := range 6 {
		fmt.Fprintf(&want, "%d.0\n%d.1\n", i, i)
	}
	if got, err := run(""); err != nil || got != want.String() {
		t.Errorf("got %q, %v", got, err)
	}
	// CTAs 5, 4 and 3 have printed when 3 fails.
	got, err := run("setp.eq.u32 %p, %r1, 3; @%p trap;")
	if want := "3.0\n3.1\n4.0\n4.1\n5.0\n5.1\n"; err == nil || got != want {
		t.Errorf("before the fault: got %q, %v", got, err)
	}
}

// Every thread builds a list on the heap and takes it apart.
func TestHeap(t *testing.T) {
	const loop = `
	mov.u32 %r1, 0;
	mov.u64 %rd1, 0;
more:
	mad.lo.u32 %r2, %r1, 7, 16;
	cvt.u64.u32 %rd2, %r2;
	call (%rd3), malloc, (%rd2);
	and.b64 %rd4, %rd3, 15;
	setp.ne.u64 %p1, %rd4, 0;
	@%p1 trap;
	st.u64 [%rd3], %rd1;
	mad.lo.u32 %r3, %t, 100, %r1;
	st.u32 [%rd3+8], %r3;
	mov.u64 %rd1, %rd3;
	add.u32 %r1, %r1, 1;
	setp.lt.u32 %p1, %r1, 20;
	@%p1 bra more;
	mov.u32 %r4, 0;
next:
	ld.u32 %r5, [%rd1+8];
	add.u32 %r4, %r4, %r5;
	ld.u64 %rd5, [%rd1];
	call free, (%rd1);
	mov.u64 %rd1, %rd5;
	setp.ne.u64 %p1, %rd1, 0;
	@%p1 bra next;
	st.global.u32 [%a], %r4;
`
	k := bodyWith(t, interp.Options{Heap: 1 << 15}, cudaFuncs, loop).block(8)
	for range 3 { // nothing leaks from one launch to the next
		expect(t, k.run(t, 8), func(i int) uint32 { return uint32(20*100*i + 190) })
	}
	// 32 threads need more; malloc says so, and the kernel writes to 0.
	k.block(32).fails(t, 32, "address 0x0 is a null pointer")
}

func TestHeapFaults(t *testing.T) {
	take := "call (%rd1), malloc, (32);\n"
	for text, want := range map[string]string{
		"call free, (%rd1); call free, (%rd1);":                                 "is given to free, but is not in use",
		"add.u64 %rd1, %rd1, 16; call free, (%rd1);":                            "is given to free, but is not in use",
		"call free, (%out);":                                                    "is given to free, but is not in use",
		"call free, (%rd1); ld.u32 %r1, [%rd1];":                                "is in the device heap, but not in a block that is in use: it is 0 bytes into a block of 32 bytes of malloc that has been freed",
		"st.u32 [%rd1+32], %r1;":                                                "is in the device heap, but not in a block that is in use: it is 0 bytes past the end of a block of 32 bytes of malloc",
		"call (%rd2), malloc, (0); ld.u32 %r1, [%rd2];":                         "address 0x0",
		"call (%rd2), malloc, (9000000); ld.u32 %r1, [%rd2];":                   "address 0x0",
		"call (%rd2), malloc, (-1); ld.u32 %r1, [%rd2];":                        "address 0x0",
		"call (%rd2), __nv_aligned_device_malloc, (8, 24); ld.u32 %r1, [%rd2];": "address 0x0",
	} {
		t.Run(text, func(t *testing.T) {
			bodyWith(t, interp.Options{}, cudaFuncs, take+text).block(1).fails(t, 1, want)
		})
	}
	k := bodyWith(t, interp.Options{}, cudaFuncs, `
	mov.u32 %r2, 0;
	mov.u64 %rd2, 1;
	more:
	call (%rd3), __nv_aligned_device_malloc, (24, %rd2);
	sub.u64 %rd4, %rd2, 1;
	and.b64 %rd4, %rd4, %rd3;
	cvt.u32.u64 %r1, %rd4;
	or.b32 %r2, %r2, %r1;
	setp.eq.u64 %p1, %rd3, 0;
	@%p1 trap;
	call free, (0);
	shl.b64 %rd2, %rd2, 1;
	setp.le.u64 %p1, %rd2, 65536;
	@%p1 bra more;
	st.global.u32 [%a], %r2;
	`).block(1)
	expect(t, k.run(t, 1), func(int) uint32 { return 0 })
}

func TestMemmoveFaults(t *testing.T) {
	const outer = `
.extern .func (.param .b64 r) memcpy(.param .b64 to, .param .b64 from, .param .b64 n);
.extern .func (.param .b64 r) memset(.param .b64 to, .param .b32 x, .param .b64 n);
.const .b8 fixed[8];
`
	for call, want := range map[string]string{
		"call (%rd1), memcpy, (%out, %a, 4);":                                                 "reaches over the end of a buffer of 4 bytes (parameter out)",
		"call (%rd1), memcpy, (%a, %out, 5);":                                                 "reaches over the end of a buffer of 4 bytes (parameter out)",
		"call (%rd1), memset, (%out, 0, 0xffffffffffffffff);":                                 "reaches over the end of a buffer of 4 bytes",
		"call (%rd1), memset, (0, 0, 1);":                                                     "address 0x0",
		"mov.u64 %rd2, fixed; cvta.const.u64 %rd2, %rd2;\ncall (%rd1), memset, (%rd2, 0, 1);": "is in constant variable fixed of 8 bytes, which is not to be written",
	} {
		bodyWith(t, interp.Options{}, outer, "add.u64 %a, %a, 1;\n"+call).fails(t, 1, want)
	}
}

func TestAssertFail(t *testing.T) {
	outer := cudaFuncs + ".global .b8 m[] = " + elements("i < n") + ";\n.global .b8 f[] = " + elements("dir/a.cu") + ";\n.global .b8 n[] = " + elements("void k(int)") + ";\n"
	k := bodyWith(t, interp.Options{}, outer, `
	setp.ne.u32 %p1, %t, 5;
	@%p1 bra fine;
	mov.u64 %rd1, m; cvta.global.u64 %rd1, %rd1;
	mov.u64 %rd2, f; cvta.global.u64 %rd2, %rd2;
	mov.u64 %rd3, n; cvta.global.u64 %rd3, %rd3;
	call __assertfail, (%rd1, %rd2, 41, %rd3, 1);
	fine:
	`)
	k.fails(t, 32, "thread (5,0,0)", "assertion `i < n` failed at dir/a.cu:41 in void k(int)")
}

const userFuncs = `
.extern .func (.param .b32 r) lerp(.param .b32 a, .param .b32 b, .param .f32 t);
.extern .func (.reg .b64 r) join(.reg .b16 n, .reg .pred p);
.extern .func touch(.param .b64 p, .param .b32 n);
.extern .func stop() .noreturn;
.extern .func (.param .b32 r) odd(.param .b32 a);
.func (.param .b32 r) even(.param .b32 a) { .reg .b32 %r; ld.param.b32 %r, [a]; shl.b32 %r, %r, 1; st.param.b32 [r], %r; ret; }
.global .u64 table[2] = {even, odd};
`

// The program supplies functions in Go.
func TestExterns(t *testing.T) {
	var order []uint32
	externs := map[string]interp.Extern{
		"lerp": func(t *interp.Thread, args, results []uint64) error {
			f := func(i int) float32 { return math.Float32frombits(uint32(args[i])) }
			order = append(order, t.ID[0])
			results[0] = 0xdead<<32 | uint64(math.Float32bits(f(0)+float32((f(1)-f(0))*f(2))))
			return nil
		},
		"join": func(t *interp.Thread, args, results []uint64) error {
			results[0] = args[1]<<32 | (args[0] + 1)
			return nil
		},
		"touch": func(t *interp.Thread, args, results []uint64) error {
			for i := range t.Memory(args[0], int(args[1])) {
				t.Memory(args[0], int(args[1]))[i] = byte(i)
			}
			return nil
		},
		"stop": func(*interp.Thread, []uint64, []uint64) error { return nil },
		"odd": func(t *interp.Thread, args, results []uint64) error {
			if args[0] == 13 {
				return errors.New("unlucky")
			}
			results[0] = 2*args[0] + 1
			return nil
		},
	}
	opt := interp.Options{Externs: externs}
	k := bodyWith(t, opt, userFuncs, `
	cvt.rn.f32.u32 %f1, %t;
	mov.f32 %f2, 0f3f000000;
	{
	.param .b32 a; .param .b32 b; .param .f32 c; .param .b32 r;
	st.param.f32 [a], %f1;
	st.param.f32 [b], 0f41200000;
	st.param.f32 [c], %f2;
	call (r), lerp, (a, b, c);
	ld.param.f32 %f3, [r];
	}
	cvt.rni.u32.f32 %r1, %f3;
	st.global.f32 [%a], %f3;
	`)
	expect(t, k.run(t, 32), func(i int) uint32 { return math.Float32bits(float32(i)/2 + 5) })
	for i, x := range order {
		if int(x) != i {
			t.Fatalf("the lanes call in the order %d", order)
		}
	}
	k = bodyWith(t, opt, userFuncs, `
	cvt.u16.u32 %h1, %t;
	setp.gt.u32 %p1, %t, 3;
	call (%rd1), join, (%h1, %p1);
	mov.b64 {%r1, %r2}, %rd1;
	mad.lo.u32 %r1, %r2, 100, %r1;
	st.global.u32 [%a], %r1;
	`)
	expect(t, k.run(t, 32), func(i int) uint32 {
		if i > 3 {
			return uint32(101 + i)
		}
		return uint32(1 + i)
	})
	k = bodyWith(t, opt, userFuncs, "setp.ne.u32 %p1, %t, 1;\n@%p1 bra end;\ncall touch, (%a, 5);\nend:")
	expect(t, k.run(t, 3), func(i int) uint32 { return []uint32{0, 0x03020100, 0x04}[i] })
	k.fails(t, 2, "reaches over the end of a buffer of 8 bytes (parameter out)")
	indirect := `
	and.b32 %r1, %t, 1;
	mul.wide.u32 %rd1, %r1, 8;
	mov.u64 %rd2, table;
	add.u64 %rd2, %rd2, %rd1;
	ld.global.u64 %rd3, [%rd2];
	proto: .callprototype (.param .b32 _) _ (.param .b32 _);
	call (%r2), %rd3, (%t), proto;
	st.global.u32 [%a], %r2;
	`
	k = bodyWith(t, opt, userFuncs, indirect).block(12)
	expect(t, k.run(t, 12), func(i int) uint32 { return uint32(2*i + i%2) })
	k.block(14).fails(t, 14, "thread (13,0,0)", "odd: unlucky")
	bodyWith(t, opt, userFuncs, "call stop;").fails(t, 1, "stop has returned, which it is declared not to do")

	// The program's function goes before CUDA's.
	var sizes []uint64
	opt.Externs = map[string]interp.Extern{"malloc": func(_ *interp.Thread, args, results []uint64) error {
		sizes = append(sizes, args[0])
		return nil
	}}
	bodyWith(t, opt, cudaFuncs, "call (%rd1), malloc, (77);").block(1).run(t, 1)
	if len(sizes) != 1 || sizes[0] != 77 {
		t.Errorf("malloc of the program: %v", sizes)
	}
}

// A function that nobody supplies keeps a kernel from running, but no other.
func TestExternMissing(t *testing.T) {
	opt := interp.Options{Externs: map[string]interp.Extern{"lerp": nil, "join": nil, "touch": nil, "stop": nil, "odd": nil}}
	k := bodyWith(t, opt, userFuncs+".func deep() { call stop; }", "call deep;")
	err := k.launch(make([]uint32, 1))
	if err == nil || err.Error() != "kernel k: it calls the extern function stop, which is not supplied" {
		t.Error(err)
	}
	expect(t, bodyWith(t, opt, userFuncs, "st.global.u32 [%a], 3;").run(t, 32), func(int) uint32 { return 3 })
}
