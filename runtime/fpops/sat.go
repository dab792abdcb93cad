package fpops

import "math"

// Saturation (.sat) clamps a float result to [+0, 1]; a NaN becomes +0, and so
// does -0 (as GPUs do; the manual gives the range only). .relu turns negative results,
// -0 included, into +0 and NaNs into the canonical NaN, as an H100 does.

// As integers, floats that are not negative are in order, and need no branch.
const (
	infBits32 = 0x7f800000
	oneBits32 = 0x3f800000
	infBits64 = 0x7ff0000000000000
	oneBits64 = 0x3ff0000000000000
)

// SatF32 clamps x to [+0, 1]; NaN and -0 become +0.
func SatF32(x float32) float32 {
	u := math.Float32bits(x)
	if u > infBits32 { // NaN or negative
		u = 0
	}
	return math.Float32frombits(min(u, oneBits32))
}

// SatF64 clamps x to [+0, 1]; NaN and -0 become +0.
func SatF64(x float64) float64 {
	u := math.Float64bits(x)
	if u > infBits64 {
		u = 0
	}
	return math.Float64frombits(min(u, oneBits64))
}

// SatF16 clamps an f16 to [+0, 1]; NaN and -0 become +0.
func SatF16(h uint16) uint16 {
	if h > infF16 { // NaN or negative
		return 0
	}
	return min(h, oneF16)
}

// reluF16 clamps negative values to +0 and canonicalises NaN.
func reluF16(h uint16) uint16 {
	if h&0x7fff > infF16 {
		return nanBits16
	}
	if h&0x8000 != 0 {
		return 0
	}
	return h
}

// reluBf16 is reluF16 for bf16.
func reluBf16(h uint16) uint16 {
	if h&0x7fff > infBf16 {
		return nanBits16
	}
	if h&0x8000 != 0 {
		return 0
	}
	return h
}

// satfiniteF16 replaces an infinity by the greatest finite number of its sign.
func satfiniteF16(h uint16) uint16 {
	if h&0x7fff == infF16 {
		return h - 1
	}
	return h
}

// satfiniteBf16 is satfiniteF16 for bf16.
func satfiniteBf16(h uint16) uint16 {
	if h&0x7fff == infBf16 {
		return h - 1
	}
	return h
}

// pzo16 makes the -0 of f16 and bf16 +0.
func pzo16(h uint16) uint16 {
	if h == 0x8000 {
		return 0
	}
	return h
}

// pzoTf32 is pzo16 for tf32.
func pzoTf32(u uint32) uint32 {
	if u == 1<<31 {
		return 0
	}
	return u
}
