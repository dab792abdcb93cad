// Package interp is the reference interpreter: it executes a typed SSA module
// directly, any kernel, slowly and obviously. It is the oracle for the code
// generators, with which it shares the SSA form and the arithmetic of
// runtime/fpops, and nothing else; in particular no code of package runtime.
//
// # How it runs
//
// The CTAs of a launch run one after another on the calling goroutine, or on several where their
// order cannot show (Options.Workers, team.go). One
// that waits for others is set aside for a while, so that kernels that spin on
// other CTAs make progress. The warps of a CTA take turns. The lanes of a warp
// run in lockstep, lowest program point first: of the lanes that can go on,
// those at the lowest point execute one value, in the order of the lanes. The
// point of a lane is its call stack, a place in the order of Func.Blocks for
// each frame, compared from the outermost frame inwards. So lanes that took
// different ways meet again at the first block that both reach. For the order of
// blocks that generated code follows, run pass layout before.
//
// A loop that only watches memory would keep the lanes after it from running
// forever. Lanes that have watched for long, without a change in memory by
// their warp, let the others go for a while (turn.go).
//
// A .sync operation proceeds when every lane that it names and that has not ended waits at
// the same instruction, wherever in the program, with the same mask. Lanes that have ended
// count as arrived at barriers; if a barrier has a count, those of a warp of which a lane
// has come. When nothing can proceed, the CTA faults with "deadlock" and says where its
// threads wait. The coroutines of package runtime/gen follow the same rules.
//
// # Seeds
//
// With Options.Interleave a module that has points (package lower/interleave) runs lane by lane from one to the next,
// all CTAs among each other, in the order that package runtime/interleave chooses by a seed. What waits for what, and
// what a value computes, is as ever.
//
// # Rows
//
// With Options.Rows the lanes that execute a value together do it in one loop over columns of
// registers (row.go). That is no other meaning: each operation of up to 64 bits and each
// intrinsic function is one scalar function, of which the loop is generated; and no other order:
// turns, points, and what waits for what are the same code. What has no quick form, and whatever
// is unusual, such as an access outside of memory, is done lane by lane as without it, so faults
// are the same. Programs get rows; without them the interpreter is the reference.
//
// # Memory
//
// Generic and global addresses are those that a Machine gives to the buffers that the
// caller passes and to the module's variables, which it owns: the same ones in every run, so
// that what it finds can be compared (address.go). With Options.HostAddresses they are
// the host's. The shared window, a thread's local window and the kernel's parameters have
// address ranges of their own, beyond all of these (memory.go). Every access is
// checked; one outside of all memory, or not aligned to its size, is a Fault.
//
// # Parts
//
// A kernel that has been cut into parts (see ir.Part) runs as these where Options.Parts
// says so: the CTAPart once for the CTA, each region for one thread after the other, in
// the order of their numbers, or in one that Options.Shuffle chooses. Slots are arrays, and what no thread has
// stored there yet is no zero. Nothing is known here of how a kernel is cut: that its
// parts do what it does is what this form of execution is there to test.
//
// # What PTX leaves open
//
// What PTX leaves undefined has one fixed meaning here: shared and local memory
// start as zeros, of several lanes that store to one place at once the highest
// wins, a shuffle from a lane that does not take part gives zero,
// special registers that measure time count the steps of the machine.
package interp
