// Package driver is the CUDA driver API in Go, as far as programs that ship PTX need it:
// contexts, memory and memory pools, modules and libraries by their text, functions by name,
// launches with pointers to parameters, streams, events, graphs (built or captured), occupancy.
// The device is the CPU, and a kernel is the Go code that ptx2go has translated it to. A program
// that is written against a thin binding of the API runs on it when the binding calls this
// package, as examples/cu does.
//
// Names are those of C without cu: MemAlloc is cuMemAlloc. A call returns what C writes
// through pointers, and an error that is an [*Error] with the [Result] of CUDA; errors.Is
// finds it. Sizes are in bytes unless a comment says otherwise.
//
// It translates nothing. A module is found by its text among those that are linked into the
// program: import the package of the generated code, as _ if nothing else uses it. A program that
// imports github.com/ptx2go/ptx2go/interpret runs other texts in an interpreter, and has
// the compiler in it.
//
// # What differs from a GPU
//
// There is one device, unless SetDevices says otherwise. Its memory is that of the process: a [DevicePtr] is an address, and
// [Bytes] returns the memory there.
//
// All goroutines share one current context, because a goroutine has no thread of its own.
//
// What is put into the default stream is done when the call returns, as with
// CUDA_LAUNCH_BLOCKING=1, and the call returns the error of a kernel that failed. Other streams run
// concurrently with the program, the tasks of each in their order.
//
// The nodes of a graph run one after the other. A stream that is being captured refuses
// MemAllocAsync and MemFreeAsync.
//
// A kernel that fails ends its context, as on a GPU: each call returns its error from then
// on. The error says which thread failed where. The context can be destroyed, and another
// one created.
package driver
