package fpops

import "math"

// The approximate instructions of f64, with the bits of an H100.
//
// The .ftz forms (manual 9.7.3.14, 9.7.3.17) take the upper word of their
// operand, 20 bits of fraction, and deliver an upper word; the lower one is zero.
// The reading of github.com/pyxis-roc/ptx-math: the 20 bits go through the f32
// unit as the upper bits of its 23, and those of the result are cut off.

// fraction32 is the number from 1 to 2 with the fraction of an upper word, as
// the bits of an f32.
func fraction32(hi uint32) uint32 { return 127<<23 | hi&0xfffff<<3 }

// RcpApproxFtzF64 is rcp.approx.ftz.f64. A NaN, by the upper word, gives
// 0x7fffffff00000000; subnormal results are flushed.
func RcpApproxFtzF64(a float64) float64 {
	hi := uint32(math.Float64bits(a) >> 32)
	sign := hi & signBit32
	switch e := hi >> 20 & 0x7ff; {
	case hi&0x7fffffff > 0x7ff00000:
		return math.Float64frombits(nanBits64Hi)
	case e == 0:
		return upperWord(sign | 0x7ff00000)
	default:
		r := int32(mufuRcp(fraction32(hi))>>3) + (1023-127+1023-int32(e))<<20
		if r < 1<<20 {
			r = 0
		}
		return upperWord(sign | uint32(r))
	}
}

// RsqrtApproxFtzF64 is rsqrt.approx.ftz.f64. A NaN, by the upper word, and
// a negative operand give 0x7fffffff00000000; subnormal operands are flushed.
func RsqrtApproxFtzF64(a float64) float64 {
	hi := uint32(math.Float64bits(a) >> 32)
	switch {
	case hi&0x7fffffff < 1<<20:
		return upperWord(hi&signBit32 | 0x7ff00000)
	case hi > 0x7ff00000: // negative, NaN
		return math.Float64frombits(nanBits64Hi)
	case hi == 0x7ff00000:
		return 0
	}
	// The parity of the exponent, whose bias is odd, stays with the operand.
	e := hi>>20 - 1023
	x := fraction32(hi) + e&1<<23
	r := math.Float32bits(RsqrtApproxF32(math.Float32frombits(x)))
	return upperWord(r>>3 + (1023-127)<<20 - uint32(int32(e)>>1)<<20)
}

func upperWord(hi uint32) float64 { return math.Float64frombits(uint64(hi) << 32) }

// RsqrtApproxF64 is rsqrt.approx.f64 (manual 9.7.3.16). ptxas makes it of
// rsqrt.approx.ftz.f64 and a step of third order, so one result in some 4,000 is
// not the nearest.
func RsqrtApproxF64(a float64) float64 {
	switch {
	case !(a > 0 && a <= math.MaxFloat64):
		return rsqrtEnd(a)
	case a < 0x1p-1022:
		return float64(rsqrtNormal(float64(a*0x1p54)) * 0x1p27)
	}
	return rsqrtNormal(a)
}

// rsqrtNormal is rsqrt.approx.f64 of a positive normal number. It is apart because vector code
// has no functions that call themselves.
func rsqrtNormal(a float64) float64 {
	y := RsqrtApproxFtzF64(a)
	e := math.FMA(-float64(y*y), a, 1)
	return math.FMA(math.FMA(e, 0.375, 0.5), float64(y*e), y)
}
