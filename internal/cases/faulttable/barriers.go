package faulttable

// Barriers are barriers that nobody can pass, and illegal ones.
var Barriers = []Row{
	{Name: "few_threads", Forms: "coroutines", Kind: "deadlock", Several: true, Body: `
	st.global.u32 [%tb], %t;
	bar.sync 3, 128; //!`},
	// A count of all threads, of which a warp has ended.
	{Name: "one_warp", Forms: "coroutines", Kind: "deadlock", Several: true, Body: `
	setp.lt.u32 %p1, %t, 32;
	@%p1 bar.sync 1, 64; //!`},
	{Name: "one_warp_ended", Forms: "coroutines", Kind: "deadlock", Several: true, Body: `
	setp.lt.u32 %p1, %t, 32;
	st.global.u32 [%tb], %t;
	@%p1 exit;
	bar.sync 1, 64; //!`},
	{Name: "one_warp_register", Forms: "coroutines", Kind: "deadlock", Several: true, N: 64, Body: `
	setp.lt.u32 %p1, %t, 32;
	@%p1 barrier.sync 1, %n; //!`},
	{Name: "one_warp_red", Forms: "coroutines", Kind: "deadlock", Several: true, Body: `
	setp.lt.u32 %p1, %t, 32;
	@!%p1 exit;
	setp.lt.u32 %p2, %t, 7;
	bar.red.popc.u32 %r1, 3, 64, %p2; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "one_warp_part", Forms: "coroutines", Kind: "deadlock", Several: true, Threads: 50, Body: `
	setp.lt.u32 %p1, %t, 32;
	@!%p1 exit;
	bar.sync 1, 64; //!`},
	{Name: "few_threads_divergent", Kind: "deadlock", Forms: "coroutines", Several: true, Body: `
	barrier.sync 3, 128; //!`},
	{Name: "few_threads_register", Forms: "coroutines", Kind: "deadlock", Several: true, N: 128, Body: `
	bar.sync 3, %n; //!`},
	{Name: "few_threads_red", Forms: "coroutines", Kind: "deadlock", Several: true, Body: `
	setp.lt.u32 %p1, %t, 7;
	bar.red.popc.u32 %r1, 3, 128, %p1; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "count_register", Forms: "coroutines", Kind: "barrier", Several: true, N: 33, Body: `
	bar.sync 3, %n; //!`},
	{Name: "count_register_large", Forms: "coroutines", Kind: "barrier", Several: true, N: 2048, Body: `
	bar.sync 3, %n; //!`},
	{Name: "count_register_huge", Forms: "coroutines", Kind: "barrier", Several: true, N: -32, Body: `
	bar.sync 3, %n; //!`},
	{Name: "count_one_thread", Kind: "barrier", Forms: "coroutines", N: 33, Body: `
	selp.b32 %r1, %n, 64, %hit;
	barrier.sync 3, %r1; //!`},
	{Name: "count_red", Forms: "coroutines", Kind: "barrier", Several: true, N: 65, Body: `
	setp.lt.u32 %p1, %t, 7;
	bar.red.and.pred %p2, 3, %n, %p1; //!
	selp.b32 %r1, 1, 2, %p2;
	st.global.u32 [%tb], %r1;`},
	{Name: "count_arrive", Forms: "coroutines", Kind: "barrier", Several: true, N: 65, Body: `
	bar.arrive 3, %n; //!`},
	{Name: "arrive_zero", Forms: "coroutines", Kind: "barrier", Several: true, N: -4294967296, Body: `
	bar.arrive 3, %n; //!`},
	{Name: "counts_differ", Kind: "barrier", Forms: "coroutines", Several: true, Body: `
	setp.lt.u32 %p1, %t, 32;
	selp.b32 %r1, 32, 64, %p1;
	@!%p1 bra second;
	barrier.sync 3, 64;
	bra on;
second:
	barrier.sync 3, 32; //!
on:`, Threads: 96},
	{Name: "id_register", Forms: "coroutines", Kind: "barrier", Several: true, N: 16, Body: `
	bar.sync %n; //!`},
	{Name: "id_one_thread", Kind: "barrier", Forms: "coroutines", Body: `
	selp.b32 %r1, %n, 3, %hit;
	barrier.sync %r1; //!`},
	{Name: "id_arrive", Forms: "coroutines", Kind: "barrier", Several: true, N: 16, Body: `
	bar.arrive %n, 64; //!`},
	{Name: "second_arrival", Kind: "barrier", Forms: "coroutines", Several: true, Body: `
	bar.arrive 3, 128;
	bar.arrive 3, 128; //!`},
	{Name: "two_places", Kind: "deadlock", Forms: "coroutines", Several: true, Body: `
	@%hit bra other;
	barrier.sync 3; //!
	bra on;
other:
	barrier.sync 4;
on:`},
	{Name: "load_before_barrier", Kind: "address", Forms: "regions coroutines", Body: `
	ld.global.u32 %r1, [%ai]; //!
	bar.sync 3;
	st.global.u32 [%tb], %r1;`},
	{Name: "load_behind_barrier", Kind: "address", Forms: "regions coroutines", Body: `
	bar.sync 3;
	ld.global.u32 %r1, [%ai]; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "load_for_count", Forms: "coroutines", Kind: "address", Several: true, Body: `
	ld.global.u32 %r1, [%a+65536]; //!
	bar.sync 3, %r1;
	st.global.u32 [%tb], %r1;`},

	{Name: "mbarrier_unset", Forms: "regions coroutines", Kind: "barrier", Body: `
	.shared .align 8 .b64 s[2];
	mov.u64 %q1, 0;
	st.shared.u64 [s], %q1;
	@%hit mbarrier.arrive.shared.b64 %q2, [s]; //!
	st.global.u32 [%tb], %t;`},
	{Name: "mbarrier_arrivals", Kind: "barrier", Body: `
	.shared .align 8 .b64 s[2];
	@!%hit bra on;
	mbarrier.init.shared.b64 [s], 3;
	mbarrier.arrive.shared.b64 %q2, [s], 2;
	mbarrier.arrive.shared.b64 %q2, [s], 2; //!
	st.global.u64 [%b], %q2;
on:`},
	{Name: "mbarrier_transactions", Kind: "barrier", Body: `
	.shared .align 8 .b64 s[2];
	@!%hit bra on;
	mbarrier.init.shared.b64 [s], 3;
	mbarrier.expect_tx.shared::cta.b64 [s], %n; //!
on:`},
	{Name: "mbarrier_drop", Kind: "barrier", Body: `
	.shared .align 8 .b64 s[2];
	@!%hit bra on;
	mbarrier.init.shared.b64 [s], 3;
	mbarrier.arrive_drop.shared.b64 _, [s], 4; //!
on:`},
}
