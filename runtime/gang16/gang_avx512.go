//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang16

import (
	"simd/archsimd"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/internal/cpuid"
)

// Usable reports whether this machine has what the package computes with: AVX-512 with its
// parts F, CD, BW, DQ and VL, and what package gang8 needs, all kept by the operating system.
func Usable() bool { return cpuid.AVX512 }

// The lanes' numbers.
var (
	lanes32 = [16]int32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
	steps64 = [8]int64{0, 1, 2, 3, 4, 5, 6, 7}
)

// Width is the number of lanes of a gang.
const Width = 16

// RampI64 returns base + lane*step, modulo 2^64.
func RampI64(base, step int64) I64 {
	lo := archsimd.LoadInt64x8Array(&steps64).Mul(archsimd.BroadcastInt64x8(step)).Add(archsimd.BroadcastInt64x8(base))
	return I64{lo, lo.Add(archsimd.BroadcastInt64x8(8 * step))}
}

// lanes is a constant of 32-bit lanes.
type lanes [16]uint32

func all(x uint32) lanes { return lanes{x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x} }

func (k *lanes) u() U32 { return whole32(archsimd.LoadUint32x16Array((*[16]uint32)(k))) }

// quad is a constant of 64-bit lanes.
type quad [8]uint64

func all64(x uint64) quad { return quad{x, x, x, x, x, x, x, x} }

func (k *quad) u() archsimd.Uint64x8 { return whole64(archsimd.LoadUint64x8Array((*[8]uint64)(k))) }

// floatQuad is a constant of lanes of f64.
type floatQuad [8]float64

func allF64(x float64) floatQuad { return floatQuad{x, x, x, x, x, x, x, x} }

func (k *floatQuad) f() archsimd.Float64x8 { return (*quad)(unsafe.Pointer(k)).f() }

// halves repeats what one part of 128 bits has.
func halves(a, b, c, d uint32) lanes { return lanes{a, b, c, d, a, b, c, d, a, b, c, d, a, b, c, d} }

// Const32 is a constant that all lanes have, where generated code keeps it.
type Const32 [16]uint32

// ConstU32 returns x in all lanes.
func ConstU32(x uint32) Const32 { return Const32(all(x)) }

// U32 returns the vector.
func (k *Const32) U32() U32 { return (*lanes)(k).u() }

// I32 returns the vector.
func (k *Const32) I32() I32 { return (*lanes)(k).i() }

// F32 returns the vector.
func (k *Const32) F32() F32 { return (*lanes)(k).f() }

// Const64 is Const32 for lanes of 64 bits, of which it has half.
type Const64 [8]uint64

// ConstU64 returns x in all lanes.
func ConstU64(x uint64) Const64 { return Const64(all64(x)) }

// U64 returns the vectors.
func (k *Const64) U64() U64 { return U64{(*quad)(k).u(), (*quad)(k).u()} }

// I64 returns the vectors.
func (k *Const64) I64() I64 { return I64{(*quad)(k).i(), (*quad)(k).i()} }

// F64 returns the vectors.
func (k *Const64) F64() F64 { return F64{(*quad)(k).f(), (*quad)(k).f()} }

// ConstFloat32 is Const32 of a number.
type ConstFloat32 [16]float32

// ConstF32 returns x in all lanes.
func ConstF32(x float32) ConstFloat32 {
	return ConstFloat32{x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x}
}

// F32 returns the vector.
func (k *ConstFloat32) F32() F32 { return (*lanes)(unsafe.Pointer(k)).f() }

// ConstFloat64 is ConstFloat32 for lanes of 64 bits, of which it has half.
type ConstFloat64 [8]float64

// ConstF64 returns x in all lanes.
func ConstF64(x float64) ConstFloat64 { return ConstFloat64{x, x, x, x, x, x, x, x} }

// F64 returns the vectors.
func (k *ConstFloat64) F64() F64 {
	v := (*quad)(unsafe.Pointer(k)).f()
	return F64{v, v}
}
