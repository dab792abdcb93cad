//go:build goexperiment.simd && amd64 && go1.27 && !go1.28

package gang8

// halves is a constant that is the same in both halves, or in all parts of 128 bits: four words of it,
// the lowest first. As all, it is one that the compiler computes.
func halves(a, b, c, d uint32) lanes { return lanes{a, b, c, d, a, b, c, d} }
