package lanes

// The approximate divisions: fpops/approxdiv.go.

// DivApproxF32 is fpops.DivApproxF32 of each lane.
func DivApproxF32(a, b F32) F32 {
	if unusualRcp(b).ToBits() != 0 {
		return divEnd(a, b)
	}
	return CanonF32(a.Mul(mufuRcp(b)))
}

// divEnd is DivApproxF32 of any numbers.
//
//go:noinline
func divEnd(a, b F32) F32 {
	m := b.AsI32().And(expMag.i()).Equal(I32{})
	k := scale24.f()
	return CanonF32(a.Mul(k).Merge(a, m).Mul(RcpApproxFtzF32(b.Mul(k).Merge(b, m))))
}

// DivApproxFtzF32 is fpops.DivApproxFtzF32 of each lane.
func DivApproxFtzF32(a, b F32) F32 { return MulRnFtzF32(a, RcpApproxFtzF32(b)) }

// DivApproxFtzSatF32 is fpops.DivApproxFtzSatF32 of each lane.
func DivApproxFtzSatF32(a, b F32) F32 { return SatF32(DivApproxFtzF32(a, b)) }

// DivFullF32 is fpops.DivFullF32 of each lane.
func DivFullF32(a, b F32) F32 {
	if unusualRcp(b).ToBits() != 0 {
		return divEnd(quartered(a, b))
	}
	return CanonF32(a.Mul(mufuRcp(b)))
}

// DivFullFtzF32 is fpops.DivFullFtzF32 of each lane.
func DivFullFtzF32(a, b F32) F32 {
	if unusualRcp(b).ToBits() != 0 {
		a, b = quartered(a, b)
	}
	return DivApproxFtzF32(a, b)
}

// quartered scales operands of which the second is above 2^126: its reciprocal would be
// subnormal.
//
//go:noinline
func quartered(a, b F32) (F32, F32) {
	m := b.AsI32().And(mag32.i()).Greater(huge.i())
	k := quarter.f().Merge(one32.f(), m)
	return a.Mul(k), b.Mul(k)
}
