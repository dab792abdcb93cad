package fpops

import (
	"math"

	"github.com/ptx2go/ptx2go/runtime/internal/mufu"
)

// The approximate instructions of f32. Their results are those of a GPU's tables
// (mufu.go), and which GPU's is part of the name: a function without SmNN is the
// newest that is known, sm_75; one with SmNN is what GPUs up to generation NN
// compute.
//
//	rcp, rsqrt, lg2, ex2    one model, sm_50 to sm_75, and sm_90
//	sqrt                    SqrtApproxF32 sm_60 to sm_75 and sm_90, SqrtApproxSm50F32 before
//	sin, cos                SinApproxF32 sm_70, sm_75 and sm_90, SinApproxSm60F32 before
//	tanh                    sm_90
//
// "Model" means that the authors of the model found it equal to those GPUs for
// all operands, for the forms without .ftz; an H100, which is the sm_90, was asked for
// all operands of all forms. The .ftz forms are the same unit without the scaling that
// ptxas wraps around it. Divisions, the forms of f64 and fma.oob have the bits of an
// H100 for 4 million operands each.
//
// Open is what other GPUs do: that sm_80, sm_86 and those after sm_90 have the same
// tables is an assumption.

// RcpApproxF32 is rcp.approx.f32 (manual 9.7.3.13), model.
func RcpApproxF32(a float32) float32 {
	u := math.Float32bits(a)
	if !usualRcp(u) {
		return rcpEnd(u)
	}
	return math.Float32frombits(mufuRcp(u))
}

// RcpApproxFtzF32 is rcp.approx.ftz.f32, model.
func RcpApproxFtzF32(a float32) float32 {
	u := math.Float32bits(a)
	if !usualRcp(u) {
		return rcpFtzEnd(u)
	}
	return math.Float32frombits(mufuRcp(u))
}

// RsqrtApproxF32 is rsqrt.approx.f32 (manual 9.7.3.16), model.
func RsqrtApproxF32(a float32) float32 {
	u := math.Float32bits(a)
	if !isPositive(u) || isEvenPower(u) {
		return rsqrtEnd32(u)
	}
	return math.Float32frombits(mufuRsqrt(u))
}

// RsqrtApproxFtzF32 is rsqrt.approx.ftz.f32, model. No result is subnormal.
func RsqrtApproxFtzF32(a float32) float32 {
	u := math.Float32bits(a)
	if !isPositive(u) || isEvenPower(u) {
		return rsqrtEnd32(math.Float32bits(FtzF32(a)))
	}
	return math.Float32frombits(mufuRsqrt(u))
}

// SqrtApproxF32 is sqrt.approx.f32 (manual 9.7.3.15) on sm_60 and later, model.
func SqrtApproxF32(a float32) float32 {
	u := math.Float32bits(a)
	if !isPositive(u) {
		return sqrtEnd(u)
	}
	return math.Float32frombits(mufuSqrt(u))
}

// SqrtApproxFtzF32 is sqrt.approx.ftz.f32 on sm_60 and later, model. No result
// is subnormal.
func SqrtApproxFtzF32(a float32) float32 {
	u := math.Float32bits(a)
	if !isPositive(u) {
		return sqrtEnd(math.Float32bits(FtzF32(a)))
	}
	return math.Float32frombits(mufuSqrt(u))
}

// SqrtApproxSm50F32 is sqrt.approx.f32 on sm_50 to sm_53, model: the reciprocal
// of the inverse root.
func SqrtApproxSm50F32(a float32) float32 {
	u := math.Float32bits(a)
	if !isPositive(u) || isEvenPower(u) {
		return RcpApproxF32(rsqrtEnd32(u))
	}
	return math.Float32frombits(mufuRcp(mufuRsqrt(u)))
}

// SqrtApproxSm50FtzF32 is sqrt.approx.ftz.f32 on sm_50 to sm_53, model.
func SqrtApproxSm50FtzF32(a float32) float32 { return SqrtApproxSm50F32(FtzF32(a)) }

// Ex2ApproxF32 is ex2.approx.f32 (manual 9.7.3.21), model.
func Ex2ApproxF32(a float32) float32 {
	u := math.Float32bits(a)
	if !usualEx2(u) {
		return ex2UnitEnd(u)
	}
	return math.Float32frombits(ex2Signed(signedEx2(fixedEx2(u), int32(u)>>31)))
}

// Ex2ApproxFtzF32 is ex2.approx.ftz.f32, model.
func Ex2ApproxFtzF32(a float32) float32 {
	u := math.Float32bits(a)
	if !usualEx2(u) {
		return ex2FtzUnitEnd(u)
	}
	return math.Float32frombits(ex2Signed(signedEx2(fixedEx2(u), int32(u)>>31)))
}

// Lg2ApproxF32 is lg2.approx.f32 (manual 9.7.3.20), model.
func Lg2ApproxF32(a float32) float32 {
	u := math.Float32bits(a)
	if !isPositive(u) || u == 0x3f800000 {
		return lg2UnitEnd(u)
	}
	return math.Float32frombits(floatLg2(fixedLg2(u)))
}

// Lg2ApproxFtzF32 is lg2.approx.ftz.f32, model. No result is subnormal.
func Lg2ApproxFtzF32(a float32) float32 {
	u := math.Float32bits(a)
	if !isPositive(u) || u == 0x3f800000 {
		return lg2UnitEnd(math.Float32bits(FtzF32(a)))
	}
	return math.Float32frombits(floatLg2(fixedLg2(u)))
}

// SinApproxF32 is sin.approx.f32 (manual 9.7.3.18) on sm_70 and later, model.
// Operands below 2^-22.3 in magnitude give zero, and so do those of 2^25*pi/2 and
// above.
func SinApproxF32(a float32) float32 {
	u := math.Float32bits(a)
	if !isInsideSin(u) {
		return sinEnd(u)
	}
	return mufuSin(reduce(u), u)
}

// SinApproxFtzF32 is sin.approx.ftz.f32 on sm_70 and later, model. Neither
// operands nor results that are subnormal make a difference.
func SinApproxFtzF32(a float32) float32 { return SinApproxF32(a) }

// SinApproxSm60F32 is sin.approx.f32 on sm_50 to sm_61, model.
func SinApproxSm60F32(a float32) float32 {
	u := math.Float32bits(a)
	if !isInsideSinSm60(u) {
		return sinEnd(u)
	}
	return mufuSin(reduceSm60(u), u)
}

// SinApproxSm60FtzF32 is sin.approx.ftz.f32 on sm_50 to sm_61, model.
func SinApproxSm60FtzF32(a float32) float32 { return SinApproxSm60F32(a) }

// CosApproxF32 is cos.approx.f32 (manual 9.7.3.19) on sm_70 and later, model.
func CosApproxF32(a float32) float32 {
	u := math.Float32bits(a)
	if !isInsideSin(u) {
		return cosEnd(u)
	}
	return mufuSin(reduce(u)+quarter, 0)
}

// CosApproxFtzF32 is cos.approx.ftz.f32 on sm_70 and later, model. Neither
// operands nor results that are subnormal make a difference.
func CosApproxFtzF32(a float32) float32 { return CosApproxF32(a) }

// CosApproxSm60F32 is cos.approx.f32 on sm_50 to sm_61, model.
func CosApproxSm60F32(a float32) float32 {
	u := math.Float32bits(a)
	if !isInsideSinSm60(u) {
		return cosEnd(u)
	}
	return mufuSin(reduceSm60(u)+quarter, 0)
}

// CosApproxSm60FtzF32 is cos.approx.ftz.f32 on sm_50 to sm_61, model.
func CosApproxSm60FtzF32(a float32) float32 { return CosApproxSm60F32(a) }

// TanhApproxF32 is tanh.approx.f32 (manual 9.7.3.22), as an H100 has it for all operands. Numbers
// below 2^-8 are their own results.
func TanhApproxF32(a float32) float32 {
	u := math.Float32bits(a)
	if u&^signBit32-mufu.TanhFirst<<23 >= mufu.TanhExponents<<23 {
		return tanhSelf(a)
	}
	return math.Float32frombits(u&signBit32 | mufuTanh(u&^signBit32))
}

// tanhSelf is tanh.approx below 2^-8, from 8 on, and of NaN.
//
//go:noinline
func tanhSelf(a float32) float32 {
	switch {
	case a != a:
		return math.Float32frombits(nanBits32)
	case a >= 8:
		return 1
	case a <= -8:
		return -1
	}
	return a
}
