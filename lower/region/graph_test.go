package region

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// graph builds a function from a notation of its edges, one block a word:
// "0:1,2 1:3 2:3 3:" where two successors are an If, more a Switch, none a Ret.
// A star before the number gives the block a phi, a plus a value.
func graph(t testing.TB, text string) *ir.Func {
	t.Helper()
	f := &ir.Func{Name: "test", Module: &ir.Module{}}
	words := strings.Fields(text)
	for range words {
		f.NewBlock("")
	}
	for i, w := range words {
		head, tail, _ := strings.Cut(w, ":")
		name := strings.TrimLeft(head, "*+")
		if name != fmt.Sprint(i) {
			t.Fatalf("block %q is number %d", w, i)
		}
		b := f.Blocks[i]
		if strings.Contains(head, "*") {
			b.Add(ir.OpPhi, ir.I32, 0)
		}
		if strings.Contains(head, "+") {
			b.Add(ir.OpFence, ir.Void, 0)
		}
		var succs []*ir.Block
		if tail != "" {
			for _, s := range strings.Split(tail, ",") {
				var n int
				if _, err := fmt.Sscan(s, &n); err != nil || n >= len(words) {
					t.Fatalf("block %q: bad successor %q", w, s)
				}
				succs = append(succs, f.Blocks[n])
			}
		}
		term := [...]ir.Term{ir.Ret, ir.Jump, ir.If, ir.Switch}[min(len(succs), 3)]
		b.SetTerm(term, 0, succs...)
	}
	for _, b := range f.Blocks {
		for _, phi := range b.Phis() {
			for range b.Preds {
				// All different, so that no two edges are the same to a phi.
				phi.Args = append(phi.Args, f.NewValue(ir.OpConst, ir.I32, 0))
			}
		}
	}
	return f
}

// step is one thing that a run does: it enters a block or passes an edge.
type step struct {
	kind     Kind
	block    int
	to, pred int
}

// chooser decides branches from a seed, the block and how often it was there,
// so that a walk of the graph and a run of the tree take the same way.
type chooser struct {
	seed  uint64
	times map[*ir.Block]int
}

func (c *chooser) choose(b *ir.Block) int {
	c.times[b]++
	x := c.seed ^ uint64(b.ID)*0x9e3779b97f4a7c15 ^ uint64(c.times[b])*0xbf58476d1ce4e5b9
	x ^= x >> 31
	x *= 0x94d049bb133111eb
	x ^= x >> 29
	return int(x % uint64(len(b.Succs)))
}

// walk follows the graph.
func walk(f *ir.Func, seed uint64, limit int) []step {
	c := chooser{seed, map[*ir.Block]int{}}
	var out []step
	b := f.Blocks[0]
	for len(out) < limit {
		out = append(out, step{kind: Basic, block: int(b.ID)})
		if len(b.Succs) == 0 {
			return append(out, step{kind: Return})
		}
		i := 0
		if len(b.Succs) > 1 {
			i = c.choose(b)
		}
		to := b.Succs[i]
		if len(to.Phis()) > 0 {
			out = append(out, step{Edge, int(b.ID), int(to.ID), b.PredIndex(i)})
		}
		b = to
	}
	return out
}

// runner executes a tree.
type runner struct {
	chooser
	limit int
	out   []step
}

// outcome is how a list ends: nil where it falls off its end.
type outcome *Node

var stopped = &Node{}

// run executes a list. A goto that this list has the label of continues there.
func (r *runner) run(list []*Node) outcome {
	for i := 0; i < len(list); i++ {
		o := r.node(list[i])
		if o == nil {
			continue
		}
		if o.Kind == Goto {
			found := false
			for j, n := range list {
				if n.Kind == Label && n.Block == o.Block {
					i, found = j, true
				}
			}
			if found {
				continue
			}
		}
		return o
	}
	return nil
}

func (r *runner) node(n *Node) outcome {
	if len(r.out) >= r.limit {
		return stopped
	}
	arm := func(b *ir.Block) int {
		if len(b.Succs) < 2 {
			return 0
		}
		return r.choose(b)
	}
	switch n.Kind {
	case Basic:
		r.out = append(r.out, step{kind: Basic, block: int(n.Block.ID)})
	case Edge:
		r.out = append(r.out, step{Edge, int(n.Block.ID), int(n.To.ID), n.Pred})
	case If:
		yes := arm(n.Block) == 0
		if yes != n.Negate {
			return r.run(n.Body)
		}
		return r.run(n.Else)
	case Switch:
		i := arm(n.Block)
		for _, c := range n.Cases {
			for _, j := range c.Indices {
				if i != j {
					continue
				}
				if o := r.run(c.Body); o != nil && (o.Kind != Break || o.Target != n) {
					return o
				}
				return nil
			}
		}
		panic("no case")
	case Loop:
		for {
			o := r.run(n.Body)
			if o != nil && o.Kind == Break && o.Target == n {
				return nil
			}
			if o == nil || o.Kind == Continue && o.Target == n {
				if len(r.out) >= r.limit {
					return stopped
				}
				continue
			}
			return o
		}
	case Scope:
		if o := r.run(n.Body); o != nil && (o.Kind != Break || o.Target != n) {
			return o
		}
	case Return:
		if onlyReturns(n.Block) {
			r.out = append(r.out, step{kind: Basic, block: int(n.Block.ID)})
		}
		r.out = append(r.out, step{kind: Return})
		return stopped
	case Break, Continue, Goto:
		return n
	}
	return nil
}

// check compares the tree with the graph and tests the rules of the node kinds.
func check(t testing.TB, f *ir.Func) *Node {
	t.Helper()
	return checkTree(t, f, Structure(f))
}

func checkTree(t testing.TB, f *ir.Func, tree *Node) *Node {
	t.Helper()
	basics := map[*ir.Block]int{}
	open := map[*Node]bool{}
	var visible []map[*ir.Block]bool // labels of the enclosing lists
	breaks, continues := map[*Node]int{}, map[*Node]int{}
	var visit func(n *Node)
	visit = func(n *Node) {
		switch n.Kind {
		case Basic:
			basics[n.Block]++
		case Edge:
			if len(n.To.Phis()) == 0 || n.To.Preds[n.Pred] != n.Block {
				t.Errorf("bad edge %s->%s", blockName(n.Block), blockName(n.To))
			}
		case If:
			if len(n.Body) == 0 {
				t.Error("if without body")
			}
		case Break, Continue:
			if !open[n.Target] {
				t.Errorf("%s of something that is not around it", n.Kind)
			}
			if n.Kind == Break {
				breaks[n.Target]++
			} else {
				continues[n.Target]++
			}
		case Goto:
			seen := false
			for _, v := range visible {
				seen = seen || v[n.Block]
			}
			if !seen {
				t.Errorf("goto into a list, to %s", blockName(n.Block))
			}
		case Scope:
			if n.Breaks == 0 {
				t.Error("scope without a break")
			}
		}
		open[n] = true
		for _, list := range n.Lists() {
			labels := map[*ir.Block]bool{}
			for _, c := range list {
				if c.Kind == Label {
					labels[c.Block] = true
				}
			}
			visible = append(visible, labels)
			for i, c := range list {
				if i < len(list)-1 && list[i+1].Kind != Label && !Falls(list[:i+1]) {
					t.Errorf("code behind a %s", c.Kind)
				}
				visit(c)
			}
			visible = visible[:len(visible)-1]
		}
		delete(open, n)
	}
	visit(tree)
	if Falls(tree.Body) {
		t.Error("the end of the tree can be reached")
	}
	for n, k := range breaks {
		if n.Breaks != k {
			t.Errorf("%s counts %d breaks, has %d", n.Kind, n.Breaks, k)
		}
	}
	for n, k := range continues {
		if n.Continues != k {
			t.Errorf("loop counts %d continues, has %d", n.Continues, k)
		}
	}
	for _, b := range ir.ReversePostorder(f) {
		want := 1
		if onlyReturns(b) {
			want = 0
		}
		if basics[b] != want {
			t.Errorf("%s stands %d times in the tree", blockName(b), basics[b])
		}
	}
	const limit = 300
	for seed := range uint64(12) {
		want := walk(f, seed, limit)
		r := runner{chooser: chooser{seed, map[*ir.Block]int{}}, limit: limit}
		r.run(tree.Body)
		got := r.out
		for i := range min(len(want), len(got)) {
			if want[i] != got[i] {
				t.Errorf("seed %d: step %d is %v in the graph and %v in the tree", seed, i, want[i], got[i])
				break
			}
		}
		if len(got) < min(len(want), limit) {
			t.Errorf("seed %d: the tree ends after %d steps, the graph after %d", seed, len(got), len(want))
		}
	}
	if t.Failed() {
		t.Logf("tree:\n%s", tree)
	}
	return tree
}
