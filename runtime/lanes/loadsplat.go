package lanes

import "unsafe"

// One element in all lanes. SplatF32(s[i]) does the same, but goes through a register of
// 128 bits. Of many in one block Go loads all at first, as early as it can, and spills
// what it has no registers for with legacy SSE: sixteen products of a matrix took sixty
// times as long. These load what follows the element, too, if it is there, and choose.

// LoadSplatF32 returns s[i] in every lane.
func LoadSplatF32(s []float32, i int) F32 {
	p := &s[i]
	if i <= len(s)-Width {
		return loadF32((*[Width]float32)(unsafe.Pointer(p))).Permute(U32{})
	}
	return SplatF32(*p)
}

// LoadSplatI32 returns s[i] in every lane.
func LoadSplatI32(s []int32, i int) I32 {
	p := &s[i]
	if i <= len(s)-Width {
		return loadI32((*[Width]int32)(unsafe.Pointer(p))).Permute(U32{})
	}
	return SplatI32(*p)
}

// LoadSplatU32 returns s[i] in every lane.
func LoadSplatU32(s []uint32, i int) U32 {
	p := &s[i]
	if i <= len(s)-Width {
		return loadU32((*[Width]uint32)(unsafe.Pointer(p))).Permute(U32{})
	}
	return SplatU32(*p)
}

// LoadSplatF64 returns s[i] in every lane.
func LoadSplatF64(s []float64, i int) F64 {
	p := &s[i]
	if i <= len(s)-Half {
		v := first64(loadU64h((*[Half]uint64)(unsafe.Pointer(p)))).AsF64h()
		return F64{v, v}
	}
	return SplatF64(*p)
}

// LoadSplatI64 returns s[i] in every lane.
func LoadSplatI64(s []int64, i int) I64 {
	p := &s[i]
	if i <= len(s)-Half {
		v := first64(loadU64h((*[Half]uint64)(unsafe.Pointer(p)))).AsI64h()
		return I64{v, v}
	}
	return SplatI64(*p)
}

// LoadSplatU64 returns s[i] in every lane.
func LoadSplatU64(s []uint64, i int) U64 {
	p := &s[i]
	if i <= len(s)-Half {
		v := first64(loadU64h((*[Half]uint64)(unsafe.Pointer(p))))
		return U64{v, v}
	}
	return SplatU64(*p)
}
