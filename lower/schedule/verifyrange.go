package schedule

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// guards checks that threads do nothing that do not pass a guard, and that the spans say of
// their guards what these compare.
func (c *bodyChecker) guards() {
	for _, g := range c.b.Gates {
		c.has(g.Cond, "a gate: ")
		c.guard(g)
	}
	if m := c.b.Func.Mask; m != nil && m.First > 0 && !slices.ContainsFunc(c.b.Spans, func(s Span) bool {
		upper, ok := s.Upper()
		return ok && upper <= m.First
	}) {
		c.report("threads run that are not in its mask, the first %d", m.First)
	}
	for i := range c.b.Spans {
		s := &c.b.Spans[i]
		if s.Cond == nil {
			if x := c.b.Func.Registers["tid.x"]; !x.Bounded || !s.Sure() || s.From != nil || s.Step != 1 || *s.To != (Edge{Plus: x.Hi + 1}) {
				c.report("nothing says of all threads that %s", s.text())
			}
			continue
		}
		c.guard(s.Guard)
		c.edges(s)
	}
}

// lanes checks that the guard of the lanes that run selects them, in a loop that goes through
// pieces of a row.
func (c *bodyChecker) lanes() {
	l := c.b.Lanes
	if l == nil {
		return
	}
	c.guard(l.Guard)
	if got, ok := lanesOf(l.Guard); !ok || got != *l {
		c.report("v%d does not select the lanes %s", l.Cond.ID, l.text())
	}
	if f := c.b.Func; f.Part != ir.RegionPart || f.Order != ir.AnyOrder || c.b.Split != nil {
		c.report("lanes of what is no region, or whose threads run in an order, or on sides")
	}
	for i := range c.b.Spans {
		if s := &c.b.Spans[i]; !c.b.Above(s) {
			c.report("lanes of a row that begins with another thread than the first")
		}
	}
}

// edges checks that what a span compares is at hand, and what its condition does.
func (c *bodyChecker) edges(s *Span) {
	c.sum(s.Index, "the threads that run")
	for _, e := range []*Edge{s.From, s.To} {
		if e != nil && e.Value != nil {
			c.has(e.Value, "the threads that run: ")
		}
	}
	if !c.selects(s) {
		c.report("v%d does not select the threads with %s", s.Cond.ID, s.text())
	}
}

// guard checks that a thread for which a guard does not hold ends and does nothing: it
// walks all ways that are open to it.
func (c *bodyChecker) guard(g Guard) {
	against := Facts{g.Cond: !g.Holds}
	quiet := (&front{b: c.b, mem: c.s.Memory}).quiet
	open := against.open
	way := ir.Closure(c.b.Func.Blocks[:1], open)
	round := ir.Recursive(c.b.Func.Blocks, open)
	for _, b := range c.b.Func.Blocks {
		if way[b] && (!quiet(b) || b.Term == ir.Unreachable || round[b]) || len(c.b.Func.Locals) > 0 && c.b.Func.Part == ir.Whole {
			c.report("threads do something at %s for which v%d is not %t", b, g.Cond.ID, g.Holds)
			return
		}
	}
}

// selects reports whether the condition of a span says of each sum of 32 bits whether it
// lies between the edges: it tries those around every border.
func (c *bodyChecker) selects(s *Span) bool {
	v := s.Cond
	if v.Op != ir.OpICmp || v.Args[0].Type != ir.I32 {
		return false
	}
	is, i, limit := v.Attr.Cmp, v.Args[0], v.Args[1]
	if !c.isLane(i, s.Index, s.Step) {
		is, i, limit = is.Mirrored(), limit, i
	}
	if !c.isLane(i, s.Index, s.Step) {
		return false
	}
	for _, e := range []*Edge{s.From, s.To} {
		if e != nil && e.Value != nil && e.Value != limit {
			return false
		}
	}
	borders := []uint32{0, 1 << 31}
	limits := []uint32{0, 5, 1<<31 - 1, 1 << 31, 1<<32 - 1}
	if k, isConst := limit.IsConst(); isConst {
		limits = []uint32{uint32(k)}
	}
	number := func(x uint32) int64 {
		if s.Signed {
			return int64(int32(x))
		}
		return int64(x)
	}
	for _, limit := range limits {
		at := func(e *Edge) int64 {
			if e.Value == nil {
				return e.Plus
			}
			return number(limit) + e.Plus
		}
		for _, border := range append(borders, limit) {
			for x := border - 3; x != border+3; x++ {
				within := (s.From == nil || at(s.From) <= number(x)) && (s.To == nil || number(x) < at(s.To))
				if (is.Ints(32, uint64(x), uint64(limit)) == s.Holds) != within {
					return false
				}
			}
		}
	}
	return true
}

// sum checks that the values of a sum are at hand before the loop over threads.
func (c *bodyChecker) sum(s Sum, what string) {
	for _, t := range s.Terms {
		c.has(t.Value, "%s: ", what)
	}
}

// isLane reports whether a value of 32 bits is a sum and step times %tid.x.
func (c *bodyChecker) isLane(v *ir.Value, s Sum, step int64) bool {
	prov := c.s.Memory.Provenance(c.b.Func)
	off, terms := prov.Sum(v)
	scale := map[*ir.Value]int64{}
	found := false
	for _, t := range terms {
		if analysis.IsSReg(t.Value, "tid.x") {
			t.Scale -= step
			found = true
		}
		scale[t.Value] += t.Scale
	}
	off -= s.Const
	for _, t := range s.Terms {
		o, list := prov.Sum(t.Value)
		off -= o * t.Scale
		for _, u := range list {
			scale[u.Value] -= u.Scale * t.Scale
		}
	}
	for _, n := range scale {
		if int32(n) != 0 {
			return false
		}
	}
	return found && int32(off) == 0
}
