//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

import "simd/archsimd"

// SatF32 is fpops.SatF32 of each lane.
func SatF32(x F32) F32 {
	var zero archsimd.Int32x8
	u := x.AsInt32x8().Max(zero).Min(one32.i()) // numbers that are not negative are in order
	return u.And(x.Equal(x).ToInt32x8()).AsFloat32x8()
}
