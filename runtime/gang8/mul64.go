//go:build goexperiment.simd && amd64

package gang8

import "simd/archsimd"

// mul64 returns x * y modulo 2^64: the product of the low halves, and the low
// halves of the crossed ones above it.
func mul64(x, y archsimd.Uint64x4) archsimd.Uint64x4 {
	a, b := x.AsUint32x8(), y.AsUint32x8()
	// b's halves swapped, times a: crossed products of 32 bits, side by side.
	c := a.Mul(b.PermuteScalarsGrouped(1, 0, 3, 2)).AsUint64x4()
	cross := c.ShiftAllLeft(32).Add(c.And(archsimd.LoadUint64x4(&high32)))
	return a.MulEvenWiden(b).Add(cross)
}

var high32 = [4]uint64{0xffffffff00000000, 0xffffffff00000000, 0xffffffff00000000, 0xffffffff00000000}
