//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import "simd/archsimd"

// quad is a constant of 64-bit lanes.
type quad [4]uint64

func all64(x uint64) quad { return quad{x, x, x, x} }

// floatQuad is a constant of lanes of f64. It is no quad, as the compiler does not compute the bits of
// a number for a variable.
type floatQuad [4]float64

func allF64(x float64) floatQuad { return floatQuad{x, x, x, x} }

func (k *floatQuad) f() archsimd.Float64x4 { return archsimd.LoadFloat64x4Array((*[4]float64)(k)) }

func (k *quad) u() archsimd.Uint64x4  { return archsimd.LoadUint64x4Array((*[4]uint64)(k)) }
func (k *quad) i() archsimd.Int64x4   { return k.u().AsInt64x4() }
func (k *quad) f() archsimd.Float64x4 { return k.u().AsFloat64x4() }

// Bits of f64, as in fpops.
var (
	sign64  = all64(1 << 63)
	mag64   = all64(1<<63 - 1)
	quiet64 = all64(1 << 51)
	one64   = all64(0x3ff0000000000000)
)
