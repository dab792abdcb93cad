// Package driver is the CUDA driver API in Go, as far as programs need it that ship PTX:
// contexts, memory, modules by their text, functions by name, launches with pointers to
// parameters, streams, events, occupancy. The device is the CPU, and a kernel is the Go code
// that ptx2go has made of it. A program that is written against a thin binding of the API
// runs on it when the binding calls this package, as examples/cu does.
//
// Names are those of C without cu: MemAlloc is cuMemAlloc. A call returns what C writes
// through pointers, and an error that is an [*Error] with the [Result] of CUDA; errors.Is
// finds it. Sizes are in bytes unless a comment says otherwise.
//
// It translates nothing. A module is found by its text among those that are linked into the
// program; to import the package of the generated code is enough, under the name _ if
// need be. To import github.com/ptx2go/ptx2go/interpret lets the reference interpreter run
// others; it has the compiler in it.
//
// # What differs from a GPU
//
// There is one device. Its memory is that of the process: a [DevicePtr] is an address, and
// [Bytes] the memory behind it.
//
// The current context is that of all goroutines, since they have no thread of their own.
//
// What is put into the default stream is done when the call returns, as with
// CUDA_LAUNCH_BLOCKING=1, and the call returns the error of a kernel that failed. Other
// streams run beside the program, each its tasks in their order.
//
// A kernel that fails ends its context, as on a GPU: each call returns its error from then
// on. The error says which thread failed where. The context can be destroyed, and another
// one created.
package driver
