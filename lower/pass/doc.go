// Package pass holds the transformations of SSA functions and the order in
// which they run.
//
// A pass is a function in a file of its own that changes one ir.Func in place.
// The list Standard is the whole pipeline; the table of constraints beside it
// says why the order is as it is, and a test holds the two together. Between
// passes every function satisfies the verifier. The passes of Meaning, up to
// contract, decide what a kernel computes; no pass after them changes a bit.
//
// The package does not build SSA (package builder), and decides nothing about
// how Go is printed (package codegen).
//
// # What the passes do
//
// Those that matter for what the program promises:
//
//	contract  products become part of the sums that use them, see below
//	spaces    generic accesses whose address provably comes from one space
//	          become accesses of that space
//	promote   local variables that do not escape become values: that turns the
//	          output of an unoptimised compiler into ordinary code
//	retype    registers without a type get the one that their uses want
//	inline    device functions that synchronise, or are small and called in few
//	          places; callers and the
//	          module grow within budgets, and what exceeds them stays a call. A
//	          function that is called once moves into its caller, and one that
//	          nothing calls is removed
//	lanenumber  %laneid, %warpid and the masks of lanes become arithmetic on %tid.x and
//	          the number of the first thread of the row
//	decided   jump threading: a branch is skipped on the paths that decide it,
//	          unless lanes reconverge at it that have accessed memory since they
//	          diverged
//	sums      2*i | 1 becomes a sum where it is an address or is compared: what comes
//	          later asks which sums these are
//	indices   undoes strength reduction: pointers that move by a constant in every
//	          iteration become a base and a shared counter, so that provenance
//	          sees through them; also those that move by a row or by the stride of
//	          a grid, a constant times what is known before the loop, if each
//	          iteration has an access that faults before the sum can wrap
//	joined    a pointer that is one of several into the same memory becomes an index
//	          that is one of several, so that provenance sees through that as well:
//	          behind a loop, and in the loop over the rounds that unrolling has left
//	words     words of 64 bits that are only loaded and stored, as compilers copy
//	          structures, become pairs of the elements that all other accesses to
//	          their memory use; never volatile or strong ones
//	elements  offsets in bytes that are whole elements count those, so that memory
//	          has an index
//	flush     what .ftz flushes is flushed once, where it comes from
//	canon     canonicalises NaNs where their bits can be seen
//	lockstep  marks where the lanes of a warp must align, see below
//	layout    fixes the program order that the interpreter and generated code
//	          share
//
// # Contraction
//
// mul, add and sub without a rounding modifier round to nearest, but an assembler may fuse a
// product with a sum (manual, 9.7.3.3 to 9.7.3.5), and NVIDIA's does, offline and in the
// driver, unless it is told not to. So a GPU computes mul.f32 and sub.f32 as one fma. nvcc
// fuses many products itself and leaves others to the assembler; the PTX of Julia and Triton,
// and handwritten PTX, is full of them.
//
// -contract=ptxas, the default, does the same; -contract=none rounds every operation, as ptxas
// --fmad=false does. The setting is part of what a kernel means: one pass, contract, decides
// for the interpreter and for generated code, and a note says for each kernel what it did. The
// rule:
//
// A product may become part of a sum if all of its uses are add or sub of the same type and
// .ftz, without a rounding modifier, in the same basic block. First the sums with a product
// that has no other use are contracted, then the others, each time in the order of the text. Of
// two such products in one sum the one with fewer uses is taken, or else the first operand; the
// other is then rounded, for that sum and later ones. For two numbers in a register (f16x2,
// bf16x2, f32x2) there is no first round.
//
// The rule is not documented. It is inferred from about 5500 kernels that an H100 has run with
// driver 580 of CUDA 13.0 (internal/fuzz/contraction: questions that tell two hypotheses apart,
// and random kernels), from what ptxas 13.0 makes of them for sm_75 to sm_120, which has the
// same products everywhere (except that in halves bar.warp.sync ends a block before sm_90), and
// from public listings of older versions, back to CUDA 10. All kernels without loops agree but
// for a handful. 2880 more random kernels were run when the rule was there: 27 of these differ,
// 19 of them with loops. In detail:
//
//   - A rounding modifier on either side, or .target debug: never.
//   - Dead code is removed first, and so are branches around nothing: what is left of a block
//     continues the block before.
//   - Blocks end at branches and at labels that something jumps to, at a load or store with a
//     guard, at fences (membar) and calls; barriers, atomics and other accesses end none.
//   - Equal products are two: one that is stored leaves the other alone, as they are merged
//     later.
//   - Under guards: mul with @p add is a pair; @p mul is in none, with @p add neither.
//   - neg of a product is looked through, except for bf16x2; so is a product with -1 in f32, f16
//     and bf16; abs is not.
//   - The result of neg.ftz is not looked through if it is subtracted or negated again; it may
//     have other uses if the product has no other use than it.
//   - A product of two constants is a constant in f32.
//   - mul.sat never; add.sat becomes fma.sat; different .ftz never.
//   - sm_1x like the others: an assembler of today compiles it for a GPU of today.
//   - div.approx and div.full end with a product, of a reciprocal, and that is one; what sqrt,
//     ex2 and others end with is not.
//   - fence.proxy ends no block for an assembler; here it does, like all fences.
//   - In f32 only, a last round looks through local variables: words of 32 bits that are
//     accessed at places that the text gives, in one basic block, and whose address nothing else
//     has. It takes sums with a product that has no other use (contractlocal.go).
//
// Known to be missing: an assembler unrolls loops, and drops those without effect, before it
// contracts, so a product may meet a sum of the next iteration or after the loop. Which loops
// are unrolled depends on their size and on other code, and bits must not: here a loop ends
// what may be contracted. mov of a register into two halves and back is not looked through.
// internal/fuzz/contraction/testdata lists the kernels that are known to differ.
//
// Uses are counted after dead code is removed and before equal expressions are merged, as an
// assembler does. No pass that weighs costs may run before: whether a local variable is
// promoted, a function inlined or a branch converted to a select depends on limits, and on
// other kernels of the module, and bits must not.
//
// # Lockstep
//
// A warp is 32 lanes. Real programs exchange data through shared memory inside a warp without a
// barrier: reductions of 2010 do, some with volatile, some without. Running one thread to its
// next barrier before the next thread starts would give wrong sums. So besides the warp
// instructions, these are points where the lanes align:
//
//   - a shared-memory access that may overlap another lane's access since the last sync point,
//     at least one of them a write, unless both are proved to touch only the thread's own slot:
//     by the sums of their addresses, or by computing these for all threads of a row, as the
//     butterflies of an FFT need it (analysis, laneplaces.go);
//   - a volatile or strong access that overlaps another lane's;
//   - the access that a loop waits on. After such a loop lanes do not reconverge, as one that
//     has got a lock must not wait for those that want it, unless the loop also counts to a
//     small number, or the access only decides whether a lane ends.
//
// Between two such points the threads of a warp may run one after another, and nobody can tell.
// A block in which a warp spans several rows or layers of threads needs code made with
// -warp=anyblock; the launch refuses it otherwise where that matters: the levels of uniformity
// that lockstep relied on say what they assume. -warp=independent trusts the program to
// synchronise, as PTX asks for sm_70 and later, and splits at warp instructions and volatile
// accesses only.
package pass
