package matmul

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ptx2go/ptx2go/examples/internal/exact"
	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/fpops"
)

// tile is the edge of a tile and of a CTA.
const tile = 16

func launch(n int) ptx.Launch {
	tiles := (n + tile - 1) / tile
	return ptx.Launch{Grid: ptx.D2(tiles, tiles), Block: ptx.D2(tile, tile)}
}

// reference computes the product with an fma from math/big, in the order of the
// kernel. The kernel fills the last tile with zeros and multiplies them too,
// which turns a sum of -0 into +0.
func reference(n int, a, b []float32) []float32 {
	c := make([]float32, n*n)
	for row := range n {
		for col := range n {
			var sum float32
			for k := range (n + tile - 1) / tile * tile {
				if k < n {
					sum = exact.FMA32(a[row*n+k], b[k*n+col], sum)
				} else {
					sum = exact.FMA32(0, 0, sum)
				}
			}
			c[row*n+col] = sum
		}
	}
	return c
}

func TestMatmul(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	fill := map[string]func() float32{
		"normal": func() float32 { return float32(r.NormFloat64()) },
		// Products around 2^-140 make subnormal sums, and tiny ones make -0.
		"tiny": func() float32 { return float32(math.Ldexp(r.NormFloat64(), -70-r.IntN(16))) },
		// Sums that overflow, and then meet an infinity of the other sign.
		"huge": func() float32 { return float32(math.Ldexp(r.NormFloat64(), 62+r.IntN(4))) },
	}
	for name, f := range fill {
		for _, n := range []int{1, 15, 16, 33, 50} {
			a, b, c := make([]float32, n*n), make([]float32, n*n), make([]float32, n*n)
			for i := range a {
				a[i], b[i] = f(), f()
			}
			if err := Matmul(t.Context(), launch(n), int32(n), a, b, c); err != nil {
				t.Fatal(err)
			}
			for i, w := range reference(n, a, b) {
				if got, want := math.Float32bits(c[i]), math.Float32bits(w); got != want {
					t.Fatalf("%s, n=%d: c[%d][%d] = %#08x, want %#08x", name, n, i/n, i%n, got, want)
				}
			}
		}
	}
}

// The kernel allows at most tile*tile threads.
func TestBlockTooLarge(t *testing.T) {
	l := ptx.Launch{Block: ptx.D2(32, 32)}
	if err := Matmul(t.Context(), l, 1, make([]float32, 1), make([]float32, 1), make([]float32, 1)); err == nil {
		t.Error("a block of 1024 threads was accepted")
	}
}

// BenchmarkMatmul compares the kernel with the plain triple loop over the same
// exact fma, which sums in the same order.
func BenchmarkMatmul(b *testing.B) {
	const n = 128
	x, y, z := make([]float32, n*n), make([]float32, n*n), make([]float32, n*n)
	r := rand.New(rand.NewPCG(5, 6))
	for i := range x {
		x[i], y[i] = r.Float32(), r.Float32()
	}
	for _, workers := range []int{0, 1} {
		b.Run(fmt.Sprintf("kernel/workers=%d", workers), func(b *testing.B) {
			l := launch(n)
			l.Workers = workers
			for b.Loop() {
				if err := Matmul(b.Context(), l, n, x, y, z); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("loop-fma", func(b *testing.B) {
		for b.Loop() {
			for row := range n {
				for col := range n {
					var sum float32
					for k := range n {
						sum = fpops.FmaRnF32(x[row*n+k], y[k*n+col], sum)
					}
					z[row*n+col] = sum
				}
			}
		}
	})
}
