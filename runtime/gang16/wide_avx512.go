//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang16

import "simd/archsimd"

// AVX-512 multiplies numbers of 64 bits, shifts signed ones to the right, counts the zeros in
// front, and goes between lanes of 32 and of 64 bits in one step.

// Mul returns x * y, modulo 2^64.
func (x I64) Mul(y I64) I64 { return I64{x.Lo.Mul(y.Lo), x.Hi.Mul(y.Hi)} }

// Mul returns x * y, modulo 2^64.
func (x U64) Mul(y U64) U64 { return U64{x.Lo.Mul(y.Lo), x.Hi.Mul(y.Hi)} }

// ShrI64 returns x >> n. No count is 64: with that the emulator in which this is tested shifts
// nothing.
func ShrI64(x I64, n U32) I64 {
	c := I64FromU32(n.Min(sixtyThree.u()))
	return I64{x.Lo.ShiftRight(c.Lo.AsUint64x8()), x.Hi.ShiftRight(c.Hi.AsUint64x8())}
}

// ShrAllI64 returns x >> n.
func ShrAllI64(x I64, n uint32) I64 {
	c := count64(min(n, 63)).AsInt64x8()
	return I64{x.Lo.ShiftRight(c.AsUint64x8()), x.Hi.ShiftRight(c.AsUint64x8())}
}

// SignI64 returns -1 where x is negative and 0 elsewhere.
func SignI64(x I64) I64 { return ShrAllI64(x, 63) }

// ClzB32 is clz.b32; 32 for zero.
func ClzB32(a U32) U32 { return a.LeadingZeros() }

// ClzB64 is clz.b64; 64 for zero.
func ClzB64(a U64) U32 { return U32FromU64(U64{a.Lo.LeadingZeros(), a.Hi.LeadingZeros()}) }

// I64FromI32 is int64(x).
func I64FromI32(x I32) I64 { return I64{x.GetLo().ExtendToInt64(), x.GetHi().ExtendToInt64()} }

// U64FromU32 is uint64(x).
func U64FromU32(x U32) U64 { return U64{x.GetLo().ExtendToUint64(), x.GetHi().ExtendToUint64()} }

// U32FromU64 is uint32(x).
func U32FromU64(x U64) U32 {
	return x.Lo.AsUint32x16().ConcatPermute(x.Hi.AsUint32x16(), archsimd.LoadUint32x16Array(&evens))
}

// HighU64 is uint32(x >> 32).
func HighU64(x U64) U32 {
	return x.Lo.AsUint32x16().ConcatPermute(x.Hi.AsUint32x16(), archsimd.LoadUint32x16Array(&odds))
}

// JoinU64 is uint64(hi)<<32 | uint64(lo).
func JoinU64(lo, hi U32) U64 {
	a, b := join2(lo, hi)
	return U64{a.AsUint64x8(), b.AsUint64x8()}
}

// MulLowU64 is a * b of numbers below 2^32, and MulLowI64 of numbers of 32 bits with a sign: Go has no
// vectors of 512 bits for that.
func MulLowU64(a, b U64) U64 { return a.Mul(b) }
func MulLowI64(a, b I64) I64 { return a.Mul(b) }

// MulWideU32 is uint64(a) * uint64(b).
func MulWideU32(a, b U32) U64 { return U64FromU32(a).Mul(U64FromU32(b)) }

// MulWideI32 is int64(a) * int64(b).
func MulWideI32(a, b I32) I64 { return I64FromI32(a).Mul(I64FromI32(b)) }

// MulHiU32 is mul.hi.u32: bits 63..32 of the product.
func MulHiU32(a, b U32) U32 { return HighU64(MulWideU32(a, b)) }

// MulHiS32 is mul.hi.s32.
func MulHiS32(a, b I32) I32 { return HighU64(U64FromI64(MulWideI32(a, b))).AsInt32x16() }

// mulHi64 returns the high halves of products: those of the halves of the factors,
// with what the lower ones carry.
func mulHi64(x, y archsimd.Uint64x8) archsimd.Uint64x8 {
	low, n := low32x4.u(), count64(32)
	a, b, p, q := x.And(low), y.And(low), x.ShiftRight(n), y.ShiftRight(n)
	mid := p.Mul(b).Add(a.Mul(b).ShiftRight(n))
	cross := a.Mul(q).Add(mid.And(low))
	return p.Mul(q).Add(mid.ShiftRight(n)).Add(cross.ShiftRight(n))
}

func f64FromI64(a I64) F64 { return F64{a.Lo.ConvertToFloat64(), a.Hi.ConvertToFloat64()} }
func f64FromU64(a U64) F64 { return F64{a.Lo.ConvertToFloat64(), a.Hi.ConvertToFloat64()} }
