package gen

import (
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/memory"
	"github.com/ptx2go/ptx2go/runtime/internal/wording"
)

// The generic addresses of the shared and the local window. They are above
// what operating systems give to processes, the low 32 bits are the offset in
// the window, and they fit in the 49 bits of a GPU's addresses.
const (
	sharedWindow = 0x1_0000_0000_0000
	localWindow  = 0x1_0001_0000_0000
	windowSize   = 1 << 32
)

// At returns the memory at a generic address, to be read. The size of T is a power
// of two, at most 32 bytes, and its alignment: T is a number or an array for a
// vector access. It is a fault if the address is not a multiple of the size or if
// the memory is in no window and no buffer that the launch knows.
func At[T any](t *Thread, addr uint64) *T {
	n := uint64(unsafe.Sizeof(*new(T)))
	h := &t.CTA.hit
	if off := addr - h.Base; off < h.Size && n <= h.Size-off && addr&(n-1) == 0 {
		return (*T)(unsafe.Add(h.Ptr, off))
	}
	if off := addr - localWindow - t.local.live.Base; off < t.local.live.Size && n <= t.local.live.Size-off && addr&(n-1) == 0 {
		return (*T)(unsafe.Add(t.local.live.Ptr, off))
	}
	return (*T)(t.find(addr, n, false))
}

// AtWrite is At for memory that is written: constant memory is a fault.
func AtWrite[T any](t *Thread, addr uint64) *T {
	n := uint64(unsafe.Sizeof(*new(T)))
	c := t.CTA
	if off := addr - c.hit.Base; off < c.writable && n <= c.writable-off && addr&(n-1) == 0 {
		return (*T)(unsafe.Add(c.hit.Ptr, off))
	}
	if off := addr - localWindow - t.local.live.Base; off < t.local.live.Size && n <= t.local.live.Size-off && addr&(n-1) == 0 {
		return (*T)(unsafe.Add(t.local.live.Ptr, off))
	}
	return (*T)(t.find(addr, n, true))
}

// find is At, or AtWrite, without the memory of the last access.
func (t *Thread) find(addr, n uint64, write bool) unsafe.Pointer {
	if addr&(n-1) != 0 {
		w, _ := t.window(addr)
		throwAddr(ptx.FaultMisaligned, addr, "%sis not a multiple of %d, the size of the access", [...]string{inShared: "of shared memory ", inLocal: "of local memory "}[w], n)
	}
	switch w, off := t.window(addr); w {
	case inLocal:
		if p := t.local.at(off, n); p != nil {
			return p
		}
		throwAddr(ptx.FaultAddress, addr, "is outside of the thread's local memory")
	case inShared:
		if s := t.CTA.shared; off < uint64(len(s)) && n <= uint64(len(s))-off {
			return unsafe.Pointer(&s[off])
		}
		throwAddr(ptx.FaultAddress, addr, "is outside of the %s of shared memory", wording.Count(len(t.CTA.shared), "byte"))
	}
	c := t.CTA
	if p := c.block.At(addr, n); p != nil {
		return p
	}
	for i := range c.older {
		if s := &c.older[i]; addr-s.Base < s.Size && n <= s.Size-(addr-s.Base) && !(write && s.Constant) {
			return unsafe.Add(s.Ptr, addr-s.Base)
		}
	}
	s := t.run.lookup(addr)
	if s == nil || n > s.Size-(addr-s.Base) {
		t.unknown(addr, n)
	}
	if write && s.Constant {
		throw(constantFault(addr, s))
	}
	if s.InHeap() {
		h, ok := s.Block(addr)
		if p := h.At(addr, n); p != nil {
			c.block = h
			return p
		}
		if ok {
			throwAddr(ptx.FaultAddress, addr, "reaches over the end of a block of %s of the device heap", wording.Count(h.Size, "byte"))
		}
		throwAddr(ptx.FaultAddress, addr, "%s%s", notInUse, inHeap(uint64(uintptr(s.Ptr))+addr-s.Base))
	}
	c.older[c.oldest%uint32(len(c.older))] = c.hit
	c.oldest++
	c.hit, c.writable = *s, s.Size
	if s.Constant {
		c.writable = 0
	}
	return unsafe.Add(s.Ptr, addr-s.Base)
}

// window is what a generic address lies in.
type window uint8

const (
	inNone window = iota
	inShared
	inLocal
)

// window returns the window that a generic address lies in, and its offset there.
func (c *CTA) window(addr uint64) (w window, off uint64) {
	switch {
	case c.run.kernel.Addr32:
		switch {
		case c.IsShared32(addr):
			return inShared, addr - sharedWindow32
		case c.IsLocal32(addr):
			return inLocal, addr - localWindow32
		}
	case c.IsShared(addr):
		return inShared, addr - sharedWindow
	case c.IsLocal(addr):
		return inLocal, addr - localWindow
	}
	return inNone, addr
}

// unknown faults because n bytes at an address are in no memory that the launch
// knows.
func (c *CTA) unknown(addr, n uint64) { throw(c.unknownFault(addr, n)) }

// unknownFault says why n bytes at an address cannot be accessed.
func (c *CTA) unknownFault(addr, n uint64) *faultPanic {
	switch {
	case addr == 0:
		return addrFault(ptx.FaultAddress, addr, "is a null pointer")
	case addr < nearBuffer && !c.front(addr, addr):
		return addrFault(ptx.FaultAddress, addr, "is %s past a null pointer", wording.Count(addr, "byte"))
	}
	best := c.nearest(addr)
	switch {
	case best != nil && addr-best.Base < best.Size && n > best.Size-(addr-best.Base):
		return addrFault(ptx.FaultAddress, addr, "reaches over the end of %s", c.describe(best))
	case c.freed(addr) != "":
		return addrFault(ptx.FaultAddress, addr, "%s", c.freed(addr))
	case best != nil:
		return addrFault(ptx.FaultAddress, addr, "is in no buffer known to the launch: it is %s past the end of %s",
			wording.Count(addr-best.Base-best.Size, "byte"), c.describe(best))
	}
	if s := c.behind(addr); s != nil {
		return addrFault(ptx.FaultAddress, addr, "is in no buffer known to the launch: it is %s in front of %s", wording.Count(s.Base-addr, "byte"), c.describe(s))
	}
	return addrFault(ptx.FaultAddress, addr, "is in no buffer known to the launch")
}

// SharedAt returns the memory at an address of the shared window, as At does.
func SharedAt[T any](c *CTA, off uint64) *T {
	n := unsafe.Sizeof(*new(T))
	if off > uint64(len(c.shared)) || uint64(n) > uint64(len(c.shared))-off || uintptr(off)&(n-1) != 0 {
		panic(badShared{len(c.shared), off, n})
	}
	return (*T)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(c.shared)), off))
}

// badShared is the panic of an access of n bytes outside of shared memory. It
// and badBytes are values, so that the functions that panic stay small enough
// to be inlined.
type badShared struct {
	size int
	off  uint64
	n    uintptr
}

func (b badShared) fault() *faultPanic {
	if uintptr(b.off)&(b.n-1) != 0 {
		return addrFault(ptx.FaultMisaligned, b.off, "of shared memory is not a multiple of %d, the size of the access", b.n)
	}
	return addrFault(ptx.FaultAddress, b.off, "is outside of the %s of shared memory", wording.Count(b.size, "byte"))
}

func (b badShared) Error() string { return b.fault().msg }

// LocalAt returns the memory at an address of the thread's local window, as At
// does.
func LocalAt[T any](t *Thread, off uint64) *T {
	n := uint64(unsafe.Sizeof(*new(T)))
	if d := off - t.local.live.Base; d < t.local.live.Size && n <= t.local.live.Size-d && off&(n-1) == 0 {
		return (*T)(unsafe.Add(t.local.live.Ptr, d))
	}
	p := t.local.at(off, n)
	if p == nil || off&(n-1) != 0 {
		badLocal(off, n)
	}
	return (*T)(p)
}

func badLocal(off, n uint64) {
	if off&(n-1) != 0 {
		throwAddr(ptx.FaultMisaligned, off, "of local memory is not a multiple of %d, the size of the access", n)
	}
	throwAddr(ptx.FaultAddress, off, "is outside of the thread's local memory")
}

// BytesAt returns the memory at an offset in a buffer, as At does.
func BytesAt[T any](b []byte, off int64) *T {
	n := unsafe.Sizeof(*new(T))
	if off < 0 || off > int64(len(b))-int64(n) || (uintptr(unsafe.Pointer(unsafe.SliceData(b)))+uintptr(off))&(n-1) != 0 {
		panic(badBytes{b, off, n})
	}
	return (*T)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), off))
}

// Vec returns the elements from i on as an array A, for a vector access. It is a
// fault if they are not all in the slice, or if the address is not a multiple of the
// size of A, which is a power of two.
func Vec[A, T any](s []T, i int) *A {
	n, size := unsafe.Sizeof(*new(A)), unsafe.Sizeof(*new(T))
	if i < 0 || i > len(s)-int(n/size) || uintptr(unsafe.Pointer(&s[i]))&(n-1) != 0 {
		panic(badBytes{memory.BytesOf(s), int64(i) * int64(size), n})
	}
	return (*A)(unsafe.Pointer(&s[i]))
}

// Vecs returns the elements from i on as an array A of arrays V, for accesses of vectors V
// that follow each other. It is a fault of the first of them that Vec would refuse.
func Vecs[A, V, T any](s []T, i int) *A {
	n, one, size := unsafe.Sizeof(*new(A)), unsafe.Sizeof(*new(V)), unsafe.Sizeof(*new(T))
	if i < 0 || i > len(s)-int(n/size) || uintptr(unsafe.Pointer(&s[i]))&(one-1) != 0 {
		panic(badVectors{memory.BytesOf(s), int64(i) * int64(size), one})
	}
	return (*A)(unsafe.Pointer(&s[i]))
}

// badVectors is the panic of accesses of n bytes each, of which the first begins at off.
type badVectors badBytes

// first returns the access that fails, and its number.
func (b badVectors) first() (bad badBytes, number int) {
	bad = badBytes(b)
	start := uintptr(unsafe.Pointer(unsafe.SliceData(b.buf)))
	if b.off >= 0 && (start+uintptr(b.off))&(b.n-1) == 0 {
		number = int(max(0, int64(len(b.buf))-b.off) / int64(b.n))
		bad.off += int64(number) * int64(b.n)
	}
	return bad, number
}

// badBytes is the panic of an access of n bytes outside of a buffer.
type badBytes struct {
	buf []byte
	off int64
	n   uintptr
}

func (b badBytes) fault() *faultPanic { return b.faultAt(AddrOf(b.buf)) }

// faultAt is fault where the kernel sees the buffer at another address.
func (b badBytes) faultAt(addr uint64) *faultPanic {
	addr += uint64(b.off)
	if addr&uint64(b.n-1) != 0 { // which is asked before whether it is outside
		return addrFault(ptx.FaultMisaligned, addr, "is not a multiple of %d, the size of the access", b.n)
	}
	return addrFault(ptx.FaultAddress, addr, "is outside of its buffer of %s: byte %d", wording.Count(len(b.buf), "byte"), b.off)
}

func (b badBytes) Error() string { return b.fault().msg }

// SharedToGeneric returns the generic address of an address in the shared
// window (cvta.shared).
func (c *CTA) SharedToGeneric(off uint64) uint64 { return off + sharedWindow }

// GenericToShared returns the address in the shared window of a generic
// address that lies in it (cvta.to.shared).
func (c *CTA) GenericToShared(addr uint64) uint64 { return addr - sharedWindow }

// LocalToGeneric returns the generic address of an address in the local window
// (cvta.local).
func (c *CTA) LocalToGeneric(off uint64) uint64 { return off + localWindow }

// GenericToLocal returns the address in the local window of a generic address
// that lies in it (cvta.to.local).
func (c *CTA) GenericToLocal(addr uint64) uint64 { return addr - localWindow }

// IsShared reports whether a generic address lies in the shared window
// (isspacep.shared).
func (c *CTA) IsShared(addr uint64) bool { return addr-sharedWindow < windowSize }

// IsLocal reports whether a generic address lies in the local window
// (isspacep.local).
func (c *CTA) IsLocal(addr uint64) bool { return addr-localWindow < windowSize }

// IsConst reports whether a generic address lies in a const variable
// (isspacep.const).
func (c *CTA) IsConst(addr uint64) bool {
	s := memory.Find(memory.Registered(), addr)
	return s.Holds(addr) && s.Constant
}

// IsGlobal reports whether a generic address lies in no other window
// (isspacep.global).
func (c *CTA) IsGlobal(addr uint64) bool {
	return !c.IsShared(addr) && !c.IsLocal(addr) && !c.IsConst(addr)
}
