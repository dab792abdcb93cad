//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang16

// Go 1.26 makes one instruction of an operation and a Merge of its result, in which it forgets a
// constant that belongs to the operation: a count to shift by, how to round. It cannot assemble
// that. So no function returns what such an operation gives, and zero is added to what is
// merged: the addition is what then has the mask.

// MergeF32 returns x where m is set and y elsewhere.
func MergeF32(x, y F32, m M) F32 { return MergeI32(x.AsInt32x16(), y.AsInt32x16(), m).AsFloat32x16() }

// MergeI32 returns x where m is set and y elsewhere.
func MergeI32(x, y I32, m M) I32 { return x.Add(I32{}).Merge(y, m) }

// MergeU32 returns x where m is set and y elsewhere.
func MergeU32(x, y U32, m M) U32 { return x.Add(U32{}).Merge(y, m) }

// MergeF64 returns x where m is set and y elsewhere.
func MergeF64(x, y F64, m M) F64 { return F64FromBits(MergeU64(BitsF64(x), BitsF64(y), m)) }

// MergeI64 returns x where m is set and y elsewhere.
func MergeI64(x, y I64, m M) I64 { return I64FromU64(MergeU64(U64FromI64(x), U64FromI64(y), m)) }

// MergeU64 returns x where m is set and y elsewhere.
func MergeU64(x, y U64, m M) U64 {
	lo, hi := mask64(m)
	var zero U64
	x = x.Add(zero)
	return U64{x.Lo.Merge(y.Lo, lo), x.Hi.Merge(y.Hi, hi)}
}

// CanonF32 is fpops.CanonF32 of each lane: the NaN is merged into x.
func CanonF32(x F32) F32 { return nan32.f().Merge(x, x.NotEqual(x)) }

// SignI32 returns -1 where x is negative and 0 elsewhere.
func SignI32(x I32) I32 { return ShrAllI32(x, 31) }

// S8 is int32(int8(x)): the low eight bits, sign-extended.
func S8(x I32) I32 { return ShrAllI32(x.ShiftAllLeft(24), 24) }

// S16 is int32(int16(x)): the low sixteen bits, sign-extended.
func S16(x I32) I32 { return ShrAllI32(x.ShiftAllLeft(16), 16) }

// widenBf16 is a shift: exact, NaN bits kept.
func widenBf16(h U32) F32 { return ShlAllU32(h, 16).AsFloat32x16() }

// MulHiS16 is mul.hi.s16.
func MulHiS16(a, b I32) I32 { return ShrAllI32(a.Mul(b), 16) }

// Round returns x rounded to an integer, ties to even.
func (x F64) Round() F64 {
	var zero U64
	return F64FromBits(BitsF64(F64{x.Lo.RoundScaled(0), x.Hi.RoundScaled(0)}).Add(zero))
}

// Floor returns x rounded down.
func (x F64) Floor() F64 {
	var zero U64
	return F64FromBits(BitsF64(F64{x.Lo.FloorScaled(0), x.Hi.FloorScaled(0)}).Add(zero))
}

// Ceil returns x rounded up.
func (x F64) Ceil() F64 {
	var zero U64
	return F64FromBits(BitsF64(F64{x.Lo.CeilScaled(0), x.Hi.CeilScaled(0)}).Add(zero))
}

// Trunc returns x rounded towards zero.
func (x F64) Trunc() F64 {
	var zero U64
	return F64FromBits(BitsF64(F64{x.Lo.TruncScaled(0), x.Hi.TruncScaled(0)}).Add(zero))
}
