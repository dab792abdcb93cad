package memory

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"unsafe"
)

// BytesOf returns the memory of a slice. The elements must not contain Go pointers.
func BytesOf[T any](s []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), uintptr(len(s))*unsafe.Sizeof(*new(T)))
}

// AddrOf returns the address of element 0 of a slice, 0 for a nil slice.
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

// MustBePlain panics if T contains Go pointers: the garbage collector does not look for them in
// device memory.
func MustBePlain[T any]() {
	if t := reflect.TypeFor[T](); !Plain(t) {
		panic("ptx: type " + t.String() + " contains Go pointers")
	}
}

// Plain reports whether values of a type contain no Go pointers.
func Plain(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return Plain(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !Plain(t.Field(i).Type) {
				return false
			}
		}
		return true
	}
	return t.Kind() >= reflect.Bool && t.Kind() <= reflect.Complex128
}

// Aligned returns zeroed memory that holds no pointers. The alignment is
// a power of two.
func Aligned(n, align int) []byte {
	b := make([]byte, n+align-1)
	skip := -uintptr(unsafe.Pointer(unsafe.SliceData(b))) & uintptr(align-1)
	return b[skip:][:n:n]
}

// PutUint stores the low bytes of v in 1, 2, 4 or 8 bytes, as Go code reads them.
func PutUint(b []byte, v uint64) {
	switch len(b) {
	case 1:
		b[0] = byte(v)
	case 2:
		binary.NativeEndian.PutUint16(b, uint16(v))
	case 4:
		binary.NativeEndian.PutUint32(b, uint32(v))
	case 8:
		binary.NativeEndian.PutUint64(b, v)
	default:
		panic(fmt.Sprintf("ptx: a number of %d bytes", len(b)))
	}
}
