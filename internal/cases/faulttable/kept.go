package faulttable

import "strings"

// everyThread is twoArrays for code that all threads go on with.
var everyThread = strings.Replace(twoArrays, "\t@!%hit bra on;\n", "", 1)

// Kept are accesses of local variables that threads keep across sync points.
var Kept = []Row{
	{Name: "kept_neighbour", Kind: "address", Forms: "regions coroutines", N: 21, Body: everyThread + `
	st.local.u32 [%d4], %t;
	@%hit st.local.u32 [%d1], 77;
	bar.sync 0;
	ld.local.u32 %r3, [%d4];
	selp.b32 %r4, 77, %t, %hit;
	setp.ne.u32 %p1, %r3, %r4;
	@%p1 trap;
	bar.sync 0;
	@!%hit bra on;
	st.local.u32 [%d1+40], %t;
	ld.local.u32 %r4, [%d1+44]; //!
on:
	st.global.u32 [%tb], %r4;`},
	{Name: "kept_rows", Kind: "address", Forms: "regions coroutines", N: -11, Rows: 3, Y: 2, Body: everyThread + `
	mov.u32 %r5, %tid.y;
	mad.lo.u32 %r5, %r5, 64, %t;
	st.local.u32 [%d4], %r5;
	bar.sync 0;
	ld.local.u32 %r3, [%d4];
	setp.ne.u32 %p1, %r3, %r5;
	@%p1 trap;
	@!%hit bra on;
	st.local.u32 [%d2+-20], %t;
	st.local.u32 [%d2+-24], %t; //!
on:
	st.global.u32 [%tb], %t;`},
	{Name: "kept_zeroed", Kind: "address", Forms: "regions coroutines", N: 21, Grid: 3, CTA: 2, Body: everyThread + `
	ld.local.u32 %r3, [%d3];
	ld.local.u32 %r4, [%d4];
	or.b32 %r3, %r3, %r4;
	bar.sync 0;
	setp.ne.u32 %p1, %r3, 0;
	@%p1 trap;
	st.local.u32 [%d3], 5;
	st.local.u32 [%d4], 6;
	bar.sync 0;
	@!%hit bra on;
	ld.local.u32 %r4, [%d1+44]; //!
on:
	st.global.u32 [%tb], %r4;`},
	{Name: "kept_generic", Kind: "address", Forms: "regions coroutines", N: 32, Body: everyThread + `
	cvta.local.u64 %d3, %d3;
	cvta.local.u64 %d1, %d1;
	setp.eq.u32 %p1, %t, 3;
	selp.b64 %d3, %ta, %d3, %p1;
	selp.b64 %d1, %d1, %d3, %hit;
	st.u32 [%d3], %t;
	bar.sync 0;
	ld.u32 %r3, [%d3];
	setp.ne.u32 %p1, %r3, %t;
	@%p1 trap;
	ld.u32 %r4, [%d1]; //!
	st.global.u32 [%tb], %r4;`},
	{Name: "kept_misaligned", Kind: "misaligned", Forms: "regions coroutines", N: 3, Body: `
	.local .align 16 .b8 x[80];
	mov.u64 %d1, x;
	shl.b32 %r1, %t, 4;
	and.b32 %r1, %r1, 48;
	cvt.u64.u32 %d2, %r1;
	add.u64 %d1, %d1, %d2;
	st.local.v4.u32 [%d1], {%t, %t, %t, %t};
	selp.b64 %d3, 8, 0, %hit;
	bar.sync 0;
	add.u64 %d1, %d1, %d3;
	ld.local.v4.u32 {%r3, %r4, %r5, %r6}, [%d1]; //!
	st.global.u32 [%tb], %r4;`},
	{Name: "kept_aligned", Kind: "address", Forms: "regions coroutines", N: -12, Body: `
	.local .align 64 .u32 x[16];
	mov.u64 %d1, x;
	mul.wide.s32 %d9, %i, 4;
	and.b32 %r9, %t, 12;
	cvt.u64.u32 %d8, %r9;
	add.u64 %d3, %d1, %d8;
	and.b64 %d4, %d1, 63;
	setp.ne.u64 %p2, %d4, 0;
	add.u64 %d1, %d1, %d9;
	@%p2 trap;
	st.local.u32 [%d3], %t;
	@%hit st.local.u32 [%d1], 77;
	bar.sync 0;
	ld.local.u32 %r3, [%d3];
	setp.ne.u32 %p1, %r3, %t;
	@%p1 trap;
	@!%hit bra on;
	ld.local.u32 %r3, [%d1];
	setp.ne.u32 %p1, %r3, 77;
	@%p1 trap;
	st.local.u32 [%d1+-4], %t; //!
on:
	st.global.u32 [%tb], %t;`},

	// What a function does to the frame of its caller stays.
	{Name: "kept_from_callee", Kind: "trap", Forms: "regions coroutines",
		Decl: strings.ReplaceAll(calledOver, "LAST]; "+Mark, "0];"), Body: everyThread + `
	st.local.u32 [%d3], %t;
	selp.b32 %r1, -27, 2, %hit;
	call (%r1), f_NAME, (%t, %r1);
	bar.sync 0;
	ld.local.u32 %r3, [%d3];
	setp.eq.u32 %p1, %r3, 77;
	@%p1 trap; //!
	setp.ne.u32 %p1, %r3, %t;
	@%p1 trap;
	st.global.u32 [%tb], %r1;`},
	{Name: "kept_before_callee", Kind: "stack", Threads: 1, Several: true, Forms: "regions coroutines", Decl: `
.func (.reg .b32 r) f_NAME(.reg .b32 x)
{
	.local .b8 big[300000];
	.reg .pred %p;
	.reg .b64 %a, %o;
	setp.eq.u32 %p, x, 0x7fffffff;
	@%p call (r), f_NAME, (x);
	cvt.u64.u32 %o, x;
	mov.u64 %a, big;
	add.u64 %a, %a, %o;
	st.local.u8 [%a], 77;
	ld.local.u8 r, [big+5];
	ret;
}
`, Body: `
	.local .b8 mine[250000];
	mov.u64 %d1, mine;
	cvt.u64.u32 %d2, %t;
	add.u64 %d1, %d1, %d2;
	st.local.u8 [%d1], %t;
	bar.sync 0;
	ld.local.u8 %r2, [mine+3];
	call (%r1), f_NAME, (%r2); //!
	st.global.u32 [%tb], %r1;`},
}
