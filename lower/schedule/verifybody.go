package schedule

import (
	"fmt"
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

// bodyChecker collects the violations in a body.
type bodyChecker struct {
	s    *Schedule
	b    *Body
	list []error

	atHand map[*ir.Value]bool // the values of Body.Row
}

// verifyBodies checks the bodies of all functions whose code is printed.
func (s *Schedule) verifyBodies() []error {
	var list []error
	calls := ir.NewCallGraph(s.Module, s.Module.AddressTaken()) // as it is now
	recursive := calls.Recursive()
	for _, f := range s.Funcs() {
		c := &bodyChecker{s: s, b: s.Body(f)}
		if c.b == nil {
			c.report("there is no body")
		} else {
			c.polls(recursive[f])
			c.row()
			c.bounds()
			c.clean()
		}
		for _, err := range c.list {
			list = append(list, fmt.Errorf("%s: %w", s.describe(f), err))
		}
	}
	return list
}

func (c *bodyChecker) report(format string, args ...any) {
	c.list = append(c.list, fmt.Errorf(format, args...))
}

// describe says which function of Funcs this is.
func (s *Schedule) describe(f *ir.Func) string {
	switch {
	case f.Part == ir.CTAPart:
		return fmt.Sprintf("the CTA of kernel %s", f.Name)
	case f.Part == ir.RegionPart:
		return fmt.Sprintf("region %d of kernel %s", slices.Index(s.Of(f.Owner()).Regions, f)+1, f.Name)
	case f.Entry:
		return "kernel " + f.Name
	}
	return "function " + f.Name
}

// polls checks that a thread polls in whatever may go on for ever.
func (c *bodyChecker) polls(recursive bool) {
	f, polls := c.b.Func, &c.b.Polls
	loops, labels := map[*ir.Block]bool{}, map[*ir.Block]bool{}
	c.b.Tree.Walk(func(n *region.Node) bool {
		loops[n.Block] = loops[n.Block] || n.Kind == region.Loop
		labels[n.Block] = labels[n.Block] || n.Kind == region.Label
		return true
	})
	for _, b := range f.Blocks {
		if polls.Loops[b] && !loops[b] {
			c.report("a poll in a loop at %s, where there is none", b)
		}
		if polls.Labels[b] && !labels[b] {
			c.report("a poll at a label at %s, where there is none", b)
		}
	}
	if b := endless(f, polls); b != nil {
		c.report("what goes round at %s may do so for ever, and does not poll", b)
	}
	if recursive != c.b.Recursive {
		c.report("it calls itself: %t, but the body says %t", recursive, c.b.Recursive)
	}
	if polls.Start || c.b.Recursive || f.Entry && !c.s.loopsThreads(f) {
		return
	}
	for header, t := range analysis.Trips(f) {
		if t.Rounds == 0 && loops[header] && !polls.Loops[header] {
			c.report("threads do not poll in front of the loop at %s, which has no poll", header)
		}
	}
}

// endless returns a block on a cycle on which nothing polls and that no count ends, nil if
// there is none.
func endless(f *ir.Func, polls *Polls) *ir.Block {
	dom := ir.Dominators(f)
	trips := analysis.Trips(f)
	round := ir.Recursive(f.Blocks, func(from *ir.Block) []*ir.Block {
		var out []*ir.Block
		for _, to := range from.Succs {
			counted := dom.Dominates(to, from) && trips[to] != (analysis.Trip{})
			if !counted && !polls.Loops[to] && !polls.Labels[to] {
				out = append(out, to)
			}
		}
		return out
	})
	if i := slices.IndexFunc(f.Blocks, func(b *ir.Block) bool { return round[b] && dom.Reachable(b) }); i >= 0 {
		return f.Blocks[i]
	}
	return nil
}

// row checks that what stands in front of a loop over threads can be computed there.
func (c *bodyChecker) row() {
	c.atHand = map[*ir.Value]bool{}
	if len(c.b.Row)+len(c.b.Bounds) > 0 && !c.s.loopsThreads(c.b.Func) {
		c.report("something in front of a loop over threads that is not there")
	}
	for _, v := range c.b.Row {
		if v.Block.Func != c.b.Func {
			c.report("v%d, a value of another function, in front of the loop over threads", v.ID)
			continue
		}
		if !inFront(v) {
			c.report("v%d in front of the loop over threads: %s gives no value of a row", v.ID, v.Op)
		}
		for _, a := range v.Args {
			c.has(a, "v%d in front of the loop over threads: ", v.ID)
		}
		c.atHand[v] = true
	}
}

// has checks that a value is at hand in front of the loop over threads.
func (c *bodyChecker) has(v *ir.Value, format string, args ...any) {
	if !c.atHand[v] && !(free(v) && inFront(v)) {
		c.report(format+"v%d is not at hand there", append(args, v.ID)...)
	}
}

// bounds checks that those threads do nothing that do not run, and that the guards which
// are gone say so.
func (c *bodyChecker) bounds() {
	quiet := (&front{b: c.b}).quiet
	at := c.b.Func.Blocks[0]
	for _, n := range c.b.Bounds {
		if n.Limit != nil {
			c.has(n.Limit, "a bound of the loop over threads: ")
		}
		if n.Guard == nil {
			if x := c.b.Func.Registers["tid.x"]; !x.Bounded || x.Hi+1 != n.Const {
				c.report("nothing says that tid.x is below %d", n.Const)
			}
			continue
		}
		// All threads come to the guard, and nothing happens before.
		for ; quiet(at) && at != n.Guard && at.Term == ir.Jump; at = at.Succs[0] {
		}
		if at != n.Guard || !quiet(at) || at.Term != ir.If {
			c.report("threads do something in front of the guard of %s", n.Guard)
			return
		}
		if !c.selects(n) {
			c.report("the guard of %s does not select the threads with tid.x < %s", n.Guard, n.limit())
		}
		out, in := at.Succs[0], at.Succs[1]
		if n.Holds {
			out, in = in, out
		}
		for b := range ir.Closure([]*ir.Block{out}, func(b *ir.Block) []*ir.Block { return b.Succs }) {
			if !quiet(b) || b.Term == ir.Unreachable {
				c.report("threads do something at %s for which the guard of %s is not %t", b, n.Guard, n.Holds)
			}
		}
		at = in
	}
}

// selects reports whether the guard of a bound says of each %tid.x whether it is below.
func (c *bodyChecker) selects(n Bound) bool {
	v := n.Guard.Ctrl[0]
	if v.Op != ir.OpICmp {
		return false
	}
	is := v.Attr.Cmp
	if n.Limit != nil {
		a, b := v.Args[0], v.Args[1]
		if b != n.Limit {
			a, b, is = b, a, is.Mirrored()
		}
		if !n.Holds {
			is = is.Negated()
		}
		return b == n.Limit && analysis.IsSReg(a, "tid.x") && is == ir.LtU
	}
	for x := range uint64(MaxRow) {
		var args [2]uint64
		for i, a := range v.Args {
			k, ok := a.IsConst()
			if analysis.IsSReg(a, "tid.x") {
				k, ok = x, true
			}
			if !ok {
				return false
			}
			args[i] = k
		}
		if (is.Ints(v.Args[0].Type.Bits(), args[0], args[1]) == n.Holds) != (int64(x) < n.Const) {
			return false
		}
	}
	return true
}
