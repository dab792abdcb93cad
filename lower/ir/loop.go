package ir

import "slices"

// Loop is a natural loop: a header and everything that reaches a back edge to
// it without passing it. A back edge is one whose target dominates its source.
type Loop struct {
	Header  *Block
	Parent  *Loop // nil for an outermost loop
	Depth   int   // 1 for an outermost loop
	Latches []*Block
	Own     []*Block // blocks that are in no inner loop, the header first

	pre, last int   // interval of the nest's preorder
	jump      *Loop // further out, see link
	outer     *Loop
}

// LoopNest holds the natural loops of a function.
type LoopNest struct {
	All         []*Loop // outer loops before inner ones
	Irreducible bool    // there is a cycle that is not a natural loop

	inner  []*Loop // by block ID: the innermost loop
	headed []*Loop // by block ID
}

// Loops finds the natural loops. Loops that share a header are one loop.
func Loops(f *Func, dom *DomTree) *LoopNest {
	n := &LoopNest{inner: make([]*Loop, f.NumBlocks()), headed: make([]*Loop, f.NumBlocks())}
	order := ReversePostorder(f)
	at := make([]int, f.NumBlocks())
	for i, b := range order {
		at[b.ID] = i
	}
	for _, b := range order {
		var l *Loop
		for _, p := range b.Preds {
			if !dom.Reachable(p) || at[p.ID] < at[b.ID] {
				continue
			}
			if !dom.Dominates(b, p) {
				n.Irreducible = true
				continue
			}
			if l == nil {
				l = &Loop{Header: b}
				n.headed[b.ID] = l
				n.All = append(n.All, l)
			}
			if !slices.Contains(l.Latches, p) {
				l.Latches = append(l.Latches, p)
			}
		}
	}
	// Inner headers come later in reverse postorder. A block belongs to the
	// first loop that finds it; its outermost loop so far stands for it when an
	// enclosing loop comes by.
	for _, l := range slices.Backward(n.All) {
		todo := slices.Clone(l.Latches)
		for len(todo) > 0 {
			b := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if in := n.inner[b.ID]; in != nil {
				top := in.top()
				if top == l {
					continue
				}
				top.Parent, top.outer = l, l
				b = top.Header
			} else {
				n.inner[b.ID] = l
			}
			if b == l.Header {
				continue
			}
			for _, p := range b.Preds {
				if dom.Reachable(p) {
					todo = append(todo, p)
				}
			}
		}
		// The header may have been missed if its only latch is inside.
		if n.inner[l.Header.ID] == nil {
			n.inner[l.Header.ID] = l
		}
	}
	n.number(order)
	return n
}

// top returns the outermost loop so far, compressing the path.
func (l *Loop) top() *Loop {
	t := l
	for t.outer != nil {
		t = t.outer
	}
	for l != t {
		l, l.outer = l.outer, t
	}
	return t
}

// number completes depths, members and intervals.
func (n *LoopNest) number(order []*Block) {
	kids := map[*Loop][]*Loop{}
	for _, l := range n.All {
		l.Depth = 1
		if l.Parent != nil {
			l.Depth = l.Parent.Depth + 1
			l.link()
		}
		kids[l.Parent] = append(kids[l.Parent], l)
	}
	count := 0
	var sorted []*Loop
	var walk func(l *Loop)
	walk = func(l *Loop) {
		l.pre = count
		sorted = append(sorted, l)
		count++
		for _, k := range kids[l] {
			walk(k)
		}
		l.last = count
	}
	for _, l := range kids[nil] {
		walk(l)
	}
	n.All = sorted
	for _, b := range order {
		if l := n.inner[b.ID]; l != nil {
			l.Own = append(l.Own, b)
		}
	}
}

// Of returns the innermost loop of a block, nil for none.
func (n *LoopNest) Of(b *Block) *Loop { return n.inner[b.ID] }

// Headed returns the loop whose header the block is, nil for none.
func (n *LoopNest) Headed(b *Block) *Loop { return n.headed[b.ID] }

// Contains reports whether the block is in the loop or in one inside it.
func (n *LoopNest) Contains(l *Loop, b *Block) bool {
	in := n.inner[b.ID]
	return in != nil && l.pre <= in.pre && in.pre < l.last
}
