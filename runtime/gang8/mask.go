//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import (
	"math/bits"
	"simd/archsimd"
	"unsafe"
)

// SplatM returns x in every lane.
func SplatM(x bool) M {
	var none I32
	if x {
		return none.Equal(none)
	}
	return none.Greater(none)
}

// FirstN returns the mask of the lanes below n; n is less than 2^31.
func FirstN(n int) M { return SplatI32(int32(n)).Greater(archsimd.LoadInt32x8Array(&lanes32)) }

// Any reports whether some lane is set.
func Any(m M) bool { return m.ToBits() != 0 }

// All reports whether every lane is set.
func All(m M) bool { return m.ToBits() == 0xff }

// None reports whether no lane is set.
func None(m M) bool { return m.ToBits() == 0 }

// Bits returns the lanes that are set, lane 0 in bit 0.
func Bits(m M) uint8 { return m.ToBits() }

// Count returns how many lanes are set.
func Count(m M) int { return bits.OnesCount8(m.ToBits()) }

// AndM returns m and n.
func AndM(m, n M) M { return m.And(n) }

// OrM returns m or n.
func OrM(m, n M) M { return m.Or(n) }

// XorM returns the lanes in which m and n differ.
func XorM(m, n M) M { return NotM(EqualM(m, n)) }

// AndNotM returns m without the lanes of n.
func AndNotM(m, n M) M { return n.ToInt32x8().Greater(m.ToInt32x8()) }

// NotM returns the lanes that are not set in m.
func NotM(m M) M { return m.ToInt32x8().Equal(I32{}) }

// EqualM returns the lanes in which m and n are the same.
func EqualM(m, n M) M { return m.ToInt32x8().Equal(n.ToInt32x8()) }

// MergeM returns x where m is set and y elsewhere.
func MergeM(x, y, m M) M { return maskI32(x.ToInt32x8().Merge(y.ToInt32x8(), m)) }

// PermuteM returns m with lane l as lane from[l] of m.
func PermuteM(m M, from U32) M { return maskI32(m.ToInt32x8().Permute(from)) }

// maskI32 returns the mask of the negative lanes: one comparison, where ToMask is
// three instructions.
func maskI32(x I32) M { return I32{}.Greater(x) }

// LoadM returns s[i] to s[i+7].
func LoadM(s []bool, i int) M {
	p := (*[8]bool)(s[i : i+8 : len(s)])
	v := archsimd.BroadcastUint64x2(*(*uint64)(unsafe.Pointer(p)))
	return v.AsUint8x16().ExtendLo8ToUint32().AsInt32x8().Greater(I32{})
}

// StoreM sets s[i] to s[i+7].
func StoreM(s []bool, i int, m M) {
	p := (*[8]bool)(s[i : i+8 : len(s)])
	*(*uint64)(unsafe.Pointer(p)) = spread(m.ToBits())
}

// StoreMaskedM sets s[i] to s[i+7] in the lanes of in, and leaves the others,
// which it may read and write back: s belongs to this goroutine.
func StoreMaskedM(s []bool, i int, m, in M) {
	p := (*uint64)(unsafe.Pointer((*[8]bool)(s[i : i+8 : len(s)])))
	k := spread(in.ToBits()) * 255
	*p = *p&^k | spread(m.ToBits())&k
}

// spread returns bit i of b in the lowest bit of byte i.
func spread(b uint8) uint64 {
	x := uint64(b)
	x = (x | x<<28) & 0x0000000f0000000f
	x = (x | x<<14) & 0x0003000300030003
	return (x | x<<7) & 0x0101010101010101
}

// mask64 returns m as masks of four lanes of 64 bits.
func mask64(m M) (lo, hi archsimd.Mask64x4) {
	var zero archsimd.Int64x4
	l, h := widen(m)
	return zero.Greater(l.ToInt32x8().AsInt64x4()), zero.Greater(h.ToInt32x8().AsInt64x4())
}

// narrow returns the mask of eight lanes of two masks of four.
func narrow(lo, hi archsimd.Mask64x4) M {
	// The low halves, in the order lo 0 1, hi 0 1, lo 2 3, hi 2 3.
	v := lo.ToInt64x4().AsInt32x8().ConcatPermuteScalarsGrouped(0, 2, 4, 6, hi.ToInt64x4().AsInt32x8())
	return maskI32(v.Permute(archsimd.LoadUint32x8Array(&paired)))
}

// widen returns m as masks of the halves of two vectors of four lanes of 64 bits.
func widen(m M) (lo, hi M) {
	v := m.ToInt32x8()
	return maskI32(v.Permute(archsimd.LoadUint32x8Array(&twiceLo))), maskI32(v.Permute(archsimd.LoadUint32x8Array(&twiceHi)))
}

var (
	paired  = [8]uint32{0, 1, 4, 5, 2, 3, 6, 7}
	twiceLo = [8]uint32{0, 0, 1, 1, 2, 2, 3, 3}
	twiceHi = [8]uint32{4, 4, 5, 5, 6, 6, 7, 7}
)
