package lanes

// What the processor's minimum gives of zeros and NaNs depends on the order of its
// operands, and Go's compiler may change that. So signs and NaNs are put right
// afterwards: the smaller of two numbers is negative if one of them is, with -0 less
// than +0, the greater one if both are.

// minOrdered and maxOrdered are for numbers.
func minOrdered(a, b F32) F32 {
	s := a.AsU32().Or(b.AsU32()).And(sign32.u())
	return a.Min(b).AsU32().Or(s).AsF32()
}

func maxOrdered(a, b F32) F32 {
	s := a.AsU32().And(b.AsU32()).Or(mag32.u())
	return a.Max(b).AsU32().And(s).AsF32()
}

// MinF32 is fpops.MinF32 of each lane.
func MinF32(a, b F32) F32 {
	a = a.Merge(b, a.Equal(a))
	b = b.Merge(a, b.Equal(b))
	return CanonF32(minOrdered(a, b))
}

// MaxF32 is fpops.MaxF32 of each lane.
func MaxF32(a, b F32) F32 {
	a = a.Merge(b, a.Equal(a))
	b = b.Merge(a, b.Equal(b))
	return CanonF32(maxOrdered(a, b))
}

// MinNaNF32 is fpops.MinNaNF32 of each lane.
func MinNaNF32(a, b F32) F32 {
	return minOrdered(a, b).Merge(nan32.f(), a.Equal(a).And(b.Equal(b)))
}

// MaxNaNF32 is fpops.MaxNaNF32 of each lane.
func MaxNaNF32(a, b F32) F32 {
	return maxOrdered(a, b).Merge(nan32.f(), a.Equal(a).And(b.Equal(b)))
}

// xorsignF32 gives d, a magnitude, the xor of the signs of a and b; a NaN stays as it is.
func xorsignF32(d, a, b F32) F32 {
	s := a.AsU32().Xor(b.AsU32()).And(sign32.u())
	return d.AsU32().Or(s.And(d.Equal(d).ToI32().AsU32())).AsF32()
}
