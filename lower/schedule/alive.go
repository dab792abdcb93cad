package schedule

import (
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Threads that have ended take part in nothing after it: regions there run for those
// that are alive. Before, all threads are, and no region asks.

// endEarly finds where threads end while others go on, and makes the masks of those that
// have not.
func (c *masked) endEarly() {
	c.partial = map[*ir.Block]bool{}
	var behind []*ir.Block
	for _, x := range c.headers {
		if c.endsEarly(x) {
			behind = append(behind, c.onward(x)...)
			c.setsAlive = c.setsAlive || !c.under[x]
		}
	}
	if len(behind) == 0 {
		return
	}
	c.partial = ir.Closure(behind, c.onward)
	if c.left = c.survivors(); c.left != nil {
		c.setsAlive = false
		return
	}
	c.alive = c.newSlot("alive", ir.I1, nil)
	for _, x := range c.headers {
		if c.partial[x] || c.endsEarly(x) && !c.under[x] {
			continue
		}
		for _, y := range c.onward(x) {
			if c.partial[y] {
				c.setsAlive = false
			}
		}
	}
}

// endsEarly reports whether threads may end in the region of a header while others go on.
func (c *masked) endsEarly(x *ir.Block) bool {
	return c.ends[x] && (c.under[x] || c.next[x.ID] != nil)
}

// onward returns the headers to which the CTA may go on from a header.
func (c *masked) onward(x *ir.Block) []*ir.Block {
	out := c.succs(x)
	if a := c.areaOf[x]; a != nil && a.exit != nil {
		out = append(out[:len(out):len(out)], a.exit)
	}
	return out
}

// firstToEnd reports whether the region of a header says of all threads whether they are
// alive: none has ended before.
func (c *masked) firstToEnd(x *ir.Block) bool {
	return c.setsAlive && c.endsEarly(x) && !c.partial[x]
}

// survivors returns for each header that threads come to which others have ended before the
// mask of those that come, nil where one of these masks needs an array.
func (c *masked) survivors() map[*ir.Block]*ir.Slot {
	n := map[*ir.Block]int64{c.headers[0]: MaxRow}
	work := []*ir.Block{c.headers[0]}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		k := n[x]
		if c.endsEarly(x) {
			m, ok := c.goingOn(x)
			if !ok || c.under[x] {
				return nil
			}
			k = min(k, m)
		}
		for _, y := range c.onward(x) {
			switch old, ok := n[y]; {
			case !ok:
				n[y] = k
				work = append(work, y)
			case old != k:
				return nil
			}
		}
	}
	out := map[*ir.Block]*ir.Slot{}
	for x := range c.partial {
		if v := syncOf(x); n[x] == MaxRow || v != nil && v.Op == ir.OpBarrier && v.Type != ir.Void {
			return nil // a barrier that gives something asks for an array
		}
		out[x] = c.firstOnes(n[x])
	}
	return out
}
