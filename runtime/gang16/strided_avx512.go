//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang16

import (
	"simd/archsimd"
	"unsafe"
)

// Accesses at a distance, half a vector at a time.

// strided32 puts the elements of all lanes, of 32 bits, into v, which has none yet.
func strided32(v U32, p unsafe.Pointer, by int) U32 {
	return v.SetLo(stridedHalf32(p, by)).SetHi(stridedHalf32(unsafe.Add(p, 32*by), by))
}

func stridedHalf32(p unsafe.Pointer, by int) archsimd.Uint32x8 {
	return fours(far[uint32](p, by), far[uint32](unsafe.Add(p, 8*by), by),
		far[uint32](unsafe.Add(p, 16*by), by), far[uint32](unsafe.Add(p, 24*by), by)).AsUint32x8()
}

func setStrided32(p unsafe.Pointer, by int, v U32) {
	setHalf32(p, by, v.GetLo())
	setHalf32(unsafe.Add(p, 32*by), by, v.GetHi())
}

func setHalf32(p unsafe.Pointer, by int, v archsimd.Uint32x8) {
	a, b, c, d := indices(v.AsInt32x8())
	setFar[uint32](p, by, a)
	setFar[uint32](unsafe.Add(p, 8*by), by, b)
	setFar[uint32](unsafe.Add(p, 16*by), by, c)
	setFar[uint32](unsafe.Add(p, 24*by), by, d)
}

// strided16 puts the elements of all lanes, of 16 bits, into v, which has none yet.
func strided16(v U32, p unsafe.Pointer, by int) U32 {
	return v.SetLo(stridedHalf16(p, by)).SetHi(stridedHalf16(unsafe.Add(p, 16*by), by))
}

func stridedHalf16(p unsafe.Pointer, by int) archsimd.Uint32x8 {
	return fours(far[uint16](p, by), far[uint16](unsafe.Add(p, 4*by), by),
		far[uint16](unsafe.Add(p, 8*by), by), far[uint16](unsafe.Add(p, 12*by), by)).AsUint32x8()
}

func setStrided16(p unsafe.Pointer, by int, v U32) {
	setHalf16(p, by, v.GetLo())
	setHalf16(unsafe.Add(p, 16*by), by, v.GetHi())
}

func setHalf16(p unsafe.Pointer, by int, v archsimd.Uint32x8) {
	a, b, c, d := indices(v.AsInt32x8())
	setFar[uint16](p, by, a)
	setFar[uint16](unsafe.Add(p, 4*by), by, b)
	setFar[uint16](unsafe.Add(p, 8*by), by, c)
	setFar[uint16](unsafe.Add(p, 12*by), by, d)
}

// strided8 puts the elements of all lanes, of 8 bits, into v, which has none yet.
func strided8(v U32, p unsafe.Pointer, by int) U32 {
	return v.SetLo(stridedHalf8(p, by)).SetHi(stridedHalf8(unsafe.Add(p, 8*by), by))
}

func stridedHalf8(p unsafe.Pointer, by int) archsimd.Uint32x8 {
	return fours(far[uint8](p, by), far[uint8](unsafe.Add(p, 2*by), by),
		far[uint8](unsafe.Add(p, 4*by), by), far[uint8](unsafe.Add(p, 6*by), by)).AsUint32x8()
}

func setStrided8(p unsafe.Pointer, by int, v U32) {
	setHalf8(p, by, v.GetLo())
	setHalf8(unsafe.Add(p, 8*by), by, v.GetHi())
}

func setHalf8(p unsafe.Pointer, by int, v archsimd.Uint32x8) {
	a, b, c, d := indices(v.AsInt32x8())
	setFar[uint8](p, by, a)
	setFar[uint8](unsafe.Add(p, 2*by), by, b)
	setFar[uint8](unsafe.Add(p, 4*by), by, c)
	setFar[uint8](unsafe.Add(p, 6*by), by, d)
}

func stridedTwice(p unsafe.Pointer, by int) U64 {
	return U64{strided64(p, by), strided64(unsafe.Add(p, 64*by), by)}
}

// strided64 returns eight elements of 64 bits.
func strided64(p unsafe.Pointer, by int) archsimd.Uint64x8 {
	var v archsimd.Uint64x8
	return v.SetLo(strided64x4(p, by)).SetHi(strided64x4(unsafe.Add(p, 32*by), by))
}

func strided64x4(p unsafe.Pointer, by int) archsimd.Uint64x4 {
	return fours(*(*uint64)(p), *(*uint64)(unsafe.Add(p, 8*by)), *(*uint64)(unsafe.Add(p, 16*by)), *(*uint64)(unsafe.Add(p, 24*by)))
}

func setTwice(p unsafe.Pointer, by int, v U64) {
	setStrided64(p, by, v.Lo)
	setStrided64(unsafe.Add(p, 64*by), by, v.Hi)
}

func setStrided64(p unsafe.Pointer, by int, v archsimd.Uint64x8) {
	setStrided64x4(p, by, v.GetLo())
	setStrided64x4(unsafe.Add(p, 32*by), by, v.GetHi())
}

func setStrided64x4(p unsafe.Pointer, by int, v archsimd.Uint64x4) {
	lo, hi := v.GetLo(), v.GetHi()
	*(*uint64)(p) = lo.GetElem(0)
	*(*uint64)(unsafe.Add(p, 8*by)) = lo.GetElem(1)
	*(*uint64)(unsafe.Add(p, 16*by)) = hi.GetElem(0)
	*(*uint64)(unsafe.Add(p, 24*by)) = hi.GetElem(1)
}
