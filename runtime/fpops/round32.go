package fpops

import "math"

// Directed rounding of f32 operations. Each operation is computed in float64
// such that the float64 can stand for the exact result in one rounding to f32
// of any mode:
//
//   - products are exact (24+24 bits, exponents far inside the range);
//   - quotients and square roots, rounded to 53 bits, cannot come to lie on a
//     number of 25 bits or fewer without being equal to it: the nearest such
//     results are 2^-49 (division) and 2^-51 (square root) away, relatively;
//   - sums are rounded to odd (oddSum), which keeps them on their side of
//     every number of fewer than 53 bits.
//
// The same trick in float32 fails near the greatest f32, where the error term
// overflows.

// oddSum returns p+z rounded to odd: exact, or the neighbour of the exact sum
// whose last bit is 1. The error term is exact (TwoSum) unless the sum is
// infinite or NaN, and then it is a NaN and nothing happens. p and z are f32
// values or products of two of them.
func oddSum(p, z float64) float64 {
	s := p + z
	t := s - p
	e := (p - (s - t)) + (z - t)
	u := math.Float64bits(s)
	// Where e points towards zero, s is too large: step back first.
	odd := (u + uint64(int64(math.Float64bits(e)^u)>>63)) | 1
	if float64(e*e) > 0 { // a conditional move: sums of few bits are often exact
		u = odd
	}
	return math.Float64frombits(u)
}

// oddSumRm is oddSum for rounding towards negative infinity, where an exact
// zero is -0 unless both terms are +0.
func oddSumRm(p, z float64) float64 {
	s := oddSum(p, z)
	if s == 0 {
		return math.Float64frombits((math.Float64bits(p) | math.Float64bits(z)) & signBit64)
	}
	return s
}

// rnF32 rounds s to nearest even.
func rnF32(s float64) float32 { return float32(s) }

// rzF32 rounds s towards zero. An overflow to infinity steps back to the
// greatest finite number. The step is the borrow of a subtraction of magnitudes:
// no branch could be predicted.
func rzF32(s float64) float32 {
	f := float32(s)
	less := math.Float64bits(s)<<1 - math.Float64bits(float64(f))<<1
	return math.Float32frombits(math.Float32bits(f) - uint32(less>>63))
}

// rmF32 rounds s towards negative infinity.
func rmF32(s float64) float32 {
	f := float32(s)
	if float64(f) > s {
		u := math.Float32bits(f)
		f = math.Float32frombits(u - (uint32(int32(u)>>31) | 1))
	}
	return f
}

// rpF32 rounds s towards positive infinity.
func rpF32(s float64) float32 {
	f := float32(s)
	if float64(f) < s {
		u := math.Float32bits(f)
		f = math.Float32frombits(u + (uint32(int32(u)>>31) | 1))
	}
	return f
}
