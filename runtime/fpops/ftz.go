package fpops

import "math"

// Flushing to zero (.ftz): subnormal inputs and results become zeros of the
// same sign. It exists for f32, f32x2, f16 and f16x2, never for f64 and bf16.
//
// A result is flushed when it is tiny after rounding: when the exact result,
// rounded to the significand's width as if the exponent were unbounded, is
// smaller than the least normal number. So a product just below 2^-126 that
// rounds up to 2^-126 stays, while 0x00ffffff * 0.5 = 2^-126 - 2^-150, which
// needs no rounding at that width, is flushed although rounding to the
// subnormal grid would have given 2^-126.
//
// The manual does not say. The evidence: in a published suite that compares
// mul.f32 with NVIDIA GPUs on 2^32 pseudo-random pairs, one pair tells the
// possible rules apart, 0x90341366 * 0x2fb5f7c4 = -(2^-126 - 0.59 * 2^-150).
// The GPU's results that the suite expects are -0 for .rn, which excludes
// deciding on the value rounded to the subnormal grid, and -2^-126 for .rm,
// which excludes deciding on the exact value. An H100 follows the rule in all
// instructions.
const (
	signBit32 = 1 << 31
	expBits32 = 0xff << 23
	signBit64 = 1 << 63

	minNormal32 = 0x1p-126
	// Below minNormalRn32 round-to-nearest stays below 2^-126 at 24 bits; up to
	// and including maxTinyAway32 rounding away from zero does.
	minNormalRn32 = 0x1.ffffffp-127 // 2^-126 - 2^-151; the tie goes to the even 2^-126
	maxTinyAway32 = 0x1.fffffep-127 // 2^-126 - 2^-150

	minNormal32Bits   = 1 << 23
	minNormalRn32Bits = 0x380ffffff0000000 // of minNormalRn32
	// minNormalRn16 is the same bound for f16: 2^-14 - 2^-26.
	minNormalRn16 = 0x1.ffep-15
)

// Flushing has no branch on the data: there are kernels of which half of the operands are
// zero, or negative.

// FtzF32 flushes a subnormal to a zero of the same sign and returns every
// other value, NaNs included, unchanged.
func FtzF32(x float32) float32 {
	u := math.Float32bits(x)
	if u&expBits32 == 0 { // a conditional move: no branch on the data
		u &= signBit32
	}
	return math.Float32frombits(u)
}

// FtzF16 is FtzF32 for f16.
func FtzF16(h uint16) uint16 {
	if h&infF16 == 0 {
		return h & 0x8000
	}
	return h
}

// FtzF16x2 is FtzF16 for both halves.
func FtzF16x2(x uint32) uint32 { return pack16(FtzF16(lo16(x)), FtzF16(hi16(x))) }

// The functions below round s to f32 with a tiny result flushed. s is the
// exact value, or stands for it: it lies on the same side as the exact value
// of every number of at most 26 significant bits (see round32.go). Multiplying
// by zero keeps the sign.

func rnFtzF32(s float64) float32 {
	u := math.Float64bits(s)
	if u<<1 < minNormalRn32Bits<<1 {
		u &= signBit64
	}
	return float32(math.Float64frombits(u))
}

func rzFtzF32(s float64) float32 {
	if math.Abs(s) < minNormal32 {
		return float32(s * 0)
	}
	return rzF32(s)
}

func rmFtzF32(s float64) float32 {
	if s < minNormal32 && s >= -maxTinyAway32 {
		return float32(s * 0)
	}
	return rmF32(s)
}

func rpFtzF32(s float64) float32 {
	if s <= maxTinyAway32 && s > -minNormal32 {
		return float32(s * 0)
	}
	return rpF32(s)
}
