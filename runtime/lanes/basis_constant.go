package lanes

import "math"

// lanes is a constant of 32-bit lanes.
type lanes [Width]uint32

func all(x uint32) lanes { return lanes(SplatU32(x)) }

// halves repeats four words, the lowest first.
func halves(a, b, c, d uint32) (k lanes) {
	for l := range k {
		k[l] = [...]uint32{a, b, c, d}[l%4]
	}
	return k
}

func (k *lanes) u() U32 { return U32(*k) }

// quad is a constant of 64-bit lanes.
type quad [Half]uint64

func all64(x uint64) quad { return quad(splatU64h(x)) }

func (k *quad) u() U64h { return U64h(*k) }

// floatQuad is a constant of lanes of f64.
type floatQuad [Half]float64

func allF64(x float64) floatQuad { return floatQuad(splatF64h(x)) }

func (k *floatQuad) f() F64h { return F64h(*k) }

// Const32 is a constant that all lanes have, where generated code keeps it.
type Const32 [Width]uint32

// ConstU32 returns x in all lanes.
func ConstU32(x uint32) Const32 { return Const32(SplatU32(x)) }

// U32 returns the vector.
func (k *Const32) U32() U32 { return U32(*k) }

// I32 returns the vector.
func (k *Const32) I32() I32 { return k.U32().AsI32() }

// F32 returns the vector.
func (k *Const32) F32() F32 { return k.U32().AsF32() }

// Const64 is Const32 for lanes of 64 bits.
type Const64 uint64

// ConstU64 returns x in all lanes.
func ConstU64(x uint64) Const64 { return Const64(x) }

// U64 returns the vectors.
func (k *Const64) U64() U64 { return SplatU64(uint64(*k)) }

// I64 returns the vectors.
func (k *Const64) I64() I64 { return SplatI64(int64(*k)) }

// F64 returns the vectors.
func (k *Const64) F64() F64 { return SplatF64(math.Float64frombits(uint64(*k))) }

// ConstFloat32 is Const32 of a number.
type ConstFloat32 float32

// ConstF32 returns x in all lanes.
func ConstF32(x float32) ConstFloat32 { return ConstFloat32(x) }

// F32 returns the vector.
func (k *ConstFloat32) F32() F32 { return SplatF32(float32(*k)) }

// ConstFloat64 is ConstFloat32 for lanes of 64 bits.
type ConstFloat64 float64

// ConstF64 returns x in all lanes.
func ConstF64(x float64) ConstFloat64 { return ConstFloat64(x) }

// F64 returns the vectors.
func (k *ConstFloat64) F64() F64 { return SplatF64(float64(*k)) }

// SplatF32 returns x in every lane.
func SplatF32(x float32) F32 { return each1(F32{}, func(float32) float32 { return x }) }

// SplatI32 returns x in every lane.
func SplatI32(x int32) I32 { return each1(I32{}, func(int32) int32 { return x }) }

// SplatU32 returns x in every lane.
func SplatU32(x uint32) U32 { return each1(U32{}, func(uint32) uint32 { return x }) }

func splatF64h(x float64) F64h { return half1(F64h{}, func(float64) float64 { return x }) }
func splatI64h(x int64) I64h   { return half1(I64h{}, func(int64) int64 { return x }) }
func splatU64h(x uint64) U64h  { return half1(U64h{}, func(uint64) uint64 { return x }) }

// lanes32 are the lanes' numbers.
var lanes32 = func() (n [Width]int32) {
	for l := range n {
		n[l] = int32(l)
	}
	return n
}()

// RampI64 returns base + lane*step, modulo 2^64.
func RampI64(base, step int64) (r I64) {
	for l := range Half {
		r.Lo[l], r.Hi[l] = base+int64(l)*step, base+int64(l+Half)*step
	}
	return r
}
