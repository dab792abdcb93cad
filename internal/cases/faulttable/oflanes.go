package faulttable

// lanePlace begins a body whose thread At has %i for a number of its own, and the others one below 8; %d1
// points to as many elements after a variable.
const lanePlace = `
	.local .align 8 .b8 x[64];
	and.b32 %r1, %t, 7;
	selp.b32 %r1, %i, %r1, %hit;
	st.local.u32 [x+4], %t;
	mov.u64 %d3, x;
`

// OfLanes are accesses of local memory at places that differ by thread: the lanes of a gang have it in vectors,
// and of one of them the place is outside, or no multiple of its size.
var OfLanes = []Row{
	{Name: "lane_unsigned", Kind: "address", N: -1, Body: lanePlace + `
	mul.wide.u32 %d1, %r1, 4;
	add.u64 %d1, %d3, %d1;
	ld.local.u32 %r3, [%d1+8]; //!
	st.global.u32 [%tb], %r3;`},
	{Name: "lane_signed", Kind: "address", N: -3, Body: lanePlace + `
	mul.wide.s32 %d1, %r1, 4;
	add.u64 %d1, %d3, %d1;
	ld.local.u32 %r3, [%d1+8]; //!
	st.global.u32 [%tb], %r3;`},
	{Name: "lane_end", Kind: "address", N: 16, Body: lanePlace + `
	mul.wide.s32 %d1, %r1, 4;
	add.u64 %d1, %d3, %d1;
	ld.local.u32 %r4, [%d3+8];
	st.local.u32 [%d1], %r4; //!
	ld.local.u32 %r3, [%d3+28];
	st.global.u32 [%tb], %r3;`},
	{Name: "lane_wide_end", Kind: "address", N: 8, Body: lanePlace + `
	mul.wide.u32 %d1, %r1, 8;
	add.u64 %d1, %d3, %d1;
	ld.local.u64 %d2, [%d1]; //!
	st.global.u32 [%tb], %d2;`},
	{Name: "lane_misaligned", Kind: "misaligned", N: 6, Body: lanePlace + `
	and.b32 %r2, %r1, 6;
	add.u32 %r1, %r2, %r2;
	selp.b32 %r1, %r2, %r1, %hit;
	cvt.u64.u32 %d1, %r1;
	add.u64 %d1, %d3, %d1;
	st.local.u32 [%d1], %r1; //!
	ld.local.u32 %r3, [%d3+28];
	st.global.u32 [%tb], %r3;`},
	{Name: "lane_parted", Kind: "address", N: 70, Body: lanePlace + `
	and.b32 %r2, %t, 1;
	setp.eq.u32 %p1, %r2, 0;
	selp.b32 %r2, 0, %r2, %hit;
	setp.ne.u32 %p1, %r2, 0;
	@%p1 bra even;
	cvt.u64.u32 %d1, %r1;
	add.u64 %d1, %d3, %d1;
	st.local.u8 [%d1], %t; //!
even:
	ld.local.u16 %r3, [%d3+6];
	st.global.u32 [%tb], %r3;`},
	// Pointers that thread At moves by another distance.
	{Name: "lane_pointer", Kind: "address", N: 9, Body: lanePlace + `
	mul.wide.u32 %d2, %r1, 4;
	mov.u64 %d1, %d3;
	mov.u32 %r2, 0;
L1:
	ld.local.u32 %r3, [%d1]; //!
	add.u32 %r4, %r4, %r3;
	add.u64 %d1, %d1, %d2;
	add.u32 %r2, %r2, 1;
	setp.lt.u32 %p1, %r2, 3;
	@%p1 bra L1;
	st.global.u32 [%tb], %r4;`},
	// A counter that all share, and that goes too far where the thread says so.
	{Name: "lane_counter", Kind: "address", N: 17, Body: lanePlace + `
	mov.u32 %r2, 0;
L1:
	mul.wide.u32 %d1, %r2, 4;
	add.u64 %d1, %d3, %d1;
	st.local.u32 [%d1], %r2; //!
	add.u32 %r2, %r2, 1;
	setp.lt.u32 %p1, %r2, %r1;
	@%p1 bra L1;
	ld.local.u32 %r4, [%d3+28];
	st.global.u32 [%tb], %r4;`},
}
