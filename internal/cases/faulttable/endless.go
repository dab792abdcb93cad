package faulttable

// Endless are kernels that the end of the context ends. It is no fault.
var Endless = []Row{
	{Name: "endless_empty", Kind: Context, Body: `
again:
	bra again;`},
	{Name: "endless_one_thread", Kind: Context, Body: `
again:
	@%hit bra again;
	st.global.u32 [%tb], %t;`},
	{Name: "endless_store", Kind: Context, Body: `
again:
	st.global.u32 [%tb], %t;
	bra again;`},
	{Name: "endless_spin", Kind: Context, Forms: "coroutines", Body: `
again:
	ld.volatile.global.u32 %r1, [%a];
	setp.eq.u32 %p1, %r1, 0;
	@%p1 bra again;`},
	// A loop that counts to a constant in one way round, and stays where it is in the other, which comes first
	// or last.
	{Name: "endless_one_way", Kind: Context, Body: `
	mov.u32 %r1, 0;
again:
	setp.eq.u32 %p1, %r1, 10;
	@%p1 bra out;
	setp.ge.u32 %p1, %r1, 5;
	and.pred %p1, %p1, %hit;
	@%p1 bra again;
	add.u32 %r1, %r1, 1;
	bra again;
out:
	st.global.u32 [%tb], %r1;`},
	{Name: "endless_other_way", Kind: Context, Body: `
	mov.u32 %r1, 0;
again:
	setp.eq.u32 %p1, %r1, 10;
	@%p1 bra out;
	setp.ge.u32 %p1, %r1, 5;
	and.pred %p1, %p1, %hit;
	@%p1 bra stay;
	add.u32 %r1, %r1, 1;
	bra again;
stay:
	st.global.u32 [%tb], %r1;
	bra again;
out:
	st.global.u32 [%tb], %r1;`},
	{Name: "endless_barrier", Kind: Context, Forms: "regions coroutines", Body: `
again:
	bar.sync 2;
	bra again;`},
	{Name: "endless_shfl", Kind: Context, Forms: "regions coroutines", Body: `
	mov.u32 %r1, %t;
again:
	shfl.sync.bfly.b32 %r1, %r1, 1, 31, 0xffffffff;
	st.global.u32 [%tb], %r1;
	bra again;`},
	{Name: "endless_function", Kind: Context, Decl: `
.func (.reg .b32 r) f_NAME(.reg .b32 x)
{
	.reg .pred %p;
	.reg .b32 %k;
	setp.eq.u32 %p, x, 0x7fffffff;
	@%p call (r), f_NAME, (x);
	mov.u32 %k, 0;
more:
	add.u32 %k, %k, x;
	setp.ne.u32 %p, %k, 0xfffffff1;
	@%p bra more;
	mov.u32 r, %k;
	ret;
}
`, Body: `
	shl.b32 %r2, %t, 8;
	call (%r1), f_NAME, (%r2);
	st.global.u32 [%tb], %r1;`},
}
