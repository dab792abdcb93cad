package scalar

import (
	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

// Guards on %tid.x select the first threads of a row: tx < half. Where one
// guard holds for all that a loop over threads does, it becomes the loop's trip
// count.

// trips finds the trip counts of an If: for the threads that run its body, and
// for those that do not.
func (g *funcGen) trips(n *region.Node) (yes, no *gosrc.Trip) {
	v := n.Block.Ctrl[0]
	yes, no = g.trip(v, false), g.trip(v, true)
	if n.Negate {
		return no, yes
	}
	return yes, no
}

// trip returns how many threads pass a compare of %tid.x, or fail it; nil if
// they are not the first ones of the row.
func (g *funcGen) trip(v *ir.Value, fail bool) *gosrc.Trip {
	if v.Op != ir.OpICmp {
		return nil
	}
	cmp, a, b := v.Attr.Cmp, v.Args[0], v.Args[1]
	if fail {
		cmp = cmp.Negated()
	}
	if analysis.IsSReg(b, "tid.x") {
		a, b = b, a
		cmp = cmp.Mirrored()
	}
	if !analysis.IsSReg(a, "tid.x") {
		return nil
	}
	if k, ok := b.IsConst(); ok {
		// %tid.x is small, so that signed and unsigned compares agree for
		// constants that are no negative numbers.
		switch {
		case k >= 1<<31-1:
			return nil
		case cmp == ir.Eq && k == 0, (cmp == ir.LeU || cmp == ir.LeS):
			return &gosrc.Trip{Bound: gosrc.Constant(k+1, gosrc.U32)}
		case cmp == ir.LtU || cmp == ir.LtS:
			return &gosrc.Trip{Bound: gosrc.Constant(k, gosrc.U32)}
		}
		return nil
	}
	if cmp != ir.LtU || !g.beforeLoop(b) {
		return nil
	}
	saved := g.deps
	g.deps = nil
	t := &gosrc.Trip{Bound: gosrc.Convert(g.value(b), gosrc.U32)}
	t.Deps = g.deps
	g.deps = saved
	return t
}

// beforeLoop reports whether a value is at hand in front of the loop over
// threads.
func (g *funcGen) beforeLoop(v *ir.Value) bool {
	if trivial(v) {
		return v.Op == ir.OpParam || v.Op == ir.OpConst || v.Op == ir.OpArg
	}
	return g.printed[v]
}
