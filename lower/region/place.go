package region

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// placement says where each block stands in the tree.
type placement struct {
	dom   *ir.DomTree
	loops *ir.LoopNest
	at    []int // by block ID: place in program order, -1 for unreachable blocks

	// All by block ID.
	onlyReturns []bool        // repeated wherever control gets to it
	inline      []bool        // stands where its one predecessor jumps to it
	behind      [][]*ir.Block // the blocks that follow it in its list
	after       [][]*ir.Block // loop headers: the blocks that follow the loop
	returns     []*ir.Block   // loop headers: the block that only returns after the loop
	entered     []bool        // entered by a cycle that is not a natural loop
	weights     []int         // values that it dominates
}

// plan places the blocks.
func plan(f *ir.Func) *placement {
	n := f.NumBlocks()
	p := &placement{
		dom: ir.Dominators(f), at: make([]int, n),
		onlyReturns: make([]bool, n), inline: make([]bool, n),
		behind: make([][]*ir.Block, n), after: make([][]*ir.Block, n),
		returns: make([]*ir.Block, n), entered: make([]bool, n),
	}
	p.loops = ir.Loops(f, p.dom)
	order := ir.ProgramOrder(f, p.loops)
	for i := range p.at {
		p.at[i] = -1
	}
	for i, b := range order {
		p.at[b.ID] = i
		p.onlyReturns[b.ID] = onlyReturns(b)
	}
	p.weigh(order)
	alone := make([][]*ir.Block, n) // by header: exits with one predecessor
	for _, b := range order[1:] {
		if p.onlyReturns[b.ID] {
			continue
		}
		ways := 0
		for i, q := range b.Preds {
			if p.at[q.ID] < 0 || p.dom.Dominates(b, q) {
				continue
			}
			if !repeated(b, i) {
				ways++
			}
			if p.at[q.ID] >= p.at[b.ID] {
				p.entered[b.ID] = true
			}
		}
		d := p.dom.Idom(b)
		switch l := p.leaves(d, b); {
		case l != nil && ways == 1:
			alone[l.Header.ID] = append(alone[l.Header.ID], b)
		case l != nil:
			p.after[l.Header.ID] = append(p.after[l.Header.ID], b)
		case ways == 1:
			p.inline[b.ID] = true
		default:
			p.behind[d.ID] = append(p.behind[d.ID], b)
		}
	}
	for _, l := range p.loops.All {
		p.exits(l, alone[l.Header.ID])
	}
	return p
}

// onlyReturns reports whether a block does nothing but end the function.
func onlyReturns(b *ir.Block) bool {
	if len(b.Succs) > 0 {
		return false
	}
	return !slices.ContainsFunc(b.Values, func(v *ir.Value) bool { return v.Op != ir.OpPhi && v.Op != ir.OpConst })
}

// leaves returns the outermost loop that holds d and not b, nil for none.
func (p *placement) leaves(d, b *ir.Block) *ir.Loop {
	var out *ir.Loop
	for l := p.loops.Of(d); l != nil && !p.loops.Contains(l, b); l = l.Parent {
		out = l
	}
	return out
}

// exits decides which of the exits with one predecessor stand inside the loop,
// at the jump to them, and which after it.
func (p *placement) exits(l *ir.Loop, alone []*ir.Block) {
	h := l.Header
	var main *ir.Block
	if len(p.after[h.ID]) == 0 {
		main = p.mainExit(l, alone)
	}
	for _, b := range alone {
		if b == main || p.weights[b.ID] > maxInside {
			p.after[h.ID] = append(p.after[h.ID], b)
		} else {
			p.inline[b.ID] = true
		}
	}
	slices.SortFunc(p.after[h.ID], func(a, b *ir.Block) int { return p.at[a.ID] - p.at[b.ID] })
	if len(p.after[h.ID]) > 0 {
		return
	}
	p.returns[h.ID] = p.returnExit(l)
}

// returnExit returns the block that only returns to which the header or a latch
// leaves the loop: the loop reads better if the return stands behind it. There
// is none where breaks of the loop must lead elsewhere.
func (p *placement) returnExit(l *ir.Loop) *ir.Block {
	for _, b := range l.Own {
		for _, s := range b.Succs {
			if !p.loops.Contains(l, s) && !p.onlyReturns[s.ID] && !p.inline[s.ID] {
				return nil
			}
		}
	}
	for _, b := range append([]*ir.Block{l.Header}, l.Latches...) {
		for _, s := range b.Succs {
			if p.onlyReturns[s.ID] {
				return s
			}
		}
	}
	return nil
}

// mainExit chooses the exit that stands behind the loop: the one of the header,
// else of a latch, else the one with most code.
func (p *placement) mainExit(l *ir.Loop, alone []*ir.Block) *ir.Block {
	var best *ir.Block
	latch := map[*ir.Block]bool{}
	for _, b := range l.Latches {
		latch[b] = true
	}
	rank := func(b *ir.Block) int {
		switch d := p.dom.Idom(b); {
		case p.weights[b.ID] > maxInside:
			return 3
		case d == l.Header:
			return 2
		case latch[d]:
			return 1
		}
		return 0
	}
	for _, b := range alone {
		if best == nil || rank(b) > rank(best) || rank(b) == rank(best) && p.weights[b.ID] > p.weights[best.ID] {
			best = b
		}
	}
	return best
}

// maxInside is the weight up to which an exit may stand inside the loop that it
// leaves.
const maxInside = 24

// weigh sets the weight of each block: the number of values that it dominates,
// more than maxInside where loops or synchronisation are among them.
func (p *placement) weigh(order []*ir.Block) {
	w := make([]int, len(p.at))
	for _, b := range slices.Backward(order) {
		w[b.ID] += 1 + len(b.Values)
		if p.loops.Headed(b) != nil || slices.ContainsFunc(b.Values, (*ir.Value).Convergent) {
			w[b.ID] += maxInside
		}
		if d := p.dom.Idom(b); d != nil && !p.onlyReturns[b.ID] {
			w[d.ID] += w[b.ID]
		}
	}
	p.weights = w
}

// repeated reports whether an earlier edge of the same predecessor gives the
// phis the same values as edge number i does.
func repeated(b *ir.Block, i int) bool {
	q := b.Preds[i]
	if len(q.Succs) < 2 || q.Term == ir.If && q.Succs[0] != q.Succs[1] {
		return false
	}
	first := slices.Index(b.Preds, q)
	return first < i && sameArgs(b, first, i)
}

// sameArgs reports whether two edges give the phis of a block the same values.
func sameArgs(b *ir.Block, p, q int) bool {
	for _, phi := range b.Phis() {
		if phi.Args[p] != phi.Args[q] {
			return false
		}
	}
	return true
}
