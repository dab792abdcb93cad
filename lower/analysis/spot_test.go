package analysis

import (
	"math/rand/v2"
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestSpotsMeet compares what two accesses of shared memory may do to each other with what
// their threads do, each with each.
func TestSpotsMeet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	syms := []*ir.Symbol{{Size: 1 << 20}, {Size: 1 << 20}}
	random := func() *Spot {
		lo := r.Int64N(12)
		return &Spot{
			memory: sharedMemory, sym: syms[r.IntN(8)/7], known: true, by: r.Int64N(17) - 8, off: 200 + r.Int64N(60),
			size: 1 << r.IntN(4), lo: lo, hi: lo + r.Int64N(12), Writes: r.IntN(4) > 0,
		}
	}
	met := 0
	for range 20000 {
		x, y := random(), random()
		lower, higher := false, false
		for u := x.lo; u <= x.hi; u++ {
			for v := y.lo; v <= y.hi; v++ {
				from, to := x.by*u+x.off, y.by*v+y.off
				if (x.Writes || y.Writes) && x.sym == y.sym && u != v && from < to+y.size && to < from+x.size {
					lower, higher = lower || v < u, higher || v > u
				}
			}
		}
		if l, h := x.Meets(y); l != lower || h != higher {
			t.Fatalf("%+v meets %+v: lower threads %t, higher ones %t, want %t and %t", *x, *y, l, h, lower, higher)
		}
		if lower || higher {
			met++
		}
	}
	if met < 1000 {
		t.Errorf("only %d pairs meet", met)
	}
}
