package lanes

import "github.com/ptx2go/ptx2go/runtime/internal/mufu"

// tanh by the multifunction unit: fpops/mufu.go.

var (
	tanhFirst  = all(mufu.TanhFirst)
	tanhRows   = all(mufu.TanhFirst << 4)
	tanhLow    = all(mufu.TanhFirst << 23)
	tanhLast   = all((mufu.TanhFirst+mufu.TanhExponents)<<23 - 1)
	tanhExp    = all((1023 - 127 + mufu.TanhWeight) % 512 << 23)
	tanhShifts = all(mufu.TanhShifts)
	low3       = all(7)
)

// mufuTanh is tanh of a number from 2^-8 up to 8, not included.
func mufuTanh(mag I32) I32 {
	e := exponent(mag).Sub(tanhFirst.i())
	cut := tanhShifts.u().ShiftRight(e.Add(e).Add(e).AsU32()).AsI32().And(low3.i())
	x := mag.ShiftAllRight(mufu.TanhCut).AsU32().ShiftRight(cut.AsU32()).AsI32().And(low17.i())
	at := mag.ShiftAllRight(19).Sub(tanhRows.i()) // exponent and upper bits of the fraction
	return rowsAt(&mufu.Tanh[0], at.ShiftAllLeft(4)).at(x, square(x)).doubles().Sub(tanhExp.i())
}

// TanhApproxF32 is fpops.TanhApproxF32 of each lane.
func TanhApproxF32(a F32) F32 {
	mag := a.AsI32().And(mag32.i())
	inside := mag.Max(tanhLow.i()).Min(tanhLast.i())
	r := mufuTanh(inside)
	if in := mag.Equal(inside); in.ToBits() != allLanes {
		r = one32.i().Merge(r, mag.Greater(tanhLast.i()))
		r = mag.Merge(r, mag.Less(tanhLow.i()))
	}
	return r.Or(a.AsI32().And(sign32.i())).AsF32().Merge(nan32.f(), a.Equal(a))
}
