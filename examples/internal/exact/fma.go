// Package exact computes float32 arithmetic with math/big, as the reference
// that the tests of the examples compare with. It is slow and shares nothing
// with the arithmetic that generated code calls.
package exact

import (
	"math"
	"math/big"
)

// nan32 is what an NVIDIA GPU returns for every f32 operation without a result.
const nan32 = 0x7fffffff

// precision holds every sum a*b+c of float32 numbers: from 2^256 down to the
// square of the smallest subnormal, 2^-298.
const precision = 600

// FMA32 returns a*b+c rounded once, to nearest even, as fma.rn.f32 does:
// subnormals are kept, and a result that is not a number is 0x7fffffff.
func FMA32(a, b, c float32) float32 {
	if !finite(a) || !finite(b) || !finite(c) {
		// The product of two float32 numbers cannot overflow a float64, so the
		// sum is infinite or no number exactly when that of PTX is.
		s := float64(float64(a)*float64(b)) + float64(c)
		if math.IsNaN(s) {
			return math.Float32frombits(nan32)
		}
		return float32(s)
	}
	var x, y, z, p, s big.Float
	p.SetPrec(precision).Mul(x.SetFloat64(float64(a)), y.SetFloat64(float64(b)))
	s.SetPrec(precision).Add(&p, z.SetFloat64(float64(c)))
	f, _ := s.Float32()
	return f
}

func finite(f float32) bool { return math.Float32bits(f)>>23&0xff != 0xff }
