package traps

var float = []trap{
	{n: 38, what: "f32 subnormals are kept, f64 always; sm_1x flushes those of f32",
		body: `mov.f32 %f1, 0f00000001;
mov.f32 %f2, 0f3f800000;
mul.f32 %f3, %f1, %f2;
mul.ftz.f32 %f4, %f1, %f2;
mov.f64 %g1, 0d0000000000000001;
add.f64 %g2, %g1, %g1;`,
		out: "f3 f4 g2", want: []uint64{1, 0, 2}},
	{n: 38, what: "sm_1x flushes f32 subnormals",
		body: `mov.f32 %f1, 0f80000001;
mov.f32 %f2, 0f3f800000;
mul.f32 %f3, %f1, %f2;
add.f32 %f4, %f1, %f1;`,
		head: "1.4 sm_13", out: "f3 f4", want: []uint64{0x80000000, 0x80000000}},
	{n: 39, what: ".ftz flushes inputs and results with their signs",
		body: `mov.f32 %f1, 0f80000001;
mov.f32 %f2, 0f3f800000;
mov.f32 %f3, 0f80800000;
mov.f32 %f4, 0f3f000000;
mul.ftz.f32 %f5, %f1, %f2;
mul.ftz.f32 %f6, %f3, %f4;
mul.f32 %f7, %f3, %f4;`,
		out: "f5 f6 f7", want: []uint64{0x80000000, 0x80000000, 0x80400000}},
	{n: 40, what: ".sat makes +0 of NaN and of -0",
		body: `mov.f32 %f1, 0f7fc00000;
mov.f32 %f2, 0f80000000;
mov.f32 %f3, 0f40000000;
mov.f32 %f4, 0fbf800000;
add.sat.f32 %f5, %f1, %f3;
add.sat.f32 %f6, %f2, %f2;
add.sat.f32 %f7, %f3, %f3;
add.sat.f32 %f8, %f4, %f4;`,
		out: "f5 f6 f7 f8", want: []uint64{0, 0, 0x3f800000, 0}},
	{n: 41, what: "mul and add are contracted where neither has a rounding modifier",
		body: `mov.f32 %f1, 0f3f800800;
cvt.rn.f32.u32 %f16, %t0; // 0, which no assembler knows: it would multiply constants
add.rn.f32 %f1, %f1, %f16;
mov.f32 %f2, 0fbf800000;
mul.f32 %f3, %f1, %f1;
add.f32 %f4, %f3, %f2;
fma.rn.f32 %f5, %f1, %f1, %f2;
mul.rn.f32 %f6, %f1, %f1;
add.f32 %f7, %f6, %f2;
mul.f32 %f8, %f1, %f2;
add.rn.f32 %f9, %f8, %f1;
mov.f32 %f14, 0f3f800400;
add.rn.f32 %f14, %f14, %f16;
mul.f32 %f10, %f14, %f14;
fma.rn.f32 %f11, %f10, %f2, %f1;
sub.f32 %f12, %f10, %f1;
mul.f32 %f13, %f14, %f1;
sub.f32 %f15, %f14, %f13;`,
		out: "f4 f5 f7 f9 f11 f12 f15", want: []uint64{0x3a000400, 0x3a000400, 0x3a000000, 0, 0, 0, 0xb9800400},
		rounded: []uint64{0x3a000000, 0x3a000400, 0x3a000000, 0, 0, 0, 0xb9800000}},
	{n: 42, what: "f32 and half NaNs are canonical",
		body: `mov.f32 %f1, 0fffc12345;
mov.f32 %f2, 0f3f800000;
add.f32 %f3, %f1, %f2;
mov.b16 %h1, 0xfe01;
mov.b16 %h2, 0x3c00;
add.f16 %h3, %h1, %h2;
fma.rn.bf16 %h4, %h1, %h2, %h2;
mov.b16 %h5, 0xff81;
fma.rn.bf16 %h6, %h5, %h2, %h2;
min.f32 %f4, %f1, %f1;`,
		out: "f3 h3 h6 f4", want: []uint64{0x7fffffff, 0x7fff, 0x7fff, 0x7fffffff}},
	{n: 43, what: "min and max prefer the number to the NaN, and -0 is below +0",
		body: `mov.f32 %f1, 0f7fc00001;
mov.f32 %f2, 0fc0000000;
mov.f32 %f3, 0f80000000;
mov.f32 %f4, 0f00000000;
min.f32 %f5, %f1, %f2;
max.f32 %f6, %f2, %f1;
min.f32 %f7, %f4, %f3;
max.f32 %f8, %f3, %f4;
max.f32 %f9, %f1, %f1;
max.NaN.f32 %f10, %f1, %f2;`,
		out: "f5 f6 f7 f8 f9 f10", want: []uint64{0xc0000000, 0xc0000000, 0x80000000, 0, 0x7fffffff, 0x7fffffff}},
	{n: 44, what: "min and max of the first versions know NaN as well",
		body: `mov.f32 %f1, 0f7fc00001;
mov.f32 %f2, 0fc0000000;
min.f32 %f5, %f1, %f2;
max.f32 %f6, %f2, %f1;`,
		head: "1.4 sm_13", out: "f5 f6", want: []uint64{0xc0000000, 0xc0000000}},
	{n: 45, what: ".xorsign takes the signs before .abs and leaves NaN alone; not with three operands",
		body: `mov.f32 %f1, 0fc0000000;
mov.f32 %f2, 0f3f800000;
mov.f32 %f3, 0fffc00000;
min.xorsign.abs.f32 %f4, %f1, %f2;
max.xorsign.abs.f32 %f5, %f1, %f1;
max.NaN.xorsign.abs.f32 %f6, %f1, %f3;`,
		out: "f4 f5 f6", want: []uint64{0xbf800000, 0x40000000, 0x7fffffff},
		bad: "min.xorsign.abs.f32 %f1, %f2, %f3, %f4;", says: "xorsign"},
	{n: 46, what: "testp: zero is normal, infinity is a number",
		body: `mov.f32 %f1, 0f80000000;
mov.f32 %f2, 0f7f800000;
mov.f32 %f3, 0f00000001;
testp.normal.f32 %p1, %f1;
testp.subnormal.f32 %p2, %f1;
testp.number.f32 %p3, %f2;
testp.subnormal.f32 %p4, %f3;
testp.finite.f32 %p5, %f2;`,
		out: "p1 p2 p3 p4 p5", want: []uint64{1, 0, 1, 1, 0}},
	{n: 47, what: "copysign takes the sign from its first source",
		body: `mov.f32 %f1, 0fbf800000;
mov.f32 %f2, 0f40400000;
copysign.f32 %f3, %f1, %f2;
mov.f64 %g1, 0d8000000000000000;
mov.f64 %g2, 0d7ff8000000000123;
copysign.f64 %g3, %g1, %g2;`,
		out: "f3 g3", want: []uint64{0xc0400000, 0xfff8000000000123}},
	{n: 48, what: "neg and abs flush with .ftz and keep subnormals without",
		body: `mov.f32 %f1, 0f00000001;
neg.f32 %f2, %f1;
neg.ftz.f32 %f3, %f1;
abs.ftz.f32 %f4, %f2;
abs.f32 %f5, %f2;`,
		out: "f2 f3 f4 f5", want: []uint64{0x80000001, 0x80000000, 0, 1}},
	{n: 49, what: "fma.rn.f32 rounds once",
		// Through float64 the sum becomes a tie and goes the wrong way.
		body: `mov.f32 %f1, 0f3f800800;
mov.f32 %f2, 0f21800000;
fma.rn.f32 %f3, %f1, %f1, %f2;`,
		out: "f3", want: []uint64{0x3f801001}},
	{n: 50, what: "mad.f32 of sm_1x cuts its product to 24 bits",
		body: `mov.f32 %f1, 0f3f800fff;
mov.f32 %f2, 0f3f801fff;
mov.f32 %f3, 0fbf800000;
mad.f32 %f4, %f1, %f2, %f3;`,
		head: "1.4 sm_13", out: "f4", want: []uint64{0x3ac00400}},
	{n: 51, what: "mad.f32 without a rounding is mad.rn until PTX 3.1 and an error later",
		body: `mov.f32 %f1, 0f3f800800;
mov.f32 %f2, 0fbf800000;
mad.f32 %f3, %f1, %f1, %f2;`,
		head: "3.1 sm_20", out: "f3", want: []uint64{0x3a000400},
		bad: ".version 3.2\n.target sm_20\n.address_size 64\n.entry e()\n{ .reg .f32 %f<5>;\nmad.f32 %f1, %f2, %f3, %f4;\n}", says: "mad"},
	{n: 52, what: "div.approx by more than 2^126 is zero, or NaN for infinities",
		body: `mov.f32 %f1, 0f3f800000;
mov.f32 %f2, 0f7f400000;
mov.f32 %f3, 0f7f800000;
mov.f32 %f4, 0fbf800000;
div.approx.f32 %f5, %f1, %f2;
div.approx.f32 %f6, %f3, %f2;
div.approx.f32 %f7, %f4, %f2;`,
		out: "f5 f6 f7", want: []uint64{0, 0x7fffffff, 0x80000000}},
	{n: 53, what: "until PTX 1.3, div, rcp and sqrt without a modifier are .approx.ftz, in f64 .rn",
		body: `mov.f32 %f1, 0f00400000;
mov.f32 %f2, 0f3f800000;
rcp.f32 %f3, %f1;
sqrt.f32 %f4, %f1;
div.f32 %f5, %f1, %f2;
mov.f64 %g1, 0d4008000000000000;
rcp.f64 %g2, %g1;
sqrt.f64 %g3, %g1;`,
		head: "1.3 sm_13", out: "f3 f4 f5 g2 g3", want: []uint64{0x7f800000, 0, 0, 0x3fd5555555555555, 0x3ffbb67ae8584caa},
		bad: ".version 1.4\n.target sm_13\n.entry e()\n{ .reg .f32 %f<5>;\nrcp.f32 %f1, %f2;\n}", says: "rcp"},
	{n: 54, what: "special operands of the approximate instructions",
		body: `mov.f32 %f1, 0f80000001;
mov.f32 %f2, 0fff800000;
mov.f32 %f3, 0f80000000;
mov.f32 %f4, 0f00000000;
rcp.approx.ftz.f32 %f5, %f1;
rcp.approx.f32 %f6, %f2;
sqrt.approx.f32 %f7, %f3;
rsqrt.approx.f32 %f8, %f3;
lg2.approx.f32 %f9, %f3;
ex2.approx.f32 %f10, %f2;
sin.approx.f32 %f11, %f2;
cos.approx.f32 %f12, %f4;`,
		out: "f5 f6 f7 f8 f9 f10 f11 f12", want: []uint64{0xff800000, 0x80000000, 0x80000000, 0xff800000, 0xff800000, 0, 0x7fffffff, 0x3f800000}},
	{n: 55, what: "rcp and rsqrt.approx.ftz.f64 see and give the upper half only",
		body: `mov.f64 %g1, 0d3ff00000ffffffff;
mov.f64 %g2, 0d3ff0000000000000;
rcp.approx.ftz.f64 %g3, %g1;
rcp.approx.ftz.f64 %g4, %g2;
rsqrt.approx.ftz.f64 %g5, %g1;
mov.b64 %d3, %g3;
mov.b64 %d4, %g4;
xor.b64 %d5, %d3, %d4;
mov.b64 %d6, %g5;
cvt.u32.u64 %r1, %d3;
cvt.u32.u64 %r2, %d6;`,
		out: "d5 r1 r2", want: []uint64{0, 0, 0}},
	{n: 56, what: "tanh.approx.f32 has no .ftz",
		body: `mov.f32 %f1, 0f00000000;
tanh.approx.f32 %f2, %f1;`,
		out: "f2", want: []uint64{0},
		bad: "tanh.approx.ftz.f32 %f1, %f2;", says: "ftz"},
	{n: 57, what: "the bits of an approximation are those of the model: 3, whose reciprocal rounds up; operands are no constants, which an assembler computes itself",
		body: `mov.u32 %r1, %tid.x;
cvt.rn.f32.u32 %f1, %r1;
add.rn.f32 %f2, %f1, 0f40000000;
add.rn.f32 %f1, %f1, 0f40400000;
rcp.approx.f32 %f3, %f1;
rsqrt.approx.f32 %f4, %f2;`,
		out: "f3 f4", want: []uint64{0x3eaaaaab, 0x3f3504f2}},
	{n: 58, what: "half .sat makes +0 of NaN, .relu the canonical NaN",
		body: `mov.b16 %h1, 0x7e01;
mov.b16 %h2, 0xbc00;
mov.b16 %h3, 0x3c00;
add.sat.f16 %h4, %h1, %h3;
fma.rn.relu.f16 %h5, %h1, %h3, %h3;
fma.rn.relu.f16 %h6, %h2, %h3, %h2;`,
		out: "h4 h5 h6", want: []uint64{0, 0x7fff, 0}},
	{n: 59, what: "ex2.approx.f16 keeps subnormal operands; ex2 of bf16 needs .ftz",
		body: `mov.b16 %h1, 0x0001;
mov.b16 %h2, 0x0000;
ex2.approx.f16 %h3, %h1;
ex2.approx.ftz.bf16 %h4, %h2;`,
		out: "h3 h4", want: []uint64{0x3c00, 0x3f80},
		bad: "ex2.approx.bf16 %h1, %h2;", says: "ex2"},
	{n: 60, what: "element 0 of a pair is the low half",
		body: `mov.b32 %r1, 0x40003c00;
mov.b32 %r2, 0x00003c00;
add.f16x2 %r3, %r1, %r2;
mov.b32 {%h1, %h2}, %r3;`,
		out: "h1 h2", want: []uint64{0x4000, 0x4000}},
	{n: 61, what: "fma of halves rounds once",
		body: `mov.b16 %h1, 0x3c01;
mov.b16 %h2, 0x3c01;
mov.b16 %h3, 0x1000;
mov.b16 %h4, 0x9000;
fma.rn.f16 %h5, %h1, %h2, %h3;
fma.rn.f16 %h6, %h1, %h2, %h4;`,
		out: "h5 h6", want: []uint64{0x3c03, 0x3c02}},
	{n: 62, what: "f64 rounds in every direction",
		body: `mov.f64 %g1, 0d3ff0000000000000;
mov.f64 %g2, 0d4008000000000000;
div.rz.f64 %g3, %g1, %g2;
div.rp.f64 %g4, %g1, %g2;
sqrt.rm.f64 %g5, %g2;
sqrt.rp.f64 %g6, %g2;
mov.f64 %g7, 0d3c00000000000000;
add.rp.f64 %g8, %g1, %g7;
add.rm.f64 %g9, %g1, %g7;`,
		out: "g3 g4 g5 g6 g8 g9", want: []uint64{0x3fd5555555555555, 0x3fd5555555555556, 0x3ffbb67ae8584caa, 0x3ffbb67ae8584cab, 0x3ff0000000000001, 0x3ff0000000000000}},
	{n: 63, what: "atom.add.f32 flushes subnormals in global memory and keeps them in shared",
		decl: ".global .align 4 .b32 t63;\n.shared .align 4 .b32 u63;",
		body: `mov.f32 %f1, 0f00000001;
mov.b32 %r1, 1;
mov.u64 %d1, t63;
st.global.b32 [%d1], %r1;
st.shared.b32 [u63], %r1;
atom.global.add.f32 %f2, [%d1], %f1;
atom.shared.add.f32 %f3, [u63], %f1;
ld.global.b32 %r2, [%d1];
ld.shared.b32 %r3, [u63];`,
		out: "r2 r3", want: []uint64{0, 2}},
}
