package gang_test

import (
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/gang"
)

// TestLeaveAlone: what is left to threads one by one, and why: what is gathered for little work, and more so
// where what threads loaded says that they do nothing.
func TestLeaveAlone(t *testing.T) {
	const anywhere = "threads one by one take less time for elements anywhere"
	const load = "\tmul.wide.u32 %rd3, %r2, 4;\n\tadd.s64 %rd3, %rd1, %rd3;\n\tld.global.u32 %r2, [%rd3];\n"
	const gather = "\tmul.wide.u32 %rd3, %r2, 4;\n\tadd.s64 %rd3, %rd1, %rd3;\n\tld.global.f32 %f2, [%rd3];\n\tadd.f32 %f1, %f1, %f2;\n\tadd.u32 %r2, %r2, 77;\n\tand.b32 %r2, %r2, 63;\n"
	const near = "\tadd.u32 %r4, %r1, %r3;\n\tmin.s32 %r4, %r4, 63;\n\tmax.s32 %r4, %r4, 0;\n\tmul.wide.s32 %rd3, %r4, 4;\n\tadd.s64 %rd3, %rd1, %rd3;\n\tld.global.f32 %f2, [%rd3];\n\tadd.f32 %f1, %f1, %f2;\n"
	const scatter = "\tmul.wide.u32 %rd3, %r2, 4;\n\tadd.s64 %rd3, %rd4, %rd3;\n\tst.global.u32 [%rd3], %r1;\n"
	const float, end = "\tcvt.rn.f32.u32 %f1, %r2;\n", "\tst.global.f32 [%rd5], %f1;\n"
	work := strings.Repeat("\tadd.f32 %f1, %f1, %f1;\n", 14)
	gathers := func(n int) string { return float + strings.Repeat(gather, n) }
	for _, x := range []struct{ name, code, why string }{
		{"contiguous", "\tst.global.u32 [%rd5], %r2;\n", ""},
		{"gathers", gathers(3) + end, anywhere},
		{"gathers beside work", gathers(3) + work + end, ""},
		{"pairs of halves", load + "\tand.b32 %r2, %r2, 63;\n" + load + "\tfma.rn.f16x2 %r2, %r2, %r2, %r1;\n\tst.global.u32 [%rd5], %r2;\n", ""},
		{"signs of pairs", load + "\tand.b32 %r2, %r2, 63;\n" + load + "\tneg.f16x2 %r2, %r2;\n\tst.global.u32 [%rd5], %r2;\n", anywhere},
		{"vectors", "\tmul.wide.u32 %rd3, %r1, 16;\n\tadd.s64 %rd6, %rd1, %rd3;\n\tadd.s64 %rd7, %rd4, %rd3;\n\tld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%rd6];\n\tst.global.v4.u32 [%rd7], {%r2, %r3, %r4, %r5};\n", ""},
		{"kept within bounds", float + strings.Repeat(near, 3) + end, ""},
		{"scatters", "\tand.b32 %r2, %r2, 63;\n" + scatter, anywhere},
		{"threads of some places", "\tsetp.gt.u32 %p1, %r1, %r3;\n\t@%p1 bra DONE;\n" + gathers(8) + work + end, ""},
		{"threads that loaded something", "\tsetp.gt.u32 %p1, %r2, %r3;\n\t@%p1 bra DONE;\n" + gathers(8) + work + end, anywhere},
		{"some of them in each round", "LOOP:\n" + gathers(8) + work + "\tadd.u32 %r3, %r3, 1;\n\tsetp.gt.u32 %p1, %r2, %r3;\n\t@%p1 bra NEXT;\n" + end +
			"NEXT:\n\tsetp.lt.u32 %p1, %r3, 99;\n\t@%p1 bra LOOP;\n", ""},
		{"a wait for each load", "LOOP:\n" + load + "\tsetp.gt.u32 %p1, %r2, 9;\n\t@%p1 bra LOOP;\n\tst.global.u32 [%rd5], %r2;\n", ""},
	} {
		m := lower(x.name, `.version 7.0
.target sm_70
.address_size 64
.visible .entry k(.param .u64 x, .param .u64 y, .param .u32 z)
{
	.reg .b32 %r<9>;
	.reg .f32 %f<9>;
	.reg .b64 %rd<9>;
	.reg .pred %p<9>;
	ld.param.u64 %rd1, [x];
	ld.param.u64 %rd4, [y];
	ld.param.u32 %r3, [z];
	mov.u32 %r1, %tid.x;
	mul.wide.u32 %rd2, %r1, 4;
	add.s64 %rd5, %rd4, %rd2;
	add.s64 %rd2, %rd1, %rd2;
	ld.global.u32 %r2, [%rd2];
`+x.code+"DONE:\n\tret;\n}\n")
		if m == nil {
			t.Fatalf("%s does not compile", x.name)
		}
		s := pipeline.Schedule(m, pipeline.Options{})
		k := gang.New(s, s.Kernels[0], gang.Width)
		if k.Why != nil {
			t.Errorf("%s has no form for gangs: %s", x.name, k.Why.Text)
		}
		k.LeaveAlone()
		got := ""
		if k.Why != nil {
			got = k.Why.Text
		}
		if got != x.why {
			t.Errorf("%s: got %q, want %q", x.name, got, x.why)
		}
	}
}
