//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

// LoadQuadF32 returns s[i] to s[i+3], twice. It reads the four elements behind or in front of
// them, too: s must have twelve.
func LoadQuadF32(s []float32, i int) F32 {
	if i <= len(s)-8 {
		x := LoadF32(s, i)
		return x.ConcatPermute128Scalars(0, 0, x)
	}
	x := LoadF32(s, i-4)
	return x.ConcatPermute128Scalars(1, 1, x)
}

// SplatQuadF32 returns each of the first four lanes in all lanes of a vector. Their other four
// have the same.
func SplatQuadF32(x F32) (a, b, c, d F32) {
	return x.ConcatPermuteScalarsGrouped(0, 0, 0, 0, x), x.ConcatPermuteScalarsGrouped(1, 1, 1, 1, x),
		x.ConcatPermuteScalarsGrouped(2, 2, 2, 2, x), x.ConcatPermuteScalarsGrouped(3, 3, 3, 3, x)
}
