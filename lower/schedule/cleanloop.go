package schedule

import (
	"maps"
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

// A short kernel whose threads access memory in windows gets a second, clean loop in front
// of the general one: the spans are the threads that it runs for, without their guards, and
// every buffer is cut to the windows that these threads access, which is the one bounds
// check. The clean loop runs where nothing wraps and all windows are inside; the loop
// after it does the rest, faults included.
//
// Where threads go on after a comparison such as i < n both ways, the clean loop is two:
// one for the threads that pass, in which the other way is gone, and one for the others.

// CleanFacts returns what is known of all threads of a clean loop.
func (b *Body) CleanFacts(w *Clean) Facts {
	f := b.Facts(true)
	if s := b.Split; s != nil {
		f[s.Cond] = (w.Side == In) == s.Holds
	}
	return f
}

// Runs returns the blocks that threads of a clean loop may execute.
func (b *Body) Runs(w *Clean) map[*ir.Block]bool {
	return ir.Closure(b.Func.Blocks[:1], b.CleanFacts(w).open)
}

// The body of which two copies are worth their length has maxClean blocks at most and as many values
// beside its accesses, and perWindow values for each access that goes through a window, or slot.
// Of the accesses half or more go through windows or slots, and in a region, which is a part of
// what a thread does, two at least. Where the loop is split, all do.
const (
	maxClean  = 40
	perWindow = 8
)

// cleaner looks for the clean loop of a row.
type cleaner struct {
	*front
	memory *Memory
	w      *Clean
	facts  Facts              // what is known of its threads
	runs   map[*ir.Block]bool // what they execute
	tamed  []Exact            // sums that do not wrap, see tame
}

// clean finds the clean loop.
func (r *front) clean(m *Memory) {
	size := r.size()
	if size > maxClean || len(r.b.Func.Blocks) > maxClean || r.few() {
		return
	}
	row, in := len(r.b.Row), maps.Clone(r.in)
	if r.b.Lanes == nil {
		r.b.Split = r.split()
	}
	if r.b.Split != nil {
		if sides := r.b.Split.Sides(); size*len(sides) <= maxClean && r.cleanSides(m, sides) {
			return
		}
		r.b.Row, r.in, r.b.Split = r.b.Row[:row], maps.Clone(in), nil // without what only it needs
	}
	c, others := r.cleaner(m, In)
	least := max(1, others)
	if r.b.Func.Part == ir.RegionPart {
		least = max(least, 2)
	}
	if n := len(c.w.Use) + c.slots(); n < least || size > perWindow*n {
		r.b.Row, r.in = r.b.Row[:row], in
		return
	}
	r.b.Clean = c.w
}

// few reports whether so few threads of a row run that another loop gains nothing.
func (r *front) few() bool {
	return r.b.Lanes != nil && r.b.Lanes.One() || slices.ContainsFunc(r.b.Spans, func(s Span) bool {
		upper, ok := s.Upper()
		return ok && upper <= 2
	})
}

// slots counts the slots whose elements threads of a clean loop access: of a slice with one
// for each thread that runs, which takes no check in the loop.
func (c *cleaner) slots() int {
	seen := map[*ir.Slot]bool{}
	for b := range c.runs {
		for _, v := range b.Values {
			if v.Attr.Slot != nil && (v.Op == ir.OpSlotStore || c.b.Uses.Needed[v.ID]) {
				seen[v.Attr.Slot] = true
			}
		}
	}
	return len(seen)
}

// cleanSides makes a clean loop for each side of a split, if it gains by that: all accesses
// of all loops go through windows.
func (r *front) cleanSides(m *Memory, sides []Side) bool {
	var first, last *Clean
	some := false
	for _, side := range sides {
		c, others := r.cleaner(m, side)
		if others > 0 {
			return false
		}
		some = some || len(c.w.Use) > 0
		if last == nil {
			first = c.w
		} else {
			last.Next = c.w
		}
		last = c.w
	}
	if some {
		r.b.Clean = first
	}
	return some
}

// cleaner finds the windows of a clean loop, and counts the accesses that have none.
func (r *front) cleaner(m *Memory, side Side) (c *cleaner, others int) {
	c = &cleaner{front: r, memory: m, w: &Clean{Use: map[*ir.Value]Place{}, Side: side}}
	c.facts = r.b.CleanFacts(c.w)
	c.runs = r.b.Runs(c.w)
	return c, c.windows()
}

// split finds the comparison that splits a clean loop: the first that selects threads which
// follow each other, and is no guard.
func (r *front) split() *Span {
	facts := r.b.Facts(true)
	runs := ir.Closure(r.b.Func.Blocks[:1], facts.open)
	for _, b := range r.b.Func.Blocks {
		if !runs[b] || b.Term != ir.If {
			continue
		}
		if _, known := facts.Of(b.Ctrl[0]); known {
			continue
		}
		s, ok := r.span(Guard{b.Ctrl[0], true, b})
		if ok && s.To == nil { // the other threads are the first ones
			s, ok = r.span(Guard{b.Ctrl[0], false, b})
		}
		if ok && (s.From != nil || s.To != nil) {
			return &s
		}
	}
	return nil
}

// least returns the number of a thread before which no thread of a clean loop is.
func (b *Body) least(w *Clean) int64 {
	least := int64(0)
	for _, s := range b.Spans {
		if lower, ok := s.Lower(); ok {
			least = max(least, lower)
		}
	}
	if s := b.Split; s != nil && w.Side == Behind {
		if upper, ok := s.Upper(); ok {
			least = max(least, upper)
		}
	}
	return least
}

// size is how many values a thread computes, beside its accesses; too many where it goes through some of them
// again, calls a function or has a frame.
func (r *front) size() int {
	size := 0
	for _, b := range r.b.Func.Blocks {
		for _, v := range b.Values {
			switch {
			case v.Callee() != ir.CallNode{}:
				size += maxClean + 1
			case r.b.Uses.Needed[v.ID] && v.Op != ir.OpPhi && !v.IsAccess() && !free(v):
				size++
			}
		}
	}
	r.b.Tree.Walk(func(n *region.Node) bool {
		if n.Kind == region.Loop || n.Kind == region.Label {
			size += maxClean + 1
		}
		return true
	})
	if len(r.b.Func.Locals) > 0 || r.b.Func.Allocates() {
		size += maxClean + 1
	}
	return size
}

// tame reports whether an index less %tid.x, extended with its sign or without, does not
// wrap in the threads of the clean loop, because a span compares it.
func (c *cleaner) tame(l lane, signed bool) bool {
	return slices.ContainsFunc(c.b.tamers(), func(s Span) bool {
		if s.Signed != signed {
			return false
		}
		for _, i := range s.Cond.Args {
			if m, ok := c.lane(c.prov.Sum(i)); ok && l.equal(m) {
				return true
			}
		}
		return false
	})
}

// tamers lists the spans because of which the clean loop runs only where their sums do not
// wrap.
func (b *Body) tamers() []Span {
	wraps := func(s Span) bool { return s.Cond == nil || s.Sure() || !b.Above(&s) }
	list := slices.DeleteFunc(slices.Clone(b.Spans), wraps)
	if b.Split != nil && len(list) == len(b.Spans) && !wraps(*b.Split) {
		list = append(list, *b.Split)
	}
	return list
}
