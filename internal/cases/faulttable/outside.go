package faulttable

// failed are the instructions of a failed assertion.
const failed = `
	@!%hit bra on;
	mov.u64 %d1, text;
	cvta.global.u64 %d1, %d1;
	{
	.param .b64 p0;
	.param .b64 p1;
	.param .b32 p2;
	.param .b64 p3;
	.param .b64 p4;
	st.param.b64 [p0], %d1;
	st.param.b64 [p1], %d1;
	st.param.b32 [p2], 17;
	st.param.b64 [p3], %d1;
	st.param.b64 [p4], 1;
	call __assertfail, (p0, p1, p2, p3, p4); //!
	}
on:
	st.global.u32 [%tb], %t;`

// Outside are functions that the module leaves to others: CUDA's, and those of the
// program.
var Outside = []Row{
	{Name: "assert", Kind: "assert", Says: "assertion `a < b` failed at a < b:17 in a < b", Body: failed},
	{Name: "assert_may_return", Module: Legacy, Kind: "assert", Says: "assertion `a < b` failed at a < b:17 in a < b", Forms: "rows regions", Body: failed},
	{Name: "assert_bad_text", Kind: "address", Body: `
	@!%hit bra on;
	{
	.param .b64 p0;
	.param .b64 p1;
	.param .b32 p2;
	.param .b64 p3;
	.param .b64 p4;
	st.param.b64 [p0], 48;
	st.param.b64 [p1], %a;
	st.param.b32 [p2], 17;
	st.param.b64 [p3], %a;
	st.param.b64 [p4], 1;
	call __assertfail, (p0, p1, p2, p3, p4); //!
	}
on:
	st.global.u32 [%tb], %t;`},
	{Name: "host_fails", Kind: "extern", Says: "host does not like 37", Body: `
	call (%r1), host, (%t); //!
	st.global.u32 [%tb], %r1;`},
	{Name: "host_fails_of_load", Kind: "extern", A: Arg{Fill: "index"}, Says: "host does not like 37", Body: `
	ld.global.u32 %r2, [%ta];
	call (%r1), host, (%r2); //!
	st.global.u32 [%tb], %r1;`},
	{Name: "load_for_host", Kind: "address", Body: `
	ld.global.u32 %r2, [%ai]; //!
	call (%r1), host, (%r2);
	st.global.u32 [%tb], %r1;`},
	{Name: "host_reads", Kind: "address", Body: `
	selp.b32 %r2, 48, 1, %hit;
	call (%r1), host, (%r2); //!
	st.global.u32 [%tb], %r1;`},
	{Name: "never", Kind: "extern", Says: "has returned", Body: `
	@!%hit bra on;
	call never, (%t); //!
on:
	st.global.u32 [%tb], %t;`},
	{Name: "never_fails", Kind: "extern", Says: "never does not like 1000037", Body: `
	@!%hit bra on;
	add.u32 %r1, %t, 1000000;
	call never, (%r1); //!
on:
	st.global.u32 [%tb], %t;`},
	{Name: "printf_bad_format", Kind: "address", Body: `
	@!%hit bra on;
	mov.u64 %d1, 48;
	mov.u64 %d2, 0;
	call (%r1), vprintf, (%d1, %d2); //!
on:
	st.global.u32 [%tb], %t;`},
	{Name: "free_twice", Kind: "heap", Body: `
	@!%hit bra on;
	mov.u64 %d1, 64;
	call (%d2), malloc, (%d1);
	call free, (%d2);
	call free, (%d2); //!
on:
	st.global.u32 [%tb], %t;`},
	{Name: "free_inside", Kind: "heap", Body: `
	@!%hit bra on;
	mov.u64 %d1, 64;
	call (%d2), malloc, (%d1);
	add.u64 %d2, %d2, 16;
	call free, (%d2); //!
on:
	st.global.u32 [%tb], %t;`},
	{Name: "free_buffer", Kind: "heap", Body: `
	@%hit call free, (%a); //!
	st.global.u32 [%tb], %t;`},
	{Name: "heap_beyond", Kind: "address", Body: `
	@!%hit bra on;
	mov.u64 %d1, 64;
	call (%d2), malloc, (%d1);
	st.u32 [%d2], %t;
	add.u64 %d3, %d2, 0x1000000;
	st.u32 [%d3], %t; //!
on:
	st.global.u32 [%tb], %t;`},
}
