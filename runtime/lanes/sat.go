package lanes

// SatF32 is fpops.SatF32 of each lane.
func SatF32(x F32) F32 {
	var zero I32
	u := x.AsI32().Max(zero).Min(one32.i()) // numbers that are not negative are in order
	return u.And(x.Equal(x).ToI32()).AsF32()
}
