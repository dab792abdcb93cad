package fpops_test

import (
	"math"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/runtime/fpops"
)

// TestFmaScale compares FmaScaleF32 with FmaRnF32, which the proofs are about, for all
// powers of two that generated code passes to it and some that it does not.
func TestFmaScale(t *testing.T) {
	blocks := uint64(2)
	if testmode.Long() {
		blocks = 200
	}
	b := newBlock(nil)
	draw := tuplesOf(softF32)
	for n := range blocks {
		b.reset()
		draw(b, &rng{seed: 7, stream: mix64(n)}, n, false)
		for exp := -149; exp < 128; exp++ {
			for i := range blockSize {
				w := float32(math.Ldexp(1, exp))
				if i&1 != 0 {
					w = -w
				}
				a, c := math.Float32frombits(uint32(b.arg[0][i])), math.Float32frombits(uint32(b.arg[2][i]))
				got, want := fpops.CanonF32(fpops.FmaScaleF32(a, w, c)), fpops.FmaRnF32(a, w, c)
				if math.Float32bits(got) != math.Float32bits(want) {
					t.Fatalf("%g*%g + %g = %g (%#x), want %g (%#x)", a, w, c, got, math.Float32bits(got), want, math.Float32bits(want))
				}
			}
		}
	}
}
