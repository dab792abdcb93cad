package lanes

import "github.com/ptx2go/ptx2go/runtime/internal/mufu"

// The multifunction unit: fpops/mufu.go says what it computes. A sum has up to 48 bits, so
// there are two vectors of sums, of the even lanes and of the odd ones.
//
// The functions of the unit are too long to be inlined. Their operands and results travel in
// registers.

// sums are the sums of eight lanes, or what was made of them.
type sums struct{ even, odd I64h }

// rows are rows of a table: c0 of the even lanes and of the odd ones, and c1 with c2 above it.
type rows struct{ even, odd, evens, odds I64h }

// at returns c0 + c1*x + c2*sq in each lane.
func (r rows) at(x, sq I32) sums {
	even, odd := r.evens.AsI32(), r.odds.AsI32()
	return sums{
		r.even.Add(even.MulWidenEven(x)).Add(upper(even).MulWidenEven(sq)),
		r.odd.Add(odd.MulWidenEven(upper(x))).Add(upper(odd).MulWidenEven(upper(sq))),
	}
}

// Constants to shift by: a shift of unsigned numbers to the right by a constant would go
// through a general register and a legacy move.
var (
	shift15 = all64(15)
	shift16 = all64(16)
	shift17 = all64(17)
	shift23 = all64(23)
	shift29 = all64(29)
)

// shiftedRight returns v >> n, with n in all lanes of count: 32 bits of it.
func (v sums) shiftedRight(count *quad, n uint64) I32 {
	return sums{
		v.even.AsU64h().ShiftRight(loadU64h((*[Half]uint64)(count))).AsI64h(),
		v.odd.ShiftAllLeft(32 - n),
	}.joined()
}

// The fields of an f32, and what the unit takes of them.
var (
	low17 = all(1<<17 - 1)
)

// square is the square of 17 bits as the unit has it, less its lowest 19 bits: with h the
// bits from 10 up,
//
//	2*h*h + 2*h*bit(9) + h*bit(8) + (h>>1)*bit(7) + (h>>2)*bit(6) + .. + (h>>6)*bit(2)
func square(x I32) I32 {
	h := x.ShiftAllRight(10)
	s := h.Mul(x.ShiftAllRight(8).Sub(h.Add(h)))
	s = s.Add(h.ShiftAllRight(1).And(x.ShiftAllLeft(31 - 7).ShiftAllRight(31)))
	s = s.Add(h.ShiftAllRight(2).And(x.ShiftAllLeft(31 - 6).ShiftAllRight(31)))
	s = s.Add(h.ShiftAllRight(3).And(x.ShiftAllLeft(31 - 5).ShiftAllRight(31)))
	s = s.Add(h.ShiftAllRight(4).And(x.ShiftAllLeft(31 - 4).ShiftAllRight(31)))
	s = s.Add(h.ShiftAllRight(5).And(x.ShiftAllLeft(31 - 3).ShiftAllRight(31)))
	return s.Add(h.ShiftAllRight(6).And(x.ShiftAllLeft(31 - 2).ShiftAllRight(31)))
}

var (
	rows128 = all(127 << 4)
	rows64  = all(63 << 4)
	rcpBias = all(252 << 23)
	rsqBias = all(189 << 23)
	sqrBias = all(62 << 23)
	expMag  = all(0x7f800000)
	expSign = all(0xff800000)
	bit23   = all(0x800000)
	bit24   = all(1 << 24)
	low24   = all(0xffffff)
)

// mufuRcp is rcp of a number whose result is normal: up to 2^126, not included.
func mufuRcp(a F32) F32 {
	u := a.AsI32()
	x := u.And(low16.i())
	v := rowsAt(&mufu.Rcp[0], u.ShiftAllRight(12).And(rows128.i())).at(x, square(x.Add(x)))
	return rcpBias.i().Sub(u.And(expSign.i())).Add(v.shiftedRight(&shift15, mufu.RcpWeight-24)).AsF32()
}

// mufuRsqrt is rsqrt of a positive normal number, with a sum that is right for powers of 4.
func mufuRsqrt(a F32) F32 {
	u := a.AsI32()
	x := u.And(low17.i())
	v := rowsAt(&mufu.Rsqrt[0], u.ShiftAllRight(13).And(rows128.i())).at(x, square(x))
	s := v.shiftedRight(&shift16, mufu.RsqrtWeight-24)
	s = bit24.i().Merge(s, u.And(low24.i()).Equal(bit23.i()))
	half := u.Add(bit23.i()).ShiftAllRight(1).And(expMag.i())
	return rsqBias.i().Sub(half).Add(s).AsF32()
}

// mufuSqrt is sqrt of a positive normal number.
func mufuSqrt(a F32) F32 {
	u := a.AsI32()
	x := u.And(low17.i())
	v := rowsAt(&mufu.Sqrt[0], u.ShiftAllRight(13).And(rows128.i())).at(x, square(x))
	half := u.Add(bit23.i()).ShiftAllRight(1).And(expMag.i())
	return sqrBias.i().Add(half).Add(v.shiftedRight(&shift17, mufu.SqrtWeight-23)).AsF32()
}

var (
	rcpSpan = all(0x7d800000)
	quarter = all(0x3e800000)
	scale12 = all(0x45800000) // 2^12
	down12  = all(0x39800000) // 2^-12
	huge    = all(0x7e800000) // 2^126
)

// unusualRcp are the lanes outside the domain of mufuRcp: zeros and subnormal numbers,
// those from 2^126 on, infinities and NaNs.
func unusualRcp(a F32) M {
	e := a.AsI32().And(expMag.i()).Sub(bit23.i())
	return e.Max(rcpSpan.i()).NotEqual(rcpSpan.i()).Or(I32{}.Greater(e))
}

// isPositive are the lanes with a positive normal number that is finite.
func isPositive(a F32) M {
	u := a.AsI32()
	return u.Greater(subnormal32.i()).And(inf32.i().Greater(u))
}

// rcpEnd is rcp.approx of any number: r where m is not set. Subnormal operands and results
// are scaled, as ptxas scales them around the unit.
//
//go:noinline
func rcpEnd(a, r F32, m M) F32 {
	mag := magF32(a).AsI32()
	s := scale24.f().Merge(quarter.f(), mag.Less(minNormal32.i()))
	end := mufuRcp(a.Mul(s)).Mul(s)
	sign := a.AsU32().And(sign32.u())
	end = sign.Or(inf32.u()).AsF32().Merge(end, mag.Equal(I32{}))
	end = sign.AsF32().Merge(end, mag.Equal(inf32.i()))
	end = end.Merge(nan32.f(), a.Equal(a))
	return end.Merge(r, m)
}

// RcpApproxF32 is fpops.RcpApproxF32 of each lane.
func RcpApproxF32(a F32) F32 {
	r := mufuRcp(a)
	if m := unusualRcp(a); m.ToBits() != 0 {
		return rcpEnd(a, r, m)
	}
	return r
}

// RcpApproxFtzF32 is fpops.RcpApproxFtzF32 of each lane.
func RcpApproxFtzF32(a F32) F32 {
	r := mufuRcp(a)
	if m := unusualRcp(a); m.ToBits() != 0 {
		return FtzF32(rcpEnd(FtzF32(a), r, m))
	}
	return r
}

// rsqrtEnd is rsqrt.approx where mufuRsqrt is not.
//
//go:noinline
func rsqrtEnd(a, r F32, usual M) F32 {
	end := mufuRsqrt(a.Mul(scale24.f())).Mul(scale12.f())
	sign := a.AsU32().And(sign32.u())
	end = end.Merge(nan32.f(), a.Greater(F32{}))
	end = sign.Or(inf32.u()).AsF32().Merge(end, a.Equal(F32{}))
	end = F32{}.Merge(end, a.Equal(inf32.f()))
	return r.Merge(end, usual)
}

// RsqrtApproxF32 is fpops.RsqrtApproxF32 of each lane.
func RsqrtApproxF32(a F32) F32 {
	r := mufuRsqrt(a)
	if m := isPositive(a); m.ToBits() != allLanes {
		return rsqrtEnd(a, r, m)
	}
	return r
}

// RsqrtApproxFtzF32 is fpops.RsqrtApproxFtzF32 of each lane.
func RsqrtApproxFtzF32(a F32) F32 {
	r := mufuRsqrt(a)
	if m := isPositive(a); m.ToBits() != allLanes {
		return rsqrtEnd(FtzF32(a), r, m)
	}
	return r
}

// sqrtEnd is sqrt.approx of what is not positive, normal and finite.
//
//go:noinline
func sqrtEnd(a, r F32, usual M) F32 {
	end := mufuSqrt(a.Mul(scale24.f())).Mul(down12.f())
	end = end.Merge(nan32.f(), a.Greater(F32{}))
	end = a.Merge(end, a.Equal(F32{}).Or(a.Equal(inf32.f())))
	return r.Merge(end, usual)
}

// SqrtApproxF32 is fpops.SqrtApproxF32 of each lane.
func SqrtApproxF32(a F32) F32 {
	r := mufuSqrt(a)
	if m := isPositive(a); m.ToBits() != allLanes {
		return sqrtEnd(a, r, m)
	}
	return r
}

// SqrtApproxFtzF32 is fpops.SqrtApproxFtzF32 of each lane.
func SqrtApproxFtzF32(a F32) F32 {
	r := mufuSqrt(a)
	if m := isPositive(a); m.ToBits() != allLanes {
		return sqrtEnd(FtzF32(a), r, m)
	}
	return r
}
