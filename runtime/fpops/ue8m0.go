package fpops

import "math"

// ue8m0 pairs in a .b16 register (manual 5.2.4, 9.7.9.21): an element is the
// exponent of a power of two, 2^(x-127), without sign or zero; 0xff is a NaN.

// CvtRnBf16x2Ue8m0x2 is cvt.rn.bf16x2.ue8m0x2.
func CvtRnBf16x2Ue8m0x2(a uint16) uint32 { return pack16(widenUe8m0(lo8(a)), widenUe8m0(hi8(a))) }

// widenUe8m0 converts to bf16, exactly.
func widenUe8m0(b uint8) uint16 {
	switch b {
	case 0:
		return 0x0040 // 2^-127 is subnormal
	case 0xff:
		return nanBits16
	}
	return uint16(b) << 7
}

// scaleUe8m0 is the power of two, or the NaN.
func scaleUe8m0(b uint8) float32 { return widenBf16(widenUe8m0(b)) }

// descaled divides by a power of two. What is rounded here is zero in every narrow format.
func descaled(x float32, scale uint8) float32 { return x / scaleUe8m0(scale) }

// widenS2f6 is an element of s2f6x2, an integer of 8 bits of which six stand after the
// point.
func widenS2f6(b uint8) float32 { return float32(int8(b)) / 64 }

// rzUe8m0 is the exponent of the greatest power of two that is not above |x|,
// 0 where there is none.
func rzUe8m0(x float32) uint8 { return uint8(math.Float32bits(x) >> 23) }

// rpUe8m0 is the exponent of the least power of two that is not below |x|, a NaN
// where there is none.
func rpUe8m0(x float32) uint8 {
	u := math.Float32bits(x) &^ (1 << 31)
	e := uint8(u >> 23)
	if u&(1<<23-1) != 0 && u > 1<<22 && u < 0x7f800000 { // 1<<22 is 2^-127
		e++
	}
	return e
}

// satfiniteUe8m0 clamps |x| to the greatest number; a NaN stays one.
func satfiniteUe8m0(x float32) float32 {
	return min(math.Float32frombits(math.Float32bits(x)&^(1<<31)), 0x1p127)
}
