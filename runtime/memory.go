package runtime

import (
	"errors"
	"fmt"
	"strings"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/internal/devmem"
	"github.com/ptx2go/ptx2go/runtime/internal/memory"
)

// MemoryError is an error of device memory, which errors.Is finds.
type MemoryError string

// The errors of device memory.
const (
	ErrOutOfMemory  MemoryError = "out of device memory"                        // there is less than is asked for
	ErrNotAllocated MemoryError = "nothing was allocated at that address"       // nothing begins at an address that is to be freed
	ErrRegistered   MemoryError = "launches know a part of that memory already" // memory is registered twice
)

// Error returns the text of the error.
func (e MemoryError) Error() string { return "ptx: " + string(e) }

// memoryError is the error that programs see for one of device memory.
func memoryError(err error) error {
	if errors.Is(err, devmem.ErrOutOfMemory) {
		return fmt.Errorf("%w%s", ErrOutOfMemory, strings.TrimPrefix(err.Error(), devmem.ErrOutOfMemory.Error()))
	}
	return err
}

// Alloc returns n zeroed elements of device memory: 256-byte aligned, not managed by the garbage
// collector, and known to every launch by its address until Free. It panics if there is not
// enough, with an error that is [ErrOutOfMemory]. T must not contain Go pointers.
func Alloc[T any](n int) []T {
	memory.MustBePlain[T]()
	if n == 0 {
		return nil
	}
	bytes := memory.Size(n, unsafe.Sizeof(*new(T)))
	b, err := memory.Alloc(max(bytes, 1))
	if err != nil {
		panic(memoryError(err))
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), n)
}

// Register makes memory of the program known to every launch by its address until Free, like
// that of Alloc. It panics if a part of it is known already. T must not contain Go
// pointers.
func Register[T any](s []T) {
	memory.MustBePlain[T]()
	if err := RegisterBuffer(BytesOf(s)); err != nil {
		panic(err)
	}
}

// RegisterBuffer is [Register] for programs that do not know what is registered. The error is
// [ErrRegistered] if a part of the memory is known already, or is device memory, even if that is free.
func RegisterBuffer(b Buffer) error {
	if len(b) > 0 && !memory.RegisterForeign(b) {
		return fmt.Errorf("%w: %d bytes at %#x", ErrRegistered, len(b), AddrOf(b))
	}
	return nil
}

// Free makes the memory of an Alloc or Register unknown to launches. That of Alloc is given
// back, and is the next Alloc's: no slice of it may be used any more. The slice must start
// where that of Alloc did; Free panics on any other but an empty one. It must not be called
// while a launch uses the memory.
func Free[T any](s []T) {
	if len(s) > 0 && !memory.Forget(AddrOf(s)) {
		panic("ptx: Free of a slice that is not from Alloc or Register")
	}
}

// AllocAddr is [Alloc] of bytes, for programs that name memory by its address. The error
// is [ErrOutOfMemory]. The address of 0 bytes is 0.
func AllocAddr(bytes uint64) (uint64, error) {
	if bytes == 0 {
		return 0, nil
	}
	b, err := memory.Alloc(bytes)
	if err != nil {
		return 0, memoryError(err)
	}
	return AddrOf(b), nil
}

// FreeAddr is [Free] by the address of the first byte. FreeAddr of 0 does nothing; if no
// memory of Alloc, AllocAddr or Register begins at the address, the error is [ErrNotAllocated].
func FreeAddr(addr uint64) error {
	if addr != 0 && !memory.Forget(addr) {
		return fmt.Errorf("%w: %#x", ErrNotAllocated, addr)
	}
	return nil
}

// BufferAt returns the memory that an address lies in, from Alloc, Register, a variable of a
// module or the device function malloc, and the offset in bytes of the address there. It
// reports false for any other address.
func BufferAt(addr uint64) (b Buffer, off uint64, ok bool) { return memory.Around(addr) }

// FreedAt returns the address and the size of memory that an address was in, from Alloc or Register, if that was freed
// not long ago. It reports false for any other address.
func FreedAt(addr uint64) (base, size uint64, ok bool) {
	base, size, heap, ok := memory.Freed(addr)
	return base, size, ok && !heap
}

// Buffers returns the memory that every launch knows and may write, by address: that of
// Alloc and Register, and of the .global variables of modules.
func Buffers() []Buffer {
	var out []Buffer
	for _, s := range memory.Registered() {
		if !s.Constant && !s.InHeap() {
			out = append(out, s.Bytes())
		}
	}
	return out
}

// SetMemoryLimit sets how many bytes of device memory may be in use, those of module
// variables included; 0, the default, is as many as the machine has.
func SetMemoryLimit(bytes uint64) { memory.SetLimit(bytes) }

// MemoryInfo returns how many bytes of device memory are in use, and of how many.
func MemoryInfo() (used, total uint64) { return memory.Info() }

// AddrOf returns the address of element 0 of a slice, 0 for a nil slice. A launch knows the
// address if the slice is in the memory of Alloc or Register, of a variable of a module, or
// listed in its Buffers.
func AddrOf[T any](s []T) uint64 { return memory.AddrOf(s) }

// Addr32 returns the address of element 0 of a slice as modules with 32-bit addresses see
// it, 0 for an empty slice. The slice must lie in memory of Alloc or Register or in a
// variable of a module, which then keep the address until Free; Addr32 panics on any other,
// and if 3.5 GiB are taken already.
func Addr32[T any](s []T) uint32 {
	if len(s) == 0 {
		return 0
	}
	addr, ok := memory.Addr32(AddrOf(s))
	switch {
	case !ok:
		panic("ptx: Addr32 of a slice that is not from Alloc, Register or a module variable")
	case addr == 0:
		panic("ptx: " + memory.NoRoom32(uint64(len(s))*uint64(unsafe.Sizeof(s[0]))).Error())
	}
	return uint32(addr)
}

// BytesOf returns the memory of a slice. The elements must not contain Go pointers.
func BytesOf[T any](s []T) Buffer { return memory.BytesOf(s) }

// SetHeapLimit sets how many bytes the device function malloc may take in all: 8 MiB by default, as
// on a GPU, and at most 1 TiB. What is in use already stays.
func SetHeapLimit(bytes uint64) { memory.SetHeapLimit(bytes) }

// ResetHeap frees everything that malloc has returned, as resetting a GPU does. No launch
// may be using it.
func ResetHeap() { memory.ResetHeap() }
