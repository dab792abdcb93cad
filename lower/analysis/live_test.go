package analysis

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestLiveness compares the sets of random functions with their definition: a
// value is live at a place if there is a way from there to a use that does not
// pass its definition.
func TestLiveness(t *testing.T) {
	through := 0
	for seed := range uint64(400) {
		f := randomFunc(rand.New(rand.NewPCG(seed, 9)))
		l := NewLiveness(f, nil)
		for _, b := range f.Blocks {
			for _, x := range f.Blocks {
				for _, v := range x.Values {
					got := slices.Contains(l.Out(b), v)
					if want := liveAt(v, b, len(b.Values)+1); got != want {
						t.Errorf("%s live out of %s: %v", v, b, got)
					}
					if got && v.Block != b {
						through++
					}
				}
			}
			if !slices.IsSortedFunc(l.Out(b), func(x, y *ir.Value) int { return int(x.ID - y.ID) }) {
				t.Errorf("%s: not in order", b)
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, ir.PrintFunc(f))
		}
	}
	if through < 500 {
		t.Errorf("only %d values live behind blocks that do not make them", through)
	}
}

// liveAt follows all ways from place i of a block; the place behind the last
// value is the terminator, and the next one the edges.
func liveAt(v *ir.Value, b *ir.Block, i int) bool {
	type place struct {
		b *ir.Block
		i int
	}
	seen := map[place]bool{}
	var visit func(b *ir.Block, i int) bool
	visit = func(b *ir.Block, i int) bool {
		if seen[place{b, i}] {
			return false
		}
		seen[place{b, i}] = true
		switch {
		case i < len(b.Values):
			x := b.Values[i]
			if x == v {
				return false
			}
			return x.Op != ir.OpPhi && slices.Contains(x.Args, v) || visit(b, i+1)
		case i == len(b.Values):
			return slices.Contains(b.Ctrl, v) || visit(b, i+1)
		}
		for n, s := range b.Succs {
			for _, phi := range s.Phis() {
				if phi.Args[b.PredIndex(n)] == v {
					return true
				}
			}
			if visit(s, 0) {
				return true
			}
		}
		return false
	}
	return visit(b, i)
}

func TestLivenessLong(t *testing.T) {
	// Many values that live through many blocks one after the other.
	f := &ir.Func{Name: "f", Entry: true, Module: &ir.Module{}}
	b := f.NewBlock("")
	const n = 20000
	for range n {
		v := b.Const(ir.I32, 0, 0)
		next := f.NewBlock("")
		b.SetTerm(ir.Jump, 0, next)
		b = next
		b.Add(ir.OpNeg, ir.I32, 0, v)
	}
	b.SetTerm(ir.Exit, 0)
	l := NewLiveness(f, nil)
	for _, b := range f.Blocks[:n] {
		if len(l.Out(b)) != 1 {
			t.Fatalf("%d values live behind %s", len(l.Out(b)), b)
		}
	}
}
