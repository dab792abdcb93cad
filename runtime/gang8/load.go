//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import (
	"simd/archsimd"
	"unsafe"
)

// Contiguous accesses: lane l's element is s[i+l]. They check as Go's slicing does;
// in a loop for ; i < len(s)-7; i += 8 the compiler proves the checks away.

// LoadF32 returns s[i] to s[i+7].
func LoadF32(s []float32, i int) F32 {
	return archsimd.LoadFloat32x8Array((*[8]float32)(s[i : i+8 : len(s)]))
}

// StoreF32 sets s[i] to s[i+7].
func StoreF32(s []float32, i int, v F32) { v.StoreArray((*[8]float32)(s[i : i+8 : len(s)])) }

// LoadI32 returns s[i] to s[i+7].
func LoadI32(s []int32, i int) I32 {
	return archsimd.LoadInt32x8Array((*[8]int32)(s[i : i+8 : len(s)]))
}

// StoreI32 sets s[i] to s[i+7].
func StoreI32(s []int32, i int, v I32) { v.StoreArray((*[8]int32)(s[i : i+8 : len(s)])) }

// LoadU32 returns s[i] to s[i+7].
func LoadU32(s []uint32, i int) U32 {
	return archsimd.LoadUint32x8Array((*[8]uint32)(s[i : i+8 : len(s)]))
}

// StoreU32 sets s[i] to s[i+7].
func StoreU32(s []uint32, i int, v U32) { v.StoreArray((*[8]uint32)(s[i : i+8 : len(s)])) }

// LoadF64 returns s[i] to s[i+7].
func LoadF64(s []float64, i int) F64 {
	p := (*[2][4]float64)(unsafe.Pointer((*[8]float64)(s[i : i+8 : len(s)])))
	return F64{archsimd.LoadFloat64x4Array(&p[0]), archsimd.LoadFloat64x4Array(&p[1])}
}

// StoreF64 sets s[i] to s[i+7].
func StoreF64(s []float64, i int, v F64) {
	p := (*[2][4]float64)(unsafe.Pointer((*[8]float64)(s[i : i+8 : len(s)])))
	v.Lo.StoreArray(&p[0])
	v.Hi.StoreArray(&p[1])
}

// LoadI64 returns s[i] to s[i+7].
func LoadI64(s []int64, i int) I64 {
	p := (*[2][4]int64)(unsafe.Pointer((*[8]int64)(s[i : i+8 : len(s)])))
	return I64{archsimd.LoadInt64x4Array(&p[0]), archsimd.LoadInt64x4Array(&p[1])}
}

// StoreI64 sets s[i] to s[i+7].
func StoreI64(s []int64, i int, v I64) {
	p := (*[2][4]int64)(unsafe.Pointer((*[8]int64)(s[i : i+8 : len(s)])))
	v.Lo.StoreArray(&p[0])
	v.Hi.StoreArray(&p[1])
}

// LoadU64 returns s[i] to s[i+7].
func LoadU64(s []uint64, i int) U64 {
	p := (*[2][4]uint64)(unsafe.Pointer((*[8]uint64)(s[i : i+8 : len(s)])))
	return U64{archsimd.LoadUint64x4Array(&p[0]), archsimd.LoadUint64x4Array(&p[1])}
}

// StoreU64 sets s[i] to s[i+7].
func StoreU64(s []uint64, i int, v U64) {
	p := (*[2][4]uint64)(unsafe.Pointer((*[8]uint64)(s[i : i+8 : len(s)])))
	v.Lo.StoreArray(&p[0])
	v.Hi.StoreArray(&p[1])
}
