package region

import (
	"math"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// deepest is how deep the tree may be, in scopes of Go. Go's tools refuse a function of
// 1,000; what is printed around the tree and inside of its leaves needs a few.
const deepest = 800

// The scopes of Go that a node opens.
const (
	ifScopes     = 2 // the statement and its block
	loopScopes   = 2
	switchScopes = 3 // and one for each case
	scopeScopes  = 1
)

// nesting returns the scopes that the deepest leaf below a node stands in.
func nesting(n *Node) int {
	own := 0
	switch n.Kind {
	case If:
		own = ifScopes
	case Loop:
		own = loopScopes
	case Switch:
		own = switchScopes
	case Scope:
		own = scopeScopes
	}
	most := 0
	for _, list := range n.Lists() {
		for _, c := range list {
			most = max(most, nesting(c))
		}
	}
	return own + most
}

// flatten returns a function whose tree would be too deep as one list: blocks with
// labels, and between them trees of what can stand in one. A block stands in the list
// itself if the tree of what it dominates would be deeper than half of most; so does
// what such a block dominates immediately, as a block or as a tree. All jumps from one
// tree to another are gotos.
func (s *structurer) flatten(f *ir.Func, most int) []*Node {
	s.most = math.MaxInt // what is flat opens no more than one statement
	order := ir.ProgramOrder(f, s.loops)
	height := s.heights(order)
	flat := func(b *ir.Block) bool { return height[b.ID] > most/2 }
	top := make([]bool, len(s.at))
	top[f.Blocks[0].ID] = true
	for _, b := range order {
		if d := s.dom.Idom(b); d != nil && flat(d) {
			top[b.ID] = true
		}
		if flat(b) {
			for _, c := range s.after[b.ID] {
				top[c.ID] = true
			}
		}
	}
	var list []*ir.Block
	for _, b := range order {
		if !s.onlyReturns[b.ID] && top[b.ID] {
			list = append(list, b)
			s.inline[b.ID] = false
			s.labels[b.ID] = &Node{Kind: Label, Block: b}
		}
	}
	var out []*Node
	for i, b := range list {
		var fall *ir.Block
		if i+1 < len(list) {
			fall = list[i+1]
		}
		out = append(out, s.labels[b.ID])
		if flat(b) {
			out = append(out, &Node{Kind: Basic, Block: b})
			out, _ = s.terminator(out, b, fall)
		} else {
			out = s.tree(out, b, fall)
		}
	}
	return out
}

// heights returns by block ID how deep the tree of what a block dominates is at most.
func (s *structurer) heights(order []*ir.Block) []int {
	h := make([]int, len(s.at))
	arms := make([]int, len(s.at)) // the deepest of the blocks that stand where a block jumps to them
	for i := len(order) - 1; i >= 0; i-- {
		b := order[i]
		n := armScopes(b) + arms[b.ID]
		row := func(next []*ir.Block) { // each may put a scope around what is before it
			for _, c := range next {
				n = max(n+scopeScopes, h[c.ID])
			}
		}
		row(s.behind[b.ID])
		if s.loops.Headed(b) != nil {
			n += loopScopes
			row(s.after[b.ID])
		}
		h[b.ID] = n
		if d := s.dom.Idom(b); d != nil && s.inline[b.ID] {
			arms[d.ID] = max(arms[d.ID], n)
		}
	}
	return h
}

// armScopes returns the scopes that an arm of a block's terminator stands in.
func armScopes(b *ir.Block) int {
	switch b.Term {
	case ir.If:
		return ifScopes
	case ir.Switch:
		return switchScopes
	}
	return 0
}
