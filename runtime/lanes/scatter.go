package lanes

import "unsafe"

// Scatters: s[idx_l] becomes lane l's value, in the order of lanes, for lanes of m
// only. Where an index of a lane of m is outside of s they return false and write
// nothing. Elements of 32 and 64 bits that follow each other are stored at once, see follow.

// ScatterF32 sets s[idx_l], for lanes of m.
func ScatterF32(s []float32, idx I32, v F32, m M) bool {
	if outside(len(s), idx, m) {
		return false
	}
	if follow(idx, m) {
		StoreF32(s, int(first(idx)), v)
		return true
	}
	scatter32(unsafe.Pointer(unsafe.SliceData(s)), idx, v.AsU32(), m)
	return true
}

// ScatterI32 sets s[idx_l], for lanes of m.
func ScatterI32(s []int32, idx I32, v I32, m M) bool {
	if outside(len(s), idx, m) {
		return false
	}
	if follow(idx, m) {
		StoreI32(s, int(first(idx)), v)
		return true
	}
	scatter32(unsafe.Pointer(unsafe.SliceData(s)), idx, v.AsU32(), m)
	return true
}

// ScatterU32 sets s[idx_l], for lanes of m.
func ScatterU32(s []uint32, idx I32, v U32, m M) bool {
	if outside(len(s), idx, m) {
		return false
	}
	if follow(idx, m) {
		StoreU32(s, int(first(idx)), v)
		return true
	}
	scatter32(unsafe.Pointer(unsafe.SliceData(s)), idx, v, m)
	return true
}

// ScatterF64 sets s[idx_l], for lanes of m.
func ScatterF64(s []float64, idx I32, v F64, m M) bool {
	if outside(len(s), idx, m) {
		return false
	}
	if follow(idx, m) {
		StoreF64(s, int(first(idx)), v)
		return true
	}
	scatter64(unsafe.Pointer(unsafe.SliceData(s)), idx, BitsF64(v), m)
	return true
}

// ScatterI64 sets s[idx_l], for lanes of m.
func ScatterI64(s []int64, idx I32, v I64, m M) bool {
	if outside(len(s), idx, m) {
		return false
	}
	if follow(idx, m) {
		StoreI64(s, int(first(idx)), v)
		return true
	}
	scatter64(unsafe.Pointer(unsafe.SliceData(s)), idx, U64FromI64(v), m)
	return true
}

// ScatterU64 sets s[idx_l], for lanes of m.
func ScatterU64(s []uint64, idx I32, v U64, m M) bool {
	if outside(len(s), idx, m) {
		return false
	}
	if follow(idx, m) {
		StoreU64(s, int(first(idx)), v)
		return true
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
	scatter8(unsafe.Pointer(unsafe.SliceData(s)), idx, v.AsU32(), m)
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
	scatter16(unsafe.Pointer(unsafe.SliceData(s)), idx, v.AsU32(), m)
	return true
}
