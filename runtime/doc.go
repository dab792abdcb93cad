// Package runtime is what a program uses to run kernels that ptx2go has made Go of:
// launches, device memory, modules and their variables, textures and surfaces, and the
// errors of all these. Programs import it as ptx.
//
// A kernel of the generated code is a function that takes a [Launch]; programs that
// launch by name find it with [LookupText] or [FindKernel]. Package driver, below, has the
// calls of the CUDA driver API for those that are written against it. What generated code
// itself calls is package gen; the types are the same, so that this package is all that a
// program needs to know.
//
// It imports the standard library only, holds no arithmetic (see fpops and intops), and
// knows nothing of PTX text.
//
// # Memory
//
// A typed launch takes slices, and a kernel reaches nothing else. Where a kernel finds
// addresses in memory, or is launched by name, they are addresses of the host: of memory
// from [Alloc] or [Register], of variables of a module ([Instance.Get]), or of the slices
// in Launch.Buffers. A launch knows no other memory: to access any is a [Fault].
//
// Memory of [Alloc] and of variables lies outside of what the garbage collector sees, so it
// lasts until Free or Unload, and a slice of it must not be used behind that: the next
// allocation of the size has the same address. [AllocAddr], [FreeAddr] and [BufferAt] are for
// programs that speak of memory by its address.
//
// Modules whose addresses have 32 bits see the same memory in an address space of 4 GiB:
// [Addr32] says where.
//
// # Errors
//
// A launch returns a [*Fault] where a thread did what would end the kernel on a GPU, with
// kernel, CTA, thread and PTX line; a [*LaunchError] where the launch is not possible; an
// [*Unfinished] where its context ended before the grid did, with the places where threads
// stood. The kinds of faults and of
// launch errors are errors themselves, which errors.Is finds. A Go panic that is none of
// these is a bug of the generator or of the runtime, and is raised again as a [*Panic].
package runtime
