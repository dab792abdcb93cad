package faulttable

// constants declares the variable in const memory that parameter a points to.
const constants = `
.visible .const .align 16 .u32 c_NAME[64] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
`

// Constants are parameters that a launch by name points into const memory: what the
// kernel reads there is right, what it writes is a fault.
var Constants = []Row{
	{Name: "const_param_store", Kind: "address", A: Arg{Const: true}, Says: "constant", Decl: constants, Body: `
	@%hit st.global.u32 [%a+4], %t; //!
	st.global.u32 [%tb], %t;`},
	{Name: "const_param_same", Kind: "address", A: Arg{Const: true}, Decl: constants, Body: `
	@%hit st.global.u32 [%a+4], 2; //!
	st.global.u32 [%tb], %t;`},
	{Name: "const_param_update", Kind: "address", A: Arg{Const: true}, Decl: constants, Body: `
	@!%hit bra on;
	ld.global.u32 %r1, [%ta];
	mad.lo.u32 %r1, %r1, 3, 1;
	st.global.u32 [%ta], %r1; //!
on:
	st.global.u32 [%tb], %t;`},
	{Name: "const_param_update_all", Kind: "address", A: Arg{Const: true}, Several: true, Decl: constants, Body: `
	ld.global.f32 %f1, [%ta];
	ld.global.f32 %f2, [%tb];
	fma.rn.f32 %f1, %f1, 0f40000000, %f2;
	st.global.f32 [%ta], %f1; //!`},
	{Name: "const_param_guarded", Kind: "address", A: Arg{Const: true}, N: 40, Several: true, Decl: constants, Body: `
	setp.ge.s32 %p1, %t, %n;
	@%p1 bra on;
	ld.global.u32 %r1, [%ta];
	ld.global.u32 %r2, [%tb];
	add.u32 %r1, %r1, %r2;
	st.global.u32 [%ta], %r1; //!
on:`},
	{Name: "const_param_read", Kind: "trap", A: Arg{Const: true}, N: 70, Decl: constants, Body: `
	and.b32 %r9, %t, 15;
	mul.wide.u32 %d9, %r9, 4;
	add.u64 %d9, %a, %d9;
	ld.global.u32 %r1, [%d9];
	sub.u32 %r1, %r1, 1;
	setp.eq.u32 %p1, %r1, %r9;
	@!%p1 st.global.u32 [%a], %r1;
	@%p1 st.global.u32 [%tb], %r1;
	@%hit trap; //!`},
	{Name: "const_param_beyond", Kind: "address", A: Arg{Const: true}, N: 64, Decl: constants, Body: `
	ld.global.u32 %r1, [%ai]; //!
	setp.eq.u32 %p1, %r1, 99;
	@%p1 st.global.u32 [%ai], %r1;
	st.global.u32 [%tb], %r1;`},
	{Name: "const_param_end", Kind: "address", A: Arg{Const: true}, N: 64, Decl: constants, Body: `
	@%hit st.global.u32 [%ai], %t; //!
	st.global.u32 [%tb], %t;`},
	{Name: "const_param_inside", Kind: "address", A: Arg{Const: true, Offset: 16}, Decl: constants, Body: `
	@!%hit bra on;
	ld.global.u32 %r1, [%a];
	setp.ne.u32 %p1, %r1, 5;
	@%p1 trap;
	st.global.u32 [%a+8], %r1; //!
on:
	st.global.u32 [%tb], %t;`},
	{Name: "const_param_odd", Kind: "misaligned", A: Arg{Const: true, Offset: 2}, Decl: constants, Body: `
	@%hit st.global.u32 [%a+4], %t; //!
	st.global.u32 [%tb], %t;`},
	{Name: "const_param_compare", Kind: "address", A: Arg{Const: true}, Decl: constants, Body: `
	mov.u64 %d1, c_NAME;
	cvta.const.u64 %d1, %d1;
	setp.ne.u64 %p1, %d1, %a;
	@%p1 trap;
	@%hit st.global.u32 [%a], %t; //!
	st.global.u32 [%tb], %t;`},
	{Name: "const_param_atom", Kind: "address", A: Arg{Const: true}, Decl: constants, Body: `
	@!%hit bra on;
	ld.global.u32 %r2, [%a+4];
	atom.global.add.u32 %r1, [%a+4], %r2; //!
on:
	st.global.u32 [%tb], %r1;`},
	{Name: "const_param_red_float", Kind: "address", A: Arg{Const: true}, Decl: constants, Body: `
	@%hit red.global.add.f32 [%a+4], 0f3f800000; //!
	st.global.u32 [%tb], %t;`},
	{Name: "const_param_volatile", Kind: "address", A: Arg{Const: true}, Forms: "regions coroutines", Decl: constants, Body: `
	@!%hit bra on;
	ld.volatile.global.u32 %r2, [%a+4];
	st.volatile.global.u32 [%a+4], %r2; //!
on:
	st.global.u32 [%tb], %r1;`},
	{Name: "const_param_vector", Kind: "address", A: Arg{Const: true}, Decl: constants, Body: `
	@!%hit bra on;
	ld.global.v2.u32 {%r1, %r2}, [%a+8];
	st.global.v2.u32 [%a+8], {%r2, %r1}; //!
on:
	st.global.u32 [%tb], %r1;`},
	{Name: "const_param_bytes", Kind: "address", A: Arg{Const: true}, Decl: constants, Body: `
	@!%hit bra on;
	ld.global.u16 %h1, [%a+2];
	ld.global.u32 %r1, [%a+4];
	st.global.u16 [%a+4], %h1; //!
on:
	st.global.u32 [%tb], %r1;`},
	{Name: "const_param_loop", Kind: "address", A: Arg{Const: true}, Decl: constants, Body: `
	@!%hit bra on;
	mov.u64 %d1, %a;
	mov.u32 %r1, 0;
more:
	ld.global.u32 %r2, [%d1];
	add.u32 %r1, %r1, %r2;
	add.u64 %d1, %d1, 4;
	setp.lt.u32 %p1, %r1, 100;
	@%p1 bra more;
	st.global.u32 [%d1], %r1; //!
on:
	st.global.u32 [%tb], %r1;`},
	{Name: "narrow_const_param", Module: Narrow, Kind: "address", A: Arg{Const: true}, Decl: constants, Body: `
	@!%hit bra on;
	ld.global.u32 %r1, [%a+4];
	setp.ne.u32 %p1, %r1, 2;
	@%p1 trap;
	st.global.u32 [%a+4], %r1; //!
on:
	st.global.u32 [%tb], %t;`},
}
