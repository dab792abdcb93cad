package fpops

import "math"

// narrow rounds a finite x once to a binary format with an exponent bias of
// bias and m stored significand bits, in any mode, and returns the bits of the
// magnitude: biased exponent above significand, IEEE layout, with no regard to
// how large the exponent field is. An overflow shows as a magnitude above the
// format's greatest; what happens then is the caller's.
func narrow(x float64, bias int, m uint, r rounding) uint64 {
	u := math.Float64bits(x)
	negative := u>>63 != 0
	e := int(u >> 52 & 0x7ff)
	sig := u & (1<<52 - 1)
	if e != 0 {
		sig |= 1 << 52
	} else {
		e = 1
	}
	// |x| = sig * 2^(e-1023-52). Bits below the format's last place: at least
	// 52-m, more for a subnormal result, and more than 54 make no difference.
	shift := 52 - m
	biased := e - 1023 + bias
	if biased < 1 {
		shift += uint(1 - biased)
		biased = 1
	}
	shift = min(shift, 54)
	q, rest := sig>>shift, sig&(1<<shift-1)
	half := uint64(1) << (shift - 1)
	up := false
	switch r {
	case rn:
		up = rest > half || rest == half && q&1 != 0
	case rm:
		up = rest != 0 && negative
	case rp:
		up = rest != 0 && !negative
	}
	if up {
		q++
	}
	return uint64(biased-1)<<m + q
}

// nearest32 is narrow to nearest of an f32 with the bits u, and without f64. An
// infinity gives what comes after the numbers, an overflow.
func nearest32(u uint32, bias int, m uint) uint32 {
	u &^= 1 << 31
	normal := uint32(128-bias) << 23 // the format's least normal number
	if u < normal {
		// The last place of a sum with one is that of the format's subnormals.
		one := normal + uint32(23-m)<<23
		return math.Float32bits(math.Float32frombits(u)+math.Float32frombits(one)) - one
	}
	u += 1<<(22-m) - 1 + u>>(23-m)&1
	return u>>(23-m) - uint32(127-bias)<<m
}

// cut32 is nearest32 toward zero.
func cut32(u uint32, bias int, m uint) uint32 {
	u &^= 1 << 31
	if u < uint32(128-bias)<<23 { // below the format's least normal number
		places := math.Float32frombits(uint32(126+bias+int(m)) << 23)
		return uint32(math.Float32frombits(u) * places)
	}
	return u>>(23-m) - uint32(127-bias)<<m
}

// overflow returns the magnitude that an overflow gives in an IEEE format
// whose infinity is inf.
func overflow(negative bool, inf uint64, r rounding) uint64 {
	if r == rz || r == rm && !negative || r == rp && negative {
		return inf - 1
	}
	return inf
}

// narrowIEEE rounds x, which may be infinite but not a NaN, to an IEEE format
// of which inf is the infinity and the sign bit sits just above.
func narrowIEEE(x float64, bias int, m uint, inf uint64, r rounding) uint64 {
	negative := math.Signbit(x)
	mag := inf
	if x-x == 0 {
		if mag = narrow(x, bias, m, r); mag >= inf {
			mag = overflow(negative, inf, r)
		}
	}
	if negative {
		mag |= (inf + 1<<m)
	}
	return mag
}
