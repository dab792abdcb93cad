package lanes

// Conversions of f64 to integers, rounded towards zero: fpops/cvtint.go. A NaN gives what
// it gives there with .s64 and .u64, and anything with narrower integers, whose functions
// look for it.

// numbers are the lanes that are no NaN.
func numbers(a F64) M { return narrow(a.Lo.Equal(a.Lo), a.Hi.Equal(a.Hi)) }

var over31 = all64(0x41e0000000000000) // 2^31

// clampS32 mends what the processor gives where the result has no place: -2^31.
func clampS32(a F64) I32 {
	k := over31.f()
	return cutS32(a).Xor(narrow(a.Lo.GreaterEqual(k), a.Hi.GreaterEqual(k)).ToI32())
}

func clampS8(a F64) I32  { return clampS32(a).Max(leastS8.i()).Min(mostS8.i()) }
func clampS16(a F64) I32 { return clampS32(a).Max(leastS16.i()).Min(mostS16.i()) }
func clampU8(a F64) U32  { return clampS32(a).Max(I32{}).Min(mostU8.i()).AsU32() }
func clampU16(a F64) U32 { return clampS32(a).Max(I32{}).Min(low16.i()).AsU32() }

var mostU32 = all64(0x41efffffffe00000) // 2^32 - 1

func clampU32(a F64) U32 { return U32FromU64(U64{clampU32x4(a.Lo), clampU32x4(a.Hi)}) }

// clampU32x4 has the result in the low words.
func clampU32x4(a F64h) U64h {
	var zero F64h
	a = a.Merge(zero, a.Greater(zero))
	a = mostU32.f().Merge(a, a.Greater(mostU32.f()))
	return truncF64h(a).Add(two52.f()).AsU64h()
}

var (
	frac64  = all64(1<<52 - 1)
	lead52  = all64(1 << 52)
	shift52 = all64(52)
	bias0   = all64(1075)
	over63  = all64(0x43e0000000000000) // 2^63
	over64  = all64(0x43f0000000000000) // 2^64
)

// integer4 is the magnitude of a, below 2^64, rounded towards zero.
func integer4(a F64h) U64h {
	mag := a.AsU64h().And(mag64.u())
	f := mag.And(frac64.u()).Or(lead52.u())
	n := mag.ShiftRight(shift52.u())
	// A shift by a count that is negative, or too large, gives zero.
	return f.ShiftLeft(n.Sub(bias0.u())).Or(f.ShiftRight(bias0.u().Sub(n)))
}

func clampS64(a F64) I64 { return I64{clampS4(a.Lo), clampS4(a.Hi)} }

func clampS4(a F64h) I64h {
	var zero F64h
	s := zero.AsI64h().Greater(a.AsI64h()).ToI64h()
	v := integer4(a).AsI64h().Xor(s).Sub(s)
	end := mostS.i().Merge(leastS.i(), a.Greater(zero))
	return v.Merge(end, mag4(a).Less(over63.f()))
}

func clampU64(a F64) U64 { return U64{clampU4(a.Lo), clampU4(a.Hi)} }

func clampU4(a F64h) U64h {
	var zero F64h
	v := integer4(a).Merge(mostU.u(), a.Less(over64.f()))
	v = v.And(a.Greater(zero).ToI64h().AsU64h())
	return v.Merge(leastS.u(), a.Equal(a))
}

// quietOrSame passes x through, which has been rounded to an integer, and is quiet.
func quietOrSame(x F64) F64 { return x }

// nanF32F64 converts a NaN to f32.
func nanF32F64(x F64) F32 { return rnF32(x) }

// nanF16F64 converts a NaN to f16.
func nanF16F64(x F64) U32 {
	u := nanF32F64(x).AsI32()
	return u.ShiftAllRight(16).And(sign16.i()).Or(u.ShiftAllRight(13).And(nan16.i())).AsU32()
}

// nanBf16F64 converts a NaN to bf16.
func nanBf16F64(x F64) U32 { return nanF32F64(x).AsU32().ShiftRight(sixteen.u()) }

// CvtF64F16 is fpops.CvtF64F16 of each lane.
func CvtF64F16(a U32) F64 { return wide(widenF16(a)) }

// Testp of f64: fpops/testp.go.

var (
	inf64    = all64(0x7ff0000000000000)
	normal64 = all64(1 << 52)
)

// TestpFiniteF64 is fpops.TestpFiniteF64 of each lane.
func TestpFiniteF64(a F64) M {
	return narrow(mag4(a.Lo).Less(inf64.f()), mag4(a.Hi).Less(inf64.f()))
}

// TestpInfiniteF64 is fpops.TestpInfiniteF64 of each lane.
func TestpInfiniteF64(a F64) M {
	return narrow(mag4(a.Lo).Equal(inf64.f()), mag4(a.Hi).Equal(inf64.f()))
}

// TestpNumberF64 is fpops.TestpNumberF64 of each lane.
func TestpNumberF64(a F64) M { return numbers(a) }

// TestpNotanumberF64 is fpops.TestpNotanumberF64 of each lane.
func TestpNotanumberF64(a F64) M { return narrow(a.Lo.IsNaN(), a.Hi.IsNaN()) }

// TestpNormalF64 is fpops.TestpNormalF64 of each lane.
func TestpNormalF64(a F64) M { return narrow(normal4(a.Lo), normal4(a.Hi)) }

func normal4(a F64h) M64h {
	m := mag4(a)
	return m.GreaterEqual(normal64.f()).And(m.Less(inf64.f())).Or(m.Equal(F64h{}))
}

// TestpSubnormalF64 is fpops.TestpSubnormalF64 of each lane.
func TestpSubnormalF64(a F64) M { return narrow(subnormal4(a.Lo), subnormal4(a.Hi)) }

func subnormal4(a F64h) M64h {
	m := mag4(a)
	return m.Less(normal64.f()).And(m.Greater(F64h{}))
}
