package fpops

import "math"

// testp (manual 9.7.3.1). Zeros are normal numbers, and neither is subnormal.

// TestpFiniteF32 is testp.finite.f32: neither infinite nor NaN.
func TestpFiniteF32(a float32) bool { return a-a == 0 }

// TestpInfiniteF32 is testp.infinite.f32.
func TestpInfiniteF32(a float32) bool { return math.Float32bits(a)<<1 == 0xff000000 }

// TestpNumberF32 is testp.number.f32: not NaN (infinities are numbers).
func TestpNumberF32(a float32) bool { return a == a }

// TestpNotanumberF32 is testp.notanumber.f32.
func TestpNotanumberF32(a float32) bool { return a != a }

// TestpNormalF32 is testp.normal.f32: finite and not subnormal; true for zeros.
func TestpNormalF32(a float32) bool {
	u := math.Float32bits(a) << 1
	return u == 0 || u-0x01000000 < 0xfe000000
}

// TestpSubnormalF32 is testp.subnormal.f32; false for zeros.
func TestpSubnormalF32(a float32) bool {
	u := math.Float32bits(a) << 1
	return u-1 < 0x00ffffff
}

// TestpFiniteF64 is testp.finite.f64.
func TestpFiniteF64(a float64) bool { return a-a == 0 }

// TestpInfiniteF64 is testp.infinite.f64.
func TestpInfiniteF64(a float64) bool { return math.Float64bits(a)<<1 == 0xffe0000000000000 }

// TestpNumberF64 is testp.number.f64.
func TestpNumberF64(a float64) bool { return a == a }

// TestpNotanumberF64 is testp.notanumber.f64.
func TestpNotanumberF64(a float64) bool { return a != a }

// TestpNormalF64 is testp.normal.f64.
func TestpNormalF64(a float64) bool {
	u := math.Float64bits(a) << 1
	return u == 0 || u-0x0020000000000000 < 0xffc0000000000000
}

// TestpSubnormalF64 is testp.subnormal.f64.
func TestpSubnormalF64(a float64) bool {
	u := math.Float64bits(a) << 1
	return u-1 < 0x001fffffffffffff
}
