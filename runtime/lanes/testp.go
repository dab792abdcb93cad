package lanes

// TestpFiniteF32 is fpops.TestpFiniteF32 of each lane.
func TestpFiniteF32(a F32) M { return magF32(a).Less(inf32.f()) }

// TestpInfiniteF32 is fpops.TestpInfiniteF32 of each lane.
func TestpInfiniteF32(a F32) M { return magF32(a).Equal(inf32.f()) }

// TestpNumberF32 is fpops.TestpNumberF32 of each lane.
func TestpNumberF32(a F32) M { return a.Equal(a) }

// TestpNotanumberF32 is fpops.TestpNotanumberF32 of each lane.
func TestpNotanumberF32(a F32) M { return a.IsNaN() }

// TestpNormalF32 is fpops.TestpNormalF32 of each lane.
func TestpNormalF32(a F32) M {
	var zero F32
	u := magF32(a)
	return a.Equal(zero).Or(u.AsI32().Greater(subnormal32.i()).And(u.Less(inf32.f())))
}

// TestpSubnormalF32 is fpops.TestpSubnormalF32 of each lane.
func TestpSubnormalF32(a F32) M {
	u := magF32(a).AsI32()
	return u.Less(minNormal32.i()).And(u.Greater(I32{}))
}

// subnormal32 is the greatest subnormal number.
var subnormal32 = all(1<<23 - 1)
