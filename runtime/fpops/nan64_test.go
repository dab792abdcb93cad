package fpops_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ptx2go/ptx2go/runtime/fpops"
)

// TestFmaF64 compares FmaF64 with FmaRnF64 where NaNs come in or come about, but no two
// different ones.
func TestFmaF64(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	few := []float64{0, 1, math.Inf(1), math.MaxFloat64, 0x1p-1074, 0x1p-600, 3}
	nans := 0
	for range 200_000 {
		nan := math.Float64frombits(rng.Uint64() | 0x7ff<<52) // a NaN, or infinite
		one := func() float64 {
			switch rng.IntN(4) {
			case 0:
				return nan
			case 1:
				return math.Float64frombits(rng.Uint64() &^ (1 << 62))
			}
			return math.Copysign(few[rng.IntN(len(few))], rng.Float64()-0.5)
		}
		a, b, c := one(), one(), one()
		got, want := fpops.FmaF64(a, b, c), fpops.FmaRnF64(a, b, c)
		if want != want {
			nans++
		}
		if math.Float64bits(got) != math.Float64bits(want) {
			t.Fatalf("FmaF64(%x, %x, %x) is %x, want %x", math.Float64bits(a), math.Float64bits(b), math.Float64bits(c), math.Float64bits(got), math.Float64bits(want))
		}
	}
	if nans < 50_000 {
		t.Errorf("%d NaNs only: the test has lost its subject", nans)
	}
}
