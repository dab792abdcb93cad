//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

// FtzF32 is fpops.FtzF32 of each lane.
func FtzF32(x F32) F32 {
	u := x.AsInt32x8()
	return clearMag(u, u.And(mag32.i()).Less(minNormal32.i()))
}

// clearMag makes zeros of the lanes in m, which keep their sign.
func clearMag(u I32, m M) F32 {
	return u.Xor(u.And(mag32.i()).And(m.ToInt32x8())).AsFloat32x8()
}

// scale24 is 2^24. What is tiny, and what only its rounding to a subnormal number has made
// so or not, shows in a result that is 2^24 times as large.
var (
	scale24 = all(0x4b800000)
	tiny24  = all((1 + 24) << 23) // 2^24 times the least normal number
)

// flushed is x with lanes flushed that are tiny; big is 2^24 times as large, or not tiny.
func flushed(x, big F32) F32 {
	m := big.AsInt32x8().And(mag32.i()).Less(tiny24.i())
	return clearMag(x.AsInt32x8(), m)
}
