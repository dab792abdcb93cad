//go:build goexperiment.simd && arm64 && go1.27 && !go1.28

package gang4

import (
	"simd/archsimd"
	"unsafe"
)

func loadF32(p *[Width]float32) F32  { return F32{archsimd.LoadFloat32x4Array(p)} }
func loadI32(p *[Width]int32) I32    { return I32{archsimd.LoadInt32x4Array(p)} }
func loadU32(p *[Width]uint32) U32   { return U32{archsimd.LoadUint32x4Array(p)} }
func loadF64h(p *[Half]float64) F64h { return F64h{archsimd.LoadFloat64x2Array(p)} }
func loadI64h(p *[Half]int64) I64h   { return I64h{archsimd.LoadInt64x2Array(p)} }
func loadU64h(p *[Half]uint64) U64h  { return U64h{archsimd.LoadUint64x2Array(p)} }

// StoreArray sets all numbers of an array.
func (x F32) StoreArray(p *[Width]float32) { x.v.StoreArray(p) }
func (x I32) StoreArray(p *[Width]int32)   { x.v.StoreArray(p) }
func (x U32) StoreArray(p *[Width]uint32)  { x.v.StoreArray(p) }
func (x F64h) StoreArray(p *[Half]float64) { x.v.StoreArray(p) }
func (x I64h) StoreArray(p *[Half]int64)   { x.v.StoreArray(p) }
func (x U64h) StoreArray(p *[Half]uint64)  { x.v.StoreArray(p) }

// StoreArrayMasked sets those of an array's numbers that are in m, one by one: the others may be for
// other goroutines.
func (x F32) StoreArrayMasked(p *[Width]float32, m M) {
	scatter32(unsafe.Pointer(p), loadI32(&lanes32), x.AsU32(), m)
}
func (x I32) StoreArrayMasked(p *[Width]int32, m M) {
	scatter32(unsafe.Pointer(p), loadI32(&lanes32), x.AsU32(), m)
}
func (x U32) StoreArrayMasked(p *[Width]uint32, m M) {
	scatter32(unsafe.Pointer(p), loadI32(&lanes32), x, m)
}

func (x U64h) StoreArrayMasked(p *[Half]uint64, m M64h) {
	in := m.ToI64h()
	if in.v.GetElem(0) != 0 {
		p[0] = x.v.GetElem(0)
	}
	if in.v.GetElem(1) != 0 {
		p[1] = x.v.GetElem(1)
	}
}

func (x F64h) StoreArrayMasked(p *[Half]float64, m M64h) {
	x.AsU64h().StoreArrayMasked((*[Half]uint64)(unsafe.Pointer(p)), m)
}
func (x I64h) StoreArrayMasked(p *[Half]int64, m M64h) {
	x.AsU64h().StoreArrayMasked((*[Half]uint64)(unsafe.Pointer(p)), m)
}

// Lanes are taken apart and put together in registers: gang functions that poll keep no addresses in their frames, which
// arrays would be.

// apart returns the lanes of a vector, apart64 those of a pair.
func apart(x U32) (a, b, c, d uint32) {
	return x.v.GetElem(0), x.v.GetElem(1), x.v.GetElem(2), x.v.GetElem(3)
}

func apart64(x U64) (a, b, c, d uint64) {
	return x.Lo.v.GetElem(0), x.Lo.v.GetElem(1), x.Hi.v.GetElem(0), x.Hi.v.GetElem(1)
}

// together is a vector of these lanes, together64 a pair.
func together(a, b, c, d uint32) U32 {
	return U32{archsimd.Uint32x4{}.SetElem(0, a).SetElem(1, b).SetElem(2, c).SetElem(3, d)}
}

func together64(a, b, c, d uint64) U64 {
	return U64{U64h{archsimd.Uint64x2{}.SetElem(0, a).SetElem(1, b)}, U64h{archsimd.Uint64x2{}.SetElem(0, c).SetElem(1, d)}}
}

// Elements of 8 and 16 bits: loads extend them, stores keep their low bits.

// four8 are four elements of 8 bits, the lowest of the result, and set4of8 sets them; four16 and set4of16 are for 16 bits.
func four8[E uint8 | int8 | bool](s []E, i int) archsimd.Uint8x16 {
	p := (*[Width]E)(s[i : i+Width : len(s)])
	return archsimd.Uint32x4{}.SetElem(0, *(*uint32)(unsafe.Pointer(p))).ReshapeToUint8s()
}

func set4of8[E uint8 | int8 | bool](s []E, i int, v archsimd.Uint32x4) {
	p := (*[Width]E)(s[i : i+Width : len(s)])
	*(*uint32)(unsafe.Pointer(p)) = v.TruncToUint16().TruncToUint8().ReshapeToUint32s().GetElem(0)
}

func four16[E uint16 | int16](s []E, i int) archsimd.Uint16x8 {
	p := (*[Width]E)(s[i : i+Width : len(s)])
	return archsimd.Uint64x2{}.SetElem(0, *(*uint64)(unsafe.Pointer(p))).ReshapeToUint16s()
}

func set4of16[E uint16 | int16](s []E, i int, v archsimd.Uint32x4) {
	p := (*[Width]E)(s[i : i+Width : len(s)])
	*(*uint64)(unsafe.Pointer(p)) = v.TruncToUint16().ReshapeToUint64s().GetElem(0)
}

// LoadU8 returns s[i] to s[i+Width-1].
func LoadU8(s []uint8, i int) U32 {
	return U32{four8(s, i).ExtendLo8ToUint16().ExtendLo4ToUint32()}
}

// LoadI8 returns s[i] to s[i+Width-1].
func LoadI8(s []int8, i int) I32 {
	return I32{four8(s, i).BitsToInt8().ExtendLo8ToInt16().ExtendLo4ToInt32()}
}

// LoadU16 returns s[i] to s[i+Width-1].
func LoadU16(s []uint16, i int) U32 { return U32{four16(s, i).ExtendLo4ToUint32()} }

// LoadI16 returns s[i] to s[i+Width-1].
func LoadI16(s []int16, i int) I32 { return I32{four16(s, i).BitsToInt16().ExtendLo4ToInt32()} }

// StoreU8 sets s[i] to s[i+Width-1] to the low eight bits.
func StoreU8(s []uint8, i int, v U32) { set4of8(s, i, v.v) }

// StoreI8 sets s[i] to s[i+Width-1] to the low eight bits.
func StoreI8(s []int8, i int, v I32) { set4of8(s, i, v.AsU32().v) }

// StoreU16 sets s[i] to s[i+Width-1] to the low sixteen bits.
func StoreU16(s []uint16, i int, v U32) { set4of16(s, i, v.v) }

// StoreI16 sets s[i] to s[i+Width-1] to the low sixteen bits.
func StoreI16(s []int16, i int, v I32) { set4of16(s, i, v.AsU32().v) }

// gather8 returns elements of an array, of 8 bits and extended, for lanes of m. Those after it are
// for more bits, and scatter8 and others set elements, in the order of lanes.
func gather8(p unsafe.Pointer, idx I32, m M) U32  { return gathered[uint8](p, idx, m) }
func gather16(p unsafe.Pointer, idx I32, m M) U32 { return gathered[uint16](p, idx, m) }
func gather32(p unsafe.Pointer, idx I32, m M) U32 { return gathered[uint32](p, idx, m) }

func gathered[E uint8 | uint16 | uint32](p unsafe.Pointer, idx I32, m M) U32 {
	a, b, c, d := apart(idx.AsU32())
	in := m.ToBits()
	var r archsimd.Uint32x4
	if in&1 != 0 {
		r = r.SetElem(0, uint32(element[E](p, uint64(a))))
	}
	if in&2 != 0 {
		r = r.SetElem(1, uint32(element[E](p, uint64(b))))
	}
	if in&4 != 0 {
		r = r.SetElem(2, uint32(element[E](p, uint64(c))))
	}
	if in&8 != 0 {
		r = r.SetElem(3, uint32(element[E](p, uint64(d))))
	}
	return U32{r}
}

func gather64(p unsafe.Pointer, idx I32, m M) U64 {
	a, b, c, d := apart(idx.AsU32())
	in := m.ToBits()
	var lo, hi archsimd.Uint64x2
	if in&1 != 0 {
		lo = lo.SetElem(0, element[uint64](p, uint64(a)))
	}
	if in&2 != 0 {
		lo = lo.SetElem(1, element[uint64](p, uint64(b)))
	}
	if in&4 != 0 {
		hi = hi.SetElem(0, element[uint64](p, uint64(c)))
	}
	if in&8 != 0 {
		hi = hi.SetElem(1, element[uint64](p, uint64(d)))
	}
	return U64{U64h{lo}, U64h{hi}}
}

func scatter8(p unsafe.Pointer, idx I32, v U32, m M)  { scattered[uint8](p, idx, v, m) }
func scatter16(p unsafe.Pointer, idx I32, v U32, m M) { scattered[uint16](p, idx, v, m) }
func scatter32(p unsafe.Pointer, idx I32, v U32, m M) { scattered[uint32](p, idx, v, m) }

func scattered[E uint8 | uint16 | uint32](p unsafe.Pointer, idx I32, v U32, m M) {
	a, b, c, d := apart(idx.AsU32())
	in := m.ToBits()
	if in&1 != 0 {
		set(p, uint64(a), E(v.v.GetElem(0)))
	}
	if in&2 != 0 {
		set(p, uint64(b), E(v.v.GetElem(1)))
	}
	if in&4 != 0 {
		set(p, uint64(c), E(v.v.GetElem(2)))
	}
	if in&8 != 0 {
		set(p, uint64(d), E(v.v.GetElem(3)))
	}
}

func scatter64(p unsafe.Pointer, idx I32, v U64, m M) {
	a, b, c, d := apart(idx.AsU32())
	in := m.ToBits()
	if in&1 != 0 {
		set(p, uint64(a), v.Lo.v.GetElem(0))
	}
	if in&2 != 0 {
		set(p, uint64(b), v.Lo.v.GetElem(1))
	}
	if in&4 != 0 {
		set(p, uint64(c), v.Hi.v.GetElem(0))
	}
	if in&8 != 0 {
		set(p, uint64(d), v.Hi.v.GetElem(1))
	}
}

// strided8 returns elements of an array at a distance of by, of 8 bits and extended. Those after it
// are for more bits, and setStrided8 and others set elements.
func strided8(_ U32, p unsafe.Pointer, by int) U32  { return distant[uint8](p, by) }
func strided16(_ U32, p unsafe.Pointer, by int) U32 { return distant[uint16](p, by) }
func strided32(_ U32, p unsafe.Pointer, by int) U32 { return distant[uint32](p, by) }

// apartBy is the element of a lane at a distance of by.
func apartBy[E uint8 | uint16 | uint32 | uint64](p unsafe.Pointer, l, by int) *E {
	return (*E)(unsafe.Add(p, l*by*int(unsafe.Sizeof(E(0)))))
}

func distant[E uint8 | uint16 | uint32](p unsafe.Pointer, by int) U32 {
	return together(uint32(*apartBy[E](p, 0, by)), uint32(*apartBy[E](p, 1, by)), uint32(*apartBy[E](p, 2, by)), uint32(*apartBy[E](p, 3, by)))
}

func stridedTwice(p unsafe.Pointer, by int) U64 {
	return together64(*apartBy[uint64](p, 0, by), *apartBy[uint64](p, 1, by), *apartBy[uint64](p, 2, by), *apartBy[uint64](p, 3, by))
}

func setStrided8(p unsafe.Pointer, by int, v U32)  { setDistant[uint8](p, by, v) }
func setStrided16(p unsafe.Pointer, by int, v U32) { setDistant[uint16](p, by, v) }
func setStrided32(p unsafe.Pointer, by int, v U32) { setDistant[uint32](p, by, v) }

func setDistant[E uint8 | uint16 | uint32](p unsafe.Pointer, by int, v U32) {
	a, b, c, d := apart(v)
	*apartBy[E](p, 0, by) = E(a)
	*apartBy[E](p, 1, by) = E(b)
	*apartBy[E](p, 2, by) = E(c)
	*apartBy[E](p, 3, by) = E(d)
}

func setTwice(p unsafe.Pointer, by int, v U64) {
	a, b, c, d := apart64(v)
	*apartBy[uint64](p, 0, by) = a
	*apartBy[uint64](p, 1, by) = b
	*apartBy[uint64](p, 2, by) = c
	*apartBy[uint64](p, 3, by) = d
}

// square32 returns four elements of each lane, n bytes behind those of the lane before it;
// setSquare32 sets them.
func square32(_ U32, p unsafe.Pointer, n int) (a, b, c, d U32) {
	return split4(loadU32(side(p, n, 0)), loadU32(side(p, n, 1)), loadU32(side(p, n, 2)), loadU32(side(p, n, 3)))
}

func setSquare32(p unsafe.Pointer, n int, a, b, c, d U32) {
	a, b, c, d = join4(a, b, c, d)
	a.StoreArray(side(p, n, 0))
	b.StoreArray(side(p, n, 1))
	c.StoreArray(side(p, n, 2))
	d.StoreArray(side(p, n, 3))
}
