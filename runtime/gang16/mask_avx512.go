//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang16

import (
	"math/bits"
	"simd/archsimd"
	"unsafe"
)

// Bits returns the lanes that are set, lane 0 in bit 0.
func Bits(m M) uint16 { return m.ToBits() }

// Count returns how many lanes are set.
func Count(m M) int {
	b := m.ToBits()
	return bits.OnesCount8(uint8(b)) + bits.OnesCount8(uint8(b>>8)) // OnesCount16 may be a call
}

// LoadM returns s[i] to s[i+15].
func LoadM(s []bool, i int) M {
	p := (*[16]uint8)(unsafe.Pointer((*[16]bool)(s[i : i+16 : len(s)])))
	return archsimd.LoadUint8x16Array(p).ExtendToUint32().AsInt32x16().Greater(I32{})
}

// StoreM sets s[i] to s[i+15].
func StoreM(s []bool, i int, m M) {
	p := (*[16]uint8)(unsafe.Pointer((*[16]bool)(s[i : i+16 : len(s)])))
	U32FromM(m).TruncToUint8().StoreArray(p)
}

// StoreMaskedM sets s[i] to s[i+15] in the lanes of in, and leaves the others, which it
// reads and writes back: s belongs to this goroutine.
func StoreMaskedM(s []bool, i int, m, in M) { StoreM(s, i, MergeM(m, LoadM(s, i), in)) }

// mask64 returns m as masks of the halves of lanes of 64 bits.
func mask64(m M) (lo, hi archsimd.Mask64x8) {
	b := m.ToBits()
	return archsimd.Mask64x8FromBits(uint8(b)), archsimd.Mask64x8FromBits(uint8(b >> 8))
}

// narrow returns the mask of sixteen lanes of two masks of eight.
func narrow(lo, hi archsimd.Mask64x8) M {
	return archsimd.Mask32x16FromBits(uint16(lo.ToBits()) | uint16(hi.ToBits())<<8)
}
