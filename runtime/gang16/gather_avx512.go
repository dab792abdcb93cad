//go:build goexperiment.simd && amd64

package gang16

import "unsafe"

// Gathers of elements that follow each other are one load, and inlined. Any others are a call: two
// halves of eight loads each are too long for more.

//go:noinline
func gatherAny32(p unsafe.Pointer, idx I32, m M) U32 { return gather32(p, idx, m) }

// GatherF32 returns s[idx_l], for lanes of m.
func GatherF32(s []float32, idx I32, m M) (F32, bool) {
	if outside(len(s), idx, m) {
		return F32{}, false
	}
	if follow(idx, m) {
		return LoadF32(s, int(idx.GetLo().GetLo().GetElem(0))), true
	}
	return gatherAny32(unsafe.Pointer(unsafe.SliceData(s)), idx, m).AsFloat32x16(), true
}

// GatherI32 returns s[idx_l], for lanes of m.
func GatherI32(s []int32, idx I32, m M) (I32, bool) {
	if outside(len(s), idx, m) {
		return I32{}, false
	}
	if follow(idx, m) {
		return LoadI32(s, int(idx.GetLo().GetLo().GetElem(0))), true
	}
	return gatherAny32(unsafe.Pointer(unsafe.SliceData(s)), idx, m).AsInt32x16(), true
}

// GatherU32 returns s[idx_l], for lanes of m.
func GatherU32(s []uint32, idx I32, m M) (U32, bool) {
	if outside(len(s), idx, m) {
		return U32{}, false
	}
	if follow(idx, m) {
		return LoadU32(s, int(idx.GetLo().GetLo().GetElem(0))), true
	}
	return gatherAny32(unsafe.Pointer(unsafe.SliceData(s)), idx, m), true
}
