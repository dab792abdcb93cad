package fpops

import (
	"math"

	"github.com/ptx2go/ptx2go/runtime/internal/powers"
)

// 2^x and tanh x (manual 9.7.3.21, 9.7.3.22, 9.7.4.9, 9.7.4.10) from one kernel, whose
// numbers are in package powers.

// exp2of64th returns t and p such that 2^(x/64) is t + p, for |x| below 2^15. t
// is a power of 2^(1/64) and p is less than 2^-7*t.
func exp2of64th(x float64) (t, p float64) {
	z := x + powers.Shift
	k := math.Float64bits(z)
	r := x - (z - powers.Shift)
	t = math.Float64frombits(powers.Table[k&63] + k<<46)
	r2 := float64(r * r)
	low, high := powers.C2+float64(powers.C3*r), powers.C4+float64(powers.C5*r)
	return t, float64(t * (float64(powers.C1*r) + float64(r2*(low+float64(r2*high)))))
}

// Ex2AccurateF32 stands for ex2.approx.f32: 2^a, correctly rounded for all
// operands. Subnormal results are kept.
func Ex2AccurateF32(a float32) float32 {
	if math.Float32bits(a)<<1 >= 0x86000000 { // |a| >= 128, NaN
		return ex2End(a)
	}
	t, p := exp2of64th(float64(float64(a) * 64))
	v := t + p
	if isTie(v) {
		v = offTie(v, p-(v-t))
	}
	return float32(v)
}

// ex2End is ex2 where the result may overflow or be subnormal, and of NaN. Up to
// and including 2^-150, results round to zero.
//
//go:noinline
func ex2End(a float32) float32 {
	switch {
	case a != a:
		return math.Float32frombits(nanBits32)
	case a >= 128:
		return float32(math.Inf(1))
	case a <= -150:
		return 0
	}
	t, p := exp2of64th(float64(float64(a) * 64))
	return float32(t + p)
}

// Ex2AccurateFtzF32 stands for ex2.approx.ftz.f32: Ex2AccurateF32 with results
// below 2^-126 flushed. To flush the operand makes no difference: 2^a is 1.
func Ex2AccurateFtzF32(a float32) float32 {
	if a < -126 {
		return 0
	}
	return Ex2AccurateF32(a)
}

// finiteF16 is the value of a finite f16. A conversion from f32 would be slower
// on amd64: it leaves half a register as it was, and so waits for the result
// before.
func finiteF16(h uint16) float64 {
	x := math.Float64frombits(uint64(h&0x7fff)<<42 | uint64(h&0x8000)<<48)
	return float64(x * 0x1p1008) // the exponent was 1008 too small, subnormals too
}

// Ex2AccurateF16 stands for ex2.approx.f16: correctly rounded for all operands.
func Ex2AccurateF16(a uint16) uint16 {
	switch {
	case a&0x7fff > infF16:
		return nanBits16
	case a >= 0xce40: // -25 and below: 2^-25 is the tie
		return 0
	case a-0x4c00 < 0x8000-0x4c00: // 16 and above
		return infF16
	}
	t, p := exp2of64th(float64(finiteF16(a) * 64))
	return rn64F16(t + p)
}

// Ex2AccurateF16x2 is Ex2AccurateF16 for both halves.
func Ex2AccurateF16x2(a uint32) uint32 {
	return pack16(Ex2AccurateF16(lo16(a)), Ex2AccurateF16(hi16(a)))
}

// Ex2AccurateFtzBf16 stands for ex2.approx.ftz.bf16: correctly rounded for all
// operands, then flushed. No result is in the middle between two bf16 as an
// f32, so it can be rounded twice.
func Ex2AccurateFtzBf16(a uint16) uint16 { return rnBf16(Ex2AccurateFtzF32(widenBf16(a))) }

// Ex2AccurateFtzBf16x2 is Ex2AccurateFtzBf16 for both halves.
func Ex2AccurateFtzBf16x2(a uint32) uint32 {
	return pack16(Ex2AccurateFtzBf16(lo16(a)), Ex2AccurateFtzBf16(hi16(a)))
}

// tanh is the hyperbolic tangent of an f32 below 10: m/(m+2), where m is
// e^(2x) - 1. The error is up to 2^-48 around x = 2^-7, where t - 1 has lost
// bits, and 2^-51 elsewhere.
func tanh(x float64) float64 {
	t, p := exp2of64th(float64(math.Abs(x) * (128 * powers.Log2e)))
	m := (t - 1) + p
	return math.Copysign(m/(m+2), x)
}

// TanhAccurateF32 stands for tanh.approx.f32: correctly rounded for all
// operands. Subnormal operands are returned as they are.
func TanhAccurateF32(a float32) float32 {
	if math.Float32bits(a)<<1 >= 0x82400000 { // |a| >= 10, NaN
		return tanhEnd(a)
	}
	return float32(tanh(float64(a)))
}

// tanhEnd is tanh where it rounds to 1, and of NaN.
//
//go:noinline
func tanhEnd(a float32) float32 {
	if a != a {
		return math.Float32frombits(nanBits32)
	}
	return math.Float32frombits(math.Float32bits(a)&signBit32 | 0x3f800000)
}

// TanhAccurateF16 stands for tanh.approx.f16: correctly rounded for all
// operands.
func TanhAccurateF16(a uint16) uint16 {
	switch h := a & 0x7fff; {
	case h > infF16:
		return nanBits16
	case h >= 0x4900: // 10
		return a&0x8000 | oneF16
	}
	return rn64F16(tanh(finiteF16(a)))
}

// TanhAccurateF16x2 is TanhAccurateF16 for both halves.
func TanhAccurateF16x2(a uint32) uint32 {
	return pack16(TanhAccurateF16(lo16(a)), TanhAccurateF16(hi16(a)))
}

// TanhAccurateBf16 stands for tanh.approx.bf16: correctly rounded for all
// operands. No result is in the middle between two bf16 as an f32, so it can be
// rounded twice.
func TanhAccurateBf16(a uint16) uint16 { return rnBf16(TanhAccurateF32(widenBf16(a))) }

// TanhAccurateBf16x2 is TanhAccurateBf16 for both halves.
func TanhAccurateBf16x2(a uint32) uint32 {
	return pack16(TanhAccurateBf16(lo16(a)), TanhAccurateBf16(hi16(a)))
}
