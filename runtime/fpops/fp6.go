package fpops

import "math"

// fp6 pairs in a .b16 register, each with two zeros above it, and fp4 pairs in
// a .b8 register (manual 5.2.3, 9.7.9.21). The greatest numbers are 7.5 of
// e2m3, 28 of e3m2 and 6 of e2m1. There are no infinities and no NaNs: a NaN
// becomes the greatest number, and all bits below the sign are numbers.

// e2m3 rounds x to nearest even; .satfinite: what is too large, infinities too,
// becomes +-7.5.
func e2m3(x float32) uint8 {
	if x != x {
		return 0x1f
	}
	u := math.Float32bits(x)
	return uint8(u>>26&0x20 | min(nearest32(u, 1, 3), 0x1f))
}

// e3m2 is e2m3 for e3m2.
func e3m2(x float32) uint8 {
	if x != x {
		return 0x1f
	}
	u := math.Float32bits(x)
	return uint8(u>>26&0x20 | min(nearest32(u, 3, 2), 0x1f))
}

// e2m1 is e2m3 for e2m1.
func e2m1(x float32) uint8 {
	if x != x {
		return 0x07
	}
	u := math.Float32bits(x)
	return uint8(u>>28&0x08 | min(nearest32(u, 1, 1), 0x07))
}

// rzE2m3 is e2m3 toward zero.
func rzE2m3(x float32) uint8 {
	if x != x {
		return 0x1f
	}
	u := math.Float32bits(x)
	return uint8(u>>26&0x20 | min(cut32(u, 1, 3), 0x1f))
}

// rzE3m2 is e3m2 toward zero.
func rzE3m2(x float32) uint8 {
	if x != x {
		return 0x1f
	}
	u := math.Float32bits(x)
	return uint8(u>>26&0x20 | min(cut32(u, 3, 2), 0x1f))
}

// rzE2m1 is e2m1 toward zero.
func rzE2m1(x float32) uint8 {
	if x != x {
		return 0x07
	}
	u := math.Float32bits(x)
	return uint8(u>>28&0x08 | min(cut32(u, 1, 1), 0x07))
}

// pzoF6 makes -0 +0.
func pzoF6(b uint8) uint8 {
	if b == 0x20 {
		return 0
	}
	return b
}

// pzoF4 is pzoF6 for e2m1.
func pzoF4(b uint8) uint8 {
	if b == 0x08 {
		return 0
	}
	return b
}

// reluF6 clamps negative values to +0.
func reluF6(b uint8) uint8 {
	if b&0x20 != 0 {
		return 0
	}
	return b
}

// reluF4 is reluF6 for e2m1.
func reluF4(b uint8) uint8 {
	if b&0x08 != 0 {
		return 0
	}
	return b
}

// widenE2m3 converts to f16, exactly. As in widenE4m3, the bits below the sign
// have an exponent that is too small in f32.
func widenE2m3(b uint8) uint16 {
	m := float32(math.Float32frombits(uint32(b&0x1f)<<20) * 0x1p126)
	return rnF16(m) | uint16(b&0x20)<<10
}

// widenE3m2 converts to f16, exactly.
func widenE3m2(b uint8) uint16 {
	m := float32(math.Float32frombits(uint32(b&0x1f)<<21) * 0x1p124)
	return rnF16(m) | uint16(b&0x20)<<10
}

// widenE2m1 converts to f16, exactly.
func widenE2m1(b uint8) uint16 {
	m := float32(math.Float32frombits(uint32(b&0x07)<<22) * 0x1p126)
	return rnF16(m) | uint16(b&0x08)<<12
}

func pack4(lo, hi uint8) uint8 { return hi<<4 | lo }

func lo4(x uint8) uint8 { return x & 0xf }
func hi4(x uint8) uint8 { return x >> 4 }
