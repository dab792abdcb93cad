//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import "simd/archsimd"

// Conversions between kinds of integers and bits; those of floats to numbers are
// with the functions that round.

// F32FromBits returns the float32 with the bits x.
func F32FromBits(x U32) F32 { return x.AsFloat32x8() }

// BitsF32 returns the bits of x.
func BitsF32(x F32) U32 { return x.AsUint32x8() }

// F64FromBits returns the float64 with the bits x.
func F64FromBits(x U64) F64 { return F64{x.Lo.AsFloat64x4(), x.Hi.AsFloat64x4()} }

// BitsF64 returns the bits of x.
func BitsF64(x F64) U64 { return U64{x.Lo.AsUint64x4(), x.Hi.AsUint64x4()} }

// U32FromI32 is uint32(x).
func U32FromI32(x I32) U32 { return x.AsUint32x8() }

// I32FromU32 is int32(x).
func I32FromU32(x U32) I32 { return x.AsInt32x8() }

// U64FromI64 is uint64(x).
func U64FromI64(x I64) U64 { return U64{x.Lo.AsUint64x4(), x.Hi.AsUint64x4()} }

// I64FromU64 is int64(x).
func I64FromU64(x U64) I64 { return I64{x.Lo.AsInt64x4(), x.Hi.AsInt64x4()} }

// I64FromI32 is int64(x).
func I64FromI32(x I32) I64 { return I64FromU64(JoinU64(x.AsUint32x8(), SignI32(x).AsUint32x8())) }

// U64FromU32 is uint64(x).
func U64FromU32(x U32) U64 { return JoinU64(x, U32{}) }

// U64FromI32 is uint64(x).
func U64FromI32(x I32) U64 { return U64FromI64(I64FromI32(x)) }

// I64FromU32 is int64(x).
func I64FromU32(x U32) I64 { return I64FromU64(U64FromU32(x)) }

// U32FromU64 is uint32(x).
func U32FromU64(x U64) U32 {
	v := x.Lo.AsUint32x8().ConcatPermuteScalarsGrouped(0, 2, 4, 6, x.Hi.AsUint32x8())
	return v.Permute(archsimd.LoadUint32x8Array(&paired))
}

// HighU64 is uint32(x >> 32).
func HighU64(x U64) U32 {
	v := x.Lo.AsUint32x8().ConcatPermuteScalarsGrouped(1, 3, 5, 7, x.Hi.AsUint32x8())
	return v.Permute(archsimd.LoadUint32x8Array(&paired))
}

// JoinU64 is uint64(hi)<<32 | uint64(lo).
func JoinU64(lo, hi U32) U64 {
	a, b := lo.InterleaveLoGrouped(hi), lo.InterleaveHiGrouped(hi)
	return U64{a.ConcatPermute128Scalars(0, 2, b).AsUint64x4(), a.ConcatPermute128Scalars(1, 3, b).AsUint64x4()}
}

// U32FromI64 is uint32(x).
func U32FromI64(x I64) U32 { return U32FromU64(U64FromI64(x)) }

// I32FromI64 is int32(x).
func I32FromI64(x I64) I32 { return U32FromI64(x).AsInt32x8() }

// I32FromU64 is int32(x).
func I32FromU64(x U64) I32 { return U32FromU64(x).AsInt32x8() }

// S8 is int32(int8(x)): the low eight bits, sign-extended.
func S8(x I32) I32 { return x.ShiftAllLeft(24).ShiftAllRight(24) }

// S16 is int32(int16(x)): the low sixteen bits, sign-extended.
func S16(x I32) I32 { return x.ShiftAllLeft(16).ShiftAllRight(16) }

// U8 is uint32(uint8(x)): the low eight bits.
func U8(x U32) U32 { return x.And(mostU8.u()) }

// U16 is uint32(uint16(x)): the low sixteen bits.
func U16(x U32) U32 { return x.And(low16.u()) }

// U32FromM is 1 in the lanes of m and 0 elsewhere.
func U32FromM(m M) U32 { return m.ToInt32x8().AsUint32x8().And(lastBit32.u()) }

// I32FromM is 1 in the lanes of m and 0 elsewhere.
func I32FromM(m M) I32 { return U32FromM(m).AsInt32x8() }
