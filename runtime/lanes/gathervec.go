package lanes

import "unsafe"

// Vector accesses of which lanes are missing, or whose vectors lie anywhere: lane l's is of k elements from s[idx_l]
// on, a power of two. Where one of a lane of m is not in s, or not at a multiple of its size, they
// return false and do nothing. Lanes that are not in m get some value.

// astray reports whether the vector of a lane of m is not in an array, of n elements of so many bytes, or not at a
// multiple of its size.
func astray(p unsafe.Pointer, n, size, k int, idx I32, m M) bool {
	if outside(max(n-k+1, 0), idx, m) || uintptr(p)&uintptr(size-1) != 0 {
		return true
	}
	at := idx.AsU32().Add(SplatU32(uint32(uintptr(p) / uintptr(size)))).And(SplatU32(uint32(k - 1)))
	return !None(AndNotM(m, at.Equal(U32{})))
}

// inRow reports whether all lanes are in m and their vectors, of two elements or four, lie one after another.
func inRow(idx I32, m M, k int) bool {
	d := idx.Sub(vectors(k))
	return d.Equal(d.Permute(U32{})).And(m).ToBits() == allLanes
}

// vectors returns how many elements lie in front of each lane's vector in such a row.
func vectors(k int) I32 {
	by := loadI32(&lanes32)
	by = by.Add(by)
	if k == 4 {
		by = by.Add(by)
	}
	return by
}

// pairs32 returns the two elements of each lane of m, of 32 bits, from p[idx_l] on; quads32 returns four.
func pairs32(p unsafe.Pointer, idx I32, m M) (a, b U32) {
	return gather32(p, idx, m), gather32(unsafe.Add(p, 4), idx, m)
}

func quads32(p unsafe.Pointer, idx I32, m M) (a, b, c, d U32) {
	a, b = pairs32(p, idx, m)
	c, d = pairs32(unsafe.Add(p, 8), idx, m)
	return a, b, c, d
}

// setPairs32 sets the elements of each lane of m. Vectors of two lanes are the same or do not meet, so that the last
// lane's stay.
func setPairs32(p unsafe.Pointer, idx I32, a, b U32, m M) {
	scatter32(p, idx, a, m)
	scatter32(unsafe.Add(p, 4), idx, b, m)
}

func setQuads32(p unsafe.Pointer, idx I32, a, b, c, d U32, m M) {
	setPairs32(p, idx, a, b, m)
	setPairs32(unsafe.Add(p, 8), idx, c, d, m)
}

// Gather2F32 returns s[idx_l] and s[idx_l+1], for lanes of m.
func Gather2F32(s []float32, idx I32, m M) (F32, F32, bool) {
	p := unsafe.Pointer(unsafe.SliceData(s))
	if astray(p, len(s), 4, 2, idx, m) {
		return F32{}, F32{}, false
	}
	if inRow(idx, m, 2) {
		a, b := Load2F32(s, int(first(idx)))
		return a, b, true
	}
	a, b := pairs32(p, idx, m)
	return a.AsF32(), b.AsF32(), true
}

// Scatter2F32 sets s[idx_l] and s[idx_l+1], for lanes of m.
func Scatter2F32(s []float32, idx I32, a, b F32, m M) bool {
	p := unsafe.Pointer(unsafe.SliceData(s))
	if astray(p, len(s), 4, 2, idx, m) {
		return false
	}
	if inRow(idx, m, 2) {
		Store2F32(s, int(first(idx)), a, b)
		return true
	}
	setPairs32(p, idx, a.AsU32(), b.AsU32(), m)
	return true
}

// Gather4F32 returns s[idx_l] to s[idx_l+3], for lanes of m.
func Gather4F32(s []float32, idx I32, m M) (F32, F32, F32, F32, bool) {
	p := unsafe.Pointer(unsafe.SliceData(s))
	if astray(p, len(s), 4, 4, idx, m) {
		return F32{}, F32{}, F32{}, F32{}, false
	}
	if inRow(idx, m, 4) {
		a, b, c, d := Load4F32(s, int(first(idx)))
		return a, b, c, d, true
	}
	a, b, c, d := quads32(p, idx, m)
	return a.AsF32(), b.AsF32(), c.AsF32(), d.AsF32(), true
}

// Scatter4F32 sets s[idx_l] to s[idx_l+3], for lanes of m.
func Scatter4F32(s []float32, idx I32, a, b, c, d F32, m M) bool {
	p := unsafe.Pointer(unsafe.SliceData(s))
	if astray(p, len(s), 4, 4, idx, m) {
		return false
	}
	if inRow(idx, m, 4) {
		Store4F32(s, int(first(idx)), a, b, c, d)
		return true
	}
	setQuads32(p, idx, a.AsU32(), b.AsU32(), c.AsU32(), d.AsU32(), m)
	return true
}

// Gather2I32 returns s[idx_l] and s[idx_l+1], for lanes of m.
func Gather2I32(s []int32, idx I32, m M) (I32, I32, bool) {
	p := unsafe.Pointer(unsafe.SliceData(s))
	if astray(p, len(s), 4, 2, idx, m) {
		return I32{}, I32{}, false
	}
	if inRow(idx, m, 2) {
		a, b := Load2I32(s, int(first(idx)))
		return a, b, true
	}
	a, b := pairs32(p, idx, m)
	return a.AsI32(), b.AsI32(), true
}

// Scatter2I32 sets s[idx_l] and s[idx_l+1], for lanes of m.
func Scatter2I32(s []int32, idx I32, a, b I32, m M) bool {
	p := unsafe.Pointer(unsafe.SliceData(s))
	if astray(p, len(s), 4, 2, idx, m) {
		return false
	}
	if inRow(idx, m, 2) {
		Store2I32(s, int(first(idx)), a, b)
		return true
	}
	setPairs32(p, idx, a.AsU32(), b.AsU32(), m)
	return true
}

// Gather4I32 returns s[idx_l] to s[idx_l+3], for lanes of m.
func Gather4I32(s []int32, idx I32, m M) (I32, I32, I32, I32, bool) {
	p := unsafe.Pointer(unsafe.SliceData(s))
	if astray(p, len(s), 4, 4, idx, m) {
		return I32{}, I32{}, I32{}, I32{}, false
	}
	if inRow(idx, m, 4) {
		a, b, c, d := Load4I32(s, int(first(idx)))
		return a, b, c, d, true
	}
	a, b, c, d := quads32(p, idx, m)
	return a.AsI32(), b.AsI32(), c.AsI32(), d.AsI32(), true
}

// Scatter4I32 sets s[idx_l] to s[idx_l+3], for lanes of m.
func Scatter4I32(s []int32, idx I32, a, b, c, d I32, m M) bool {
	p := unsafe.Pointer(unsafe.SliceData(s))
	if astray(p, len(s), 4, 4, idx, m) {
		return false
	}
	if inRow(idx, m, 4) {
		Store4I32(s, int(first(idx)), a, b, c, d)
		return true
	}
	setQuads32(p, idx, a.AsU32(), b.AsU32(), c.AsU32(), d.AsU32(), m)
	return true
}

// Gather2U32 returns s[idx_l] and s[idx_l+1], for lanes of m.
func Gather2U32(s []uint32, idx I32, m M) (U32, U32, bool) {
	p := unsafe.Pointer(unsafe.SliceData(s))
	if astray(p, len(s), 4, 2, idx, m) {
		return U32{}, U32{}, false
	}
	if inRow(idx, m, 2) {
		a, b := Load2U32(s, int(first(idx)))
		return a, b, true
	}
	a, b := pairs32(p, idx, m)
	return a, b, true
}

// Scatter2U32 sets s[idx_l] and s[idx_l+1], for lanes of m.
func Scatter2U32(s []uint32, idx I32, a, b U32, m M) bool {
	p := unsafe.Pointer(unsafe.SliceData(s))
	if astray(p, len(s), 4, 2, idx, m) {
		return false
	}
	if inRow(idx, m, 2) {
		Store2U32(s, int(first(idx)), a, b)
		return true
	}
	setPairs32(p, idx, a, b, m)
	return true
}

// Gather4U32 returns s[idx_l] to s[idx_l+3], for lanes of m.
func Gather4U32(s []uint32, idx I32, m M) (U32, U32, U32, U32, bool) {
	p := unsafe.Pointer(unsafe.SliceData(s))
	if astray(p, len(s), 4, 4, idx, m) {
		return U32{}, U32{}, U32{}, U32{}, false
	}
	if inRow(idx, m, 4) {
		a, b, c, d := Load4U32(s, int(first(idx)))
		return a, b, c, d, true
	}
	a, b, c, d := quads32(p, idx, m)
	return a, b, c, d, true
}

// Scatter4U32 sets s[idx_l] to s[idx_l+3], for lanes of m.
func Scatter4U32(s []uint32, idx I32, a, b, c, d U32, m M) bool {
	p := unsafe.Pointer(unsafe.SliceData(s))
	if astray(p, len(s), 4, 4, idx, m) {
		return false
	}
	if inRow(idx, m, 4) {
		Store4U32(s, int(first(idx)), a, b, c, d)
		return true
	}
	setQuads32(p, idx, a, b, c, d, m)
	return true
}

// Gather2F64 returns s[idx_l] and s[idx_l+1], for lanes of m.
func Gather2F64(s []float64, idx I32, m M) (F64, F64, bool) {
	p := unsafe.Pointer(unsafe.SliceData(s))
	if astray(p, len(s), 8, 2, idx, m) {
		return F64{}, F64{}, false
	}
	if inRow(idx, m, 2) {
		a, b := Load2F64(s, int(first(idx)))
		return a, b, true
	}
	return F64FromBits(gather64(p, idx, m)), F64FromBits(gather64(unsafe.Add(p, 8), idx, m)), true
}

// Scatter2F64 sets s[idx_l] and s[idx_l+1], for lanes of m.
func Scatter2F64(s []float64, idx I32, a, b F64, m M) bool {
	p := unsafe.Pointer(unsafe.SliceData(s))
	if astray(p, len(s), 8, 2, idx, m) {
		return false
	}
	if inRow(idx, m, 2) {
		Store2F64(s, int(first(idx)), a, b)
		return true
	}
	scatter64(p, idx, BitsF64(a), m)
	scatter64(unsafe.Add(p, 8), idx, BitsF64(b), m)
	return true
}

// Gather2I64 returns s[idx_l] and s[idx_l+1], for lanes of m.
func Gather2I64(s []int64, idx I32, m M) (I64, I64, bool) {
	p := unsafe.Pointer(unsafe.SliceData(s))
	if astray(p, len(s), 8, 2, idx, m) {
		return I64{}, I64{}, false
	}
	if inRow(idx, m, 2) {
		a, b := Load2I64(s, int(first(idx)))
		return a, b, true
	}
	return I64FromU64(gather64(p, idx, m)), I64FromU64(gather64(unsafe.Add(p, 8), idx, m)), true
}

// Scatter2I64 sets s[idx_l] and s[idx_l+1], for lanes of m.
func Scatter2I64(s []int64, idx I32, a, b I64, m M) bool {
	p := unsafe.Pointer(unsafe.SliceData(s))
	if astray(p, len(s), 8, 2, idx, m) {
		return false
	}
	if inRow(idx, m, 2) {
		Store2I64(s, int(first(idx)), a, b)
		return true
	}
	scatter64(p, idx, U64FromI64(a), m)
	scatter64(unsafe.Add(p, 8), idx, U64FromI64(b), m)
	return true
}

// Gather2U64 returns s[idx_l] and s[idx_l+1], for lanes of m.
func Gather2U64(s []uint64, idx I32, m M) (U64, U64, bool) {
	p := unsafe.Pointer(unsafe.SliceData(s))
	if astray(p, len(s), 8, 2, idx, m) {
		return U64{}, U64{}, false
	}
	if inRow(idx, m, 2) {
		a, b := Load2U64(s, int(first(idx)))
		return a, b, true
	}
	return gather64(p, idx, m), gather64(unsafe.Add(p, 8), idx, m), true
}

// Scatter2U64 sets s[idx_l] and s[idx_l+1], for lanes of m.
func Scatter2U64(s []uint64, idx I32, a, b U64, m M) bool {
	p := unsafe.Pointer(unsafe.SliceData(s))
	if astray(p, len(s), 8, 2, idx, m) {
		return false
	}
	if inRow(idx, m, 2) {
		Store2U64(s, int(first(idx)), a, b)
		return true
	}
	scatter64(p, idx, a, m)
	scatter64(unsafe.Add(p, 8), idx, b, m)
	return true
}
