package schedule

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// window checks the window of an access.
func (c *bodyChecker) window(w *Clean, v *ir.Value, x *Window) {
	if !slices.Contains(w.Windows, x) {
		c.report("the window of v%d is none of the clean loop", v.ID)
	}
	a := c.s.Memory.Access(v)
	if a == nil || a.View == nil || a.Base.Kind != analysis.BaseParam || a.Base.Index != x.Param {
		c.report("v%d accesses something else than its window", v.ID)
		return
	}
	terms, off, ok := a.Index(int64(a.View.Elem.Bytes()))
	switch {
	case !ok || off != x.Off:
		ok = false
	case a.Narrow:
		ok = c.isSum(0, terms, x.First)
	case len(terms) != 1 || terms[0].Ext == analysis.ExtNone:
		ok = false
	default:
		ok = c.isLane(terms[0].Value, x.First) && x.Signed == (terms[0].Ext == analysis.ExtSigned)
	}
	if !ok {
		c.report("v%d accesses another place than its window", v.ID)
	}
	tame := func(s Span) bool {
		return s.Cond != nil && s.Signed == x.Signed && slices.ContainsFunc(s.Cond.Args, func(i *ir.Value) bool { return c.isLane(i, x.First) })
	}
	if x.Off < 0 && !slices.ContainsFunc(c.b.Spans, tame) {
		c.report("no guard says anything of the sum of which v%d subtracts something", v.ID)
	}
}
