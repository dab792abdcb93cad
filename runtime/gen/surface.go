package gen

import (
	"sync/atomic"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/handle"
	"github.com/ptx2go/ptx2go/runtime/internal/memory"
	"github.com/ptx2go/ptx2go/runtime/texops"
)

// SurfAt is where a surface instruction works, and what it does outside.
type SurfAt = texops.Place

// What a surface instruction does outside of the surface: a fault is the zero value.
const (
	SurfClamp = texops.ToEdge
	SurfZero  = texops.ToZero
)

// TexelKind is the type of the values of a formatted surface access.
type TexelKind = texops.Kind

// The kinds: bits as the surface has them, or numbers that are converted.
const (
	TexelBits     = texops.Bits
	TexelUnsigned = texops.Unsigned
	TexelSigned   = texops.Signed
	TexelFloat    = texops.Float
)

// surfaceAt returns the n bytes of a surface access, nil for nothing.
func (c *CTA) surfaceAt(h uint64, at *SurfAt, n int) (*handle.Surface, []byte) {
	s := c.surface(h)
	shape := &s.Shape
	if !shape.Accepts(at.Geometry) {
		throwAddr(ptx.FaultAddress, h, "is a surface of the geometry %s, not %s", shape.Geometry, at.Geometry)
	}
	off, found := shape.Place(at, n)
	switch found {
	case texops.Faulty:
		throw(&faultPanic{kind: ptx.FaultAddress, msg: shape.Where(at) + " is outside of the surface"})
	case texops.Misaligned:
		throw(&faultPanic{kind: ptx.FaultMisaligned, msg: shape.Where(at) + " is not aligned to the size of the access"})
	case texops.Nowhere:
		return s, nil
	}
	return s, s.Mem[off : off+n : off+n]
}

// surfLoad reads elements of a surface, zeros where there are none.
func surfLoad[T uint8 | uint16 | uint32 | uint64](c *CTA, h uint64, at *SurfAt, out []T) {
	size := int(unsafe.Sizeof(out[0]))
	if _, mem := c.surfaceAt(h, at, size*len(out)); mem != nil {
		copy(memory.BytesOf(out), mem)
	}
}

func surfStore[T uint8 | uint16 | uint32 | uint64](c *CTA, h uint64, at *SurfAt, vals []T) {
	size := int(unsafe.Sizeof(vals[0]))
	if _, mem := c.surfaceAt(h, at, size*len(vals)); mem != nil {
		copy(mem, memory.BytesOf(vals))
	}
}

// SurfLoad8 is suld.b of one element of 8 bits.
func (c *CTA) SurfLoad8(surf uint64, at SurfAt) uint8 {
	var v [1]uint8
	surfLoad(c, surf, &at, v[:])
	return v[0]
}

// SurfLoad16 is suld.b of one element of 16 bits.
func (c *CTA) SurfLoad16(surf uint64, at SurfAt) uint16 {
	var v [1]uint16
	surfLoad(c, surf, &at, v[:])
	return v[0]
}

// SurfLoad32 is suld.b of one element of 32 bits.
func (c *CTA) SurfLoad32(surf uint64, at SurfAt) uint32 {
	var v [1]uint32
	surfLoad(c, surf, &at, v[:])
	return v[0]
}

// SurfLoad64 is suld.b of one element of 64 bits.
func (c *CTA) SurfLoad64(surf uint64, at SurfAt) uint64 {
	var v [1]uint64
	surfLoad(c, surf, &at, v[:])
	return v[0]
}

// SurfLoad8x2 is suld.b.v2 of 8 bits.
func (c *CTA) SurfLoad8x2(surf uint64, at SurfAt) (x, y uint8) {
	var v [2]uint8
	surfLoad(c, surf, &at, v[:])
	return v[0], v[1]
}

// SurfLoad16x2 is suld.b.v2 of 16 bits.
func (c *CTA) SurfLoad16x2(surf uint64, at SurfAt) (x, y uint16) {
	var v [2]uint16
	surfLoad(c, surf, &at, v[:])
	return v[0], v[1]
}

// SurfLoad32x2 is suld.b.v2 of 32 bits.
func (c *CTA) SurfLoad32x2(surf uint64, at SurfAt) (x, y uint32) {
	var v [2]uint32
	surfLoad(c, surf, &at, v[:])
	return v[0], v[1]
}

// SurfLoad64x2 is suld.b.v2 of 64 bits.
func (c *CTA) SurfLoad64x2(surf uint64, at SurfAt) (x, y uint64) {
	var v [2]uint64
	surfLoad(c, surf, &at, v[:])
	return v[0], v[1]
}

// SurfLoad8x4 is suld.b.v4 of 8 bits.
func (c *CTA) SurfLoad8x4(surf uint64, at SurfAt) (x, y, z, w uint8) {
	var v [4]uint8
	surfLoad(c, surf, &at, v[:])
	return v[0], v[1], v[2], v[3]
}

// SurfLoad16x4 is suld.b.v4 of 16 bits.
func (c *CTA) SurfLoad16x4(surf uint64, at SurfAt) (x, y, z, w uint16) {
	var v [4]uint16
	surfLoad(c, surf, &at, v[:])
	return v[0], v[1], v[2], v[3]
}

// SurfLoad32x4 is suld.b.v4 of 32 bits.
func (c *CTA) SurfLoad32x4(surf uint64, at SurfAt) (x, y, z, w uint32) {
	var v [4]uint32
	surfLoad(c, surf, &at, v[:])
	return v[0], v[1], v[2], v[3]
}

// SurfLoad64x4 is suld.b.v4 of 64 bits.
func (c *CTA) SurfLoad64x4(surf uint64, at SurfAt) (x, y, z, w uint64) {
	var v [4]uint64
	surfLoad(c, surf, &at, v[:])
	return v[0], v[1], v[2], v[3]
}

// SurfStore8 is sust.b of 1, 2 or 4 elements of 8 bits.
func (c *CTA) SurfStore8(surf uint64, at SurfAt, vals ...uint8) { surfStore(c, surf, &at, vals) }

// SurfStore16 is sust.b of 1, 2 or 4 elements of 16 bits.
func (c *CTA) SurfStore16(surf uint64, at SurfAt, vals ...uint16) { surfStore(c, surf, &at, vals) }

// SurfStore32 is sust.b of 1, 2 or 4 elements of 32 bits.
func (c *CTA) SurfStore32(surf uint64, at SurfAt, vals ...uint32) { surfStore(c, surf, &at, vals) }

// SurfStore64 is sust.b of 1, 2 or 4 elements of 64 bits.
func (c *CTA) SurfStore64(surf uint64, at SurfAt, vals ...uint64) { surfStore(c, surf, &at, vals) }

// texelAt is surfaceAt for the whole texel of a formatted access.
func (c *CTA) texelAt(h uint64, at *SurfAt) (*handle.Surface, []byte) {
	return c.surfaceAt(h, at, c.surface(h).Shape.TexelBytes())
}

// SurfLoadTexel is suld.p: the channels of a texel, converted.
func (c *CTA) SurfLoadTexel(surf uint64, at SurfAt, k TexelKind) (x, y, z, w uint32) {
	s, mem := c.texelAt(surf, &at)
	if mem == nil {
		return 0, 0, 0, 0
	}
	v := s.Shape.Load(mem, k)
	return v[0], v[1], v[2], v[3]
}

// SurfStoreTexel is sust.p: values are converted to the channels of a texel.
func (c *CTA) SurfStoreTexel(surf uint64, at SurfAt, k TexelKind, vals ...uint32) {
	if s, mem := c.texelAt(surf, &at); mem != nil {
		s.Shape.Store(mem, vals, k)
	}
}

// SurfOp is the operation of a surface reduction.
type SurfOp uint8

// The operations. SurfMin and SurfMax take the sign from the format of the surface.
const (
	SurfAdd SurfOp = iota
	SurfMinU
	SurfMinS
	SurfMaxU
	SurfMaxS
	SurfAnd
	SurfOr
	SurfMin
	SurfMax
)

// SurfRed32 is sured of 32 bits.
func (c *CTA) SurfRed32(surf uint64, at SurfAt, op SurfOp, v uint32) {
	op, mem := c.surfaceCell(surf, &at, op, 4)
	if mem == nil {
		return
	}
	p := (*uint32)(mem)
	for {
		old := atomic.LoadUint32(p)
		if atomic.CompareAndSwapUint32(p, old, reduce(op, old, v, int32(old) < int32(v))) {
			return
		}
	}
}

// SurfRed64 is sured of 64 bits.
func (c *CTA) SurfRed64(surf uint64, at SurfAt, op SurfOp, v uint64) {
	op, mem := c.surfaceCell(surf, &at, op, 8)
	if mem == nil {
		return
	}
	p := (*uint64)(mem)
	for {
		old := atomic.LoadUint64(p)
		if atomic.CompareAndSwapUint64(p, old, reduce(op, old, v, int64(old) < int64(v))) {
			return
		}
	}
}

// surfaceCell returns the memory that a reduction works on, and the operation with
// its sign.
func (c *CTA) surfaceCell(h uint64, at *SurfAt, op SurfOp, n int) (SurfOp, unsafe.Pointer) {
	s := c.surface(h)
	switch {
	case at.Texels && s.Shape.TexelBytes() != n:
		throwAddr(ptx.FaultAddress, h, "is a surface of %d bytes a texel, not %d", s.Shape.TexelBytes(), n)
	case op == SurfMin || op == SurfMax:
		op -= SurfMin - SurfMinU
		if op == SurfMinU+1 {
			op = SurfMaxU
		}
		if s.Shape.Channel.IsSigned() {
			op++
		}
	}
	_, mem := c.surfaceAt(h, at, n)
	if mem == nil {
		return op, nil
	}
	p := unsafe.Pointer(&mem[0])
	if uintptr(p)&uintptr(n-1) != 0 {
		throwAddr(ptx.FaultMisaligned, uint64(uintptr(p)), "is not aligned to the size of the access")
	}
	return op, p
}

// reduce computes a reduction; less says whether old is below v with signs.
func reduce[T uint32 | uint64](op SurfOp, old, v T, less bool) T {
	switch op {
	case SurfAdd:
		return old + v
	case SurfMinU:
		return min(old, v)
	case SurfMaxU:
		return max(old, v)
	case SurfAnd:
		return old & v
	case SurfOr:
		return old | v
	}
	if less == (op == SurfMinS) {
		return old
	}
	return v
}
