package schedule

import (
	"cmp"
	"maps"
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// clean checks that a clean loop does for each thread that passes the guard what the
// general loop does, if no sum wraps and all windows are inside.
func (c *bodyChecker) clean() {
	w := c.b.Clean
	if w == nil {
		return
	}
	if f := c.b.Func; !c.s.loopsThreads(f) || f.Part != ir.Whole {
		c.report("a clean loop of a function that is no row")
		return
	}
	c.cleanGuard(w)
	for _, x := range w.Windows {
		c.sum(x.First, "a window")
		if !slices.ContainsFunc(slices.Collect(maps.Values(w.Use)), func(y *Window) bool { return x == y }) {
			c.report("a window of nothing")
		}
	}
	for _, b := range w.Blocks {
		for _, v := range b.Values {
			switch x := w.Use[v]; {
			case !c.b.Uses.Needed[v.ID]:
			case x != nil:
				c.window(w, v, x)
			case v.IsAccess():
				c.report("v%d, an access in the clean loop, has no window", v.ID)
			case v.HasEffect() || v.Convergent():
				c.report("v%d in the clean loop: %s has an effect", v.ID, v.Op)
			}
		}
	}
	for _, v := range slices.SortedFunc(maps.Keys(w.Use), func(v, u *ir.Value) int { return cmp.Compare(v.ID, u.ID) }) {
		if !slices.Contains(w.Blocks, v.Block) {
			c.report("a window of v%d, which is not in the clean loop", v.ID)
		}
	}
	c.cleanBlocks(w)
}

// cleanGuard checks what the guard of a clean loop compares.
func (c *bodyChecker) cleanGuard(w *Clean) {
	c.sum(w.Index, "the index of the clean loop")
	c.has(w.Limit, "the limit of the clean loop: ")
	v := w.Guard.Ctrl[0]
	if w.Guard.Term != ir.If || v.Op != ir.OpICmp {
		c.report("the clean loop: %s has no guard", w.Guard)
		return
	}
	// Which threads go on: those for which the way to the rest of the body is open.
	is, i, limit := v.Attr.Cmp, v.Args[0], v.Args[1]
	if len(w.Blocks) < 2 || w.Guard.Succs[0] != w.Blocks[1] {
		is = is.Negated()
	}
	if limit != w.Limit {
		is, i, limit = is.Mirrored(), limit, i
	}
	want := ir.LtU
	if w.Signed {
		want = ir.LtS
	}
	if limit != w.Limit || is != want || !c.isLane(i, w.Index) {
		c.report("the clean loop: the guard of %s compares something else", w.Guard)
	}
}

// cleanBlocks checks that a clean loop has all blocks that a thread executes which passes
// the guard, and that others end there.
func (c *bodyChecker) cleanBlocks(w *Clean) {
	quiet := (&front{b: c.b}).quiet
	list := w.Blocks
	for at := c.b.Func.Blocks[0]; ; {
		switch {
		case len(list) > 0 && at == list[0]:
			list = list[1:]
		case !quiet(at):
			c.report("the clean loop leaves %s out", at)
			return
		}
		switch {
		case at.Term == ir.Jump:
			at = at.Succs[0]
		case at == w.Guard && len(list) > 0 && slices.Contains(at.Succs, list[0]):
			for b := range ir.Closure(at.Succs, func(b *ir.Block) []*ir.Block { return b.Succs }) {
				if !slices.Contains(list, b) && (!quiet(b) || b.Term == ir.Unreachable) {
					c.report("threads do something at %s that do not pass the guard of the clean loop", b)
				}
			}
			at = list[0]
		case len(at.Succs) == 0 && len(list) == 0:
			return
		default:
			c.report("the clean loop ends at %s", at)
			return
		}
	}
}

// sum checks that the values of a sum are at hand in front of the loop over threads.
func (c *bodyChecker) sum(s Sum, what string) {
	for _, v := range s.Values {
		c.has(v, "%s: ", what)
	}
}

// isLane reports whether a value of 32 bits is a sum and %tid.x.
func (c *bodyChecker) isLane(v *ir.Value, s Sum) bool {
	off, terms := c.s.Memory.Provenance(c.b.Func).Sum(v)
	return c.isSum(off, terms, s)
}

// isSum reports whether a constant and terms are a sum and %tid.x.
func (c *bodyChecker) isSum(off int64, terms []analysis.Term, s Sum) bool {
	scale := map[*ir.Value]int64{}
	for _, t := range terms {
		if analysis.IsSReg(t.Value, "tid.x") {
			t.Scale--
		}
		scale[t.Value] += t.Scale
	}
	off -= s.Const
	for _, v := range s.Values {
		o, list := c.s.Memory.Provenance(c.b.Func).Sum(v)
		off -= o
		for _, t := range list {
			scale[t.Value] -= t.Scale
		}
	}
	for _, n := range scale {
		if int32(n) != 0 {
			return false
		}
	}
	return int32(off) == 0 && slices.ContainsFunc(terms, func(t analysis.Term) bool { return analysis.IsSReg(t.Value, "tid.x") })
}

// index is what the guard compares with the limit.
func (w *Clean) index() *ir.Value {
	args := w.Guard.Ctrl[0].Args
	if args[0] == w.Limit {
		return args[1]
	}
	return args[0]
}
