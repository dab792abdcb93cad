package tensor

import (
	"math"
	"math/rand/v2"
	"testing"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/fpops"
)

// Rows and columns of a CTA of gemm; queries of one of attention, keys, and the elements of each.
const (
	rows, columns       = 64, 32
	queries, keys, size = 16, 64, 32
)

// halves converts to f16; what they hold is returned as well.
func halves(x []float32) ([]uint16, []float64) {
	h, held := make([]uint16, len(x)), make([]float64, len(x))
	for i, v := range x {
		h[i] = fpops.CvtRnF16F32(v)
		held[i] = float64(fpops.CvtF32F16(h[i]))
	}
	return h, held
}

func drawn(n int, draw func() float32) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = draw()
	}
	return x
}

// product is one of matrices in float64, and the sum of the magnitudes of what is added.
func product(a, b []float64, m, n, k int) (sums, sizes []float64) {
	sums, sizes = make([]float64, m*n), make([]float64, m*n)
	for i := range m {
		for j := range n {
			for l := range k {
				x := a[i*k+l] * b[l*n+j]
				sums[i*n+j] += x
				sizes[i*n+j] += math.Abs(x)
			}
		}
	}
	return sums, sizes
}

// Sums of integers are exact in any order, so that all bits are known; others lose what tensor cores cut.
func TestGemm(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for name, draw := range map[string]func() float32{
		"integers": func() float32 { return float32(r.IntN(17) - 8) },
		"normal":   func() float32 { return float32(r.NormFloat64()) },
	} {
		for _, s := range []struct{ m, n, k int }{{64, 32, 32}, {128, 96, 160}} {
			a, x := halves(drawn(s.m*s.k, draw))
			b, y := halves(drawn(s.k*s.n, draw))
			bias, out := drawn(s.n, draw), make([]float32, s.m*s.n)
			l := ptx.Launch{Grid: ptx.D2(s.n/columns, s.m/rows), Block: ptx.D1(128)}
			if err := Gemm(t.Context(), l, a, b, bias, out, int32(s.n), int32(s.k)); err != nil {
				t.Fatal(err)
			}
			sums, sizes := product(x, y, s.m, s.n, s.k)
			positive := 0
			for i, got := range out {
				want := max(0, sums[i]+float64(bias[i%s.n]))
				bound := 0.0
				if name != "integers" { // each product of the chain cuts 24 bits below the largest
					bound = (sizes[i] + 1) * float64(s.k) * 0x1p-24
				}
				if math.Abs(float64(got)-want) > bound {
					t.Fatalf("%s, %d x %d x %d: element %d is %v, want %v", name, s.m, s.n, s.k, i, got, want)
				}
				if got > 0 {
					positive++
				}
			}
			if positive == 0 || positive == len(out) {
				t.Errorf("%d of %d elements are positive", positive, len(out))
			}
		}
	}
}

func TestAttention(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const ctas = 3
	draw := func() float32 { return float32(r.NormFloat64()) }
	q, x := halves(drawn(ctas*queries*size, draw))
	k, y := halves(drawn(keys*size, draw))
	v, z := halves(drawn(keys*size, draw))
	out := make([]float32, len(x))
	if err := Attention(t.Context(), ptx.Launch{Grid: ptx.D1(ctas), Block: ptx.D1(32)}, q, k, v, out); err != nil {
		t.Fatal(err)
	}
	for i := range ctas * queries {
		weights, sum := make([]float64, keys), 0.0
		for j := range weights {
			score := 0.0
			for l := range size {
				score += x[i*size+l] * y[j*size+l]
			}
			weights[j] = math.Exp(score / math.Sqrt(size))
			sum += weights[j]
		}
		for l := range size {
			want := 0.0
			for j, w := range weights {
				want += w / sum * z[j*size+l]
			}
			// Weights become f16 before they are multiplied.
			if got := float64(out[i*size+l]); math.Abs(got-want) > 0x1p-9 {
				t.Fatalf("element %d of query %d is %v, want %v", l, i, got, want)
			}
		}
	}
}

func BenchmarkGemm(b *testing.B) {
	const n = 256
	r := rand.New(rand.NewPCG(5, 6))
	draw := func() float32 { return float32(r.NormFloat64()) }
	x, _ := halves(drawn(n*n, draw))
	y, _ := halves(drawn(n*n, draw))
	bias, out := make([]float32, n), make([]float32, n*n)
	b.ReportAllocs()
	for b.Loop() {
		if err := Gemm(b.Context(), ptx.Launch{Grid: ptx.D2(n/columns, n/rows), Block: ptx.D1(128)}, x, y, bias, out, n, n); err != nil {
			b.Fatal(err)
		}
	}
}
