//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang16

import (
	"simd/archsimd"
	"unsafe"
)

// Go 1.26 joins And, Or and Xor of vectors of 512 bits to an instruction of three operands, and
// a load to that, which it then cannot assemble. So nothing here returns a load: to what is
// loaded zero is added, for which one instruction loads too.

func whole32(x U32) U32 { return x.Add(U32{}) }

func whole64(x archsimd.Uint64x8) archsimd.Uint64x8 { return whole32(x.AsUint32x16()).AsUint64x8() }

// LoadF32 returns s[i] to s[i+15].
func LoadF32(s []float32, i int) F32 {
	p := (*[16]uint32)(unsafe.Pointer((*[16]float32)(s[i : i+16 : len(s)])))
	return whole32(archsimd.LoadUint32x16Array(p)).AsFloat32x16()
}

// LoadI32 returns s[i] to s[i+15].
func LoadI32(s []int32, i int) I32 {
	p := (*[16]uint32)(unsafe.Pointer((*[16]int32)(s[i : i+16 : len(s)])))
	return whole32(archsimd.LoadUint32x16Array(p)).AsInt32x16()
}

// LoadU32 returns s[i] to s[i+15].
func LoadU32(s []uint32, i int) U32 {
	p := (*[16]uint32)(unsafe.Pointer((*[16]uint32)(s[i : i+16 : len(s)])))
	return whole32(archsimd.LoadUint32x16Array(p))
}

// LoadF64 returns s[i] to s[i+15].
func LoadF64(s []float64, i int) F64 {
	p := (*[2][8]uint64)(unsafe.Pointer((*[16]float64)(s[i : i+16 : len(s)])))
	return F64{whole64(archsimd.LoadUint64x8Array(&p[0])).AsFloat64x8(), whole64(archsimd.LoadUint64x8Array(&p[1])).AsFloat64x8()}
}

// LoadI64 returns s[i] to s[i+15].
func LoadI64(s []int64, i int) I64 {
	p := (*[2][8]uint64)(unsafe.Pointer((*[16]int64)(s[i : i+16 : len(s)])))
	return I64{whole64(archsimd.LoadUint64x8Array(&p[0])).AsInt64x8(), whole64(archsimd.LoadUint64x8Array(&p[1])).AsInt64x8()}
}

// LoadU64 returns s[i] to s[i+15].
func LoadU64(s []uint64, i int) U64 {
	p := (*[2][8]uint64)(unsafe.Pointer((*[16]uint64)(s[i : i+16 : len(s)])))
	return U64{whole64(archsimd.LoadUint64x8Array(&p[0])), whole64(archsimd.LoadUint64x8Array(&p[1]))}
}
