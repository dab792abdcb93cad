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
			c.guards()
			c.lanes()
			c.clean()
			c.truncs()
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

// polls checks that a thread polls in whatever may go on forever.
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
		c.report("the cycle at %s may run forever and does not poll", b)
	}
	if recursive != c.b.Recursive {
		c.report("it calls itself: %t, but the body says %t", recursive, c.b.Recursive)
	}
	if polls.Start || c.b.Recursive || f.Entry && !c.s.LoopsThreads(f) {
		return
	}
	for header, t := range analysis.Trips(f) {
		if t.Rounds == 0 && loops[header] && !polls.Loops[header] {
			c.report("threads do not poll before the loop at %s, which has no poll", header)
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

// row checks that what stands before a loop over threads can be computed there.
func (c *bodyChecker) row() {
	c.atHand = map[*ir.Value]bool{}
	if len(c.b.Row)+len(c.b.Gates)+len(c.b.Spans) > 0 && !c.s.LoopsThreads(c.b.Func) {
		c.report("a value before a loop over threads that does not exist")
	}
	for _, v := range c.b.Row {
		if v.Block.Func != c.b.Func {
			c.report("v%d, a value of another function, before the loop over threads", v.ID)
			continue
		}
		if !inFront(v) {
			c.report("v%d before the loop over threads: %s gives no value of a row", v.ID, v.Op)
		}
		for _, a := range v.Args {
			c.has(a, "v%d before the loop over threads: ", v.ID)
		}
		c.atHand[v] = true
	}
}

// has checks that a value is at hand before the loop over threads.
func (c *bodyChecker) has(v *ir.Value, format string, args ...any) {
	if !c.atHand[v] && !(free(v) && inFront(v)) {
		c.report(format+"v%d is not available there", append(args, v.ID)...)
	}
}
