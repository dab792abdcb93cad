package lanes

import "github.com/ptx2go/ptx2go/runtime/intops"

// 32 bits. Arithmetic is modulo 2^32; a count to shift by that is 32 or more leaves nothing, or the
// sign.

func (x I32) Add(y I32) I32        { return each2(x, y, add[int32]) }
func (x I32) Sub(y I32) I32        { return each2(x, y, sub[int32]) }
func (x I32) Mul(y I32) I32        { return each2(x, y, mul[int32]) }
func (x I32) Min(y I32) I32        { return each2(x, y, least[int32]) }
func (x I32) Max(y I32) I32        { return each2(x, y, most[int32]) }
func (x I32) Abs() I32             { return each1(x, func(a int32) int32 { return max(a, -a) }) }
func (x I32) And(y I32) I32        { return each2(x, y, and[int32]) }
func (x I32) Or(y I32) I32         { return each2(x, y, or[int32]) }
func (x I32) Xor(y I32) I32        { return each2(x, y, xor[int32]) }
func (x I32) AndNot(y I32) I32     { return each2(x, y, andNot[int32]) }
func (x I32) Not() I32             { return each1(x, not[int32]) }
func (x I32) Equal(y I32) M        { return each2(x, y, equal[int32]) }
func (x I32) NotEqual(y I32) M     { return each2(x, y, notEqual[int32]) }
func (x I32) Less(y I32) M         { return each2(x, y, less[int32]) }
func (x I32) Greater(y I32) M      { return each2(x, y, greater[int32]) }
func (x I32) Merge(y I32, m M) I32 { return chosen(x, y, m) }
func (x I32) ShiftLeft(n U32) I32 {
	return each2(x, n, func(a int32, n uint32) int32 { return a << n })
}
func (x I32) ShiftRight(n U32) I32 {
	return each2(x, n, func(a int32, n uint32) int32 { return a >> n })
}
func (x I32) ShiftAllLeft(n uint64) I32  { return each1(x, func(a int32) int32 { return a << n }) }
func (x I32) ShiftAllRight(n uint64) I32 { return each1(x, func(a int32) int32 { return a >> n }) }
func (x I32) ConvertToFloat32() F32      { return each1(x, func(a int32) float32 { return float32(a) }) }

func (x U32) Add(y U32) U32             { return each2(x, y, add[uint32]) }
func (x U32) Sub(y U32) U32             { return each2(x, y, sub[uint32]) }
func (x U32) Mul(y U32) U32             { return each2(x, y, mul[uint32]) }
func (x U32) Min(y U32) U32             { return each2(x, y, least[uint32]) }
func (x U32) Max(y U32) U32             { return each2(x, y, most[uint32]) }
func (x U32) And(y U32) U32             { return each2(x, y, and[uint32]) }
func (x U32) Or(y U32) U32              { return each2(x, y, or[uint32]) }
func (x U32) Xor(y U32) U32             { return each2(x, y, xor[uint32]) }
func (x U32) AndNot(y U32) U32          { return each2(x, y, andNot[uint32]) }
func (x U32) Not() U32                  { return each1(x, not[uint32]) }
func (x U32) Equal(y U32) M             { return each2(x, y, equal[uint32]) }
func (x U32) Greater(y U32) M           { return each2(x, y, greater[uint32]) }
func (x U32) Merge(y U32, m M) U32      { return chosen(x, y, m) }
func (x U32) Masked(m M) U32            { return chosen(x, U32{}, m) }
func (x U32) ShiftLeft(n U32) U32       { return each2(x, n, func(a, n uint32) uint32 { return a << n }) }
func (x U32) ShiftRight(n U32) U32      { return each2(x, n, func(a, n uint32) uint32 { return a >> n }) }
func (x U32) ShiftAllLeft(n uint64) U32 { return each1(x, func(a uint32) uint32 { return a << n }) }

// MulWidenEven returns the products of even lanes.
func (x I32) MulWidenEven(y I32) (r I64h) {
	for l := range r {
		r[l] = int64(x[2*l]) * int64(y[2*l])
	}
	return r
}

func (x U32) MulWidenEven(y U32) (r U64h) {
	for l := range r {
		r[l] = uint64(x[2*l]) * uint64(y[2*l])
	}
	return r
}

// upper has the odd lanes of x in the even ones; oddU32 too.
func upper(x I32) I32 { return oddU32(x.AsU32()).AsI32() }

func oddU32(a U32) (r U32) {
	for l := range r {
		r[l] = a[l|1]
	}
	return r
}

// MulWideU32 is uint64(a) * uint64(b).
func MulWideU32(a, b U32) U64 { return U64FromU32(a).Mul(U64FromU32(b)) }

// MulWideI32 is int64(a) * int64(b).
func MulWideI32(a, b I32) I64 { return I64FromI32(a).Mul(I64FromI32(b)) }

// 64 bits.

func (x I64h) Add(y I64h) I64h           { return half2(x, y, add[int64]) }
func (x I64h) Sub(y I64h) I64h           { return half2(x, y, sub[int64]) }
func (x I64h) And(y I64h) I64h           { return half2(x, y, and[int64]) }
func (x I64h) Or(y I64h) I64h            { return half2(x, y, or[int64]) }
func (x I64h) Xor(y I64h) I64h           { return half2(x, y, xor[int64]) }
func (x I64h) AndNot(y I64h) I64h        { return half2(x, y, andNot[int64]) }
func (x I64h) Not() I64h                 { return half1(x, not[int64]) }
func (x I64h) Equal(y I64h) M64h         { return half2(x, y, equal[int64]) }
func (x I64h) Greater(y I64h) M64h       { return half2(x, y, greater[int64]) }
func (x I64h) Merge(y I64h, m M64h) I64h { return chosenHalf(x, y, m) }
func (x I64h) ShiftLeft(n U64h) I64h {
	return half2(x, n, func(a int64, n uint64) int64 { return a << n })
}
func (x I64h) ShiftAllLeft(n uint64) I64h { return half1(x, func(a int64) int64 { return a << n }) }

func (x U64h) Add(y U64h) U64h            { return half2(x, y, add[uint64]) }
func (x U64h) Sub(y U64h) U64h            { return half2(x, y, sub[uint64]) }
func (x U64h) And(y U64h) U64h            { return half2(x, y, and[uint64]) }
func (x U64h) Or(y U64h) U64h             { return half2(x, y, or[uint64]) }
func (x U64h) Xor(y U64h) U64h            { return half2(x, y, xor[uint64]) }
func (x U64h) AndNot(y U64h) U64h         { return half2(x, y, andNot[uint64]) }
func (x U64h) Not() U64h                  { return half1(x, not[uint64]) }
func (x U64h) Equal(y U64h) M64h          { return half2(x, y, equal[uint64]) }
func (x U64h) Merge(y U64h, m M64h) U64h  { return chosenHalf(x, y, m) }
func (x U64h) ShiftLeft(n U64h) U64h      { return half2(x, n, func(a, n uint64) uint64 { return a << n }) }
func (x U64h) ShiftRight(n U64h) U64h     { return half2(x, n, func(a, n uint64) uint64 { return a >> n }) }
func (x U64h) ShiftAllLeft(n uint64) U64h { return half1(x, func(a uint64) uint64 { return a << n }) }

// MulLowU64 is a * b of numbers below 2^32, and MulLowI64 of numbers of 32 bits with a sign.
func MulLowU64(a, b U64) U64 { return MulWideU32(U32FromU64(a), U32FromU64(b)) }
func MulLowI64(a, b I64) I64 { return MulWideI32(I32FromI64(a), I32FromI64(b)) }

// Mul returns x * y, modulo 2^64.
func (x U64) Mul(y U64) U64 {
	return U64{half2(x.Lo, y.Lo, mul[uint64]), half2(x.Hi, y.Hi, mul[uint64])}
}

// U32FromU64 is uint32(x).
func U32FromU64(x U64) (r U32) {
	for l := range Half {
		r[l], r[l+Half] = uint32(x.Lo[l]), uint32(x.Hi[l])
	}
	return r
}

// HighU64 is uint32(x >> 32).
func HighU64(x U64) (r U32) {
	for l := range Half {
		r[l], r[l+Half] = uint32(x.Lo[l]>>32), uint32(x.Hi[l]>>32)
	}
	return r
}

// JoinU64 is uint64(hi)<<32 | uint64(lo).
func JoinU64(lo, hi U32) (r U64) {
	for l := range Half {
		r.Lo[l] = uint64(hi[l])<<32 | uint64(lo[l])
		r.Hi[l] = uint64(hi[l+Half])<<32 | uint64(lo[l+Half])
	}
	return r
}

// divU64 and those after it divide lane by lane, as package intops does.
func divU64(a, b U64h) U64h { return half2(a, b, intops.DivU64) }
func divS64(a, b I64h) I64h { return half2(a, b, intops.DivS64) }
func remU64(a, b U64h) U64h { return half2(a, b, intops.RemU64) }
func remS64(a, b I64h) I64h { return half2(a, b, intops.RemS64) }
