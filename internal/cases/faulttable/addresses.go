package faulttable

// wild are pointers into nothing.
var (
	null = Arg{Wild: true}
	wild = Arg{Wild: true, Addr: 0x7000_0000_1000}
)

// Addresses are accesses of global memory outside of all buffers, or not aligned.
var Addresses = []Row{
	{Name: "load_store", Kind: "address", Body: `
	ld.global.u32 %r1, [%ai]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "load_op_store", Kind: "address", Body: `
	ld.global.u32 %r1, [%ai]; //!
	add.u32 %r2, %r1, 5;
	mul.lo.u32 %r2, %r2, %t;

	st.global.u32 [%tb], %r2;`},
	{Name: "load_negative", Kind: "address", N: -70, Body: `
	ld.global.u32 %r1, [%ai]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "load_one_past", Kind: "address", N: 256, Body: `
	ld.global.u32 %r1, [%ai]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "load_f32", Kind: "address", Body: `
	ld.global.f32 %f1, [%ai]; //!
	fma.rn.f32 %f1, %f1, %f1, %f1;
	st.global.f32 [%tb], %f1;`},
	{Name: "load_store_same_index", Kind: "address", B: Arg{Bytes: 256}, A: Arg{Bytes: 256}, N: 64, Body: `
	ld.global.u32 %r1, [%ai]; //!
	st.global.u32 [%bi], %r1;`},
	{Name: "store_same_index", Kind: "address", A: Arg{Bytes: 512}, B: Arg{Bytes: 256}, N: 64, Body: `
	ld.global.u32 %r1, [%ai];
	st.global.u32 [%bi], %r1; //!`},
	{Name: "store", Kind: "address", Body: `
	st.global.u32 [%ai], %t; //!`},
	{Name: "store_u8", Kind: "address", Body: `
	st.global.u8 [%ai], %t; //!
	st.global.u32 [%tb], %t;`},
	{Name: "atom", Kind: "address", Body: `
	atom.global.add.u32 %r1, [%ai], 1; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "atom_cas", Kind: "address", Body: `
	ld.global.u32 %r2, [%ta];
	atom.global.cas.b32 %r1, [%ai], %r2, 5; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "atom_f32", Kind: "address", Body: `
	mov.f32 %f1, 0f3f800000;
	atom.global.add.f32 %f2, [%ai], %f1; //!
	st.global.f32 [%tb], %f2;`},
	{Name: "red", Kind: "address", Body: `
	red.global.max.u32 [%ai], %t; //!`},
	{Name: "red_of_load", Kind: "address", Body: `
	ld.global.u32 %r1, [%bi]; //!
	red.global.max.u32 [%ta], %r1;`},
	{Name: "volatile", Forms: "regions coroutines", Kind: "address", Body: `
	ld.volatile.global.u32 %r1, [%ai]; //!
	st.volatile.global.u32 [%tb], %r1;`},
	{Name: "volatile_store", Kind: "address", Body: `
	st.volatile.global.u32 [%ai], %t; //!`},
	{Name: "acquire", Forms: "regions coroutines", Kind: "address", Body: `
	ld.acquire.gpu.global.u32 %r1, [%ai]; //!
	st.release.gpu.global.u32 [%tb], %r1;`},
	{Name: "nc", Kind: "address", Body: `
	ld.global.nc.u32 %r1, [%ai]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "vector", Kind: "address", Body: `
	and.b32 %r9, %i, 0xfffffffc;
	mul.wide.s32 %d1, %r9, 4;
	add.u64 %d1, %a, %d1;
	ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%d1]; //!
	add.u32 %r1, %r1, %r4;
	st.global.u32 [%tb], %r1;`},
	{Name: "vector_store", Kind: "address", Body: `
	and.b32 %r9, %i, 0xfffffffe;
	mul.wide.s32 %d1, %r9, 4;
	add.u64 %d1, %a, %d1;
	st.global.v2.u32 [%d1], {%t, %t}; //!`},
	{Name: "generic", Kind: "address", Body: `
	ld.u32 %r1, [%ai]; //!
	st.u32 [%tb], %r1;`},
	{Name: "generic_store", Kind: "address", Body: `
	st.u32 [%ai], %t; //!`},
	{Name: "generic_atom", Kind: "address", Body: `
	atom.add.u32 %r1, [%ai], 1; //!
	st.u32 [%tb], %r1;`},
	{Name: "bytes", Kind: "address", Body: `
	ld.global.u16 %h1, [%ta];
	ld.global.u32 %r1, [%ai]; //!
	st.global.u32 [%tb], %r1;`},

	// Several accesses in one expression.
	{Name: "second_of_two", Kind: "address", Body: `
	ld.global.u32 %r1, [%ta];
	ld.global.u32 %r2, [%ai]; //!
	sub.u32 %r3, %r1, %r2;
	st.global.u32 [%tb], %r3;`},
	{Name: "first_of_two", Kind: "address", Body: `
	ld.global.u32 %r1, [%ai]; //!
	ld.global.u32 %r2, [%ta];
	sub.u32 %r3, %r1, %r2;
	st.global.u32 [%tb], %r3;`},
	{Name: "first_of_two_swapped", Kind: "address", Body: `
	ld.global.u32 %r1, [%ai]; //!
	ld.global.u32 %r2, [%ta];
	sub.u32 %r3, %r2, %r1;
	st.global.u32 [%tb], %r3;`},
	{Name: "both_of_two_swapped", Kind: "address", A: Arg{Bytes: 256}, B: Arg{Bytes: 512}, Body: `
	ld.global.u32 %r1, [%ai]; //!
	ld.global.u32 %r2, [%bi];
	sub.u32 %r3, %r2, %r1;
	st.global.u32 [%tb], %r3;`},
	{Name: "both_of_two", Kind: "address", A: Arg{Bytes: 512}, B: Arg{Bytes: 256}, N: 200, Body: `
	ld.global.u32 %r1, [%bi]; //!
	ld.global.u32 %r2, [%ai];
	sub.u32 %r3, %r2, %r1;
	st.global.u32 [%tb], %r3;`},
	{Name: "second_same_length", Kind: "address", N: 255, Body: `
	ld.global.u32 %r1, [%ai];
	ld.global.u32 %r2, [%bi+4]; //!
	sub.u32 %r3, %r2, %r1;
	st.global.u32 [%tb], %r3;`},
	{Name: "third_of_three", Kind: "address", N: 254, Body: `
	ld.global.u32 %r1, [%ai];
	ld.global.u32 %r2, [%ai+4];
	ld.global.u32 %r3, [%ai+8]; //!
	add.u32 %r3, %r2, %r3;
	add.u32 %r3, %r3, %r1;
	st.global.u32 [%tb], %r3;`},
	{Name: "used_twice_between", Kind: "address", Body: `
	ld.global.u32 %r1, [%ai]; //!
	ld.global.u32 %r2, [%bi+4];
	mad.lo.u32 %r3, %r2, %r2, %r1;
	st.global.u32 [%tb], %r3;`},
	{Name: "gather", Kind: "address", B: Arg{Fill: "index"}, Body: `
	ld.global.s32 %r1, [%bi]; //!
	mul.wide.s32 %d1, %r1, 4;
	add.u64 %d1, %a, %d1;
	ld.global.u32 %r2, [%d1];
	st.global.u32 [%ta], %r2;`},
	{Name: "gathered", Kind: "address", A: Arg{Bytes: 48}, B: Arg{Fill: "index"}, Several: true, Body: `
	ld.global.s32 %r1, [%tb];
	mul.wide.s32 %d1, %r1, 4;
	add.u64 %d1, %a, %d1;
	ld.global.u32 %r2, [%d1]; //!
	st.global.u32 [%tb], %r2;`},
	{Name: "in_condition", Kind: "address", Body: `
	ld.global.u32 %r1, [%ai]; //!
	setp.gt.u32 %p1, %r1, 7;
	@%p1 bra skip;
	st.global.u32 [%tb], %t;
skip:`},
	{Name: "in_select", Kind: "address", Body: `
	ld.global.u32 %r1, [%ai]; //!
	setp.gt.u32 %p1, %r1, 7;
	selp.b32 %r2, 5, %t, %p1;
	st.global.u32 [%tb], %r2;`},
	{Name: "in_both_conditions", Kind: "address", Body: `
	ld.global.u32 %r1, [%ta];
	setp.gt.u32 %p1, %r1, 7;
	ld.global.u32 %r2, [%bi]; //!
	setp.gt.and.u32 %p2, %r2, 7, %p1;
	@%p2 bra skip;
	st.global.u32 [%tb], %t;
skip:`},
	{Name: "in_first_condition", Kind: "address", Body: `
	ld.global.u32 %r1, [%ai]; //!
	setp.gt.u32 %p1, %r1, 7;
	ld.global.u32 %r2, [%tb+4];
	setp.gt.or.u32 %p2, %r2, 7, %p1;
	selp.u32 %r3, %r1, %r2, %p2;
	st.global.u32 [%tb], %r3;`},
	{Name: "in_select_arm", Kind: "address", Body: `
	ld.global.u32 %r1, [%ai]; //!
	setp.gt.u32 %p1, %t, 7;
	selp.u32 %r3, 5, %r1, %p1;
	st.global.u32 [%tb], %r3;`},
	{Name: "in_predicate_as_number", Kind: "address", Body: `
	ld.global.u32 %r1, [%ai]; //!
	setp.gt.u32 %p1, %r1, 7;
	ld.global.u32 %r2, [%tb];
	set.gt.u32.u32 %r3, %r2, %t;
	selp.u32 %r4, 1, 0, %p1;
	add.u32 %r4, %r4, %r3;
	st.global.u32 [%tb], %r4;`},
	{Name: "in_phi", Kind: "address", Body: `
	mov.u32 %r1, 4;
	setp.lt.u32 %p1, %t, 3;
	@%p1 bra small;
	ld.global.u32 %r1, [%ai]; //!
small:
	add.u32 %r1, %r1, %t;
	st.global.u32 [%tb], %r1;`},
	{Name: "vector_store_of_loads", Kind: "address", A: Arg{Bytes: 2048}, B: Arg{Bytes: 2048}, Body: `
	ld.global.u32 %r1, [%ta+4];
	ld.global.u32 %r2, [%ai]; //!
	mul.wide.u32 %d1, %t, 8;
	add.u64 %d1, %b, %d1;
	st.global.v2.u32 [%d1], {%r2, %r1};`},
	{Name: "atom_of_loads", Kind: "address", Body: `
	ld.global.u32 %r1, [%ta+8];
	ld.global.u32 %r2, [%bi+4]; //!
	atom.global.cas.b32 %r3, [%tb], %r2, %r1;
	st.global.u32 [%ta], %r3;`},
	{Name: "address_of_store", Kind: "address", A: Arg{Fill: "index"}, Body: `
	ld.global.u32 %r1, [%ta];
	selp.b32 %r1, 0x100000, %r1, %hit;
	mul.wide.s32 %d1, %r1, 4;
	add.u64 %d1, %b, %d1;
	ld.global.u32 %r2, [%ta+16];
	st.global.u32 [%d1], %r2; //!`},
	{Name: "both_outside", Kind: "address", Body: `
	ld.global.u32 %r1, [%ai+4]; //!
	ld.global.u32 %r2, [%bi];
	mul.lo.u32 %r3, %r1, %r2;
	st.global.u32 [%ai], %r3;`},
	{Name: "in_loop", Kind: "address", Body: `
	mov.u32 %r5, 0;
	mov.u32 %r6, 0;
	mov.b64 %d1, %a;
again:
	ld.global.u32 %r1, [%d1]; //!
	add.u32 %r6, %r6, %r1;
	add.u64 %d1, %d1, 4;
	add.u32 %r5, %r5, 1;
	setp.le.u32 %p1, %r5, %i;
	@%p1 bra again;
	st.global.u32 [%tb], %r6;`},
	{Name: "in_loop_test", Kind: "address", Body: `
	mov.u32 %r5, 0;
again:
	add.u32 %r5, %r5, %i;
	mul.wide.u32 %d1, %r5, 4;
	add.u64 %d1, %a, %d1;
	ld.global.u32 %r1, [%d1]; //!
	setp.ne.u32 %p1, %r1, 0;
	@%p1 bra again;
	st.global.u32 [%tb], %r5;`},
	{Name: "uniform", Kind: "address", Several: true, Body: `
	ld.global.u32 %r1, [%a+4096]; //!
	add.u32 %r1, %r1, %t;
	st.global.u32 [%tb], %r1;`},
	{Name: "store_then_uniform", Kind: "address", Several: true, Body: `
	st.global.u32 [%tb], %t;
	ld.global.u32 %r1, [%a+4096]; //!
	add.u32 %r1, %r1, %t;
	st.global.u32 [%tb], %r1;`},
	{Name: "predicated", Kind: "address", Body: `
	mov.u32 %r1, 3;
	@%hit ld.global.u32 %r1, [%a+65536]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "predicated_store", Kind: "address", Body: `
	@%hit st.global.u32 [%a+65536], %t; //!`},
	{Name: "unused", Forms: "regions coroutines", Kind: "address", Body: `
	ld.volatile.global.u32 %r1, [%ai]; //!
	st.global.u32 [%tb], %t;`},

	// Pointers that point nowhere.
	{Name: "null_load", Kind: "address", A: null, Several: true, Body: `
	ld.global.u32 %r1, [%ta]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "null_one_thread", Kind: "address", A: null, Body: `
	@%hit ld.global.u32 %r1, [%a]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "null_store", Kind: "address", A: null, Body: `
	@%hit st.global.u32 [%a], %t; //!`},
	{Name: "null_atom", Kind: "address", A: null, Body: `
	@%hit red.global.add.u32 [%a+8], %t; //!`},
	{Name: "null_generic", Kind: "address", A: null, Body: `
	@%hit st.u32 [%a], %t; //!`},
	{Name: "wild_load", Kind: "address", A: wild, Body: `
	@%hit ld.global.u32 %r1, [%a]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "wild_store", Kind: "address", A: wild, Body: `
	@%hit st.global.u32 [%a], %t; //!`},
	{Name: "null_in_memory", Kind: "address", Body: `
	@!%hit bra skip;
	ld.global.u64 %d1, [%a];
	ld.global.u32 %r1, [%d1]; //!
	st.global.u32 [%tb], %r1;
skip:`},
	{Name: "wild_in_memory", Kind: "address", A: Arg{Fill: "index"}, Body: `
	@!%hit bra skip;
	ld.global.u64 %d1, [%a];
	ld.global.u32 %r1, [%d1]; //!
	add.u32 %r1, %r1, 1;
	st.global.u32 [%d1], %r1;
skip:`},
	{Name: "wild_add", Kind: "address", A: Arg{Fill: "index"}, Body: `
	@!%hit bra skip;
	ld.global.u64 %d1, [%a];
	ld.global.u64 %d2, [%a+256];
	ld.global.u32 %r1, [%b];
	ld.global.u32 %r2, [%d2]; //!
	ld.global.u32 %r3, [%d1];
	add.u32 %r1, %r1, %r2;
	add.u32 %r1, %r3, %r1;
	st.global.u32 [%b], %r1;
skip:`},

	// Not aligned.
	{Name: "misaligned_load", Kind: "misaligned", Body: `
	selp.b32 %r1, 2, 0, %hit;
	cvt.u64.u32 %d1, %r1;
	add.u64 %d1, %ta, %d1;
	ld.global.u32 %r2, [%d1]; //!
	st.global.u32 [%tb], %r2;`},
	{Name: "misaligned_store", Kind: "misaligned", Body: `
	selp.b32 %r1, 1, 0, %hit;
	cvt.u64.u32 %d1, %r1;
	add.u64 %d1, %ta, %d1;
	st.global.u32 [%d1], %t; //!`},
	{Name: "misaligned_atom", Kind: "misaligned", Body: `
	selp.b32 %r1, 2, 0, %hit;
	cvt.u64.u32 %d1, %r1;
	add.u64 %d1, %ta, %d1;
	red.global.add.u32 [%d1], %t; //!`},
	{Name: "misaligned_generic", Kind: "misaligned", Body: `
	selp.b32 %r1, 1, 0, %hit;
	cvt.u64.u32 %d1, %r1;
	add.u64 %d1, %ta, %d1;
	st.u16 [%d1], %t; //!`},
	{Name: "misaligned_bytes", Kind: "misaligned", Body: `
	ld.global.u32 %r1, [%ta];
	@%hit ld.global.u16 %h1, [%a+1]; //!
	st.global.u32 [%tb], %r1;
	st.global.u16 [%tb], %h1;`},

	// Loops with one check for all: the last thread is outside.
	{Name: "clean_first", Kind: "address", Forms: "rows", Threads: 38, A: Arg{Bytes: 148}, B: Arg{Bytes: 152}, N: 38, Body: `
	setp.ge.s32 %p1, %t, %n;
	@%p1 bra out;
	ld.global.f32 %f1, [%ta]; //!
	ld.global.f32 %f2, [%tb];
	fma.rn.f32 %f3, %f1, %f1, %f2;
	st.global.f32 [%tb], %f3;
out:`},
	{Name: "clean_second", Kind: "address", Forms: "rows", Threads: 38, A: Arg{Bytes: 152}, B: Arg{Bytes: 148}, N: 38, Body: `
	setp.ge.s32 %p1, %t, %n;
	@%p1 bra out;
	ld.global.f32 %f1, [%ta];
	ld.global.f32 %f2, [%tb]; //!
	fma.rn.f32 %f3, %f2, %f2, %f1;
	st.global.f32 [%ta], %f3;
out:`},
	{Name: "clean_store", Kind: "address", Forms: "rows", Threads: 38, A: Arg{Bytes: 152}, B: Arg{Bytes: 148}, N: 38, Body: `
	setp.ge.s32 %p1, %t, %n;
	@%p1 bra out;
	ld.global.f32 %f1, [%ta];
	add.f32 %f3, %f1, %f1;

	st.global.f32 [%tb], %f3; //!
out:`},

	// The sum of 32 bits wraps for thread 0, whose element is not the one before the others'.
	{Name: "clean_wraps_in_front", Kind: "address", Forms: "rows", Several: true, N: 100, Body: `
	sub.u32 %r1, %t, 1;
	mul.wide.u32 %d1, %r1, 4;
	mul.wide.u32 %d2, %n, 4;
	add.u64 %d2, %a, %d2;
	add.u64 %d2, %d2, %d1;
	ld.global.u32 %r2, [%d2]; //!
	st.global.u32 [%tb], %r2;`},
	// Sums of 32 bits that wrap for the threads from 16 on, with a sign and without.
	{Name: "clean_wraps_behind", Kind: "address", Forms: "rows", Several: true, Body: `
	add.s32 %r1, %t, 2147483632;
	mul.wide.s32 %d1, %r1, 4;
	add.u64 %d1, %a, %d1;
	sub.u64 %d1, %d1, 8589934528;
	ld.global.u32 %r2, [%d1]; //!
	st.global.u32 [%tb], %r2;`},
	{Name: "clean_wraps_to_zero", Kind: "address", Forms: "rows", Several: true, Body: `
	add.u32 %r1, %t, 4294967280;
	mul.wide.u32 %d1, %r1, 4;
	add.u64 %d1, %a, %d1;
	sub.u64 %d1, %d1, 17179869120;
	ld.global.u32 %r2, [%d1]; //!
	st.global.u32 [%tb], %r2;`},
	// A vector in the window of the others' elements, of which one thread has a misaligned one.
	{Name: "clean_vector", Kind: "misaligned", Forms: "rows", Body: `
	ld.global.u32 %r1, [%ta];
	ld.global.u32 %r2, [%ta+4];
	add.u32 %r1, %r1, %r2;
	ld.global.u32 %r2, [%ta+8];
	add.u32 %r1, %r1, %r2;
	ld.global.u32 %r2, [%ta+12];
	add.u32 %r1, %r1, %r2;
	@%hit ld.global.v2.u32 {%r3, %r4}, [%ta]; //!
	add.u32 %r1, %r1, %r3;
	st.global.u32 [%tb], %r1;`},
	// Guards and windows of which one thread goes outside.
	{Name: "clean_guard_shifted", Kind: "address", Forms: "rows", N: 250, Several: true, Body: `
	sub.u32 %r1, %t, 8;
	setp.ge.u32 %p1, %r1, 40;
	@%p1 bra out;
	add.u32 %r2, %r1, %n;
	mul.wide.u32 %d1, %r2, 4;
	add.u64 %d1, %a, %d1;
	ld.global.u32 %r3, [%d1]; //!
	st.global.u32 [%tb], %r3;
out:`},
	{Name: "clean_negative", Kind: "address", Forms: "rows", N: -5, Several: true, Body: `
	add.s32 %r2, %t, %n;
	mul.wide.s32 %d1, %r2, 4;
	add.u64 %d1, %a, %d1;
	ld.global.u32 %r3, [%d1]; //!
	st.global.u32 [%tb], %r3;`},
	{Name: "clean_in_front", Kind: "address", Forms: "rows", Several: true, N: 64, Body: `
	setp.ge.s32 %p1, %t, %n;
	@%p1 bra out;
	ld.global.f32 %f1, [%ta+-4]; //!
	ld.global.f32 %f2, [%ta];
	add.f32 %f3, %f1, %f2;
	st.global.f32 [%tb], %f3;
out:`},

	// Blocks of several rows, and grids.
	{Name: "third_row", Kind: "address", Rows: 4, Y: 2, Body: `
	ld.global.u32 %r1, [%ai]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "fifth_cta", Kind: "address", Grid: 7, CTA: 5, Body: `
	ld.global.u32 %r1, [%ai]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "row_and_cta", Kind: "misaligned", Rows: 2, Y: 1, Grid: 300, CTA: 299, Body: `
	selp.b32 %r1, 2, 0, %hit;
	cvt.u64.u32 %d1, %r1;
	add.u64 %d1, %ta, %d1;
	atom.global.add.u32 %r2, [%d1], 1; //!
	st.global.u32 [%tb], %r2;`},

	{Name: "narrow_load", Kind: "address", Module: Narrow, Body: `
	ld.global.u32 %r1, [%ai]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "narrow_store", Kind: "address", Module: Narrow, Body: `
	ld.global.u32 %r1, [%ta];
	st.global.u32 [%ai], %r1; //!`},
	{Name: "narrow_generic", Kind: "address", Module: Narrow, Body: `
	ld.u32 %r1, [%ai]; //!
	st.u32 [%tb], %r1;`},
	{Name: "narrow_wild", Kind: "address", Module: Narrow, A: Arg{Wild: true, Addr: 0xd000_0000}, Body: `
	@%hit st.global.u32 [%a], %t; //!`},
	{Name: "narrow_in_memory", Kind: "address", Module: Narrow, A: Arg{Fill: "index"}, Body: `
	@!%hit bra skip;
	ld.global.u32 %d1, [%a+4];
	ld.global.u32 %r1, [%d1+3]; //!
	st.global.u32 [%b], %r1;
skip:`},
}
