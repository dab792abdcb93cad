package lanes

// Vector accesses of some lanes whose vectors follow each other: lane l's is of k elements from s[i+k*l] on. They do
// what those of gathervec.go do with such indices, and have less to ask where the vectors of all lanes are inside.

// row returns the index of each lane's vector. Where that is no number of 32 bits it is outside of any slice.
func row(i, k int) I32 {
	if i != int(int32(i)) {
		return SplatI32(-1)
	}
	return SplatI32(int32(i)).Add(vectors(k))
}

// LoadMasked2F32 returns s[i+2*l] and s[i+2*l+1], for lanes of m.
func LoadMasked2F32(s []float32, i int, m M) (F32, F32, bool) {
	if Within(s, i, 2) {
		a, b := Load2F32(s, i)
		return a, b, true
	}
	return Gather2F32(s, row(i, 2), m)
}

// StoreMasked2F32 sets s[i+2*l] and s[i+2*l+1], for lanes of m.
func StoreMasked2F32(s []float32, i int, a, b F32, m M) bool {
	if All(m) && Within(s, i, 2) {
		Store2F32(s, i, a, b)
		return true
	}
	return Scatter2F32(s, row(i, 2), a, b, m)
}

// LoadMasked4F32 returns s[i+4*l] to s[i+4*l+3], for lanes of m.
func LoadMasked4F32(s []float32, i int, m M) (F32, F32, F32, F32, bool) {
	if Within(s, i, 4) {
		a, b, c, d := Load4F32(s, i)
		return a, b, c, d, true
	}
	return Gather4F32(s, row(i, 4), m)
}

// StoreMasked4F32 sets s[i+4*l] to s[i+4*l+3], for lanes of m.
func StoreMasked4F32(s []float32, i int, a, b, c, d F32, m M) bool {
	if All(m) && Within(s, i, 4) {
		Store4F32(s, i, a, b, c, d)
		return true
	}
	return Scatter4F32(s, row(i, 4), a, b, c, d, m)
}

// LoadMasked2I32 returns s[i+2*l] and s[i+2*l+1], for lanes of m.
func LoadMasked2I32(s []int32, i int, m M) (I32, I32, bool) {
	if Within(s, i, 2) {
		a, b := Load2I32(s, i)
		return a, b, true
	}
	return Gather2I32(s, row(i, 2), m)
}

// StoreMasked2I32 sets s[i+2*l] and s[i+2*l+1], for lanes of m.
func StoreMasked2I32(s []int32, i int, a, b I32, m M) bool {
	if All(m) && Within(s, i, 2) {
		Store2I32(s, i, a, b)
		return true
	}
	return Scatter2I32(s, row(i, 2), a, b, m)
}

// LoadMasked4I32 returns s[i+4*l] to s[i+4*l+3], for lanes of m.
func LoadMasked4I32(s []int32, i int, m M) (I32, I32, I32, I32, bool) {
	if Within(s, i, 4) {
		a, b, c, d := Load4I32(s, i)
		return a, b, c, d, true
	}
	return Gather4I32(s, row(i, 4), m)
}

// StoreMasked4I32 sets s[i+4*l] to s[i+4*l+3], for lanes of m.
func StoreMasked4I32(s []int32, i int, a, b, c, d I32, m M) bool {
	if All(m) && Within(s, i, 4) {
		Store4I32(s, i, a, b, c, d)
		return true
	}
	return Scatter4I32(s, row(i, 4), a, b, c, d, m)
}

// LoadMasked2U32 returns s[i+2*l] and s[i+2*l+1], for lanes of m.
func LoadMasked2U32(s []uint32, i int, m M) (U32, U32, bool) {
	if Within(s, i, 2) {
		a, b := Load2U32(s, i)
		return a, b, true
	}
	return Gather2U32(s, row(i, 2), m)
}

// StoreMasked2U32 sets s[i+2*l] and s[i+2*l+1], for lanes of m.
func StoreMasked2U32(s []uint32, i int, a, b U32, m M) bool {
	if All(m) && Within(s, i, 2) {
		Store2U32(s, i, a, b)
		return true
	}
	return Scatter2U32(s, row(i, 2), a, b, m)
}

// LoadMasked4U32 returns s[i+4*l] to s[i+4*l+3], for lanes of m.
func LoadMasked4U32(s []uint32, i int, m M) (U32, U32, U32, U32, bool) {
	if Within(s, i, 4) {
		a, b, c, d := Load4U32(s, i)
		return a, b, c, d, true
	}
	return Gather4U32(s, row(i, 4), m)
}

// StoreMasked4U32 sets s[i+4*l] to s[i+4*l+3], for lanes of m.
func StoreMasked4U32(s []uint32, i int, a, b, c, d U32, m M) bool {
	if All(m) && Within(s, i, 4) {
		Store4U32(s, i, a, b, c, d)
		return true
	}
	return Scatter4U32(s, row(i, 4), a, b, c, d, m)
}

// LoadMasked2F64 returns s[i+2*l] and s[i+2*l+1], for lanes of m.
func LoadMasked2F64(s []float64, i int, m M) (F64, F64, bool) {
	if Within(s, i, 2) {
		a, b := Load2F64(s, i)
		return a, b, true
	}
	return Gather2F64(s, row(i, 2), m)
}

// StoreMasked2F64 sets s[i+2*l] and s[i+2*l+1], for lanes of m.
func StoreMasked2F64(s []float64, i int, a, b F64, m M) bool {
	if All(m) && Within(s, i, 2) {
		Store2F64(s, i, a, b)
		return true
	}
	return Scatter2F64(s, row(i, 2), a, b, m)
}

// LoadMasked2I64 returns s[i+2*l] and s[i+2*l+1], for lanes of m.
func LoadMasked2I64(s []int64, i int, m M) (I64, I64, bool) {
	if Within(s, i, 2) {
		a, b := Load2I64(s, i)
		return a, b, true
	}
	return Gather2I64(s, row(i, 2), m)
}

// StoreMasked2I64 sets s[i+2*l] and s[i+2*l+1], for lanes of m.
func StoreMasked2I64(s []int64, i int, a, b I64, m M) bool {
	if All(m) && Within(s, i, 2) {
		Store2I64(s, i, a, b)
		return true
	}
	return Scatter2I64(s, row(i, 2), a, b, m)
}

// LoadMasked2U64 returns s[i+2*l] and s[i+2*l+1], for lanes of m.
func LoadMasked2U64(s []uint64, i int, m M) (U64, U64, bool) {
	if Within(s, i, 2) {
		a, b := Load2U64(s, i)
		return a, b, true
	}
	return Gather2U64(s, row(i, 2), m)
}

// StoreMasked2U64 sets s[i+2*l] and s[i+2*l+1], for lanes of m.
func StoreMasked2U64(s []uint64, i int, a, b U64, m M) bool {
	if All(m) && Within(s, i, 2) {
		Store2U64(s, i, a, b)
		return true
	}
	return Scatter2U64(s, row(i, 2), a, b, m)
}
