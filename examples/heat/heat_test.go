package heat

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ptx2go/ptx2go/examples/cu"
	ptx "github.com/ptx2go/ptx2go/runtime"
)

// reference is one step in Go.
func reference(w, h int, rate float32, conduct, t []float32) []float32 {
	next := append([]float32{}, t...)
	for y := 1; y < h-1; y++ {
		for x := 1; x < w-1; x++ {
			i := y*w + x
			around := t[i-1] + t[i+1] + t[i-w] + t[i+w]
			k := rate
			if conduct != nil {
				k = float32(rate * conduct[i])
			}
			next[i] = t[i] + float32(k*(around+float32(t[i]*-4)))
		}
	}
	return next
}

func TestPlate(t *testing.T) {
	if err := cu.Available(); err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	r := rand.New(rand.NewPCG(5, 6))
	used, _ := ptx.MemoryInfo()
	for _, size := range [][2]int{{1, 1}, {3, 3}, {37, 20}, {64, 48}} {
		w, h := size[0], size[1]
		start, conduct := make([]float32, w*h), make([]float32, w*h)
		for i := range start {
			start[i], conduct[i] = 100*r.Float32(), r.Float32()
		}
		for _, conduct := range [][]float32{nil, conduct} {
			p := New(w, h, start, conduct)
			want := start
			for range 20 {
				want = reference(w, h, 0.2, conduct, want)
			}
			p.Step(20, 0.2)
			sum := 0.
			for i, got := range p.Temperatures() {
				if math.Float32bits(got) != math.Float32bits(want[i]) {
					t.Fatalf("%d by %d, cell %d: %v, want %v", w, h, i, got, want[i])
				}
				sum += float64(got)
			}
			if got := float64(p.Sum()); math.Abs(got-sum) > 1e-5*sum {
				t.Errorf("%d by %d: the sum is %v, not %v", w, h, got, sum)
			}
			p.Close()
		}
	}
	if now, _ := ptx.MemoryInfo(); now != used {
		t.Errorf("%d bytes in use, %d before", now, used)
	}
}
