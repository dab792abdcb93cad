package gen

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/internal/memory"
)

// SliceAs returns the memory of a slice as elements of another type, for generated code. What is no
// whole element at the end is left out. Neither type may contain Go pointers.
func SliceAs[E, T any](s []T) []E {
	memory.MustBePlain[T]()
	size := unsafe.Sizeof(*new(E))
	n := uintptr(len(s)) * unsafe.Sizeof(*new(T)) / size
	return unsafe.Slice((*E)(unsafe.Pointer(unsafe.SliceData(s))), n)
}

// ValueAs returns the bytes of a value as one of another type of the same size, for generated
// code. Neither type may contain Go pointers.
func ValueAs[E, T any](v T) (e E) {
	memory.MustBePlain[T]()
	if unsafe.Sizeof(e) != unsafe.Sizeof(v) {
		panic(fmt.Sprintf("ptx: a %v has %d bytes, a %v %d", reflect.TypeFor[T](), unsafe.Sizeof(v), reflect.TypeFor[E](), unsafe.Sizeof(e)))
	}
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&e)), unsafe.Sizeof(e)), unsafe.Slice((*byte)(unsafe.Pointer(&v)), unsafe.Sizeof(v)))
	return e
}
