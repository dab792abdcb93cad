//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import (
	"math/bits"
	"unsafe"
)

// Scatters: s[idx_l] becomes lane l's value, in the order of lanes, for lanes of m
// only. Where an index of a lane of m is outside of s they return false and write
// nothing.

// scatter sets elements of an array, of at most 32 bits, to the low bits of lanes.
func scatter[T uint8 | uint16 | uint32](p unsafe.Pointer, at, v *[8]uint32, in uint8) {
	for ; in != 0; in &= in - 1 {
		l := bits.TrailingZeros8(in) & 7
		set(p, uint64(at[l]), T(v[l]))
	}
}

func set[T any](p unsafe.Pointer, i uint64, x T) {
	*(*T)(unsafe.Add(p, uintptr(i)*unsafe.Sizeof(x))) = x
}

// setTwo sets the elements of two indices to two values that lie side by side.
func setTwo[T uint8 | uint16 | uint32](p unsafe.Pointer, i, x uint64) {
	set(p, uint64(uint32(i)), T(x))
	set(p, i>>32, T(x>>32))
}

func scatter8(p unsafe.Pointer, idx I32, v U32, m M) {
	if All(m) {
		a, b, c, d := indices(idx)
		x, y, z, w := indices(v.AsInt32x8())
		setTwo[uint8](p, a, x)
		setTwo[uint8](p, b, y)
		setTwo[uint8](p, c, z)
		setTwo[uint8](p, d, w)
		return
	}
	var at, x [8]uint32
	idx.AsUint32x8().StoreArray(&at)
	v.StoreArray(&x)
	scatter[uint8](p, &at, &x, m.ToBits())
}

func scatter16(p unsafe.Pointer, idx I32, v U32, m M) {
	if All(m) {
		a, b, c, d := indices(idx)
		x, y, z, w := indices(v.AsInt32x8())
		setTwo[uint16](p, a, x)
		setTwo[uint16](p, b, y)
		setTwo[uint16](p, c, z)
		setTwo[uint16](p, d, w)
		return
	}
	var at, x [8]uint32
	idx.AsUint32x8().StoreArray(&at)
	v.StoreArray(&x)
	scatter[uint16](p, &at, &x, m.ToBits())
}

func scatter32(p unsafe.Pointer, idx I32, v U32, m M) {
	if All(m) {
		a, b, c, d := indices(idx)
		x, y, z, w := indices(v.AsInt32x8())
		setTwo[uint32](p, a, x)
		setTwo[uint32](p, b, y)
		setTwo[uint32](p, c, z)
		setTwo[uint32](p, d, w)
		return
	}
	var at, x [8]uint32
	idx.AsUint32x8().StoreArray(&at)
	v.StoreArray(&x)
	scatter[uint32](p, &at, &x, m.ToBits())
}

func scatter64(p unsafe.Pointer, idx I32, v U64, m M) {
	var at [8]uint32
	var lo, hi [4]uint64
	idx.AsUint32x8().StoreArray(&at)
	v.Lo.StoreArray(&lo)
	v.Hi.StoreArray(&hi)
	in := m.ToBits()
	for b := in & 15; b != 0; b &= b - 1 {
		l := bits.TrailingZeros8(b) & 3
		set(p, uint64(at[l]), lo[l])
	}
	for b := in >> 4; b != 0; b &= b - 1 {
		l := bits.TrailingZeros8(b) & 3
		set(p, uint64(at[l+4]), hi[l])
	}
}

// ScatterF32 sets s[idx_l], for lanes of m.
func ScatterF32(s []float32, idx I32, v F32, m M) bool {
	if outside(len(s), idx, m) {
		return false
	}
	scatter32(unsafe.Pointer(unsafe.SliceData(s)), idx, v.AsUint32x8(), m)
	return true
}

// ScatterI32 sets s[idx_l], for lanes of m.
func ScatterI32(s []int32, idx I32, v I32, m M) bool {
	if outside(len(s), idx, m) {
		return false
	}
	scatter32(unsafe.Pointer(unsafe.SliceData(s)), idx, v.AsUint32x8(), m)
	return true
}

// ScatterU32 sets s[idx_l], for lanes of m.
func ScatterU32(s []uint32, idx I32, v U32, m M) bool {
	if outside(len(s), idx, m) {
		return false
	}
	scatter32(unsafe.Pointer(unsafe.SliceData(s)), idx, v, m)
	return true
}

// ScatterF64 sets s[idx_l], for lanes of m.
func ScatterF64(s []float64, idx I32, v F64, m M) bool {
	if outside(len(s), idx, m) {
		return false
	}
	scatter64(unsafe.Pointer(unsafe.SliceData(s)), idx, BitsF64(v), m)
	return true
}

// ScatterI64 sets s[idx_l], for lanes of m.
func ScatterI64(s []int64, idx I32, v I64, m M) bool {
	if outside(len(s), idx, m) {
		return false
	}
	scatter64(unsafe.Pointer(unsafe.SliceData(s)), idx, U64FromI64(v), m)
	return true
}

// ScatterU64 sets s[idx_l], for lanes of m.
func ScatterU64(s []uint64, idx I32, v U64, m M) bool {
	if outside(len(s), idx, m) {
		return false
	}
	scatter64(unsafe.Pointer(unsafe.SliceData(s)), idx, v, m)
	return true
}

// ScatterU8 sets s[idx_l] to the low bits of lanes, for lanes of m.
func ScatterU8(s []uint8, idx I32, v U32, m M) bool {
	if outside(len(s), idx, m) {
		return false
	}
	scatter8(unsafe.Pointer(unsafe.SliceData(s)), idx, v, m)
	return true
}

// ScatterI8 sets s[idx_l] to the low bits of lanes, for lanes of m.
func ScatterI8(s []int8, idx I32, v I32, m M) bool {
	if outside(len(s), idx, m) {
		return false
	}
	scatter8(unsafe.Pointer(unsafe.SliceData(s)), idx, v.AsUint32x8(), m)
	return true
}

// ScatterU16 sets s[idx_l] to the low bits of lanes, for lanes of m.
func ScatterU16(s []uint16, idx I32, v U32, m M) bool {
	if outside(len(s), idx, m) {
		return false
	}
	scatter16(unsafe.Pointer(unsafe.SliceData(s)), idx, v, m)
	return true
}

// ScatterI16 sets s[idx_l] to the low bits of lanes, for lanes of m.
func ScatterI16(s []int16, idx I32, v I32, m M) bool {
	if outside(len(s), idx, m) {
		return false
	}
	scatter16(unsafe.Pointer(unsafe.SliceData(s)), idx, v.AsUint32x8(), m)
	return true
}
