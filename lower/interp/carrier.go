package interp

import "math"

// Carriers: how bits become Go values for the intrinsic functions, and back.

func f32(x uint64) float32 { return math.Float32frombits(uint32(x)) }

func f64(x uint64) float64 { return math.Float64frombits(x) }

func bits32(x float32) uint64 { return uint64(math.Float32bits(x)) }

func bits64(x float64) uint64 { return math.Float64bits(x) }

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
