// Package gen is what Go code generated from PTX calls: the CTA and its threads, the
// memory of the state spaces, atomics, warp and barrier operations, variables of modules,
// texture fetches, the descriptors of kernels and how they are launched. Generated code
// imports it as ptx.
//
// It changes with the generator, see [RunPtx2goAgain5], and is not for programs. These use package
// runtime, which is below: types that programs see are declared there, and names.go has those that
// generated code mentions. A [Kernel] or [Module] is what generated code says of one; programs get a kernel or
// module of package runtime for it (face.go). What package runtime keeps from programs it passes
// through runtime/internal/bridge.
//
// The package holds no arithmetic (see runtime/fpops and runtime/intops), knows nothing of PTX text, and
// imports the standard library only.
//
// # Execution
//
// A launch hands out CTAs in chunks to up to GOMAXPROCS goroutines, the caller among
// them; one goroutine runs all threads of a CTA. A kernel without synchronisation (mode
// [Rows]) is called once per row of threads and loops over x itself; any other (mode [CTAs])
// is called once per CTA and loops over the threads region by region. What cannot be split
// into regions runs each thread as a coroutine, see [CTA.Coroutines]. A worker keeps its arena
// (shared memory, spill arrays, frames, coroutines) from one CTA to the next.
//
// A kernel that waits for other CTAs (a lock, a barrier over the grid) is recognised by its
// loop: the exit depends on a volatile or strong load, or on an atomic. Its CTAs get a goroutine
// each, more and more until one ends. Launch.Cooperative gives every CTA one from the start.
//
// # Helpers
//
// Programs consist of short launches in sequence, and a goroutine takes 50 to 150 us to begin:
// the operating system has to wake a thread, for which the caller pays 5 to 15 us besides. So
// (helper.go, board.go, gate.go, pace.go):
//
//   - A helper stays after a launch, and looks at the board of running launches for the next
//     one: four times as long as that took, 20 to 100 us, and at most GOMAXPROCS-1 of them do.
//     Then it ends; an idle program has no helpers, awake or asleep.
//   - Each kernel remembers the time of a thread in its last launches. By that a launch lets in
//     as many helpers as have 4 us of work, and none if it is shorter. One is started only if
//     helpers would have saved as much as it takes to start one, as measured in this launch or
//     in those right before it. A kernel that has not run yet is taken to be long.
//   - The caller never waits for a helper that has not come. It shuts the gate of the launch
//     when it is empty; a helper that comes late is not let in.
//   - If helpers have cost more than they gave, as they do while other programs have the
//     processors, launches run without them for a while, in proportion.
//   - A guess may be wrong, and a context may end. So every 2 ms the board is looked at, while
//     there are launches: one that was there the last time gets all helpers that it may have.
//
// # The end of a launch
//
// A launch returns soon after its context has ended, whatever its kernel does. Between CTAs a
// worker looks at the context. Inside a CTA generated code polls: [CTA.Poll] reads one flag in
// the CTA, and unwinds the CTA by a panic if it is set. A launch that has run for 2 to 4 ms asks
// its context to set the flags of all workers when it ends; before that it would cost as much as
// a small launch. After a fault no later CTA is started. Earlier ones go on, and so do those that
// are running, for up to a second, because the fault of the lowest CTA is the launch's; then the
// flags are set as well. The scheduler of coroutines, memcpy and memset of much memory look by
// themselves. A function of the program may call Poll of its thread.
//
// # Addresses
//
// Global and const addresses, and generic addresses of those spaces, are host
// addresses. Addresses of the shared and local space are offsets into a window;
// the generic addresses of the two windows lie at fixed places above 2^48 that
// no operating system maps, the same in every CTA and thread, as on a GPU.
//
// Modules whose addresses have 32 bits (Kernel.Addr32) see the same memory in an address
// space of 4 GiB: [Addr32] says where. Slices that are passed to a typed launch or to
// [Kernel.LaunchArgs] get their places by themselves.
//
// A generic address is looked up in the buffers that the launch got, the
// memory from [Alloc] and the variables of all instances of modules. Everything else is a
// [ptx.Fault].
//
// Const memory and parameters are not written, by whatever address. If a launch by name passes
// the address of a const variable for a parameter that the kernel writes through, the body's slice
// is a copy in pages that the processor protects (guard.go); other launches pay nothing for it, and
// clean loops, which know no thread, do not run in such a launch.
//
// Shared memory is not cleared between CTAs, as on a GPU: a program that reads what it has not
// written gets what an earlier CTA left there. Global atomics are those of sync/atomic. Shared ones
// are plain operations if one goroutine runs the CTA. Volatile and strong accesses of global memory
// go through Go's atomics, which are at least as strong as what PTX asks for.
//
// # Faults
//
// An access outside a buffer, a trap, a deadlock and their like stop the grid
// and come back from the launch as a [*ptx.Fault] that names kernel, CTA, thread
// and PTX line. A Go panic that is none of these is a bug of the generator or
// of the runtime and is raised again as a [*ptx.Panic] by the launch.
//
// # Functions outside the module
//
// CUDA's own functions (vprintf, malloc, free, __nv_aligned_device_malloc, __assertfail, memcpy,
// memmove, memset, cudaGraphSetConditional) are methods of [Thread]. A failed assertion is a fault with its text, file,
// line and function. The heap holds 8 MiB, as CUDA's does, until SetHeapLimit; malloc then
// returns 0. To free what is not in use is a fault. An access must be inside one block, of whole
// granules of 16 bytes, until it is freed. printf formats as the C library of Linux does, takes 32
// arguments as CUDA does, prints conversions that it does not know unchanged, and faults if one
// call prints more than 1 MiB.
//
// The program's functions, named by -extern, are variables that it sets before the launch,
//
//	var Lerp func(thread *ptx.Caller, a, b, t float32) float32
//
// and a launch is an error until then. A Caller is a thread of package runtime. Compilers declare every 32-bit parameter as .b32, which is
// a uint32 in Go; -extern 'lerp(a, b, t float32) float32' says what it is, -extern lerp=Mix names
// the variable. See Thread of package runtime for what such a function may do.
//
// # Output
//
// What threads print goes to Launch.Stdout, each call in one piece. CTAs print in their order,
// although they run in parallel: only the lowest CTA that runs writes at once, the others keep up
// to 1 MiB together and then wait. The threads of a CTA print in the order in which they run,
// which PTX does not define: in loops over threads one thread after another up to the next
// barrier, in coroutines and in the interpreter call by call, lane by lane. CTAs that wait for each
// other print as they come. If the writer fails the launch goes on, and returns an error that says
// how much is lost.
//
// # Parts of a grid
//
// Launch.First and Count run a part of a grid, so that several engines or machines can share one:
// the CTAs from First on, x fastest, Count of them or all that are left. %ctaid and %nctaid are
// those of the whole grid, so that parts together leave the bytes of one launch if no CTA needs
// what another has written. A cooperative launch runs the whole grid, since its CTAs may wait for
// any other; a part of one is an error. A kernel that waits by its own loops over global memory
// is not recognised here, and a part of such a grid ends when its CTAs do, or never.
package gen
