package saxpy

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/examples/internal/exact"
	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/fpops"
)

// anyFloat32 returns a float32 of any bits: half of them subnormal, huge,
// infinite or no number, half of ordinary size.
func anyFloat32(r *rand.Rand) float32 {
	if r.IntN(2) == 0 {
		return float32(r.NormFloat64())
	}
	bits := r.Uint32()
	switch r.IntN(4) {
	case 0:
		bits &^= 0xff << 23 // subnormal or zero
	case 1:
		bits &= 0xff800000 // a power of two, or infinite
	}
	return math.Float32frombits(bits)
}

func TestSaxpy(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, test := range []struct{ n, block int }{{1, 1}, {31, 32}, {1000, 256}, {1024, 1024}, {10007, 96}} {
		for _, a := range []float32{2.5, -1 / 3.0, 0x1p-130, float32(math.Inf(-1)), anyFloat32(r)} {
			x := make([]float32, test.n)
			y := make([]float32, test.n)
			want := make([]float32, test.n)
			for i := range x {
				x[i], y[i] = anyFloat32(r), anyFloat32(r)
				want[i] = exact.FMA32(a, x[i], y[i])
			}
			l := ptx.Launch{Grid: ptx.D1((test.n + test.block - 1) / test.block), Block: ptx.D1(test.block)}
			if err := Saxpy(t.Context(), l, int32(test.n), a, x, y); err != nil {
				t.Fatal(err)
			}
			for i := range y {
				if got, want := math.Float32bits(y[i]), math.Float32bits(want[i]); got != want {
					t.Errorf("n=%d a=%v: y[%d] = %#08x, want %#08x", test.n, a, i, got, want)
				}
			}
		}
	}
}

// A launch that asks for more elements than a slice has is an error that names
// the thread and the line of the PTX.
func TestFault(t *testing.T) {
	y := make([]float32, 40)
	err := Saxpy(t.Context(), ptx.Launch{Grid: ptx.D1(2), Block: ptx.D1(32)}, 64, 1, make([]float32, 64), y)
	var fault *ptx.Fault
	if !errors.As(err, &fault) {
		t.Fatalf("error %v, want a fault", err)
	}
	if fault.Kernel != "saxpy" || fault.CTA.X != 1 || fault.Thread.X != 8 || fault.File != "kernel.ptx" {
		t.Errorf("fault %v: want kernel saxpy, CTA 1, thread 8, kernel.ptx", fault)
	}
	if want := ptx.AddrOf(y) + 40*4; !fault.HasAddr || fault.Addr != want {
		t.Errorf("fault %v: want address %#x", fault, want)
	}
	text, err := os.ReadFile("kernel.ptx")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	if fault.Line < 1 || fault.Line > len(lines) || !strings.Contains(lines[fault.Line-1], "global.f32") {
		t.Errorf("fault %v: want the line of an access to global memory", fault)
	}
}

// BenchmarkSaxpy compares the launch of the kernel with plain loops: one with
// the same arithmetic, an exact fma, and one that rounds twice and so computes
// something else.
func BenchmarkSaxpy(b *testing.B) {
	for _, n := range []int{1 << 12, 1 << 20} {
		x, y := make([]float32, n), make([]float32, n)
		for i := range x {
			x[i], y[i] = 0.5+float32(i%1000)/1000, 1
		}
		const a = 1e-3
		run := func(name string, f func() error) {
			b.Run(fmt.Sprintf("%s/n=%d", name, n), func(b *testing.B) {
				b.SetBytes(12 * int64(n))
				for b.Loop() {
					if err := f(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		launch := ptx.Launch{Grid: ptx.D1(n / 256), Block: ptx.D1(256)}
		run("kernel", func() error { return Saxpy(b.Context(), launch, int32(n), a, x, y) })
		launch.Workers = 1
		run("kernel-one-worker", func() error { return Saxpy(b.Context(), launch, int32(n), a, x, y) })
		run("loop-fma", func() error { loopFMA(a, x, y); return nil })
		run("loop-mul-add", func() error { loopMulAdd(a, x, y); return nil })
	}
}

func loopFMA(a float32, x, y []float32) {
	y = y[:len(x)]
	for i := range x {
		y[i] = fpops.FmaRnF32(a, x[i], y[i])
	}
}

func loopMulAdd(a float32, x, y []float32) {
	y = y[:len(x)]
	for i := range x {
		y[i] = float32(a*x[i]) + y[i]
	}
}

// BenchmarkLaunch measures what a launch costs: one CTA of 32 threads, and a
// million CTAs whose threads all find nothing to do, on one worker.
func BenchmarkLaunch(b *testing.B) {
	x, y := make([]float32, 32), make([]float32, 32)
	b.Run("one CTA", func(b *testing.B) {
		l := ptx.Launch{Grid: ptx.D1(1), Block: ptx.D1(32)}
		for b.Loop() {
			if err := Saxpy(b.Context(), l, 32, 2, x, y); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("a million CTAs", func(b *testing.B) {
		l := ptx.Launch{Grid: ptx.D1(1_000_000), Block: ptx.D1(32), Workers: 1}
		for b.Loop() {
			if err := Saxpy(b.Context(), l, 0, 2, x, y); err != nil {
				b.Fatal(err)
			}
		}
	})
}
