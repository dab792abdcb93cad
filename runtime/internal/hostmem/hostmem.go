// Package hostmem looks at memory of the program that comes as an address and a size: whether
// it is there, and may be written. Programs in C pass such pointers to the driver API, and
// may unmap what they have registered.
//
// The package touches the memory. Go makes a panic of an access that the processor refuses,
// on every operating system and without cgo, where a goroutine asks for it; on WebAssembly all
// addresses are there. A touch changes nothing that other threads can see: it reads, and
// where memory is to be written it is an atomic OR with zero. Afterwards the pages are
// there, as those are that a GPU's driver pins.
package hostmem

import (
	"bytes"
	"math/bits"
	"os"
	"runtime/debug"
	"sync/atomic"
	"unsafe"
)

// Access is what memory is to be good for.
type Access bool

const (
	Read  Access = false
	Write Access = true // and read
)

// lowest is the first address that can be one of the program's: Go's runtime takes what is
// below it, in a pointer, for a mistake of the program.
const lowest = 4096

var pageSize = uintptr(os.Getpagesize())

// Bytes returns n bytes of memory, or false where a part of them is not there, may not be
// written, or would be after the end of the address space. No bytes are anywhere.
func Bytes(p unsafe.Pointer, n uint64, a Access) ([]byte, bool) {
	if n == 0 {
		return nil, true
	}
	at := uintptr(p)
	if at < lowest || n-1 > uint64(^uintptr(0)>>1) || at+uintptr(n-1) < at {
		return nil, false
	}
	if !Try(func() { touch(at, uintptr(n), a) }) {
		return nil, false
	}
	return unsafe.Slice((*byte)(p), n), true
}

// Rows reports whether height rows of width bytes are there, of which one begins pitch bytes
// after the other, none of them 0. What is between them need not be.
func Rows(p unsafe.Pointer, pitch, width, height uint64, a Access) bool {
	over, last := bits.Mul64(height-1, pitch)
	if end := uint64(uintptr(p)) + last; over != 0 || last > uint64(^uintptr(0)) || end < last {
		return false
	}
	if pitch <= uint64(pageSize) {
		_, ok := Bytes(p, last+min(width, ^uint64(0)-last), a) // each page has a part of a row
		return ok
	}
	for y := range height {
		if _, ok := Bytes(unsafe.Add(p, y*pitch), width, a); !ok {
			return false
		}
	}
	return true
}

// touch accesses a byte of each page.
func touch(at, n uintptr, a Access) {
	end := at + n - 1
	for ; ; at = at&^(pageSize-1) + pageSize {
		if a == Write {
			atomic.OrUint32((*uint32)(pointer(at&^3)), 0)
		} else {
			seen.Store(uint32(*(*byte)(pointer(at))))
		}
		if end&^(pageSize-1) <= at&^(pageSize-1) {
			return
		}
	}
}

// seen keeps the compiler from leaving a load out.
var seen atomic.Uint32

// pointer makes a pointer of the address of memory that is not Go's, or that the caller has
// a pointer to.
func pointer(at uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&at)) }

// Text returns the bytes at p before the first zero, or false where that is not among
// the first limit bytes, or memory ends before it.
func Text(p unsafe.Pointer, limit uint64) (text string, ok bool) {
	at := uintptr(p)
	for n := uint64(0); at >= lowest && n < limit; {
		// To the end of the page: what is after it may not be there.
		next := uint64(pageSize - at&(pageSize-1))
		part, there := Bytes(pointer(at), min(next, limit-n), Read)
		if !there {
			return "", false
		}
		if i := bytes.IndexByte(part, 0); i >= 0 {
			return string(unsafe.Slice((*byte)(p), n+uint64(i))), true
		}
		n += next
		at += uintptr(next)
	}
	return "", false
}

// Try calls a function, and reports whether it came to its end without an access to memory
// that is not there.
func Try(do func()) (ok bool) {
	before := debug.SetPanicOnFault(true)
	defer func() {
		debug.SetPanicOnFault(before)
		if v := recover(); v != nil {
			if _, is := v.(fault); !is {
				panic(v)
			}
		}
	}()
	do()
	return true
}

// fault is what Go panics with where an access is refused.
type fault interface {
	error
	Addr() uintptr
}
