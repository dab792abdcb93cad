//go:build goexperiment.simd && arm64 && go1.27 && !go1.28

package gang4

import (
	"simd/archsimd"

	"github.com/ptx2go/ptx2go/runtime/intops"
)

// 32 bits. The processor takes counts to shift by modulo 256, with a sign: to the left, or back.

func left(n U32) archsimd.Int32x4  { return n.v.Min(thirtyTwo.u().v).BitsToInt32() }
func right(n U32) archsimd.Int32x4 { return left(n).Neg() }

func (x I32) Add(y I32) I32              { return I32{x.v.Add(y.v)} }
func (x I32) Sub(y I32) I32              { return I32{x.v.Sub(y.v)} }
func (x I32) Mul(y I32) I32              { return I32{x.v.Mul(y.v)} }
func (x I32) Min(y I32) I32              { return I32{x.v.Min(y.v)} }
func (x I32) Max(y I32) I32              { return I32{x.v.Max(y.v)} }
func (x I32) And(y I32) I32              { return I32{x.v.And(y.v)} }
func (x I32) Or(y I32) I32               { return I32{x.v.Or(y.v)} }
func (x I32) Xor(y I32) I32              { return I32{x.v.Xor(y.v)} }
func (x I32) AndNot(y I32) I32           { return I32{x.v.AndNot(y.v)} }
func (x I32) Not() I32                   { return I32{x.v.Not()} }
func (x I32) Equal(y I32) M              { return M{x.v.Equal(y.v)} }
func (x I32) NotEqual(y I32) M           { return M{x.v.NotEqual(y.v)} }
func (x I32) Less(y I32) M               { return M{x.v.Less(y.v)} }
func (x I32) LessEqual(y I32) M          { return M{x.v.LessEqual(y.v)} }
func (x I32) Greater(y I32) M            { return M{x.v.Greater(y.v)} }
func (x I32) GreaterEqual(y I32) M       { return M{x.v.GreaterEqual(y.v)} }
func (x I32) Merge(y I32, m M) I32       { return I32{x.v.IfElse(m.v, y.v)} }
func (x I32) Masked(m M) I32             { return I32{x.v.Masked(m.v)} }
func (x I32) ShiftLeft(n U32) I32        { return I32{x.v.Shift(left(n))} }
func (x I32) ShiftRight(n U32) I32       { return I32{x.v.Shift(right(n))} }
func (x I32) ShiftAllLeft(n uint64) I32  { return I32{x.v.ShiftAllLeft(n)} }
func (x U32) Add(y U32) U32              { return U32{x.v.Add(y.v)} }
func (x U32) Sub(y U32) U32              { return U32{x.v.Sub(y.v)} }
func (x U32) Mul(y U32) U32              { return U32{x.v.Mul(y.v)} }
func (x U32) Min(y U32) U32              { return U32{x.v.Min(y.v)} }
func (x U32) Max(y U32) U32              { return U32{x.v.Max(y.v)} }
func (x U32) And(y U32) U32              { return U32{x.v.And(y.v)} }
func (x U32) Or(y U32) U32               { return U32{x.v.Or(y.v)} }
func (x U32) Xor(y U32) U32              { return U32{x.v.Xor(y.v)} }
func (x U32) AndNot(y U32) U32           { return U32{x.v.AndNot(y.v)} }
func (x U32) Not() U32                   { return U32{x.v.Not()} }
func (x U32) Equal(y U32) M              { return M{x.v.Equal(y.v)} }
func (x U32) NotEqual(y U32) M           { return M{x.v.NotEqual(y.v)} }
func (x U32) Less(y U32) M               { return M{x.v.Less(y.v)} }
func (x U32) LessEqual(y U32) M          { return M{x.v.LessEqual(y.v)} }
func (x U32) Greater(y U32) M            { return M{x.v.Greater(y.v)} }
func (x U32) GreaterEqual(y U32) M       { return M{x.v.GreaterEqual(y.v)} }
func (x U32) Merge(y U32, m M) U32       { return U32{x.v.IfElse(m.v, y.v)} }
func (x U32) Masked(m M) U32             { return U32{x.v.Masked(m.v)} }
func (x U32) ShiftLeft(n U32) U32        { return U32{x.v.Shift(left(n))} }
func (x U32) ShiftRight(n U32) U32       { return U32{x.v.Shift(right(n))} }
func (x U32) ShiftAllLeft(n uint64) U32  { return U32{x.v.ShiftAllLeft(n)} }
func (x I32) ShiftAllRight(n uint64) I32 { return I32{x.v.ShiftAllRight(n)} }
func (x I32) Abs() I32                   { return I32{x.v.Abs()} }
func (x I32) ConvertToFloat32() F32      { return F32{x.v.ConvertToFloat32()} }

// MulWidenEven returns the products of even lanes.
func (x I32) MulWidenEven(y I32) I64h {
	return I64h{x.v.ConcatEven(x.v).MulWidenLo(y.v.ConcatEven(y.v))}
}
func (x U32) MulWidenEven(y U32) U64h {
	return U64h{x.v.ConcatEven(x.v).MulWidenLo(y.v.ConcatEven(y.v))}
}

// upper has the odd lanes of x in the even ones; oddU32 too.
func upper(x I32) I32  { return I32{x.v.InterleaveOdd(x.v)} }
func oddU32(a U32) U32 { return U32{a.v.InterleaveOdd(a.v)} }

// MulWideU32 is uint64(a) * uint64(b).
func MulWideU32(a, b U32) U64 {
	return U64{U64h{a.v.MulWidenLo(b.v)}, U64h{a.v.HiToLo().MulWidenLo(b.v.HiToLo())}}
}

// MulLowU64 is a * b of numbers below 2^32, and MulLowI64 of numbers of 32 bits with a sign.
func MulLowU64(a, b U64) U64 { return MulWideU32(U32FromU64(a), U32FromU64(b)) }
func MulLowI64(a, b I64) I64 { return MulWideI32(I32FromI64(a), I32FromI64(b)) }

// MulWideI32 is int64(a) * int64(b).
func MulWideI32(a, b I32) I64 {
	return I64{I64h{a.v.MulWidenLo(b.v)}, I64h{a.v.HiToLo().MulWidenLo(b.v.HiToLo())}}
}

// ClzB32 is clz.b32; 32 for zero.
func ClzB32(a U32) U32 { return U32{a.v.LeadingZeros()} }

// PopcB32 is popc.b32: the counts of bytes, which a product adds up at its top.
func PopcB32(a U32) U32 {
	n := U8x4{a.AsU8x4().v.OnesCount()}.AsU32().Mul(one8.u())
	return U32{n.v.ShiftAllRight(24)}
}

// 64 bits.

func left64(n U64h) archsimd.Int64x2 {
	most := counts64[64].u()
	return n.v.IfElse(n.v.Less(most.v), most.v).BitsToInt64()
}

func (x I64h) Add(y I64h) I64h            { return I64h{x.v.Add(y.v)} }
func (x I64h) Sub(y I64h) I64h            { return I64h{x.v.Sub(y.v)} }
func (x I64h) And(y I64h) I64h            { return I64h{x.v.And(y.v)} }
func (x I64h) Or(y I64h) I64h             { return I64h{x.v.Or(y.v)} }
func (x I64h) Xor(y I64h) I64h            { return I64h{x.v.Xor(y.v)} }
func (x I64h) AndNot(y I64h) I64h         { return I64h{x.v.AndNot(y.v)} }
func (x I64h) Not() I64h                  { return I64h{x.v.Not()} }
func (x I64h) Equal(y I64h) M64h          { return M64h{x.v.Equal(y.v)} }
func (x I64h) Greater(y I64h) M64h        { return M64h{x.v.Greater(y.v)} }
func (x I64h) Merge(y I64h, m M64h) I64h  { return I64h{x.v.IfElse(m.v, y.v)} }
func (x I64h) ShiftLeft(n U64h) I64h      { return I64h{x.v.Shift(left64(n))} }
func (x I64h) ShiftAllLeft(n uint64) I64h { return I64h{x.v.ShiftAllLeft(n)} }
func (x U64h) Add(y U64h) U64h            { return U64h{x.v.Add(y.v)} }
func (x U64h) Sub(y U64h) U64h            { return U64h{x.v.Sub(y.v)} }
func (x U64h) And(y U64h) U64h            { return U64h{x.v.And(y.v)} }
func (x U64h) Or(y U64h) U64h             { return U64h{x.v.Or(y.v)} }
func (x U64h) Xor(y U64h) U64h            { return U64h{x.v.Xor(y.v)} }
func (x U64h) AndNot(y U64h) U64h         { return U64h{x.v.AndNot(y.v)} }
func (x U64h) Not() U64h                  { return U64h{x.v.Not()} }
func (x U64h) Equal(y U64h) M64h          { return M64h{x.v.Equal(y.v)} }
func (x U64h) Greater(y U64h) M64h        { return M64h{x.v.Greater(y.v)} }
func (x U64h) Merge(y U64h, m M64h) U64h  { return U64h{x.v.IfElse(m.v, y.v)} }
func (x U64h) ShiftLeft(n U64h) U64h      { return U64h{x.v.Shift(left64(n))} }
func (x U64h) ShiftAllLeft(n uint64) U64h { return U64h{x.v.ShiftAllLeft(n)} }
func (x U64h) ShiftRight(n U64h) U64h     { return U64h{x.v.Shift(left64(n).Neg())} }

// byLanes computes the two lanes, which the processor does in general registers.
func byLanes(x, y U64h, f func(x, y uint64) uint64) U64h {
	return U64h{x.v.SetElem(0, f(x.v.GetElem(0), y.v.GetElem(0))).SetElem(1, f(x.v.GetElem(1), y.v.GetElem(1)))}
}

// Mul returns x * y, modulo 2^64.
func (x U64) Mul(y U64) U64 {
	mul := func(x, y uint64) uint64 { return x * y }
	return U64{byLanes(x.Lo, y.Lo, mul), byLanes(x.Hi, y.Hi, mul)}
}

func divU64(a, b U64h) U64h { return byLanes(a, b, intops.DivU64) }
func remU64(a, b U64h) U64h { return byLanes(a, b, intops.RemU64) }

func divS64(a, b I64h) I64h {
	return byLanes(a.AsU64h(), b.AsU64h(), func(x, y uint64) uint64 { return uint64(intops.DivS64(int64(x), int64(y))) }).AsI64h()
}

func remS64(a, b I64h) I64h {
	return byLanes(a.AsU64h(), b.AsU64h(), func(x, y uint64) uint64 { return uint64(intops.RemS64(int64(x), int64(y))) }).AsI64h()
}

// U32FromU64 is uint32(x).
func U32FromU64(x U64) U32 { return U32{x.Lo.AsU32().v.ConcatEven(x.Hi.AsU32().v)} }

// HighU64 is uint32(x >> 32).
func HighU64(x U64) U32 { return U32{x.Lo.AsU32().v.ConcatOdd(x.Hi.AsU32().v)} }

// JoinU64 is uint64(hi)<<32 | uint64(lo).
func JoinU64(lo, hi U32) U64 {
	return U64{U32{lo.v.InterleaveLo(hi.v)}.AsU64h(), U32{lo.v.InterleaveHi(hi.v)}.AsU64h()}
}
