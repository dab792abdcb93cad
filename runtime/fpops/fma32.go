package fpops

import "math"

// fma.rn.f32, a*b+c rounded once to nearest even (manual 9.7.3.6), has two forms.
// fma32fused.go is for the builds in which Go's compiler makes one instruction of a
// product and a sum; fma32pure.go is for all others. Both give the same bits, but for
// a NaN: FmaF32 and FmaFtzF32 are what generated code calls in place of the functions
// here, as it uses + in place of AddRnF32. They leave NaNs as they come, and leave it
// to the caller to keep constants from the compiler; the functions here do both.

// FmaRnF32 is fma.rn.f32.
func FmaRnF32(a, b, c float32) float32 { return CanonF32(FmaF32(unfolded(a), unfolded(b), c)) }

// FmaRnFtzF32 is fma.rn.ftz.f32.
func FmaRnFtzF32(a, b, c float32) float32 { return CanonF32(FmaFtzF32(a, b, c)) }

// FmaRnSatF32 is fma.rn.sat.f32: FmaRnF32 clamped to [+0, 1].
func FmaRnSatF32(a, b, c float32) float32 { return SatF32(FmaF32(unfolded(a), unfolded(b), c)) }

// FmaRnFtzSatF32 is fma.rn.ftz.sat.f32.
func FmaRnFtzSatF32(a, b, c float32) float32 { return SatF32(FmaFtzF32(a, b, c)) }

// fmaFtz is FmaF32 with subnormal operands and results flushed to zero. Hardly ever there
// are any, and tests for them that are foretold cost less than flushing. A result of
// 2^-126 may have been rounded up from what is to be flushed.
func fmaFtz(a, b, c float32) float32 {
	s := FmaF32(a, b, c)
	if math.Float32bits(s)<<1-1 < 1<<24 || isSubnormal32(a) || isSubnormal32(b) || isSubnormal32(c) {
		return fmaTiny(a, b, c)
	}
	return s
}

func isSubnormal32(x float32) bool { return math.Float32bits(x)<<1-1 < 1<<24-1 }

// fmaTiny is fmaFtz in every case. The nudge of FmaF32 comes before the test for a tiny
// result, whose bound is a midpoint too: it has, as all midpoints have, 28 zeros at the end.
func fmaTiny(a, b, c float32) float32 {
	p := float64(float64(FtzF32(a)) * float64(FtzF32(b)))
	z := float64(FtzF32(c))
	s := p + z
	if math.Float64bits(s)<<36 == 0 {
		t := s - p
		if t = ((p - (s - t)) + (z - t)) * s; t > 0 {
			s *= 1 + 0x1p-40
		} else if t < 0 {
			s *= 1 - 0x1p-40
		}
	}
	return rnFtzF32(s)
}
