package fpops

import "math"

// FmaRnF32 is fma.rn.f32: a*b+c rounded once to nearest even (manual 9.7.3.6).
//
// The product of two f32 is exact in float64, so s carries one rounding to 53
// bits, and the second one, to f32, goes wrong only if s is inexact and sits
// on an f32 midpoint. Midpoints have at least 28 trailing zero bits (a
// subnormal result has more), so only then the sign of the error is computed
// (TwoSum, exact in float64) and s moved to the proper side. At that point s
// has at most 25 significant bits: any nudge smaller than 2^-26 of it will do.
// NaNs that come from f32 operands have those bits zero as well, which makes
// the canonical NaN free.
func FmaRnF32(a, b, c float32) float32 {
	p := float64(float64(a) * float64(b)) // exact
	s := p + float64(c)
	if math.Float64bits(s)<<36 == 0 {
		if s != s {
			return math.Float32frombits(nanBits32)
		}
		t := s - p
		if t = ((p - (s - t)) + (float64(c) - t)) * s; t > 0 {
			s *= 1 + 0x1p-40
		} else if t < 0 {
			s *= 1 - 0x1p-40
		}
	}
	return float32(s)
}

// FmaRnFtzF32 is fma.rn.ftz.f32. The nudge of FmaRnF32 comes before the test
// for a tiny result, whose bound is a midpoint too.
func FmaRnFtzF32(a, b, c float32) float32 {
	p := float64(float64(FtzF32(a)) * float64(FtzF32(b)))
	z := float64(FtzF32(c))
	s := p + z
	if math.Float64bits(s)<<36 == 0 {
		if s != s {
			return math.Float32frombits(nanBits32)
		}
		t := s - p
		if t = ((p - (s - t)) + (z - t)) * s; t > 0 {
			s *= 1 + 0x1p-40
		} else if t < 0 {
			s *= 1 - 0x1p-40
		}
	}
	return rnFtzF32(s)
}

// FmaRnSatF32 is fma.rn.sat.f32: FmaRnF32 clamped to [+0, 1].
func FmaRnSatF32(a, b, c float32) float32 { return SatF32(FmaRnF32(a, b, c)) }

// FmaRnFtzSatF32 is fma.rn.ftz.sat.f32.
func FmaRnFtzSatF32(a, b, c float32) float32 { return SatF32(FmaRnFtzF32(a, b, c)) }
