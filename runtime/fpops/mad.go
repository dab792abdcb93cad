package fpops

import "math"

// MadFtzF32 is mad.f32 and mad.ftz.f32 on sm_1x targets (manual 9.7.3.7),
// which flush in any case: the significand of the product is cut to 24 bits,
// its exponent kept even outside f32's range, and c added with rounding to
// nearest; with c = +-0 it is mul followed by add. On sm_20 and later mad is
// fma.
func MadFtzF32(a, b, c float32) float32 {
	c = FtzF32(c)
	p := float64(float64(FtzF32(a)) * float64(FtzF32(b)))
	if p-p != 0 {
		return CanonF32(float32(p) + c)
	}
	// No branch for a c of zero: what is cut off is nothing, and a zero is added, which
	// changes the sign of zeros only, else -0, which changes nothing.
	cut, zero := uint64(1<<29-1), math.Float32bits(c)
	if zero<<1 == 0 {
		cut = 0
	} else {
		zero = signBit32
	}
	p = math.Float64frombits(math.Float64bits(p) &^ cut)
	return CanonF32(rnFtzF32(oddSum(p, float64(c))) + math.Float32frombits(zero))
}

// MadFtzSatF32 is mad.sat.f32 and mad.ftz.sat.f32 on sm_1x targets.
func MadFtzSatF32(a, b, c float32) float32 { return SatF32(MadFtzF32(a, b, c)) }

// MadF32 is mad.f32 on sm_1x targets.
func MadF32(a, b, c float32) float32 { return MadFtzF32(a, b, c) }

// MadSatF32 is mad.sat.f32 on sm_1x targets.
func MadSatF32(a, b, c float32) float32 { return MadFtzSatF32(a, b, c) }
