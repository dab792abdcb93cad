package lanes

// AddRnF32 is fpops.AddRnF32 of each lane.
func AddRnF32(a, b F32) F32 { return CanonF32(a.Add(b)) }

// SubRnF32 is fpops.SubRnF32 of each lane.
func SubRnF32(a, b F32) F32 { return CanonF32(a.Sub(b)) }

// MulRnF32 is fpops.MulRnF32 of each lane.
func MulRnF32(a, b F32) F32 { return CanonF32(a.Mul(b)) }

// DivRnF32 is fpops.DivRnF32 of each lane.
func DivRnF32(a, b F32) F32 { return CanonF32(a.Div(b)) }

// RcpRnF32 is fpops.RcpRnF32 of each lane.
func RcpRnF32(a F32) F32 { return CanonF32(one32.f().Div(a)) }

// SqrtRnF32 is fpops.SqrtRnF32 of each lane.
func SqrtRnF32(a F32) F32 { return CanonF32(a.Sqrt()) }

// AddRnFtzF32 is fpops.AddRnFtzF32 of each lane.
func AddRnFtzF32(a, b F32) F32 { return CanonF32(AddFtzF32(FtzF32(a), FtzF32(b))) }

// SubRnFtzF32 is fpops.SubRnFtzF32 of each lane.
func SubRnFtzF32(a, b F32) F32 { return CanonF32(SubFtzF32(FtzF32(a), FtzF32(b))) }

// MulRnFtzF32 is fpops.MulRnFtzF32 of each lane.
func MulRnFtzF32(a, b F32) F32 { return CanonF32(MulFtzF32(FtzF32(a), FtzF32(b))) }

// AddFtzF32 is fpops.AddFtzF32 of each lane.
func AddFtzF32(a, b F32) F32 { return FtzF32(a.Add(b)) }

// SubFtzF32 is fpops.SubFtzF32 of each lane.
func SubFtzF32(a, b F32) F32 { return FtzF32(a.Sub(b)) }

// MulFtzF32 is fpops.MulFtzF32 of each lane. Where a overflows when it is scaled, the
// product is zero or not tiny.
func MulFtzF32(a, b F32) F32 { return flushed(a.Mul(b), a.Mul(scale24.f()).Mul(b)) }

// DivRnFtzF32 is fpops.DivRnFtzF32 of each lane.
func DivRnFtzF32(a, b F32) F32 { return CanonF32(DivFtzF32(FtzF32(a), FtzF32(b))) }

// DivFtzF32 is fpops.DivFtzF32 of each lane.
func DivFtzF32(a, b F32) F32 { return flushed(a.Div(b), a.Mul(scale24.f()).Div(b)) }

// RcpRnFtzF32 is fpops.RcpRnFtzF32 of each lane.
func RcpRnFtzF32(a F32) F32 { return CanonF32(RcpFtzF32(FtzF32(a))) }

// RcpFtzF32 is fpops.RcpFtzF32 of each lane. The reciprocal of a number above 2^126 is
// subnormal before it is rounded and after.
func RcpFtzF32(a F32) F32 { return FtzF32(one32.f().Div(a)) }

// SqrtRnFtzF32 is fpops.SqrtRnFtzF32 of each lane.
func SqrtRnFtzF32(a F32) F32 { return SqrtRnF32(FtzF32(a)) }

// AddRnSatF32 is fpops.AddRnSatF32 of each lane.
func AddRnSatF32(a, b F32) F32 { return SatF32(a.Add(b)) }

// SubRnSatF32 is fpops.SubRnSatF32 of each lane.
func SubRnSatF32(a, b F32) F32 { return SatF32(a.Sub(b)) }

// MulRnSatF32 is fpops.MulRnSatF32 of each lane.
func MulRnSatF32(a, b F32) F32 { return SatF32(a.Mul(b)) }

// AddRnFtzSatF32 is fpops.AddRnFtzSatF32 of each lane.
func AddRnFtzSatF32(a, b F32) F32 { return SatF32(AddFtzF32(FtzF32(a), FtzF32(b))) }

// SubRnFtzSatF32 is fpops.SubRnFtzSatF32 of each lane.
func SubRnFtzSatF32(a, b F32) F32 { return SatF32(SubFtzF32(FtzF32(a), FtzF32(b))) }

// MulRnFtzSatF32 is fpops.MulRnFtzSatF32 of each lane.
func MulRnFtzSatF32(a, b F32) F32 { return SatF32(MulFtzF32(FtzF32(a), FtzF32(b))) }
