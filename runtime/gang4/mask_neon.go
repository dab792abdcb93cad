//go:build goexperiment.simd && arm64 && go1.27 && !go1.28

package gang4

import (
	"math/bits"
	"simd/archsimd"
)

// ToI32 returns all bits in the lanes that are set, and none in the others.
func (m M) ToI32() I32 { return I32{m.v.ToInt32x4()} }

// ToI64h is ToI32 for lanes of 64 bits.
func (m M64h) ToI64h() I64h { return I64h{m.v.ToInt64x2()} }

var weights = lanes{1, 2, 4, 8}

// ToBits returns the lanes that are set, lane 0 in bit 0.
func (m M) ToBits() uint8 { return uint8(m.ToI32().And(weights.i()).v.ReduceSum()) }

func (m M) And(n M) M          { return M{m.v.And(n.v)} }
func (m M) Or(n M) M           { return M{m.v.Or(n.v)} }
func (m M64h) And(n M64h) M64h { return M64h{m.v.And(n.v)} }
func (m M64h) Or(n M64h) M64h  { return M64h{m.v.Or(n.v)} }

// Bits returns the lanes that are set, lane 0 in bit 0.
func Bits(m M) uint8 { return m.ToBits() }

// Count returns how many lanes are set.
func Count(m M) int { return bits.OnesCount8(m.ToBits()) }

// lowest and length are the number of the first lane of a mask that is set, given as its bits, and
// one more than that of the last.
func lowest(b uint8) int { return bits.TrailingZeros8(b) }
func length(b uint8) int { return bits.Len8(b) }

// mask64 returns m as masks of the halves of pairs, narrow puts these together.
func mask64(m M) (lo, hi M64h) {
	v := m.v.ToInt32x4().ToBits()
	return M64h{v.InterleaveLo(v).ReshapeToUint64s().BitsToInt64().ToMask()}, M64h{v.InterleaveHi(v).ReshapeToUint64s().BitsToInt64().ToMask()}
}

func narrow(lo, hi M64h) M {
	l, h := lo.v.ToInt64x2().ToBits().ReshapeToUint32s(), hi.v.ToInt64x2().ToBits().ReshapeToUint32s()
	return M{l.ConcatEven(h).BitsToInt32().ToMask()}
}

// LoadM returns s[i] to s[i+Width-1].
func LoadM(s []bool, i int) M {
	return M{four8(s, i).ExtendLo8ToUint16().ExtendLo4ToUint32().NotEqual(archsimd.Uint32x4{})}
}

// StoreM sets s[i] to s[i+Width-1].
func StoreM(s []bool, i int, m M) { set4of8(s, i, m.v.ToInt32x4().ToBits().ShiftAllRight(31)) }

// StoreMaskedM sets s[i] to s[i+Width-1] in the lanes of in, and leaves the others, which it
// reads and writes back: s belongs to this goroutine.
func StoreMaskedM(s []bool, i int, m, in M) { StoreM(s, i, MergeM(m, LoadM(s, i), in)) }

// MergeF64 returns x where m is set and y elsewhere.
func MergeF64(x, y F64, m M) F64 {
	lo, hi := mask64(m)
	return F64{x.Lo.Merge(y.Lo, lo), x.Hi.Merge(y.Hi, hi)}
}

// MergeI64 returns x where m is set and y elsewhere.
func MergeI64(x, y I64, m M) I64 {
	lo, hi := mask64(m)
	return I64{x.Lo.Merge(y.Lo, lo), x.Hi.Merge(y.Hi, hi)}
}

// MergeU64 returns x where m is set and y elsewhere.
func MergeU64(x, y U64, m M) U64 {
	lo, hi := mask64(m)
	return U64{x.Lo.Merge(y.Lo, lo), x.Hi.Merge(y.Hi, hi)}
}
