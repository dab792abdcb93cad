//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import (
	"simd/archsimd"
	"unsafe"
)

// strided32 puts the elements of all lanes into v, which has none yet: functions of vectors may
// be longer and are inlined. by is a constant, so that one of the ways is left.
func strided32(v U32, p unsafe.Pointer, by int) U32 {
	if by == 2 {
		return everyOther(v, p)
	}
	var lo, hi archsimd.Uint64x2
	lo = lo.SetElem(0, far[uint32](p, by)).SetElem(1, far[uint32](unsafe.Add(p, 8*by), by))
	hi = hi.SetElem(0, far[uint32](unsafe.Add(p, 16*by), by)).SetElem(1, far[uint32](unsafe.Add(p, 24*by), by))
	return v.AsUint64x4().SetLo(lo).SetHi(hi).AsUint32x8()
}

// everyOther puts every other element into v, of 15: the odd ones between them are loaded too, and no other.
func everyOther(v U32, p unsafe.Pointer) U32 {
	x := v.SetLo(four(p)).SetHi(four(unsafe.Add(p, 32)))
	y := v.SetLo(four(unsafe.Add(p, 12))).SetHi(four(unsafe.Add(p, 44)))
	return x.ConcatPermuteScalarsGrouped(0, 2, 5, 7, y)
}

func four(p unsafe.Pointer) archsimd.Uint32x4 { return archsimd.LoadUint32x4Array((*[4]uint32)(p)) }

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

func setTwice(p unsafe.Pointer, by int, v U64) {
	setStrided64(p, by, v.Lo)
	setStrided64(unsafe.Add(p, 32*by), by, v.Hi)
}
