package fpops

import (
	"math"

	"github.com/ptx2go/ptx2go/runtime/internal/mufu"
)

// ex2 and lg2 by the multifunction unit (mufu.go).

// fixedEx2 is the magnitude of a number x with 2^-31 <= |x| < 128, given as bits,
// in fixed point.
func fixedEx2(u uint32) int32 {
	return int32(uint64(u&0x7fffff|0x800000) << 32 >> ((159 - u>>23&255) & 63))
}

// ex2Fixed is ex2 of a magnitude in fixed point, 23 bits after the point, the
// others cut off; minus is -1 for the negative of it.
func ex2Fixed(t, minus int32) uint32 { return ex2Signed(signedEx2(t, minus)) }

// signedEx2 is a magnitude in fixed point as ex2 has it: of a negative number the
// fraction is inverted, and the integer made one less, unless the fraction is zero.
func signedEx2(t, minus int32) uint32 {
	whole := (t&0x7fffff - 1) >> 31
	return uint32(t ^ minus - minus&whole)
}

// ex2Signed is ex2 of what signedEx2 returns. The integer is the result's exponent as
// it stands.
func ex2Signed(t uint32) uint32 {
	v := rowAt(&mufu.Ex2[t>>17&63], t)
	return 126<<23 + t&0xff800000 + uint32(v>>(mufu.Ex2Weight-23))
}

// usualEx2 reports whether a number is in the domain of fixedEx2, with a normal
// result.
func usualEx2(u uint32) bool { return u>>23&255-96 <= 133-96 && u <= 0xc2fc0000 }

// ex2UnitEnd is ex2.approx where the result overflows, is subnormal or 1, and of
// NaN. Below -126, x is halved and the result squared.
//
//go:noinline
func ex2UnitEnd(u uint32) float32 {
	switch a := math.Float32frombits(u); {
	case a != a:
		return math.Float32frombits(nanBits32)
	case u&0x7fffffff < 0x33800000: // 2^-24
		return 1
	case a > 0:
		return float32(math.Inf(1))
	case a > -150:
		h := math.Float32frombits(ex2Fixed(fixedEx2(u-1<<23), -1))
		return float32(h * h)
	}
	return 0
}

// ex2FtzUnitEnd is ex2.approx.ftz there: the unit delivers no subnormals.
//
//go:noinline
func ex2FtzUnitEnd(u uint32) float32 {
	if u > 0xc2fc0000 && u <= 0xff800000 { // below -126
		return 0
	}
	return ex2UnitEnd(u)
}

// mufuLg2 is lg2 of the bits of a positive normal number other than 1.
func mufuLg2(u uint32) uint32 { return floatLg2(fixedLg2(u)) }

// fixedLg2 is the logarithm in fixed point: the sum with the exponent added.
func fixedLg2(u uint32) int64 {
	return rowAt(&mufu.Lg2[u>>17&63], u) + (int64(u>>23)-127)<<mufu.Lg2Weight
}

// floatLg2 makes a float of a logarithm in fixed point. Of its magnitude, 36 bits after
// the point are kept. A conversion to float64, which is exact, normalises it.
func floatLg2(v int64) uint32 {
	sign := v >> 63
	w := (v ^ sign) - sign
	w &^= 1<<(mufu.Lg2Weight-36) - 1
	return uint32(sign)<<31 | (uint32(math.Float64bits(float64(w))>>29) - (1023-127+mufu.Lg2Weight)%512<<23)
}

// lg2UnitEnd is lg2.approx of 1 and of what is not positive, normal and finite.
//
//go:noinline
func lg2UnitEnd(u uint32) float32 {
	a := math.Float32frombits(u)
	switch {
	case u<<1 == 0:
		return float32(math.Inf(-1))
	case !(a > 0):
		return math.Float32frombits(nanBits32)
	case a == 1:
		return 0
	case a-a != 0:
		return a
	}
	return math.Float32frombits(mufuLg2(math.Float32bits(a*0x1p24))) - 24
}
