package faulttable

// Reaches are accesses that are wrong although there is memory where they go, or not
// wrong although they look so: what a row has to find right traps in another line.
var Reaches = []Row{
	// A pointer that points to nothing is a number like any other.
	{Name: "wild_compare", Kind: "address", A: wild, Body: `
	setp.eq.u64 %p1, %a, 0;
	@%p1 trap;
	@%hit ld.global.u32 %r1, [%a]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "wild_arithmetic", Kind: "address", A: wild, Body: `
	shr.u64 %d1, %a, 4;
	setp.ne.u64 %p1, %d1, 0x70000000100;
	@%p1 trap;
	@%hit st.global.u32 [%a+8], %t; //!
	st.global.u64 [%b], %d1;`},
	{Name: "wild_loop", Kind: "address", A: wild, Body: `
	mov.u64 %d1, %a;
	add.u64 %d2, %a, 64;
more:
	setp.eq.u64 %p1, %d1, 0;
	@%p1 trap;
	@%hit st.global.u32 [%d1], %t; //!
	add.u64 %d1, %d1, 4;
	setp.lt.u64 %p1, %d1, %d2;
	@%p1 bra more;
	st.global.u32 [%tb], %t;`},
	{Name: "wild_select", Kind: "address", A: wild, Body: `
	setp.ne.u64 %p1, %a, 0;
	selp.b64 %d1, %a, %b, %p1;
	@%hit ld.global.u32 %r1, [%d1]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "wild_misaligned", Kind: "misaligned", A: Arg{Wild: true, Addr: 0x7000_0000_1002}, Body: `
	setp.eq.u64 %p1, %a, 0;
	@%p1 trap;
	@%hit ld.global.u32 %r1, [%a+4]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "wild_bytes", Kind: "address", A: wild, Body: `
	setp.eq.u64 %p1, %a, 0;
	@%p1 trap;
	@%hit ld.global.u16 %h1, [%a+2]; //!
	@%hit ld.global.u32 %r1, [%a+4];
	st.global.u32 [%tb], %r1;
	st.global.u16 [%tb], %h1;`},
	{Name: "null_compare", Kind: "address", A: null, Body: `
	setp.ne.u64 %p1, %a, 0;
	@%p1 trap;
	@%hit ld.global.u32 %r1, [%a]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "odd_pointer", Kind: "misaligned", A: Arg{Offset: 2}, Body: `
	and.b64 %d1, %a, 255;
	setp.ne.u64 %p1, %d1, 2;
	@%p1 trap;
	@%hit ld.global.u32 %r1, [%a+40]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "end_pointer", Kind: "address", A: Arg{Offset: 1024}, Body: `
	setp.eq.u64 %p1, %a, 0;
	@%p1 trap;
	@%hit ld.global.u32 %r1, [%a]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "narrow_wild_compare", Module: Narrow, Kind: "address", A: Arg{Wild: true, Addr: 0x7000_1000}, Body: `
	setp.ne.u32 %p1, %a, 0x70001000;
	@%p1 trap;
	@%hit ld.global.u32 %r1, [%a]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "narrow_odd_pointer", Module: Narrow, Kind: "misaligned", A: Arg{Offset: 2}, Body: `
	and.b32 %d1, %a, 255;
	setp.ne.u32 %p1, %d1, 2;
	@%p1 trap;
	@%hit ld.global.u32 %r1, [%a+40]; //!
	st.global.u32 [%tb], %r1;`},

	// A vector is aligned as a whole.
	{Name: "vector_misaligned", Kind: "misaligned", Body: `
	@%hit ld.global.v2.u32 {%r1, %r2}, [%a+4]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "vector_store_misaligned", Kind: "misaligned", Body: `
	@%hit st.global.v4.u32 [%a+8], {%t, %t, %t, %t}; //!
	st.global.u32 [%tb], %t;`},
	{Name: "vector_pointer_misaligned", Kind: "misaligned", A: Arg{Offset: 4}, Body: `
	shl.b32 %r3, %t, 2;
	mul.wide.u32 %d1, %t, 8;
	add.u64 %d1, %a, %d1;
	@%hit ld.global.v2.u32 {%r1, %r2}, [%d1]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "vector_bytes_misaligned", Kind: "misaligned", Body: `
	ld.global.u16 %h1, [%ta];
	@%hit ld.global.v4.u16 {%h1, %h2, %h3, %h4}, [%a+4]; //!
	st.global.u16 [%tb], %h1;`},
	{Name: "vector_generic_misaligned", Kind: "misaligned", Body: `
	selp.b64 %d1, %a, %b, %hit;
	@%hit st.v2.u64 [%d1+8], {%d1, %d1}; //!
	st.global.u32 [%tb], %t;`},
	{Name: "vector_volatile_misaligned", Kind: "misaligned", Forms: "regions coroutines", Body: `
	@%hit ld.volatile.global.v2.f32 {%f1, %f2}, [%a+12]; //!
	st.global.f32 [%tb], %f1;`},
	{Name: "vector_shared_misaligned", Kind: "misaligned", Body: `
	.shared .align 16 .u32 s[64];
	mov.u32 %r9, s;
	@%hit ld.shared.v4.u32 {%r1, %r2, %r3, %r4}, [%r9+4]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "vector_shared_offset_misaligned", Kind: "misaligned", Forms: "regions coroutines", Body: `
	.shared .align 4 .u32 first;
	.shared .align 4 .u32 s[64];
	st.shared.u32 [first], %t;
	@%hit st.shared.v2.u32 [s], {%t, %t}; //!
	ld.shared.u32 %r1, [first];
	st.global.u32 [%tb], %r1;`},
	{Name: "vector_local_misaligned", Kind: "misaligned", Body: `
	.local .align 16 .u32 l[64];
	mov.u64 %d1, l;
	and.b32 %r1, %i, 30;
	mul.wide.u32 %d2, %r1, 4;
	add.u64 %d1, %d1, %d2;
	st.local.u32 [%d1], %t;
	@%hit ld.local.v2.u32 {%r2, %r3}, [%d1+4]; //!
	st.global.u32 [%tb], %r2;`},
	{Name: "vector_end", Kind: "address", Body: `
	@%hit st.global.v4.u32 [%a+1024], {%t, %t, %t, %t}; //!
	st.global.u32 [%tb], %t;`},
	{Name: "vector_over_end", Kind: "address", A: Arg{Bytes: 1016}, Body: `
	@%hit st.global.v4.u32 [%a+1008], {%t, %t, %t, %t}; //!
	st.global.u32 [%tb], %t;`},

	// Constant memory and parameters are not written.
	{Name: "const_generic_store", Kind: "address", Decl: `
.const .u32 c_NAME[64] = {1, 2, 3};
`, Body: `
	mov.u64 %d1, c_NAME;
	cvta.const.u64 %d1, %d1;
	@%hit st.u32 [%d1+4], %t; //!
	ld.const.u32 %r1, [c_NAME+4];
	st.global.u32 [%tb], %r1;`},
	{Name: "const_generic_atom", Kind: "address", Decl: `
.const .u32 c_NAME[64] = {1, 2, 3};
`, Body: `
	mov.u64 %d1, c_NAME;
	cvta.const.u64 %d1, %d1;
	@%hit atom.add.u32 %r1, [%d1], 5; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "const_global_store", Kind: "address", Decl: `
.const .u32 c_NAME[64] = {1, 2, 3};
`, Body: `
	mov.u64 %d1, c_NAME;
	cvta.const.u64 %d1, %d1;
	cvta.to.global.u64 %d1, %d1;
	@%hit st.global.v2.u32 [%d1], {%t, %t}; //!
	st.global.u32 [%tb], %t;`},
	{Name: "const_found_store", Kind: "address", Decl: `
.const .u32 c_NAME[64] = {1, 2, 3};
`, Body: `
	mov.u64 %d1, c_NAME;
	cvta.const.u64 %d1, %d1;
	selp.b64 %d1, %d1, %tb, %hit;
	ld.u32 %r1, [%d1];
	st.u32 [%d1], %r1; //!`},
	{Name: "const_memset", Kind: "address", Decl: `
.const .u32 c_NAME[64] = {1, 2, 3};
`, Body: `
	mov.u64 %d1, c_NAME;
	cvta.const.u64 %d1, %d1;
	selp.b64 %d1, %d1, %tb, %hit;
	{
		.param .b64 q0, q1, r;
		.param .b32 q2;
		st.param.b64 [q0], %d1;
		st.param.b32 [q2], 7;
		st.param.b64 [q1], 4;
		call (r), memset, (q0, q2, q1); //!
	}
	st.global.u32 [%tb], %t;`},

	// The heap.
	{Name: "heap_freed", Kind: "address", Body: `
	{
		.param .b64 q, r;
		st.param.b64 [q], 64;
		call (r), malloc, (q);
		ld.param.b64 %d1, [r];
	}
	st.u32 [%d1+4], %t;
	@!%hit bra on;
	{
		.param .b64 q;
		st.param.b64 [q], %d1;
		call free, (q);
	}
	ld.u32 %r1, [%d1+4]; //!
on:
	st.global.u32 [%tb], %r1;`},

	// Shared variables have their neighbours after and before them.
	{Name: "shared_neighbour", Kind: "address", N: 19, Body: `
	.shared .u32 x[16];
	.shared .u32 y[16];
	@!%hit bra on;
	mov.u32 %r1, x;
	shl.b32 %r2, %i, 2;
	add.u32 %r1, %r1, %r2;
	st.shared.u32 [%r1], 77;
	ld.shared.u32 %r3, [y+12];
	setp.ne.u32 %p1, %r3, 77;
	@%p1 trap;
	ld.shared.u32 %r4, [%r1+52]; //!
on:
	st.global.u32 [%tb], %r4;`},
	{Name: "shared_neighbour_before", Kind: "address", N: -13, Body: `
	.shared .u32 x[16];
	.shared .u32 y[16];
	@!%hit bra on;
	mov.u64 %d1, y;
	mul.wide.s32 %d2, %i, 4;
	add.u64 %d1, %d1, %d2;
	st.shared.f32 [x+12], 0f3f800000;
	ld.shared.f32 %f3, [%d1];
	setp.neu.f32 %p1, %f3, 0f3f800000;
	@%p1 trap;
	st.shared.f32 [%d1+-16], %f3; //!
on:
	st.global.u32 [%tb], %t;`},
	{Name: "shared_neighbour_loop", Kind: "address", N: 32, Body: `
	.shared .u32 x[16];
	.shared .u32 y[16];
	@!%hit bra on;
	mov.u32 %r1, y;
	add.u32 %r2, %r1, 64;
	sub.u32 %r1, %r1, 64;
	mov.u32 %r3, 0;
more:
	st.shared.u32 [%r1], %r3;
	add.u32 %r1, %r1, 4;
	add.u32 %r3, %r3, 1;
	setp.lt.u32 %p1, %r1, %r2;
	@%p1 bra more;
	ld.shared.u32 %r4, [x+8];
	ld.shared.u32 %r5, [y+8];
	mad.lo.u32 %r4, %r5, 100, %r4;
	setp.ne.u32 %p1, %r4, 1802;
	@%p1 trap;
	st.shared.u32 [%r1], %r3; //!
on:
	st.global.u32 [%tb], %r4;`},
	{Name: "shared_neighbour_bytes", Kind: "address", N: 9, Body: `
	.shared .align 8 .b8 x[8];
	.shared .align 8 .b8 y[8];
	@!%hit bra on;
	mov.u32 %r1, x;
	add.u32 %r1, %r1, %i;
	mov.u32 %r3, 0;
	st.shared.u16 [y], %r3;
	st.shared.u8 [%r1], 77;
	ld.shared.u16 %r3, [y];
	setp.ne.u32 %p1, %r3, 0x4d00;
	@%p1 trap;
	ld.shared.u8 %r4, [%r1+7]; //!
on:
	st.global.u32 [%tb], %r4;`},
	{Name: "shared_neighbour_dynamic", Kind: "address", Dynamic: 64, N: 33, Decl: `
.extern .shared .align 4 .b32 dyn_NAME[];
`, Body: `
	.shared .u32 x[16];
	@!%hit bra on;
	mov.u32 %r1, x;
	shl.b32 %r2, %i, 2;
	add.u32 %r1, %r1, %r2;
	st.shared.u32 [%r1], 77;
	ld.shared.u32 %r3, [dyn_NAME+4];
	setp.ne.u32 %p1, %r3, 77;
	@%p1 trap;
	st.shared.u32 [%r1+-4], 5;
	ld.shared.u32 %r3, [dyn_NAME];
	setp.ne.u32 %p1, %r3, 5;
	@%p1 trap;
	ld.shared.u32 %r4, [%r1+60]; //!
on:
	st.global.u32 [%tb], %r4;`},
	{Name: "shared_neighbour_static", Kind: "address", Dynamic: 64, N: -31, Decl: `
.extern .shared .align 4 .b32 dyn_NAME[];
`, Body: `
	.shared .u32 x[16];
	@!%hit bra on;
	mov.u32 %r1, dyn_NAME;
	shl.b32 %r2, %i, 2;
	add.u32 %r1, %r1, %r2;
	st.shared.u32 [x+4], 77;
	ld.shared.u32 %r3, [%r1];
	setp.ne.u32 %p1, %r3, 77;
	@%p1 trap;
	ld.shared.u32 %r4, [%r1+-8]; //!
on:
	st.global.u32 [%tb], %r4;`},
	{Name: "shared_dynamic_unasked", Kind: "address", Dynamic: 64, N: 32, Body: `
	.shared .u32 x[16];
	@!%hit bra on;
	mov.u32 %r1, x;
	shl.b32 %r2, %i, 2;
	add.u32 %r1, %r1, %r2;
	st.shared.u32 [%r1], 77;
	st.shared.u32 [%r1+64], 77; //!
on:
	st.global.u32 [%tb], %t;`},
	{Name: "shared_neighbour_vector", Kind: "address", N: 18, Body: `
	.shared .align 16 .u32 x[16];
	.shared .align 16 .u32 y[16];
	@!%hit bra on;
	mov.u32 %r1, x;
	shl.b32 %r2, %i, 2;
	add.u32 %r1, %r1, %r2;
	st.shared.v2.u32 [%r1], {5, 77};
	ld.shared.u32 %r3, [y+12];
	setp.ne.u32 %p1, %r3, 77;
	@%p1 trap;
	st.shared.v2.u32 [%r1+56], {5, 77}; //!
on:
	st.global.u32 [%tb], %t;`},

	// What lies beside a buffer is not touched, by as little as a byte.
	{Name: "beside_before", Kind: "address", N: -1, Body: `
	st.global.u32 [%ai], %t; //!`},
	{Name: "beside_behind", Kind: "address", N: 256, Body: `
	st.global.u32 [%ai], %t; //!`},
	{Name: "beside_atom", Kind: "address", N: 256, Body: `
	atom.global.exch.b32 %r1, [%ai], %t; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "beside_generic", Kind: "address", N: -1, Body: `
	selp.b64 %d1, %ai, %tb, %hit;
	st.u32 [%d1], %t; //!`},
	{Name: "beside_generic_atom", Kind: "address", N: 256, Body: `
	selp.b64 %d1, %ai, %tb, %hit;
	atom.exch.b32 %r1, [%d1], %t; //!
	st.global.u32 [%ta], %r1;`},
	{Name: "beside_over_end", Kind: "address", A: Arg{Bytes: 1022}, N: 255, Body: `
	@!%hit bra on;
	st.global.u16 [%ai], %t;
	st.global.u32 [%ai], %t; //!
on:
	st.global.u32 [%tb], %t;`},
	{Name: "beside_f64", Kind: "address", A: Arg{Bytes: 1020}, Body: `
	@!%hit bra on;
	st.global.u64 [%a+1008], %d1;
	st.global.u64 [%a+1016], %d1; //!
on:
	st.global.u32 [%tb], %t;`},
	{Name: "beside_generic_over_end", Kind: "address", A: Arg{Bytes: 1020}, Body: `
	add.u64 %d1, %a, 1016;
	selp.b64 %d1, %d1, %b, %hit;
	@%hit st.u64 [%d1], %d1; //!
	st.global.u32 [%tb], %t;`},
	{Name: "beside_volatile_byte", Forms: "regions coroutines", Kind: "address", A: Arg{Bytes: 1021}, Body: `
	@!%hit bra on;
	st.volatile.global.u8 [%a+1020], %t;
	st.volatile.global.u8 [%a+1021], %t; //!
on:
	st.global.u32 [%tb], %t;`},
	{Name: "beside_memset", Kind: "address", Body: `
	@!%hit bra on;
	{
		.param .b64 q0, q1, r;
		.param .b32 q2;
		st.param.b64 [q0], %a;
		st.param.b32 [q2], 7;
		st.param.b64 [q1], 1025;
		call (r), memset, (q0, q2, q1); //!
	}
on:
	st.global.u32 [%tb], %t;`},
	{Name: "beside_memcpy", Kind: "address", A: Arg{Bytes: 1000}, Body: `
	@!%hit bra on;
	{
		.param .b64 q0, q1, q2, r;
		st.param.b64 [q0], %a;
		st.param.b64 [q1], %b;
		st.param.b64 [q2], 1001;
		call (r), memcpy, (q0, q1, q2); //!
	}
on:
	st.global.u32 [%tb], %t;`},
	{Name: "beside_loop", Kind: "address", Body: `
	@!%hit bra on;
	add.u64 %d1, %a, 1000;
more:
	st.global.u32 [%d1], %t; //!
	add.u64 %d1, %d1, 4;
	bra more;
on:
	st.global.u32 [%tb], %t;`},
	{Name: "narrow_beside", Module: Narrow, Kind: "address", N: 256, Body: `
	st.global.u32 [%ai], %t; //!`},
	{Name: "narrow_beside_generic", Module: Narrow, Kind: "address", N: -1, Body: `
	selp.b32 %d1, %ai, %tb, %hit;
	st.u32 [%d1], %t; //!`},

	// What a vector stores is read before any of it is written.
	{Name: "vector_of_loads", Kind: "trap", B: Arg{Fill: "index"}, Body: `
	@!%hit bra on;
	ld.global.u32 %r1, [%b+12];
	ld.global.u32 %r2, [%b+8];
	st.global.v2.u32 [%b+8], {%r1, %r2};
	ld.global.u32 %r3, [%b+12];
	setp.ne.u32 %p1, %r3, 2;
	@%p1 bra on;
	trap; //!
on:
	st.global.u32 [%ta], %t;`},
}
