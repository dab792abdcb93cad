package analysis

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// dependences returns for each block, by ID, the branches that it is control
// dependent on: those of which one way leads to the block for certain and
// another does not.
//
// In the second result, ways on which a thread ends without synchronising again
// do not count: nobody waits for such threads. It is about the blocks that may
// still synchronise, alone.
func dependences(f *ir.Func, order []*ir.Block, syncs []bool) (full, sync [][]*ir.Block) {
	full, sync = make([][]*ir.Block, f.NumBlocks()), make([][]*ir.Block, f.NumBlocks())
	post := ir.PostDominators(f)
	rest := survivors(order, syncs)
	depend := func(deps [][]*ir.Block, b, s *ir.Block, idom func(*ir.Block) *ir.Block) {
		end := idom(b)
		for x := s; x != nil && x != end; x = idom(x) {
			if list := deps[x.ID]; len(list) == 0 || list[len(list)-1] != b {
				deps[x.ID] = append(list, b)
			}
		}
	}
	for _, b := range order {
		if len(b.Succs) < 2 {
			continue
		}
		for _, s := range b.Succs {
			depend(full, b, s, post.Idom)
			if syncs[b.ID] && syncs[s.ID] {
				depend(sync, b, s, rest.idom)
			}
		}
	}
	return full, sync
}

// reachSync returns by block ID whether a thread in the block may still
// synchronise.
func reachSync(f *ir.Func) []bool {
	callees := syncFuncs(f)
	reach := make([]bool, f.NumBlocks())
	var work []*ir.Block
	for _, b := range f.Blocks {
		if slices.ContainsFunc(b.Values, func(v *ir.Value) bool { return synchronises(v, callees) }) {
			reach[b.ID] = true
			work = append(work, b)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, p := range b.Preds {
			if !reach[p.ID] {
				reach[p.ID] = true
				work = append(work, p)
			}
		}
	}
	return reach
}

// synchronises reports whether a value may make a thread wait for others.
func synchronises(v *ir.Value, callees map[*ir.Func]bool) bool {
	return v.Convergent() || v.Op == ir.OpCallIndirect || v.Op == ir.OpCall && callees[v.Attr.Func]
}

// syncFuncs returns which of the functions that f calls, directly or through
// others, synchronise.
func syncFuncs(f *ir.Func) map[*ir.Func]bool {
	callers := map[*ir.Func][]*ir.Func{}
	seen := map[*ir.Func]bool{f: true}
	all := []*ir.Func{f}
	var work []*ir.Func
	for i := 0; i < len(all); i++ {
		g := all[i]
		for _, b := range g.Blocks {
			for _, v := range b.Values {
				switch {
				case v.Op == ir.OpCall:
					h := v.Attr.Func
					callers[h] = append(callers[h], g)
					if !seen[h] {
						seen[h] = true
						all = append(all, h)
					}
				case synchronises(v, nil):
					work = append(work, g)
				}
			}
		}
	}
	return ir.Closure(work, func(g *ir.Func) []*ir.Func { return callers[g] })
}

// partial is the postdominator tree of a part of a function.
type partial struct {
	tree *ir.DomTree
	copy map[*ir.Block]*ir.Block
	orig []*ir.Block // by ID of the copy
}

// newPartial builds the graph of some blocks, the first of which leads to all
// others. Edges to sink lead to a block of its own, even where sink is one of
// the blocks; all other edges out of the part are left out.
func newPartial(blocks []*ir.Block, sink *ir.Block) *partial {
	p := &partial{copy: make(map[*ir.Block]*ir.Block, len(blocks)), orig: blocks}
	var g ir.Func
	for _, b := range blocks {
		p.copy[b] = g.NewBlock("")
	}
	end := g.NewBlock("")
	end.SetTerm(ir.Exit, 0)
	for _, b := range blocks {
		var succs []*ir.Block
		for _, s := range b.Succs {
			if s == sink {
				succs = append(succs, end)
			} else if c := p.copy[s]; c != nil {
				succs = append(succs, c)
			}
		}
		p.copy[b].SetTerm(ir.Switch, 0, succs...)
	}
	p.tree = ir.PostDominators(&g)
	return p
}

// idom returns the immediate postdominator in the part, nil where that is its
// end.
func (p *partial) idom(b *ir.Block) *ir.Block {
	d := p.tree.Idom(p.copy[b])
	if d == nil || int(d.ID) >= len(p.orig) {
		return nil
	}
	return p.orig[d.ID]
}

// survivors returns the postdominators of the blocks that may still
// synchronise, without the edges that lead out of them.
func survivors(order []*ir.Block, syncs []bool) *partial {
	return newPartial(slices.DeleteFunc(slices.Clone(order), func(b *ir.Block) bool { return !syncs[b.ID] }), nil)
}

// maxJoinSteps bounds the search for the branches that decide on phis, which is
// quadratic in contrived graphs.
const maxJoinSteps = 1 << 24

// joins returns for each block with phis, by ID, the branches that may bring
// threads to it on different ways at the same time. At the head of a loop the
// ways in and the ways back do not mix: threads are compared in the same turn.
// Where the search takes too long, lost is set.
func joins(f *ir.Func, order []*ir.Block, dom *ir.DomTree, loops *ir.LoopNest) (list [][]*ir.Block, lost []bool) {
	list, lost = make([][]*ir.Block, f.NumBlocks()), make([]bool, f.NumBlocks())
	seen := make([]*ir.Block, f.NumBlocks()) // by ID: the join that visited it
	steps := 0
	for _, j := range order {
		if len(j.Phis()) == 0 {
			continue
		}
		var in, back []*ir.Block
		for _, p := range j.Preds {
			switch {
			case !dom.Reachable(p):
			case dom.Dominates(j, p):
				back = append(back, p)
			default:
				in = append(in, p)
			}
		}
		// search collects the branches on the ways from top to the
		// predecessors.
		search := func(top *ir.Block, preds []*ir.Block) {
			if len(preds) < 2 {
				return
			}
			var region []*ir.Block
			visit := func(b *ir.Block) {
				if dom.Reachable(b) && seen[b.ID] != j {
					seen[b.ID] = j
					region = append(region, b)
				}
			}
			for _, p := range preds {
				visit(p)
			}
			for i := 0; i < len(region); i++ {
				if region[i] == top {
					continue
				}
				for _, p := range region[i].Preds {
					visit(p)
				}
				if steps++; steps > maxJoinSteps {
					lost[j.ID] = true
					return
				}
			}
			// Ways that meet again before j do not decide.
			part := newPartial(append([]*ir.Block{top}, slices.DeleteFunc(slices.Clone(region), func(b *ir.Block) bool { return b == top })...), j)
			for _, b := range region {
				ways := 0
				for _, s := range b.Succs {
					if s == j || seen[s.ID] == j {
						ways++
					}
				}
				if ways > 1 && part.idom(b) == nil {
					list[j.ID] = append(list[j.ID], b)
				}
			}
			for _, b := range region {
				seen[b.ID] = nil
			}
		}
		if top := dom.Idom(j); top != nil {
			search(top, in)
		}
		search(j, back)
	}
	return list, lost
}
