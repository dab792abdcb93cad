package schedule

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// A branch such as
//
//	if (threadIdx.x >= 32) return;
//
// leaves the first threads of every row: those whose %tid.x is below a constant, and all of
// those. Masks that hold such threads need no array, and what runs for them goes no further
// than they do.

// firstOnes returns the mask of the threads whose %tid.x is below n. It is none of the
// kernel's slots, and nobody stores anything in it.
func (c *masked) firstOnes(n int64) *ir.Slot {
	if c.first == nil {
		c.first = map[int64]*ir.Slot{}
	}
	s := c.first[n]
	if s == nil {
		s = &ir.Slot{Name: "first", Type: ir.I1, First: n}
		c.first[n] = s
		c.plain[s] = true
	}
	return s
}

// countOf returns below which %tid.x the threads of a mask are, which are all of those; ok
// is false where that is not known.
func countOf(mask *ir.Slot) (n int64, ok bool) {
	switch {
	case mask == nil:
		return MaxRow, true
	case mask.First > 0:
		return mask.First, true
	}
	return 0, false
}

// goingOn returns below which %tid.x the threads are that go on from the region of a header
// in which others end, of those that come to it.
func (c *headed) goingOn(x *ir.Block) (int64, bool) {
	const ends, goes = 1, 2
	fate := map[*ir.Block]int{} // what may become of a thread in a block of the region
	for _, b := range c.members[x] {
		fate[b] = 0
	}
	of := func(b *ir.Block) int {
		if f, in := fate[b]; in && !c.isHeader[b.ID] {
			return f
		}
		return goes
	}
	for changed := true; changed; {
		changed = false
		for b, f := range fate {
			if b.Term == ir.Ret || b.Term == ir.Exit {
				f |= ends
			}
			for _, s := range b.Succs {
				f |= of(s)
			}
			changed = changed || f != fate[b]
			fate[b] = f
		}
	}
	var to, from []*ir.Block // where it is decided that threads go on, that they end
	for _, b := range c.members[x] {
		for _, s := range b.Succs {
			switch {
			case fate[b] != ends|goes:
			case of(s) == goes:
				to = append(to, s)
			case of(s) == ends:
				from = append(from, s)
			}
		}
	}
	return c.below(to, from)
}

// below returns the number that %tid.x is below in some blocks, and nowhere in some others:
// blocks that one edge leads to. It must be one that says something.
func (c *subject) below(in, out []*ir.Block) (n int64, ok bool) {
	if c.tidX == nil || len(in) == 0 || len(out) == 0 {
		return 0, false
	}
	for _, b := range in {
		_, hi := c.bounds().In(c.tidX, b)
		n = max(n, hi+1)
		if len(b.Preds) != 1 {
			return 0, false
		}
	}
	for _, b := range out {
		if lo, _ := c.bounds().In(c.tidX, b); lo < n || len(b.Preds) != 1 {
			return 0, false
		}
	}
	return n, 0 < n && n < MaxRow
}

// firstAt returns the mask of the threads that a fork sends to a header, nil where these are
// not the first ones of those that come to the fork.
func (c *masked) firstAt(fork, x *ir.Block) *ir.Slot {
	came, ok := countOf(c.maskOf(fork))
	if !ok || fork.Term != ir.If {
		return nil
	}
	other := fork.Succs[0]
	if other == x {
		other = fork.Succs[1]
	}
	n, ok := c.below([]*ir.Block{x}, []*ir.Block{other})
	if !ok || x.Preds[0] != fork || other.Preds[0] != fork {
		return nil
	}
	under := func(y *ir.Block) []*ir.Block {
		return slices.DeleteFunc(slices.Clone(c.succs(y)), func(z *ir.Block) bool { return !c.under[z] })
	}
	for y := range ir.Closure([]*ir.Block{x}, under) {
		if c.ends[y] && c.next[y.ID] != nil {
			return nil // some of them end while others go on
		}
	}
	return c.firstOnes(min(came, n))
}
