// Package gen is what Go code generated from PTX calls: the CTA and its threads, the
// memory of the state spaces, atomics, warp and barrier operations, variables of modules,
// texture fetches, the descriptors of kernels and how they are launched. Generated code
// imports it as ptx.
//
// It changes with the generator, see [RunPtx2goAgain4]: programs use package runtime, in
// which what they need has the same names. It holds no arithmetic (see runtime/fpops and
// runtime/intops), knows nothing of PTX text, and imports the standard library only.
//
// # Execution
//
// A launch hands out CTAs in chunks to up to GOMAXPROCS goroutines, the caller among
// them; one goroutine runs all threads of a CTA. Helpers stay for up to 100 us when a
// launch is over, for the next one. A kernel without
// synchronisation (mode [Rows]) is called once per row of threads and loops
// over x itself; any other (mode [CTAs]) is called once per CTA and loops over
// the threads region by region. What cannot be split into regions runs each
// thread as a coroutine, see [CTA.Coroutines].
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
// [Fault].
//
// # Faults
//
// An access outside a buffer, a trap, a deadlock and their like stop the grid
// and come back from the launch as a [*Fault] that names kernel, CTA, thread
// and PTX line. A Go panic that is none of these is a bug of the generator or
// of the runtime and is raised again as a [*Panic] by the launch.
package gen
