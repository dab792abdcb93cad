package lanes

import "github.com/ptx2go/ptx2go/runtime/internal/mufu"

// ex2 and lg2 by the multifunction unit: fpops/mufuexp.go.

var (
	bias32  = all(127)
	frac32  = all(1<<23 - 1)
	ex2Bias = all(126 << 23)
	ex2One  = all(0x33800000) // 2^-24
	minus64 = all64(1<<64 - 8)
	exact52 = all64(0x433 << 52) // 2^52
)

// exponent is the exponent of a number as its field holds it; the sign has to be clear.
func exponent(mag I32) I32 { return mag.ShiftAllRight(23) }

// fixedEx2 is the magnitude of a number x with 2^-31 <= |x| < 128 in fixed point.
func fixedEx2(mag I32) I32 {
	f := mag.And(frac32.i()).Or(lead23.i())
	n := exponent(mag).Sub(bias32.i())
	// A shift by a count that is negative, or too large, gives zero.
	right := f.AsU32().ShiftRight(I32{}.Sub(n).AsU32())
	left := f.AsU32().ShiftLeft(n.AsU32())
	return right.Or(left).AsI32()
}

// ex2Fixed is ex2 of a magnitude in fixed point; minus is -1 for the negative of it.
func ex2Fixed(t, minus I32) F32 {
	whole := t.And(frac32.i()).Equal(I32{}).ToI32()
	t = t.Xor(minus).Sub(minus.And(whole))
	x := t.And(low17.i())
	v := rowsAt(&mufu.Ex2[0], t.ShiftAllRight(13).And(rows64.i())).at(x, square(x))
	return ex2Bias.i().Add(t.And(expSign.i())).Add(v.shiftedRight(&shift15, mufu.Ex2Weight-23)).AsF32()
}

// usualEx2 are the lanes in the domain of fixedEx2, with a normal result.
func usualEx2(a F32) M {
	mag := magF32(a).AsI32()
	inside := mag.Less(ex2High.i()).And(ex2Below.i().Less(mag))
	return inside.And(a.GreaterEqual(ex2Lowest.f()))
}

var (
	lead23    = all(1 << 23)
	ex2High   = all(134 << 23)
	ex2Below  = all(96<<23 - 1)
	ex2Lowest = all(0xc2fc0000) // -126
	zeroBelow = all(0xc3160000) // -150
)

// Ex2ApproxF32 is fpops.Ex2ApproxF32 of each lane.
func Ex2ApproxF32(a F32) F32 {
	u := a.AsI32()
	r := ex2Fixed(fixedEx2(u.And(mag32.i())), u.ShiftAllRight(31))
	if m := usualEx2(a); m.ToBits() != allLanes {
		return ex2UnitEnd(a, r, m)
	}
	return r
}

// ex2UnitEnd is ex2.approx where the result overflows, is subnormal or 1, and of NaN.
// Below -126, x is halved and the result squared.
//
//go:noinline
func ex2UnitEnd(a, r F32, usual M) F32 {
	u := a.AsI32()
	mag := u.And(mag32.i())
	h := ex2Fixed(fixedEx2(mag.Sub(lead23.i())), I32{}.Equal(I32{}).ToI32())
	end := h.Mul(h).Merge(F32{}, a.Greater(zeroBelow.f()))
	end = inf32.f().Merge(end, a.Greater(F32{}))
	end = one32.f().Merge(end, mag.Less(ex2One.i()))
	end = end.Merge(nan32.f(), a.Equal(a))
	return r.Merge(end, usual)
}

// Ex2ApproxFtzF32 is fpops.Ex2ApproxFtzF32 of each lane.
func Ex2ApproxFtzF32(a F32) F32 {
	u := a.AsI32()
	r := ex2Fixed(fixedEx2(u.And(mag32.i())), u.ShiftAllRight(31))
	if m := usualEx2(a); m.ToBits() != allLanes {
		return F32{}.Merge(ex2UnitEnd(a, r, m), a.Less(ex2Lowest.f()))
	}
	return r
}

// doubles are the float64 of sums that are not negative, exactly, less their lowest 29
// bits: 32 of them. A sum of zero gives the bits of zero.
func (v sums) doubles() I32 {
	k := loadU64h((*[Half]uint64)(&exact52))
	f := k.AsF64h()
	even := v.even.AsU64h().Or(k).AsF64h().Sub(f)
	odd := v.odd.AsU64h().Or(k).AsF64h().Sub(f)
	return sums{
		even.AsU64h().ShiftRight(loadU64h((*[Half]uint64)(&shift29))).AsI64h(),
		odd.AsI64h().ShiftAllLeft(32 - 29),
	}.joined()
}

// mufuLg2 is lg2 of a positive normal number other than 1.
func mufuLg2(a F32) F32 {
	u := a.AsI32()
	x := u.And(low17.i())
	v := rowsAt(&mufu.Lg2[0], u.ShiftAllRight(13).And(rows64.i())).at(x, square(x))
	e := exponent(u).Sub(bias32.i())
	v.even = v.even.Add(e.AsI64h().ShiftAllLeft(mufu.Lg2Weight))
	v.odd = v.odd.Add(upper(e).AsI64h().ShiftAllLeft(mufu.Lg2Weight))
	var zero I64h
	se, so := zero.Greater(v.even).ToI64h(), zero.Greater(v.odd).ToI64h()
	kept := loadU64h((*[Half]uint64)(&minus64)).AsI64h() // 36 bits behind the point
	v.even = v.even.Xor(se).Sub(se).And(kept)
	v.odd = v.odd.Xor(so).Sub(so).And(kept)
	sign := sums{se, so}.joined().ShiftAllLeft(31)
	return v.doubles().Sub(lg2Exp.i()).Or(sign).AsF32()
}

var (
	lg2Exp = all((1023 - 127 + mufu.Lg2Weight) % 512 << 23)
	sinExp = all((1023 - 127 + mufu.SinWeight) % 512 << 23)
	num24  = all(0x41c00000) // 24
	infNeg = all(0xff800000)
)

// lg2UnitEnd is lg2.approx of 1 and of what is not positive, normal and finite.
//
//go:noinline
func lg2UnitEnd(a, r F32, usual M) F32 {
	end := mufuLg2(a.Mul(scale24.f())).Sub(num24.f())
	end = F32{}.Merge(end, a.Equal(one32.f()))
	end = a.Merge(end, a.Equal(inf32.f()))
	end = end.Merge(nan32.f(), a.Greater(F32{}))
	end = infNeg.f().Merge(end, a.Equal(F32{}))
	return r.Merge(end, usual)
}

// usualLg2 are the lanes in the domain of mufuLg2.
func usualLg2(a F32) M { return isPositive(a).And(a.NotEqual(one32.f())) }

// Lg2ApproxF32 is fpops.Lg2ApproxF32 of each lane.
func Lg2ApproxF32(a F32) F32 {
	r := mufuLg2(a)
	if m := usualLg2(a); m.ToBits() != allLanes {
		return lg2UnitEnd(a, r, m)
	}
	return r
}

// Lg2ApproxFtzF32 is fpops.Lg2ApproxFtzF32 of each lane.
func Lg2ApproxFtzF32(a F32) F32 {
	r := mufuLg2(a)
	if m := usualLg2(a); m.ToBits() != allLanes {
		return lg2UnitEnd(FtzF32(a), r, m)
	}
	return r
}
