package gang

import (
	"math/rand/v2"
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

// besideRows gives one lane of rows side by side numbers, computes with them what can be, and
// compares what rows are said to share.
func (c *checker) besideRows(r *rand.Rand) {
	rows := c.Rows
	if rows == nil || rows.Beside == 1 {
		return
	}
	f := c.Body.Func
	if f.Mask != nil || f.Order != ir.AnyOrder {
		c.report("%d rows side by side, of which threads are missing or have an order", rows.Beside)
	}
	for v := range rows.Square {
		if a := c.Access[v]; rows.Beside != maxJam || a.Order != Strided || a.Stride < maxJam || v.Vec() != 1 || v.Attr.Mem.Bytes() != 4 {
			c.report("v%d is part of a square of %d rows, but %s", v.ID, rows.Beside, a)
		}
	}
	has := make([]numbers, f.NumValues())
	same := func(x numbers) bool {
		return !slices.ContainsFunc(x[:rows.Beside], func(y uint64) bool { return y != x[0] })
	}
	for _, b := range ir.ReversePostorder(f) {
		for _, v := range b.Values {
			ones := ir.Ones(min(v.Type.Bits(), 64))
			shared := !rows.Differs[v.ID]
			x := shaped(r, Shape{Class: Uniform}, ones)
			if !shared {
				x = unlike(r, ones)
			}
			var args []numbers
			if v.Op != ir.OpPhi {
				for _, a := range v.Args {
					args = append(args, has[a.ID])
				}
			}
			y, ok := compute(v, args)
			switch {
			case ok:
				x = y
			case analysis.IsSReg(v, "tid.x"):
				x = shaped(r, Shape{Class: Uniform}, ones)
			case v.Op == ir.OpSReg && !analysis.Inherent(v).In(analysis.CTA), v.Op == ir.OpSlotLoad:
				x = unlike(r, ones)
			case shared && v.Type != ir.Void && slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return rows.Differs[a.ID] }):
				c.report("v%d: rows share what is made of what they do not share", v.ID)
			}
			if has[v.ID] = x; shared && v.Type != ir.Void && !same(x) {
				c.report("v%d is the same in all rows, but these may have %x", v.ID, x[:rows.Beside])
			}
		}
	}
	c.flow.walk(c.Body.Tree.Body, func(n *region.Node) {
		if (n.Kind == region.If || n.Kind == region.Switch) && (c.Diverges[n.Block] || rows.Differs[n.Block.Ctrl[0].ID]) {
			c.report("%d rows side by side, which diverge after %s", rows.Beside, n.Block)
		}
	}, func(*region.Node) {})
}
