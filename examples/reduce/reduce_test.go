package reduce

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

const block = 256

type kernel struct {
	name string
	// launch is the kernel. sum adds the elements of one block in the order in
	// which the kernel does.
	launch func(ctx context.Context, l ptx.Launch, n int32, x, sums []float32) error
	sum    func(x *[block]float32) float32
}

var kernels = []kernel{
	{"shared", SumShared, sumTree},
	{"shuffle", SumShuffle, sumWarps},
	// With the lanes of a warp in lockstep, every load of a step reads what the
	// step before left, so the order is that of the barriers.
	{"volatile", SumVolatile, sumTree},
}

// sumTree adds the upper half to the lower half until one element is left.
func sumTree(x *[block]float32) float32 {
	s := *x
	for half := block / 2; half > 0; half /= 2 {
		for t := range half {
			s[t] += s[t+half]
		}
	}
	return s[0]
}

// sumWarps does the same for each group of 32 elements, and adds the sums of
// the groups from left to right.
func sumWarps(x *[block]float32) float32 {
	var sum float32
	for warp := 0; warp < block; warp += 32 {
		v := [32]float32(x[warp:])
		for d := 16; d > 0; d /= 2 {
			for lane := range d {
				v[lane] += v[lane+d]
			}
		}
		sum += v[0]
	}
	return sum
}

// blocks pads x with zeros to whole blocks, as the kernels do.
func blocks(x []float32) [][block]float32 {
	out := make([][block]float32, (len(x)+block-1)/block)
	for i := range out {
		copy(out[i][:], x[i*block:])
	}
	return out
}

func TestSums(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, k := range kernels {
		for _, n := range []int{1, 31, 256, 257, 1000, 4096} {
			x := make([]float32, n)
			for i := range x {
				// Magnitudes far apart, so that every order has its own result.
				x[i] = float32(math.Ldexp(r.NormFloat64(), r.IntN(40)))
			}
			groups := blocks(x)
			sums := make([]float32, len(groups))
			if err := k.launch(t.Context(), ptx.Launch{Grid: ptx.D1(len(groups)), Block: ptx.D1(block)}, int32(n), x, sums); err != nil {
				t.Fatalf("%s, n=%d: %v", k.name, n, err)
			}
			for i := range groups {
				if got, want := math.Float32bits(sums[i]), math.Float32bits(k.sum(&groups[i])); got != want {
					t.Errorf("%s, n=%d: sum %d is %#08x, want %#08x", k.name, n, i, got, want)
				}
			}
		}
	}
}

// TestOrderMatters makes sure that TestSums can tell the orders apart.
func TestOrderMatters(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	differ := 0
	for range 100 {
		var x [block]float32
		for i := range x {
			x[i] = float32(math.Ldexp(r.NormFloat64(), r.IntN(40)))
		}
		if sumTree(&x) != sumWarps(&x) {
			differ++
		}
	}
	if differ < 50 {
		t.Errorf("the two orders differ in %d of 100 sums, want at least 50", differ)
	}
}

// BenchmarkSum compares the kernels with a plain loop that adds the elements of
// each block from left to right.
func BenchmarkSum(b *testing.B) {
	const n = 1 << 18
	x, sums := make([]float32, n), make([]float32, n/block)
	for i := range x {
		x[i] = float32(i % 17)
	}
	for _, k := range kernels {
		b.Run(k.name, func(b *testing.B) {
			b.SetBytes(4 * n)
			for b.Loop() {
				if err := k.launch(b.Context(), ptx.Launch{Grid: ptx.D1(n / block), Block: ptx.D1(block)}, n, x, sums); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("loop", func(b *testing.B) {
		b.SetBytes(4 * n)
		for b.Loop() {
			for i := range sums {
				var sum float32
				for _, v := range x[i*block:][:block] {
					sum += v
				}
				sums[i] = sum
			}
		}
	})
}
