package lanes

import "github.com/ptx2go/ptx2go/runtime/internal/mufu"

// sin and cos by the multifunction unit: fpops/mufutrig.go.

var (
	twoOverPi = all(0xa2f983)
	reduceExp = all(128)
	sinHigh   = all(159 << 23) // numbers from 2^32 on reduce to zero
	sinBelow  = all(96<<23 - 1)
	quarter23 = all(1 << 23)
)

// reduce returns quadrant and fraction, 25 bits and others above, of a magnitude with
// 2^-31 <= |x| < 2^32.
func reduce(mag I32) I32 {
	f := mag.And(frac32.i()).Or(lead23.i()).AsU32()
	k := twoOverPi.u()
	p := sums{f.MulWidenEven(k).AsI64h(), upper(f.AsI32()).AsU32().MulWidenEven(k).AsI64h()}.shiftedRight(&shift23, 23)
	b := p.ShiftAllRight(24) // the product has 48 bits, or 47
	q := p.AsU32().ShiftRight(b.AsU32())
	n := exponent(mag).Sub(reduceExp.i()).Add(b)
	// A shift by a count that is negative, or too large, gives zero.
	return q.ShiftLeft(n.AsU32()).Or(q.ShiftRight(I32{}.Sub(n).AsU32())).AsI32()
}

// mufuSin is the sine of a quadrant and fraction, with the sign changed if that of sign is
// set. In the odd quadrants the fraction is inverted.
func mufuSin(v, sign I32) F32 {
	sign = sign.Xor(v.ShiftAllLeft(7)).And(sign32.i())
	v = v.Xor(v.ShiftAllLeft(8).ShiftAllRight(31))
	x := v.And(low17.i())
	w := rowsAt(&mufu.Sin[0], v.ShiftAllRight(13).And(rows64.i())).at(x, square(x)).doubles()
	zero := w.Equal(I32{}).ToI32() // it has no leading one
	return w.Sub(sinExp.i()).AndNot(zero).Or(sign).AsF32()
}

// isInsideSin are the lanes that have to be reduced.
func isInsideSin(mag I32) M { return mag.Less(sinHigh.i()).And(sinBelow.i().Less(mag)) }

// SinApproxF32 is fpops.SinApproxF32 of each lane. All others reduce to zero.
func SinApproxF32(a F32) F32 {
	mag := a.AsI32().And(mag32.i())
	in := isInsideSin(mag).ToI32()
	r := mufuSin(reduce(mag).And(in), a.AsI32())
	return r.Merge(nan32.f(), mag.Less(inf32.i()))
}

// SinApproxFtzF32 is fpops.SinApproxFtzF32 of each lane.
func SinApproxFtzF32(a F32) F32 { return SinApproxF32(a) }

// CosApproxF32 is fpops.CosApproxF32 of each lane.
func CosApproxF32(a F32) F32 {
	mag := a.AsI32().And(mag32.i())
	in := isInsideSin(mag)
	r := mufuSin(reduce(mag).Add(quarter23.i()), I32{})
	if in.ToBits() != allLanes {
		r = r.Merge(one32.f().Merge(nan32.f(), mag.Less(inf32.i())), in)
	}
	return r
}

// CosApproxFtzF32 is fpops.CosApproxFtzF32 of each lane.
func CosApproxFtzF32(a F32) F32 { return CosApproxF32(a) }
