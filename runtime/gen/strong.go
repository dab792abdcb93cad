package gen

import (
	"sync/atomic"
	"unsafe"
)

// Strong and volatile accesses of global memory (sections 8.4 and 9.7.9): each
// is one access that other goroutines see whole, and that orders as Go's
// atomics do, which is sequentially consistent and so at least what any
// qualifier of PTX asks for.

// AtomicLoad32 loads a word that other goroutines may store to.
func AtomicLoad32(p *uint32) uint32 { return atomic.LoadUint32(p) }

// AtomicStore32 stores a word that other goroutines may load.
func AtomicStore32(p *uint32, v uint32) { atomic.StoreUint32(p, v) }

// AtomicLoad64 loads a word that other goroutines may store to.
func AtomicLoad64(p *uint64) uint64 { return atomic.LoadUint64(p) }

// AtomicStore64 stores a word that other goroutines may load.
func AtomicStore64(p *uint64, v uint64) { atomic.StoreUint64(p, v) }

// AtomicLoadF32 loads a float that other goroutines may store to.
func AtomicLoadF32(p *float32) float32 {
	v := atomic.LoadUint32((*uint32)(unsafe.Pointer(p)))
	return *(*float32)(unsafe.Pointer(&v))
}

// AtomicStoreF32 stores a float that other goroutines may load.
func AtomicStoreF32(p *float32, v float32) {
	atomic.StoreUint32((*uint32)(unsafe.Pointer(p)), *(*uint32)(unsafe.Pointer(&v)))
}

// AtomicLoadF64 loads a float that other goroutines may store to.
func AtomicLoadF64(p *float64) float64 {
	v := atomic.LoadUint64((*uint64)(unsafe.Pointer(p)))
	return *(*float64)(unsafe.Pointer(&v))
}

// AtomicStoreF64 stores a float that other goroutines may load.
func AtomicStoreF64(p *float64, v float64) {
	atomic.StoreUint64((*uint64)(unsafe.Pointer(p)), *(*uint64)(unsafe.Pointer(&v)))
}

// word returns the aligned 32-bit word that holds a byte or half word, and the
// byte's place in it. Memory is allocated in whole words, so the word exists
// where the byte does.
func word(p unsafe.Pointer) (w *uint32, at uintptr) {
	at = uintptr(p) & 3
	return (*uint32)(unsafe.Add(p, -int(at))), at
}

// AtomicLoad8 loads a byte that other goroutines may store to with
// AtomicStore8.
func AtomicLoad8(p *uint8) uint8 {
	w, at := word(unsafe.Pointer(p))
	v := atomic.LoadUint32(w)
	return (*[4]uint8)(unsafe.Pointer(&v))[at]
}

// AtomicStore8 stores a byte and leaves its neighbours as they are.
func AtomicStore8(p *uint8, v uint8) {
	w, at := word(unsafe.Pointer(p))
	for {
		old := atomic.LoadUint32(w)
		n := old
		(*[4]uint8)(unsafe.Pointer(&n))[at] = v
		if atomic.CompareAndSwapUint32(w, old, n) {
			return
		}
	}
}

// AtomicLoad16 loads a half word that other goroutines may store to with
// AtomicStore16 or AtomCASU16.
func AtomicLoad16(p *uint16) uint16 {
	w, at := word(unsafe.Pointer(p))
	v := atomic.LoadUint32(w)
	return (*[2]uint16)(unsafe.Pointer(&v))[at/2]
}

// AtomicStore16 stores a half word and leaves its neighbour as it is.
func AtomicStore16(p *uint16, v uint16) {
	AtomFuncU16(p, func(_, v uint16) uint16 { return v }, v)
}

// fence is what every Fence writes to. Fences of different goroutines are
// ordered by it, and with them the accesses before and after, as fence.sc asks.
var fence struct {
	_ [64]byte
	n atomic.Uint32
	_ [64]byte
}

// Fence orders the accesses of the thread before and after it (membar, fence).
func Fence() { fence.n.Add(1) }
