//go:build goexperiment.simd && arm64 && go1.27 && !go1.28

package gang4

import "unsafe"

// lanes is a constant of 32-bit lanes.
type lanes [Width]uint32

func all(x uint32) lanes { return lanes{x, x, x, x} }

func (k *lanes) u() U32 { return loadU32((*[Width]uint32)(k)) }

// Const32 is a constant that all lanes have, where generated code keeps it.
type Const32 [Width]uint32

// ConstU32 returns x in all lanes.
func ConstU32(x uint32) Const32 { return Const32{x, x, x, x} }

// U32 returns the vector.
func (k *Const32) U32() U32 { return loadU32((*[Width]uint32)(k)) }

// I32 returns the vector.
func (k *Const32) I32() I32 { return loadI32((*[Width]int32)(unsafe.Pointer(k))) }

// F32 returns the vector.
func (k *Const32) F32() F32 { return loadF32((*[Width]float32)(unsafe.Pointer(k))) }

// Const64 is Const32 for lanes of 64 bits, of which it has half.
type Const64 [Half]uint64

// ConstU64 returns x in all lanes.
func ConstU64(x uint64) Const64 { return Const64{x, x} }

// U64 returns the vectors.
func (k *Const64) U64() U64 {
	v := loadU64h((*[Half]uint64)(k))
	return U64{v, v}
}

// I64 returns the vectors.
func (k *Const64) I64() I64 {
	v := loadI64h((*[Half]int64)(unsafe.Pointer(k)))
	return I64{v, v}
}

// F64 returns the vectors.
func (k *Const64) F64() F64 {
	v := loadF64h((*[Half]float64)(unsafe.Pointer(k)))
	return F64{v, v}
}

// ConstFloat32 is Const32 of a number. The compiler makes a variable of it that is there when the
// program starts, which it does not where it would have to take a number's bits.
type ConstFloat32 [Width]float32

// ConstF32 returns x in all lanes.
func ConstF32(x float32) ConstFloat32 { return ConstFloat32{x, x, x, x} }

// F32 returns the vector.
func (k *ConstFloat32) F32() F32 { return loadF32((*[Width]float32)(k)) }

// ConstFloat64 is ConstFloat32 for lanes of 64 bits, of which it has half.
type ConstFloat64 [Half]float64

// ConstF64 returns x in all lanes.
func ConstF64(x float64) ConstFloat64 { return ConstFloat64{x, x} }

// F64 returns the vectors.
func (k *ConstFloat64) F64() F64 {
	v := loadF64h((*[Half]float64)(k))
	return F64{v, v}
}

// quad is a constant of 64-bit lanes.
type quad [Half]uint64

func all64(x uint64) quad { return quad{x, x} }

// floatQuad is a constant of lanes of f64. It is no quad, as the compiler does not compute the bits of
// a number for a variable.
type floatQuad [Half]float64

func allF64(x float64) floatQuad { return floatQuad{x, x} }

func (k *floatQuad) f() F64h { return loadF64h((*[Half]float64)(k)) }

func (k *quad) u() U64h { return loadU64h((*[Half]uint64)(k)) }

// halves is a constant of four words, the lowest first.
func halves(a, b, c, d uint32) lanes { return lanes{a, b, c, d} }

// lanes32 are the lanes' numbers.
var lanes32 = [Width]int32{0, 1, 2, 3}
