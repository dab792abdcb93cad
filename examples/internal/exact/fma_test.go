package exact

import (
	"math"
	"testing"
)

func TestFMA32(t *testing.T) {
	inf := float32(math.Inf(1))
	nan := float32(math.NaN())
	tiny := math.Float32frombits(1)
	negZero := math.Float32frombits(1 << 31)
	tests := []struct {
		a, b, c float32
		bits    uint32
	}{
		{2, 3, 4, 0x41200000},
		// (1+2^-12)^2 - 1 = 2^-11 + 2^-24: a product that is rounded by itself
		// loses the second term.
		{1 + 1.0/4096, 1 + 1.0/4096, -1, 0x3a000400},
		// Half of the smallest subnormal is a tie and goes to the even zero; a
		// little more does not.
		{tiny, 0.5, 0, 0},
		{tiny, 0.75, 0, 1},
		{-tiny, 0.25, 0, 1 << 31},
		{0, 1, negZero, 0},
		{negZero, 1, negZero, 1 << 31},
		{1, 1, -1, 0},
		{math.MaxFloat32, 2, 0, 0x7f800000},
		{math.MaxFloat32, 2, -math.MaxFloat32, 0x7f7fffff},
		{inf, 1, -inf, 0x7fffffff},
		{inf, 0, 1, 0x7fffffff},
		{1, 1, -inf, 0xff800000},
		{math.MaxFloat32, math.MaxFloat32, -inf, 0xff800000},
		{nan, 1, 1, 0x7fffffff},
	}
	for _, x := range tests {
		if got := math.Float32bits(FMA32(x.a, x.b, x.c)); got != x.bits {
			t.Errorf("FMA32(%v, %v, %v) = %#08x, want %#08x", x.a, x.b, x.c, got, x.bits)
		}
	}
}
