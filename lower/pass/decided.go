package pass

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// decided sends the ways into a block that does nothing but branch directly to where the
// branch leads, where the way there decides that: compilers ask a second time after code
// that not all threads run.
//
// The lanes of a warp come together at such a block, so that what some have stored before
// it is there when others go on. Nothing between the block and where the lanes parted may
// be of that kind. And loops keep their heads, so that they stay reducible.
func decided(f *ir.Func, o *Options) bool {
	if o.Debug {
		return false
	}
	d := decider{outside: usedOutside(f)}
	var dom *ir.DomTree
	var loops *ir.LoopNest
	changed := false
	back := backward{seen: make([]int, f.NumBlocks())}
	for _, b := range f.Blocks[1:] {
		if len(b.Preds) == 0 || !d.forks(b) {
			continue
		}
		if dom == nil {
			dom = ir.Dominators(f)
			loops = ir.Loops(f, dom)
		}
		from := dom.Idom(b)
		if from == nil || loops.Headed(b) != nil || !back.quiet(b, from) {
			continue // nothing comes to a block without a dominator any more
		}
		for k := len(b.Preds) - 1; k >= 0; k-- {
			if way, ok := d.way(b, k); ok && redirect(b, k, way) {
				changed, dom = true, nil
			}
		}
	}
	if changed {
		jumps(f, o)
	}
	return changed
}

// backward goes backwards through blocks, again and again.
type backward struct {
	seen   []int // by block ID: the last search that came there
	search int
	todo   []*ir.Block
}

// quiet reports whether the ways from a block that dominates b to b only compute.
func (w *backward) quiet(b, from *ir.Block) bool {
	w.search++
	w.todo = append(w.todo[:0], b.Preds...)
	w.seen[from.ID], w.seen[b.ID] = w.search, w.search
	for len(w.todo) > 0 {
		p := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		if w.seen[p.ID] == w.search {
			continue
		}
		if w.seen[p.ID] = w.search; slices.ContainsFunc(p.Values, func(v *ir.Value) bool { return v.Op != ir.OpPhi && !v.Pure() }) {
			return false
		}
		w.todo = append(w.todo, p.Preds...)
	}
	return true
}

// decider finds out which way a branch goes.
type decider struct {
	outside []bool // values that are used elsewhere than in their block or at its end, by ID
	block   *ir.Block
	pred    int
}

// usedOutside finds the values that live on after their block. What a phi after it takes
// on the way from it does not.
func usedOutside(f *ir.Func) []bool {
	outside := make([]bool, f.NumValues())
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			for i, a := range v.Args {
				at := b
				if v.Op == ir.OpPhi {
					at = b.Preds[i]
				}
				if a.Block != at {
					outside[a.ID] = true
				}
			}
		}
		for _, c := range b.Ctrl {
			if c.Block != b {
				outside[c.ID] = true
			}
		}
	}
	return outside
}

// forks reports whether all that a block does is to choose where to go on.
func (d *decider) forks(b *ir.Block) bool {
	if b.Term != ir.If || b.Succs[0] == b.Succs[1] || b.Succs[0] == b || b.Succs[1] == b {
		return false
	}
	for _, v := range b.Values {
		switch v.Op {
		case ir.OpPhi, ir.OpConst, ir.OpICmp, ir.OpFCmp, ir.OpNot, ir.OpAnd, ir.OpOr:
		default:
			return false
		}
		if d.outside[v.ID] {
			return false
		}
	}
	// What a phi after the block takes must be there without the block.
	for i, s := range b.Succs {
		j := b.PredIndex(i)
		for _, phi := range s.Phis() {
			if a := phi.Args[j]; a.Block == b && a.Op != ir.OpPhi {
				return false
			}
		}
	}
	return true
}

// way returns which way the branch of a block goes for who comes from predecessor k.
func (d *decider) way(b *ir.Block, k int) (int, bool) {
	d.block, d.pred = b, k
	known, ok := d.known(b.Ctrl[0])
	if !ok {
		return 0, false
	}
	if known {
		return 0, true
	}
	return 1, true
}

// known returns a condition, where what led to the block from its predecessor decides it.
func (d *decider) known(v *ir.Value) (value, ok bool) {
	v = d.arg(v)
	if bits, isConst := v.IsConst(); isConst {
		return bits&1 != 0, true
	}
	if value, ok := d.told(v); ok || v.Block != d.block {
		return value, ok
	}
	switch v.Op {
	case ir.OpNot:
		value, ok = d.known(v.Args[0])
		return !value, ok
	case ir.OpAnd, ir.OpOr:
		x, okX := d.known(v.Args[0])
		y, okY := d.known(v.Args[1])
		decides := v.Op == ir.OpOr
		switch {
		case okX && x == decides || okY && y == decides:
			return decides, true
		case okX && okY:
			return !decides, true
		}
	}
	return false, false
}

// arg returns what a value is on the way from the predecessor.
func (d *decider) arg(v *ir.Value) *ir.Value {
	if v.Op == ir.OpPhi && v.Block == d.block {
		return v.Args[d.pred]
	}
	return v
}

// told returns what the branches on the way say of a condition.
func (d *decider) told(v *ir.Value) (value, ok bool) {
	to, k := d.block, d.pred
	for range 8 {
		p := to.Preds[k]
		if p.Term == ir.If && p.Succs[0] != p.Succs[1] {
			taken := p.Succs[0] == to
			if same, ok := d.says(p.Ctrl[0], v); ok {
				return same == taken, true
			}
		}
		if len(p.Preds) != 1 {
			break
		}
		to, k = p, 0
	}
	return false, false
}

// says reports whether a condition that is known is another one or the opposite of it.
func (d *decider) says(known, v *ir.Value) (same, ok bool) {
	if known == v {
		return true, true
	}
	if known.Op == ir.OpNot {
		same, ok = d.says(known.Args[0], v)
		return !same, ok
	}
	if known.Op != v.Op || v.Op != ir.OpICmp && v.Op != ir.OpFCmp {
		return false, false
	}
	x, y, cmp := d.arg(v.Args[0]), d.arg(v.Args[1]), v.Attr.Cmp
	if equalValue(known.Args[0], y) && equalValue(known.Args[1], x) {
		x, y, cmp = y, x, cmp.Mirrored()
	}
	if !equalValue(known.Args[0], x) || !equalValue(known.Args[1], y) {
		return false, false
	}
	return cmp == known.Attr.Cmp, cmp == known.Attr.Cmp || cmp == known.Attr.Cmp.Negated()
}

func equalValue(x, y *ir.Value) bool {
	if x == y {
		return true
	}
	a, isX := x.IsConst()
	b, isY := y.IsConst()
	return isX && isY && a == b && x.Type == y.Type
}

// redirect sends who comes from predecessor k of a block directly where its branch leads.
func redirect(b *ir.Block, k, way int) bool {
	p, to := b.Preds[k], b.Succs[way]
	j := b.PredIndex(way)
	phis := to.Phis()
	args := make([]*ir.Value, len(phis))
	for i, phi := range phis {
		a := phi.Args[j]
		if a.Op == ir.OpPhi && a.Block == b {
			a = a.Args[k]
		}
		args[i] = a
	}
	edge := -1
	for i, s := range p.Succs {
		switch s {
		case to: // edges between two blocks have the same arguments
			return false
		case b:
			if p.PredIndex(i) == k {
				edge = i
			}
		}
	}
	if edge < 0 {
		return false
	}
	succs := slices.Clone(p.Succs)
	succs[edge] = to
	removePred(b, k)
	p.Succs = succs
	to.Preds = append(to.Preds, p)
	for i, phi := range phis {
		phi.Args = append(phi.Args, args[i])
	}
	return true
}
