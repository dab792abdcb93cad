package gang_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/gang"
)

// TestLeaveTo: what is left to gangs of eight lanes, and why.
func TestLeaveTo(t *testing.T) {
	var many, sum strings.Builder
	for i := range 40 {
		fmt.Fprintf(&many, "\tfma.rn.f32 %%g%d, %%f1, %%f1, 0f3F8%05X;\n", i, i)
		fmt.Fprintf(&sum, "\tfma.rn.f32 %%f1, %%f1, %%g%d, %%g%d;\n", i, 39-i)
	}
	const rest = "\tst.global.f32 [%rd2], %f1;\n"
	const next = "\tmul.wide.u32 %rd3, %r2, 4;\n\tadd.s64 %rd3, %rd4, %rd3;\n\tld.global.f32 %f2, [%rd3];\n"
	const gather = "\tcvt.rni.s32.f32 %r2, %f1;\n\tand.b32 %r2, %r2, 63;\n" + next
	const point = "\tmul.wide.u32 %rd3, %r1, 12;\n\tadd.s64 %rd3, %rd4, %rd3;\n\tld.global.f32 %f2, [%rd3];\n\tld.global.f32 %f3, [%rd3+4];\n\tld.global.f32 %f4, [%rd3+8];\n" +
		"\tadd.f32 %f1, %f1, %f2;\n\tadd.f32 %f1, %f1, %f3;\n\tadd.f32 %f1, %f1, %f4;\n"
	const complex = "\tmul.wide.u32 %rd3, %r1, 8;\n\tadd.s64 %rd3, %rd4, %rd3;\n\tld.global.f32 %f2, [%rd3];\n\tld.global.f32 %f3, [%rd3+4];\n" +
		"\tadd.f32 %f1, %f1, %f2;\n\tadd.f32 %f1, %f1, %f3;\n"
	fma := func(n int) string { return strings.Repeat("\tfma.rn.f32 %f1, %f1, %f1, %f1;\n", n) }
	for _, x := range []struct{ name, head, code, why string }{
		{"contiguous", "", fma(1) + rest, ""},
		{"all the same", "", "\tld.global.f32 %f2, [%rd1];\n\tadd.f32 %f1, %f1, %f2;\n" + rest, ""},
		{"swapped", "", "\txor.b32 %r2, %r1, 4;\n" + next + "\tadd.f32 %f1, %f1, %f2;\n" + rest, ""},
		{"gather", "", gather + fma(1) + "\tadd.f32 %f1, %f1, %f2;\n" + rest, "gangs of 8 take less time for elements anywhere"},
		{"gather beside some", "", gather + fma(9) + "\tadd.f32 %f1, %f1, %f2;\n" + rest, "gangs of 8 take hardly longer"},
		{"gather beside much", "", gather + fma(90) + "\tadd.f32 %f1, %f1, %f2;\n" + rest, ""},
		{"strided", "", "\tmul.wide.u32 %rd3, %r1, 20;\n\tadd.s64 %rd3, %rd4, %rd3;\n\tld.global.f32 %f2, [%rd3];\n\tadd.f32 %f1, %f1, %f2;\n" + rest, "gangs of 8 take less time for elements at a distance"},
		{"points", "", point + rest, "gangs of 8 take less time for records of 3 elements of 4 bytes to load"},
		{"complex numbers", "", complex + rest, ""},
		{"divisions", "", strings.Repeat("\tdiv.rn.f32 %f1, %f1, %f2;\n\tsqrt.rn.f32 %f1, %f1;\n", 9) + fma(20) + rest, "gangs of 8 take less time for divisions and roots"},
		{"divisions beside much", "", "\tdiv.rn.f32 %f1, %f1, %f1;\n" + fma(60) + rest, ""},
		{"atomic", "", fma(9) + "\tcvt.rni.u32.f32 %r2, %f1;\n\tred.global.add.u32 [%rd4], %r2;\n" + rest, "gangs of 8 take hardly longer"},
		{"no vector form", "", fma(30) + "\tcvt.f64.f32 %d1, %f1;\n\trsqrt.approx.f64 %d1, %d1;\n\tcvt.rn.f32.f64 %f1, %d1;\n" + rest, "gangs of 8 take less time for work lane by lane"},
		{"tables", "", "\tex2.approx.f32 %f1, %f1;\n" + rest, "gangs of 8 take less time for tables of the approximate unit"},
		{"many vectors", "", many.String() + sum.String() + rest, ""},
		{"short rows", ".reqntid 8", "\tsqrt.rn.f32 %f1, %f1;\n" + rest, "rows of fewer than 16 threads"},
	} {
		m := lower(x.name, `.version 7.0
.target sm_70
.address_size 64
.visible .entry k(.param .u64 x, .param .u64 y)
`+x.head+`
{
	.reg .b32 %r<9>;
	.reg .f32 %f<9>;
	.reg .f32 %g<40>;
	.reg .f64 %d<9>;
	.reg .b64 %rd<9>;
	ld.param.u64 %rd1, [x];
	ld.param.u64 %rd4, [y];
	mov.u32 %r1, %tid.x;
	mul.wide.u32 %rd2, %r1, 4;
	add.s64 %rd2, %rd1, %rd2;
	ld.global.f32 %f1, [%rd2];
`+x.code+"\tret;\n}\n")
		if m == nil {
			t.Fatalf("%s does not compile", x.name)
		}
		s := pipeline.Schedule(m, pipeline.Options{})
		narrow, wide := gang.New(s, s.Kernels[0], gang.Width), gang.New(s, s.Kernels[0], gang.Widest)
		if narrow.Why != nil {
			t.Errorf("%s has no gangs of eight: %s", x.name, narrow.Why.Text)
		}
		wide.LeaveTo(narrow)
		got := ""
		if wide.Why != nil {
			got = wide.Why.Text
		}
		if got != x.why {
			t.Errorf("%s: got %q, want %q", x.name, got, x.why)
		}
	}
}
