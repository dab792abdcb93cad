//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import (
	"math/bits"
	"simd/archsimd"
	"unsafe"
)

// Bits returns the lanes that are set, lane 0 in bit 0.
func Bits(m M) uint8 { return m.ToBits() }

// Count returns how many lanes are set.
func Count(m M) int { return bits.OnesCount8(m.ToBits()) }

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
