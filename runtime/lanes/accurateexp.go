package lanes

import "github.com/ptx2go/ptx2go/runtime/internal/powers"

// 2^x and tanh x, correctly rounded: fpops/accurateexp.go. The steps and their order are those of
// the scalar function, which all results depend on.

var (
	shiftToInt = allF64(powers.Shift)
	coeff1     = allF64(powers.C1)
	coeff2     = allF64(powers.C2)
	coeff3     = allF64(powers.C3)
	coeff4     = allF64(powers.C4)
	coeff5     = allF64(powers.C5)
	log2e128   = allF64(128 * powers.Log2e)
	two64      = allF64(2)
	low6       = all64(63)
	tanhMost   = all(0x41200000) // 10
	ex2Tie     = all(0x43000000) // 128
	times64    = allF64(64)
)

// exp2of64th returns t and p such that 2^(x/64) is t + p, for |x| below 2^15.
func exp2of64th(x F64h) (t, p F64h) {
	z := x.Add(shiftToInt.f())
	k := z.AsU64h()
	r := x.Sub(z.Sub(shiftToInt.f()))
	t = powersOf2(k.And(low6.u())).Add(k.ShiftAllLeft(46)).AsF64h()
	r2 := r.Mul(r)
	low, high := coeff2.f().Add(coeff3.f().Mul(r)), coeff4.f().Add(coeff5.f().Mul(r))
	return t, t.Mul(coeff1.f().Mul(r).Add(r2.Mul(low.Add(r2.Mul(high)))))
}

// tanh4 is the hyperbolic tangent of numbers below 10.
func tanh4(x F64h) F64h {
	t, p := exp2of64th(mag4(x).Mul(log2e128.f()))
	m := t.Sub(one64.f()).Add(p)
	return copysign4(x, m.Div(m.Add(two64.f())))
}

// TanhAccurateF32 is fpops.TanhAccurateF32 of each lane.
func TanhAccurateF32(a F32) F32 {
	usual := a.AsI32().And(mag32.i()).Less(tanhMost.i())
	w := wide(a.Masked(usual))
	r := rnF32(F64{tanh4(w.Lo), tanh4(w.Hi)})
	end := one32.u().Or(a.AsU32().And(sign32.u())).AsF32()
	return r.Merge(end.Merge(nan32.f(), a.Equal(a)), usual)
}

// Ex2AccurateF32 is fpops.Ex2AccurateF32 of each lane. What is moved off a tie where |a| is
// 128 or more, which fpops does not, rounds to the same subnormal number.
func Ex2AccurateF32(a F32) F32 {
	w := wide(a.Masked(a.Greater(zeroBelow.f()).And(a.Less(ex2Tie.f()))))
	r := rnF32(F64{ex2Accurate4(w.Lo), ex2Accurate4(w.Hi)})
	r = r.Merge(F32{}, a.Greater(zeroBelow.f()))
	r = inf32.f().Merge(r, a.GreaterEqual(ex2Tie.f()))
	return r.Merge(nan32.f(), a.Equal(a))
}

func ex2Accurate4(x F64h) F64h {
	t, p := exp2of64th(x.Mul(times64.f()))
	v := t.Add(p)
	return offTie4(v, p.Sub(v.Sub(t)))
}

// offTie4 moves what is in the middle between two normal f32 off it, in the direction of
// rest.
func offTie4(v, rest F64h) F64h {
	var zero F64h
	u := v.AsI64h()
	tie := u.ShiftAllLeft(35).Equal(sign64.i()).ToI64h()
	d := rest.Mul(v)
	up, down := d.Greater(zero).ToI64h(), d.Less(zero).ToI64h()
	return u.Add(down.Sub(up).And(tie)).AsF64h()
}

// Ex2AccurateFtzF32 is fpops.Ex2AccurateFtzF32 of each lane.
func Ex2AccurateFtzF32(a F32) F32 {
	return F32{}.Merge(Ex2AccurateF32(a), a.Less(ex2Lowest.f()))
}
