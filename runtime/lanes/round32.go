package lanes

// Directed rounding of f32 operations, by way of f64: fpops/round32.go.

// oddSum returns p+z rounded to odd.
func oddSum(p, z F64) F64 { return F64{oddSum4(p.Lo, z.Lo), oddSum4(p.Hi, z.Hi)} }

func oddSum4(p, z F64h) F64h {
	var zero I64h
	s := p.Add(z)
	t := s.Sub(p)
	e := p.Sub(s.Sub(t)).Add(z.Sub(t))
	u := s.AsI64h()
	// Where e points towards zero, s is too large: step back first.
	back := zero.Greater(e.AsI64h().Xor(u)).ToI64h()
	odd := u.Add(back).Or(lastBit64.i())
	inexact := e.Mul(e).Greater(zero.AsF64h())
	return odd.Merge(u, inexact).AsF64h()
}

// oddSumRm is oddSum for rounding towards negative infinity, where an exact zero is -0
// unless both terms are +0.
func oddSumRm(p, z F64) F64 { return F64{oddSumRm4(p.Lo, z.Lo), oddSumRm4(p.Hi, z.Hi)} }

func oddSumRm4(p, z F64h) F64h {
	s := oddSum4(p, z)
	zero := p.AsU64h().Or(z.AsU64h()).And(sign64.u()).AsF64h()
	return zero.Merge(s, s.Equal(F64h{}))
}

// rzF32 rounds s towards zero.
func rzF32(s F64) F32 {
	f := rnF32(s)
	w := wide(f)
	m := narrow(mag4(s.Lo).Less(mag4(w.Lo)), mag4(s.Hi).Less(mag4(w.Hi)))
	return f.AsI32().Add(m.ToI32()).AsF32()
}

// rmF32 rounds s towards negative infinity.
func rmF32(s F64) F32 {
	f := rnF32(s)
	w := wide(f)
	m := narrow(s.Lo.Less(w.Lo), s.Hi.Less(w.Hi))
	return f.AsI32().Sub(up(f).And(m.ToI32())).AsF32()
}

// rpF32 rounds s towards positive infinity.
func rpF32(s F64) F32 {
	f := rnF32(s)
	w := wide(f)
	m := narrow(w.Lo.Less(s.Lo), w.Hi.Less(s.Hi))
	return f.AsI32().Add(up(f).And(m.ToI32())).AsF32()
}

// up is what the bits of f differ by from those of the next greater number.
func up(f F32) I32 { return f.AsI32().ShiftAllRight(31).Or(lastBit32.i()) }

// mag4 clears the sign bits.
func mag4(s F64h) F64h {
	return s.AsU64h().And(mag64.u()).AsF64h()
}

var (
	lastBit32 = all(1)
	lastBit64 = all64(1)

	minNormal64   = all64(0x381 << 52)        // 2^-126
	minNormalRn   = all64(0x380ffffff0000000) // 2^-126 - 2^-151
	maxTinyAway   = all64(0x380fffffe0000000) // 2^-126 - 2^-150
	minusNormal64 = all64(0xb81 << 52)
	minusTinyAway = all64(0xb80fffffe0000000)
)

// The functions below flush a tiny result: fpops/ftz.go.

func rnFtzF32(s F64) F32 {
	k := minNormalRn.f()
	return clearMag(rnF32(s).AsI32(), narrow(mag4(s.Lo).Less(k), mag4(s.Hi).Less(k)))
}

func rzFtzF32(s F64) F32 {
	k := minNormal64.f()
	return clearMag(rzF32(s).AsI32(), narrow(mag4(s.Lo).Less(k), mag4(s.Hi).Less(k)))
}

func rmFtzF32(s F64) F32 {
	k, l := minNormal64.f(), minusTinyAway.f()
	m := narrow(s.Lo.Less(k).And(s.Lo.GreaterEqual(l)), s.Hi.Less(k).And(s.Hi.GreaterEqual(l)))
	return clearMag(rmF32(s).AsI32(), m)
}

func rpFtzF32(s F64) F32 {
	k, l := maxTinyAway.f(), minusNormal64.f()
	m := narrow(s.Lo.LessEqual(k).And(s.Lo.Greater(l)), s.Hi.LessEqual(k).And(s.Hi.Greater(l)))
	return clearMag(rpF32(s).AsI32(), m)
}

// ones64 is one in every lane.
func ones64() F64 { return F64{one64.f(), one64.f()} }
