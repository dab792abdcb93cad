package ir

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// graph builds a function from the successors of its blocks: "1,2 3 3 -".
func graph(t testing.TB, text string) *Func {
	t.Helper()
	f := &Func{Name: "test", Module: &Module{}}
	words := strings.Fields(text)
	for range words {
		f.NewBlock("")
	}
	for i, w := range words {
		var succs []*Block
		if w != "-" {
			for _, s := range strings.Split(w, ",") {
				var n int
				if _, err := fmt.Sscan(s, &n); err != nil || n >= len(words) {
					t.Fatalf("bad successor %q", s)
				}
				succs = append(succs, f.Blocks[n])
			}
		}
		term := [...]Term{Exit, Jump, If, Switch}[min(len(succs), 3)]
		f.Blocks[i].SetTerm(term, 0, succs...)
	}
	return f
}

func randomGraph(r *rand.Rand) string {
	n := 1 + r.IntN(14)
	words := make([]string, n)
	for i := range words {
		k := r.IntN(4)
		if k == 3 && r.IntN(3) > 0 {
			k = 2
		}
		var succs []string
		for range k {
			to := r.IntN(n)
			if r.IntN(3) > 0 {
				to = min(n-1, i+1+r.IntN(3))
			}
			succs = append(succs, fmt.Sprint(to))
		}
		words[i] = "-"
		if k > 0 {
			words[i] = strings.Join(succs, ",")
		}
	}
	return strings.Join(words, " ")
}

// without returns by ID the blocks that start reaches on ways that do not pass
// the block.
func without(f *Func, start, not *Block, next func(*Block) []*Block) []bool {
	seen := make([]bool, f.NumBlocks())
	var visit func(b *Block)
	visit = func(b *Block) {
		if b == not || seen[b.ID] {
			return
		}
		seen[b.ID] = true
		for _, s := range next(b) {
			visit(s)
		}
	}
	visit(start)
	return seen
}

func succs(b *Block) []*Block { return b.Succs }
func preds(b *Block) []*Block { return b.Preds }

// TestDominators compares the trees with their definition on random graphs.
func TestDominators(t *testing.T) {
	for seed := range uint64(2000) {
		text := randomGraph(rand.New(rand.NewPCG(seed, 2)))
		f := graph(t, text)
		entry := f.Blocks[0]
		reach := without(f, entry, nil, succs)
		dom := Dominators(f)
		post := PostDominators(f)
		for _, a := range f.Blocks {
			if dom.Reachable(a) != reach[a.ID] {
				t.Errorf("%s: reachable", a)
			}
			rest := without(f, entry, a, succs)
			for _, b := range f.Blocks {
				want := a == b || reach[a.ID] && reach[b.ID] && !rest[b.ID]
				if dom.Dominates(a, b) != want {
					t.Errorf("%s dominates %s: %v", a, b, !want)
				}
				if !reach[a.ID] || !reach[b.ID] {
					continue
				}
				// Postdominance is asked where every block can leave.
				leaves := without(f, b, nil, succs)
				rest := without(f, b, a, succs)
				can, must := false, true
				for _, x := range f.Blocks {
					if len(x.Succs) == 0 {
						can = can || leaves[x.ID]
						must = must && !rest[x.ID]
					}
				}
				endless := false
				for _, x := range f.Blocks {
					back := false
					for _, y := range f.Blocks {
						back = back || len(y.Succs) == 0 && without(f, x, nil, succs)[y.ID]
					}
					endless = endless || reach[x.ID] && !back
				}
				if !endless && can && post.Dominates(a, b) != (must || a == b) {
					t.Errorf("%s postdominates %s: %v", a, b, !must)
				}
			}
			if d := dom.Idom(a); d != nil {
				if d == a || !dom.Dominates(d, a) || !slices.Contains(dom.Children(d), a) {
					t.Errorf("idom of %s", a)
				}
				for _, x := range f.Blocks {
					if x != a && dom.Dominates(x, a) && !dom.Dominates(x, d) {
						t.Errorf("%s is nearer to %s than %s", x, a, d)
					}
				}
			} else if a != entry && reach[a.ID] {
				t.Errorf("%s has no idom", a)
			}
		}
		for _, a := range f.Blocks {
			for _, b := range f.Blocks {
				if !reach[a.ID] || !reach[b.ID] {
					continue
				}
				c := dom.Common(a, b)
				if !dom.Dominates(c, a) || !dom.Dominates(c, b) {
					t.Errorf("common dominator of %s and %s", a, b)
				}
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d: %s", seed, text)
		}
	}
}

// TestEndlessLoops checks that blocks which never leave are in the tree.
func TestEndlessLoops(t *testing.T) {
	f := graph(t, "1,4 2 3 1 -")
	post := PostDominators(f)
	if !post.Dominates(f.Blocks[3], f.Blocks[1]) || post.Dominates(f.Blocks[3], f.Blocks[0]) {
		t.Error("the end of the loop")
	}
	for _, b := range f.Blocks {
		if !post.Reachable(b) {
			t.Errorf("%s is missing", b)
		}
	}
}

func TestReversePostorder(t *testing.T) {
	for _, c := range []struct{ graph, want string }{
		{"1,2 3 3 -", "[b0 b1 b2 b3]"},
		{"2,1 3 3 -", "[b0 b1 b2 b3]"},
		{"3 - 1 2,1", "[b0 b3 b2 b1]"},
		{"1 2,3 1 - 0", "[b0 b1 b2 b3]"},
		{"-", "[b0]"},
	} {
		if got := fmt.Sprint(ReversePostorder(graph(t, c.graph))); got != c.want {
			t.Errorf("%s: %s, want %s", c.graph, got, c.want)
		}
	}
}

// TestLoops compares the nest with the definition of natural loops.
func TestLoops(t *testing.T) {
	for seed := range uint64(3000) {
		text := randomGraph(rand.New(rand.NewPCG(seed, 3)))
		f := graph(t, text)
		dom := Dominators(f)
		nest := Loops(f, dom)
		order := ProgramOrder(f, nest)
		at := map[*Block]int{}
		for i, b := range order {
			at[b] = i
		}
		if len(at) != len(ReversePostorder(f)) || order[0] != f.Blocks[0] {
			t.Errorf("program order %v", order)
		}
		irreducible := false
		for _, h := range f.Blocks {
			if !dom.Reachable(h) {
				continue
			}
			var latches []*Block
			for _, p := range h.Preds {
				if dom.Reachable(p) && dom.Dominates(h, p) {
					latches = append(latches, p)
				}
			}
			l := nest.Headed(h)
			if (l != nil) != (len(latches) > 0) {
				t.Errorf("loop of %s", h)
			}
			if l == nil {
				continue
			}
			size, first, last := 0, len(order), 0
			for _, b := range f.Blocks {
				in := b == h
				for _, p := range latches {
					in = in || without(f, p, h, preds)[b.ID] && dom.Reachable(b)
				}
				if nest.Contains(l, b) != in {
					t.Errorf("loop of %s contains %s: %v", h, b, !in)
				}
				if in {
					size++
					first, last = min(first, at[b]), max(last, at[b])
				}
			}
			if last-first+1 != size {
				t.Errorf("loop of %s is torn apart: %v", h, order)
			}
			if l.Parent != nil && (!nest.Contains(l.Parent, h) || l.Depth != l.Parent.Depth+1 || l.Parent == l) {
				t.Errorf("parent of the loop of %s", h)
			}
			if nest.Of(h) != l || l.Own[0] != h {
				t.Errorf("innermost loop of %s", h)
			}
		}
		// A graph is reducible if it has no cycle without its back edges.
		color := map[*Block]int{}
		var visit func(b *Block)
		visit = func(b *Block) {
			color[b] = 1
			for _, s := range b.Succs {
				if dom.Dominates(s, b) {
					continue
				}
				if color[s] == 1 {
					irreducible = true
				}
				if color[s] == 0 {
					visit(s)
				}
			}
			color[b] = 2
		}
		visit(f.Blocks[0])
		if irreducible != nest.Irreducible {
			t.Errorf("irreducible is %v", nest.Irreducible)
		}
		for _, b := range order {
			for _, s := range b.Succs {
				if !irreducible && !dom.Dominates(s, b) && at[s] <= at[b] {
					t.Errorf("%s stands before %s in %v", s, b, order)
				}
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d: %s", seed, text)
		}
	}
}

// TestManyBlocks checks that the analyses take no quadratic time or deep stack.
func TestManyBlocks(t *testing.T) {
	const n = 100000
	var ladder, exits strings.Builder
	for i := range n {
		fmt.Fprintf(&ladder, "%d,%d ", i+1, max(i-1, 1))
		fmt.Fprintf(&exits, "%d,%d ", n, i+1)
	}
	for _, text := range []string{ladder.String() + "-", exits.String() + "-"} {
		f := graph(t, text)
		dom := Dominators(f)
		PostDominators(f)
		if got := len(ProgramOrder(f, Loops(f, dom))); got != n+1 {
			t.Errorf("%d blocks in order", got)
		}
	}
}
