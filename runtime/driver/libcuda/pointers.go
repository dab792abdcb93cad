package libcuda

// #include "types.h"
import "C"

import (
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver"
	"github.com/ptx2go/ptx2go/runtime/internal/hostmem"
)

// Every pointer of a program goes through one of these functions, in front of anything else
// that a call does: what is not there is CUDA_ERROR_INVALID_VALUE instead of the end of the
// process, and a number that is no address is not in a pointer of Go for long.

// writable reports whether a call may write what it returns.
func writable[T any](to *T) bool {
	_, ok := hostmem.Bytes(unsafe.Pointer(to), uint64(unsafe.Sizeof(*to)), hostmem.Write)
	return ok
}

// optional is writable for a pointer that may be null.
func optional[T any](to *T) bool { return to == nil || writable(to) }

// list returns n elements that a program passes.
func list[T any](first *T, n int, a hostmem.Access) ([]T, bool) {
	_, ok := hostmem.Bytes(unsafe.Pointer(first), uint64(n)*uint64(unsafe.Sizeof(*first)), a)
	if !ok {
		return nil, false
	}
	return unsafe.Slice(first, n), true
}

// store writes what a call returns where a program wants it, which is writable. It copies bytes: a garbage
// collector that runs demands that pointers, and so structures with them, are written to addresses that are aligned.
func store[T any](to *T, value T) {
	copy(unsafe.Slice((*byte)(unsafe.Pointer(to)), unsafe.Sizeof(value)), unsafe.Slice((*byte)(unsafe.Pointer(&value)), unsafe.Sizeof(value)))
}

// load returns what a program passes a pointer to.
func load[T any](from *T) (v T, ok bool) {
	if _, ok = hostmem.Bytes(unsafe.Pointer(from), uint64(unsafe.Sizeof(v)), hostmem.Read); ok {
		v = *from
	}
	return v, ok
}

// text is a string of C.
func text(s *C.const_char) (string, bool) {
	return hostmem.Text(unsafe.Pointer(s), driver.MaxImage)
}

// write writes a string and a zero byte into memory of the program, as much as there is room
// for, which is some.
func write(to *C.char, size C.int, s string) C.CUresult {
	n := min(int(size)-1, len(s))
	room, ok := list((*byte)(unsafe.Pointer(to)), n+1, hostmem.Write)
	if !ok {
		return invalidValue
	}
	copy(room, s[:n])
	room[n] = 0
	return 0
}

// ptx2go_can_look_up checks the pointers of cuGetProcAddress, which is in C.
//
//export ptx2go_can_look_up
func ptx2go_can_look_up(name *C.const_char, to *unsafe.Pointer, status *C.CUdriverProcAddressQueryResult) C.int {
	if _, ok := text(name); ok && writable(to) && optional(status) {
		return 1
	}
	return 0
}
