//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import (
	"math"
	"simd/archsimd"
)

// quad is a constant of 64-bit lanes.
type quad [4]uint64

func all64(x uint64) quad { return quad{x, x, x, x} }

func allF64(x float64) quad { return all64(math.Float64bits(x)) }

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
