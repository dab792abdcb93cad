//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

// Four elements that follow each other, each in all lanes: as of a body among many, which every
// thread looks at. Four times SplatF32(s[i]) does the same, but goes through registers of 128
// bits, see loadsplat.go.

// Quads reports whether LoadQuadF32 may read s[i] and the three elements behind it.
func Quads(s []float32, i int) bool { return len(s) >= 12 && uint(i) <= uint(len(s)-4) }

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
