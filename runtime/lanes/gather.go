package lanes

import "unsafe"

// Gathers: lane l's element is s[idx_l]. Where an index of a lane of m is outside
// of s they return false and read nothing. Lanes that are not in m get some value.
// AVX2's own gathers are not in archsimd, and no faster than eight loads.

// outside reports whether an index of a lane of m is not below n.
func outside(n int, idx I32, m M) bool {
	u := idx.AsU32()
	end := SplatU32(uint32(min(int64(n), 1<<31)))
	return u.Max(end).Equal(u).And(m).ToBits() != 0
}

// present returns idx, with the index of some lane of m in all lanes that are not
// in m, of which there is one at least.
func present(idx I32, m M) I32 {
	if b := m.ToBits(); b != allLanes {
		return idx.Merge(idx.Permute(SplatU32(uint32(lowest(b)))), m)
	}
	return idx
}

// follow reports whether all lanes are in m and the index of each is one more than that of the
// lane before it, as those of many a clamped address: all elements are loaded at once then.
func follow(idx I32, m M) bool {
	d := idx.Sub(loadI32(&lanes32))
	return d.Equal(d.Permute(U32{})).And(m).ToBits() == allLanes
}

// GatherF32 returns s[idx_l], for lanes of m.
func GatherF32(s []float32, idx I32, m M) (F32, bool) {
	if outside(len(s), idx, m) {
		return F32{}, false
	}
	if follow(idx, m) {
		return LoadF32(s, int(first(idx))), true
	}
	return gather32(unsafe.Pointer(unsafe.SliceData(s)), idx, m).AsF32(), true
}

// GatherI32 returns s[idx_l], for lanes of m.
func GatherI32(s []int32, idx I32, m M) (I32, bool) {
	if outside(len(s), idx, m) {
		return I32{}, false
	}
	if follow(idx, m) {
		return LoadI32(s, int(first(idx))), true
	}
	return gather32(unsafe.Pointer(unsafe.SliceData(s)), idx, m).AsI32(), true
}

// GatherU32 returns s[idx_l], for lanes of m.
func GatherU32(s []uint32, idx I32, m M) (U32, bool) {
	if outside(len(s), idx, m) {
		return U32{}, false
	}
	if follow(idx, m) {
		return LoadU32(s, int(first(idx))), true
	}
	return gather32(unsafe.Pointer(unsafe.SliceData(s)), idx, m), true
}

// GatherF64 returns s[idx_l], for lanes of m.
func GatherF64(s []float64, idx I32, m M) (F64, bool) {
	if outside(len(s), idx, m) {
		return F64{}, false
	}
	if follow(idx, m) {
		return LoadF64(s, int(first(idx))), true
	}
	return F64FromBits(gather64(unsafe.Pointer(unsafe.SliceData(s)), idx, m)), true
}

// GatherI64 returns s[idx_l], for lanes of m.
func GatherI64(s []int64, idx I32, m M) (I64, bool) {
	if outside(len(s), idx, m) {
		return I64{}, false
	}
	if follow(idx, m) {
		return LoadI64(s, int(first(idx))), true
	}
	return I64FromU64(gather64(unsafe.Pointer(unsafe.SliceData(s)), idx, m)), true
}

// GatherU64 returns s[idx_l], for lanes of m.
func GatherU64(s []uint64, idx I32, m M) (U64, bool) {
	if outside(len(s), idx, m) {
		return U64{}, false
	}
	if follow(idx, m) {
		return LoadU64(s, int(first(idx))), true
	}
	return gather64(unsafe.Pointer(unsafe.SliceData(s)), idx, m), true
}

// GatherU8 returns s[idx_l], for lanes of m.
func GatherU8(s []uint8, idx I32, m M) (U32, bool) {
	if outside(len(s), idx, m) {
		return U32{}, false
	}
	if follow(idx, m) {
		return LoadU8(s, int(first(idx))), true
	}
	return gather8(unsafe.Pointer(unsafe.SliceData(s)), idx, m), true
}

// GatherI8 returns s[idx_l], for lanes of m.
func GatherI8(s []int8, idx I32, m M) (I32, bool) {
	if outside(len(s), idx, m) {
		return I32{}, false
	}
	if follow(idx, m) {
		return LoadI8(s, int(first(idx))), true
	}
	return S8(gather8(unsafe.Pointer(unsafe.SliceData(s)), idx, m).AsI32()), true
}

// GatherU16 returns s[idx_l], for lanes of m.
func GatherU16(s []uint16, idx I32, m M) (U32, bool) {
	if outside(len(s), idx, m) {
		return U32{}, false
	}
	if follow(idx, m) {
		return LoadU16(s, int(first(idx))), true
	}
	return gather16(unsafe.Pointer(unsafe.SliceData(s)), idx, m), true
}

// GatherI16 returns s[idx_l], for lanes of m.
func GatherI16(s []int16, idx I32, m M) (I32, bool) {
	if outside(len(s), idx, m) {
		return I32{}, false
	}
	if follow(idx, m) {
		return LoadI16(s, int(first(idx))), true
	}
	return S16(gather16(unsafe.Pointer(unsafe.SliceData(s)), idx, m).AsI32()), true
}

// NarrowI64 returns indices of 64 bits as some of 32 bits, or false where one of a
// lane of m needs more: no access can be told from it then.
func NarrowI64(x I64, m M) (I32, bool) {
	lo, hi := I32FromI64(x), HighU64(U64FromI64(x)).AsI32()
	return lo, None(AndNotM(m, SignI32(lo).Equal(hi)))
}
