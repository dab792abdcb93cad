package schedule

import (
	"cmp"
	"maps"
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

// clean checks that a clean loop does for each thread that passes the guards what the
// general loop does, if no sum wraps and all windows are inside.
func (c *bodyChecker) clean() {
	w := c.b.Clean
	if w == nil {
		return
	}
	if f := c.b.Func; !c.s.LoopsThreads(f) || len(f.Locals) > 0 {
		c.report("a clean loop of a function that is no row, or has frames")
		return
	}
	c.b.Tree.Walk(func(n *region.Node) bool {
		if n.Kind == region.Goto {
			c.report("a clean loop with a goto, which needs variables of one name each")
		}
		return true
	})
	sides := []Side{In}
	if s := c.b.Split; s != nil {
		sides = s.Sides()
		c.edges(s)
	}
	for ; w != nil && len(sides) > 0 && w.Side == sides[0]; w, sides = w.Next, sides[1:] {
		c.loop(w)
	}
	if w != nil || len(sides) > 0 {
		c.report("the clean loops are not those of the sides of what splits them")
	}
}

// loop checks one clean loop.
func (c *bodyChecker) loop(w *Clean) {
	for _, x := range w.Windows {
		for _, s := range x.First {
			c.sum(s.Sum, "a window")
		}
		if !slices.ContainsFunc(slices.Collect(maps.Values(w.Use)), func(p Place) bool { return p.Window == x }) {
			c.report("a window of nothing")
		}
	}
	for _, e := range w.Exact {
		c.sum(e.Sum, "a sum that does not wrap")
	}
	for _, v := range slices.SortedFunc(maps.Keys(w.Use), func(v, u *ir.Value) int { return cmp.Compare(v.ID, u.ID) }) {
		if !slices.Contains(c.b.Func.Blocks, v.Block) {
			c.report("a window of v%d, which is not in the clean loop", v.ID)
			continue
		}
		c.place(w, v, w.Use[v])
	}
}
