package fpops

import "math"

// fp8 pairs in a .b16 register (manual 5.2.3, 9.7.9.21): e4m3 has no infinity,
// its greatest number is 448 (0x7e) and its NaN 0x7f; e5m2 is the upper half
// of an f16. The high byte belongs to the first source operand, or to the high
// half of the source pair.

// e4m3 rounds x to nearest even; .satfinite: what is too large, infinities
// too, becomes +-448.
func e4m3(x float32) uint8 {
	if x != x {
		return nanBits8
	}
	u := math.Float32bits(x)
	return uint8(u>>24&0x80 | min(nearest32(u, 7, 3), 0x7e))
}

// e5m2 is e4m3 for e5m2, whose greatest number is 57344 (0x7b).
func e5m2(x float32) uint8 {
	if x != x {
		return nanBits8
	}
	u := math.Float32bits(x)
	return uint8(u>>24&0x80 | min(nearest32(u, 15, 2), 0x7b))
}

// rzE4m3 is e4m3 toward zero.
func rzE4m3(x float32) uint8 {
	if x != x {
		return nanBits8
	}
	u := math.Float32bits(x)
	return uint8(u>>24&0x80 | min(cut32(u, 7, 3), 0x7e))
}

// rzE5m2 is e5m2 toward zero.
func rzE5m2(x float32) uint8 {
	if x != x {
		return nanBits8
	}
	u := math.Float32bits(x)
	return uint8(u>>24&0x80 | min(cut32(u, 15, 2), 0x7b))
}

// pzoF8 makes -0 +0.
func pzoF8(b uint8) uint8 {
	if b == 0x80 {
		return 0
	}
	return b
}

// reluF8 clamps negative values to +0; the NaN that e4m3 and e5m2 return is
// positive.
func reluF8(b uint8) uint8 {
	if b&0x80 != 0 {
		return 0
	}
	return b
}

// widenE4m3 converts to f16, exactly.
func widenE4m3(b uint8) uint16 {
	if b&0x7f == 0x7f {
		return nanBits16
	}
	// The 7 bits as an f32 have an exponent 120 too small.
	m := math.Float32frombits(uint32(b&0x7f)<<20) * 0x1p120
	return rnF16(m) | uint16(b&0x80)<<8
}

// widenE5m2 converts to f16, exactly.
func widenE5m2(b uint8) uint16 { return canonF16(uint16(b) << 8) }

func pack8(lo, hi uint8) uint16 { return uint16(hi)<<8 | uint16(lo) }

func lo8(x uint16) uint8 { return uint8(x) }
func hi8(x uint16) uint8 { return uint8(x >> 8) }
