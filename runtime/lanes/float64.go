package lanes

// f64: fpops/arith64.go and nan64.go. The processor makes the NaN that fpops does of no NaN
// and of one, and which one of two is a matter of the order of the operands, which the
// compiler may change: the second one wins, then the third.

// unless is a, or zero where y is a NaN, which is then the only one.
func unless(a, y F64) F64 { return F64{unless4(a.Lo, y.Lo), unless4(a.Hi, y.Hi)} }

func unless4(a, y F64h) F64h { return a.Masked(y.Equal(y)) }

// AddRnF64 is fpops.AddRnF64 of each lane.
func AddRnF64(a, b F64) F64 { return unless(a, b).Add(b) }

// SubRnF64 is fpops.SubRnF64 of each lane.
func SubRnF64(a, b F64) F64 { return unless(a, b).Sub(b) }

// MulRnF64 is fpops.MulRnF64 of each lane.
func MulRnF64(a, b F64) F64 { return unless(a, b).Mul(b) }

// DivRnF64 is fpops.DivRnF64 of each lane.
func DivRnF64(a, b F64) F64 { return a.Div(b) }

// FmaRnF64 is fpops.FmaRnF64 of each lane.
func FmaRnF64(a, b, c F64) F64 { return unless(unless(a, c), b).MulAdd(b, unless(c, b)) }

// FmaByF64 is FmaRnF64 where b is no NaN, which is short enough to be inlined.
func FmaByF64(a, b, c F64) F64 { return unless(a, c).MulAdd(b, c) }

// FmaPlusF64 is FmaRnF64 where c is no NaN, which is short enough to be inlined.
func FmaPlusF64(a, b, c F64) F64 { return unless(a, b).MulAdd(b, c) }

// FmaF64 is fpops.FmaF64 of each lane.
func FmaF64(a, b, c F64) F64 { return a.MulAdd(b, c) }

// SqrtRnF64 is fpops.SqrtRnF64 of each lane.
func SqrtRnF64(a F64) F64 { return a.Sqrt() }

// RcpRnF64 is fpops.RcpRnF64 of each lane.
func RcpRnF64(a F64) F64 { return F64{one64.f().Div(a.Lo), one64.f().Div(a.Hi)} }

// NegF64 is fpops.NegF64 of each lane.
// It is a difference, -0 - a, which keeps a NaN and quiets it.
func NegF64(a F64) F64 { return F64{sign64.f().Sub(a.Lo), sign64.f().Sub(a.Hi)} }

// AbsF64 is fpops.AbsF64 of each lane.
func AbsF64(a F64) F64 { return F64{abs4(a.Lo), abs4(a.Hi)} }

func abs4(a F64h) F64h {
	s := sign64.i().And(a.Equal(a).ToI64h())
	var zero F64h
	return a.AsI64h().AndNot(s).AsF64h().Sub(zero) // quiets a NaN
}

// CopysignF64 is fpops.CopysignF64 of each lane.
func CopysignF64(a, b F64) F64 { return F64{copysign4(a.Lo, b.Lo), copysign4(a.Hi, b.Hi)} }

func copysign4(a, b F64h) F64h {
	s := sign64.u()
	return a.AsU64h().And(s).Or(b.AsU64h().AndNot(s)).AsF64h()
}

// MinF64 is fpops.MinF64 of each lane.
func MinF64(a, b F64) F64 { return F64{min4(a.Lo, b.Lo), min4(a.Hi, b.Hi)} }

func min4(a, b F64h) F64h {
	a = a.Merge(b, a.Equal(a))
	b = b.Merge(a, b.Equal(b))
	s := a.AsU64h().Or(b.AsU64h()).And(sign64.u())
	d := a.Min(b).AsU64h().Or(s)
	return d.Or(quiet64.u().AndNot(b.Equal(b).ToI64h().AsU64h())).AsF64h()
}

// MaxF64 is fpops.MaxF64 of each lane.
func MaxF64(a, b F64) F64 { return F64{max4(a.Lo, b.Lo), max4(a.Hi, b.Hi)} }

func max4(a, b F64h) F64h {
	a = a.Merge(b, a.Equal(a))
	b = b.Merge(a, b.Equal(b))
	s := a.AsU64h().And(b.AsU64h()).Or(mag64.u())
	d := a.Max(b).AsU64h().And(s)
	return d.Or(quiet64.u().AndNot(b.Equal(b).ToI64h().AsU64h())).AsF64h()
}

// SatF64 is fpops.SatF64 of each lane.
func SatF64(x F64) F64 { return F64{sat4(x.Lo), sat4(x.Hi)} }

func sat4(x F64h) F64h {
	var zero F64h
	one := one64.f()
	x = x.Merge(zero, x.Greater(zero)) // not -0, nor a NaN
	return one.Merge(x, x.Greater(one))
}

// CvtF64F32 is fpops.CvtF64F32 of each lane.
func CvtF64F32(a F32) F64 { return wide(a) }

// CvtRnF32F64 is fpops.CvtRnF32F64 of each lane.
func CvtRnF32F64(a F64) F32 { return rnF32(a) }

// CvtRnF64U32 is fpops.CvtRnF64U32 of each lane.
func CvtRnF64U32(a U32) F64 {
	v := U64FromU32(a)
	return F64{fromBits52(v.Lo), fromBits52(v.Hi)}
}

// two52 is 2^52: its last bit is a one.
var two52 = all64(0x433 << 52)

// fromBits52 is an integer below 2^52, exactly.
func fromBits52(v U64h) F64h {
	return v.Or(two52.u()).AsF64h().Sub(two52.f())
}

// Round returns x rounded to an integer, ties to even.
func (x F64) Round() F64 { return F64{x.Lo.Round(), x.Hi.Round()} }

// Floor returns x rounded down.
func (x F64) Floor() F64 { return F64{x.Lo.Floor(), x.Hi.Floor()} }

// Ceil returns x rounded up.
func (x F64) Ceil() F64 { return F64{x.Lo.Ceil(), x.Hi.Ceil()} }

// Trunc returns x rounded towards zero.
func (x F64) Trunc() F64 { return F64{x.Lo.Trunc(), x.Hi.Trunc()} }
