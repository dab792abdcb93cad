package fpops

import "math"

// lg2 (manual 9.7.3.20): log2(2^e * m) = e - log2(r) + log2(1+d), where r is
// near 1/m, from a table, and d = m*r - 1.

// The coefficients of log2(1+d)/d for |d| <= 2^-6.98, by interpolation at the
// Chebyshev points. The error is 2^-55.3.
const (
	log1 = 0x1.71547652b82fep0 // 1/ln(2)
	log2 = -0x1.71547652b830ap-1
	log3 = 0x1.ec709dc3a0413p-2
	log4 = -0x1.7154764bf6984p-2
	log5 = 0x1.2776c508f854fp-2
	log6 = -0x1.ec7972695f79cp-3
	log7 = 0x1.a61f3c1f38844p-3
)

// log2of is the binary logarithm of a positive finite f32. m runs from
// 0.69921875 to 1.3984375, so that there is no cancellation around 1: there, e
// is 0, r is 1, and d, which is exact in any case (24+29 bits), is small.
func log2of(x float64) float64 {
	const start = 0x3fe6600000000000 // 0.69921875
	u := math.Float64bits(x)
	v := u - start
	row := &log2Table[v>>46&63]
	e := float64(int64(v) >> 52)
	m := math.Float64frombits(u - v&^(1<<52-1))
	d := float64(m*row.r) - 1
	d2 := float64(d * d)
	p2, p4, p6 := log2+float64(log3*d), log4+float64(log5*d), log6+float64(log7*d)
	p := p2 + float64(d2*(p4+float64(d2*p6)))
	return (e + row.l) + (float64(log1*d) + float64(d2*p))
}

// Lg2AccurateF32 stands for lg2.approx.f32: the binary logarithm of a, correctly
// rounded for all operands. ±0 gives -Inf, a negative operand NaN.
func Lg2AccurateF32(a float32) float32 {
	if math.Float32bits(a)-1 >= 0x7f7fffff { // not positive and finite
		return lg2End(a)
	}
	return float32(log2of(float64(a)))
}

// lg2End is lg2 of zeros, infinities, negative numbers and NaNs.
//
//go:noinline
func lg2End(a float32) float32 {
	switch {
	case a == 0:
		return float32(math.Inf(-1))
	case a > 0:
		return a
	}
	return math.Float32frombits(nanBits32)
}

// Lg2AccurateFtzF32 stands for lg2.approx.ftz.f32: Lg2AccurateF32 with subnormal
// operands flushed, so that they give -Inf. No result is subnormal.
func Lg2AccurateFtzF32(a float32) float32 { return Lg2AccurateF32(FtzF32(a)) }
