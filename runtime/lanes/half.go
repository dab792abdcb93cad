package lanes

// f16 in the low 16 bits of a lane, the others zero: fpops/half.go.
//
// Arithmetic goes through f32. A product of two f16 is exact there, and so is a sum that
// is rounded to odd, for the rounding to f16 that follows.

var (
	low16   = all(0xffff)
	top3    = all(7 << 28)
	exp16   = all(0x7c00)
	nan16   = all(0x7fff)
	up112   = all((127 + 112) << 23) // 2^112
	over16  = all(0x47800000)        // 2^16, which becomes infinity
	first16 = all(0x38800000)        // 2^-14
	bias16  = all(112<<23 - 0xfff)
	half32  = all(0x3f000000) // 1/2
	sign16  = all(0x8000)
	tiny16  = all(0x387ff000) // 2^-14 - 2^-26
)

// widenF16 is exact; a NaN becomes some NaN.
func widenF16(h U32) F32 {
	// The 15 bits as an f32 have an exponent 112 too small, subnormals too.
	u := h.AsI32().ShiftAllLeft(16).ShiftAllRight(3).AndNot(top3.i())
	f := u.AsF32().Mul(up112.f()).AsI32()
	e := exp16.i()
	top := h.AsI32().And(e).Equal(e).ToI32().And(expMag.i())
	return f.Or(top).AsF32()
}

// rnF16 rounds f to nearest even; NaN gives 0x7fff.
func rnF16(f F32) U32 {
	u := f.AsI32()
	v := u.And(mag32.i()).Min(over16.i())
	h := v.Sub(bias16.i()).Add(v.ShiftAllRight(13).And(lastBit32.i())).ShiftAllRight(13)
	k := half32.f()
	tiny := v.AsF32().Add(k).AsI32().Sub(half32.i()) // rounded at 2^-24
	h = tiny.Merge(h, v.Less(first16.i()))
	h = h.Or(u.ShiftAllRight(16).And(sign16.i()))
	return h.Merge(nan16.i(), f.Equal(f)).AsU32()
}

// rnFtzF16 is rnF16 with a tiny result flushed.
func rnFtzF16(f F32) U32 {
	h := rnF16(f).AsI32()
	m := f.AsI32().And(mag32.i()).Less(tiny16.i()).ToI32()
	return h.AndNot(m.And(nan16.i())).AsU32()
}

// FtzF16 is fpops.FtzF16 of each lane.
func FtzF16(h U32) U32 {
	m := h.AsI32().And(exp16.i()).Equal(I32{}).ToI32()
	return h.AndNot(m.And(nan16.i()).AsU32())
}

// oddSum32 is p + z rounded to odd, where neither overflows nor underflows.
func oddSum32(p, z F32) F32 {
	s := p.Add(z)
	t := s.Sub(p)
	e := p.Sub(s.Sub(t)).Add(z.Sub(t))
	u := s.AsI32()
	odd := u.Add(e.AsI32().Xor(u).ShiftAllRight(31)).Or(lastBit32.i())
	return odd.Merge(u, e.Mul(e).Greater(F32{})).AsF32()
}

func addF16(a, b U32) U32 { return rnF16(widenF16(a).Add(widenF16(b))) }
func subF16(a, b U32) U32 { return rnF16(widenF16(a).Sub(widenF16(b))) }
func mulF16(a, b U32) U32 { return rnF16(widenF16(a).Mul(widenF16(b))) }

func fmaF16(a, b, c U32) U32 {
	return rnF16(oddSum32(widenF16(a).Mul(widenF16(b)), widenF16(c)))
}

// addFtzF16 flushes after rounding: tiny sums are exact.
func addFtzF16(a, b U32) U32 { return FtzF16(addF16(FtzF16(a), FtzF16(b))) }
func subFtzF16(a, b U32) U32 { return FtzF16(subF16(FtzF16(a), FtzF16(b))) }
func mulFtzF16(a, b U32) U32 { return rnFtzF16(widenF16(FtzF16(a)).Mul(widenF16(FtzF16(b)))) }

func fmaFtzF16(a, b, c U32) U32 {
	return rnFtzF16(oddSum32(widenF16(FtzF16(a)).Mul(widenF16(FtzF16(b))), widenF16(FtzF16(c))))
}

// isNaN16 are the lanes with a NaN of the format whose infinity is inf.
func isNaN16(h U32, inf *lanes) M { return h.AsI32().And(nan16.i()).Greater(inf.i()) }

// canon16 returns h, or 0x7fff where it is a NaN.
func canon16(h U32, inf *lanes) U32 { return nan16.u().Merge(h, isNaN16(h, inf)) }

func canonF16(h U32) U32 { return canon16(h, &exp16) }

func negF16(a U32) U32 { return canon16(a.Xor(sign16.u()), &exp16) }
func absF16(a U32) U32 { return canon16(a.And(nan16.u()), &exp16) }

// order16 maps the 16-bit floats to integers in their order, with -0 below +0, and those
// back.
func order16(h I32) I32 {
	h = h.ShiftAllLeft(16).ShiftAllRight(16)
	return h.Xor(h.ShiftAllRight(31).And(nan16.i()))
}

var bottom16 = all(0xffff8000) // below all numbers

// least16 and most16 are the order of a, with the NaNs at the end that is named.
func least16(a U32, inf *lanes) I32 {
	return bottom16.i().Merge(order16(a.AsI32()), isNaN16(a, inf))
}
func most16(a U32, inf *lanes) I32 { return nan16.i().Merge(order16(a.AsI32()), isNaN16(a, inf)) }

// ordered16 is what has the order k; at either end it is the canonical NaN.
func ordered16(k I32) U32 {
	h := k.Xor(k.ShiftAllRight(31).And(nan16.i())).And(low16.i())
	return nan16.i().Merge(h, k.Equal(bottom16.i())).AsU32()
}

func min16(a, b U32, inf *lanes) U32    { return ordered16(most16(a, inf).Min(most16(b, inf))) }
func max16(a, b U32, inf *lanes) U32    { return ordered16(least16(a, inf).Max(least16(b, inf))) }
func minNaN16(a, b U32, inf *lanes) U32 { return ordered16(least16(a, inf).Min(least16(b, inf))) }
func maxNaN16(a, b U32, inf *lanes) U32 { return ordered16(most16(a, inf).Max(most16(b, inf))) }

func minF16(a, b U32) U32    { return min16(a, b, &exp16) }
func maxF16(a, b U32) U32    { return max16(a, b, &exp16) }
func minNaNF16(a, b U32) U32 { return minNaN16(a, b, &exp16) }
func maxNaNF16(a, b U32) U32 { return maxNaN16(a, b, &exp16) }

// xorsign16 gives d, a magnitude or NaN, the xor of the signs of a and b.
func xorsign16(d, a, b U32, inf *lanes) U32 {
	return d.Or(a.Xor(b).And(sign16.u()).AndNot(isNaN16(d, inf).ToI32().AsU32()))
}

func xorsignF16(d, a, b U32) U32 { return xorsign16(d, a, b, &exp16) }

// SatF16 is fpops.SatF16 of each lane.
func SatF16(h U32) U32 {
	s := h.AsI32()
	return s.Min(one16.i()).AndNot(s.Greater(exp16.i()).ToI32()).AsU32() // NaN or negative
}

var (
	one16   = all(0x3c00)
	infbf16 = all(0x7f80)
)

// relu16 clamps negative values to +0 and canonicalises NaN.
func relu16(h U32, inf *lanes) U32 {
	negative := h.AsI32().ShiftAllLeft(16).ShiftAllRight(31)
	return nan16.u().Merge(h.AndNot(negative.AsU32()), isNaN16(h, inf))
}

func reluF16(h U32) U32 { return relu16(h, &exp16) }

// satfinite16 replaces an infinity by the greatest finite number of its sign.
func satfinite16(h U32, inf *lanes) U32 {
	m := h.AsI32().And(nan16.i()).Equal(inf.i())
	return h.AsI32().Add(m.ToI32()).AsU32()
}

func satfiniteF16(h U32) U32 { return satfinite16(h, &exp16) }

// Pairs: element 0 in the low half.

func lo16(x U32) U32 { return x.And(low16.u()) }
func hi16(x U32) U32 { return x.ShiftRight(sixteen.u()) }

func pack16(lo, hi U32) U32 { return hi.ShiftAllLeft(16).Or(lo) }

// FtzF16x2 is fpops.FtzF16x2 of each lane.
func FtzF16x2(x U32) U32 { return pack16(FtzF16(lo16(x)), FtzF16(hi16(x))) }
