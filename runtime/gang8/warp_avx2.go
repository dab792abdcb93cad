//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import (
	"simd/archsimd"
	"unsafe"
)

// A warp is four gangs: lanes 0 to 7 in the first one. What lanes read from others that are at
// a distance is in two gangs that follow each other: FunnelN gives lane l what lane l+N of the
// gangs a and b has, which are lanes 0 to 15 together.

// Between the halves of a and of b stands what is the upper half of the one and the lower half of
// the other: with these at hand, each half of the result is a part of two that follow each other.

func funnel1(a, b U32) U32 {
	return a.ConcatPermute128Scalars(1, 2, b).AsUint8x32().ConcatShiftBytesRightGrouped(a.AsUint8x32(), 4).AsUint32x8()
}

func funnel2(a, b U32) U32 {
	return a.ConcatPermute128Scalars(1, 2, b).AsUint8x32().ConcatShiftBytesRightGrouped(a.AsUint8x32(), 8).AsUint32x8()
}

func funnel3(a, b U32) U32 {
	return a.ConcatPermute128Scalars(1, 2, b).AsUint8x32().ConcatShiftBytesRightGrouped(a.AsUint8x32(), 12).AsUint32x8()
}

func funnel5(a, b U32) U32 {
	return b.AsUint8x32().ConcatShiftBytesRightGrouped(a.ConcatPermute128Scalars(1, 2, b).AsUint8x32(), 4).AsUint32x8()
}

func funnel6(a, b U32) U32 {
	return b.AsUint8x32().ConcatShiftBytesRightGrouped(a.ConcatPermute128Scalars(1, 2, b).AsUint8x32(), 8).AsUint32x8()
}

func funnel7(a, b U32) U32 {
	return b.AsUint8x32().ConcatShiftBytesRightGrouped(a.ConcatPermute128Scalars(1, 2, b).AsUint8x32(), 12).AsUint32x8()
}

// Funnel1F32 returns lanes 1 to 8 of a and b.
func Funnel1F32(a, b F32) F32 { return funnel1(a.AsUint32x8(), b.AsUint32x8()).AsFloat32x8() }

// Funnel2F32 returns lanes 2 to 9 of a and b.
func Funnel2F32(a, b F32) F32 { return funnel2(a.AsUint32x8(), b.AsUint32x8()).AsFloat32x8() }

// Funnel3F32 returns lanes 3 to 10 of a and b.
func Funnel3F32(a, b F32) F32 { return funnel3(a.AsUint32x8(), b.AsUint32x8()).AsFloat32x8() }

// Funnel4F32 returns lanes 4 to 11 of a and b.
func Funnel4F32(a, b F32) F32 { return a.ConcatPermute128Scalars(1, 2, b) }

// Funnel5F32 returns lanes 5 to 12 of a and b.
func Funnel5F32(a, b F32) F32 { return funnel5(a.AsUint32x8(), b.AsUint32x8()).AsFloat32x8() }

// Funnel6F32 returns lanes 6 to 13 of a and b.
func Funnel6F32(a, b F32) F32 { return funnel6(a.AsUint32x8(), b.AsUint32x8()).AsFloat32x8() }

// Funnel7F32 returns lanes 7 to 14 of a and b.
func Funnel7F32(a, b F32) F32 { return funnel7(a.AsUint32x8(), b.AsUint32x8()).AsFloat32x8() }

// Funnel1I32 returns lanes 1 to 8 of a and b.
func Funnel1I32(a, b I32) I32 { return funnel1(a.AsUint32x8(), b.AsUint32x8()).AsInt32x8() }

// Funnel2I32 returns lanes 2 to 9 of a and b.
func Funnel2I32(a, b I32) I32 { return funnel2(a.AsUint32x8(), b.AsUint32x8()).AsInt32x8() }

// Funnel3I32 returns lanes 3 to 10 of a and b.
func Funnel3I32(a, b I32) I32 { return funnel3(a.AsUint32x8(), b.AsUint32x8()).AsInt32x8() }

// Funnel4I32 returns lanes 4 to 11 of a and b.
func Funnel4I32(a, b I32) I32 { return a.ConcatPermute128Scalars(1, 2, b) }

// Funnel5I32 returns lanes 5 to 12 of a and b.
func Funnel5I32(a, b I32) I32 { return funnel5(a.AsUint32x8(), b.AsUint32x8()).AsInt32x8() }

// Funnel6I32 returns lanes 6 to 13 of a and b.
func Funnel6I32(a, b I32) I32 { return funnel6(a.AsUint32x8(), b.AsUint32x8()).AsInt32x8() }

// Funnel7I32 returns lanes 7 to 14 of a and b.
func Funnel7I32(a, b I32) I32 { return funnel7(a.AsUint32x8(), b.AsUint32x8()).AsInt32x8() }

// Funnel1U32 returns lanes 1 to 8 of a and b.
func Funnel1U32(a, b U32) U32 { return funnel1(a, b) }

// Funnel2U32 returns lanes 2 to 9 of a and b.
func Funnel2U32(a, b U32) U32 { return funnel2(a, b) }

// Funnel3U32 returns lanes 3 to 10 of a and b.
func Funnel3U32(a, b U32) U32 { return funnel3(a, b) }

// Funnel4U32 returns lanes 4 to 11 of a and b.
func Funnel4U32(a, b U32) U32 { return a.ConcatPermute128Scalars(1, 2, b) }

// Funnel5U32 returns lanes 5 to 12 of a and b.
func Funnel5U32(a, b U32) U32 { return funnel5(a, b) }

// Funnel6U32 returns lanes 6 to 13 of a and b.
func Funnel6U32(a, b U32) U32 { return funnel6(a, b) }

// Funnel7U32 returns lanes 7 to 14 of a and b.
func Funnel7U32(a, b U32) U32 { return funnel7(a, b) }

// Ballot returns the lanes of a warp that are set, lane 0 in bit 0.
func Ballot(m0, m1, m2, m3 M) uint32 {
	return uint32(m0.ToBits()) | uint32(m1.ToBits())<<8 | uint32(m2.ToBits())<<16 | uint32(m3.ToBits())<<24
}

// LanesM returns the mask of the lanes whose bits are set.
func LanesM(b uint8) M {
	one := archsimd.LoadInt32x8Array(&bits32)
	return one.And(SplatI32(int32(b))).Equal(one)
}

// bits32 are the bits of the lanes.
var bits32 = [8]int32{1, 2, 4, 8, 16, 32, 64, 128}

// Places returns the lanes' numbers that a list of three bits each has, for Permute: those of
// lane 0 in the lowest bits.
func Places(list uint32) U32 {
	return SplatU32(list).ShiftRight(archsimd.LoadUint32x8Array(&thirds)).And(SplatU32(7))
}

// thirds are where the numbers of the lanes begin in such a list.
var thirds = [8]uint32{0, 3, 6, 9, 12, 15, 18, 21}

// StoreFirstF32 sets s[i] to what the first lane has.
func StoreFirstF32(s []float32, i int, x F32) {
	*(*uint32)(unsafe.Pointer(&s[i])) = x.AsUint32x8().GetLo().GetElem(0)
}

// StoreFirstI32 sets s[i] to what the first lane has.
func StoreFirstI32(s []int32, i int, x I32) {
	*(*uint32)(unsafe.Pointer(&s[i])) = x.AsUint32x8().GetLo().GetElem(0)
}

// StoreFirstU32 sets s[i] to what the first lane has.
func StoreFirstU32(s []uint32, i int, x U32) {
	*(*uint32)(unsafe.Pointer(&s[i])) = x.GetLo().GetElem(0)
}
