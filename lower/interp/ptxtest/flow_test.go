package ptxtest

import (
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/interp"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
)

func splitFields(s string) []string { return strings.Fields(s) }

// compileOld is body for a target with the warp operations without .sync.
func compileOld(t *testing.T, text string) *kernel {
	t.Helper()
	src := ".version 6.0\n.target sm_60\n.address_size 64\n" + `
.visible .entry k(.param .u64 out) {
	.reg .b32 %t, %r<40>;
	.reg .b64 %out, %a;
	.reg .pred %p<20>;
	ld.param.u64 %out, [out];
	mov.u32 %t, %tid.x;
	mad.wide.u32 %a, %t, 4, %out;` + text + "\nret;\n}"
	l := diag.NewList(diag.NewFile("k.ptx", src))
	m := pipeline.Lower(l.File, l, pipeline.Options{Passes: pass.List{}})
	if m == nil {
		var b strings.Builder
		l.Print(&b)
		t.Fatal(b.String())
	}
	return ready(t, m, interp.Options{})
}

const fib = `
.func (.param .b32 r) fib(.param .b32 x) {
	.reg .b32 %r<10>;
	.reg .pred %p1;
	ld.param.b32 %r1, [x];
	setp.lt.u32 %p1, %r1, 2;
	@%p1 bra SMALL;
	sub.u32 %r2, %r1, 1;
	{
	.param .b32 a; .param .b32 q;
	st.param.b32 [a], %r2;
	call (q), fib, (a);
	ld.param.b32 %r3, [q];
	}
	sub.u32 %r2, %r1, 2;
	{
	.param .b32 a; .param .b32 q;
	st.param.b32 [a], %r2;
	call (q), fib, (a);
	ld.param.b32 %r4, [q];
	}
	add.u32 %r1, %r3, %r4;
SMALL:
	st.param.b32 [r], %r1;
	ret;
}`

const callFib = `
	and.b32 %r1, %t, 15;
	{
	.param .b32 a; .param .b32 q;
	st.param.b32 [a], %r1;
	call (q), fib, (a);
	ld.param.b32 %r2, [q];
	}
	activemask.b32 %r3;
	st.global.u32 [%a], %r2;
	st.global.u32 [%a+128], %r3;`

// TestRecursion: each lane recurses to another depth, and all meet after it.
func TestRecursion(t *testing.T) {
	out := bodyWith(t, interp.Options{}, fib, callFib).run(t, 64)
	f := []uint32{0, 1}
	for len(f) < 16 {
		f = append(f, f[len(f)-1]+f[len(f)-2])
	}
	expect(t, out[:32], func(i int) uint32 { return f[i%16] })
	expect(t, out[32:], func(int) uint32 { return 0xffffffff })
}

const endless = `
.func down(.param .b32 x) {
	.reg .b32 %r<3>;
	.local .align 8 .b8 big[BYTES];
	ld.param.b32 %r1, [x];
	add.u32 %r1, %r1, 1;
	st.local.u32 [big], %r1;
	{
	.param .b32 a;
	st.param.b32 [a], %r1;
	call down, (a);
	}
	ld.local.u32 %r1, [big];
	ret;
}`

func TestDepthLimits(t *testing.T) {
	call := "{ .param .b32 a; st.param.b32 [a], %t; call down, (a); }"
	bodyWith(t, interp.Options{}, strings.Replace(endless, "BYTES", "8", 1), call).block(1).fails(t, 1, "calls are nested too deeply: more than 10000", "k.ptx:")
	bodyWith(t, interp.Options{}, strings.Replace(endless, "BYTES", "4096", 1), call).block(1).fails(t, 1, "local memory stack overflow")
	bodyWith(t, interp.Options{MaxMemory: 1 << 20}, strings.Replace(endless, "BYTES", "8", 1), call).fails(t, 32, "more than 1048576 bytes of memory")
}

// TestFrames: local memory of a call does not show what an earlier call
// has left, and each call has its own.
func TestFrames(t *testing.T) {
	k := bodyWith(t, interp.Options{}, `
.func (.param .b32 r) f(.param .b32 x, .param .b64 p) {
	.reg .b32 %r<5>;
	.reg .b64 %rd<5>;
	.local .align 4 .b8 v[8];
	ld.param.b32 %r1, [x];
	ld.local.u32 %r2, [v];
	st.local.u32 [v], %r1;
	ld.param.b64 %rd1, [p];
	st.u32 [%rd1], %r1;
	st.param.b32 [r], %r2;
	ret;
}`, `
	.local .align 4 .b8 mine[8];
	mov.u64 %rd1, mine;
	cvta.local.u64 %rd1, %rd1;
	mov.u32 %r9, 0;
	mov.u32 %r1, 7;
LOOP:
	{
	.param .b32 a; .param .b64 p; .param .b32 q;
	st.param.b32 [a], %r1;
	st.param.b64 [p], %rd1;
	call (q), f, (a, p);
	ld.param.b32 %r2, [q];
	}
	add.u32 %r9, %r9, %r2;
	add.u32 %r1, %r1, 1;
	setp.lt.u32 %p1, %r1, 12;
	@%p1 bra LOOP;
	ld.local.u32 %r3, [mine];
	shl.b32 %r9, %r9, 8;
	or.b32 %r3, %r3, %r9;
	st.global.u32 [%a], %r3;`)
	expect(t, k.run(t, 32), func(int) uint32 { return 11 })
}

// TestExitInFunction: exit ends the thread from inside a call.
func TestExitInFunction(t *testing.T) {
	k := bodyWith(t, interp.Options{}, `
.func maybe(.param .b32 x) {
	.reg .b32 %r1;
	.reg .pred %p1;
	ld.param.b32 %r1, [x];
	setp.lt.u32 %p1, %r1, 4;
	@%p1 exit;
	ret;
}`, `
	{ .param .b32 a; st.param.b32 [a], %t; call maybe, (a); }
	bar.warp.sync -1;
	activemask.b32 %r1;
	st.global.u32 [%a], %r1;`)
	expect(t, k.run(t, 32), func(i int) uint32 {
		if i < 4 {
			return 0
		}
		return 0xfffffff0
	})
}

func TestSwitch(t *testing.T) {
	text := `
	TS: .branchtargets A, B, C;
	and.b32 %r1, %t, MASK;
	brx.idx %r1, TS;
A:	mov.u32 %r2, 100; bra JOIN;
B:	mov.u32 %r2, 200; bra JOIN;
C:	mov.u32 %r2, 300;
JOIN:
	activemask.b32 %r3;
	setp.ne.u32 %p1, %r3, -1;
	@%p1 trap;
	st.global.u32 [%a], %r2;`
	k := body(t, strings.Replace(text, "MASK", "1", 1))
	expect(t, k.run(t, 32), func(i int) uint32 { return uint32(100 + i%2*100) })
	body(t, strings.Replace(text, "MASK", "3", 1)).fails(t, 32, "thread (3,0,0)", "branch index 3 is beyond the list of targets")
}

func TestBadIndirectCall(t *testing.T) {
	for _, target := range []string{"%out", "%rd9"} {
		k := bodyWith(t, interp.Options{}, fib, `
	mov.u64 %rd9, fib;
	{
	P: .callprototype _ (.param .b64 _, .param .b64 _);
	.param .b64 a; .param .b64 b;
	st.param.b64 [a], %out;
	st.param.b64 [b], %out;
	call `+target+`, (a, b), P;
	}`)
		k.fails(t, 32, "indirect call of 0x", "which is not such a function")
	}
}

// TestPhis: values that change places in a loop are read before they are
// written.
func TestPhis(t *testing.T) {
	k := body(t, `
	mov.u32 %r1, 1;
	mov.u32 %r2, 2;
	mov.u32 %r3, 3;
	mov.u32 %r4, 0;
LOOP:
	mov.u32 %r5, %r1;
	mov.u32 %r1, %r2;
	mov.u32 %r2, %r3;
	mov.u32 %r3, %r5;
	add.u32 %r4, %r4, 1;
	setp.le.u32 %p1, %r4, %t;
	@%p1 bra LOOP;
	mad.lo.u32 %r6, %r1, 100, %r3;
	mad.lo.u32 %r6, %r2, 10, %r6;
	st.global.u32 [%a], %r6;`)
	expect(t, k.run(t, 32), func(i int) uint32 { return []uint32{231, 312, 123}[i%3] })
}

// TestSpecialRegisters checks every register that has a fixed meaning, in a grid
// and block of three dimensions.
func TestSpecialRegisters(t *testing.T) {
	names := splitFields(`%tid.x %tid.y %tid.z %ntid.x %ntid.y %ntid.z %ctaid.x %ctaid.y %ctaid.z %nctaid.x %nctaid.y %nctaid.z
		%laneid %warpid %lanemask_eq %lanemask_lt %lanemask_le %lanemask_gt %lanemask_ge %dynamic_smem_size %total_smem_size`)
	text := `
	mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ctaid.y; mov.u32 %r3, %ctaid.z;
	mad.lo.u32 %r1, %r2, 3, %r1; mad.lo.u32 %r1, %r3, 6, %r1;
	mov.u32 %r4, %tid.y; mov.u32 %r5, %tid.z;
	mad.lo.u32 %r6, %r4, 5, %t; mad.lo.u32 %r6, %r5, 20, %r6;
	mad.lo.u32 %r6, %r1, 40, %r6;
	mul.wide.u32 %rd1, %r6, ` + itoa(4*len(names)) + `;
	add.u64 %rd1, %rd1, %out;`
	for i, n := range names {
		text += "mov.u32 %r7, " + n + "; st.global.u32 [%rd1+" + itoa(4*i) + "], %r7;\n"
	}
	k := body(t, ".shared .b32 s; st.shared.u32 [s], %t;"+text)
	k.cfg = interp.Config{Grid: [3]uint32{3, 2, 2}, Block: [3]uint32{5, 4, 2}, Shared: 24}
	const threads = 40
	out := k.run(t, 12*threads*len(names))
	for i := range 12 * threads {
		cta, th := uint32(i/threads), uint32(i%threads)
		lane := th % 32
		eq := uint32(1) << lane
		want := []uint32{th % 5, th / 5 % 4, th / 20, 5, 4, 2, cta % 3, cta / 3 % 2, cta / 6, 3, 2, 2,
			lane, th / 32, eq, eq - 1, eq<<1 - 1, ^(eq<<1 - 1), ^(eq - 1), 24, 128 + 24}
		for j, w := range want {
			if g := out[i*len(names)+j]; g != w {
				t.Fatalf("CTA %d, thread %d: %s is %#x, want %#x", cta, th, names[j], g, w)
			}
		}
	}
}

// TestClocks: time passes from one read to the next, and only forwards.
func TestClocks(t *testing.T) {
	k := body(t, `
	mov.u64 %rd1, %clock64;
	mov.u32 %r1, %clock;
	mov.u64 %rd2, %globaltimer;
	mov.u64 %rd3, %clock64;
	setp.ge.u64 %p1, %rd1, %rd3;
	@%p1 trap;
	setp.gt.u64 %p1, %rd2, %rd3;
	@%p1 trap;
	st.global.u32 [%a], 1;`)
	expect(t, k.run(t, 32), func(int) uint32 { return 1 })
}

// TestRange runs a part of a grid.
func TestRange(t *testing.T) {
	k := body(t, `
	mov.u32 %r1, %ctaid.x;
	mov.u32 %r2, %ctaid.y;
	mad.lo.u32 %r1, %r2, 4, %r1;
	mul.wide.u32 %rd1, %r1, 4;
	add.u64 %rd1, %rd1, %out;
	st.global.u32 [%rd1], 1;`).block(1)
	k.cfg.Grid = [3]uint32{4, 3}
	k.cfg.First, k.cfg.Count = 3, 4
	expect(t, k.run(t, 12), func(i int) uint32 {
		if i >= 3 && i < 7 {
			return 1
		}
		return 0
	})
	k.cfg.First, k.cfg.Count = 10, 0
	expect(t, k.run(t, 12), func(i int) uint32 {
		if i >= 10 {
			return 1
		}
		return 0
	})
}

func TestLaunchErrors(t *testing.T) {
	k := compile(t, `
.visible .entry k(.param .u64 out) .maxntid 64, 2, 1 { ret; }
.visible .entry exact(.param .u64 out) .reqntid 8, 2, 1 { ret; }
.visible .entry waits(.param .u64 out) { .reg .b32 %r; mov.u32 %r, %envreg2; ret; }
.func f() { ret; }`, interp.Options{})
	type cfg = interp.Config
	for _, test := range []struct {
		name string
		cfg  cfg
		want string
	}{
		{"k", cfg{Block: [3]uint32{64, 2}}, ""},
		{"k", cfg{}, ""},
		{"k", cfg{Block: [3]uint32{129}}, "kernel k: block (129,1,1) has 129 threads, .maxntid allows 128"},
		{"exact", cfg{Block: [3]uint32{8, 2}}, ""},
		{"exact", cfg{Block: [3]uint32{16}}, ".reqntid requires [8 2 1]"},
		{"f", cfg{}, "no such kernel"},
		{"none", cfg{}, "kernel none: no such kernel"},
		{"k", cfg{Block: [3]uint32{2000}}, "the limits are"},
		{"k", cfg{Block: [3]uint32{1, 1, 65}}, "the limits are"},
		{"k", cfg{Block: [3]uint32{64, 32}}, "has 2048 threads, the limit is 1024"},
		{"k", cfg{Grid: [3]uint32{1, 70000}}, "the limits are"},
		{"k", cfg{Grid: [3]uint32{4}, First: 5}, "not in a grid of 4"},
		{"k", cfg{Grid: [3]uint32{4}, First: 3, Count: 2}, "not in a grid of 4"},
		{"waits", cfg{Grid: [3]uint32{4}}, ""},
		{"waits", cfg{Grid: [3]uint32{4}, First: 1}, "CTAs 1 to 4 of 4 in a cooperative launch"},
		{"waits", cfg{Grid: [3]uint32{4}, First: 1, NoWorkspace: true}, ""},
		{"k", cfg{Shared: -1}, "shared memory"},
		{"k", cfg{Shared: 1 << 30}, "shared memory"},
	} {
		k.cfg = test.cfg
		err := k.launchNamed(t.Context(), test.name, make([]uint32, 1))
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%s %+v: %v", test.name, test.cfg, err)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%s %+v: got %v, want %q", test.name, test.cfg, err, test.want)
		}
	}
	if err := k.x.Launch(t.Context(), "k", cfg{}, nil, nil); err == nil || !strings.Contains(err.Error(), "0 bytes of parameters, it takes 8") {
		t.Errorf("without parameters: %v", err)
	}
}

// TestTrace: each value is reported with its lanes and their results.
func TestTrace(t *testing.T) {
	sums := map[uint32]int{} // by lanes
	var k *kernel
	values, ends := 0, 0
	k = bodyWith(t, interp.Options{Trace: func(e *interp.Event) {
		if e.Kernel != "k" || e.Func.Name != "k" {
			t.Errorf("event of %s in %s", e.Kernel, e.Func.Name)
		}
		if e.Value == nil {
			ends++
			return
		}
		values++
		if e.Value.Op == ir.OpMul && e.Value.Type == ir.I32 {
			for l := range 32 {
				r := e.Result(l)
				if e.Lanes>>l&1 == 0 {
					if r != nil {
						t.Errorf("lane %d is not active and has the result %v", l, r)
					}
					continue
				}
				if want := uint64(l * l); len(r) != 1 || r[0] != want {
					t.Errorf("lane %d squared is %v", l, r)
				}
			}
			sums[e.Lanes]++
		}
	}}, "", `
	setp.lt.u32 %p1, %t, 8;
	@%p1 bra LOW;
	mul.lo.u32 %r1, %t, %t;
	bra JOIN;
LOW:
	mul.lo.u32 %r1, %t, %t;
JOIN:
	st.global.u32 [%a], %r1;`)
	k.run(t, 32)
	if len(sums) != 2 || sums[0xff] != 1 || sums[0xffffff00] != 1 {
		t.Errorf("the products were executed by %v", sums)
	}
	if values < 8 || ends < 4 {
		t.Errorf("%d values and %d terminators were reported", values, ends)
	}
}

func itoa(n int) string {
	s := ""
	for ; n > 0 || s == ""; n /= 10 {
		s = string(rune('0'+n%10)) + s
	}
	return s
}
