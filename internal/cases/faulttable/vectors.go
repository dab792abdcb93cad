package faulttable

// Vectors are loads of vectors that follow each other in memory and in the program, in a
// loop, which the thread that is hit leaves too late or enters at a wrong place. It may be
// any of them that fails first.
var Vectors = []Row{
	{Name: "vectors_second", Kind: "address", A: Arg{Bytes: 4096 + 16}, Body: `
	mov.u64 %d1, %a;
	mov.u32 %r1, 0;
L1:
	ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%d1];
	add.u32 %r9, %r9, %r2;
	ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%d1+16]; //!
	add.u32 %r9, %r9, %r5;
	add.u64 %d1, %d1, 32;
	add.u32 %r1, %r1, 1;
	setp.le.u32 %p1, %r1, %i;
	@%p1 bra L1;
	st.global.u32 [%tb], %r9;`},
	{Name: "vectors_first", Kind: "address", A: Arg{Bytes: 4096}, Body: `
	mov.u64 %d1, %a;
	mov.u32 %r1, 0;
L1:
	ld.global.v2.f32 {%f1, %f2}, [%d1]; //!
	ld.global.v2.f32 {%f3, %f4}, [%d1+8];
	ld.global.v2.f32 {%f5, %f6}, [%d1+16];
	ld.global.v2.f32 {%f7, %f2}, [%d1+24];
	add.f32 %f1, %f1, %f3;
	add.f32 %f5, %f5, %f7;
	add.f32 %f1, %f1, %f5;
	st.global.f32 [%tb], %f1;
	add.u64 %d1, %d1, 32;
	add.u32 %r1, %r1, 1;
	setp.le.u32 %p1, %r1, %i;
	@%p1 bra L1;`},
	// Half of the third is inside.
	{Name: "vectors_third", Kind: "address", A: Arg{Bytes: 4096 + 40}, Body: `
	mov.u64 %d1, %a;
	mov.u32 %r1, 0;
L1:
	ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%d1];
	add.u32 %r9, %r9, %r2;
	ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%d1+16];
	add.u32 %r9, %r9, %r3;
	ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%d1+32]; //!
	add.u32 %r9, %r9, %r4;
	add.u64 %d1, %d1, 64;
	add.u32 %r1, %r1, 1;
	setp.le.u32 %p1, %r1, %i;
	@%p1 bra L1;
	st.global.u32 [%tb], %r9;`},
	{Name: "vectors_back", Kind: "address", Body: `
	mul.wide.u32 %d1, %t, 8;
	add.u64 %d1, %a, %d1;
	and.b64 %d1, %d1, -16;
	mov.u32 %r1, 0;
L1:
	ld.global.v2.u64 {%d3, %d4}, [%d1]; //!
	add.u64 %d5, %d5, %d3;
	ld.global.v2.u64 {%d3, %d4}, [%d1+16];
	add.u64 %d5, %d5, %d4;
	add.u64 %d1, %d1, -16;
	add.u32 %r1, %r1, 2;
	setp.le.u32 %p1, %r1, %i;
	@%p1 bra L1;
	cvt.u32.u64 %r9, %d5;
	st.global.u32 [%tb], %r9;`},
	{Name: "vectors_misaligned", Kind: "misaligned", N: 9, A: Arg{Bytes: 2048}, Body: `
	mov.u64 %d1, %ta;
	and.b64 %d1, %d1, -16;
	@%hit add.u64 %d1, %d1, 4;
	mov.u32 %r1, 0;
L1:
	ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%d1]; //!
	add.u32 %r9, %r9, %r2;
	ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%d1+16];
	add.u32 %r9, %r9, %r4;
	add.u64 %d1, %d1, 16;
	add.u32 %r1, %r1, 1;
	setp.le.u32 %p1, %r1, %i;
	@%p1 bra L1;
	st.global.u32 [%tb], %r9;`},
	{Name: "vectors_shared", Kind: "address", Body: `
	.shared .align 16 .b8 tile[4144];
	mov.u64 %d1, tile;
	mov.u32 %r1, 0;
L1:
	ld.shared.v4.f32 {%f1, %f2, %f3, %f4}, [%d1];
	ld.shared.v4.f32 {%f2, %f3, %f4, %f5}, [%d1+16];
	ld.shared.v4.f32 {%f3, %f4, %f5, %f6}, [%d1+32];
	ld.shared.v4.f32 {%f4, %f5, %f6, %f7}, [%d1+48]; //!
	add.f32 %f1, %f1, %f2;
	add.f32 %f3, %f3, %f7;
	add.f32 %f1, %f1, %f3;
	add.u64 %d1, %d1, 64;
	add.u32 %r1, %r1, 1;
	setp.le.u32 %p1, %r1, %i;
	@%p1 bra L1;
	st.global.f32 [%tb], %f1;`},
	// Between the two something else may fail, and does.
	{Name: "vectors_between", Kind: "address", A: Arg{Bytes: 4096 + 16}, Body: `
	mov.u64 %d1, %a;
	mov.u64 %d2, %b;
	mov.u32 %r1, 0;
L1:
	ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%d1];
	add.u32 %r9, %r9, %r2;
	ld.global.u32 %r6, [%d2]; //!
	ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%d1+16];
	add.u32 %r9, %r9, %r5;
	add.u32 %r9, %r9, %r6;
	add.u64 %d1, %d1, 32;
	add.u64 %d2, %d2, 8;
	add.u32 %r1, %r1, 1;
	setp.le.u32 %p1, %r1, %i;
	@%p1 bra L1;
	st.global.u32 [%ta], %r9;`},
	// What is stored after the first store is checked together with it.
	{Name: "vectors_apart_end", Kind: "address", A: Arg{Bytes: 16*At + 912}, N: 3, Above: true, Body: `
	mul.wide.u32 %d1, %t, 16;
	add.u64 %d1, %a, %d1;
	ld.global.u32 %r9, [%d1];
	mov.u32 %r1, 0;
L1:
	mad.lo.u32 %r9, %r9, %r9, %t;
	add.u32 %r1, %r1, 1;
	setp.lt.u32 %p1, %r1, %n;
	@%p1 bra L1;
	st.global.u32 [%d1+4], %r9;
	st.global.v4.u32 [%d1+256], {%r9, %r1, %r9, %t};
	st.global.u32 [%d1+912], %r9; //!
	st.global.v2.u32 [%d1+8], {%r9, %t};`},
	{Name: "vectors_apart_odd", Kind: "misaligned", A: Arg{Bytes: 2048, Offset: 8}, N: 3, Several: true, Body: `
	mul.wide.u32 %d1, %t, 16;
	add.u64 %d1, %a, %d1;
	ld.global.u32 %r9, [%d1];
	mov.u32 %r1, 0;
L1:
	mad.lo.u32 %r9, %r9, %r9, %t;
	add.u32 %r1, %r1, 1;
	setp.lt.u32 %p1, %r1, %n;
	@%p1 bra L1;
	st.global.u32 [%d1+4], %r9;
	st.global.v2.u32 [%d1+16], {%r9, %t};
	st.global.v4.u32 [%d1+512], {%r9, %r1, %r9, %t}; //!
	st.global.u32 [%d1+900], %r9;`},

	// Vectors that lie anywhere, of some lanes: one is not aligned, or outside.
	{Name: "gathered_vector_misaligned", Kind: "misaligned", Body: `
	ld.global.u32 %r1, [%ta];
	setp.eq.u32 %p1, %r1, 0x12345;
	@%p1 bra on;
	and.b32 %r2, %r1, 15;
	mul.wide.u32 %d1, %r2, 8;
	add.u64 %d1, %a, %d1;
	selp.b32 %r3, 4, 0, %hit;
	cvt.u64.u32 %d2, %r3;
	add.u64 %d1, %d1, %d2;
	ld.global.v2.u32 {%r2, %r3}, [%d1]; //!
	st.global.u32 [%tb], %r2;
on:`},
	{Name: "gathered_vector_outside", Kind: "address", Body: `
	ld.global.u32 %r1, [%ta];
	setp.eq.u32 %p1, %r1, 0x12345;
	@%p1 bra on;
	and.b32 %r2, %r1, 15;
	mul.wide.u32 %d1, %r2, 16;
	add.u64 %d1, %a, %d1;
	selp.b32 %r3, 1048576, 0, %hit;
	cvt.u64.u32 %d2, %r3;
	add.u64 %d1, %d1, %d2;
	ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%d1]; //!
	st.global.u32 [%tb], %r2;
on:`},
	{Name: "gathered_vector_pairs", Kind: "address", Body: `
	ld.global.u32 %r1, [%ta];
	setp.eq.u32 %p1, %r1, 0x12345;
	@%p1 bra on;
	and.b32 %r2, %r1, 15;
	mul.wide.u32 %d1, %r2, 16;
	add.u64 %d1, %a, %d1;
	selp.b32 %r3, 1048576, 0, %hit;
	cvt.u64.u32 %d2, %r3;
	add.u64 %d1, %d1, %d2;
	ld.global.v2.u64 {%d3, %d4}, [%d1]; //!
	cvt.u32.u64 %r2, %d4;
	st.global.u32 [%tb], %r2;
on:`},
	{Name: "scattered_vector_misaligned", Kind: "misaligned", Body: `
	ld.global.u32 %r1, [%ta];
	setp.eq.u32 %p1, %r1, 0x12345;
	@%p1 bra on;
	and.b32 %r2, %r1, 15;
	mul.wide.u32 %d1, %r2, 16;
	add.u64 %d1, %b, %d1;
	selp.b32 %r3, 8, 0, %hit;
	cvt.u64.u32 %d2, %r3;
	add.u64 %d1, %d1, %d2;
	st.global.v4.u32 [%d1], {%r2, %r3, %t, %r1}; //!
on:`},
	{Name: "scattered_vector_outside", Kind: "address", Body: `
	ld.global.u32 %r1, [%ta];
	setp.eq.u32 %p1, %r1, 0x12345;
	@%p1 bra on;
	and.b32 %r2, %r1, 15;
	mul.wide.u32 %d1, %r2, 8;
	add.u64 %d1, %b, %d1;
	selp.b32 %r3, 1048576, 0, %hit;
	cvt.u64.u32 %d2, %r3;
	add.u64 %d1, %d1, %d2;
	st.global.v2.f32 [%d1], {%f1, %f2}; //!
on:`},
	{Name: "scattered_vector_pairs", Kind: "misaligned", Body: `
	ld.global.u32 %r1, [%ta];
	setp.eq.u32 %p1, %r1, 0x12345;
	@%p1 bra on;
	and.b32 %r2, %r1, 15;
	mul.wide.u32 %d1, %r2, 16;
	add.u64 %d1, %b, %d1;
	selp.b32 %r3, 8, 0, %hit;
	cvt.u64.u32 %d2, %r3;
	add.u64 %d1, %d1, %d2;
	st.global.v2.u64 [%d1], {%d1, %d2}; //!
on:`},
}
