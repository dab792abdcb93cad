package faulttable

// Flow are traps, branches and calls that lead nowhere.
var Flow = []Row{
	{Name: "trap", Kind: "trap", Body: `
	@%hit trap; //!
	st.global.u32 [%tb], %t;`},
	{Name: "trap_row_and_cta", Kind: "trap", Rows: 3, Y: 2, Grid: 20, CTA: 13, Body: `
	@%hit trap; //!
	st.global.u32 [%tb], %t;`},
	{Name: "trap_behind_store", Kind: "trap", Body: `
	@!%hit bra on;
	st.global.u32 [%tb], %t;
	trap; //!
on:
	st.global.u32 [%ta], %t;`},
	{Name: "trap_of_load", Kind: "trap", B: Arg{Fill: "index"}, Body: `
	ld.global.u32 %r1, [%tb];
	setp.eq.u32 %p1, %r1, 37;
	@%p1 trap; //!
	st.global.u32 [%ta], %t;`},
	{Name: "load_before_trap", Kind: "address", Body: `
	ld.global.u32 %r1, [%bi]; //!
	setp.eq.u32 %p1, %r1, 37;
	@%p1 trap;
	st.global.u32 [%ta], %t;`},
	{Name: "trap_in_function", Kind: "trap", Decl: `
.func (.reg .b32 r) f_NAME(.reg .b32 x, .reg .b64 p)
{
	.reg .pred %p;
	.reg .b32 %k;
	mov.u32 %k, 0;
more:
	add.u32 %k, %k, 1;
	setp.lt.u32 %p, %k, x;
	@%p bra more;
	setp.eq.u32 %p, x, 37;
	@%p trap; //!
	mov.u32 r, %k;
	ret;
}
`, Body: `
	call (%r1), f_NAME, (%t, %b);
	st.global.u32 [%tb], %r1;`},
	{Name: "load_in_function", Kind: "address", Decl: `
.func (.reg .b32 r) f_NAME(.reg .b64 p, .reg .b32 x)
{
	.reg .pred %p;
	.reg .b32 %k;
	mov.u32 %k, 0;
more:
	add.u32 %k, %k, 1;
	setp.lt.u32 %p, %k, x;
	@%p bra more;
	ld.global.u32 r, [p]; //!
	add.u32 r, r, %k;
	ret;
}
`, Body: `
	call (%r1), f_NAME, (%ai, %t);
	st.global.u32 [%tb], %r1;`},
	{Name: "returned_load", Kind: "address", Decl: `
.func (.reg .b32 r) f_NAME(.reg .b64 p, .reg .b32 x)
{
	.local .b32 l[8];
	.reg .pred %p;
	.reg .b32 %k;
	.reg .b64 %a, %o;
	setp.eq.u32 %p, x, 0x7fffffff;
	@%p call (r), f_NAME, (p, x);
	and.b32 %k, x, 7;
	mul.wide.u32 %o, %k, 4;
	mov.u64 %a, l;
	add.u64 %a, %a, %o;
	st.local.u32 [%a], x;
	ld.local.u32 %k, [l+8];
	ld.global.u32 r, [p]; //!
	add.u32 r, r, %k;
	ret;
}
`, Body: `
	call (%r1), f_NAME, (%ai, %t);
	st.global.u32 [%tb], %r1;`},
	{Name: "load_for_call", Kind: "address", Decl: `
.func (.reg .b32 r) f_NAME(.reg .b32 x)
{
	.reg .pred %p;
	mov.u32 r, 0;
more:
	add.u32 r, r, 1;
	setp.lt.u32 %p, r, x;
	@%p bra more;
	ret;
}
`, Body: `
	ld.global.u32 %r2, [%ai]; //!
	call (%r1), f_NAME, (%r2);
	st.global.u32 [%tb], %r1;`},
	{Name: "brx", Kind: "branch", Body: `
	setp.eq.u32 %p1, %t, 37;
	and.b32 %r1, %t, 1;
	selp.b32 %r1, 7, %r1, %p1;
way: .branchtargets even, odd;
	brx.idx %r1, way; //!
even:
	st.global.u32 [%ta], %t;
	bra on;
odd:
	st.global.u32 [%tb], %t;
on:`},
	{Name: "brx_of_load", Kind: "branch", A: Arg{Fill: "index"}, Several: true, Body: `
	ld.global.u32 %r1, [%ta];
way: .branchtargets even, odd;
	brx.idx %r1, way; //!
even:
	st.global.u32 [%ta], %t;
	bra on;
odd:
	st.global.u32 [%tb], %t;
on:`},
	{Name: "load_for_brx", Kind: "address", Body: `
	ld.global.u32 %r1, [%ai]; //!
way: .branchtargets even, odd;
	brx.idx %r1, way;
even:
	st.global.u32 [%ta], %t;
	bra on;
odd:
	st.global.u32 [%tb], %t;
on:`},
	{Name: "indirect", Kind: "branch", Decl: `
.func (.reg .b32 r) f_NAME(.reg .b32 x)
{
	add.u32 r, x, 1;
	ret;
}
`, Body: `
proto: .callprototype (.reg .b32 _) _ (.reg .b32 _);
	mov.u64 %d1, f_NAME;
	selp.b64 %d1, %b, %d1, %hit;
	call (%r1), %d1, (%t), proto; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "indirect_null", Kind: "branch", Decl: `
.func (.reg .b32 r) f_NAME(.reg .b32 x)
{
	add.u32 r, x, 1;
	ret;
}
`, Body: `
proto: .callprototype (.reg .b32 _) _ (.reg .b32 _);
	mov.u64 %d1, f_NAME;
	selp.b64 %d1, 0, %d1, %hit;
	ld.global.u32 %r2, [%ta];
	call (%r1), %d1, (%r2), proto; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "indirect_signature", Kind: "branch", Decl: `
.func (.reg .b32 r) f_NAME(.reg .b32 x)
{
	add.u32 r, x, 1;
	ret;
}
.func (.reg .b64 r) g_NAME(.reg .b32 x, .reg .b32 y)
{
	cvt.u64.u32 r, y;
	ret;
}
`, Body: `
proto: .callprototype (.reg .b32 _) _ (.reg .b32 _);
	mov.u64 %d1, f_NAME;
	mov.u64 %d2, g_NAME;
	selp.b64 %d1, %d2, %d1, %hit;
	call (%r1), %d1, (%t), proto; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "indirect_target", Kind: "trap", Decl: `
.func (.reg .b32 r) f_NAME(.reg .b32 x)
{
	.reg .pred %p;
	setp.eq.u32 %p, x, 37;
	@%p trap; //!
	add.u32 r, x, 1;
	ret;
}
`, Body: `
proto: .callprototype (.reg .b32 _) _ (.reg .b32 _);
	mov.u64 %d1, f_NAME;
	call (%r1), %d1, (%t), proto;
	st.global.u32 [%tb], %r1;`},
	{Name: "indirect_load", Kind: "address", Decl: `
.func (.reg .b32 r) f_NAME(.reg .b32 x)
{
	add.u32 r, x, 1;
	ret;
}
`, Body: `
proto: .callprototype (.reg .b32 _) _ (.reg .b32 _);
	mov.u64 %d1, f_NAME;
	ld.global.u32 %r2, [%ai]; //!
	call (%r1), %d1, (%r2), proto;
	st.global.u32 [%tb], %r1;`},
	{Name: "never_returns", Forms: "rows", Kind: "extern", Decl: `
.func f_NAME(.reg .b32 x) .noreturn
{
	.reg .pred %p;
	.reg .b32 %k;
	mov.u32 %k, 0;
more:
	add.u32 %k, %k, 1;
	setp.lt.u32 %p, %k, x;
	@%p bra more;
	ret;
}
`, Body: `
	@!%hit bra on;
	call f_NAME, (%t); //!
on:
	st.global.u32 [%tb], %t;`},
}
