package faulttable

// Matrices are instructions of matrices, which access memory lane by lane, and wait for all lanes.
var Matrices = []Row{
	{Name: "ldmatrix_bounds", Kind: "address", Forms: "regions coroutines", Decl: window, Body: row + `
	selp.b32 %r1, 0x100000, 0, %hit;
	add.u32 %r0, %r0, %r1;
	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r2, %r3, %r4, %r5}, [%r0]; //!
	st.global.u32 [%tb], %r2;`},
	{Name: "ldmatrix_misaligned", Kind: "misaligned", Forms: "regions coroutines", Decl: window, Body: row + `
	selp.b32 %r1, 8, 0, %hit;
	add.u32 %r0, %r0, %r1;
	ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%r2, %r3, %r4, %r5}, [%r0]; //!
	st.global.u32 [%tb], %r5;`},
	{Name: "ldmatrix_row_of_two", Kind: "address", Forms: "regions coroutines", Decl: window, Body: row + `
	selp.b32 %r1, 0x100000, 0, %hit;
	add.u32 %r0, %r0, %r1;
	ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r2, %r3}, [%r0]; //!
	st.global.u32 [%tb], %r2;`},
	{Name: "stmatrix_bounds", Kind: "address", Forms: "regions coroutines", Decl: window, Body: row + `
	selp.b32 %r1, 0x100000, 0, %hit;
	add.u32 %r0, %r0, %r1;
	stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r0], {%t, %n, %t, %n}; //!
	st.global.u32 [%tb], %t;`},
	{Name: "stmatrix_misaligned", Kind: "misaligned", Forms: "regions coroutines", Decl: window, Body: row + `
	selp.b32 %r1, 4, 0, %hit;
	add.u32 %r0, %r0, %r1;
	stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%r0], {%t}; //!
	st.global.u32 [%tb], %t;`},
	// The lines of the matrix are 96 bytes apart, so that those of some lanes are behind the buffer.
	{Name: "wmma_load_bounds", Kind: "address", Forms: "regions coroutines", Several: true, Body: `
	wmma.load.c.sync.aligned.row.m16n16k16.global.f32 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, [%a], 24; //!
	st.global.f32 [%tb], %f7;`},
	{Name: "wmma_store_bounds", Kind: "address", Forms: "regions coroutines", Several: true, Body: `
	cvt.rn.f32.u32 %f0, %t;
	wmma.store.d.sync.aligned.col.m16n16k16.global.f32 [%b], {%f0, %f0, %f0, %f0, %f0, %f0, %f0, %f0}, 24; //!
	st.global.f32 [%ta], %f0;`},
	{Name: "mma_waits", Kind: "deadlock", Forms: "coroutines", Several: true, Body: `
	mov.b32 %r2, 0;
	mov.f32 %f0, 0f3F800000;
	@%hit bra on;
	mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r2, %r2}, {%r2}, {%f0, %f0, %f0, %f0};
	st.global.f32 [%tb], %f0;
on:
	bar.sync 3; //!`},
}

// window is shared memory for rows of matrices, and row puts the address of a thread's row into %r0.
const (
	window = ".shared .align 16 .b8 NAME_window[2048];\n"
	row    = `
	mov.u32 %r0, NAME_window;
	shl.b32 %r1, %t, 4;
	add.u32 %r0, %r0, %r1;`
)
