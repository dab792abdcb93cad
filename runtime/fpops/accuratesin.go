package fpops

import (
	"math"
	"math/bits"

	"github.com/ptx2go/ptx2go/runtime/internal/powers"
)

// sin and cos (manual 9.7.3.18, 9.7.3.19) of x = (k + y) * pi/32 with an integer
// k and |y| <= 1/2: sine and cosine of k*pi/32 by a table, of y*pi/32 by
// polynomials.

// The coefficients of sin(y*pi/32)/y and (cos(y*pi/32)-1)/y^2 in y^2, for
// |y| <= 1/2, by interpolation at the Chebyshev points. The errors are 2^-54.4
// relative to the sine and 2^-57 relative to 1.
const (
	sin1 = 0x1.921fb54442d18p-4 // pi/32
	sin3 = -0x1.4abbce625be29p-13
	sin5 = 0x1.466bc671709d7p-24
	sin7 = -0x1.32cedb83ec72bp-36
	cos2 = -0x1.3bd3cc9be4566p-8
	cos4 = 0x1.03c1f0793cf31p-18
	cos6 = -0x1.55ce220fde5fep-30
)

// sineAt returns sin((k+y)*pi/32), and never the middle between two f32 unless
// that is the result.
func sineAt(k uint64, y float64) float64 {
	y2 := float64(y * y)
	s := float64(y * (sin1 + float64(y2*(sin3+float64(y2*(sin5+float64(y2*sin7)))))))
	c := float64(y2 * (cos2 + float64(y2*(cos4+float64(y2*cos6)))))
	a, b := sineTable[k&63], sineTable[(k+16)&63]
	rest := float64(b*s) + float64(a*c)
	v := a + rest
	if isTie(v) {
		return offTie(v, rest-(v-a))
	}
	return v
}

// sine returns sin(x + quarters*pi/2), quarters being 0 or 1.
//
// Below 2^24, x is multiplied by the first 29 bits of 32/pi, which is exact, and
// by the rest. So the integer part is removed without an error, and what is left
// has an error of 2^-82*x. Next to a multiple of pi/2, where the relative error
// counts, y is at least 2^-44*x.
func sine(x float32, quarters uint64) float32 {
	const (
		first = 0x1.45f306dp3 // 32/pi
		other = 0x1.9391054a7f09dp-26
	)
	if math.Float32bits(x)<<1-1 >= 0x97000000-1 { // |x| >= 2^24, NaN, 0
		return sineEnd(x, quarters)
	}
	h := float64(float64(x) * first)
	z := h + powers.Shift
	y := (h - (z - powers.Shift)) + float64(float64(x)*other)
	return float32(sineAt(math.Float64bits(z)+quarters*16, y))
}

// sineEnd is sine for |x| >= 2^24, NaN and 0, whose sign would be lost. x is an
// integer times 2^e; of the product with 1/(2*pi), the bits from the point on
// are computed, 128 of them (Payne and Hanek, 1983). The error of y is below
// 2^-97.
//
//go:noinline
func sineEnd(x float32, quarters uint64) float32 {
	switch {
	case x-x != 0:
		return math.Float32frombits(nanBits32)
	case x == 0 && quarters == 0:
		return x
	case x == 0:
		return 1
	}
	u := math.Float32bits(x)
	e := u>>23&0xff - 150 // 1 to 104
	i, s := e>>6, e&63
	high := invTwoPi[i]<<s | invTwoPi[i+1]>>(64-s)
	low := invTwoPi[i+1]<<s | invTwoPi[i+2]>>(64-s)
	m := uint64(u&0x7fffff | 0x800000)
	high *= m // modulo 1
	carry, low := bits.Mul64(low, m)
	high += carry
	k := (high + 1<<57) >> 58
	// What is after the first six bits, as a signed fraction.
	top, rest := float64(int64(high<<6|low>>58)), float64(int64(low<<6>>1))
	y := float64(top*0x1p-64) + float64(rest*0x1p-127)
	if x < 0 {
		k, y = -k, -y
	}
	return float32(sineAt(k+quarters*16, y))
}

// SinAccurateF32 stands for sin.approx.f32: the sine of a (in radians),
// correctly rounded for all operands. Infinities give NaN.
func SinAccurateF32(a float32) float32 { return sine(a, 0) }

// SinAccurateFtzF32 stands for sin.approx.ftz.f32: SinAccurateF32 with subnormal
// operands flushed. Normal operands give no subnormal results.
func SinAccurateFtzF32(a float32) float32 { return sine(FtzF32(a), 0) }

// CosAccurateF32 stands for cos.approx.f32: the cosine of a (in radians),
// correctly rounded for all operands. Infinities give NaN.
func CosAccurateF32(a float32) float32 { return sine(a, 1) }

// CosAccurateFtzF32 stands for cos.approx.ftz.f32. It is CosAccurateF32: the
// cosine of a subnormal is 1, and no result is subnormal.
func CosAccurateFtzF32(a float32) float32 { return sine(a, 1) }
