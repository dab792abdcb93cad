package lanes

import "unsafe"

// Contiguous accesses: lane l's element is s[i+l]. They check as Go's slicing does;
// in a loop for ; i < len(s)-7; i += 8 the compiler proves the checks away.

// LoadF32 returns s[i] to s[i+Width-1].
func LoadF32(s []float32, i int) F32 {
	return loadF32((*[Width]float32)(s[i : i+Width : len(s)]))
}

// StoreF32 sets s[i] to s[i+Width-1].
func StoreF32(s []float32, i int, v F32) { v.StoreArray((*[Width]float32)(s[i : i+Width : len(s)])) }

// LoadI32 returns s[i] to s[i+Width-1].
func LoadI32(s []int32, i int) I32 {
	return loadI32((*[Width]int32)(s[i : i+Width : len(s)]))
}

// StoreI32 sets s[i] to s[i+Width-1].
func StoreI32(s []int32, i int, v I32) { v.StoreArray((*[Width]int32)(s[i : i+Width : len(s)])) }

// LoadU32 returns s[i] to s[i+Width-1].
func LoadU32(s []uint32, i int) U32 {
	return loadU32((*[Width]uint32)(s[i : i+Width : len(s)]))
}

// StoreU32 sets s[i] to s[i+Width-1].
func StoreU32(s []uint32, i int, v U32) { v.StoreArray((*[Width]uint32)(s[i : i+Width : len(s)])) }

// LoadF64 returns s[i] to s[i+Width-1].
func LoadF64(s []float64, i int) F64 {
	p := (*[2][Half]float64)(unsafe.Pointer((*[Width]float64)(s[i : i+Width : len(s)])))
	return F64{loadF64h(&p[0]), loadF64h(&p[1])}
}

// StoreF64 sets s[i] to s[i+Width-1].
func StoreF64(s []float64, i int, v F64) {
	p := (*[2][Half]float64)(unsafe.Pointer((*[Width]float64)(s[i : i+Width : len(s)])))
	v.Lo.StoreArray(&p[0])
	v.Hi.StoreArray(&p[1])
}

// LoadI64 returns s[i] to s[i+Width-1].
func LoadI64(s []int64, i int) I64 {
	p := (*[2][Half]int64)(unsafe.Pointer((*[Width]int64)(s[i : i+Width : len(s)])))
	return I64{loadI64h(&p[0]), loadI64h(&p[1])}
}

// StoreI64 sets s[i] to s[i+Width-1].
func StoreI64(s []int64, i int, v I64) {
	p := (*[2][Half]int64)(unsafe.Pointer((*[Width]int64)(s[i : i+Width : len(s)])))
	v.Lo.StoreArray(&p[0])
	v.Hi.StoreArray(&p[1])
}

// LoadU64 returns s[i] to s[i+Width-1].
func LoadU64(s []uint64, i int) U64 {
	p := (*[2][Half]uint64)(unsafe.Pointer((*[Width]uint64)(s[i : i+Width : len(s)])))
	return U64{loadU64h(&p[0]), loadU64h(&p[1])}
}

// StoreU64 sets s[i] to s[i+Width-1].
func StoreU64(s []uint64, i int, v U64) {
	p := (*[2][Half]uint64)(unsafe.Pointer((*[Width]uint64)(s[i : i+Width : len(s)])))
	v.Lo.StoreArray(&p[0])
	v.Hi.StoreArray(&p[1])
}
