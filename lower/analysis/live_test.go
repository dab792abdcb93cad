package analysis

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// liveness analyses a function in which each value is read where it stands.
func liveness(f *ir.Func) *Liveness {
	reads := Reads(f, func(v *ir.Value) []*ir.Value { return v.Args })
	return NewLiveness(f, func(v *ir.Value) []Read { return reads[v.ID] })
}

// TestLiveness compares the places of random functions with their definition: a
// value is live at a place if there is a way from there to a use that does not
// pass its definition.
func TestLiveness(t *testing.T) {
	through, after := 0, 0
	for seed := range uint64(400) {
		f := randomFunc(rand.New(rand.NewPCG(seed, 9)))
		l, dom := liveness(f), ir.Dominators(f)
		for _, x := range f.Blocks {
			for i, v := range x.Values {
				for _, b := range f.Blocks {
					got := l.Behind(v, b)
					if want := liveAt(v, b, len(b.Values)+1); got != want {
						t.Errorf("%s live behind %s: %v", v, b, got)
					}
					if got && x != b {
						through++
					}
					for k, d := range b.Values {
						if x == b && k <= i || x != b && !dom.Dominates(x, b) {
							continue
						}
						got := l.After(v, d)
						if want := liveAt(v, b, behindOf(d)); got != want {
							t.Errorf("%s live after %s: %v", v, d, got)
						}
						if got {
							after++
						}
					}
				}
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, ir.PrintFunc(f))
		}
	}
	if through < 500 || after < 5000 {
		t.Errorf("only %d values live behind blocks that do not make them, %d behind others", through, after)
	}
}

// behindOf is the place after a value, for liveAt: phis are one place.
func behindOf(v *ir.Value) int {
	if v.Op == ir.OpPhi {
		return len(v.Block.Phis())
	}
	return slices.Index(v.Block.Values, v) + 1
}

// liveAt follows all ways from place i of a block; the place after the last
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
	// Many values that live through many blocks one after another.
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
	l := liveness(f)
	for i, b := range f.Blocks[:n] {
		if v := b.Values[len(b.Values)-1]; !l.Behind(v, b) || l.Behind(v, f.Blocks[i+1]) {
			t.Fatalf("%s live behind %s: %v, behind %s: %v", v, b, l.Behind(v, b), f.Blocks[i+1], l.Behind(v, f.Blocks[i+1]))
		}
	}
}
