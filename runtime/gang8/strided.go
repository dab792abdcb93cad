//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import (
	"simd/archsimd"
	"unsafe"
)

// Accesses at a distance: lane l's element is s[i+by*l]. by is a constant other than 0. They
// check once, as Go's slicing does.

// span returns what is accessed, from the element of the lane that is first in memory on.
func span[T any](s []T, i, by int) unsafe.Pointer {
	if by < 0 {
		return unsafe.Pointer(&s[i+7*by : i+1][-7*by])
	}
	return unsafe.Pointer(&s[i : i+7*by+1][0])
}

// far returns two elements at a distance, side by side.
func far[T uint8 | uint16 | uint32](p unsafe.Pointer, by int) uint64 {
	return uint64(*(*T)(p)) | uint64(*(*T)(unsafe.Add(p, by*int(unsafe.Sizeof(*new(T))))))<<32
}

// strided32 puts the elements of all lanes into v, which has none yet: functions of vectors may
// be longer and are inlined.
func strided32(v U32, p unsafe.Pointer, by int) U32 {
	var lo, hi archsimd.Uint64x2
	lo = lo.SetElem(0, far[uint32](p, by)).SetElem(1, far[uint32](unsafe.Add(p, 8*by), by))
	hi = hi.SetElem(0, far[uint32](unsafe.Add(p, 16*by), by)).SetElem(1, far[uint32](unsafe.Add(p, 24*by), by))
	return v.AsUint64x4().SetLo(lo).SetHi(hi).AsUint32x8()
}

// strided16 is strided32 for elements of 16 bits, which it extends.
func strided16(v U32, p unsafe.Pointer, by int) U32 {
	var lo, hi archsimd.Uint64x2
	lo = lo.SetElem(0, far[uint16](p, by)).SetElem(1, far[uint16](unsafe.Add(p, 4*by), by))
	hi = hi.SetElem(0, far[uint16](unsafe.Add(p, 8*by), by)).SetElem(1, far[uint16](unsafe.Add(p, 12*by), by))
	return v.AsUint64x4().SetLo(lo).SetHi(hi).AsUint32x8()
}

// strided8 is strided32 for elements of 8 bits, which it extends.
func strided8(v U32, p unsafe.Pointer, by int) U32 {
	var lo, hi archsimd.Uint64x2
	lo = lo.SetElem(0, far[uint8](p, by)).SetElem(1, far[uint8](unsafe.Add(p, 2*by), by))
	hi = hi.SetElem(0, far[uint8](unsafe.Add(p, 4*by), by)).SetElem(1, far[uint8](unsafe.Add(p, 6*by), by))
	return v.AsUint64x4().SetLo(lo).SetHi(hi).AsUint32x8()
}

// strided64 returns four elements of 64 bits.
func strided64(v archsimd.Uint64x4, p unsafe.Pointer, by int) archsimd.Uint64x4 {
	var lo, hi archsimd.Uint64x2
	lo = lo.SetElem(0, *(*uint64)(p)).SetElem(1, *(*uint64)(unsafe.Add(p, 8*by)))
	hi = hi.SetElem(0, *(*uint64)(unsafe.Add(p, 16*by))).SetElem(1, *(*uint64)(unsafe.Add(p, 24*by)))
	return v.SetLo(lo).SetHi(hi)
}

func stridedTwice(p unsafe.Pointer, by int) U64 {
	var v archsimd.Uint64x4
	return U64{strided64(v, p, by), strided64(v, unsafe.Add(p, 32*by), by)}
}

// LoadStridedF32 returns s[i+by*l].
func LoadStridedF32(s []float32, i, by int) F32 {
	return strided32(U32{}, span(s, i, by), by).AsFloat32x8()
}

// LoadStridedI32 returns s[i+by*l].
func LoadStridedI32(s []int32, i, by int) I32 {
	return strided32(U32{}, span(s, i, by), by).AsInt32x8()
}

// LoadStridedU32 returns s[i+by*l].
func LoadStridedU32(s []uint32, i, by int) U32 { return strided32(U32{}, span(s, i, by), by) }

// LoadStridedF64 returns s[i+by*l].
func LoadStridedF64(s []float64, i, by int) F64 { return F64FromBits(stridedTwice(span(s, i, by), by)) }

// LoadStridedI64 returns s[i+by*l].
func LoadStridedI64(s []int64, i, by int) I64 { return I64FromU64(stridedTwice(span(s, i, by), by)) }

// LoadStridedU64 returns s[i+by*l].
func LoadStridedU64(s []uint64, i, by int) U64 { return stridedTwice(span(s, i, by), by) }

// LoadStridedU16 returns s[i+by*l].
func LoadStridedU16(s []uint16, i, by int) U32 { return strided16(U32{}, span(s, i, by), by) }

// LoadStridedI16 returns s[i+by*l].
func LoadStridedI16(s []int16, i, by int) I32 {
	return S16(strided16(U32{}, span(s, i, by), by).AsInt32x8())
}

// LoadStridedU8 returns s[i+by*l].
func LoadStridedU8(s []uint8, i, by int) U32 { return strided8(U32{}, span(s, i, by), by) }

// LoadStridedI8 returns s[i+by*l].
func LoadStridedI8(s []int8, i, by int) I32 {
	return S8(strided8(U32{}, span(s, i, by), by).AsInt32x8())
}

// setFar sets two elements at a distance to two values that lie side by side.
func setFar[T uint8 | uint16 | uint32](p unsafe.Pointer, by int, x uint64) {
	*(*T)(p) = T(x)
	*(*T)(unsafe.Add(p, by*int(unsafe.Sizeof(*new(T))))) = T(x >> 32)
}

func setStrided32(p unsafe.Pointer, by int, v U32) {
	a, b, c, d := indices(v.AsInt32x8())
	setFar[uint32](p, by, a)
	setFar[uint32](unsafe.Add(p, 8*by), by, b)
	setFar[uint32](unsafe.Add(p, 16*by), by, c)
	setFar[uint32](unsafe.Add(p, 24*by), by, d)
}

func setStrided16(p unsafe.Pointer, by int, v U32) {
	a, b, c, d := indices(v.AsInt32x8())
	setFar[uint16](p, by, a)
	setFar[uint16](unsafe.Add(p, 4*by), by, b)
	setFar[uint16](unsafe.Add(p, 8*by), by, c)
	setFar[uint16](unsafe.Add(p, 12*by), by, d)
}

func setStrided8(p unsafe.Pointer, by int, v U32) {
	a, b, c, d := indices(v.AsInt32x8())
	setFar[uint8](p, by, a)
	setFar[uint8](unsafe.Add(p, 2*by), by, b)
	setFar[uint8](unsafe.Add(p, 4*by), by, c)
	setFar[uint8](unsafe.Add(p, 6*by), by, d)
}

func setStrided64(p unsafe.Pointer, by int, v archsimd.Uint64x4) {
	lo, hi := v.GetLo(), v.GetHi()
	*(*uint64)(p) = lo.GetElem(0)
	*(*uint64)(unsafe.Add(p, 8*by)) = lo.GetElem(1)
	*(*uint64)(unsafe.Add(p, 16*by)) = hi.GetElem(0)
	*(*uint64)(unsafe.Add(p, 24*by)) = hi.GetElem(1)
}

// StoreStridedF32 sets s[i+by*l].
func StoreStridedF32(s []float32, i, by int, v F32) { setStrided32(span(s, i, by), by, v.AsUint32x8()) }

// StoreStridedI32 sets s[i+by*l].
func StoreStridedI32(s []int32, i, by int, v I32) { setStrided32(span(s, i, by), by, v.AsUint32x8()) }

// StoreStridedU32 sets s[i+by*l].
func StoreStridedU32(s []uint32, i, by int, v U32) { setStrided32(span(s, i, by), by, v) }

// StoreStridedF64 sets s[i+by*l].
func StoreStridedF64(s []float64, i, by int, v F64) { setTwice(span(s, i, by), by, BitsF64(v)) }

// StoreStridedI64 sets s[i+by*l].
func StoreStridedI64(s []int64, i, by int, v I64) { setTwice(span(s, i, by), by, U64FromI64(v)) }

// StoreStridedU64 sets s[i+by*l].
func StoreStridedU64(s []uint64, i, by int, v U64) { setTwice(span(s, i, by), by, v) }

func setTwice(p unsafe.Pointer, by int, v U64) {
	setStrided64(p, by, v.Lo)
	setStrided64(unsafe.Add(p, 32*by), by, v.Hi)
}

// StoreStridedU16 sets s[i+by*l] to the low bits.
func StoreStridedU16(s []uint16, i, by int, v U32) { setStrided16(span(s, i, by), by, v) }

// StoreStridedI16 sets s[i+by*l] to the low bits.
func StoreStridedI16(s []int16, i, by int, v I32) { setStrided16(span(s, i, by), by, v.AsUint32x8()) }

// StoreStridedU8 sets s[i+by*l] to the low bits.
func StoreStridedU8(s []uint8, i, by int, v U32) { setStrided8(span(s, i, by), by, v) }

// StoreStridedI8 sets s[i+by*l] to the low bits.
func StoreStridedI8(s []int8, i, by int, v I32) { setStrided8(span(s, i, by), by, v.AsUint32x8()) }
