package analysis

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestCoalescer joins all phis of random functions with their arguments, and then asks of
// each two values that share a place whether one of them is live after the other.
func TestCoalescer(t *testing.T) {
	shared, refused := 0, 0
	for seed := range uint64(600) {
		f := randomFunc(rand.New(rand.NewPCG(seed, 10)))
		c := NewCoalescer(f, ir.Dominators(f), liveness(f))
		may := func(a *ir.Value) bool { return a.Op != ir.OpConst }
		var all []*ir.Value
		for _, b := range f.Blocks {
			for _, phi := range b.Phis() {
				c.Join(phi, may)
			}
			all = append(all, b.Values...)
		}
		for _, v := range all {
			class := c.Class(v)
			if !slices.Contains(class, v) || c.Representative(v) != class[0] {
				t.Errorf("%s is represented by %s, its class is %v", v, c.Representative(v), class)
			}
			if v.Op == ir.OpPhi && slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return may(a) && !slices.Contains(class, a) }) {
				refused++
			}
			for _, m := range class {
				if m == v {
					continue
				}
				shared++
				if liveAt(m, v.Block, behindOf(v)) {
					t.Errorf("%s shares a place with %s and is live behind it", m, v)
				}
				if m.Op == ir.OpPhi && v.Op == ir.OpPhi && m.Block == v.Block {
					t.Errorf("%s and %s share a place", m, v)
				}
			}
		}
		for _, v := range all {
			rest := slices.DeleteFunc(slices.Clone(c.Class(v)), func(m *ir.Value) bool { return m == v })
			c.Separate(v)
			if got := c.Class(v); len(got) != 1 || got[0] != v {
				t.Errorf("%s is separate, its class is %v", v, got)
			}
			for _, m := range rest {
				if got := c.Class(m); !slices.Equal(got, rest) {
					t.Errorf("without %s the class is %v, want %v", v, got, rest)
				}
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, ir.PrintFunc(f))
		}
	}
	if shared < 300 || refused < 100 {
		t.Errorf("only %d pairs of values share a place, and %d phis have one of their own", shared, refused)
	}
}
