package traps

const minus1 = 1<<64 - 1

var integer = []trap{
	{n: 1, what: "a shift left by 32 or more gives 0, whatever the upper bits of the amount",
		body: `mov.u32 %r1, 0x80000001;
mov.u32 %r2, 31;
mov.u32 %r3, 32;
mov.u32 %r4, 0xffffffff;
mov.u32 %r9, 0x100;
shl.b32 %r5, %r1, %r2;
shl.b32 %r6, %r1, %r3;
shl.b32 %r7, %r1, %r4;
shl.b32 %r8, %r1, %r9;`,
		out: "r5 r6 r7 r8", want: []uint64{0x80000000, 0, 0, 0}},
	{n: 2, what: "a signed shift right by too much gives the sign, at the width of the type",
		body: `mov.u32 %r1, 0x80000000;
mov.u32 %r2, 40;
mov.u32 %r3, 16;
mov.b16 %h1, 0x8000;
mov.b64 %d1, 0x8000000000000000;
mov.u32 %r4, 64;
shr.s32 %r5, %r1, %r2;
shr.u32 %r6, %r1, %r2;
shr.s16 %h2, %h1, %r3;
shr.u16 %h3, %h1, %r3;
shr.s64 %d2, %d1, %r4;
shr.u64 %d3, %d1, %r4;
shr.s64 %d4, %d1, %r2;`,
		out: "r5 r6 h2 h3 d2 d3 d4", want: []uint64{0xffffffff, 0, 0xffff, 0, minus1, 0, 0xffffffffff800000}},
	{n: 3, what: "the amount of a shift has 32 bits, whatever is shifted",
		bad: "shl.b64 %d1, %d2, %d3;", says: "%d3"},
	{n: 4, what: "mul24 takes 24 bits of each operand; .hi is bits 47 to 16 of the product",
		body: `mov.u32 %r1, 0xff800001;
mov.u32 %r2, 0x01000003;
mul24.lo.u32 %r3, %r1, %r2;
mul24.hi.u32 %r4, %r1, %r2;
mul24.lo.s32 %r5, %r1, %r2;
mul24.hi.s32 %r6, %r1, %r2;
mad24.hi.u32 %r7, %r1, %r2, %r2;`,
		out: "r3 r4 r5 r6 r7", want: []uint64{0x01800003, 0x00000180, 0xfe800003, 0xfffffe80, 0x01000183}},
	{n: 5, what: "mad.hi.sat.s32 clamps the addition only, and only that form has .sat",
		body: `mov.u32 %r1, 0x7fffffff;
mov.u32 %r2, 0x7fffffff;
mad.hi.sat.s32 %r3, %r1, %r2, %r1;
mov.u32 %r4, 0x80000000;
mad.hi.sat.s32 %r5, %r4, %r1, %r4;
mad.hi.s32 %r6, %r1, %r2, %r1;`,
		out: "r3 r5 r6", want: []uint64{0x7fffffff, 0x80000000, 0xbffffffe},
		bad: "mad.lo.sat.s32 %r1, %r2, %r3, %r4;", says: ".sat"},
	{n: 6, what: "mul.wide doubles the width, and so does the addend of mad.wide",
		body: `mov.u16 %h1, 0xffff;
mov.u16 %h2, 2;
mul.wide.s16 %r1, %h1, %h2;
mul.wide.u16 %r2, %h1, %h2;
mov.u32 %r3, 0xffffffff;
mov.u64 %d1, 0x100000000;
mad.wide.u32 %d2, %r3, %r3, %d1;
mad.wide.s32 %d3, %r3, %r3, %d1;`,
		out: "r1 r2 d2 d3", want: []uint64{0xfffffffe, 0x1fffe, 0xffffffff00000001, 0x100000001},
		bad: "mad.wide.u32 %d1, %r1, %r2, %r3;", says: "%r3"},
	{n: 7, what: "mul.hi of 64 bits needs 128",
		body: `mov.u64 %d1, 0xffffffffffffffff;
mov.u64 %d2, 0x8000000000000000;
mul.hi.u64 %d3, %d1, %d1;
mul.hi.s64 %d4, %d1, %d1;
mul.hi.s64 %d5, %d2, %d2;
mul.hi.u64 %d6, %d2, %d1;`,
		out: "d3 d4 d5 d6", want: []uint64{0xfffffffffffffffe, 0, 1 << 62, 0x7fffffffffffffff}},
	{n: 8, what: "sad wraps where the difference exceeds the signed range",
		body: `mov.s32 %r1, -2147483648;
mov.s32 %r2, 2147483647;
mov.s32 %r3, 5;
sad.s32 %r4, %r1, %r2, %r3;
sad.u32 %r5, %r1, %r2, %r3;
sad.s32 %r6, %r2, %r1, %r3;`,
		out: "r4 r5 r6", want: []uint64{4, 6, 4}},
	{n: 9, what: "division by zero does not trap and gives all ones",
		body: `mov.u32 %r1, 7;
mov.u32 %r2, 0;
mov.u64 %d1, 7;
mov.u64 %d2, 0;
div.u32 %r3, %r1, %r2;
div.s32 %r4, %r1, %r2;
rem.u32 %r5, %r1, %r2;
div.u64 %d3, %d1, %d2;
rem.s64 %d4, %d1, %d2;`,
		out: "r3 r4 r5 d3 d4", want: []uint64{0xffffffff, 0xffffffff, 0xffffffff, minus1, minus1}},
	{n: 10, what: "the least integer divided by -1 is itself",
		body: `mov.s32 %r1, -2147483648;
mov.s32 %r2, -1;
mov.s64 %d1, 0x8000000000000000;
mov.s64 %d2, -1;
div.s32 %r3, %r1, %r2;
rem.s32 %r4, %r1, %r2;
div.s64 %d3, %d1, %d2;
rem.s64 %d4, %d1, %d2;`,
		out: "r3 r4 d3 d4", want: []uint64{0x80000000, 0, 1 << 63, 0}},
	{n: 11, what: "a remainder has the sign of the dividend",
		body: `mov.s32 %r1, -7;
mov.s32 %r2, 3;
mov.s32 %r3, 7;
mov.s32 %r4, -3;
rem.s32 %r5, %r1, %r2;
rem.s32 %r6, %r3, %r4;
div.s32 %r7, %r1, %r2;`,
		out: "r5 r6 r7", want: []uint64{0xffffffff, 1, 0xfffffffe}},
	{n: 12, what: "abs and neg of the least integer are itself",
		body: `mov.s32 %r1, -2147483648;
mov.s16 %h1, 0x8000;
mov.s64 %d1, 0x8000000000000000;
abs.s32 %r2, %r1;
neg.s32 %r3, %r1;
abs.s16 %h2, %h1;
abs.s64 %d2, %d1;`,
		out: "r2 r3 h2 d2", want: []uint64{0x80000000, 0x80000000, 0x8000, 1 << 63}},
	{n: 13, what: "add.sat and sub.sat are for s32",
		body: `mov.s32 %r1, 0x7fffffff;
mov.s32 %r2, -2147483648;
mov.s32 %r3, 1;
add.sat.s32 %r4, %r1, %r3;
sub.sat.s32 %r5, %r2, %r3;
add.sat.s32 %r6, %r2, %r3;`,
		out: "r4 r5 r6", want: []uint64{0x7fffffff, 0x80000000, 0x80000001},
		bad: "add.sat.u32 %r1, %r2, %r3;", says: "sat"},
	{n: 14, what: "packed sums do not carry from one half into the other",
		body: `mov.b32 %r1, 0x0001ffff;
mov.b32 %r2, 0x00010001;
add.u16x2 %r3, %r1, %r2;
add.s16x2 %r4, %r1, %r2;`,
		out: "r3 r4", want: []uint64{0x00020000, 0x00020000}},
	{n: 15, what: "min.relu and max.relu clamp after the choice, each half alone",
		body: `mov.b32 %r1, 0xfff00005;
mov.b32 %r2, 0x0003fff0;
min.relu.s16x2 %r3, %r1, %r2;
max.relu.s16x2 %r4, %r1, %r2;
mov.b32 %r5, 0xfffffff0;
min.relu.s32 %r6, %r5, %r2;`,
		out: "r3 r4 r6", want: []uint64{0, 0x00030005, 0}},
	{n: 16, what: "bfe takes the low 8 bits of position and length",
		body: `mov.u32 %r1, 0x12345678;
mov.u32 %r2, 0x108;
mov.u32 %r3, 0x208;
mov.u32 %r4, 256;
bfe.u32 %r5, %r1, %r2, %r3;
bfe.u32 %r6, %r1, %r2, %r4;`,
		out: "r5 r6", want: []uint64{0x56, 0}},
	{n: 17, what: "bfe.s32 of no bits is 0, beyond the word it is the sign",
		body: `mov.u32 %r1, 0x80000000;
mov.u32 %r2, 40;
mov.u32 %r3, 8;
mov.u32 %r4, 0;
bfe.s32 %r5, %r1, %r2, %r3;
bfe.u32 %r6, %r1, %r2, %r3;
bfe.s32 %r7, %r1, %r4, %r4;`,
		out: "r5 r6 r7", want: []uint64{0xffffffff, 0, 0}},
	{n: 18, what: "bfe.s32 that runs past the word is filled from bit 31",
		body: `mov.u32 %r1, 0x80000000;
mov.u32 %r2, 0x40000000;
mov.u32 %r3, 28;
mov.u32 %r4, 8;
bfe.s32 %r5, %r1, %r3, %r4;
bfe.s32 %r6, %r2, %r3, %r4;`,
		out: "r5 r6", want: []uint64{0xfffffff8, 4}},
	{n: 19, what: "bfi of no bits, or beyond the word, changes nothing; bits past the word are dropped",
		body: `mov.u32 %r1, 0xff;
mov.u32 %r2, 0x12345678;
mov.u32 %r3, 28;
mov.u32 %r4, 8;
mov.u32 %r5, 0;
mov.u32 %r6, 32;
bfi.b32 %r7, %r1, %r2, %r3, %r4;
bfi.b32 %r8, %r1, %r2, %r3, %r5;
bfi.b32 %r9, %r1, %r2, %r6, %r4;
bfi.b32 %r10, %r1, %r2, %r4, %r4;`,
		out: "r7 r8 r9 r10", want: []uint64{0xf2345678, 0x12345678, 0x12345678, 0x1234ff78}},
	{n: 20, what: "bfind finds nothing in 0, and signed nothing in -1",
		body: `mov.u32 %r1, 0;
mov.s32 %r2, -1;
mov.s32 %r3, -256;
bfind.u32 %r4, %r1;
bfind.s32 %r5, %r2;
bfind.shiftamt.u32 %r6, %r1;
bfind.s32 %r7, %r3;
bfind.u32 %r8, %r2;
bfind.shiftamt.s32 %r9, %r3;`,
		out: "r4 r5 r6 r7 r8 r9", want: []uint64{0xffffffff, 0xffffffff, 0xffffffff, 7, 31, 24}},
	{n: 21, what: "bfind, popc and clz of 64 bits give 32",
		body: `mov.u64 %d1, 0x8000000000000001;
popc.b64 %r1, %d1;
clz.b64 %r2, %d1;
bfind.u64 %r3, %d1;`,
		out: "r1 r2 r3", want: []uint64{2, 0, 63},
		bad: "popc.b64 %d1, %d2;", says: "%d1"},
	{n: 22, what: "clz of 0 is the width",
		body: `mov.u32 %r1, 0;
mov.u64 %d1, 0;
clz.b32 %r2, %r1;
clz.b64 %r3, %d1;`,
		out: "r2 r3", want: []uint64{32, 64}},
	{n: 23, what: "fns with offset 0 looks at the base only; a negative offset searches down from it",
		body: `mov.b32 %r1, 0x000000a6;
mov.b32 %r2, 2;
mov.s32 %r3, 0;
mov.s32 %r4, 1;
mov.s32 %r5, -2;
mov.b32 %r10, 3;
mov.s32 %r11, 3;
fns.b32 %r6, %r1, %r2, %r3;
fns.b32 %r7, %r1, %r10, %r3;
fns.b32 %r8, %r1, %r2, %r4;
fns.b32 %r9, %r1, %r2, %r5;
fns.b32 %r12, %r1, %r2, %r11;
fns.b32 %r13, %r1, %r10, %r4;`,
		out: "r6 r7 r8 r9 r12 r13", want: []uint64{2, 0xffffffff, 2, 1, 7, 5}},
	{n: 24, what: "szext.clamp by 32 or more changes nothing; szext.wrap by a multiple of 32 gives 0",
		body: `mov.u32 %r1, 0x87654321;
mov.u32 %r2, 32;
mov.u32 %r3, 100;
szext.clamp.s32 %r4, %r1, %r2;
szext.clamp.u32 %r5, %r1, %r3;
szext.wrap.s32 %r6, %r1, %r2;
szext.wrap.u32 %r7, %r1, %r3;`,
		out: "r4 r5 r6 r7", want: []uint64{0x87654321, 0x87654321, 0, 1}},
	{n: 25, what: "bmsk.clamp stops at the top, bmsk.wrap of a multiple of 32 bits is 0",
		body: `mov.b32 %r1, 32;
mov.b32 %r2, 4;
mov.b32 %r3, 28;
mov.b32 %r4, 40;
bmsk.clamp.b32 %r5, %r1, %r2;
bmsk.clamp.b32 %r6, %r3, %r4;
bmsk.wrap.b32 %r7, %r2, %r1;
bmsk.wrap.b32 %r8, %r4, %r2;`,
		out: "r5 r6 r7 r8", want: []uint64{0, 0xf0000000, 0, 0xf00}},
	{n: 26, what: "dp4a and dp2a have a sign for each operand, and wrap",
		body: `mov.b32 %r1, 0xff01ff01;
mov.b32 %r2, 0x02020202;
mov.u32 %r3, 0xffffffff;
dp4a.s32.u32 %r4, %r1, %r2, %r3;
dp4a.u32.u32 %r5, %r1, %r2, %r3;
dp4a.u32.s32 %r6, %r2, %r1, %r3;
dp2a.lo.s32.u32 %r7, %r1, %r2, %r3;
dp2a.hi.u32.u32 %r8, %r1, %r2, %r3;`,
		out: "r4 r5 r6 r7 r8", want: []uint64{0xffffffff, 0x3ff, 0xffffffff, 0xfffffc03, 0x3fc03}},
	{n: 27, what: "cnot is 1 for 0 and 0 for everything else",
		body: `mov.b32 %r1, 0;
mov.b32 %r2, 0x80;
mov.b64 %d1, 0x100000000;
cnot.b32 %r3, %r1;
cnot.b32 %r4, %r2;
cnot.b64 %d2, %d1;`,
		out: "r3 r4 d2", want: []uint64{1, 0, 0}},
	{n: 28, what: "the table of lop3 is indexed by a, b, c from the top",
		body: `mov.b32 %r1, 0xff00ff00;
mov.b32 %r2, 0xf0f0f0f0;
mov.b32 %r3, 0xcccccccc;
lop3.b32 %r4, %r1, %r2, %r3, 0x40;
lop3.b32 %r5, %r1, %r2, %r3, 0xf0;
lop3.b32 %r6, %r1, %r2, %r3, 0xca;`,
		out: "r4 r5 r6", want: []uint64{0x30003000, 0xff00ff00, 0xf0ccf0cc}},
	{n: 29, what: "lop3.BoolOp compares the whole result with 0, then combines",
		body: `mov.b32 %r1, 0xff;
mov.b32 %r2, 0xff00;
mov.b32 %r3, 0;
setp.eq.u32 %p1, %r3, 0;
lop3.or.b32 %r4|%p2, %r1, %r2, %r3, 0xc0, !%p1;
lop3.and.b32 %r5|%p3, %r1, %r2, %r3, 0xfc, %p1;`,
		head: "8.2 sm_90", out: "r4 p2 r5 p3", want: []uint64{0, 0, 0xffff, 1}},
	{n: 30, what: "shf takes the low word first; .clamp stops at 32",
		body: `mov.b32 %r1, 0x11111111;
mov.b32 %r2, 0x88888888;
mov.u32 %r3, 4;
mov.u32 %r4, 40;
shf.l.wrap.b32 %r5, %r1, %r2, %r3;
shf.r.wrap.b32 %r6, %r1, %r2, %r3;
shf.l.clamp.b32 %r7, %r1, %r2, %r4;
shf.r.clamp.b32 %r8, %r1, %r2, %r4;
shf.l.wrap.b32 %r9, %r1, %r2, %r4;`,
		out: "r5 r6 r7 r8 r9", want: []uint64{0x88888881, 0x81111111, 0x11111111, 0x88888888, 0x88888811}},
	{n: 31, what: "prmt replicates the sign of a byte; only the low 16 bits of the selector count",
		body: `mov.b32 %r1, 0x80007f01;
mov.b32 %r2, 0x44332211;
mov.b32 %r3, 0xffff4ba8;
prmt.b32 %r4, %r1, %r2, %r3;`,
		out: "r4", want: []uint64{0x11ff0000}},
	{n: 32, what: "the special modes of prmt use two bits of the selector and no signs",
		body: `mov.b32 %r1, 0x83828180;
mov.b32 %r2, 0x87868584;
mov.b32 %r3, 0xfffffffd;
prmt.b32.f4e %r4, %r1, %r2, %r3;
prmt.b32.rc8 %r5, %r1, %r2, %r3;
prmt.b32.b4e %r6, %r1, %r2, %r3;
prmt.b32.ecl %r7, %r1, %r2, %r3;
prmt.b32.ecr %r8, %r1, %r2, %r3;
prmt.b32.rc16 %r9, %r1, %r2, %r3;`,
		out: "r4 r5 r6 r7 r8 r9", want: []uint64{0x84838281, 0x81818181, 0x86878081, 0x83828181, 0x81818180, 0x83828382}},
	{n: 33, what: "prmt has its mode behind the type",
		body: `mov.b32 %r1, 0x83828180;
prmt.b32.f4e %r2, %r1, %r1, 1;`,
		out: "r2", want: []uint64{0x80838281}},
	{n: 34, what: "addc without .cc leaves the carry alone",
		body: `mov.u32 %r1, 0xffffffff;
mov.u32 %r2, 1;
mov.u32 %r3, 0;
add.cc.u32 %r4, %r1, %r2;
addc.u32 %r5, %r3, %r3;
add.u32 %r9, %r3, %r3;
addc.u32 %r6, %r3, %r3;
addc.cc.u32 %r7, %r3, %r3;
addc.u32 %r8, %r3, %r3;`,
		out: "r4 r5 r6 r7 r8", want: []uint64{0, 1, 1, 1, 0}},
	{n: 35, what: "subc subtracts the borrow",
		body: `mov.u32 %r1, 0;
mov.u32 %r2, 1;
mov.u32 %r3, 5;
sub.cc.u32 %r4, %r1, %r2;
subc.cc.u32 %r5, %r3, %r2;
subc.u32 %r6, %r3, %r2;`,
		out: "r4 r5 r6", want: []uint64{0xffffffff, 3, 4}},
	{n: 36, what: "the carry of mad.hi.cc is that of the addition",
		body: `mov.u32 %r1, 0xffffffff;
mov.u32 %r2, 2;
mov.u32 %r3, 0;
mad.hi.cc.u32 %r4, %r1, %r1, %r2;
addc.u32 %r5, %r3, %r3;
mad.lo.cc.u32 %r6, %r1, %r1, %r1;
madc.hi.u32 %r7, %r1, %r1, %r3;`,
		out: "r4 r5 r6 r7", want: []uint64{0, 1, 0, 0xffffffff}},
	// ptxas does not, so that these stand apart.
	{n: 37, what: "examples of the manual write bfe.b32 and add.cc.b32", head: "2.3 sm_20",
		body: `mov.b32 %r1, 0xffffffff;
mov.b32 %r2, 4;
mov.b32 %r3, 0;
bfe.b32 %r4, %r1, %r2, %r2;
add.cc.b32 %r5, %r1, %r2;
addc.cc.b32 %r6, %r3, %r3;`,
		out: "r4 r5 r6", want: []uint64{0xf, 3, 1}},
}
