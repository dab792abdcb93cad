package lanes

// FtzF32 is fpops.FtzF32 of each lane.
func FtzF32(x F32) F32 {
	u := x.AsI32()
	return clearMag(u, u.And(mag32.i()).Less(minNormal32.i()))
}

// clearMag makes zeros of the lanes in m, which keep their sign.
func clearMag(u I32, m M) F32 {
	return u.Xor(u.And(mag32.i()).And(m.ToI32())).AsF32()
}

// scale24 is 2^24. What is tiny, and what only its rounding to a subnormal number has made
// so or not, shows in a result that is 2^24 times as large.
var (
	scale24 = all(0x4b800000)
	tiny24  = all((1 + 24) << 23) // 2^24 times the least normal number
)

// flushed is x with lanes flushed that are tiny; big is 2^24 times as large, or not tiny.
func flushed(x, big F32) F32 {
	m := big.AsI32().And(mag32.i()).Less(tiny24.i())
	return clearMag(x.AsI32(), m)
}
