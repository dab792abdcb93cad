package traps

var conversion = []trap{
	{n: 64, what: "a float out of range becomes the nearest integer, with and without .sat",
		body: `mov.f32 %f1, 0f4f32d05e;
mov.f32 %f2, 0fbf800000;
cvt.rzi.s32.f32 %r1, %f1;
cvt.rzi.u32.f32 %r2, %f2;
cvt.rzi.sat.s32.f32 %r3, %f1;
cvt.rzi.s64.f32 %d1, %f1;
mov.f32 %f3, 0f7f800000;
cvt.rni.u64.f32 %d2, %f3;
cvt.rni.s64.f32 %d3, %f3;`,
		out: "r1 r2 r3 d1 d2 d3", want: []uint64{0x7fffffff, 0, 0x7fffffff, 3000000000, minus1, 1<<63 - 1}},
	{n: 65, what: "a NaN becomes 0, or the top bit where f64 or 64 bits are involved",
		body: `mov.f32 %f1, 0f7fc00000;
mov.f64 %g1, 0d7ff8000000000000;
cvt.rzi.s32.f32 %r1, %f1;
cvt.rzi.u32.f32 %r2, %f1;
cvt.rzi.s64.f32 %d1, %f1;
cvt.rzi.u64.f32 %d2, %f1;
cvt.rzi.s32.f64 %r3, %g1;
cvt.rzi.u32.f64 %r4, %g1;
cvt.rzi.s64.f64 %d3, %g1;`,
		out: "r1 r2 d1 d2 r3 r4 d3", want: []uint64{0, 0, 1 << 63, 1 << 63, 0x80000000, 0x80000000, 1 << 63}},
	{n: 66, what: "an f64 NaN becomes the top bit of 8 and 16 bits as well",
		body: `mov.f64 %g1, 0d7ff8000000000000;
cvt.rzi.s16.f64 %h1, %g1;
cvt.rzi.u16.f64 %h2, %g1;
cvt.rzi.s8.f64 %h3, %g1;
cvt.rzi.u8.f64 %h4, %g1;`,
		out: "h1 h2 h3 h4", want: []uint64{0x8000, 0x8000, 0xff80, 0x80}},
	{n: 67, what: "rni goes to the even integer and keeps the sign of zero",
		body: `mov.f32 %f1, 0f40200000;
mov.f32 %f2, 0fbecccccd;
mov.f32 %f3, 0f3fc00000;
cvt.rni.f32.f32 %f4, %f1;
cvt.rni.f32.f32 %f5, %f2;
cvt.rni.f32.f32 %f6, %f3;
cvt.rni.s32.f32 %r1, %f1;`,
		out: "f4 f5 f6 r1", want: []uint64{0x40000000, 0x80000000, 0x40000000, 2}},
	{n: 68, what: "a rounding is wanted exactly where a conversion can round",
		bad: "cvt.s32.f32 %r1, %f1;", says: "cvt"},
	{n: 68, what: "widening cannot round",
		bad: "cvt.rn.f64.f32 %g1, %f1;", says: "cvt"},
	{n: 68, what: "integers into floats round",
		bad: "cvt.f32.s32 %f1, %r1;", says: "cvt"},
	{n: 69, what: "a result narrower than its register is extended by the sign of its own type",
		body: `mov.u32 %r1, 0x00018001;
cvt.s16.u32 %r2, %r1;
cvt.u16.u32 %r3, %r1;
cvt.s8.u32 %r4, %r1;
mov.u32 %r5, 0xff;
cvt.s8.u32 %r6, %r5;`,
		out: "r2 r3 r4 r6", want: []uint64{0xffff8001, 0x8001, 1, 0xffffffff}},
	{n: 70, what: "a source narrower than its register is extended by the sign of its own type",
		body: `mov.u32 %r1, 0x1ff;
cvt.u32.s8 %r2, %r1;
cvt.u32.u8 %r3, %r1;
cvt.s32.u8 %r4, %r1;`,
		out: "r2 r3 r4", want: []uint64{0xffffffff, 0xff, 0xff}},
	// The manual calls the last one illegal, and ptxas refuses it; what it would do is clear.
	{n: 71, what: "cvt.sat clamps where there is something to clamp", head: "2.3 sm_20",
		body: `mov.u32 %r1, 0xffffffff;
cvt.sat.s32.u32 %r2, %r1;
cvt.sat.u32.s32 %r3, %r1;
mov.s32 %r4, -200;
cvt.sat.s8.s32 %r5, %r4;
cvt.sat.u32.u8 %r6, %r4;`,
		out: "r2 r3 r5 r6", want: []uint64{0x7fffffff, 0, 0xffffff80, 0x38}},
	{n: 72, what: "cvt.sat to a float clamps to 0 and 1, a NaN to +0",
		body: `mov.f32 %f1, 0f7fc00000;
mov.f32 %f2, 0f40000000;
cvt.sat.f32.f32 %f3, %f1;
cvt.sat.f32.f32 %f4, %f2;
cvt.rn.sat.f16.f32 %h1, %f1;
mov.f64 %g1, 0dbff0000000000000;
cvt.sat.f64.f64 %g2, %g1;`,
		out: "f3 f4 h1 g2", want: []uint64{0, 0x3f800000, 0, 0}},
	{n: 73, what: ".ftz of a conversion is about its f32 side only",
		body: `mov.f32 %f1, 0f00400000;
cvt.ftz.f64.f32 %g1, %f1;
cvt.f64.f32 %g2, %f1;
mov.f64 %g3, 0d3800000000000000;
cvt.rn.ftz.f32.f64 %f2, %g3;
cvt.rn.f32.f64 %f3, %g3;
mov.f32 %f4, 0f33800000;
cvt.rn.ftz.f16.f32 %h1, %f4;`,
		out: "g1 g2 f2 f3 h1", want: []uint64{0, 0x3800000000000000, 0, 0x00400000, 1}},
	{n: 74, what: "until PTX 1.4 a conversion with f64 keeps f32 subnormals, even on sm_1x",
		body: `mov.f32 %f1, 0f00400000;
cvt.f64.f32 %g1, %f1;`,
		head: "1.4 sm_13", out: "g1", want: []uint64{0x3800000000000000}},
	{n: 75, what: "f64 becomes f16 in one rounding",
		// 1 + 2^-11 + 2^-40 is above the tie; through f32 it would be the tie.
		body: `mov.f64 %g1, 0d3ff0020000001000;
cvt.rn.f16.f64 %h1, %g1;`,
		out: "h1", want: []uint64{0x3c01}},
	{n: 76, what: "64-bit integers become f32 in one rounding, in every mode",
		body: `mov.u64 %d1, 0x8000008000000001;
cvt.rn.f32.u64 %f1, %d1;
cvt.rz.f32.u64 %f2, %d1;
cvt.rp.f32.u64 %f3, %d1;
cvt.rm.f32.s64 %f4, %d1;
cvt.rp.f32.s64 %f5, %d1;`,
		out: "f1 f2 f3 f4 f5", want: []uint64{0x5f000001, 0x5f000000, 0x5f000001, 0xdeffffff, 0xdefffffe}},
	{n: 77, what: "the first source of a packing conversion goes into the high half",
		body: `mov.f32 %f1, 0f3f800000;
mov.f32 %f2, 0f40000000;
cvt.rn.f16x2.f32 %r1, %f1, %f2;
cvt.rn.bf16x2.f32 %r2, %f1, %f2;
cvt.rn.satfinite.e4m3x2.f32 %h1, %f1, %f2;`,
		out: "r1 r2 h1", want: []uint64{0x3c004000, 0x3f804000, 0x3840}},
	{n: 78, what: "cvt.pack puts its second source into the low field, its third above both",
		body: `mov.s32 %r1, 300;
mov.s32 %r2, -5;
mov.b32 %r3, 0x12345678;
cvt.pack.sat.u8.s32.b32 %r4, %r1, %r2, %r3;
cvt.pack.sat.s16.s32 %r5, %r1, %r2;`,
		out: "r4 r5", want: []uint64{0x5678ff00, 0x012cfffb}},
	{n: 79, what: ".satfinite to fp8 gives the greatest number, a NaN stays one",
		body: `mov.f32 %f1, 0fff800000;
mov.f32 %f2, 0f7fc00000;
cvt.rn.satfinite.e4m3x2.f32 %h1, %f1, %f2;
cvt.rn.satfinite.e5m2x2.f32 %h2, %f1, %f2;`,
		out: "h1 h2", want: []uint64{0xfe7f, 0xfb7f}},
	{n: 80, what: "tf32 rounds ties away from zero and has nothing below its 10 bits",
		body: `mov.f32 %f1, 0f3f801000;
mov.f32 %f2, 0fbf800fff;
cvt.rna.tf32.f32 %r1, %f1;
cvt.rna.tf32.f32 %r2, %f2;`,
		out: "r1 r2", want: []uint64{0x3f802000, 0xbf800000}},
	{n: 81, what: "what is too large for f16 becomes infinity",
		body: `mov.f32 %f1, 0f477ff000;
mov.f32 %f2, 0f477fefff;
cvt.rn.f16.f32 %h1, %f1;
cvt.rn.f16.f32 %h2, %f2;
cvt.rz.f16.f32 %h3, %f1;`,
		out: "h1 h2 h3", want: []uint64{0x7c00, 0x7bff, 0x7bff}},
	{n: 82, what: "float constants are converted to the type of the instruction",
		body: `mov.f64 %g1, 0f3fc00000;
mov.f32 %f1, 1.5;
add.f64 %g2, %g1, 0f3f800000;
add.f32 %f2, %f1, 0d3ff0000000000000;`,
		fixed: true, out: "g1 f1 g2 f2", want: []uint64{0x3ff8000000000000, 0x3fc00000, 0x4004000000000000, 0x40200000}},
}

var compare = []trap{
	{n: 83, what: "ordered comparisons are false for a NaN, ne too; neu is not",
		body: `mov.f32 %f1, 0f7fc00000;
setp.ne.f32 %p1, %f1, %f1;
setp.neu.f32 %p2, %f1, %f1;
setp.eq.f32 %p3, %f1, %f1;
setp.equ.f32 %p4, %f1, %f1;
setp.num.f32 %p5, %f1, %f1;
setp.nan.f32 %p6, %f1, %f1;`,
		out: "p1 p2 p3 p4 p5 p6", want: []uint64{0, 1, 0, 1, 0, 1}},
	{n: 84, what: "the second predicate is the complement before the boolean operation",
		body: `mov.u32 %r1, 1;
setp.eq.u32 %p3, %r1, 2;
setp.eq.and.u32 %p1|%p2, %r1, 1, %p3;
setp.eq.or.u32 %p4|%p5, %r1, 1, !%p3;`,
		out: "p1 p2 p4 p5", want: []uint64{0, 0, 1, 1}},
	{n: 85, what: "setp of a pair gives the low half to the first predicate",
		body: `mov.b32 %r1, 0x3c004000;
mov.b32 %r2, 0x3c003c00;
setp.gt.f16x2 %p1|%p2, %r1, %r2;`,
		out: "p1 p2", want: []uint64{1, 0}},
	{n: 86, what: "lo, ls, hi, hs are for unsigned types, b types have eq and ne",
		body: `mov.u32 %r1, 0xffffffff;
setp.hi.u32 %p1, %r1, 1;
setp.gt.u32 %p2, %r1, 1;
setp.gt.s32 %p3, %r1, 1;`,
		out: "p1 p2 p3", want: []uint64{1, 1, 0},
		bad: "setp.lt.b32 %p1, %r1, %r2;", says: "lt"},
	{n: 87, what: "set writes 1.0 or all ones, of its own type",
		body: `mov.u64 %d1, 5;
set.gt.f32.u64 %f1, %d1, 3;
set.gt.u32.u64 %r1, %d1, 3;
mov.b32 %r2, 0x3c004000;
set.gt.u32.f16x2 %r3, %r2, %r2;
set.ge.u32.f16x2 %r4, %r2, %r2;`,
		out: "f1 r1 r3 r4", want: []uint64{0x3f800000, 0xffffffff, 0, 0xffffffff}},
	{n: 88, what: "slct.f32: a NaN takes b, -0 takes a, and so does a flushed subnormal",
		body: `mov.u32 %r1, 1;
mov.u32 %r2, 2;
mov.f32 %f1, 0f7fc00000;
mov.f32 %f2, 0f80000000;
mov.f32 %f3, 0f80000001;
slct.u32.f32 %r3, %r1, %r2, %f1;
slct.u32.f32 %r4, %r1, %r2, %f2;
slct.u32.f32 %r5, %r1, %r2, %f3;
slct.ftz.u32.f32 %r6, %r1, %r2, %f3;`,
		out: "r3 r4 r5 r6", want: []uint64{2, 1, 2, 1}},
	{n: 89, what: "slct copies its data as they are, from sm_20 on",
		body: `mov.f32 %f1, 0f00000001;
mov.f32 %f2, 0fffc12345;
mov.s32 %r1, 1;
mov.s32 %r2, -1;
slct.f32.s32 %f3, %f1, %f2, %r1;
slct.f32.s32 %f4, %f1, %f2, %r2;`,
		out: "f3 f4", want: []uint64{1, 0xffc12345}},
	{n: 90, what: "predicates may be constants",
		body: `mov.pred %p1, 0;
mov.pred %p2, 1;
and.pred %p3, %p2, 1;
or.pred %p4, %p1, 0;`,
		fixed: true, out: "p1 p2 p3 p4", want: []uint64{0, 1, 1, 0}},
}
