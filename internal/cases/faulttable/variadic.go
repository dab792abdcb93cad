package faulttable

// summed is a variadic function that is inlined, and adds n words of what it is given.
const summed = `
.func (.param .b32 r) f_NAME(.param .b32 n, .param .align 8 .b8 rest[])
{
	.reg .pred %p;
	.reg .b32 %n, %s, %w;
	.reg .b64 %a;
	ld.param.b32 %n, [n];
	mov.u32 %s, 0;
	mov.u64 %a, rest;
next:
	setp.eq.u32 %p, %n, 0;
	@%p bra done;
	ld.param.b32 %w, [%a]; //!
	add.u32 %s, %s, %w;
	add.u64 %a, %a, 4;
	sub.u32 %n, %n, 1;
	bra next;
done:
	st.param.b32 [r], %s;
	ret;
}
`

// Variadic are functions that read beyond the array that they are given, or read one that
// was left out.
var Variadic = []Row{
	{Name: "variadic_beyond", Kind: "address", N: 1 << 20, Decl: summed, Body: `
	.param .b32 n0, v;
	.param .align 8 .b8 rest[16];
	mov.u32 %r1, 3;
	@%hit mov.u32 %r1, %n;
	st.param.b32 [n0], %r1;
	st.param.v4.b32 [rest], {%t, %t, 1, 2};
	call (v), f_NAME, (n0, rest);
	ld.param.b32 %r2, [v];
	st.global.u32 [%tb], %r2;`},
	{Name: "variadic_left_out", Kind: "address", N: 1, Decl: summed, Body: `
	.param .b32 n0, v;
	mov.u32 %r1, 0;
	@%hit mov.u32 %r1, %n;
	st.param.b32 [n0], %r1;
	call (v), f_NAME, (n0);
	ld.param.b32 %r2, [v];
	st.global.u32 [%tb], %r2;`},
	{Name: "variadic_pointer", Kind: "address", N: 1, Decl: summed, Body: `
	.param .b32 n0, v;
	mov.u32 %r1, 0;
	@%hit mov.u32 %r1, %n;
	st.param.b32 [n0], %r1;
	mov.u64 %d1, f_NAME;
	proto: .callprototype (.param .b32 _) _ (.param .b32 _, .param .align 8 .b8 _[]);
	call (v), %d1, (n0), proto;
	ld.param.b32 %r2, [v];
	st.global.u32 [%tb], %r2;`},
	// Calls itself with an array, and in the end without one.
	{Name: "variadic_recursion", Kind: "address", N: 5, Decl: `
.func (.param .b32 r) f_NAME(.param .b32 n, .param .align 8 .b8 rest[])
{
	.reg .pred %p;
	.reg .b32 %n, %s, %w;
	.param .b32 q, v;
	.param .align 8 .b8 one[4];
	ld.param.b32 %n, [n];
	mov.u32 %s, 0;
	setp.eq.u32 %p, %n, 0;
	@%p bra done;
	ld.param.b32 %w, [rest]; //!
	sub.u32 %n, %n, 1;
	st.param.b32 [q], %n;
	st.param.b32 [one], %w;
	setp.eq.u32 %p, %n, 1;
	@%p call (v), f_NAME, (q);
	@!%p call (v), f_NAME, (q, one);
	ld.param.b32 %s, [v];
	add.u32 %s, %s, %w;
done:
	st.param.b32 [r], %s;
	ret;
}
`, Body: `
	.param .b32 n0, v;
	.param .align 8 .b8 rest[4];
	mov.u32 %r1, 1;
	@%hit mov.u32 %r1, %n;
	st.param.b32 [n0], %r1;
	st.param.b32 [rest], %t;
	call (v), f_NAME, (n0, rest);
	ld.param.b32 %r2, [v];
	st.global.u32 [%tb], %r2;`},
	{Name: "narrow_variadic", Module: Narrow, Kind: "address", N: 8, Decl: `
.func (.param .b32 r) f_NAME(.param .b32 n, .param .align 8 .b8 rest[])
{
	.reg .b32 %n, %a;
	ld.param.b32 %n, [n];
	mov.u32 %a, rest;
	cvta.local.u32 %a, %a;
	add.u32 %a, %a, %n;
	ld.u32 %n, [%a]; //!
	st.param.b32 [r], %n;
	ret;
}
`, Body: `
	.param .b32 n0, v;
	.param .align 8 .b8 rest[12];
	@!%hit bra on;
	st.param.b32 [n0], %n;
	st.param.v2.b32 [rest], {%t, %t};
	st.param.b32 [rest+8], 5;
	call (v), f_NAME, (n0, rest);
	ld.param.b32 %r2, [v];
	setp.ne.u32 %p1, %r2, 5;
	@%p1 trap;
	call (v), f_NAME, (n0);
	ld.param.b32 %r2, [v];
on:
	st.global.u32 [%tb], %r2;`},
}
