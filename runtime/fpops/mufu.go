package fpops

import (
	"math"

	"github.com/ptx2go/ptx2go/runtime/internal/mufu"
)

// The multifunction unit, which executes rcp, rsqrt, sqrt, lg2, ex2, sin and cos
// on f32: a table of parabolas in fixed point, as published by Oberman & Siu, "A
// High-Performance Area-Efficient Multifunction Interpolator" (ARITH 2005). The
// tables, their widths and what happens around them are those of the public
// model github.com/bcarlet/ptx-math, whose authors found it equal to GPUs of
// sm_50 to sm_75 for all 2^32 operands. See approx.go for what that does not
// cover.
//
// The upper bits of an operand's fraction pick a row of three coefficients, and
// the others are its x. The sum c0 + c1*x + c2*square(x) is exact, but for the
// square, in which the hardware leaves out the columns below 2^19. What it does
// after the sum is to cut off bits: a constant for rounding is part of c0.
//
// Where results are normal, the leading one of a sum falls on a known place. The
// 24 bits from there are added to an exponent that is one too small, so the one
// carries into it: no masks, and the one result in 2^23 whose sum is twice as
// large comes out right by itself.

// rowAt returns the sum of a row for the lower 17 bits of x.
func rowAt(r *mufu.Row, x uint32) int64 {
	x &= 0x1ffff
	return r.C0 + int64(r.C1)*int64(x) + int64(r.C2)*int64(square(x))
}

// square returns the square of 17 bits as the hardware has it, less its lowest
// 19 bits, which are zero. It sums two tables of 4.3 KiB together. A single one
// would be 0.6 ns faster alone and with its 64 KiB drive everything else out of
// the first-level cache.
func square(x uint32) uint32 {
	return uint32(squareHigh[x>>6&2047]) + uint32(squareLow[uint8(x>>9&0xf0|x>>2&15)])
}

// mufuRcp is rcp of the bits of a number whose result is normal: up to 2^126,
// not included.
func mufuRcp(u uint32) uint32 {
	r := &mufu.Rcp[u>>16&127]
	x := u & 0xffff
	v := r.C0 + int64(r.C1)*int64(x) + int64(r.C2)*int64(square(x<<1))
	return 252<<23 - u&0xff800000 + uint32(v>>(mufu.RcpWeight-24))
}

// mufuRsqrt is rsqrt of the bits of a positive normal number that is no power of
// 4: there the sum falls short, and the hardware does not use it.
func mufuRsqrt(u uint32) uint32 {
	v := rowAt(&mufu.Rsqrt[u>>17&127], u)
	return 189<<23 - (u+0x800000)>>1&0x7f800000 + uint32(v>>(mufu.RsqrtWeight-24))
}

// mufuSqrt is sqrt of the bits of a positive normal number.
func mufuSqrt(u uint32) uint32 {
	v := rowAt(&mufu.Sqrt[u>>17&127], u)
	return 62<<23 + (u+0x800000)>>1&0x7f800000 + uint32(v>>(mufu.SqrtWeight-23))
}

// mufuTanh is tanh of the bits of a number from 2^-8 up to 8, not included.
func mufuTanh(u uint32) uint32 {
	at := u>>19 - mufu.TanhFirst<<4 // exponent and upper bits of the fraction
	v := rowAt(&mufu.Tanh[at], u>>mufu.TanhCut>>(uint32(mufu.TanhShifts)>>(at>>4*3&31)&7))
	return uint32(math.Float64bits(float64(v))>>29) - (1023-127+mufu.TanhWeight)%512<<23
}

// usualRcp reports whether a number is in the domain of mufuRcp.
func usualRcp(u uint32) bool { return u&0x7f800000-0x00800000 <= 0x7d800000 }

// isPositive reports whether a number is positive, normal and finite.
func isPositive(u uint32) bool { return u-0x00800000 < 0x7f000000 }

// isEvenPower reports whether a positive normal number is a power of 4.
func isEvenPower(u uint32) bool { return u&0xffffff == 0x800000 }

// rcpEnd is rcp.approx of what is outside the domain of mufuRcp. Subnormal
// operands and results are scaled, as ptxas scales them around the unit.
//
//go:noinline
func rcpEnd(u uint32) float32 {
	a := math.Float32frombits(u)
	switch {
	case a != a:
		return math.Float32frombits(nanBits32)
	case a-a != 0:
		return math.Float32frombits(u & signBit32)
	case u<<1 == 0:
		return math.Float32frombits(u | 0x7f800000)
	case u&0x7f800000 == 0:
		return float32(math.Float32frombits(mufuRcp(math.Float32bits(a*0x1p24))) * 0x1p24)
	}
	return float32(math.Float32frombits(mufuRcp(math.Float32bits(a*0.25))) * 0.25)
}

// rcpFtzEnd is rcpEnd with operand and result flushed.
//
//go:noinline
func rcpFtzEnd(u uint32) float32 {
	return FtzF32(rcpEnd(math.Float32bits(FtzF32(math.Float32frombits(u)))))
}

// rsqrtEnd32 is rsqrt.approx where mufuRsqrt is not.
//
//go:noinline
func rsqrtEnd32(u uint32) float32 {
	a := math.Float32frombits(u)
	switch {
	case u<<1 == 0:
		return math.Float32frombits(u | 0x7f800000)
	case !(a > 0):
		return math.Float32frombits(nanBits32)
	case a-a != 0:
		return 0
	}
	scale := float32(1)
	if u < 0x00800000 {
		u, scale = math.Float32bits(a*0x1p24), 0x1p12
	}
	r := mufuRsqrt(u)
	if isEvenPower(u) {
		r = 189<<23 - (u+0x800000)>>1&0x7f800000 + 1<<24 // 4^n
	}
	return float32(math.Float32frombits(r) * scale)
}

// sqrtEnd is sqrt.approx of what is not positive, normal and finite.
//
//go:noinline
func sqrtEnd(u uint32) float32 {
	a := math.Float32frombits(u)
	switch {
	case u<<1 == 0 || u == 0x7f800000:
		return a
	case !(a > 0):
		return math.Float32frombits(nanBits32)
	}
	return float32(math.Float32frombits(mufuSqrt(math.Float32bits(a*0x1p24))) * 0x1p-12)
}
