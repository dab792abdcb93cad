package lanes

// Gathers of what is mostly one element for all lanes, as where an index is that of a row: s[i/n]. It is loaded once
// then.

// share reports whether all lanes are in m and have the same index.
func share(idx I32, m M) bool {
	return idx.Equal(idx.Permute(U32{})).And(m).ToBits() == allLanes
}

// GatherSameF32 is [GatherF32].
func GatherSameF32(s []float32, idx I32, m M) (F32, bool) {
	if !share(idx, m) {
		return GatherF32(s, idx, m)
	}
	i := first(idx)
	if uint(i) >= uint(len(s)) {
		return F32{}, false
	}
	return SplatF32(s[i]), true
}

// GatherSameI32 is [GatherI32].
func GatherSameI32(s []int32, idx I32, m M) (I32, bool) {
	if !share(idx, m) {
		return GatherI32(s, idx, m)
	}
	i := first(idx)
	if uint(i) >= uint(len(s)) {
		return I32{}, false
	}
	return SplatI32(s[i]), true
}

// GatherSameU32 is [GatherU32].
func GatherSameU32(s []uint32, idx I32, m M) (U32, bool) {
	if !share(idx, m) {
		return GatherU32(s, idx, m)
	}
	i := first(idx)
	if uint(i) >= uint(len(s)) {
		return U32{}, false
	}
	return SplatU32(s[i]), true
}

// GatherSameF64 is [GatherF64].
func GatherSameF64(s []float64, idx I32, m M) (F64, bool) {
	if !share(idx, m) {
		return GatherF64(s, idx, m)
	}
	i := first(idx)
	if uint(i) >= uint(len(s)) {
		return F64{}, false
	}
	return SplatF64(s[i]), true
}

// GatherSameI64 is [GatherI64].
func GatherSameI64(s []int64, idx I32, m M) (I64, bool) {
	if !share(idx, m) {
		return GatherI64(s, idx, m)
	}
	i := first(idx)
	if uint(i) >= uint(len(s)) {
		return I64{}, false
	}
	return SplatI64(s[i]), true
}

// GatherSameU64 is [GatherU64].
func GatherSameU64(s []uint64, idx I32, m M) (U64, bool) {
	if !share(idx, m) {
		return GatherU64(s, idx, m)
	}
	i := first(idx)
	if uint(i) >= uint(len(s)) {
		return U64{}, false
	}
	return SplatU64(s[i]), true
}
