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
func reachSync(f *ir.Func, callees map[*ir.Func]bool) []bool {
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
