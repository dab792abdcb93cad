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
	rest := survivors(f, order, syncs)
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
	sync := map[*ir.Func]bool{}
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
				case synchronises(v, nil) && !sync[g]:
					sync[g] = true
					work = append(work, g)
				}
			}
		}
	}
	for len(work) > 0 {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		for _, h := range callers[g] {
			if !sync[h] {
				sync[h] = true
				work = append(work, h)
			}
		}
	}
	return sync
}

// partial is a postdominator tree of the part of a function that may still
// synchronise.
type partial struct {
	tree *ir.DomTree
	copy []*ir.Block // by ID of the original
	orig []*ir.Block // by ID of the copy
}

// survivors builds the graph of the blocks that may still synchronise, without
// the edges that lead out of them, and its postdominators.
func survivors(f *ir.Func, order []*ir.Block, syncs []bool) *partial {
	p := &partial{copy: make([]*ir.Block, f.NumBlocks())}
	g := &ir.Func{Name: f.Name}
	for _, b := range order {
		if syncs[b.ID] {
			p.copy[b.ID] = g.NewBlock(b.Name)
			p.orig = append(p.orig, b)
		}
	}
	for _, b := range p.orig {
		var succs []*ir.Block
		for _, s := range b.Succs {
			if syncs[s.ID] {
				succs = append(succs, p.copy[s.ID])
			}
		}
		p.copy[b.ID].SetTerm(ir.Switch, 0, succs...)
	}
	p.tree = ir.PostDominators(g)
	return p
}

func (p *partial) idom(b *ir.Block) *ir.Block {
	d := p.tree.Idom(p.copy[b.ID])
	if d == nil {
		return nil
	}
	return p.orig[d.ID]
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
	post := ir.PostDominators(f)
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
			for _, b := range region {
				if len(b.Succs) < 2 {
					continue
				}
				ways := 0
				for _, s := range b.Succs {
					if s == j || seen[s.ID] == j {
						ways++
					}
				}
				// Ways that meet again before j do not decide.
				if d := post.Idom(b); ways > 1 && (d == nil || d == j || seen[d.ID] != j) {
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
