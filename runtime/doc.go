// Package runtime is what a program uses to run kernels that ptx2go has translated to Go:
// launches, device memory, modules and their variables, textures and surfaces, and the
// errors of all these. Programs import it as ptx.
//
// A kernel of generated code is a function that takes a [Launch]; programs that
// launch by name find it with [LookupText] or [FindKernel]. Package driver, in the folder
// below, has the calls of the CUDA driver API for programs that are written against that.
// Generated code imports package gen, which is above this one and not for programs.
//
// The package imports the standard library only, holds no arithmetic (see fpops and intops), and
// knows nothing of PTX text.
//
// # Memory
//
// A typed launch takes slices, and a kernel reaches nothing else. If a kernel finds
// addresses in memory, or is launched by name, they are addresses of the host: of memory
// from [Alloc] or [Register], of variables of a module ([Instance.Get]), or of the slices
// in Launch.Buffers. A launch knows no other memory: to access any is a [Fault].
//
// The garbage collector does not manage memory of [Alloc] and of variables: it lasts until Free or
// Unload, and a slice of it must not be used after that, because the next
// allocation of the size has the same address. [AllocAddr], [FreeAddr] and [BufferAt] are for
// programs that name memory by its address.
//
// Modules whose addresses have 32 bits see the same memory in an address space of 4 GiB:
// [Addr32] returns the address there.
//
// # Errors
//
// A launch returns
//
//   - a [*Fault] if a thread did what would end the kernel on a GPU, with kernel, CTA, thread and
//     PTX line;
//   - a [*LaunchError] if the launch is not possible, and nothing has run;
//   - an [*Unfinished] if its context ended before the grid did, with the places where threads
//     were;
//   - an [*OutputError] if only what threads print could not be written. With a fault, or with an
//     unfinished grid, it is joined to that error.
//
// The kinds of faults and of launch errors are errors themselves, which errors.Is finds. A Go panic in a
// kernel that is none of these is a bug of the generator or of the runtime, and is raised again as a
// [*Panic].
package runtime
