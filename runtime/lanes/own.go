package lanes

// Stores of some lanes to memory that no other goroutine accesses, as the shared memory of a CTA
// and what its threads keep: as StoreMasked, but where there are elements for all lanes those of
// the others are read and written back. Some processors take many times as long for a store with
// a mask.

// StoreOwnF32 sets s[i+l] in lanes of m.
func StoreOwnF32(s []float32, i int, v F32, m M) bool {
	if !whole(len(s), i) {
		return StoreMaskedF32(s, i, v, m)
	}
	StoreF32(s, i, MergeF32(v, LoadF32(s, i), m))
	return true
}

// StoreOwnI32 sets s[i+l] in lanes of m.
func StoreOwnI32(s []int32, i int, v I32, m M) bool {
	if !whole(len(s), i) {
		return StoreMaskedI32(s, i, v, m)
	}
	StoreI32(s, i, MergeI32(v, LoadI32(s, i), m))
	return true
}

// StoreOwnU32 sets s[i+l] in lanes of m.
func StoreOwnU32(s []uint32, i int, v U32, m M) bool {
	if !whole(len(s), i) {
		return StoreMaskedU32(s, i, v, m)
	}
	StoreU32(s, i, MergeU32(v, LoadU32(s, i), m))
	return true
}

// StoreOwnF64 sets s[i+l] in lanes of m.
func StoreOwnF64(s []float64, i int, v F64, m M) bool {
	if !whole(len(s), i) {
		return StoreMaskedF64(s, i, v, m)
	}
	StoreF64(s, i, MergeF64(v, LoadF64(s, i), m))
	return true
}

// StoreOwnI64 sets s[i+l] in lanes of m.
func StoreOwnI64(s []int64, i int, v I64, m M) bool {
	if !whole(len(s), i) {
		return StoreMaskedI64(s, i, v, m)
	}
	StoreI64(s, i, MergeI64(v, LoadI64(s, i), m))
	return true
}

// StoreOwnU64 sets s[i+l] in lanes of m.
func StoreOwnU64(s []uint64, i int, v U64, m M) bool {
	if !whole(len(s), i) {
		return StoreMaskedU64(s, i, v, m)
	}
	StoreU64(s, i, MergeU64(v, LoadU64(s, i), m))
	return true
}

// StoreOwnU8 sets s[i+l] to the low bits in lanes of m.
func StoreOwnU8(s []uint8, i int, v U32, m M) bool {
	if !whole(len(s), i) {
		return StoreMaskedU8(s, i, v, m)
	}
	StoreU8(s, i, MergeU32(v, LoadU8(s, i), m))
	return true
}

// StoreOwnI8 sets s[i+l] to the low bits in lanes of m.
func StoreOwnI8(s []int8, i int, v I32, m M) bool {
	if !whole(len(s), i) {
		return StoreMaskedI8(s, i, v, m)
	}
	StoreI8(s, i, MergeI32(v, LoadI8(s, i), m))
	return true
}

// StoreOwnU16 sets s[i+l] to the low bits in lanes of m.
func StoreOwnU16(s []uint16, i int, v U32, m M) bool {
	if !whole(len(s), i) {
		return StoreMaskedU16(s, i, v, m)
	}
	StoreU16(s, i, MergeU32(v, LoadU16(s, i), m))
	return true
}

// StoreOwnI16 sets s[i+l] to the low bits in lanes of m.
func StoreOwnI16(s []int16, i int, v I32, m M) bool {
	if !whole(len(s), i) {
		return StoreMaskedI16(s, i, v, m)
	}
	StoreI16(s, i, MergeI32(v, LoadI16(s, i), m))
	return true
}
