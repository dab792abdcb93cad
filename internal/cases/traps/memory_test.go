package traps

var memory = []trap{
	{n: 110, what: "membar and fence order memory and change nothing else",
		body: `mov.u32 %r1, 5;
st.global.u32 [%a1], %r1;
membar.gl;
membar.cta;
membar.sys;
fence.sc.gpu;
fence.acq_rel.cta;
ld.global.u32 %r2, [%a1];`,
		out: "r2", want: []uint64{5}},
	{n: 111, what: "atom.inc wraps at its limit, atom.dec starts there again",
		decl: ".global .align 4 .u32 t111 = 3;",
		body: `mov.u32 %r1, 3;
mov.u64 %d1, t111;
atom.global.inc.u32 %r2, [%d1], %r1;
atom.global.inc.u32 %r3, [%d1], %r1;
atom.global.dec.u32 %r4, [%d1], %r1;
atom.global.dec.u32 %r5, [%d1], %r1;
mov.u32 %r9, 9;
st.global.u32 [%d1], %r9;
atom.global.dec.u32 %r6, [%d1], %r1;
ld.global.u32 %r7, [%d1];
st.global.u32 [%d1], %r1;`,
		out: "r2 r3 r4 r5 r6 r7", want: []uint64{3, 0, 1, 0, 9, 3}},
	{n: 112, what: "atom.cas compares with its first value and stores the second; 16 bits and 128 exist",
		decl: ".global .align 16 .b32 t112[4];",
		body: `mov.b32 %r1, 0;
mov.b32 %r2, 7;
mov.u64 %d1, t112;
st.global.v4.u32 [%d1], {%r1, %r1, %r1, %r1};
atom.global.cas.b32 %r3, [%d1], %r1, %r2;
atom.global.cas.b32 %r4, [%d1], %r1, %r1;
ld.global.u32 %r5, [%d1];
mov.b16 %h1, 7;
mov.b16 %h2, 9;
atom.global.cas.b16 %h3, [%d1], %h1, %h2;
ld.global.u32 %r6, [%d1];`,
		out: "r3 r4 r5 h3 r6", want: []uint64{0, 7, 7, 7, 9}},
	{n: 113, what: "atom into _ is red, and red has neither cas nor exch",
		decl: ".global .align 4 .u32 t113;",
		body: `mov.u32 %r1, 5;
mov.u32 %r2, 0;
mov.u64 %d1, t113;
st.global.u32 [%d1], %r2;
atom.global.add.u32 _, [%d1], %r1;
red.global.add.u32 [%d1], %r1;
ld.global.u32 %r3, [%d1];`,
		out: "r3", want: []uint64{10},
		bad: "red.global.exch.b32 [%d1], %r1;", says: "exch"},
	{n: 114, what: "atomics are relaxed and generic unless they say otherwise",
		decl: ".global .align 4 .u32 t114;",
		body: `mov.u32 %r1, 5;
mov.u32 %r2, 0;
mov.u64 %d1, t114;
st.global.u32 [%d1], %r2;
cvta.global.u64 %d2, %d1;
atom.add.u32 %r3, [%d2], %r1;
atom.acq_rel.sys.global.add.u32 %r4, [%d1], %r1;
ld.u32 %r5, [%d2];`,
		out: "r3 r4 r5", want: []uint64{0, 5, 10}},
	{n: 115, what: "the halves of a packed atomic add on their own",
		decl: ".global .align 4 .b32 t115;",
		body: `mov.b32 %r1, 0x3c00bc00;
mov.b32 %r2, 0x3c003c00;
mov.u64 %d1, t115;
st.global.b32 [%d1], %r1;
atom.global.add.noftz.f16x2 %r3, [%d1], %r2;
ld.global.b32 %r4, [%d1];`,
		out: "r3 r4", want: []uint64{0x3c00bc00, 0x40000000}},
	{n: 116, what: "atomic min and max have a sign",
		decl: ".global .align 8 .b64 t116;",
		body: `mov.s32 %r1, -1;
mov.s32 %r2, 1;
mov.u64 %d1, t116;
st.global.u32 [%d1], %r1;
atom.global.max.s32 %r3, [%d1], %r2;
ld.global.u32 %r4, [%d1];
st.global.u32 [%d1], %r1;
atom.global.max.u32 %r3, [%d1], %r2;
ld.global.u32 %r5, [%d1];
mov.s64 %d2, -1;
mov.s64 %d3, 1;
st.global.u64 [%d1], %d2;
atom.global.min.u64 %d4, [%d1], %d3;
ld.global.u64 %d5, [%d1];
st.global.u64 [%d1], %d2;
atom.global.min.s64 %d4, [%d1], %d3;
ld.global.u64 %d6, [%d1];`,
		out: "r4 r5 d5 d6", want: []uint64{1, 0xffffffff, 1, minus1}},
	{n: 117, what: "a volatile load is made again each time",
		decl: ".shared .align 4 .u32 t117;",
		body: `mov.u32 %r1, %tid.x;
setp.ne.u32 %p1, %r1, 0;
mov.u32 %r2, 0;
@!%p1 st.volatile.shared.u32 [t117], %r2;
bar.sync 0;
@!%p1 bra write;
wait:
ld.volatile.shared.u32 %r2, [t117];
setp.eq.u32 %p2, %r2, 0;
@%p2 bra wait;
bra done;
write:
mov.u32 %r2, 6;
st.volatile.shared.u32 [t117], %r2;
done:`,
		out: "r2", threads: 64, fixed: true,
		each: lanes(64, func(i uint32) []uint64 { return []uint64{6} })},
	{n: 118, what: "ld.global.nc is a load",
		decl: ".global .align 4 .u32 t118 = 77;",
		body: `mov.u64 %d1, t118;
ld.global.nc.u32 %r1, [%d1];`,
		out: "r1", want: []uint64{77}},
	{n: 119, what: "sources and addresses are read before anything is written",
		decl: ".global .align 8 .u32 t119[4] = {1, 2, 3, 4};",
		body: `mov.u64 %d1, t119;
ld.global.v2.u64 {%d1, %d2}, [%d1];
mov.b32 %r1, 5;
mov.b32 %r2, 6;
mov.b64 %d3, {%r1, %r2};
mov.b64 {%r2, %r1}, %d3;`,
		out: "d1 d2 r1 r2", want: []uint64{0x200000001, 0x400000003, 6, 5}},
	{n: 120, what: "a load or store whose guard is false touches nothing",
		body: `mov.u64 %d1, 16;
mov.u32 %r1, 4;
setp.eq.u32 %p1, %r1, 0;
@%p1 ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%d1];
@%p1 st.global.v2.u32 [%d1], {%r1, %r1};`,
		out: "r1", want: []uint64{4}},
	{n: 121, what: "narrow loads extend by their type, narrow stores cut",
		decl: ".global .align 4 .u32 t121;",
		body: `mov.u64 %d1, t121;
mov.u32 %r1, 0x12345680;
st.global.u32 [%d1], %r1;
ld.global.u8 %r2, [%d1];
ld.global.s8 %r3, [%d1];
ld.global.b8 %r4, [%d1];
ld.global.s8 %d2, [%d1];
st.global.u8 [%d1+1], %r1;
ld.global.u32 %r5, [%d1];`,
		out: "r2 r3 r4 d2 r5", want: []uint64{0x80, 0xffffff80, 0x80, 0xffffffffffffff80, 0x12348080}},
	{n: 122, what: "a load has to fit the register: bits go anywhere of their size, f32 not into f64",
		decl: ".global .align 4 .u32 t122 = 0x3f803c00;",
		body: `mov.u64 %d1, t122;
ld.global.b16 %h1, [%d1];
ld.global.f32 %r1, [%d1];
ld.global.b32 %f1, [%d1];`,
		out: "h1 r1 f1", want: []uint64{0x3c00, 0x3f803c00, 0x3f803c00},
		bad: "ld.global.f32 %g1, [%d1];", says: "%g1"},
	{n: 123, what: "ld.v4.u8 goes into wider registers and is aligned to 4",
		decl: ".global .align 4 .u32 t123 = 0x04038281;",
		body: `mov.u64 %d1, t123;
ld.global.v4.u8 {%r1, %r2, %r3, %r4}, [%d1];
ld.global.v2.s8 {%h1, %h2}, [%d1];`,
		out: "r1 r2 r3 r4 h1 h2", want: []uint64{0x81, 0x82, 3, 4, 0xff81, 0xff82}},
	{n: 124, what: "a misaligned access is a fault",
		decl: ".global .align 4 .b32 t124[2];",
		body: `mov.u64 %d1, t124;
ld.global.u32 %r1, [%d1+2];`,
		out: "r1", fault: "of the access"},
	{n: 125, what: "the offset of an address is signed and the sum wraps",
		decl: ".global .align 4 .u32 t125[3] = {10, 20, 30};",
		body: `mov.u64 %d1, t125;
add.u64 %d1, %d1, 4;
ld.global.u32 %r1, [%d1+-4];
ld.global.u32 %r2, [%d1+4];`,
		out: "r1 r2", want: []uint64{10, 30}},
	{n: 126, what: "the address of a variable is the one inside its space",
		decl: ".shared .align 4 .u32 t126;",
		body: `mov.u64 %d1, t126;
cvta.shared.u64 %d2, %d1;
mov.u32 %r1, 8;
st.u32 [%d2], %r1;
ld.shared.u32 %r2, [%d1];
setp.eq.u64 %p1, %d1, %d2;`,
		out: "r2 p1", want: []uint64{8, 0}},
	{n: 127, what: "cvta there and back is the same address",
		decl: ".shared .align 4 .b32 t127[8];",
		body: `mov.u64 %d1, t127;
add.u64 %d1, %d1, 12;
cvta.shared.u64 %d2, %d1;
add.u64 %d2, %d2, 4;
cvta.to.shared.u64 %d3, %d2;
sub.u64 %d4, %d3, %d1;`,
		out: "d4", want: []uint64{4}},
	{n: 128, what: "isspacep tells the spaces apart",
		decl: ".shared .align 4 .u32 t128;\n.global .align 4 .u32 u128;",
		body: `mov.u64 %d1, t128;
cvta.shared.u64 %d2, %d1;
mov.u64 %d3, u128;
cvta.global.u64 %d4, %d3;
isspacep.shared %p1, %d2;
isspacep.global %p2, %d2;
isspacep.global %p3, %d4;
isspacep.local %p4, %d4;`,
		out: "p1 p2 p3 p4", want: []uint64{1, 0, 1, 0}},
	{n: 129, what: "all extern shared arrays start at the same address",
		decl: ".extern .shared .align 16 .b8 t129[];\n.extern .shared .align 16 .b32 u129[];",
		body: `mov.u32 %r1, t129;
mov.u32 %r2, u129;
sub.u32 %r3, %r1, %r2;`,
		out: "r3", want: []uint64{0}},
	{n: 130, what: "a shared variable of a function exists once in a CTA",
		decl: `.func (.reg .b32 rv) f130(.reg .b32 x)
{
	.shared .align 4 .u32 count;
	.reg .b32 %r<3>;
	atom.shared.add.u32 %r1, [count], x;
	mov.b32 rv, %r1;
	ret;
}`,
		body: `mov.u32 %r1, 5;
call (%r2), f130, (%r1);
call (%r3), f130, (%r1);
sub.u32 %r4, %r3, %r2;`,
		out: "r4", want: []uint64{5}},
	{n: 131, what: "the address of a function's parameter is that of a copy in local memory",
		decl: `.func (.param .b32 rv) f131(.param .b32 x)
{
	.reg .b32 %r<3>;
	.reg .b64 %d<3>;
	mov.b64 %d1, x;
	ld.local.u32 %r1, [%d1];
	add.u32 %r1, %r1, 1;
	st.param.b32 [rv], %r1;
	ret;
}`,
		body: `mov.u32 %r1, 5;
{
.param .b32 p0;
.param .b32 q0;
st.param.b32 [p0], %r1;
call (q0), f131, (p0);
ld.param.b32 %r2, [q0];
}`,
		out: "r2", want: []uint64{6}},
	{n: 132, what: "an address in an initialiser is one in its space; generic() makes it generic",
		decl: ".global .align 4 .u32 t132 = 42;\n.global .align 8 .u64 u132 = t132;\n.global .align 8 .u64 v132 = generic(t132);",
		body: `mov.u64 %d1, u132;
ld.global.u64 %d2, [%d1];
ld.global.u32 %r1, [%d2];
mov.u64 %d3, v132;
ld.global.u64 %d4, [%d3];
ld.u32 %r2, [%d4];`,
		out: "r1 r2", want: []uint64{42, 42}},
	{n: 133, what: "global and constant variables start as zeros",
		decl: ".global .align 4 .b32 t133[4];\n.const .align 4 .b32 u133[4];",
		body: `mov.u64 %d1, t133;
ld.global.u32 %r1, [%d1+12];
ld.const.u32 %r2, [u133+8];`,
		out: "r1 r2", want: []uint64{0, 0}},
}
