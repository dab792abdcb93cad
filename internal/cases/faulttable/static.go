package faulttable

// Static are accesses at addresses that are known in the text and not aligned. To generate code for them is
// a warning, and to execute them a fault. Some threads go another way.
var Static = []Row{
	{Name: "static_shared_load", Kind: "misaligned", Body: `
	.shared .align 4 .b8 s[64];
	@%hit ld.shared.u32 %r1, [s+2]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "static_shared_words", Forms: "regions coroutines", Kind: "misaligned", Body: `
	.shared .u32 s[64];
	@%hit st.shared.u32 [s+6], %t; //!
	ld.shared.u32 %r1, [s+4];
	st.global.u32 [%tb], %r1;`},
	{Name: "static_shared_vector", Kind: "misaligned", Body: `
	.shared .align 16 .b8 s[64];
	@%hit ld.shared.v4.u32 {%r1, %r2, %r3, %r4}, [s+8]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "static_shared_atom", Kind: "misaligned", Body: `
	.shared .align 4 .b8 s[64];
	@%hit atom.shared.add.u32 %r1, [s+1], 1; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "static_shared_absolute", Forms: "regions coroutines", Kind: "misaligned", Body: `
	.shared .align 4 .b8 s[64];
	st.shared.u32 [s], %t;
	@%hit ld.shared.u32 %r1, [2]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "static_global_load", Kind: "misaligned", Decl: ".global .align 4 .b8 g_NAME[64] = {1};\n", Body: `
	@%hit ld.global.u32 %r1, [g_NAME+6]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "static_global_store", Kind: "misaligned", Decl: ".global .u32 g_NAME[16];\n", Body: `
	@%hit st.global.u32 [g_NAME+2], %t; //!
	ld.global.u32 %r1, [g_NAME];
	st.global.u32 [%tb], %r1;`},
	{Name: "static_global_red", Kind: "misaligned", Decl: ".global .u32 g_NAME[16];\n", Body: `
	@%hit red.global.add.u32 [g_NAME+2], 1; //!`},
	{Name: "static_global_absolute", Kind: "misaligned", Body: `
	@%hit ld.global.u32 %r1, [6]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "static_generic", Kind: "misaligned", Body: `
	@%hit st.u64 [4], %q1; //!`},
	{Name: "static_const", Kind: "misaligned", Decl: ".const .align 8 .b8 k_NAME[64] = {1, 2, 3, 4, 5, 6, 7, 8};\n", Body: `
	@%hit ld.const.u32 %r1, [k_NAME+3]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "static_const_words", Kind: "misaligned", Decl: ".const .u32 k_NAME[4] = {1, 2, 3, 4};\n", Body: `
	@%hit ld.const.u32 %r1, [k_NAME+2]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "static_local_store", Kind: "misaligned", Body: `
	.local .align 4 .b8 l[16];
	@%hit st.local.u32 [l+2], %t; //!
	ld.local.u32 %r1, [l];
	st.global.u32 [%tb], %r1;`},
	{Name: "static_local_dead", Kind: "misaligned", Body: `
	.local .align 4 .b8 l[16];
	@%hit st.local.u32 [l+1], %t; //!`},
	{Name: "static_local_load", Kind: "misaligned", Body: `
	.local .align 8 .b8 l[16];
	st.local.u64 [l], %q1;
	@%hit ld.local.u32 %r1, [l+2]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "static_local_vector", Kind: "misaligned", Body: `
	.local .align 16 .b8 l[32];
	st.local.u64 [l+8], %q1;
	@%hit ld.local.v2.u64 {%q2, %q3}, [l+8]; //!
	st.global.u64 [%b+8], %q2;
	st.global.u64 [%b+16], %q3;`},
	{Name: "static_param", Kind: "misaligned", Body: `
	@%hit ld.param.u32 %r1, [a+2]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "static_param_vector", Kind: "misaligned", Body: `
	@%hit ld.param.v2.u16 {%h1, %h2}, [a+2]; //!
	st.global.u16 [%tb], %h1;
	st.global.u16 [%tb+2], %h2;`},
	{Name: "static_param_register", Kind: "misaligned", Body: `
	mov.u64 %d1, a;
	@%hit ld.param.u32 %r1, [%d1+2]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "static_narrow_shared", Forms: "regions coroutines", Module: Narrow, Kind: "misaligned", Body: `
	.shared .u32 s[64];
	@%hit st.shared.u32 [s+6], %t; //!
	ld.shared.u32 %r1, [s+4];
	st.global.u32 [%tb], %r1;`},
	{Name: "static_narrow_global", Module: Narrow, Kind: "misaligned", Decl: ".global .u32 g_NAME[16];\n", Body: `
	@%hit ld.global.u32 %r1, [g_NAME+1]; //!
	st.global.u32 [%tb], %r1;`},
}
