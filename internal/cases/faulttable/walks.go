package faulttable

// Walks are accesses by pointers that run through a loop, which the thread that is hit
// leaves too late: after n rounds, where the others do a few. Some pass memory that is
// not theirs without touching it.
var Walks = []Row{
	{Name: "walk_load", Kind: "address", Body: `
	mov.u64 %d1, %a;
	mov.u32 %r1, 0;
L1:
	ld.global.u32 %r3, [%d1]; //!
	add.u32 %r2, %r2, %r3;
	add.u64 %d1, %d1, 4;
	add.u32 %r1, %r1, 1;
	setp.le.u32 %p1, %r1, %i;
	@%p1 bra L1;
	st.global.u32 [%tb], %r2;`},
	{Name: "walk_store", Kind: "address", N: 300, Body: `
	mov.u64 %d1, %ta;
	mov.u32 %r1, 0;
L1:
	st.global.u32 [%d1+8], %r1; //!
	add.u64 %d1, %d1, 4;
	add.u32 %r1, %r1, 1;
	setp.le.u32 %p1, %r1, %i;
	@%p1 bra L1;`},
	{Name: "walk_two_ways", Kind: "address", Several: true, Body: `
	mov.u64 %d1, %ta;
	mov.u32 %r2, 0;
L1:
	ld.global.u32 %r3, [%d1]; //!
	st.global.u32 [%tb], %r2;
	add.u64 %d1, %d1, 4;
	add.u32 %r2, %r2, 1;
	setp.eq.u32 %p1, %r3, 7;
	@%p1 bra L1;
	add.u32 %r2, %r2, %r3;
	bra L1;`},
	{Name: "walk_back", Kind: "address", Body: `
	mov.u64 %d1, %ta;
	mov.u32 %r1, 0;
L1:
	ld.global.u32 %r3, [%d1]; //!
	add.u32 %r2, %r2, %r3;
	add.u64 %d1, %d1, -4;
	add.u32 %r1, %r1, 1;
	setp.le.u32 %p1, %r1, %i;
	@%p1 bra L1;
	st.global.u32 [%tb], %r2;`},
	{Name: "walk_two", Kind: "address", A: Arg{Bytes: 2048}, Body: `
	mov.u64 %d1, %ta;
	mov.u64 %d2, %b;
	mov.u32 %r1, 0;
L1:
	ld.global.u32 %r3, [%d1];
	ld.global.u32 %r4, [%d2+4]; //!
	add.u32 %r2, %r2, %r3;
	add.u32 %r2, %r2, %r4;
	add.u64 %d1, %d1, 4;
	add.u64 %d2, %d2, 8;
	add.u32 %r1, %r1, 1;
	setp.le.u32 %p1, %r1, %i;
	@%p1 bra L1;
	st.global.u32 [%ta], %r2;`},
	// The end is a pointer, which the first thread has behind its start.
	{Name: "walk_to_pointer", Kind: "address", Body: `
	mov.u64 %d1, %a;
L1:
	ld.global.u32 %r3, [%d1]; //!
	add.u32 %r2, %r2, %r3;
	add.u64 %d1, %d1, 4;
	setp.le.u64 %p1, %d1, %ai;
	@%p1 bra L1;
	st.global.u32 [%tb], %r2;`},
	// An inner loop begins where the outer one is.
	{Name: "walk_nested", Kind: "address", Body: `
	mov.u64 %d1, %a;
	mov.u32 %r1, 0;
L1:
	add.u64 %d2, %d1, 4;
	mov.u32 %r4, 0;
L2:
	ld.global.u32 %r3, [%d2+-4]; //!
	add.u32 %r2, %r2, %r3;
	add.u64 %d2, %d2, 8;
	add.u32 %r4, %r4, 1;
	setp.lt.u32 %p1, %r4, 4;
	@%p1 bra L2;
	add.u64 %d1, %d1, 12;
	add.u32 %r1, %r1, 1;
	setp.le.u32 %p1, %r1, %i;
	@%p1 bra L1;
	st.global.u32 [%tb], %r2;`},
	// Far away and back: only what is accessed counts.
	{Name: "walk_over", Kind: "address", Body: `
	mov.u64 %d1, %a;
	mov.u32 %r1, 0;
L1:
	and.b32 %r5, %r1, 0xfffff;
	setp.gt.u32 %p1, %r5, 8;
	@%p1 bra L2;
	setp.gt.u32 %p1, %r1, 8;
	@!%p1 bra L3;
	ld.global.u32 %r3, [%d1]; //!
L3:
	add.u32 %r2, %r2, %r3;
L2:
	add.u64 %d1, %d1, 0x100000;
	add.u32 %r1, %r1, 1;
	setp.le.u32 %p1, %r1, %i;
	@%p1 bra L1;
	st.global.u32 [%tb], %r2;`},
	// Four steps are once around: every fourth access is inside, and is not a fault.
	{Name: "walk_around", Kind: "address", N: 41, Body: `
	mov.u64 %d1, %a;
	mov.u32 %r1, 0;
L1:
	and.b32 %r5, %r1, 3;
	setp.ne.u32 %p1, %r5, 0;
	@%p1 bra L2;
	ld.global.u32 %r3, [%d1];
	add.u32 %r2, %r2, %r3;
L2:
	setp.ne.and.u32 %p1, %r1, 41, %hit;
	@!%hit bra L3;
	@%p1 bra L3;
	ld.global.u32 %r3, [%d1]; //!
	add.u32 %r2, %r2, %r3;
L3:
	add.u64 %d1, %d1, 0x4000000000000000;
	add.u32 %r1, %r1, 1;
	setp.le.u32 %p1, %r1, %i;
	@%p1 bra L1;
	st.global.u32 [%tb], %r2;`},
	{Name: "walk_crooked", Kind: "misaligned", Body: `
	mov.u64 %d1, %ta;
	mov.u32 %r1, 0;
	mov.u32 %r2, 0;
	@%hit mov.u32 %r2, 1;
L1:
	cvt.u64.u32 %d2, %r2;
	add.u64 %d2, %d1, %d2;
	ld.global.u32 %r3, [%d2]; //!
	add.u64 %d1, %d1, 4;
	add.u32 %r1, %r1, 1;
	setp.le.u32 %p1, %r1, 3;
	@%p1 bra L1;
	st.global.u32 [%tb], %r3;`},
	{Name: "walk_bytes", Kind: "address", N: 2000, Body: `
	mov.u64 %d1, %a;
	mov.u32 %r1, 0;
L1:
	ld.global.u8 %r3, [%d1]; //!
	add.u32 %r2, %r2, %r3;
	add.u64 %d1, %d1, 1;
	add.u32 %r1, %r1, 1;
	setp.le.u32 %p1, %r1, %i;
	@%p1 bra L1;
	st.global.u32 [%tb], %r2;`},
	{Name: "walk_vector", Kind: "address", Body: `
	mov.u64 %d1, %a;
	mov.u32 %r1, 0;
L1:
	ld.global.v2.u32 {%r3, %r4}, [%d1]; //!
	add.u32 %r2, %r3, %r4;
	add.u64 %d1, %d1, 8;
	add.u32 %r1, %r1, 1;
	setp.le.u32 %p1, %r1, %i;
	@%p1 bra L1;
	st.global.u32 [%tb], %r2;`},
	{Name: "walk_shared", Kind: "address", N: 70000, Decl: `
.shared .align 4 .b8 first_NAME[256];
.shared .align 4 .b8 tile_NAME[1024];
`, Body: `
	mov.u64 %d1, tile_NAME;
	mov.u32 %r1, 0;
L1:
	ld.shared.u32 %r3, [%d1]; //!
	add.u32 %r2, %r2, %r3;
	add.u64 %d1, %d1, 4;
	add.u32 %r1, %r1, 1;
	setp.le.u32 %p1, %r1, %i;
	@%p1 bra L1;
	st.shared.u32 [first_NAME], %r2;
	st.global.u32 [%tb], %r2;`},
	{Name: "walk_local", Kind: "address", Body: `
	.local .align 4 .b8 l[1024];
	mov.u64 %d1, l;
	mov.u32 %r1, 0;
L1:
	st.local.u32 [%d1], %r1; //!
	add.u64 %d1, %d1, 4;
	add.u32 %r1, %r1, 1;
	setp.le.u32 %p1, %r1, %i;
	@%p1 bra L1;
	and.b32 %r2, %t, 7;
	mul.wide.u32 %d2, %r2, 4;
	mov.u64 %d1, l;
	add.u64 %d1, %d1, %d2;
	ld.local.u32 %r2, [%d1];
	st.global.u32 [%tb], %r2;`},
	{Name: "walk_table", Kind: "address", Decl: `
.const .align 4 .b8 table_NAME[512] = {1, 2, 3};
`, Body: `
	mov.u64 %d1, table_NAME;
	mov.u64 %d2, 0;
L1:
	add.u64 %d3, %d1, %d2;
	ld.const.u32 %r3, [%d3]; //!
	add.u32 %r2, %r2, %r3;
	add.u64 %d2, %d2, 4;
	cvt.u32.u64 %r1, %d2;
	shr.u32 %r1, %r1, 2;
	setp.le.u32 %p1, %r1, %i;
	@%p1 bra L1;
	st.global.u32 [%tb], %r2;`},
}
