package memory

import (
	"math"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/internal/devmem"
)

// Align is the alignment of device memory and of module variables.
const Align = devmem.Align

// device is where the memory of Alloc and of module variables comes from.
var device devmem.Space

// SetLimit sets how many bytes of device memory may be in use; 0 is as many as the machine has.
func SetLimit(bytes uint64) { device.SetLimit(bytes) }

// Info returns how many bytes of device memory are in use, and of how many.
func Info() (used, total uint64) { return device.Info() }

// Size is the size of n elements. It panics if no memory can have that.
func Size(n int, elem uintptr) uint64 {
	if n < 0 || elem > 0 && uint64(n) > (math.MaxInt-Align)/uint64(elem) {
		panic("ptx: allocation of a size that is not possible")
	}
	return uint64(n) * uint64(elem)
}

// Alloc takes device memory, zeroed and aligned, and makes it known to every launch. The error is
// [devmem.ErrOutOfMemory].
func Alloc(bytes uint64) ([]byte, error) {
	b, err := device.Alloc(bytes)
	if err == nil {
		Register(Of(b))
	}
	return b, err
}

// Share makes the memory of Alloc at an address one that other processes can map: see [devmem.Space.Share].
func Share(addr uint64) (object int, at uint64, err error) { return device.Share(uintptr(addr)) }

// NewVariable takes device memory for a variable of a module. Of no bytes it has an address, too,
// but launches do not know it.
func NewVariable(name string, bytes uint64, constant bool) ([]byte, error) {
	b, err := device.Alloc(max(bytes, 1))
	if err != nil {
		return nil, err
	}
	b = b[:bytes:bytes]
	if bytes > 0 {
		s := Of(b)
		s.Name, s.Constant = name, constant
		Register(s)
	}
	return b, nil
}

// FreeVariable gives back the memory of a variable. It reports false if launches do not know it.
func FreeVariable(name string, mem []byte) bool {
	if len(mem) > 0 {
		return release(AddrOf(mem), name)
	}
	device.Free(uintptr(AddrOf(mem)))
	return true
}

// Forget makes the memory at an address, of Alloc or of the program, unknown to launches, and gives
// it back if it is device memory. It reports false if no such memory begins there.
func Forget(addr uint64) bool { return release(addr, "") }

// release forgets the memory at an address, of a variable of that name, and gives it back if it is
// device memory.
func release(addr uint64, name string) bool {
	if !unregister(addr, name) {
		return false
	}
	device.Free(uintptr(addr))
	return true
}

// RegisterForeign makes memory of the program known to every launch. It reports false if a part of
// it is known already, or is device memory, even if that is free.
func RegisterForeign(b []byte) bool {
	escape(unsafe.Pointer(unsafe.SliceData(b)))
	s := Of(b)
	s.Foreign = true
	return !device.Has(uintptr(s.Base), uintptr(s.Size)) && Register(s)
}

// Around returns the memory that an address lies in and that every launch knows, or the block of the
// device heap, and the offset of the address there. It reports false if there is none.
func Around(addr uint64) (b []byte, off uint64, ok bool) {
	s := Find(Registered(), addr)
	if !s.Holds(addr) {
		return nil, 0, false
	}
	m, ok := s.InUse(addr)
	if !ok {
		return nil, 0, false
	}
	return m.Bytes(), addr - m.Base, true
}
