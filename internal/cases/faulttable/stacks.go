package faulttable

// Stacks are calls that are nested too deeply and local memory that is used up.
var Stacks = []Row{
	{Name: "recursion", Kind: "stack", Threads: 1, Several: true, Decl: `
.func (.reg .b32 r) f_NAME(.reg .b32 x)
{
	.reg .b32 %y, %z;
	add.u32 %y, x, 1;

	call (%z), f_NAME, (%y); //!
	add.u32 r, %z, x;
	ret;
}
`, Body: `
	call (%r1), f_NAME, (%t);
	st.global.u32 [%tb], %r1;`},
	{Name: "recursion_mutual", Kind: "stack", Threads: 1, Several: true, Decl: `
.func (.reg .b32 r) g_NAME(.reg .b32 x);
.func (.reg .b32 r) f_NAME(.reg .b32 x)
{
	.reg .b32 %y, %z;
	add.u32 %y, x, 1;
	call (%z), g_NAME, (%y);
	add.u32 r, %z, x;
	ret;
}
.func (.reg .b32 r) g_NAME(.reg .b32 x)
{
	.reg .b32 %y, %z;
	add.u32 %y, x, 3;
	call (%z), f_NAME, (%y); //!
	sub.u32 r, %z, x;
	ret;
}
`, Body: `
	call (%r1), f_NAME, (%t);
	st.global.u32 [%tb], %r1;`},
	{Name: "recursion_behind_call", Kind: "stack", Threads: 1, Several: true, Decl: `
.func (.reg .b32 r) g_NAME(.reg .b32 x);
.func (.reg .b32 r) f_NAME(.reg .b32 x)
{
	.reg .b32 %y, %z;
	add.u32 %y, x, 1;
	call (%z), g_NAME, (%y);
	add.u32 r, %z, x;
	ret;
}
.func (.reg .b32 r) g_NAME(.reg .b32 x)
{
	.reg .b32 %y, %z;
	add.u32 %y, x, 3;
	call (%z), f_NAME, (%y); //!
	sub.u32 r, %z, x;
	ret;
}
.func (.reg .b32 r) h_NAME(.reg .b32 x)
{
	call (r), f_NAME, (x);
	ret;
}
`, Body: `
	mov.u64 %d1, h_NAME;
proto: .callprototype (.reg .b32 _) _ (.reg .b32 _);
	call (%r1), %d1, (%t), proto;
	st.global.u32 [%tb], %r1;`},
	{Name: "recursion_one_thread", Kind: "stack", Decl: `
.func (.reg .b32 r) f_NAME(.reg .b32 x)
{
	.reg .pred %p;
	.reg .b32 %y, %z;
	mov.u32 r, 1;
	setp.eq.u32 %p, x, 0;
	@%p ret;
	sub.u32 %y, x, 1;
	call (%z), f_NAME, (%y); //!
	add.u32 r, %z, x;
	ret;
}
`, Body: `
	call (%r1), f_NAME, (%i);
	st.global.u32 [%tb], %r1;`},
	{Name: "kernel_frame", Kind: "stack", Threads: 1, Several: true, AtEntry: true, Body: `
	.local .b8 big[600000];
	mov.u64 %d1, big;
	cvt.u64.u32 %d2, %i;
	add.u64 %d1, %d1, %d2;
	st.local.u8 [%d1], %t;
	ld.local.u8 %r1, [big+3];
	st.global.u32 [%tb], %r1;`},
	{Name: "recursion_indirect", Kind: "stack", Threads: 1, Several: true, Decl: `
.func (.reg .b32 r) f_NAME(.reg .b32 x, .reg .b64 p)
{
	.reg .b32 %y, %z;
	add.u32 %y, x, 1;
proto: .callprototype (.reg .b32 _) _ (.reg .b32 _, .reg .b64 _);
	call (%z), p, (%y, p), proto; //!
	add.u32 r, %z, x;
	ret;
}
`, Body: `
	mov.u64 %d1, f_NAME;
	call (%r1), f_NAME, (%t, %d1);
	st.global.u32 [%tb], %r1;`},
	{Name: "recursion_frame", Kind: "stack", Threads: 1, Several: true, Decl: `
.func (.reg .b32 r) f_NAME(.reg .b32 x)
{
	.local .b32 big[4096];
	.reg .b32 %y, %z;
	.reg .b64 %p, %o;
	add.u32 %y, x, 1;
	and.b32 %z, x, 4095;
	mul.wide.u32 %o, %z, 4;
	mov.u64 %p, big;
	add.u64 %p, %p, %o;
	st.local.u32 [%p], %y;
	call (%z), f_NAME, (%y); //!
	ld.local.u32 %y, [%p];
	add.u32 r, %z, %y;
	ret;
}
`, Body: `
	call (%r1), f_NAME, (%t);
	st.global.u32 [%tb], %r1;`},
	{Name: "alloca", Forms: "rows coroutines", Kind: "stack", Body: `
	selp.b32 %r1, 0x100000, 64, %hit;
	cvt.u64.u32 %d1, %r1;
	alloca.u64 %d2, %d1; //!
	st.local.u32 [%d2], %t;
	ld.local.u32 %r2, [%d2];
	st.global.u32 [%tb], %r2;`},
	{Name: "stackrestore", Forms: "rows coroutines", Kind: "stack", Body: `
	stacksave.u64 %d1;
	selp.b64 %d1, 0x70000, %d1, %hit;
	stackrestore.u64 %d1; //!
	st.global.u32 [%tb], %t;`},
}
