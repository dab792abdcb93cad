package faulttable

// Spaces are accesses of the memories that are not global.
var Spaces = []Row{
	// Shared: all threads have the same window, after which nothing is.
	{Name: "shared_load", Kind: "address", Body: `
	.shared .u32 s[64];
	mov.u32 %r1, s;
	shl.b32 %r2, %i, 2;
	add.u32 %r2, %r1, %r2;
	ld.shared.u32 %r3, [%r2]; //!
	st.global.u32 [%tb], %r3;`},
	{Name: "shared_store", Kind: "address", Body: `
	.shared .u32 s[64];
	mov.u32 %r1, s;
	shl.b32 %r2, %i, 2;
	add.u32 %r2, %r1, %r2;
	ld.global.u32 %r3, [%ta];
	st.shared.u32 [%r2], %r3; //!`},
	{Name: "shared_atom", Kind: "address", Body: `
	.shared .u32 s[64];
	mov.u32 %r1, s;
	shl.b32 %r2, %i, 2;
	add.u32 %r2, %r1, %r2;
	atom.shared.add.u32 %r3, [%r2], 2; //!
	st.global.u32 [%tb], %r3;`},
	{Name: "shared_two_loads", Kind: "address", Body: `
	.shared .u32 s[64];
	mov.u32 %r1, s;
	shl.b32 %r2, %i, 2;
	add.u32 %r2, %r1, %r2;
	ld.shared.u32 %r3, [s+8];
	ld.shared.u32 %r4, [%r2]; //!
	ld.shared.u32 %r5, [s+16];
	add.u32 %r3, %r3, %r4;
	add.u32 %r3, %r5, %r3;
	st.global.u32 [%tb], %r3;`},
	{Name: "shared_bytes", Kind: "address", Body: `
	.shared .align 8 .b8 s[256];
	mov.u32 %r1, s;
	shl.b32 %r2, %i, 2;
	add.u32 %r2, %r1, %r2;
	ld.shared.u8 %r3, [s+3];
	ld.shared.u32 %r4, [%r2]; //!
	add.u32 %r3, %r3, %r4;
	st.global.u32 [%tb], %r3;`},
	{Name: "shared_dynamic", Kind: "address", Dynamic: 256, Decl: `
.extern .shared .align 4 .b8 dyn_NAME[];
`, Body: `
	mov.u32 %r1, dyn_NAME;
	shl.b32 %r2, %i, 2;
	add.u32 %r2, %r1, %r2;
	ld.shared.u32 %r3, [%r2]; //!
	st.global.u32 [%tb], %r3;`},
	{Name: "shared_generic", Kind: "address", Body: `
	.shared .u32 s[64];
	mov.u64 %d1, s;
	cvta.shared.u64 %d1, %d1;
	mul.wide.u32 %d2, %i, 4;
	add.u64 %d1, %d1, %d2;
	st.u32 [%d1], %t; //!`},
	{Name: "shared_wild", Forms: "regions coroutines", Kind: "address", Body: `
	.shared .u32 s[64];
	st.shared.u32 [s], %t;
	ld.global.u32 %r1, [%ta];
	selp.b32 %r1, 0x10000, %r1, %hit;
	ld.shared.u32 %r2, [%r1]; //!
	st.global.u32 [%tb], %r2;`},
	{Name: "shared_misaligned", Kind: "misaligned", Body: `
	.shared .align 8 .b8 s[256];
	mov.u32 %r1, s;
	selp.b32 %r2, 2, 0, %hit;
	add.u32 %r2, %r1, %r2;
	st.shared.u32 [%r2], %t; //!`},
	{Name: "shared_address_misaligned", Forms: "regions coroutines", Kind: "misaligned", Body: `
	.shared .align 8 .b8 s[256];
	st.shared.u32 [s], %t;
	ld.global.u32 %r1, [%ta];
	selp.b32 %r1, 7, %r1, %hit;
	ld.shared.u16 %h2, [%r1]; //!
	st.global.u16 [%tb], %h2;`},

	// Local.
	{Name: "local_load", Kind: "address", Body: `
	.local .u32 l[64];
	mov.u64 %d1, l;
	st.local.u32 [l+4], %t;
	mul.wide.u32 %d2, %i, 4;
	add.u64 %d1, %d1, %d2;
	ld.local.u32 %r1, [%d1]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "local_store", Kind: "address", Body: `
	.local .u32 l[64];
	mov.u64 %d1, l;
	mul.wide.u32 %d2, %i, 4;
	add.u64 %d1, %d1, %d2;
	st.local.u32 [%d1], %t; //!
	ld.local.u32 %r1, [l+4];
	st.global.u32 [%tb], %r1;`},
	{Name: "local_generic", Kind: "address", Body: `
	.local .u32 l[64];
	mov.u64 %d1, l;
	cvta.local.u64 %d1, %d1;
	mul.wide.u32 %d2, %i, 4;
	add.u64 %d1, %d1, %d2;
	st.u32 [%d1], %t; //!
	ld.local.u32 %r1, [l+4];
	st.global.u32 [%tb], %r1;`},
	{Name: "local_misaligned", Kind: "misaligned", Body: `
	.local .align 8 .b8 l[64];
	mov.u64 %d1, l;
	selp.b32 %r1, 3, 0, %hit;
	cvt.u64.u32 %d2, %r1;
	add.u64 %d1, %d1, %d2;
	st.local.u32 [%d1], %t; //!
	ld.local.u32 %r1, [l+4];
	st.global.u32 [%tb], %r1;`},

	// Const and module variables.
	{Name: "const_load", Kind: "address", Decl: `
.const .u32 c_NAME[64] = {1, 2, 3};
`, Body: `
	mov.u64 %d1, c_NAME;
	mul.wide.s32 %d2, %i, 4;
	add.u64 %d1, %d1, %d2;
	ld.const.u32 %r1, [%d1]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "variable_load", Kind: "address", Decl: `
.global .u32 g_NAME[64] = {1, 2, 3};
`, Body: `
	mov.u64 %d1, g_NAME;
	mul.wide.s32 %d2, %i, 4;
	add.u64 %d1, %d1, %d2;
	ld.global.u32 %r1, [%d1]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "variable_store", Kind: "address", Decl: `
.global .u32 g_NAME[64] = {1, 2, 3};
`, Body: `
	mov.u64 %d1, g_NAME;
	mul.wide.s32 %d2, %i, 4;
	add.u64 %d1, %d1, %d2;
	ld.global.u32 %r1, [%ta];
	st.global.u32 [%d1], %r1; //!`},

	// Copies and barriers in shared memory.
	{Name: "cp_async_source", Kind: "address", Body: `
	.shared .align 16 .b8 s[1024];
	mov.u32 %r1, s;
	shl.b32 %r2, %t, 2;
	add.u32 %r2, %r1, %r2;
	cp.async.ca.shared.global [%r2], [%ai], 4; //!
	cp.async.wait_all;
	ld.shared.u32 %r3, [%r2];
	st.global.u32 [%tb], %r3;`},
	{Name: "cp_async_destination", Forms: "regions coroutines", Kind: "address", Body: `
	.shared .align 16 .b8 s[1024];
	mov.u32 %r1, s;
	shl.b32 %r2, %i, 2;
	add.u32 %r2, %r1, %r2;
	cp.async.ca.shared.global [%r2], [%ta], 4; //!
	cp.async.wait_all;
	ld.shared.u32 %r3, [s];
	st.global.u32 [%tb], %r3;`},
	{Name: "mbarrier_outside", Forms: "regions coroutines", Kind: "address", Body: `
	.shared .align 8 .b64 s[8];
	mov.u32 %r1, s;
	selp.b32 %r2, 65536, 0, %hit;
	add.u32 %r2, %r1, %r2;
	mbarrier.init.shared.b64 [%r2], 1; //!
	ld.shared.u64 %q1, [s];
	st.global.u64 [%b], %q1;`},
	{Name: "mbarrier_misaligned", Forms: "regions coroutines", Kind: "misaligned", Body: `
	.shared .align 8 .b64 s[8];
	mov.u32 %r1, s;
	selp.b32 %r2, 4, 0, %hit;
	add.u32 %r2, %r1, %r2;
	mbarrier.init.shared.b64 [%r2], 1; //!
	ld.shared.u64 %q1, [s];
	st.global.u64 [%b], %q1;`},

	// Parameters.
	{Name: "param_generic_store", Kind: "address", Forms: "rows regions coroutines", Body: `
	mov.b64 %d1, n;
	cvta.param.u64 %d1, %d1;
	@%hit st.u32 [%d1], %t; //!
	ld.u32 %r1, [%d1];
	st.global.u32 [%tb], %r1;`},

	// A parameter at an address that the kernel computes.
	{Name: "param_load", Kind: "address", Body: `
	mov.u64 %d1, a;
	mul.wide.u32 %d2, %i, 4;
	selp.b64 %d2, %d2, 4, %hit;
	add.u64 %d1, %d1, %d2;
	ld.param.u32 %r1, [%d1]; //!
	st.global.u32 [%tb], %r1;`},

	// Images.
	{Name: "tex_handle", Kind: "address", A: Arg{Wild: true, Addr: 5}, Body: `
	@%hit tex.1d.v4.u32.s32 {%r1, %r2, %r3, %r4}, [%a, {%t}]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "surface_handle", Kind: "address", A: Arg{Wild: true, Addr: 5}, Body: `
	@%hit suld.b.1d.b32.trap %r1, [%a, {%t}]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "txq_handle", Kind: "address", A: Arg{Wild: true, Addr: 5}, Body: `
	@%hit txq.width.b32 %r1, [%a]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "surface_outside", Kind: "address", A: Arg{Image: "surface"}, Body: `
	shl.b32 %r2, %i, 2;
	suld.b.1d.b32.trap %r1, [%a, {%r2}]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "surface_store_outside", Kind: "address", A: Arg{Image: "surface"}, Body: `
	shl.b32 %r2, %i, 2;
	ld.global.u32 %r1, [%tb];
	sust.b.1d.b32.trap [%a, {%r2}], %r1; //!`},
	{Name: "surface_misaligned", Kind: "misaligned", A: Arg{Image: "surface"}, Body: `
	shl.b32 %r2, %t, 2;
	selp.b32 %r2, 1, %r2, %hit;
	suld.b.1d.b32.trap %r1, [%a, {%r2}]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "tex_of_load", Kind: "address", A: Arg{Image: "texture"}, Body: `
	ld.global.u32 %r5, [%bi]; //!
	tex.1d.v4.u32.s32 {%r1, %r2, %r3, %r4}, [%a, {%r5}];
	st.global.u32 [%tb], %r1;`},
}
