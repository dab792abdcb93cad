package lanes

// Directed rounding to f16 and bf16, and what is rounded there from f64, which goes through
// an f32 that is rounded to odd: 24 bits are enough for what follows.

// oddF32 rounds s to f32, to odd where it is not exact.
func oddF32(s F64) F32 {
	f := rzF32(s)
	w := wide(f)
	inexact := narrow(w.Lo.Less(s.Lo).Or(s.Lo.Less(w.Lo)), w.Hi.Less(s.Hi).Or(s.Hi.Less(w.Hi)))
	finite := f.AsI32().And(mag32.i()).Less(expMag.i())
	odd := inexact.And(finite).ToI32().And(lastBit32.i())
	return f.AsI32().Or(odd).AsF32()
}

func rn64F16(s F64) U32    { return rnF16(oddF32(s)) }
func rn64F16F32(a F32) U32 { return rnF16(a) }

// towardsZero, downwards and upwards say in which lanes, as masks, what is cut off is rounded
// away from zero.
func towardsZero(F32) I32 { return I32{} }
func downwards(f F32) I32 { return f.AsI32().ShiftAllRight(31) }
func upwards(f F32) I32   { return downwards(f).Not() }

func narrowF16RzF32(f F32) U32 { return directedF16(f, towardsZero(f)) }
func narrowF16RmF32(f F32) U32 { return directedF16(f, downwards(f)) }
func narrowF16RpF32(f F32) U32 { return directedF16(f, upwards(f)) }

func narrowF16Rz(s F64) U32 { return narrowF16RzF32(oddF32(s)) }
func narrowF16Rm(s F64) U32 { return narrowF16RmF32(oddF32(s)) }
func narrowF16Rp(s F64) U32 { return narrowF16RpF32(oddF32(s)) }

func narrowBf16RnF32(f F32) U32 { return rnBf16(f) }
func narrowBf16RzF32(f F32) U32 { return rzBf16(f) }
func narrowBf16RmF32(f F32) U32 { return directedBf16(f, downwards(f)) }
func narrowBf16RpF32(f F32) U32 { return directedBf16(f, upwards(f)) }

func narrowBf16Rn(s F64) U32 { return narrowBf16RnF32(oddF32(s)) }
func narrowBf16Rz(s F64) U32 { return narrowBf16RzF32(oddF32(s)) }
func narrowBf16Rm(s F64) U32 { return narrowBf16RmF32(oddF32(s)) }
func narrowBf16Rp(s F64) U32 { return narrowBf16RpF32(oddF32(s)) }

var (
	bias126 = all(126)
	bias112 = all(112 << 23)
	low13   = all(1<<13 - 1)
	most16f = all(0x7bff)
)

// directedF16 rounds f towards zero, away from it in the lanes of away; NaN gives 0x7fff.
func directedF16(f F32, away I32) U32 {
	mag := f.AsI32().And(mag32.i())
	t := mag.Sub(bias112.i()).ShiftAllRight(13)
	exact := mag.And(low13.i()).Equal(I32{})
	// Subnormal results have the last place 2^-24.
	sig := mag.And(frac32.i()).Or(lead23.i()).AndNot(mag.Equal(I32{}).ToI32())
	n := bias126.i().Sub(exponent(mag)).AsU32()
	s := sig.AsU32().ShiftRight(n)
	small := mag.Less(first16.i())
	t = s.AsI32().Merge(t, small)
	exact = maskI32(s.ShiftLeft(n).AsI32().Equal(sig).ToI32().Merge(exact.ToI32(), small))
	// So is infinity what comes behind the numbers.
	large := over16.i().Greater(mag)
	t = t.Merge(most16f.i(), large)
	t = t.Sub(away.AndNot(exact.And(large).ToI32()))
	t = exp16.i().Merge(t, mag.Equal(expMag.i()))
	t = t.Or(f.AsI32().ShiftAllRight(16).And(sign16.i()))
	return t.Merge(nan16.i(), f.Equal(f)).AsU32()
}

// directedBf16 is directedF16 for bf16.
func directedBf16(f F32, away I32) U32 {
	u := f.AsI32()
	exact := u.And(low16.i()).Equal(I32{}).ToI32()
	t := u.ShiftAllRight(16).Sub(away.AndNot(exact)).And(low16.i())
	return t.Merge(nan16.i(), f.Equal(f)).AsU32()
}

// tf32: an f32 whose low 13 bits are zero.

var (
	half13 = all(0x1000)
	less13 = all(0xfff)
	last13 = all(0x2000)

	nanTf32 = all(0x7fffe000)
)

func rnaTf32(a F32) U32 {
	up := half13.u().And(a.Equal(a).ToI32().AsU32())
	return a.AsU32().Add(up).AndNot(low13.u())
}

func rnTf32(a F32) U32 {
	u := a.AsI32()
	odd := u.ShiftAllRight(13).And(lastBit32.i())
	return u.Add(less13.i()).Add(odd).AndNot(low13.i()).Merge(nanTf32.i(), a.Equal(a)).AsU32()
}

func rzTf32(a F32) U32 { return a.AsU32().AndNot(low13.u()).Merge(nanTf32.u(), a.Equal(a)) }

// reluTf32 clamps negative values to +0. The canonical NaN is positive.
func reluTf32(u U32) U32 { return u.AsI32().Max(I32{}).AsU32() }

// satfiniteRnaTf32 is satfiniteTf32 for cvt.rna: NaNs become less, too.
func satfiniteRnaTf32(u U32) U32 {
	m := u.AsI32().And(inf32.i()).Equal(inf32.i()).ToI32()
	return u.AsI32().Sub(m.And(last13.i())).AsU32()
}

// satfiniteTf32 replaces an infinity by the greatest finite number of its sign.
func satfiniteTf32(u U32) U32 {
	m := u.AsI32().And(mag32.i()).Equal(inf32.i()).ToI32()
	return u.AsI32().Sub(m.And(last13.i())).AsU32()
}
