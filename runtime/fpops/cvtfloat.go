package fpops

import "math"

// Conversions between float formats that are not one line (manual 9.7.9.21);
// zcvtfloat.go has the families.
//
// .ftz concerns the f32 side only: the input of cvt.ftz.f64.f32, whose NaNs it
// canonicalises, the result of cvt.rn.ftz.f32.f64. f16 subnormals are never flushed. In
// cvt.*.ftz.f16.f32 it has no effect at all: round to nearest and to zero take an f32
// subnormal to zero anyway, and for .rm and .rp the text says that the input is flushed
// while GPUs, in a published sweep of all 2^32 inputs, do not flush it.

// CvtF64F32 is cvt.f64.f32: exact; a NaN keeps its sign and payload and
// becomes quiet.
func CvtF64F32(a float32) float64 {
	if a != a {
		return nanF64F32(a)
	}
	return float64(a)
}

// CvtRnF32F64 is cvt.rn.f32.f64; a NaN keeps its sign and the top of its
// payload and becomes quiet.
func CvtRnF32F64(a float64) float32 {
	if a != a {
		return nanF32F64(a)
	}
	return float32(a)
}

// CvtF32F16 is cvt.f32.f16: exact; a NaN becomes the canonical one.
func CvtF32F16(a uint16) float32 { return CanonF32(widenF16(a)) }

// CvtF64F16 is cvt.f64.f16: exact; a NaN keeps its sign and payload and
// becomes quiet.
func CvtF64F16(a uint16) float64 {
	if a&0x7fff > infF16 {
		return nanF64F16(a)
	}
	return float64(widenF16(a))
}

// tf32: an f32 whose low 13 bits are zero, in a .b32 register.

const infTf32 = 0x7f800000

func rnaTf32(a float32) uint32 {
	if a != a {
		return math.Float32bits(a) &^ 0x1fff
	}
	return (math.Float32bits(a) + 0x1000) &^ 0x1fff
}

func rnTf32(a float32) uint32 {
	if a != a {
		return nanBitsTf32
	}
	u := math.Float32bits(a)
	return (u + 0xfff + u>>13&1) &^ 0x1fff
}

func rzTf32(a float32) uint32 {
	if a != a {
		return nanBitsTf32
	}
	return math.Float32bits(a) &^ 0x1fff
}

// reluTf32 clamps negative values to +0. The canonical NaN is positive.
func reluTf32(u uint32) uint32 {
	if u&signBit32 != 0 {
		return 0
	}
	return u
}

// satfiniteRnaTf32 makes the greatest finite number of an infinity, as GPUs do without an
// instruction for it: NaNs become less, too, and so perhaps an infinity.
func satfiniteRnaTf32(u uint32) uint32 {
	if u&infTf32 == infTf32 {
		return u - 0x2000
	}
	return u
}

// satfiniteTf32 replaces an infinity by the greatest finite number of its sign.
func satfiniteTf32(u uint32) uint32 {
	if u&^signBit32 == infTf32 {
		return u - 0x2000
	}
	return u
}
