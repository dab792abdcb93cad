package analysis

import (
	"math"
	"math/big"
	"testing"
)

// TestSaturating compares sums and products of bounds with those of large numbers. A bound that
// is the least or the largest number is none.
func TestSaturating(t *testing.T) {
	list := []int64{
		math.MinInt64, math.MinInt64 + 1, math.MinInt64 / 2, -1 << 32, -3, -1, 0, 1, 2, 1 << 31, 1 << 32, math.MaxInt64 / 2, math.MaxInt64 - 1, math.MaxInt64,
	}
	clamp := func(x *big.Int) int64 {
		switch {
		case x.IsInt64():
			return x.Int64()
		case x.Sign() < 0:
			return math.MinInt64
		}
		return math.MaxInt64
	}
	none := func(a int64) bool { return a == math.MinInt64 || a == math.MaxInt64 }
	for _, a := range list {
		for _, b := range list {
			x, y := big.NewInt(a), big.NewInt(b)
			sum := clamp(new(big.Int).Add(x, y))
			switch {
			case a == math.MinInt64 || b == math.MinInt64:
				sum = math.MinInt64
			case none(a) || none(b):
				sum = math.MaxInt64
			}
			if got := addSat(a, b); got != sum {
				t.Errorf("%d + %d is %d, want %d", a, b, got, sum)
			}
			if none(b) {
				continue // a factor is a number
			}
			product := clamp(new(big.Int).Mul(x, y))
			if none(a) && b != 0 {
				if product = math.MaxInt64; (a < 0) != (b < 0) {
					product = math.MinInt64
				}
			}
			if got := mulSat(a, b); got != product {
				t.Errorf("%d * %d is %d, want %d", a, b, got, product)
			}
		}
	}
}
