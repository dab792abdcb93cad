package runtime

import "github.com/ptx2go/ptx2go/runtime/gen"

// Alloc returns n zeroed elements of device memory: 256-byte aligned, outside of what the
// garbage collector sees, and known to every launch by its address until Free. It panics
// where there is not as much, with an error that is [ErrOutOfMemory]. T must not contain Go
// pointers.
func Alloc[T any](n int) []T { return gen.Alloc[T](n) }

// Register makes memory of the program known to every launch by its address until Free, as
// that of Alloc is. It panics where a part of it is known already. T must not contain Go
// pointers.
func Register[T any](s []T) { gen.Register(s) }

// RegisterBuffer is [Register] for programs that do not know what is registered. The error is
// [ErrRegistered] where a part of it is.
func RegisterBuffer(b Buffer) error { return gen.RegisterBuffer(b) }

// Free makes the memory of an Alloc or Register unknown to launches. That of Alloc is given
// back, and is the next Alloc's: no slice of it may be used any more. The slice must start
// where that of Alloc did; Free panics on any other but an empty one. It must not be called
// while a launch uses the memory.
func Free[T any](s []T) { gen.Free(s) }

// AllocAddr is [Alloc] of bytes, for programs that speak of memory by its address. The error
// is [ErrOutOfMemory]. The address of 0 bytes is 0.
func AllocAddr(bytes uint64) (uint64, error) { return gen.AllocAddr(bytes) }

// FreeAddr is [Free] by the address of the first byte. FreeAddr of 0 does nothing; where no
// memory of Alloc, AllocAddr or Register begins, the error is [ErrNotAllocated].
func FreeAddr(addr uint64) error { return gen.FreeAddr(addr) }

// BufferAt returns the memory that an address lies in, from Alloc, Register, a variable of a
// module or the device function malloc, and the offset in bytes of the address there. It
// reports false where no launch knows any.
func BufferAt(addr uint64) (b Buffer, off uint64, ok bool) { return gen.BufferAt(addr) }

// Buffers returns the memory that every launch knows and may write, by address: that of
// Alloc and Register, and of the .global variables of modules.
func Buffers() []Buffer { return gen.Buffers() }

// SetMemoryLimit sets how many bytes of device memory may be in use, those of module
// variables included; 0 is as many as the machine has, which is so at first.
func SetMemoryLimit(bytes uint64) { gen.SetMemoryLimit(bytes) }

// MemoryInfo returns how many bytes of device memory are in use, and of how many.
func MemoryInfo() (used, total uint64) { return gen.MemoryInfo() }

// AddrOf returns the address of element 0 of a slice, 0 for a nil slice. A launch knows the
// address if the slice is in the memory of Alloc or Register, of a variable of a module, or
// listed in its Buffers.
func AddrOf[T any](s []T) uint64 { return gen.AddrOf(s) }

// Addr32 returns the address of element 0 of a slice as modules with 32-bit addresses see
// it, 0 for an empty slice. The slice must lie in memory of Alloc or Register or in a
// variable of a module, which then keep the address until Free; Addr32 panics on any other,
// and where 3.5 GiB are taken already.
func Addr32[T any](s []T) uint32 { return gen.Addr32(s) }

// Buffer is memory that a launch may access.
type Buffer = gen.Buffer

// BytesOf returns the memory of a slice. The elements must not contain Go pointers.
func BytesOf[T any](s []T) Buffer { return gen.BufferOf(s) }

// SetHeapLimit sets how many bytes the device function malloc may take in all: 8 MiB
// unless it is called.
func SetHeapLimit(bytes uint64) { gen.SetHeapLimit(bytes) }

// ResetHeap frees everything that malloc has returned, as resetting a GPU does. No launch
// may be using it.
func ResetHeap() { gen.ResetHeap() }
