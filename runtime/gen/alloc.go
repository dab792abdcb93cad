package gen

import (
	"math"
	"reflect"
	"unsafe"
)

// deviceAlign is the alignment of device memory and of module variables.
const deviceAlign = 256

// Alloc returns n zeroed elements of device memory: 256-byte aligned, not
// scanned by the garbage collector, and known to every launch by its address
// until Free. T must not contain Go pointers.
func Alloc[T any](n int) []T {
	mustBePlain[T]()
	if n == 0 {
		return nil
	}
	b := deviceBytes(n, unsafe.Sizeof(*new(T)))
	register(segmentOf(b))
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), n)
}

// Register makes memory of the program known to every launch by its address until
// Free, as that of Alloc is. It panics where a part of it is known already. T must not
// contain Go pointers.
func Register[T any](s []T) {
	mustBePlain[T]()
	if b := BytesOf(s); len(b) > 0 {
		escape(unsafe.Pointer(unsafe.SliceData(b)))
		if !registerNew(segmentOf(b)) {
			panic("ptx: Register of memory that launches know already")
		}
	}
}

// Free makes the memory of an Alloc or Register unknown to launches; the garbage
// collector takes it when the last slice of it is gone. The slice must start where
// that of Alloc did; Free panics on any other but an empty one. It must not be
// called while a launch uses the memory.
func Free[T any](s []T) {
	if len(s) == 0 {
		return
	}
	if !unregister(AddrOf(s), "") {
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
	return alignedBytes(n*int(size), deviceAlign)
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
