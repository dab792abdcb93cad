//go:build !(go1.26 && !go1.28 && !ptx2go_nofma && (amd64.v3 || arm64 || loong64 || ppc64 || ppc64le || riscv64 || s390x))

package fpops

import "math"

// FmaF32 is a*b + c rounded once to nearest even. A NaN may have any bits.
//
// The product of two f32 is exact in float64, so s carries one rounding to 53
// bits, and the second one, to f32, goes wrong only if s is inexact and sits on
// a midpoint of f32. A midpoint of normal numbers ends in a one and 28 zeros;
// those of subnormal ones end in 28 zeros or more, as other numbers do. Only
// then s is moved to the side where the sum is, by 2^-40 of it, which is less than
// what lies between any two numbers that end in 28 zeros. Of p-s+c and c-s+p the one
// that begins with the larger summand is the error of s, and the other is zero or
// has its sign (Dekker); 2^600 makes it larger than the bounds.
//
//ptx2go:operator FmaRnF32
func FmaF32(a, b, c float32) float32 {
	p := float64(float64(a) * float64(b)) // exact
	s := p + float64(c)
	u := math.Float64bits(s)
	if u<<35 == 1<<63 || u<<1-1 < 0x3810000000000000<<1-1 && u<<36 == 0 {
		s *= 1 + min(max(float64(((p-s+float64(c))+(float64(c)-s+p))*s*0x1p600), -0x1p-40), 0x1p-40)
	}
	return float32(s)
}

// FmaScaleF32 is FmaF32 for a w that is a power of two, or minus one. The product is
// exact in float32, which shows in what it is divided by w, unless it overflows or is
// subnormal: the sum has one rounding, and the cost is the same for all operands, which
// sums of scaled numbers are not kind to in FmaF32.
//
//ptx2go:scale FmaRnF32
func FmaScaleF32(a, w, c float32) (s float32) {
	s = float32(a * w)
	if s/w != a { // no division, as w is a constant
		return fmaScale(a, w, c)
	}
	return s + c
}

// fmaScale is FmaScaleF32 in every case.
//
//go:noinline
func fmaScale(a, w, c float32) float32 { return FmaF32(a, w, c) }

// FmaFtzF32 is FmaF32 with a tiny result flushed. What is tiny lies below a number of 25
// bits, which ends as a midpoint of normal numbers does; midpoints of subnormal ones do not
// matter.
//
//ptx2go:operator FmaRnFtzF32
func FmaFtzF32(a, b, c float32) float32 {
	p := float64(float64(a) * float64(b))
	s := p + float64(c)
	if math.Float64bits(s)<<35 == 1<<63 {
		s = aside(s, p, float64(c))
	}
	return rnFtzF32(s)
}

// aside moves s, the rounded sum of p and z, to the side where the sum is. A midpoint has
// at most 25 significant bits: any nudge smaller than 2^-26 of it will do.
func aside(s, p, z float64) float64 {
	t := s - p
	if t = ((p - (s - t)) + (z - t)) * s; t > 0 {
		s *= 1 + 0x1p-40
	} else if t < 0 {
		s *= 1 - 0x1p-40
	}
	return s
}

// unfolded is x.
func unfolded(x float32) float32 { return x }
