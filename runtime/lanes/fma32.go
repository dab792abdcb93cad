package lanes

// FmaF32 is fpops.FmaF32 of each lane.
func FmaF32(a, b, c F32) F32 { return a.MulAdd(b, c) }

// FmaScaleF32 is fpops.FmaScaleF32 of each lane.
func FmaScaleF32(a, w, c F32) F32 { return a.MulAdd(w, c) }

// FmaFtzF32 is fpops.FmaFtzF32 of each lane. Where a factor or the addend overflows when
// it is scaled, the sum is zero or not tiny.
func FmaFtzF32(a, b, c F32) F32 {
	k := scale24.f()
	return flushed(a.MulAdd(b, c), a.Mul(k).MulAdd(b, c.Mul(k)))
}

// FmaRnF32 is fpops.FmaRnF32 of each lane.
func FmaRnF32(a, b, c F32) F32 { return CanonF32(a.MulAdd(b, c)) }

// FmaRnFtzF32 is fpops.FmaRnFtzF32 of each lane.
func FmaRnFtzF32(a, b, c F32) F32 { return CanonF32(FmaFtzF32(FtzF32(a), FtzF32(b), FtzF32(c))) }

// FmaRnSatF32 is fpops.FmaRnSatF32 of each lane.
func FmaRnSatF32(a, b, c F32) F32 { return SatF32(a.MulAdd(b, c)) }

// FmaRnFtzSatF32 is fpops.FmaRnFtzSatF32 of each lane.
func FmaRnFtzSatF32(a, b, c F32) F32 { return SatF32(FmaFtzF32(FtzF32(a), FtzF32(b), FtzF32(c))) }
