//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import (
	"math/bits"
	"simd/archsimd"
	"unsafe"
)

// Stores of all lanes to one place, in their order: what the highest lane has stays there.

// lastOf returns what the highest lane of a mask has, which has some.
func lastOf(x U32, m M) uint32 {
	last := uint32(bits.Len8(m.ToBits())) - 1
	return x.Permute(SplatU32(last)).GetLo().GetElem(0)
}

// last64 is lastOf for 64 bits.
func last64(x U64, m M) uint64 {
	last := uint32(bits.Len8(m.ToBits())) - 1
	half := x.Lo
	if last >= 4 {
		half = x.Hi
	}
	place := SplatU32(2 * (last & 3)).Add(archsimd.LoadUint32x8Array(&firstTwo))
	return half.AsUint32x8().Permute(place).GetLo().AsUint64x2().GetElem(0)
}

// StoreLastF32 sets s[i] to what the highest lane of m has, if there is one.
func StoreLastF32(s []float32, i int, x F32, m M) {
	if Any(m) {
		*(*uint32)(unsafe.Pointer(&s[i])) = lastOf(x.AsUint32x8(), m)
	}
}

// StoreLastI32 sets s[i] to what the highest lane of m has, if there is one.
func StoreLastI32(s []int32, i int, x I32, m M) {
	if Any(m) {
		s[i] = int32(lastOf(x.AsUint32x8(), m))
	}
}

// StoreLastU32 sets s[i] to what the highest lane of m has, if there is one.
func StoreLastU32(s []uint32, i int, x U32, m M) {
	if Any(m) {
		s[i] = lastOf(x, m)
	}
}

// StoreLastI8 sets s[i] to the low bits of what the highest lane of m has, if there is one.
func StoreLastI8(s []int8, i int, x I32, m M) {
	if Any(m) {
		s[i] = int8(lastOf(x.AsUint32x8(), m))
	}
}

// StoreLastU8 sets s[i] to the low bits of what the highest lane of m has, if there is one.
func StoreLastU8(s []uint8, i int, x U32, m M) {
	if Any(m) {
		s[i] = uint8(lastOf(x, m))
	}
}

// StoreLastI16 sets s[i] to the low bits of what the highest lane of m has, if there is one.
func StoreLastI16(s []int16, i int, x I32, m M) {
	if Any(m) {
		s[i] = int16(lastOf(x.AsUint32x8(), m))
	}
}

// StoreLastU16 sets s[i] to the low bits of what the highest lane of m has, if there is one.
func StoreLastU16(s []uint16, i int, x U32, m M) {
	if Any(m) {
		s[i] = uint16(lastOf(x, m))
	}
}

// StoreLastF64 sets s[i] to what the highest lane of m has, if there is one.
func StoreLastF64(s []float64, i int, x F64, m M) {
	if Any(m) {
		*(*uint64)(unsafe.Pointer(&s[i])) = last64(BitsF64(x), m)
	}
}

// StoreLastI64 sets s[i] to what the highest lane of m has, if there is one.
func StoreLastI64(s []int64, i int, x I64, m M) {
	if Any(m) {
		s[i] = int64(last64(U64FromI64(x), m))
	}
}

// StoreLastU64 sets s[i] to what the highest lane of m has, if there is one.
func StoreLastU64(s []uint64, i int, x U64, m M) {
	if Any(m) {
		s[i] = last64(x, m)
	}
}
