package fpops

import "math"

// Round-to-nearest f32 arithmetic (manual 9.7.3.3 to 9.7.3.15). The functions
// without .ftz and .sat are Go's operators with a canonical NaN.

// AddRnF32 is add.rn.f32 (and add.f32).
func AddRnF32(a, b float32) float32 { return CanonF32(a + b) }

// SubRnF32 is sub.rn.f32 (and sub.f32).
func SubRnF32(a, b float32) float32 { return CanonF32(a - b) }

// MulRnF32 is mul.rn.f32 (and mul.f32).
func MulRnF32(a, b float32) float32 { return CanonF32(float32(a * b)) }

// DivRnF32 is div.rn.f32.
func DivRnF32(a, b float32) float32 { return CanonF32(a / b) }

// RcpRnF32 is rcp.rn.f32.
func RcpRnF32(a float32) float32 { return CanonF32(1 / a) }

// SqrtRnF32 is sqrt.rn.f32. Going through float64 is exact: 53 bits are more
// than twice 24 plus one.
func SqrtRnF32(a float32) float32 { return CanonF32(float32(math.Sqrt(float64(a)))) }

// AddRnFtzF32 is add.rn.ftz.f32. A tiny sum of two f32 is exact, so the result
// can be flushed after it has been rounded.
func AddRnFtzF32(a, b float32) float32 { return CanonF32(FtzF32(FtzF32(a) + FtzF32(b))) }

// SubRnFtzF32 is sub.rn.ftz.f32.
func SubRnFtzF32(a, b float32) float32 { return CanonF32(FtzF32(FtzF32(a) - FtzF32(b))) }

// MulRnFtzF32 is mul.rn.ftz.f32.
func MulRnFtzF32(a, b float32) float32 {
	s := float64(FtzF32(a)) * float64(FtzF32(b))
	if s != s { // spelt out, so that it is cheap enough to inline
		return math.Float32frombits(nanBits32)
	}
	if math.Abs(s) < minNormalRn32 {
		s *= 0
	}
	return float32(s)
}

// DivRnFtzF32 is div.rn.ftz.f32.
func DivRnFtzF32(a, b float32) float32 {
	s := float64(FtzF32(a)) / float64(FtzF32(b))
	if s != s {
		return math.Float32frombits(nanBits32)
	}
	if math.Abs(s) < minNormalRn32 {
		s *= 0
	}
	return float32(s)
}

// RcpRnFtzF32 is rcp.rn.ftz.f32.
func RcpRnFtzF32(a float32) float32 { return CanonF32(rnFtzF32(1 / float64(FtzF32(a)))) }

// SqrtRnFtzF32 is sqrt.rn.ftz.f32.
func SqrtRnFtzF32(a float32) float32 { return SqrtRnF32(FtzF32(a)) }

// AddRnSatF32 is add.rn.sat.f32 (and add.sat.f32).
func AddRnSatF32(a, b float32) float32 { return SatF32(a + b) }

// SubRnSatF32 is sub.rn.sat.f32 (and sub.sat.f32).
func SubRnSatF32(a, b float32) float32 { return SatF32(a - b) }

// MulRnSatF32 is mul.rn.sat.f32 (and mul.sat.f32).
func MulRnSatF32(a, b float32) float32 { return SatF32(float32(a * b)) }

// AddRnFtzSatF32 is add.rn.ftz.sat.f32 (and add.ftz.sat.f32).
func AddRnFtzSatF32(a, b float32) float32 { return SatF32(FtzF32(FtzF32(a) + FtzF32(b))) }

// SubRnFtzSatF32 is sub.rn.ftz.sat.f32 (and sub.ftz.sat.f32).
func SubRnFtzSatF32(a, b float32) float32 { return SatF32(FtzF32(FtzF32(a) - FtzF32(b))) }

// MulRnFtzSatF32 is mul.rn.ftz.sat.f32 (and mul.ftz.sat.f32).
func MulRnFtzSatF32(a, b float32) float32 {
	return SatF32(rnFtzF32(float64(FtzF32(a)) * float64(FtzF32(b))))
}
