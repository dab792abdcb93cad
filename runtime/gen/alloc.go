package gen

import (
	"fmt"
	"math"
	"reflect"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/internal/devmem"
)

// deviceAlign is the alignment of device memory and of module variables.
const deviceAlign = devmem.Align

// device is where the memory of Alloc and of module variables comes from.
var device devmem.Space

// MemoryError is an error of device memory, which errors.Is finds.
type MemoryError = devmem.Error

// The errors of device memory. Alloc panics with an error that is ErrOutOfMemory,
// AllocAddr returns one.
const (
	ErrOutOfMemory              = devmem.ErrOutOfMemory // there is less than is asked for
	ErrNotAllocated MemoryError = "nothing was allocated at that address"
	ErrRegistered   MemoryError = "launches know a part of that memory already"
)

// SetMemoryLimit sets how many bytes of device memory may be in use, those of module
// variables included; 0 is as many as the machine has, which is so at first.
func SetMemoryLimit(bytes uint64) { device.SetLimit(bytes) }

// MemoryInfo returns how many bytes of device memory are in use, and of how many.
func MemoryInfo() (used, total uint64) { return device.Info() }

// Alloc returns n zeroed elements of device memory: 256-byte aligned, outside of what
// the garbage collector sees, and known to every launch by its address until Free. It
// panics where there is not as much. T must not contain Go pointers.
func Alloc[T any](n int) []T {
	mustBePlain[T]()
	if n == 0 {
		return nil
	}
	b := deviceBytes(n, unsafe.Sizeof(*new(T)))
	register(segmentOf(b))
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), n)
}

// AllocAddr is Alloc of bytes, for programs that speak of memory by its address. The
// error is ErrOutOfMemory. The address of 0 bytes is 0.
func AllocAddr(bytes uint64) (uint64, error) {
	if bytes == 0 {
		return 0, nil
	}
	b, err := device.Alloc(bytes)
	if err != nil {
		return 0, err
	}
	s := segmentOf(b)
	register(s)
	return s.base, nil
}

// FreeAddr is Free by the address of the first byte. FreeAddr of 0 does nothing; where no
// memory of Alloc or Register begins, the error is ErrNotAllocated.
func FreeAddr(addr uint64) error {
	if addr != 0 && !freeDevice(addr, "") {
		return fmt.Errorf("%w: %#x", ErrNotAllocated, addr)
	}
	return nil
}

// BufferAt returns the memory that an address lies in, from Alloc, Register, a variable of
// a module or the device function malloc, and the offset of the address there. It reports
// false where no launch knows any.
func BufferAt(addr uint64) (b Buffer, off uint64, ok bool) {
	s := findSegment(registered(), addr)
	if !s.holds(addr) {
		return nil, 0, false
	}
	m, ok := s.inUse(addr)
	if !ok {
		return nil, 0, false
	}
	return unsafe.Slice((*byte)(m.ptr), m.size), addr - m.base, true
}

// Buffers returns the memory that every launch knows and may write, by address: that of
// Alloc and Register, and of the .global variables of modules.
func Buffers() []Buffer {
	var out []Buffer
	for _, s := range registered() {
		if !s.constant && s.heap == nil {
			out = append(out, unsafe.Slice((*byte)(s.ptr), s.size))
		}
	}
	return out
}

// freeDevice forgets the memory at an address, of a variable of that name, and gives it
// back if it is device memory.
func freeDevice(addr uint64, name string) bool {
	if !unregister(addr, name) {
		return false
	}
	device.Free(uintptr(addr))
	return true
}

// Register makes memory of the program known to every launch by its address until
// Free, as that of Alloc is. It panics where a part of it is known already. T must not
// contain Go pointers.
func Register[T any](s []T) {
	mustBePlain[T]()
	if err := RegisterBuffer(BufferOf(s)); err != nil {
		panic(err)
	}
}

// RegisterBuffer is Register for programs that do not know what is registered. The error is
// ErrRegistered where a part of it is, or is device memory, though it be free.
func RegisterBuffer(b Buffer) error {
	if len(b) == 0 {
		return nil
	}
	escape(unsafe.Pointer(unsafe.SliceData(b)))
	s := segmentOf(b)
	s.foreign = true
	if device.Has(uintptr(s.base), uintptr(s.size)) || !registerNew(s) {
		return fmt.Errorf("%w: %d bytes at %#x", ErrRegistered, len(b), AddrOf(b))
	}
	return nil
}

// Free makes the memory of an Alloc or Register unknown to launches. That of Alloc is
// given back, and is the next Alloc's: no slice of it may be used any more. The slice must
// start where that of Alloc did; Free panics on any other but an empty one. It must not be
// called while a launch uses the memory.
func Free[T any](s []T) {
	if len(s) == 0 {
		return
	}
	if !freeDevice(AddrOf(s), "") {
		panic("ptx: Free of a slice that is not from Alloc or Register")
	}
}

// AddrOf returns the address of element 0 of a slice, 0 for a nil slice. A
// launch knows the address if the slice is in the memory of Alloc, of a module
// variable, or listed in its Buffers.
func AddrOf[T any](s []T) uint64 {
	p := unsafe.Pointer(unsafe.SliceData(s))
	escape(p)
	return uint64(uintptr(p))
}

// escape makes the compiler place what p points to on the heap, where it does
// not move while its address is in use as a number.
func escape(p unsafe.Pointer) {
	if neverTrue {
		panic(p)
	}
}

var neverTrue bool

// deviceBytes returns zeroed, aligned memory for n elements of a size.
func deviceBytes(n int, size uintptr) []byte {
	if n < 0 || size > 0 && uint64(n) > (math.MaxInt-deviceAlign)/uint64(size) {
		panic("ptx: allocation of a size that is not possible")
	}
	bytes := uint64(n) * uint64(size)
	b, err := device.Alloc(max(bytes, 1)) // what is empty has an address, too
	if err != nil {
		panic(err)
	}
	return b[:bytes:bytes]
}

// mustBePlain panics if T contains Go pointers: device memory is not scanned
// for them.
func mustBePlain[T any]() {
	if t := reflect.TypeFor[T](); !plain(t) {
		panic("ptx: type " + t.String() + " contains Go pointers")
	}
}

func plain(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return plain(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !plain(t.Field(i).Type) {
				return false
			}
		}
		return true
	}
	return t.Kind() >= reflect.Bool && t.Kind() <= reflect.Complex128
}
