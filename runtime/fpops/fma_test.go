package fpops_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
	"github.com/ptx2go/ptx2go/internal/oracle/softfloat"
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
	draw := tuplesOf(softfloat.F32)
	for n := range blocks {
		b.reset()
		draw(b, &softfloat.Rand{Seed: 7, Stream: softfloat.Mix64(n)}, n, false)
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

// TestFmaSubnormal compares fma.rn.f32 with exact arithmetic where a small product takes
// a sum of about the least normal number, or less, next to a midpoint of subnormal numbers:
// so close that a sum in float64 is beside the midpoint, on it, or on the other side.
func TestFmaSubnormal(t *testing.T) {
	f, _ := ieee.Of("f32")
	r := rand.New(rand.NewPCG(29, 149))
	for range trials(600_000) {
		a := uint64(r.Uint32())&0x807fffff | (64+r.Uint64N(128))<<23
		c := uint64(r.Uint32())&0x80000000 | r.Uint64N(1<<r.UintN(25))
		half := ieee.Decode(f, 1) // an odd number of halves of the least
		half.M.SetUint64(2*r.Uint64N(1<<r.UintN(20)) + 1)
		half.E--
		half.Neg = r.IntN(2) == 0
		b := ieee.Encode(f, ieee.Div(half, ieee.Decode(f, a)), "rn", false)
		if b&0x7fffffff-3 < f.Inf()-6 {
			b += r.Uint64N(7) - 3
		}
		got := math.Float32bits(fpops.FmaRnF32(math.Float32frombits(uint32(a)), math.Float32frombits(uint32(b)), math.Float32frombits(uint32(c))))
		want := ieee.Arith(f, "fma", "rn", false, []uint64{a, b, c})
		if uint64(got) != want {
			t.Fatalf("fma.rn.f32 %#x, %#x, %#x = %#x, want %#x", a, b, c, got, want)
		}
	}
}
