package lanes

import "unsafe"

// Contiguous accesses of some lanes: lane l's element is s[i+l], and those of lanes
// that are not in m need not exist. Where one of a lane of m is outside of s they
// return false and do nothing. A load may read elements between those of lanes of
// m, and gives the other lanes some value; a store leaves all others alone.

// whole reports whether s[i] to s[i+Width-1] are among n elements.
func whole(n, i int) bool { return i >= 0 && i <= n-Width }

// edge returns the first lane of m, and whether all lanes of m have elements, of n
// elements of which lane 0 has number i. There is a lane in m.
func edge(n, i int, m M) (first int, ok bool) {
	b := m.ToBits()
	first = lowest(b)
	return first, i >= -first && i < n-length(b)+1
}

// from returns the lanes' numbers from a first one on.
func from(first int) I32 { return loadI32(&lanes32).Sub(SplatI32(int32(first))) }

//go:noinline
func loadEdge8(p unsafe.Pointer, n, i int, m M) (U32, bool) {
	if None(m) {
		return U32{}, true
	}
	first, ok := edge(n, i, m)
	if !ok {
		return U32{}, false
	}
	return gather8(unsafe.Add(p, (i+first)*1), from(first), m), true
}

//go:noinline
func storeEdge8(p unsafe.Pointer, n, i int, v U32, m M) bool {
	if None(m) {
		return true
	}
	first, ok := edge(n, i, m)
	if ok {
		scatter8(unsafe.Add(p, (i+first)*1), from(first), v, m)
	}
	return ok
}

//go:noinline
func loadEdge16(p unsafe.Pointer, n, i int, m M) (U32, bool) {
	if None(m) {
		return U32{}, true
	}
	first, ok := edge(n, i, m)
	if !ok {
		return U32{}, false
	}
	return gather16(unsafe.Add(p, (i+first)*2), from(first), m), true
}

//go:noinline
func storeEdge16(p unsafe.Pointer, n, i int, v U32, m M) bool {
	if None(m) {
		return true
	}
	first, ok := edge(n, i, m)
	if ok {
		scatter16(unsafe.Add(p, (i+first)*2), from(first), v, m)
	}
	return ok
}

//go:noinline
func loadEdge32(p unsafe.Pointer, n, i int, m M) (U32, bool) {
	if None(m) {
		return U32{}, true
	}
	first, ok := edge(n, i, m)
	if !ok {
		return U32{}, false
	}
	return gather32(unsafe.Add(p, (i+first)*4), from(first), m), true
}

//go:noinline
func storeEdge32(p unsafe.Pointer, n, i int, v U32, m M) bool {
	if None(m) {
		return true
	}
	first, ok := edge(n, i, m)
	if ok {
		scatter32(unsafe.Add(p, (i+first)*4), from(first), v, m)
	}
	return ok
}

//go:noinline
func loadEdge64(p unsafe.Pointer, n, i int, m M) (U64, bool) {
	if None(m) {
		return U64{}, true
	}
	first, ok := edge(n, i, m)
	if !ok {
		return U64{}, false
	}
	return gather64(unsafe.Add(p, (i+first)*8), from(first), m), true
}

//go:noinline
func storeEdge64(p unsafe.Pointer, n, i int, v U64, m M) bool {
	if None(m) {
		return true
	}
	first, ok := edge(n, i, m)
	if ok {
		scatter64(unsafe.Add(p, (i+first)*8), from(first), v, m)
	}
	return ok
}

// LoadMaskedF32 returns s[i+l] in lanes of m.
func LoadMaskedF32(s []float32, i int, m M) (F32, bool) {
	if whole(len(s), i) {
		return LoadF32(s, i), true
	}
	v, ok := loadEdge32(unsafe.Pointer(unsafe.SliceData(s)), len(s), i, m)
	return v.AsF32(), ok
}

// StoreMaskedF32 sets s[i+l] in lanes of m.
func StoreMaskedF32(s []float32, i int, v F32, m M) bool {
	if whole(len(s), i) {
		if All(m) {
			StoreF32(s, i, v)
		} else {
			v.StoreArrayMasked((*[Width]float32)(s[i:i+Width:len(s)]), m)
		}
		return true
	}
	return storeEdge32(unsafe.Pointer(unsafe.SliceData(s)), len(s), i, v.AsU32(), m)
}

// LoadMaskedI32 returns s[i+l] in lanes of m.
func LoadMaskedI32(s []int32, i int, m M) (I32, bool) {
	if whole(len(s), i) {
		return LoadI32(s, i), true
	}
	v, ok := loadEdge32(unsafe.Pointer(unsafe.SliceData(s)), len(s), i, m)
	return v.AsI32(), ok
}

// StoreMaskedI32 sets s[i+l] in lanes of m.
func StoreMaskedI32(s []int32, i int, v I32, m M) bool {
	if whole(len(s), i) {
		if All(m) {
			StoreI32(s, i, v)
		} else {
			v.StoreArrayMasked((*[Width]int32)(s[i:i+Width:len(s)]), m)
		}
		return true
	}
	return storeEdge32(unsafe.Pointer(unsafe.SliceData(s)), len(s), i, v.AsU32(), m)
}

// LoadMaskedU32 returns s[i+l] in lanes of m.
func LoadMaskedU32(s []uint32, i int, m M) (U32, bool) {
	if whole(len(s), i) {
		return LoadU32(s, i), true
	}
	v, ok := loadEdge32(unsafe.Pointer(unsafe.SliceData(s)), len(s), i, m)
	return v, ok
}

// StoreMaskedU32 sets s[i+l] in lanes of m.
func StoreMaskedU32(s []uint32, i int, v U32, m M) bool {
	if whole(len(s), i) {
		if All(m) {
			StoreU32(s, i, v)
		} else {
			v.StoreArrayMasked((*[Width]uint32)(s[i:i+Width:len(s)]), m)
		}
		return true
	}
	return storeEdge32(unsafe.Pointer(unsafe.SliceData(s)), len(s), i, v, m)
}

// LoadMaskedF64 returns s[i+l] in lanes of m.
func LoadMaskedF64(s []float64, i int, m M) (F64, bool) {
	if whole(len(s), i) {
		return LoadF64(s, i), true
	}
	v, ok := loadEdge64(unsafe.Pointer(unsafe.SliceData(s)), len(s), i, m)
	return F64FromBits(v), ok
}

// StoreMaskedF64 sets s[i+l] in lanes of m.
func StoreMaskedF64(s []float64, i int, v F64, m M) bool {
	if !whole(len(s), i) {
		return storeEdge64(unsafe.Pointer(unsafe.SliceData(s)), len(s), i, BitsF64(v), m)
	}
	if All(m) {
		StoreF64(s, i, v)
		return true
	}
	p := (*[2][Half]float64)(unsafe.Pointer((*[Width]float64)(s[i : i+Width : len(s)])))
	lo, hi := mask64(m)
	v.Lo.StoreArrayMasked(&p[0], lo)
	v.Hi.StoreArrayMasked(&p[1], hi)
	return true
}

// LoadMaskedI64 returns s[i+l] in lanes of m.
func LoadMaskedI64(s []int64, i int, m M) (I64, bool) {
	if whole(len(s), i) {
		return LoadI64(s, i), true
	}
	v, ok := loadEdge64(unsafe.Pointer(unsafe.SliceData(s)), len(s), i, m)
	return I64FromU64(v), ok
}

// StoreMaskedI64 sets s[i+l] in lanes of m.
func StoreMaskedI64(s []int64, i int, v I64, m M) bool {
	if !whole(len(s), i) {
		return storeEdge64(unsafe.Pointer(unsafe.SliceData(s)), len(s), i, U64FromI64(v), m)
	}
	if All(m) {
		StoreI64(s, i, v)
		return true
	}
	p := (*[2][Half]int64)(unsafe.Pointer((*[Width]int64)(s[i : i+Width : len(s)])))
	lo, hi := mask64(m)
	v.Lo.StoreArrayMasked(&p[0], lo)
	v.Hi.StoreArrayMasked(&p[1], hi)
	return true
}

// LoadMaskedU64 returns s[i+l] in lanes of m.
func LoadMaskedU64(s []uint64, i int, m M) (U64, bool) {
	if whole(len(s), i) {
		return LoadU64(s, i), true
	}
	v, ok := loadEdge64(unsafe.Pointer(unsafe.SliceData(s)), len(s), i, m)
	return v, ok
}

// StoreMaskedU64 sets s[i+l] in lanes of m.
func StoreMaskedU64(s []uint64, i int, v U64, m M) bool {
	if !whole(len(s), i) {
		return storeEdge64(unsafe.Pointer(unsafe.SliceData(s)), len(s), i, v, m)
	}
	if All(m) {
		StoreU64(s, i, v)
		return true
	}
	p := (*[2][Half]uint64)(unsafe.Pointer((*[Width]uint64)(s[i : i+Width : len(s)])))
	lo, hi := mask64(m)
	v.Lo.StoreArrayMasked(&p[0], lo)
	v.Hi.StoreArrayMasked(&p[1], hi)
	return true
}

// LoadMaskedU8 returns s[i+l] in lanes of m.
func LoadMaskedU8(s []uint8, i int, m M) (U32, bool) {
	if whole(len(s), i) {
		return LoadU8(s, i), true
	}
	v, ok := loadEdge8(unsafe.Pointer(unsafe.SliceData(s)), len(s), i, m)
	return v, ok
}

// StoreMaskedU8 sets s[i+l] to the low bits in lanes of m.
func StoreMaskedU8(s []uint8, i int, v U32, m M) bool {
	return storeEdge8(unsafe.Pointer(unsafe.SliceData(s)), len(s), i, v, m)
}

// LoadMaskedI8 returns s[i+l] in lanes of m.
func LoadMaskedI8(s []int8, i int, m M) (I32, bool) {
	if whole(len(s), i) {
		return LoadI8(s, i), true
	}
	v, ok := loadEdge8(unsafe.Pointer(unsafe.SliceData(s)), len(s), i, m)
	return S8(v.AsI32()), ok
}

// StoreMaskedI8 sets s[i+l] to the low bits in lanes of m.
func StoreMaskedI8(s []int8, i int, v I32, m M) bool {
	return storeEdge8(unsafe.Pointer(unsafe.SliceData(s)), len(s), i, v.AsU32(), m)
}

// LoadMaskedU16 returns s[i+l] in lanes of m.
func LoadMaskedU16(s []uint16, i int, m M) (U32, bool) {
	if whole(len(s), i) {
		return LoadU16(s, i), true
	}
	v, ok := loadEdge16(unsafe.Pointer(unsafe.SliceData(s)), len(s), i, m)
	return v, ok
}

// StoreMaskedU16 sets s[i+l] to the low bits in lanes of m.
func StoreMaskedU16(s []uint16, i int, v U32, m M) bool {
	return storeEdge16(unsafe.Pointer(unsafe.SliceData(s)), len(s), i, v, m)
}

// LoadMaskedI16 returns s[i+l] in lanes of m.
func LoadMaskedI16(s []int16, i int, m M) (I32, bool) {
	if whole(len(s), i) {
		return LoadI16(s, i), true
	}
	v, ok := loadEdge16(unsafe.Pointer(unsafe.SliceData(s)), len(s), i, m)
	return S16(v.AsI32()), ok
}

// StoreMaskedI16 sets s[i+l] to the low bits in lanes of m.
func StoreMaskedI16(s []int16, i int, v I32, m M) bool {
	return storeEdge16(unsafe.Pointer(unsafe.SliceData(s)), len(s), i, v.AsU32(), m)
}
