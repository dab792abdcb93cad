//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import "simd/archsimd"

// Mul returns x * y, modulo 2^64: the products of the low halves, and above them the low
// halves of the crossed ones, which are computed side by side.
func (x U64) Mul(y U64) U64 {
	a, b, c, d := x.Lo.AsUint32x8(), x.Hi.AsUint32x8(), y.Lo.AsUint32x8(), y.Hi.AsUint32x8()
	t := a.ConcatPermuteScalarsGrouped(0, 2, 4, 6, b).Mul(c.ConcatPermuteScalarsGrouped(1, 3, 5, 7, d)).
		Add(a.ConcatPermuteScalarsGrouped(1, 3, 5, 7, b).Mul(c.ConcatPermuteScalarsGrouped(0, 2, 4, 6, d)))
	return U64{
		a.MulWidenEven(c).Add(U32{}.InterleaveLoGrouped(t).AsUint64x4()),
		b.MulWidenEven(d).Add(U32{}.InterleaveHiGrouped(t).AsUint64x4()),
	}
}

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

// MulLowU64 is a * b of numbers below 2^32, and MulLowI64 of numbers of 32 bits with a sign.
func MulLowU64(a, b U64) U64 {
	return U64{a.Lo.AsUint32x8().MulWidenEven(b.Lo.AsUint32x8()), a.Hi.AsUint32x8().MulWidenEven(b.Hi.AsUint32x8())}
}

func MulLowI64(a, b I64) I64 {
	return I64{a.Lo.AsInt32x8().MulWidenEven(b.Lo.AsInt32x8()), a.Hi.AsInt32x8().MulWidenEven(b.Hi.AsInt32x8())}
}

// MulWideU32 is uint64(a) * uint64(b).
func MulWideU32(a, b U32) U64 {
	even := a.MulWidenEven(b)
	odd := oddU32(a).MulWidenEven(oddU32(b))
	lo, hi := even.InterleaveLoGrouped(odd), even.InterleaveHiGrouped(odd)
	return U64{lo.ConcatPermute128Scalars(0, 2, hi), lo.ConcatPermute128Scalars(1, 3, hi)}
}

// MulWideI32 is int64(a) * int64(b).
func MulWideI32(a, b I32) I64 {
	even := a.MulWidenEven(b)
	odd := oddU32(a.AsUint32x8()).AsInt32x8().MulWidenEven(oddU32(b.AsUint32x8()).AsInt32x8())
	lo, hi := even.InterleaveLoGrouped(odd), even.InterleaveHiGrouped(odd)
	return I64{lo.ConcatPermute128Scalars(0, 2, hi), lo.ConcatPermute128Scalars(1, 3, hi)}
}
