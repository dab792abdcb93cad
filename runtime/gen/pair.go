package gen

import (
	"sync"
	"sync/atomic"
	"unsafe"
)

// Atomics of 128 bits (atom.exch.b128, atom.cas.b128, and the loads and stores of
// 128 bits that must not be torn). Go has none, so that they take a lock; each half
// is one access that other goroutines see whole.

// pairLocks guard pairs by their address.
var pairLocks [64]struct {
	sync.Mutex
	_ [56]byte // a cache line each
}

func pairLock(p *[2]uint64) *sync.Mutex {
	return &pairLocks[uintptr(unsafe.Pointer(p))>>4%uintptr(len(pairLocks))].Mutex
}

// AtomExchPair stores a pair and returns the old one.
func AtomExchPair(p *[2]uint64, lo, hi uint64) (oldLo, oldHi uint64) {
	l := pairLock(p)
	l.Lock()
	oldLo, oldHi = atomic.SwapUint64(&p[0], lo), atomic.SwapUint64(&p[1], hi)
	l.Unlock()
	return oldLo, oldHi
}

// AtomLoadPair returns a pair.
func AtomLoadPair(p *[2]uint64) (lo, hi uint64) {
	l := pairLock(p)
	l.Lock()
	lo, hi = atomic.LoadUint64(&p[0]), atomic.LoadUint64(&p[1])
	l.Unlock()
	return lo, hi
}

// PlainLoadPair is AtomLoadPair of memory that one goroutine owns.
func PlainLoadPair(p *[2]uint64) (lo, hi uint64) { return p[0], p[1] }

// AtomCASPair stores a pair where the old one is cmp, and returns the old one.
func AtomCASPair(p *[2]uint64, cmpLo, cmpHi, lo, hi uint64) (oldLo, oldHi uint64) {
	l := pairLock(p)
	l.Lock()
	oldLo, oldHi = atomic.LoadUint64(&p[0]), atomic.LoadUint64(&p[1])
	if oldLo == cmpLo && oldHi == cmpHi {
		atomic.StoreUint64(&p[0], lo)
		atomic.StoreUint64(&p[1], hi)
	}
	l.Unlock()
	return oldLo, oldHi
}

// PlainExchPair is AtomExchPair on memory that one goroutine owns.
func PlainExchPair(p *[2]uint64, lo, hi uint64) (oldLo, oldHi uint64) {
	oldLo, oldHi = p[0], p[1]
	p[0], p[1] = lo, hi
	return oldLo, oldHi
}

// PlainCASPair is AtomCASPair on memory that one goroutine owns.
func PlainCASPair(p *[2]uint64, cmpLo, cmpHi, lo, hi uint64) (oldLo, oldHi uint64) {
	oldLo, oldHi = p[0], p[1]
	if oldLo == cmpLo && oldHi == cmpHi {
		p[0], p[1] = lo, hi
	}
	return oldLo, oldHi
}

// PtrPair returns the 128 bits at a generic address, to be written.
func (t *Thread) PtrPair(addr uint64) *[2]uint64 { return AtWrite[[2]uint64](t, addr) }

// PtrPair returns the 128 bits at a generic address, to be written.
func (c *CTA) PtrPair(addr uint64) *[2]uint64 { return AtWrite[[2]uint64](c.self, addr) }

// ReadPair returns the 128 bits at a generic address, to be read.
func (t *Thread) ReadPair(addr uint64) *[2]uint64 { return At[[2]uint64](t, addr) }

// ReadPair returns the 128 bits at a generic address, to be read.
func (c *CTA) ReadPair(addr uint64) *[2]uint64 { return At[[2]uint64](c.self, addr) }

// SharedPtrPair returns the 128 bits at an address of the shared window.
func (c *CTA) SharedPtrPair(off uint64) *[2]uint64 { return SharedAt[[2]uint64](c, off) }

// LocalPtrPair returns the 128 bits at an address of the thread's local window.
func (t *Thread) LocalPtrPair(off uint64) *[2]uint64 { return LocalAt[[2]uint64](t, off) }

// PtrPair returns the 128 bits at a byte offset in a buffer.
func PtrPair(b []byte, off int64) *[2]uint64 { return BytesAt[[2]uint64](b, off) }
