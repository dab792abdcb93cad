package fpops

import (
	"math"
	"math/bits"
)

// RsqrtAccurateF64 stands for rsqrt.approx.f64 (manual 9.7.3.16): 1/sqrt(a),
// correctly rounded. ±0 gives ±Inf, a negative operand NaN; NaNs follow the rule
// of f64.
func RsqrtAccurateF64(a float64) float64 {
	if !(a > 0 && a <= math.MaxFloat64) {
		return rsqrtEnd(a)
	}
	// a = x * 2^(e-52), where x has 53 or 54 bits and e is even.
	m, e := normal64(a)
	x := m >> 11
	if e&1 != 0 {
		x, e = x<<1, e-1
	}
	// y is 2^79/sqrt(x), from 2^52 to 2^53, with an error below 1.5. Whether y-1
	// or y+1 is nearer is decided by 2^158 - x*y^2, modulo 2^128.
	y := uint64(int64(0x1p79 / math.Sqrt(float64(int64(x)))))
	h, l := bits.Mul64(y, y)
	lx, rest := bits.Mul64(l, x)
	residual := lx + h*x
	rest, borrow := bits.Sub64(0, rest, 0)
	residual, _ = bits.Sub64(0, residual, borrow)
	if int64(residual) >= 0 { // 4*residual > x*(4y+1) means (y+1/2)^2 is too small
		h, l = bits.Mul64(x, 4*y+1)
		if four := residual<<2 | rest>>62; four > h || four == h && rest<<2 > l {
			y++
		}
	} else { // -4*residual > x*(4y-1)
		rest, borrow = bits.Sub64(0, rest, 0)
		residual, _ = bits.Sub64(0, residual, borrow)
		h, l = bits.Mul64(x, 4*y-1)
		if four := residual<<2 | rest>>62; four > h || four == h && rest<<2 > l {
			y--
		}
	}
	return float64(float64(int64(y)) * math.Float64frombits(uint64(1023+26-79-e/2)<<52))
}

// rsqrtEnd is rsqrt.f64 of zeros, infinities, negative numbers and NaNs.
//
//go:noinline
func rsqrtEnd(a float64) float64 {
	switch {
	case a == 0:
		return math.Copysign(math.Inf(1), a)
	case a > 0:
		return 0
	}
	return nan1F64(a)
}

// The .ftz forms of f64 (manual 9.7.3.14, 9.7.3.17) take the upper word of their
// operand, a sign, 11 bits of exponent and 20 of fraction, and return such a
// word; the lower word of the result is zero. The accurate forms keep to that:
// the results are the nearest numbers with 20 bits of fraction.
const (
	minNormal64 = 0x1p-1022
	nanBits64Hi = 0x7fffffff00000000 // their canonical NaN
)

// upperF64 is a with a lower word of zero. A NaN whose payload is in the lower
// word becomes an infinity.
func upperF64(a float64) float64 {
	return math.Float64frombits(math.Float64bits(a) >> 32 << 32)
}

// nearestUpperF64 rounds a to 20 bits of fraction. The reciprocals and inverse
// roots of numbers of 21 bits are never ties, and not so close to one that it
// would matter that a is rounded itself.
func nearestUpperF64(a float64) float64 {
	return math.Float64frombits((math.Float64bits(a) + 1<<31) >> 32 << 32)
}

// RcpAccurateFtzF64 stands for rcp.approx.ftz.f64 (manual 9.7.3.14): the nearest
// number with a lower word of zero to the reciprocal of a without its lower
// word. Subnormal operands and results are flushed, and ±0 gives ±Inf. A NaN, by
// the upper word of a, gives 0x7fffffff00000000.
func RcpAccurateFtzF64(a float64) float64 {
	a = upperF64(a)
	switch {
	case a != a:
		return math.Float64frombits(nanBits64Hi)
	case math.Abs(a) < minNormal64:
		return math.Copysign(math.Inf(1), a)
	case math.Abs(a) > 1/minNormal64:
		return math.Copysign(0, a)
	}
	return nearestUpperF64(1 / a)
}

// RsqrtAccurateFtzF64 stands for rsqrt.approx.ftz.f64 (manual 9.7.3.17): the
// nearest number with a lower word of zero to 1/sqrt of a without its lower
// word. Subnormal operands are flushed, and ±0 gives ±Inf. A negative operand
// and a NaN, by the upper word of a, give 0x7fffffff00000000.
func RsqrtAccurateFtzF64(a float64) float64 {
	a = upperF64(a)
	switch {
	case math.Abs(a) < minNormal64:
		return math.Copysign(math.Inf(1), a)
	case !(a > 0):
		return math.Float64frombits(nanBits64Hi)
	}
	return nearestUpperF64(1 / math.Sqrt(a))
}
