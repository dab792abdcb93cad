//go:build !amd64.v3

package fpops

import "math"

// FmaF64 is FmaRnF64 of operands that are no two different NaNs. Other processors make a
// NaN of another sign, or forget one that is added to infinity times zero, as Go's own FMA
// does. It is spelt out, so that it is cheap enough to inline.
//
//ptx2go:operator FmaRnF64
func FmaF64(a, b, c float64) float64 {
	s := math.FMA(a, b, c)
	if s != s {
		return nan3F64(a, b, c)
	}
	return s
}

// quietOrSame passes x through, quieting a NaN.
func quietOrSame(x float64) float64 {
	if x != x {
		return quietF64(x)
	}
	return x
}
