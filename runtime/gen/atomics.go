package gen

import (
	"math"
	"sync/atomic"
	"unsafe"
)

// The atomics of section 9.7.13.5 come in two families. Those named Atom are
// atomic between goroutines and are for global memory. Those named Plain do
// the same on memory that one goroutine owns, which is shared memory and
// spilled values. Each returns the old value. The families of the integer
// types are in zatomics.go.

// AsU32 returns a pointer to the same word as an unsigned integer.
func AsU32[T ~int32 | ~uint32 | ~float32](p *T) *uint32 { return (*uint32)(unsafe.Pointer(p)) }

// AsU64 returns a pointer to the same word as an unsigned integer.
func AsU64[T ~int64 | ~uint64 | ~float64](p *T) *uint64 { return (*uint64)(unsafe.Pointer(p)) }

// AsU16 returns a pointer to the same half word as an unsigned integer.
func AsU16[T ~int16 | ~uint16](p *T) *uint16 { return (*uint16)(unsafe.Pointer(p)) }

// AsF32 returns a pointer to the same word as a float.
func AsF32[T ~int32 | ~uint32 | ~float32](p *T) *float32 { return (*float32)(unsafe.Pointer(p)) }

// AsF64 returns a pointer to the same word as a float.
func AsF64[T ~int64 | ~uint64 | ~float64](p *T) *float64 { return (*float64)(unsafe.Pointer(p)) }

// canonNaN32 is the NaN that f32 arithmetic gives.
const canonNaN32 = 0x7fffffff

// addF32 is add.rn.f32 on bits: subnormals kept, NaN canonical.
func addF32(a uint32, v float32) uint32 {
	s := math.Float32frombits(a) + v
	if s != s {
		return canonNaN32
	}
	return math.Float32bits(s)
}

// flush32 replaces a subnormal by the zero of its sign.
func flush32(bits uint32) uint32 {
	if bits&0x7f800000 == 0 {
		return bits & 0x80000000
	}
	return bits
}

// addFtzF32 is add.rn.ftz.f32 on bits.
func addFtzF32(a uint32, v float32) uint32 {
	return flush32(addF32(flush32(a), math.Float32frombits(flush32(math.Float32bits(v)))))
}

// AtomAddF32 adds with subnormals kept: atom.shared.add.f32, atom.add.noftz.f32.
func AtomAddF32(p *float32, v float32) float32 {
	w := (*uint32)(unsafe.Pointer(p))
	for {
		old := atomic.LoadUint32(w)
		if atomic.CompareAndSwapUint32(w, old, addF32(old, v)) {
			return math.Float32frombits(old)
		}
	}
}

// AtomAddFtzF32 adds with subnormal operands and results taken as zero:
// atom.global.add.f32, whatever the kernel's other arithmetic does.
func AtomAddFtzF32(p *float32, v float32) float32 {
	w := (*uint32)(unsafe.Pointer(p))
	for {
		old := atomic.LoadUint32(w)
		if atomic.CompareAndSwapUint32(w, old, addFtzF32(old, v)) {
			return math.Float32frombits(old)
		}
	}
}

// AtomAddGenericF32 is atom.add.f32 at a generic address: AtomAddF32 in shared
// memory, else AtomAddFtzF32.
func (t *Thread) AtomAddGenericF32(addr uint64, v float32) float32 {
	if t.IsShared(addr) {
		return AtomAddF32(t.PtrF32(addr), v)
	}
	return AtomAddFtzF32(t.PtrF32(addr), v)
}

// AtomAddGenericF32 is the same where no local memory is in reach.
func (c *CTA) AtomAddGenericF32(addr uint64, v float32) float32 {
	if c.IsShared(addr) {
		return AtomAddF32(c.PtrF32(addr), v)
	}
	return AtomAddFtzF32(c.PtrF32(addr), v)
}

// AtomAddF64 is atom.add.f64.
func AtomAddF64(p *float64, v float64) float64 {
	w := (*uint64)(unsafe.Pointer(p))
	for {
		old := atomic.LoadUint64(w)
		if atomic.CompareAndSwapUint64(w, old, math.Float64bits(math.Float64frombits(old)+v)) {
			return math.Float64frombits(old)
		}
	}
}

// PlainAddF32 is AtomAddF32 on memory that one goroutine owns.
func PlainAddF32(p *float32, v float32) float32 {
	w := (*uint32)(unsafe.Pointer(p))
	old := *w
	*w = addF32(old, v)
	return math.Float32frombits(old)
}

// PlainAddFtzF32 is AtomAddFtzF32 on memory that one goroutine owns.
func PlainAddFtzF32(p *float32, v float32) float32 {
	w := (*uint32)(unsafe.Pointer(p))
	old := *w
	*w = addFtzF32(old, v)
	return math.Float32frombits(old)
}

// PlainAddF64 is AtomAddF64 on memory that one goroutine owns.
func PlainAddF64(p *float64, v float64) float64 {
	old := *p
	*p = old + v
	return old
}

// AtomFuncU16 replaces a half word by f of it and v, for operations that have no
// function of their own: f16 and bf16 arithmetic. f may be called more than
// once.
func AtomFuncU16(p *uint16, f func(old, v uint16) uint16, v uint16) uint16 {
	w, at := word(unsafe.Pointer(p))
	for {
		old := atomic.LoadUint32(w)
		n := old
		h := &(*[2]uint16)(unsafe.Pointer(&n))[at/2]
		was := *h
		*h = f(was, v)
		if atomic.CompareAndSwapUint32(w, old, n) {
			return was
		}
	}
}

// AtomFuncU32 replaces a word by f of it and v, for pairs of f16 and bf16. f may
// be called more than once.
func AtomFuncU32(p *uint32, f func(old, v uint32) uint32, v uint32) uint32 {
	for {
		old := atomic.LoadUint32(p)
		if atomic.CompareAndSwapUint32(p, old, f(old, v)) {
			return old
		}
	}
}

// PlainFuncU16 is AtomFuncU16 on memory that one goroutine owns.
func PlainFuncU16(p *uint16, f func(old, v uint16) uint16, v uint16) uint16 {
	old := *p
	*p = f(old, v)
	return old
}

// PlainFuncU32 is AtomFuncU32 on memory that one goroutine owns.
func PlainFuncU32(p *uint32, f func(old, v uint32) uint32, v uint32) uint32 {
	old := *p
	*p = f(old, v)
	return old
}

// AtomCASU16 stores v where the half word is cmp (atom.cas.b16).
func AtomCASU16(p *uint16, cmp, v uint16) uint16 {
	w, at := word(unsafe.Pointer(p))
	for {
		old := atomic.LoadUint32(w)
		n := old
		h := &(*[2]uint16)(unsafe.Pointer(&n))[at/2]
		was := *h
		if was != cmp {
			return was
		}
		*h = v
		if atomic.CompareAndSwapUint32(w, old, n) {
			return was
		}
	}
}

// PlainCASU16 is AtomCASU16 on memory that one goroutine owns.
func PlainCASU16(p *uint16, cmp, v uint16) uint16 {
	old := *p
	if old == cmp {
		*p = v
	}
	return old
}
