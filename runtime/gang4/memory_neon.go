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
	for l := range p {
		if in.v.GetElem(uint8(l)) != 0 {
			p[l] = x.v.GetElem(uint8(l))
		}
	}
}

func (x F64h) StoreArrayMasked(p *[Half]float64, m M64h) {
	x.AsU64h().StoreArrayMasked((*[Half]uint64)(unsafe.Pointer(p)), m)
}
func (x I64h) StoreArrayMasked(p *[Half]int64, m M64h) {
	x.AsU64h().StoreArrayMasked((*[Half]uint64)(unsafe.Pointer(p)), m)
}

// array and array64 are lanes in memory.
func array(x U32) *[Width]uint32 {
	var a [Width]uint32
	x.StoreArray(&a)
	return &a
}

func array64(x U64) *[Width]uint64 {
	var a [Width]uint64
	StoreU64(a[:], 0, x)
	return &a
}

// Elements of 8 and 16 bits: loads extend them, stores keep their low bits.

func extended[E uint8 | uint16 | int8 | int16, R uint32 | int32](s []E, i int) (r [Width]R) {
	for l, x := range s[i : i+Width : len(s)] {
		r[l] = R(x)
	}
	return r
}

func cutTo[E uint8 | uint16 | int8 | int16, R uint32 | int32](s []E, i int, v [Width]R) {
	for l := range s[i : i+Width : len(s)] {
		s[i+l] = E(v[l])
	}
}

// LoadU8 returns s[i] to s[i+Width-1].
func LoadU8(s []uint8, i int) U32 {
	v := extended[uint8, uint32](s, i)
	return loadU32(&v)
}

// LoadI8 returns s[i] to s[i+Width-1].
func LoadI8(s []int8, i int) I32 {
	v := extended[int8, int32](s, i)
	return loadI32(&v)
}

// LoadU16 returns s[i] to s[i+Width-1].
func LoadU16(s []uint16, i int) U32 {
	v := extended[uint16, uint32](s, i)
	return loadU32(&v)
}

// LoadI16 returns s[i] to s[i+Width-1].
func LoadI16(s []int16, i int) I32 {
	v := extended[int16, int32](s, i)
	return loadI32(&v)
}

// StoreU8 sets s[i] to s[i+Width-1] to the low eight bits.
func StoreU8(s []uint8, i int, v U32) { cutTo(s, i, *array(v)) }

// StoreI8 sets s[i] to s[i+Width-1] to the low eight bits.
func StoreI8(s []int8, i int, v I32) { cutTo(s, i, *array(v.AsU32())) }

// StoreU16 sets s[i] to s[i+Width-1] to the low sixteen bits.
func StoreU16(s []uint16, i int, v U32) { cutTo(s, i, *array(v)) }

// StoreI16 sets s[i] to s[i+Width-1] to the low sixteen bits.
func StoreI16(s []int16, i int, v I32) { cutTo(s, i, *array(v.AsU32())) }

// gather8 returns elements of an array, of 8 bits and extended, for lanes of m. Those after it are
// for more bits, and scatter8 and others set elements, in the order of lanes.
func gather8(p unsafe.Pointer, idx I32, m M) U32  { return gathered[uint8](p, idx, m) }
func gather16(p unsafe.Pointer, idx I32, m M) U32 { return gathered[uint16](p, idx, m) }
func gather32(p unsafe.Pointer, idx I32, m M) U32 { return gathered[uint32](p, idx, m) }

func gathered[E uint8 | uint16 | uint32](p unsafe.Pointer, idx I32, m M) U32 {
	at, in := array(idx.AsU32()), m.ToBits()
	var r [Width]uint32
	for l := range r {
		if in>>l&1 != 0 {
			r[l] = uint32(element[E](p, uint64(at[l])))
		}
	}
	return loadU32(&r)
}

func gather64(p unsafe.Pointer, idx I32, m M) U64 {
	at, in := array(idx.AsU32()), m.ToBits()
	var r [Width]uint64
	for l := range r {
		if in>>l&1 != 0 {
			r[l] = element[uint64](p, uint64(at[l]))
		}
	}
	return LoadU64(r[:], 0)
}

func scatter8(p unsafe.Pointer, idx I32, v U32, m M)  { scattered[uint8](p, idx, v, m) }
func scatter16(p unsafe.Pointer, idx I32, v U32, m M) { scattered[uint16](p, idx, v, m) }
func scatter32(p unsafe.Pointer, idx I32, v U32, m M) { scattered[uint32](p, idx, v, m) }

func scattered[E uint8 | uint16 | uint32](p unsafe.Pointer, idx I32, v U32, m M) {
	at, in := array(idx.AsU32()), m.ToBits()
	for l, x := range array(v) {
		if in>>l&1 != 0 {
			set(p, uint64(at[l]), E(x))
		}
	}
}

func scatter64(p unsafe.Pointer, idx I32, v U64, m M) {
	at, in := array(idx.AsU32()), m.ToBits()
	for l, x := range array64(v) {
		if in>>l&1 != 0 {
			set(p, uint64(at[l]), x)
		}
	}
}

// strided8 returns elements of an array at a distance of by, of 8 bits and extended. Those after it
// are for more bits, and setStrided8 and others set elements.
func strided8(_ U32, p unsafe.Pointer, by int) U32  { return distant[uint8](p, by) }
func strided16(_ U32, p unsafe.Pointer, by int) U32 { return distant[uint16](p, by) }
func strided32(_ U32, p unsafe.Pointer, by int) U32 { return distant[uint32](p, by) }

func distant[E uint8 | uint16 | uint32](p unsafe.Pointer, by int) U32 {
	var r [Width]uint32
	for l := range r {
		r[l] = uint32(*(*E)(unsafe.Add(p, l*by*int(unsafe.Sizeof(E(0))))))
	}
	return loadU32(&r)
}

func stridedTwice(p unsafe.Pointer, by int) U64 {
	var r [Width]uint64
	for l := range r {
		r[l] = *(*uint64)(unsafe.Add(p, 8*l*by))
	}
	return LoadU64(r[:], 0)
}

func setStrided8(p unsafe.Pointer, by int, v U32)  { setDistant[uint8](p, by, v) }
func setStrided16(p unsafe.Pointer, by int, v U32) { setDistant[uint16](p, by, v) }
func setStrided32(p unsafe.Pointer, by int, v U32) { setDistant[uint32](p, by, v) }

func setDistant[E uint8 | uint16 | uint32](p unsafe.Pointer, by int, v U32) {
	for l, x := range array(v) {
		*(*E)(unsafe.Add(p, l*by*int(unsafe.Sizeof(E(0))))) = E(x)
	}
}

func setTwice(p unsafe.Pointer, by int, v U64) {
	for l, x := range array64(v) {
		*(*uint64)(unsafe.Add(p, 8*l*by)) = x
	}
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
