package lanes

import "math/bits"

// ToI32 returns all bits in the lanes that are set, and none in the others.
func (m M) ToI32() I32 { return each1(m, ones[int32]) }

// ToI64h is ToI32 for lanes of 64 bits.
func (m M64h) ToI64h() I64h { return half1(m, ones[int64]) }

func ones[T int32 | int64](set bool) T {
	if set {
		return -1
	}
	return 0
}

// ToBits returns the lanes that are set, lane 0 in bit 0.
func (m M) ToBits() uint32 {
	var b uint32
	for l, set := range m {
		if set {
			b |= 1 << l
		}
	}
	return b
}

func (m M) And(n M) M          { return each2(m, n, func(a, b bool) bool { return a && b }) }
func (m M) Or(n M) M           { return each2(m, n, func(a, b bool) bool { return a || b }) }
func (m M64h) And(n M64h) M64h { return half2(m, n, func(a, b bool) bool { return a && b }) }
func (m M64h) Or(n M64h) M64h  { return half2(m, n, func(a, b bool) bool { return a || b }) }

// Bits returns the lanes that are set, lane 0 in bit 0.
func Bits(m M) uint32 { return m.ToBits() }

// Count returns how many lanes are set.
func Count(m M) int { return bits.OnesCount32(m.ToBits()) }

// lowest and length are the number of the first lane of a mask that is set, given as its bits, and
// one more than that of the last.
func lowest(b uint32) int { return bits.TrailingZeros32(b) }
func length(b uint32) int { return bits.Len32(b) }

// mask64 returns m as masks of the halves of pairs, narrow puts these together.
func mask64(m M) (lo, hi M64h) {
	copy(lo[:], m[:Half])
	copy(hi[:], m[Half:])
	return lo, hi
}

func narrow(lo, hi M64h) (m M) {
	copy(m[:Half], lo[:])
	copy(m[Half:], hi[:])
	return m
}

// LoadM returns s[i] to s[i+Width-1].
func LoadM(s []bool, i int) M { return M(s[i : i+Width : len(s)]) }

// StoreM sets s[i] to s[i+Width-1].
func StoreM(s []bool, i int, m M) { copy(s[i:i+Width:len(s)], m[:]) }

// StoreMaskedM sets s[i] to s[i+Width-1] in the lanes of in, and leaves the others.
func StoreMaskedM(s []bool, i int, m, in M) { StoreM(s, i, chosen(m, LoadM(s, i), in)) }

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
