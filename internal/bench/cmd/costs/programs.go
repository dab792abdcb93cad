package main

import (
	"fmt"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/gang"
)

// program is a kernel of the kind that people write, small: whether the table chooses well is seen on these,
// of which none is in it.
type program struct {
	name, code string
}

// programs are of different kinds. Each begins with i0, a random index, and v0, a number from 1 to 2, of the
// thread, p4 the address of its result, and t1 its number in the launch, of 4096.
var programs = []program{
	{"dense: a polynomial", `
	mov.f32 %v1, 0f3F800000;
	mov.u32 %i1, 0;
L:
	fma.rn.f32 %v1, %v1, %v0, 0f3F000000;
	fma.rn.f32 %v1, %v1, %v0, 0fBE800000;
	add.u32 %i1, %i1, 1;
	setp.lt.u32 %q1, %i1, 12;
	@%q1 bra L;
	st.global.f32 [%p4], %v1;
`},
	{"gathers: three, and a sum", `
	mov.f32 %v1, 0f00000000;
` + gathered + gathered + gathered + `
	st.global.f32 [%p4], %v1;
`},
	{"gathers beside work", `
	mov.f32 %v1, 0f00000000;
` + gathered + gathered + `
	fma.rn.f32 %v2, %v1, %v0, 0f3F000000;
	fma.rn.f32 %v2, %v2, %v0, %v1;
	fma.rn.f32 %v2, %v2, %v1, 0f3E000000;
	fma.rn.f32 %v2, %v2, %v0, %v1;
	div.rn.f32 %v2, %v2, %v0;
	fma.rn.f32 %v2, %v2, %v1, %v0;
	sqrt.rn.f32 %v2, %v2;
	st.global.f32 [%p4], %v2;
`},
	{"scatter: a permutation", `
	mul.wide.u32 %p5, %i0, 4;
	add.s64 %p5, %p3, %p5;
	st.global.f32 [%p5], %v0;
`},
	// Rows of 4 to 11 elements, whose columns are anywhere.
	{"sparse: rows of a matrix", `
	and.b32 %i2, %i0, 7;
	add.u32 %i2, %i2, 4;
	mov.f32 %v1, 0f00000000;
	mov.u32 %i3, %i0;
L:
	and.b32 %i4, %i3, 4095;
	mul.wide.u32 %p5, %i4, 4;
	add.s64 %p6, %p2, %p5;
	ld.global.u32 %i5, [%p6];
	mul.wide.u32 %p6, %i5, 4;
	add.s64 %p6, %p0, %p6;
	ld.global.f32 %v2, [%p6];
	fma.rn.f32 %v1, %v2, %v0, %v1;
	add.u32 %i3, %i3, 1;
	sub.u32 %i2, %i2, 1;
	setp.ne.u32 %q1, %i2, 0;
	@%q1 bra L;
	st.global.f32 [%p4], %v1;
`},
	{"branches: what a bit says, six times", branched(6) + `
	st.global.f32 [%p4], %v0;
`},
	// An eighth of the threads goes on.
	{"few threads: most return", `
	and.b32 %i1, %i0, 7;
	setp.ne.u32 %q1, %i1, 0;
	@%q1 bra DONE;
	mov.f32 %v1, 0f00000000;
` + gathered + gathered + gathered + gathered + `
	st.global.f32 [%p4], %v1;
`},
	{"atomics: a histogram", `
	and.b32 %i1, %i0, 255;
	mul.wide.u32 %p5, %i1, 4;
	add.s64 %p5, %p3, %p5;
	fma.rn.f32 %v1, %v0, %v0, %v0;
	fma.rn.f32 %v1, %v1, %v0, %v0;
	fma.rn.f32 %v1, %v1, %v0, %v0;
	cvt.rzi.u32.f32 %i2, %v1;
	add.u32 %i2, %i2, 1;
	red.global.add.u32 [%p5], %i2;
`},
	// As many rounds as a random number has bits that are set.
	{"short loops: bits", `
	mov.u32 %i1, 0;
	mov.u32 %i2, 0;
L:
	setp.eq.u32 %q1, %i0, 0;
	@%q1 bra OUT;
	sub.u32 %i3, %i0, 1;
	and.b32 %i0, %i0, %i3;
	add.u32 %i1, %i1, 1;
	xor.b32 %i2, %i2, %i3;
	bra L;
OUT:
	add.u32 %i1, %i1, %i2;
	st.global.u32 [%p4], %i1;
`},
	// Of two colours, as of a chessboard: each second element, with neighbours.
	{"every other point of a grid", `
	and.b32 %t5, %t1, 31;
	shr.u32 %t6, %t1, 5;
	and.b32 %t7, %t6, 1;
	mad.lo.u32 %t7, %t5, 2, %t7;
	setp.eq.u32 %q1, %t7, 0;
	setp.gt.u32 %q2, %t7, 62;
	or.pred %q1, %q1, %q2;
	@%q1 bra DONE;
	add.u32 %t6, %t6, 1;
	mad.lo.u32 %t7, %t6, 64, %t7;
	mul.wide.u32 %p5, %t7, 4;
	add.s64 %p6, %p1, %p5;
	add.s64 %p7, %p3, %p5;
	ld.global.f32 %v1, [%p6+4];
	ld.global.f32 %v2, [%p6+-4];
	ld.global.f32 %v3, [%p6+256];
	ld.global.f32 %v4, [%p6+-256];
	add.f32 %v1, %v1, %v2;
	add.f32 %v3, %v3, %v4;
	add.f32 %v1, %v1, %v3;
	mul.f32 %v1, %v1, 0f3E800000;
	st.global.f32 [%p7], %v1;
`},
	{"fields: two of five", `
	mul.wide.u32 %p5, %t1, 20;
	add.s64 %p5, %p1, %p5;
	ld.global.f32 %v1, [%p5];
	ld.global.f32 %v2, [%p5+12];
	add.f32 %v1, %v1, %v2;
	add.f32 %v1, %v1, %v0;
	st.global.f32 [%p4], %v1;
`},
	{"a copy of every second element", `
	mul.wide.u32 %p5, %t1, 8;
	add.s64 %p6, %p1, %p5;
	add.s64 %p7, %p3, %p5;
	ld.global.u32 %i1, [%p6];
	st.global.u32 [%p7], %i1;
`},
	{"bytes: a table of letters", `
	mul.wide.u32 %p5, %t1, 1;
	add.s64 %p5, %p1, %p5;
	ld.global.u8 %i1, [%p5];
	mul.wide.u32 %p6, %i1, 1;
	add.s64 %p6, %p1, %p6;
	ld.global.u8 %i2, [%p6];
	ld.global.u8 %i3, [%p6+64];
	shl.b32 %i3, %i3, 8;
	or.b32 %i2, %i2, %i3;
	st.global.u32 [%p4], %i2;
`},
	{"a copy of what is anywhere", `
	mul.wide.u32 %p5, %i0, 4;
	add.s64 %p5, %p0, %p5;
	ld.global.f32 %v1, [%p5];
	st.global.f32 [%p4], %v1;
`},
	// Between the two of a table next to it.
	{"interpolation: two neighbours", `
	and.b32 %i1, %i0, 2047;
	mul.wide.u32 %p5, %i1, 4;
	add.s64 %p5, %p0, %p5;
	ld.global.f32 %v1, [%p5];
	ld.global.f32 %v2, [%p5+4];
	sub.f32 %v2, %v2, %v1;
	fma.rn.f32 %v1, %v2, %v0, %v1;
	st.global.f32 [%p4], %v1;
`},
	{"interpolation: four of an image", `
	and.b32 %i1, %i0, 1023;
	mul.wide.u32 %p5, %i1, 4;
	add.s64 %p5, %p1, %p5;
	ld.global.f32 %v1, [%p5];
	ld.global.f32 %v2, [%p5+4];
	ld.global.f32 %v3, [%p5+256];
	ld.global.f32 %v4, [%p5+260];
	sub.f32 %v2, %v2, %v1;
	mul.f32 %v2, %v2, %v0;
	add.f32 %v1, %v1, %v2;
	sub.f32 %v4, %v4, %v3;
	mul.f32 %v4, %v4, %v0;
	add.f32 %v3, %v3, %v4;
	sub.f32 %v3, %v3, %v1;
	mul.f32 %v3, %v3, %v0;
	add.f32 %v1, %v1, %v3;
	st.global.f32 [%p4], %v1;
`},
	// The triangle of a mesh: three numbers of points, and what is there.
	{"mesh: three of other points", `
	mul.wide.u32 %p5, %t1, 12;
	add.s64 %p5, %p1, %p5;
	ld.global.u32 %i1, [%p5];
	ld.global.u32 %i2, [%p5+4];
	ld.global.u32 %i3, [%p5+8];
	and.b32 %i1, %i1, 4095;
	and.b32 %i2, %i2, 4095;
	and.b32 %i3, %i3, 4095;
	mul.wide.u32 %p6, %i1, 4;
	add.s64 %p6, %p0, %p6;
	ld.global.f32 %v1, [%p6];
	mul.wide.u32 %p6, %i2, 4;
	add.s64 %p6, %p0, %p6;
	ld.global.f32 %v2, [%p6];
	mul.wide.u32 %p6, %i3, 4;
	add.s64 %p6, %p0, %p6;
	ld.global.f32 %v3, [%p6];
	add.f32 %v1, %v1, %v2;
	add.f32 %v1, %v1, %v3;
	mul.f32 %v1, %v1, 0f3EAAAAAB;
	st.global.f32 [%p4], %v1;
`},
	{"a search: twelve halves", `
	mov.u32 %i1, 0;
	mov.u32 %i2, 2048;
L:
	add.u32 %i3, %i1, %i2;
	mul.wide.u32 %p5, %i3, 4;
	add.s64 %p5, %p0, %p5;
	ld.global.f32 %v1, [%p5+-4];
	setp.le.f32 %q1, %v1, %v0;
	selp.b32 %i1, %i3, %i1, %q1;
	shr.u32 %i2, %i2, 1;
	setp.ne.u32 %q1, %i2, 0;
	@%q1 bra L;
	st.global.u32 [%p4], %i1;
`},
	// Until a number is found that is large enough.
	{"a hash table: probes", `
	mov.u32 %i1, 0;
L:
	mul.wide.u32 %p5, %i0, 4;
	add.s64 %p5, %p0, %p5;
	ld.global.f32 %v1, [%p5];
	add.u32 %i0, %i0, 1;
	and.b32 %i0, %i0, 4095;
	add.u32 %i1, %i1, 1;
	setp.lt.f32 %q1, %v1, 0f3FC00000;
	@%q1 bra L;
	st.global.u32 [%p4], %i1;
`},
	{"half of the threads: a root", `
	setp.lt.f32 %q1, %v0, 0f3FC00000;
	@%q1 bra DONE;
	sqrt.rn.f32 %v1, %v0;
	st.global.f32 [%p4], %v1;
`},
	{"half of the threads: a copy", `
	setp.lt.f32 %q1, %v0, 0f3FC00000;
	@%q1 bra DONE;
	st.global.f32 [%p4], %v0;
`},
	{"fields: one of eight, changed", `
	mul.wide.u32 %p5, %t1, 32;
	add.s64 %p6, %p1, %p5;
	ld.global.u32 %i1, [%p6+12];
	add.u32 %i1, %i1, %i0;
	st.global.u32 [%p6+16], %i1;
`},
	{"fields: five of five", `
	mul.wide.u32 %p5, %t1, 20;
	add.s64 %p5, %p1, %p5;
	ld.global.f32 %v1, [%p5];
	ld.global.f32 %v2, [%p5+4];
	add.f32 %v1, %v1, %v2;
	ld.global.f32 %v2, [%p5+8];
	add.f32 %v1, %v1, %v2;
	ld.global.f32 %v2, [%p5+12];
	add.f32 %v1, %v1, %v2;
	ld.global.f32 %v2, [%p5+16];
	add.f32 %v1, %v1, %v2;
	st.global.f32 [%p4], %v1;
`},
	{"fields: a structure to another", `
	mul.wide.u32 %p5, %t1, 48;
	add.s64 %p6, %p1, %p5;
	add.s64 %p7, %p3, %p5;
	ld.global.u32 %i1, [%p6+8];
	ld.global.u64 %l1, [%p6+16];
	ld.global.f64 %d1, [%p6+32];
	st.global.u32 [%p7], %i1;
	st.global.u64 [%p7+24], %l1;
	st.global.f64 [%p7+40], %d1;
`},
	{"doubles: two from anywhere", `
	mul.wide.u32 %p5, %i0, 8;
	add.s64 %p5, %p1, %p5;
	ld.global.f64 %d1, [%p5];
	ld.global.f64 %d2, [%p5+4096];
	add.f64 %d1, %d1, %d2;
	cvt.rn.f32.f64 %v1, %d1;
	st.global.f32 [%p4], %v1;
`},
	{"doubles: every fourth", `
	mul.wide.u32 %p5, %t1, 32;
	add.s64 %p6, %p1, %p5;
	add.s64 %p7, %p3, %p5;
	ld.global.f64 %d1, [%p6];
	add.f64 %d1, %d1, %d1;
	st.global.f64 [%p7], %d1;
`},
	// What is above a bound, to where a number says.
	{"some, to places of their own", `
	setp.lt.f32 %q1, %v0, 0f3FC00000;
	@%q1 bra DONE;
	mul.wide.u32 %p5, %i0, 4;
	add.s64 %p5, %p3, %p5;
	st.global.f32 [%p5], %v0;
`},
	{"columns: rows of 64 turned", `
	and.b32 %t5, %t1, 63;
	shr.u32 %t6, %t1, 6;
	mad.lo.u32 %t7, %t5, 64, %t6;
	mul.wide.u32 %p5, %t7, 4;
	add.s64 %p5, %p3, %p5;
	st.global.f32 [%p5], %v0;
`},
	// As long as two rows of memory are the same, of which few begin so.
	{"the length of what is equal", `
	mov.u32 %i1, 0;
L:
	add.u32 %i2, %i0, %i1;
	and.b32 %i2, %i2, 4095;
	mul.wide.u32 %p5, %i2, 4;
	add.s64 %p5, %p2, %p5;
	ld.global.u32 %i3, [%p5];
	add.u32 %i2, %t1, %i1;
	and.b32 %i2, %i2, 4095;
	mul.wide.u32 %p5, %i2, 4;
	add.s64 %p5, %p2, %p5;
	ld.global.u32 %i4, [%p5];
	xor.b32 %i3, %i3, %i4;
	add.u32 %i1, %i1, 1;
	and.b32 %i3, %i3, 3;
	setp.eq.u32 %q1, %i3, 0;
	setp.lt.u32 %q2, %i1, 64;
	and.pred %q1, %q1, %q2;
	@%q1 bra L;
	st.global.u32 [%p4], %i1;
`},
	{"a box: five within the row", boxed(5) + `
	st.global.f32 [%p4], %v1;
`},
	{"a table beside a polynomial", `
	mul.wide.u32 %p5, %i0, 4;
	add.s64 %p5, %p0, %p5;
	ld.global.f32 %v1, [%p5];
	mul.f32 %v2, %v1, %v0;
	add.f32 %v2, %v2, 0f3F000000;
	mul.f32 %v2, %v2, %v0;
	add.f32 %v2, %v2, %v1;
	mul.f32 %v2, %v2, %v0;
	add.f32 %v2, %v2, 0f3E000000;
	st.global.f32 [%p4], %v2;
`},
	{"counts of words, none in most", `
	and.b32 %i1, %i0, 15;
	setp.ne.u32 %q1, %i1, 0;
	@%q1 bra DONE;
	mul.wide.u32 %p5, %i0, 4;
	add.s64 %p5, %p3, %p5;
	red.global.add.u32 [%p5], 1;
`},
	{"pairs of numbers, turned round", `
	mul.wide.u32 %p5, %t1, 8;
	add.s64 %p6, %p1, %p5;
	add.s64 %p7, %p3, %p5;
	ld.global.v2.f32 {%v1, %v2}, [%p6];
	st.global.v2.f32 [%p7], {%v2, %v1};
`},
	{"four numbers from anywhere", `
	and.b32 %i1, %i0, 1023;
	mul.wide.u32 %p5, %i1, 16;
	add.s64 %p5, %p1, %p5;
	ld.global.v4.f32 {%v1, %v2, %v3, %v4}, [%p5];
	add.f32 %v1, %v1, %v2;
	add.f32 %v3, %v3, %v4;
	add.f32 %v1, %v1, %v3;
	st.global.f32 [%p4], %v1;
`},
}

// gathered adds an element from anywhere to v1, and goes on to another index.
const gathered = `
	mul.wide.u32 %p5, %i0, 4;
	add.s64 %p5, %p0, %p5;
	ld.global.f32 %v2, [%p5];
	add.f32 %v1, %v1, %v2;
	add.u32 %i0, %i0, 77;
	and.b32 %i0, %i0, 4095;
`

// branched does one of two things, by a bit of i0 each.
func branched(times int) string {
	return each(`
	shr.u32 %i1, %i0, N;
	and.b32 %i1, %i1, 1;
	setp.eq.u32 %q1, %i1, 0;
	@%q1 bra A_N;
	mul.f32 %v0, %v0, 0f3F400000;
	add.f32 %v0, %v0, 0f3F000000;
	bra B_N;
A_N:
	sub.f32 %v0, %v0, 0f3F000000;
	mul.f32 %v0, %v0, %v0;
B_N:
`, times, 0)
}

// boxed adds up elements on both sides of the thread's own, within a row of 4096.
func boxed(n int) string {
	return "\tmov.f32 %v1, 0f00000000;\n\tsub.u32 %i1, %t1, 2;\n" + each(`
	max.s32 %i2, %i1, 0;
	min.s32 %i2, %i2, 4095;
	mul.wide.s32 %p5, %i2, 4;
	add.s64 %p5, %p0, %p5;
	ld.global.f32 %v2, [%p5];
	add.f32 %v1, %v1, %v2;
	add.u32 %i1, %i1, 1;
`, n, 0)
}

func programKernel(i int) string { return fmt.Sprintf("program_%d", i) }

// chosen says for each program what it takes as threads one by one and with gangs of 8 and of 16 lanes, in ns
// a thread, how many times as long as threads gangs of 8 take, measured and by the table, and what the compiler
// chooses by that.
func chosen(t times) string {
	var l diag.List
	m := pipeline.Lower(diag.NewFile("costs.ptx", text(kinds())), &l, pipeline.Options{})
	s := pipeline.Schedule(m, pipeline.Options{})
	lines := fmt.Sprintf("%-40s %8s %8s %8s %8s %8s  %s\n", "", "1", "8", "16", "8 to 1", "estimate", "chosen")
	for i, p := range programs {
		line := fmt.Sprintf("%-40s", p.name)
		for _, k := range s.Kernels {
			if k.Func.Name != programKernel(i) {
				continue
			}
			narrow, wide := gang.New(s, k, gang.Width), gang.New(s, k, gang.Widest)
			had, estimate := narrow.Why == nil, 0.0
			if had {
				for _, p := range narrow.Plans { // of the only loop over threads
					estimate = gang.PerThreads(p)
				}
			}
			narrow.LeaveAlone()
			wide.LeaveTo(narrow)
			for _, lanes := range [...]int{1, 8, 16} {
				if took, ok := t[k.Func.Name][lanes]; ok {
					line += fmt.Sprintf(" %8.2f", took/threads)
				} else {
					line += fmt.Sprintf(" %8s", "-")
				}
			}
			line += fmt.Sprintf(" %8.2f %8.2f", t[k.Func.Name][8]/t[k.Func.Name][1], estimate)
			switch {
			case !had:
				line += "  no gangs: " + narrow.Why.Text
			case narrow.Why != nil:
				line += "  1: " + narrow.Why.Text
			case wide.Why != nil:
				line += "  8: " + wide.Why.Text
			default:
				line += "  16"
			}
		}
		lines += line + "\n"
	}
	return lines
}
