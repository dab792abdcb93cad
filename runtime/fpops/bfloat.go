package fpops

import "math"

// bf16: the upper half of an f32 (1 sign, 8 exponent, 7 significand bits). No
// form flushes; there is no .sat (manual 9.7.4).
//
// add, sub and mul go through f32 as in half.go; the ranges are the same, and
// a subnormal product has too few bits to be rounded wrongly twice. fma needs
// rounding to odd: through a nearest float64 it would be wrong.

const infBf16 = 0x7f80

// widenBf16 is a shift: exact, NaN bits kept.
func widenBf16(h uint16) float32 { return math.Float32frombits(uint32(h) << 16) }

// rnBf16 rounds f to nearest even; NaN gives 0x7fff.
func rnBf16(f float32) uint16 {
	if f != f {
		return nanBits16
	}
	u := math.Float32bits(f)
	return uint16((u + 0x7fff + u>>16&1) >> 16)
}

// rzBf16 rounds f towards zero; NaN gives 0x7fff.
func rzBf16(f float32) uint16 {
	if f != f {
		return nanBits16
	}
	return uint16(math.Float32bits(f) >> 16)
}

// narrowBf16 rounds x once in mode r; NaN gives 0x7fff.
func narrowBf16(x float64, r rounding) uint16 {
	if x != x {
		return nanBits16
	}
	return uint16(narrowIEEE(x, 127, 7, infBf16, r))
}

func addBf16(a, b uint16) uint16 { return rnBf16(widenBf16(a) + widenBf16(b)) }
func subBf16(a, b uint16) uint16 { return rnBf16(widenBf16(a) - widenBf16(b)) }
func mulBf16(a, b uint16) uint16 { return rnBf16(float32(widenBf16(a) * widenBf16(b))) }

// fmaBf16 takes the same time for all finite results, zeros too. Rounding the sum once
// more is right unless it is rounded itself and lies on the middle of two results: then
// its last 44 bits are zero and its error t is not. As integers that is one comparison.
func fmaBf16(a, b, c uint16) uint16 {
	p := float64(float64(widenBf16(a)) * float64(widenBf16(b)))
	z := float64(widenBf16(c))
	s := p + z
	t := s - p
	t = (p - (s - t)) + (z - t)
	u := math.Float64bits(s)
	v := u &^ (1 << 63)
	if v >= lastBf16 || u<<20 < math.Float64bits(t)<<1>>53 {
		return fmaSlowBf16(p, z)
	}
	// A number with the exponent of the result and 45 more has the result's last bit as
	// its own last bit.
	e := max(v>>52, 1023-126)
	n := (e + 45) << 52
	k := math.Float64bits(math.Float64frombits(v)+math.Float64frombits(n)) - n
	return uint16(u>>48&0x8000) | uint16(k+(e-(1023-126))<<7)
}

// lastBf16 is the least float64, as its bits, that is rounded to infinity.
const lastBf16 = 0x47eff00000000000 // (2 - 2^-8) * 2^127

// fmaSlowBf16 rounds p + z in every case.
func fmaSlowBf16(p, z float64) uint16 {
	s := oddSum(p, z)
	if s != s {
		return nanBits16
	}
	// Round to odd once more, to f32, whose 24 bits are enough for the last step.
	f := rzF32(s)
	if float64(f) != s && s-s == 0 {
		f = math.Float32frombits(math.Float32bits(f) | 1)
	}
	return rnBf16(f)
}

// fmaDirectedBf16 rounds a*b + c once in mode r, which is not rn. The product is exact
// in float64, and the sum, rounded to odd there, stays on its side of every bf16.
func fmaDirectedBf16(a, b, c uint16, r rounding) uint16 {
	p := float64(float64(widenBf16(a)) * float64(widenBf16(b)))
	z := float64(widenBf16(c))
	if r == rm {
		return narrowBf16(oddSumRm(p, z), r)
	}
	return narrowBf16(oddSum(p, z), r)
}

func negBf16(a uint16) uint16 { return canonBf16(a ^ 0x8000) }
func absBf16(a uint16) uint16 { return canonBf16(a &^ 0x8000) }

func minBf16(a, b uint16) uint16 {
	switch {
	case a&0x7fff > infBf16:
		return canonBf16(b)
	case b&0x7fff > infBf16 || order16(a) < order16(b):
		return a
	}
	return b
}

func maxBf16(a, b uint16) uint16 {
	switch {
	case a&0x7fff > infBf16:
		return canonBf16(b)
	case b&0x7fff > infBf16 || order16(a) > order16(b):
		return a
	}
	return b
}

func minNaNBf16(a, b uint16) uint16 {
	if a&0x7fff > infBf16 || b&0x7fff > infBf16 {
		return nanBits16
	}
	return minBf16(a, b)
}

func maxNaNBf16(a, b uint16) uint16 {
	if a&0x7fff > infBf16 || b&0x7fff > infBf16 {
		return nanBits16
	}
	return maxBf16(a, b)
}

// xorsignBf16 gives d, a magnitude or NaN, the xor of the signs of a and b.
func xorsignBf16(d, a, b uint16) uint16 {
	if d > infBf16 {
		return d
	}
	return d | (a^b)&0x8000
}
