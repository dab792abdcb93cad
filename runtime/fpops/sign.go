package fpops

import "math"

// neg, abs, copysign (manual 9.7.3.2, 9.7.3.9, 9.7.3.10).

// NegF32 is neg.f32. A NaN becomes the canonical NaN: GPUs negate with an
// addition.
func NegF32(a float32) float32 { return CanonF32(-a) }

// NegFtzF32 is neg.ftz.f32.
func NegFtzF32(a float32) float32 { return CanonF32(-FtzF32(a)) }

// AbsF32 is abs.f32.
func AbsF32(a float32) float32 {
	return CanonF32(math.Float32frombits(math.Float32bits(a) &^ signBit32))
}

// AbsFtzF32 is abs.ftz.f32.
func AbsFtzF32(a float32) float32 { return AbsF32(FtzF32(a)) }

// NegF64 is neg.f64. A NaN keeps its sign and payload and becomes quiet.
func NegF64(a float64) float64 {
	if a != a {
		return quietF64(a)
	}
	return -a
}

// AbsF64 is abs.f64. A NaN keeps its sign and payload and becomes quiet.
func AbsF64(a float64) float64 {
	if a != a {
		return quietF64(a)
	}
	return math.Abs(a)
}

// CopysignF32 is copysign.f32: the sign of a on the magnitude of b (the
// reverse of math.Copysign), bit for bit, NaNs included.
func CopysignF32(a, b float32) float32 {
	return math.Float32frombits(math.Float32bits(a)&signBit32 | math.Float32bits(b)&^signBit32)
}

// CopysignF64 is copysign.f64: the sign of a on the magnitude of b.
func CopysignF64(a, b float64) float64 {
	return math.Float64frombits(math.Float64bits(a)&signBit64 | math.Float64bits(b)&^(signBit64))
}
