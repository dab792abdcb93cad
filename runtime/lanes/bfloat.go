package lanes

// bf16 in the low 16 bits of a lane, the others zero: fpops/bfloat.go.

var round16 = all(0x7fff)

// widenBf16 is a shift: exact, NaN bits kept.
func widenBf16(h U32) F32 { return h.ShiftAllLeft(16).AsF32() }

// rnBf16 rounds f to nearest even; NaN gives 0x7fff.
func rnBf16(f F32) U32 {
	u := f.AsU32()
	h := u.ShiftRight(sixteen.u())
	h = u.Add(round16.u()).Add(h.And(lastBit32.u())).ShiftRight(sixteen.u())
	return h.Merge(nan16.u(), f.Equal(f))
}

// rzBf16 rounds f towards zero; NaN gives 0x7fff.
func rzBf16(f F32) U32 { return f.AsU32().ShiftRight(sixteen.u()).Merge(nan16.u(), f.Equal(f)) }

func addBf16(a, b U32) U32 { return rnBf16(widenBf16(a).Add(widenBf16(b))) }
func subBf16(a, b U32) U32 { return rnBf16(widenBf16(a).Sub(widenBf16(b))) }
func mulBf16(a, b U32) U32 { return rnBf16(widenBf16(a).Mul(widenBf16(b))) }

// fmaBf16 rounds the sum twice, which is right unless its f32 lies on the middle of two
// bf16.
func fmaBf16(a, b, c U32) U32 {
	x, y, z := widenBf16(a), widenBf16(b), widenBf16(c)
	s := x.MulAdd(y, z)
	if s.AsU32().And(low16.u()).Equal(sign16.u()).ToBits() != 0 {
		return fmaMiddleBf16(x, y, z)
	}
	return rnBf16(s)
}

// fmaMiddleBf16 rounds the sum to odd in f64 and once more in f32, whose 24 bits are enough
// for the last step.
func fmaMiddleBf16(x, y, z F32) U32 {
	return rnBf16(oddF32(oddSum(wide(x).Mul(wide(y)), wide(z))))
}

func canonBf16(h U32) U32 { return canon16(h, &infbf16) }

func negBf16(a U32) U32 { return canon16(a.Xor(sign16.u()), &infbf16) }
func absBf16(a U32) U32 { return canon16(a.And(nan16.u()), &infbf16) }

func minBf16(a, b U32) U32    { return min16(a, b, &infbf16) }
func maxBf16(a, b U32) U32    { return max16(a, b, &infbf16) }
func minNaNBf16(a, b U32) U32 { return minNaN16(a, b, &infbf16) }
func maxNaNBf16(a, b U32) U32 { return maxNaN16(a, b, &infbf16) }

func xorsignBf16(d, a, b U32) U32 { return xorsign16(d, a, b, &infbf16) }
func reluBf16(h U32) U32          { return relu16(h, &infbf16) }
func satfiniteBf16(h U32) U32     { return satfinite16(h, &infbf16) }
