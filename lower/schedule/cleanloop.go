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
// behind it does the rest, faults included.

// Clean is the clean loop of a row: what goes through which windows. Other accesses are
// checked as they are in the general loop.
type Clean struct {
	Windows []*Window
	Exact   []Exact             // the sums in them that no guard knows not to wrap
	Use     map[*ir.Value]Place // by access
}

// The body of which two copies are worth their length has so many values at most beside its
// accesses, and for each access that goes through a window. Of the accesses half or more go
// through windows, and in a region, which is a part of what a thread does, two at least.
const (
	maxClean  = 40
	perWindow = 8
)

// cleaner looks for the clean loop of a row.
type cleaner struct {
	*front
	memory *Memory
	w      *Clean
	tamed  []Exact // sums that do not wrap, see tame
}

// clean finds the clean loop.
func (r *front) clean(m *Memory) {
	row, in := len(r.b.Row), maps.Clone(r.in)
	gains := false
	c := &cleaner{front: r, memory: m, w: &Clean{Use: map[*ir.Value]Place{}}}
	if size := c.size(); size <= maxClean {
		least := max(1, c.windows())
		if r.b.Func.Part == ir.RegionPart {
			least = max(least, 2)
		}
		gains = len(c.w.Use) >= least && size <= perWindow*len(c.w.Use)
	}
	if !gains {
		r.b.Row, r.in = r.b.Row[:row], in // without what only it needs
		return
	}
	r.b.Clean = c.w
}

// size is how many values a thread computes, beside its accesses; too many where it goes through some of them
// again, calls a function or has a frame.
func (c *cleaner) size() int {
	size := 0
	for _, b := range c.b.Func.Blocks {
		for _, v := range b.Values {
			switch {
			case v.Callee() != ir.CallNode{}:
				size += maxClean + 1
			case c.b.Uses.Needed[v.ID] && v.Op != ir.OpPhi && !v.IsAccess() && !free(v):
				size++
			}
		}
	}
	c.b.Tree.Walk(func(n *region.Node) bool {
		if n.Kind == region.Loop || n.Kind == region.Label {
			size += maxClean + 1
		}
		return true
	})
	if len(c.b.Func.Locals) > 0 || c.b.Func.Allocates() {
		size += maxClean + 1
	}
	return size
}

// tame reports whether an index less %tid.x, extended with its sign or without, does not
// wrap in the threads of the clean loop, because a span compares it.
func (c *cleaner) tame(l lane, signed bool) bool {
	return slices.ContainsFunc(c.b.Spans, func(s Span) bool {
		if s.Cond == nil || s.Signed != signed || s.Sure() || !c.b.Above(&s) {
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
