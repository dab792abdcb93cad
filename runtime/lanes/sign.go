package lanes

// NegF32 is fpops.NegF32 of each lane.
func NegF32(a F32) F32 { return CanonF32(minus(a)) }

// NegFtzF32 is fpops.NegFtzF32 of each lane.
func NegFtzF32(a F32) F32 { return CanonF32(minus(FtzF32(a))) }

// AbsF32 is fpops.AbsF32 of each lane.
func AbsF32(a F32) F32 { return CanonF32(magF32(a)) }

// AbsFtzF32 is fpops.AbsFtzF32 of each lane.
func AbsFtzF32(a F32) F32 { return AbsF32(FtzF32(a)) }

// CopysignF32 is fpops.CopysignF32 of each lane.
func CopysignF32(a, b F32) F32 {
	s := sign32.u()
	return a.AsU32().And(s).Or(b.AsU32().AndNot(s)).AsF32()
}

// minus is Go's -a: it changes the sign of a NaN too.
func minus(a F32) F32 { return a.AsU32().Xor(sign32.u()).AsF32() }

// magF32 clears the sign bit.
func magF32(a F32) F32 { return a.AsU32().And(mag32.u()).AsF32() }
