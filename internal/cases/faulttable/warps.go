package faulttable

// Warps are warp operations whose masks are wrong, and those that wait for lanes
// that do not come.
var Warps = []Row{
	{Name: "shfl_mask", Kind: "warp", Forms: "regions coroutines", Several: true, Body: `
	shfl.sync.bfly.b32 %r1, %t, 1, 31, 0xfffffffe; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "shfl_mask_register", Forms: "coroutines", Kind: "warp", Body: `
	selp.b32 %r2, 0xffffffdf, 0xffffffff, %hit;
	shfl.sync.bfly.b32 %r1, %t, 1, 31, %r2; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "vote_mask", Forms: "coroutines", Kind: "warp", Body: `
	setp.gt.u32 %p1, %t, 3;
	selp.b32 %r2, 0xffffffdf, 0xffffffff, %hit;
	vote.sync.ballot.b32 %r1, %p1, %r2; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "match_mask", Forms: "coroutines", Kind: "warp", Body: `
	selp.b32 %r2, 0xffffffdf, 0xffffffff, %hit;
	match.any.sync.b32 %r1, %t, %r2; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "redux_mask", Forms: "coroutines", Kind: "warp", Body: `
	selp.b32 %r2, 0xffffffdf, 0xffffffff, %hit;
	redux.sync.add.u32 %r1, %t, %r2; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "warpsync_mask", Forms: "coroutines", Kind: "warp", Body: `
	selp.b32 %r2, 0xffffffdf, 0xffffffff, %hit;
	bar.warp.sync %r2; //!
	st.global.u32 [%tb], %t;`},
	{Name: "masks_in_all_forms", Kind: "warp", Forms: "regions coroutines", Several: true, N: 0xfffffff0, Body: `
	bar.warp.sync %n; //!
	st.global.u32 [%tb], %t;`},
	{Name: "vote_mask_constant", Kind: "warp", Forms: "regions coroutines", Several: true, Body: `
	setp.gt.u32 %p1, %t, 3;
	vote.sync.any.pred %p2, %p1, 0xfffffff0; //!
	selp.b32 %r1, 1, 2, %p2;
	st.global.u32 [%tb], %r1;`},
	{Name: "match_mask_constant", Kind: "warp", Forms: "regions coroutines", Several: true, Body: `
	match.all.sync.b32 %r1|%p1, %t, 0xfffffff0; //!
	st.global.u32 [%tb], %r1;`},
	{Name: "redux_mask_unused", Kind: "warp", Forms: "regions coroutines", Several: true, Body: `
	redux.sync.add.u32 %r1, %t, 0xfffffff0; //!
	st.global.u32 [%tb], %t;`},
	{Name: "shfl_waits", Kind: "deadlock", Forms: "coroutines", Several: true, Body: `
	@%hit bra on;
	shfl.sync.bfly.b32 %r1, %t, 1, 31, 0xffffffff;
	st.global.u32 [%tb], %r1;
on:
	bar.sync 3; //!`},
	{Name: "load_for_shfl", Kind: "address", Forms: "regions coroutines", Body: `
	ld.global.u32 %r2, [%ai]; //!
	shfl.sync.bfly.b32 %r1, %r2, 1, 31, 0xffffffff;
	st.global.u32 [%tb], %r1;`},
	{Name: "load_for_vote", Kind: "address", Forms: "regions coroutines", Body: `
	ld.global.u32 %r2, [%ai]; //!
	setp.ne.u32 %p1, %r2, 0;
	vote.sync.ballot.b32 %r1, %p1, 0xffffffff;
	st.global.u32 [%tb], %r1;`},
}
