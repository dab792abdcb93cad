package counters_test

import (
	"sync"
	"testing"

	"github.com/ptx2go/ptx2go/runtime/counters"
)

// program is a loop with a load: a step in front of it, one that is repeated, and one behind.
var program = counters.Program{
	Instructions: []counters.Instruction{{Line: 1, Op: "mov"}, {Line: 2, Op: "ld"}, {Line: 3, Op: "bra"}, {Line: 4, Op: "ret"}},
	Steps: []counters.Step{
		{First: 0, End: 1},
		{First: 1, End: 3, Branch: true, Requests: []counters.Request{{Instruction: 1, Space: counters.Global, Bytes: 4}}},
		{First: 3, End: 4},
	},
}

// thread runs a thread, which makes so many rounds.
func thread(t *counters.Thread, rounds int, addr uint64) {
	t.Step(0)
	for i := range rounds {
		t.Step(1)
		t.Touch(0, addr)
		way := uint64(0)
		if i == rounds-1 {
			way = 1
		}
		t.Fork(2, way)
	}
	t.Meet(2)
	t.Step(2)
}

// TestOrder runs the threads of CTAs in two orders, and CTAs beside each other: the numbers are the same.
func TestOrder(t *testing.T) {
	locate := func(_ counters.Space, addr uint64) (counters.Space, uint64, uint64) {
		return counters.Global, 1000, 1 << 20
	}
	for name, order := range map[string]func(int) int{"forwards": func(i int) int { return i }, "backwards": func(i int) int { return 39 - i }} {
		state := counters.New()
		for range 2 {
			l := state.Launch("k", &program, 40)
			var wait sync.WaitGroup
			for range 3 {
				wait.Go(func() {
					c := l.Begin(locate)
					for i := range 40 {
						n := order(i)
						thread(c.Thread(n), 1+n%2, 1000+uint64(16*n))
					}
					c.End()
				})
			}
			wait.Wait()
			l.Begin(locate).Thread(0).Step(0) // which does not end
			l.End()
		}
		k := state.Report().Kernels[0]
		// Of the two warps of a CTA one has 8 lanes; half of the lanes make two rounds.
		if k.Launches != 2 || k.CTAs != 6 || k.Warps != 12 || len(k.Instructions) != 4 {
			t.Errorf("%s: %+v", name, k)
		}
		for i, want := range []struct{ times, lanes, divergent int64 }{{12, 240, 0}, {24, 360, 0}, {24, 360, 12}, {12, 240, 0}} {
			if x := k.Instructions[i]; x.Times != want.times || x.Active != want.lanes || x.Divergent != want.divergent {
				t.Errorf("%s: %+v, want %v", name, x, want)
			}
		}
		// The first rounds touch 16 and 4 sectors of 32 bytes, the second ones as many.
		if d := k.Instructions[1].Global; d == nil || *d != (counters.Demand{Requests: 24, Bytes: 1440, Sectors: 240}) {
			t.Errorf("%s: %+v", name, d)
		}
	}
}
