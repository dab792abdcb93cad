package ir

import "slices"

// DomTree is the dominator tree, or the postdominator tree, of the blocks that
// the entry reaches. It holds until blocks or edges change.
type DomTree struct {
	idom      []*Block // by block ID; nil for roots and unreachable blocks
	children  [][]*Block
	pre, last []int32 // interval of the tree's preorder; pre is 0 where unreachable
	depth     []int32
}

// Dominators returns the dominator tree.
func Dominators(f *Func) *DomTree {
	order := ReversePostorder(f)
	g := newDomGraph(f, order)
	for _, b := range order {
		for _, s := range b.Succs {
			g.edge(g.num[b.ID], g.num[s.ID])
		}
	}
	return g.tree(0)
}

// PostDominators returns the postdominator tree. Its roots are the blocks that
// end a thread or the function, and one block of each loop that cannot be left,
// so that every reachable block is in the tree.
func PostDominators(f *Func) *DomTree { return postDominators(f, nil) }

// MeetingPoints returns the postdominator tree as if no thread ended early: the ways that lead to an Exit or to a trap
// only are left out where there are others. The immediate postdominator of a branch is where those of its threads
// meet that are still there.
func MeetingPoints(f *Func) *DomTree {
	var returns []*Block
	for _, b := range f.Blocks {
		if b.Term == Ret {
			returns = append(returns, b)
		}
	}
	on := Closure(returns, func(b *Block) []*Block { return b.Preds })
	return postDominators(f, func(from, to *Block) bool { return on[from] && !on[to] })
}

// postDominators returns the postdominator tree without some edges.
func postDominators(f *Func, without func(from, to *Block) bool) *DomTree {
	order := ReversePostorder(f)
	g := newDomGraph(f, order)
	exit := len(order)
	leaves := make([]bool, f.NumBlocks())
	mark := func(b *Block) {
		todo := []*Block{b}
		leaves[b.ID] = true
		for len(todo) > 0 {
			b := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, p := range b.Preds {
				if !leaves[p.ID] {
					leaves[p.ID] = true
					todo = append(todo, p)
				}
			}
		}
	}
	for _, b := range order {
		if len(b.Succs) == 0 {
			g.edge(exit, g.num[b.ID])
			mark(b)
		}
	}
	// Endless loops: the last block in program order stands for its end.
	for _, b := range slices.Backward(order) {
		if !leaves[b.ID] {
			g.edge(exit, g.num[b.ID])
			mark(b)
		}
	}
	for _, b := range order {
		for _, s := range b.Succs {
			if without == nil || !without(b, s) {
				g.edge(g.num[s.ID], g.num[b.ID])
			}
		}
	}
	return g.tree(exit)
}

// Idom returns the immediate dominator, nil for a root.
func (t *DomTree) Idom(b *Block) *Block { return t.idom[b.ID] }

// Children returns the blocks whose immediate dominator is b, in reverse
// postorder.
func (t *DomTree) Children(b *Block) []*Block { return t.children[b.ID] }

// Reachable reports whether the entry reaches the block.
func (t *DomTree) Reachable(b *Block) bool { return t.pre[b.ID] != 0 }

// Dominates reports whether every path to b passes a; a block dominates
// itself. It is false where one of two different blocks is unreachable.
func (t *DomTree) Dominates(a, b *Block) bool {
	if a == b {
		return true
	}
	return t.pre[a.ID] != 0 && t.pre[a.ID] <= t.pre[b.ID] && t.pre[b.ID] <= t.last[a.ID]
}

// Common returns the nearest block that dominates both, nil if there is none:
// two postdominated blocks may leave the function at different places.
func (t *DomTree) Common(a, b *Block) *Block {
	for a != b {
		if a == nil || b == nil {
			return nil
		}
		if t.depth[a.ID] < t.depth[b.ID] {
			a, b = b, a
		}
		a = t.idom[a.ID]
	}
	return a
}

// domGraph is a graph of small numbers for the algorithm of Lengauer and
// Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph" (1979), in
// its simple form: O(m log n) for any input.
type domGraph struct {
	f     *Func
	order []*Block
	num   []int // by block ID
	edges []edge
}

// edge goes from one number to another.
type edge struct{ from, to int }

func newDomGraph(f *Func, order []*Block) *domGraph {
	g := &domGraph{f: f, order: order, num: make([]int, f.NumBlocks())}
	for i := range g.num {
		g.num[i] = -1
	}
	for i, b := range order {
		g.num[b.ID] = i
	}
	g.edges = make([]edge, 0, 2*len(order)+1)
	return g
}

func (g *domGraph) edge(from, to int) { g.edges = append(g.edges, edge{from, to}) }

// adjacent returns for each of n numbers those at the other end of its edges.
func adjacent(n int, edges []edge, near, far func(edge) int) [][]int {
	count := make([]int, n)
	for _, e := range edges {
		count[near(e)]++
	}
	lists, all := make([][]int, n), make([]int, len(edges))
	for i, c := range count {
		lists[i], all = all[:0:c], all[c:]
	}
	for _, e := range edges {
		lists[near(e)] = append(lists[near(e)], far(e))
	}
	return lists
}

// idoms returns the immediate dominator of every node, -1 for the root and for
// unreachable nodes.
func (g *domGraph) idoms(root int) []int {
	n := len(g.order) + 1 // one more, for the exit that postdominators need
	from := func(e edge) int { return e.from }
	to := func(e edge) int { return e.to }
	succs, preds := adjacent(n, g.edges, from, to), adjacent(n, g.edges, to, from)
	numbers := make([]int, 9*n)
	list := func() []int {
		l := numbers[:n:n]
		numbers = numbers[n:]
		return l
	}
	var (
		dfn      = list() // depth-first number plus one, 0 for unreachable
		vertex   = list()[:0]
		parent   = list()
		semi     = list()
		label    = list()
		ancestor = list()
		idom     = list()
		bucket   = list() // the first of those whose semidominator it is, plus one
		after    = list() // in the same bucket, plus one
	)
	type frame struct{ v, next int }
	visit := func(v, p int) {
		vertex = append(vertex, v)
		dfn[v] = len(vertex)
		parent[v], semi[v], label[v], ancestor[v] = p, v, v, -1
	}
	for i := range idom {
		idom[i] = -1
	}
	visit(root, -1)
	for stack := []frame{{root, 0}}; len(stack) > 0; {
		top := &stack[len(stack)-1]
		if top.next == len(succs[top.v]) {
			stack = stack[:len(stack)-1]
			continue
		}
		w := succs[top.v][top.next]
		top.next++
		if dfn[w] == 0 {
			visit(w, top.v)
			stack = append(stack, frame{w, 0})
		}
	}
	var path []int
	eval := func(v int) int {
		if ancestor[v] < 0 {
			return v
		}
		path = path[:0]
		u := v
		for ; ancestor[ancestor[u]] >= 0; u = ancestor[u] {
			path = append(path, u)
		}
		for _, x := range slices.Backward(path) {
			a := ancestor[x]
			if dfn[semi[label[a]]] < dfn[semi[label[x]]] {
				label[x] = label[a]
			}
			ancestor[x] = ancestor[a]
		}
		return label[v]
	}
	for _, w := range slices.Backward(vertex[1:]) {
		for _, v := range preds[w] {
			if dfn[v] == 0 {
				continue
			}
			if u := eval(v); dfn[semi[u]] < dfn[semi[w]] {
				semi[w] = semi[u]
			}
		}
		after[w], bucket[semi[w]] = bucket[semi[w]], w+1
		ancestor[w] = parent[w]
		for next := bucket[parent[w]]; next != 0; next = after[next-1] {
			v := next - 1
			if u := eval(v); dfn[semi[u]] < dfn[semi[v]] {
				idom[v] = u
			} else {
				idom[v] = parent[w]
			}
		}
		bucket[parent[w]] = 0
	}
	for _, w := range vertex[1:] {
		if idom[w] != semi[w] {
			idom[w] = idom[idom[w]]
		}
	}
	return idom
}

// tree runs the algorithm and numbers the tree.
func (g *domGraph) tree(root int) *DomTree {
	n := g.f.NumBlocks()
	t := &DomTree{
		idom: make([]*Block, n), children: make([][]*Block, n),
		pre: make([]int32, n), last: make([]int32, n), depth: make([]int32, n),
	}
	if len(g.order) == 0 {
		return t
	}
	var roots []*Block
	idom := g.idoms(root)
	kids := make([]int, len(g.order)) // how many
	for i, b := range g.order {
		if d := idom[i]; d >= 0 && d < len(g.order) {
			t.idom[b.ID] = g.order[d]
			kids[d]++
		} else {
			roots = append(roots, b)
		}
	}
	all := make([]*Block, len(g.order)-len(roots))
	for i, b := range g.order {
		t.children[b.ID], all = all[:0:kids[i]], all[kids[i]:]
	}
	for _, b := range g.order {
		if d := t.idom[b.ID]; d != nil {
			t.children[d.ID] = append(t.children[d.ID], b)
		}
	}
	type frame struct {
		b    *Block
		next int
	}
	var count int32
	for _, r := range roots {
		count++
		t.pre[r.ID] = count
		for stack := []frame{{r, 0}}; len(stack) > 0; {
			top := &stack[len(stack)-1]
			kids := t.children[top.b.ID]
			if top.next == len(kids) {
				t.last[top.b.ID] = count
				stack = stack[:len(stack)-1]
				continue
			}
			c := kids[top.next]
			top.next++
			count++
			t.pre[c.ID] = count
			t.depth[c.ID] = t.depth[top.b.ID] + 1
			stack = append(stack, frame{c, 0})
		}
	}
	return t
}
