package schedule

import (
	"cmp"
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// mask finds the headers under masks.
func (x *levelled) mask() *masked {
	c := &masked{levelled: x}
	c.ends = map[*ir.Block]bool{}
	for _, x := range c.headers {
		for _, b := range c.members[x] {
			c.ends[x] = c.ends[x] || b.Term == ir.Ret || b.Term == ir.Exit
		}
	}
	waiting := c.postdominators(func(x *ir.Block) bool { return c.syncing[x] })
	all := c.postdominators(func(*ir.Block) bool { return true })
	for again := true; again; {
		c.under, c.meets = map[*ir.Block]bool{}, map[*ir.Block]*ir.Block{}
		for _, x := range c.headers {
			switch {
			case !c.fork[x.ID] || c.once[x.Ctrl[0].ID]:
			case c.syncing[x]:
				c.cover(x, waiting[x])
			default:
				c.cover(x, all[x])
			}
		}
		again = c.unsettled()
	}
	for _, x := range c.headers {
		if v := syncOf(x); v != nil {
			c.checkSync(v, c.under[x])
		}
	}
	c.layAreas()
	c.nameMasks()
	return c
}

// cover puts the headers between a fork and where its ways meet under masks.
func (c *masked) cover(fork, meet *ir.Block) {
	if !c.under[fork] && meet != nil {
		c.meets[fork] = meet
	}
	work := slices.Clone(c.succs(fork))
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if x != meet && !c.under[x] {
			c.under[x] = true
			work = append(work, c.succs(x)...)
		}
	}
}

// unsettled takes from the values that are computed once those that masks keep from it,
// and reports whether that changes how a fork branches.
func (c *masked) unsettled() bool {
	before := make([]bool, c.f.NumBlocks())
	forkOnce := func(x *ir.Block) bool { return c.fork[x.ID] && c.once[x.Ctrl[0].ID] }
	for _, x := range c.headers {
		before[x.ID] = forkOnce(x)
	}
	c.narrow(func(v *ir.Value) bool { return c.computable(v) && c.computableMasked(v) })
	for _, x := range c.headers {
		if before[x.ID] != forkOnce(x) {
			return true
		}
	}
	return false
}

// computableMasked reports whether masks let a value be computed once. What they put in
// line has one way in, and a loop two.
func (c *masked) computableMasked(v *ir.Value) bool {
	if trivial(v) {
		return true
	}
	b := v.Block
	if v.Op == ir.OpPhi {
		head := c.under[b] && c.loops.Headed(b) != nil
		from := map[bool]*ir.Value{} // by whether it comes around the loop, or out of masks
		for i, a := range v.Args {
			p := b.Preds[i]
			way := false
			switch {
			case head:
				way = c.goesRound(b, p)
			case c.under[b]:
			case !c.under[c.owner[p.ID]]:
				continue
			}
			if x, ok := from[way]; ok && x != a {
				return false
			}
			from[way] = a
		}
	}
	if !c.under[b] {
		return true
	}
	l := c.maskedLoop(b)
	if l == nil {
		return true
	}
	for _, u := range c.users[v.ID] {
		if !c.goesRound(l.Header, u.Block) {
			return false
		}
	}
	for _, t := range c.ctrl[v.ID] {
		if !c.goesRound(l.Header, t) {
			return false
		}
	}
	return true
}

// goesRound reports whether threads that come from a block to the head of a loop, which is
// under a mask, go round under masks: others have been after the loop, though a branch
// leads them to its head, and come to it with the CTA. They have met there after different
// turns, and what the turns compute once is not for them.
func (c *masked) goesRound(head, from *ir.Block) bool {
	return c.loops.Contains(c.loops.Headed(head), from) && c.under[c.owner[from.ID]]
}

// checkSync refuses the sync points that cannot stand between regions.
func (c *subject) checkSync(v *ir.Value, masked bool) {
	switch v.Op {
	case ir.OpLockstep:
		return
	case ir.OpBarrier:
		id, okID := v.Args[0].IsConst()
		n, okN := v.Args[1].IsConst()
		if !okID || !okN || n != 0 && !c.isAll(n) || id > 15 || v.Attr.Bar == ir.BarArrive {
			refuse(v.Pos, "a barrier for some of the threads")
		}
	case ir.OpWarp:
	default:
		refuse(v.Pos, "an operation between threads that regions do not know")
	}
	switch {
	case !masked:
	case v.Op == ir.OpBarrier:
		refuse(v.Pos, "a barrier in divergent control flow")
	case !c.wholeWarps(v.Block):
		refuse(v.Pos, "a warp operation in divergent control flow")
	}
}

// isAll reports whether a count that is not zero is one of all threads. Those that have ended
// must have come to the barrier before: so none ends while others go on.
func (c *subject) isAll(n uint64) bool {
	return n == c.allThreads() && !slices.ContainsFunc(c.f.Blocks, func(b *ir.Block) bool {
		return (b.Term == ir.Ret || b.Term == ir.Exit) && !c.uni.Exec(b).In(analysis.CTA)
	})
}

// allThreads returns the count with which a barrier is one of all threads beside zero:
// their number in whole warps, where .reqntid tells; else zero.
func (c *subject) allThreads() uint64 {
	n := c.kernel.ReqNTID
	return uint64(n[0]*max(n[1], 1)*max(n[2], 1)+31) &^ 31
}

// wholeWarps reports whether the threads of a warp that have not ended come to a block
// together, in blocks of the shape that the kernel is written for.
func (c *subject) wholeWarps(b *ir.Block) bool {
	level := c.uni.Exec(b)
	if !level.In(analysis.Warps(c.kernel, c.anyShape)) {
		return false
	}
	c.assumed |= level
	return true
}

// nameMasks makes the slots of masks.
func (c *masked) nameMasks() {
	c.on, c.plain = map[*ir.Block]*ir.Slot{}, map[*ir.Slot]bool{}
	c.endEarly()
	c.keeps, c.joined = map[*ir.Block]bool{}, map[*ir.Block]bool{}
	preds := c.preds()
	for _, a := range c.areas {
		c.nameMasksOf(a.items, preds)
	}
	for _, x := range c.headers {
		elsewhere := func(y *ir.Block) bool { return c.token(y) != c.on[x] }
		if c.on[x] == nil || !c.together(x) || slices.ContainsFunc(c.succs(x), elsewhere) {
			continue
		}
		c.keeps[x] = true
		for _, y := range c.succs(x) {
			if syncOf(y) != nil {
				y = y.Succs[0]
			}
			c.joined[y] = true
		}
	}
}

// together reports whether the threads of a header under a mask that go on from it go on to
// the same header.
func (c *masked) together(x *ir.Block) bool { return !c.fork[x.ID] || c.unison[x] != nil }

func (c *masked) nameMasksOf(items []*item, preds map[*ir.Block][]*ir.Block) {
	for _, it := range items {
		if x := it.header; syncOf(x) == nil && c.on[x] == nil {
			c.nameMask(x, preds)
		}
		if it.unison != nil {
			for _, x := range it.unison.headers {
				if syncOf(x) == nil {
					c.on[x] = c.on[it.header]
				}
			}
		}
		if it.loop != nil {
			c.nameMasksOf(it.loop, preds)
		}
	}
}

// nameMask gives a header the mask that all who come to it are under, or one of its own.
func (c *masked) nameMask(x *ir.Block, preds map[*ir.Block][]*ir.Block) {
	var from []*ir.Block
	for _, p := range preds[x] {
		for syncOf(p) != nil {
			p = preds[p][0]
		}
		if c.unison[x] == nil || c.unison[p] != c.unison[x] {
			from = append(from, p)
		}
	}
	p := from[0]
	if s := c.on[p]; s != nil && !slices.ContainsFunc(from, func(q *ir.Block) bool { return c.on[q] != s || !c.together(q) }) {
		c.on[x] = s
		return
	}
	alone := len(from) == 1 && !c.under[p] && c.fork[p.ID]
	if alone {
		if s := c.firstAt(p, x); s != nil {
			c.on[x] = s
			return
		}
	}
	c.on[x] = c.newSlot("on", ir.I1, nil)
	c.plain[c.on[x]] = alone && c.maskOf(p) == nil
}

// token returns the mask of a thread that goes on to a header, nil where there is none.
func (c *masked) token(x *ir.Block) *ir.Slot {
	if v := syncOf(x); v != nil {
		x = x.Succs[0]
	}
	return c.on[x]
}

// maskOf returns the threads that take part in what a header does, nil for all.
func (c *masked) maskOf(x *ir.Block) *ir.Slot {
	if c.under[x] {
		return c.token(x)
	}
	if c.partial[x] {
		return cmp.Or(c.left[x], c.alive)
	}
	return nil
}
