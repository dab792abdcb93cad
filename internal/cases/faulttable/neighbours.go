package faulttable

import "strings"

// twoArrays are local variables that stay in memory. %d1 points to element %i of x, %d2
// to that of y; %d3 points to element 5 of x, and %d4 of y, by an index that nobody
// knows.
const twoArrays = `
	.local .u32 x[16];
	.local .u32 y[16];
	mul.wide.s32 %d9, %i, 4;
	mov.u64 %d1, x;
	mov.u64 %d2, y;
	and.b32 %r9, %t, 7;
	mul.wide.u32 %d8, %r9, 4;
	add.u64 %d3, %d1, %d8;
	add.u64 %d4, %d2, %d8;
	add.u64 %d1, %d1, %d9;
	add.u64 %d2, %d2, %d9;
	@!%hit bra on;
`

// calledOver is a function that is not inlined, whose local variable is accessed i
// elements after its start: to where the caller's are.
const calledOver = `
.func (.reg .b32 r) f_NAME(.reg .b32 x, .reg .b32 i)
{
	.local .u32 l[8];
	.reg .pred %p;
	.reg .b32 %k;
	.reg .b64 %a, %o;
	setp.eq.u32 %p, x, 0x7fffffff;
	@%p call (r), f_NAME, (x, i);
	and.b32 %k, x, 7;
	mul.wide.u32 %o, %k, 4;
	mov.u64 %a, l;
	add.u64 %a, %a, %o;
	st.local.u32 [%a], x;
	mul.wide.s32 %o, i, 4;
	mov.u64 %a, l;
	add.u64 %a, %a, %o;
	st.local.u32 [%a], 77;
	ld.local.u32 r, [%a+LAST]; //!
	ret;
}
`

// Neighbours are accesses that overflow a variable: into the next shared one, the next of the
// frame or another frame, which is no fault, and out of the memory of the CTA or thread.
var Neighbours = []Row{
	// The first element after a shared variable is that of the next.
	{Name: "shared_begins_at_end", Kind: "address", Body: `
	.shared .u32 x[16];
	.shared .u32 y[16];
	and.b32 %r1, %t, 32;
	shl.b32 %r1, %r1, 1;
	mov.u32 %r2, x;
	add.u32 %r2, %r2, %r1;
	st.shared.u32 [%r2], 77;
	ld.shared.u32 %r3, [y];
	setp.ne.u32 %p1, %r3, 77;
	and.pred %p1, %p1, %hit;
	@%p1 trap;
	ld.global.u32 %r3, [%ai]; //!
	st.global.u32 [%tb], %r3;`},
	{Name: "local_neighbour", Kind: "address", N: 21, Body: twoArrays + `
	st.local.u32 [%d1], 77;
	ld.local.u32 %r3, [%d4];
	setp.ne.u32 %p1, %r3, 77;
	@%p1 trap;
	st.local.u32 [%d3], 5;
	st.local.u32 [%d1+40], %t;
	ld.local.u32 %r4, [%d1+44]; //!
on:
	st.global.u32 [%tb], %r4;`},
	{Name: "local_neighbour_before", Kind: "address", N: -11, Body: twoArrays + `
	st.local.f32 [%d3], 0f3f800000;
	ld.local.f32 %f3, [%d2];
	setp.neu.f32 %p1, %f3, 0f3f800000;
	@%p1 trap;
	st.local.f32 [%d4], %f3;
	st.local.f32 [%d2+-20], %f3;
	st.local.f32 [%d2+-24], %f3; //!
on:
	st.global.u32 [%tb], %t;`},
	{Name: "local_neighbour_unsigned", Kind: "address", N: 13, Body: twoArrays + `
	add.u32 %r1, %i, 3;
	and.b32 %r1, %r1, 31;
	mul.wide.u32 %d9, %r1, 4;
	mov.u64 %d1, x;
	add.u64 %d1, %d1, %d9;
	st.local.u32 [%d1+20], 77;
	ld.local.u32 %r3, [%d4];
	setp.ne.u32 %p1, %r3, 77;
	@%p1 trap;
	st.local.u32 [%d3], 5;
	st.local.u32 [%d1+60], %t;
	ld.local.u32 %r4, [%d1+64]; //!
on:
	st.global.u32 [%tb], %r4;`},
	{Name: "local_neighbour_constant", Kind: "address", Body: twoArrays + `
	st.local.u32 [%d4], 77;
	ld.local.u32 %r3, [x+84];
	setp.ne.u32 %p1, %r3, 77;
	@%p1 trap;
	st.local.u32 [y+-44], 78;
	ld.local.u32 %r3, [%d3];
	setp.ne.u32 %p1, %r3, 78;
	@%p1 trap;
	st.local.u32 [x+128], %r3; //!
on:
	st.global.u32 [%tb], %r4;`},
	{Name: "local_neighbour_loop", Kind: "address", Body: twoArrays + `
	mov.u64 %d1, y;
	add.u64 %d5, %d1, 64;
	sub.u64 %d1, %d1, 64;
	mov.u32 %r3, 0;
more:
	st.local.u32 [%d1], %r3;
	add.u64 %d1, %d1, 4;
	add.u32 %r3, %r3, 1;
	setp.lt.u64 %p1, %d1, %d5;
	@%p1 bra more;
	ld.local.u32 %r4, [%d3];
	ld.local.u32 %r5, [%d4];
	mad.lo.u32 %r4, %r5, 100, %r4;
	setp.ne.u32 %p1, %r4, 2105;
	@%p1 trap;
	st.local.u32 [%d1], %r3; //!
on:
	st.global.u32 [%tb], %r4;`},
	{Name: "local_neighbour_bytes", Kind: "address", N: 9, Body: `
	.local .align 8 .b8 x[8];
	.local .align 8 .b8 y[9];
	mov.u64 %d1, x;
	mov.u64 %d2, y;
	cvt.s64.s32 %d9, %i;
	and.b32 %r9, %t, 4;
	cvt.u64.u32 %d8, %r9;
	add.u64 %d4, %d2, %d8;
	add.u64 %d3, %d1, %d8;
	@!%hit bra on;
	add.u64 %d1, %d1, %d9;
	st.local.u16 [%d4+-4], %r9;
	st.local.u16 [%d3], %r9;
	st.local.u8 [%d1], 77;
	ld.local.u16 %r3, [%d4+-4];
	setp.ne.u32 %p1, %r3, 0x4d04;
	@%p1 trap;
	st.local.u8 [%d1+7], %t;
	ld.local.u8 %r4, [%d1+8]; //!
on:
	st.global.u32 [%tb], %r4;`},
	{Name: "local_neighbour_vector", Kind: "address", N: 20, Body: `
	.local .align 16 .u32 x[16];
	.local .align 16 .u32 y[16];
	mov.u64 %d1, x;
	mov.u64 %d2, y;
	mul.wide.s32 %d9, %i, 4;
	and.b32 %r9, %t, 7;
	mul.wide.u32 %d8, %r9, 4;
	add.u64 %d3, %d1, %d8;
	add.u64 %d4, %d2, %d8;
	@!%hit bra on;
	add.u64 %d1, %d1, %d9;
	st.local.u32 [%d3], %t;
	st.local.v2.u32 [%d1], {5, 77};
	ld.local.u32 %r3, [%d4];
	setp.ne.u32 %p1, %r3, 77;
	@%p1 trap;
	st.local.v4.u32 [%d1+32], {5, 77, 5, 77};
	st.local.v2.u32 [%d1+48], {5, 77}; //!
on:
	st.global.u32 [%tb], %t;`},
	{Name: "local_neighbour_misaligned", Kind: "misaligned", N: 67, Body: `
	.local .align 8 .b8 x[64];
	.local .align 8 .b8 y[64];
	mov.u64 %d1, x;
	mov.u64 %d2, y;
	cvt.s64.s32 %d9, %i;
	and.b32 %r9, %t, 7;
	cvt.u64.u32 %d8, %r9;
	add.u64 %d4, %d2, %d8;
	add.u64 %d1, %d1, %d9;
	@!%hit bra on;
	st.local.u8 [%d4], 77;
	ld.local.u8 %r3, [%d1+2];
	setp.ne.u32 %p1, %r3, 77;
	@%p1 trap;
	st.local.u32 [%d1+5], %t;
	st.local.u32 [%d1+6], %t; //!
on:
	st.global.u32 [%tb], %t;`},
	{Name: "narrow_local_neighbour", Module: Narrow, Kind: "address", N: 21, Body: `
	.local .u32 x[16];
	.local .u32 y[16];
	mov.u32 %d1, x;
	mov.u32 %d2, y;
	and.b32 %r9, %t, 7;
	shl.b32 %r9, %r9, 2;
	add.u32 %d3, %d1, %r9;
	add.u32 %d4, %d2, %r9;
	shl.b32 %r8, %i, 2;
	add.u32 %d1, %d1, %r8;
	add.u32 %d2, %d2, %r8;
	@!%hit bra on;
	st.local.u32 [%d1], 77;
	ld.local.u32 %r3, [%d4];
	setp.ne.u32 %p1, %r3, 77;
	@%p1 trap;
	st.local.u32 [%d3], 78;
	ld.local.u32 %r3, [%d2+-128];
	setp.ne.u32 %p1, %r3, 78;
	@%p1 trap;
	ld.local.u32 %r4, [%d1+44]; //!
on:
	st.global.u32 [%tb], %r4;`},

	// A frame is as large as its variables, and what aligns it is there too.
	{Name: "local_frame_end", Kind: "address", N: 5, Body: `
	.local .u32 x[16];
	.local .b8 y[5];
	mov.u64 %d1, x;
	mov.u64 %d2, y;
	cvt.s64.s32 %d9, %i;
	and.b32 %r9, %t, 4;
	cvt.u64.u32 %d8, %r9;
	add.u64 %d4, %d2, %d8;
	add.u64 %d3, %d1, %d8;
	add.u64 %d2, %d2, %d9;
	@!%hit bra on;
	st.local.u32 [%d3], %t;
	st.local.u8 [%d4], %t;
	st.local.u8 [%d2+-1], %t;
	st.local.u8 [%d2], %t; //!
on:
	st.global.u32 [%tb], %t;`},
	{Name: "local_frame_aligned", Kind: "address", N: -12, Body: `
	.local .align 64 .u32 x[16];
	mov.u64 %d1, x;
	mul.wide.s32 %d9, %i, 4;
	and.b32 %r9, %t, 12;
	cvt.u64.u32 %d8, %r9;
	add.u64 %d3, %d1, %d8;
	and.b64 %d4, %d1, 63;
	setp.ne.u64 %p2, %d4, 0;
	add.u64 %d1, %d1, %d9;
	@!%hit bra on;
	@%p2 trap;
	st.local.u32 [%d3], %t;
	ld.local.u32 %r3, [%d1];
	setp.ne.u32 %p1, %r3, 0;
	@%p1 trap;
	st.local.u32 [%d1], %t;
	st.local.u32 [%d1+-4], %t; //!
on:
	st.global.u32 [%tb], %t;`},

	// The frames of callers, and what alloca takes, lie beside a frame.
	{Name: "local_caller", Kind: "address", Decl: strings.ReplaceAll(calledOver, "LAST", "-48"), Body: twoArrays + `
	st.local.u32 [%d2], %t;
	call (%r1), f_NAME, (%t, -27);
	ld.local.u32 %r3, [%d3];
	setp.ne.u32 %p1, %r3, 77;
	@%p1 trap;
on:
	st.global.u32 [%tb], %r1;`, N: 3},
	{Name: "local_callee_end", Kind: "address", Decl: strings.ReplaceAll(calledOver, "LAST", "4"), Body: `
	selp.b32 %r1, 7, 6, %hit;
	call (%r1), f_NAME, (%t, %r1);
	st.global.u32 [%tb], %r1;`},
	{Name: "local_caller_far", Kind: "address", Decl: `
.func (.reg .b32 r) f_NAME(.reg .b32 x, .reg .b32 i)
{
	.local .u32 l[2048];
	.reg .pred %p;
	.reg .b32 %k;
	.reg .b64 %a, %o;
	setp.eq.u32 %p, x, 0x7fffffff;
	@%p call (r), f_NAME, (x, i);
	mul.wide.s32 %o, i, 4;
	mov.u64 %a, l;
	add.u64 %a, %a, %o;
	st.local.u32 [%a], 77;
	st.local.u32 [%a+-48], 78;
	st.local.u32 [%a+-52], 78; //!
	ret;
}
`, Body: `
	.local .u32 x[1000];
	mov.u64 %d1, x;
	and.b32 %r9, %t, 7;
	mul.wide.u32 %d8, %r9, 4;
	add.u64 %d3, %d1, %d8;
	st.local.u32 [%d3], 5;
	selp.b32 %r1, -988, 100, %hit;
	call (%r1), f_NAME, (%t, %r1);
	st.global.u32 [%tb], %r1;`},
	{Name: "local_caller_far_callee", Kind: "trap", Decl: `
.func (.reg .b32 r) f_NAME(.reg .b32 x, .reg .b32 i)
{
	.local .u32 l[2048];
	.reg .pred %p;
	.reg .b64 %a, %o;
	setp.eq.u32 %p, x, 0x7fffffff;
	@%p call (r), f_NAME, (x, i);
	mul.wide.s32 %o, i, 4;
	mov.u64 %a, l;
	add.u64 %a, %a, %o;
	st.local.u32 [%a], 77;
	mov.u32 r, 0;
	ret;
}
`, Body: `
	.local .u32 x[1000];
	mov.u64 %d1, x;
	and.b32 %r9, %t, 7;
	mul.wide.u32 %d8, %r9, 4;
	add.u64 %d3, %d1, %d8;
	st.local.u32 [%d3], 5;
	selp.b32 %r1, -995, 100, %hit;
	call (%r1), f_NAME, (%t, %r1);
	ld.local.u32 %r1, [%d3];
	setp.eq.u32 %p1, %r1, 77;
	@%p1 trap; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "local_alloca", Forms: "rows coroutines", Kind: "address", N: 19, Body: `
	.local .u32 x[16];
	mov.u64 %d1, x;
	mul.wide.s32 %d9, %i, 4;
	and.b32 %r9, %t, 7;
	mul.wide.u32 %d8, %r9, 4;
	add.u64 %d3, %d1, %d8;
	add.u64 %d1, %d1, %d9;
	@!%hit bra on;
	st.local.u32 [%d3], %t;
	alloca.u64 %d2, 64;
	st.local.u32 [%d1], 77;
	ld.local.u32 %r3, [%d2+12];
	setp.ne.u32 %p1, %r3, 77;
	@%p1 trap;
	st.local.u32 [%d1+48], 77;
	st.local.u32 [%d1+52], 77; //!
on:
	st.global.u32 [%tb], %t;`},
	{Name: "local_memset", Kind: "address", Body: twoArrays + `
	st.local.u32 [%d3], 5;
	st.local.u32 [%d4], 5;
	mov.u64 %d5, x;
	cvta.local.u64 %d5, %d5;
	{
		.param .b64 q0, q1, r;
		.param .b32 q2;
		st.param.b64 [q0], %d5;
		st.param.b32 [q2], 7;
		st.param.b64 [q1], 128;
		call (r), memset, (q0, q2, q1);
	}
	ld.local.u32 %r3, [%d4];
	setp.ne.u32 %p1, %r3, 0x07070707;
	@%p1 trap;
	{
		.param .b64 q0, q1, r;
		.param .b32 q2;
		st.param.b64 [q0], %d5;
		st.param.b32 [q2], 7;
		st.param.b64 [q1], 129;
		call (r), memset, (q0, q2, q1); //!
	}
on:
	st.global.u32 [%tb], %t;`},
}
