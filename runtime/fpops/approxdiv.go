package fpops

import "math"

// The approximate divisions (manual 9.7.3.8): a product with a reciprocal by the
// multifunction unit, which knows no subnormals. An H100 has the same bits for 4
// million pairs. The order of operations was taken, for div.approx, from published
// disassemblies of sm_90 and sm_120 and the manual's special case; for div.full,
// from the manual, which has it scale its operands, by the factors that ptxas uses
// around rcp.approx. The greatest error over random operands is 1.99 units of the
// last place for each, and the manual says 2.

// isHuge reports whether a number is above 2^126: its reciprocal would be
// subnormal, so the unit delivers zero.
func isHuge(b float32) bool { return math.Float32bits(b)&^signBit32 > 0x7e800000 }

// DivApproxF32 is div.approx.f32: both operands are scaled where b is
// subnormal, then a is multiplied with rcp.approx.ftz of b. Where |b| is above
// 2^126 the result is therefore a zero, or NaN if a is infinite, as the manual
// says.
func DivApproxF32(a, b float32) float32 {
	u := math.Float32bits(b)
	if !usualRcp(u) {
		return divEnd(a, b)
	}
	return CanonF32(float32(a * math.Float32frombits(mufuRcp(u))))
}

// divEnd is DivApproxF32 where the reciprocal is not a usual one.
//
//go:noinline
func divEnd(a, b float32) float32 {
	if math.Float32bits(b)&0x7f800000 == 0 {
		a *= 0x1p24
		b *= 0x1p24
	}
	return CanonF32(float32(a * RcpApproxFtzF32(b)))
}

// DivApproxFtzF32 is div.approx.ftz.f32: a product above 2^-125 of normal
// numbers needs no flushing. (The signs of operands are hard to predict, so no branch
// depends on them.)
func DivApproxFtzF32(a, b float32) float32 {
	u := math.Float32bits(b)
	if !usualRcp(u) {
		return divFtzEnd(a, b)
	}
	p := float32(a * math.Float32frombits(mufuRcp(u)))
	if needsFlush(a, p) {
		return divFtzEnd(a, b)
	}
	return p
}

// needsFlush reports whether a factor is subnormal, or the product may be.
func needsFlush(a, p float32) bool {
	return math.Float32bits(a)&0x7f800000 == 0 || math.Float32bits(p)&0x7f800000-0x01000000 > 0x7e000000
}

//go:noinline
func divFtzEnd(a, b float32) float32 { return MulRnFtzF32(a, RcpApproxFtzF32(b)) }

// DivApproxFtzSatF32 is the div.sat.f32 of PTX before 1.4: a
// div.approx.ftz.f32 whose result is clamped to [+0, 1], NaN to +0.
func DivApproxFtzSatF32(a, b float32) float32 { return SatF32(DivApproxFtzF32(a, b)) }

// DivFullF32 is div.full.f32: as div.approx.f32, and both operands are
// multiplied by 1/4 where |b| is above 2^126.
func DivFullF32(a, b float32) float32 {
	u := math.Float32bits(b)
	if !usualRcp(u) {
		return divFullEnd(a, b)
	}
	return CanonF32(float32(a * math.Float32frombits(mufuRcp(u))))
}

//go:noinline
func divFullEnd(a, b float32) float32 {
	if isHuge(b) {
		a *= 0.25
		b *= 0.25
	}
	return DivApproxF32(a, b)
}

// DivFullFtzF32 is div.full.ftz.f32.
func DivFullFtzF32(a, b float32) float32 {
	u := math.Float32bits(b)
	if !usualRcp(u) {
		return divFullFtzEnd(a, b)
	}
	p := float32(a * math.Float32frombits(mufuRcp(u)))
	if needsFlush(a, p) {
		return divFtzEnd(a, b)
	}
	return p
}

//go:noinline
func divFullFtzEnd(a, b float32) float32 {
	if isHuge(b) {
		a *= 0.25
		b *= 0.25
	}
	return divFtzEnd(a, b)
}
