package schedule

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// place checks that an access goes where its place in a window says.
func (c *bodyChecker) place(w *Clean, v *ir.Value, p Place) {
	if !slices.Contains(w.Windows, p.Window) {
		c.report("the window of v%d is none of the clean loop", v.ID)
		return
	}
	a := c.s.Memory.Access(v)
	if a == nil || a.View == nil || a.View.Bytes || v.Strong() || a.Base != p.Of.Base || a.View != p.Of.View || a.Reach != p.Of.Reach {
		c.report("v%d accesses something else than its window", v.ID)
		return
	}
	last := p.Off + int64(v.Vec()) - 1
	if !c.index(w, v, a, p) || p.Off < p.Min || last > p.Max {
		c.report("v%d accesses another place than its window", v.ID)
	}
	if n := v.AccessBytes(); v.Vec() > 1 && (a.Align%n != 0 || !a.Aligned && p.Align%n != 0) {
		c.report("nothing says that v%d is aligned", v.ID)
	}
}

// index reports whether the index of an access is that of its place, as a number of 64 bits,
// where nothing wraps of which something must say so.
func (c *bodyChecker) index(w *Clean, v *ir.Value, a *Access, p Place) bool {
	terms, off, ok := c.s.Memory.Index(c.b.Func, a, a.Unit(v))
	first := slices.Clone(p.First)
	step := int64(0)
	for _, t := range terms {
		if a.Narrow {
			t.Ext = analysis.ExtSigned
		}
		i := slices.IndexFunc(first, func(s Summand) bool {
			return s.Scale == t.Scale && s.Ext == t.Ext && c.isSummand(t.Value, s, a.Narrow)
		})
		if i >= 0 {
			step += first[i].Step * t.Scale
			if e := first[i].exact(); e.Step > 0 && !c.tame(e) && !slices.ContainsFunc(w.Exact, e.equal) {
				c.report("nothing says that the sum does not wrap in the index of v%d", v.ID)
			}
			first = slices.Delete(first, i, i+1)
			continue
		}
		o, list := int64(0), []analysis.Term{t}
		if t.Ext != analysis.ExtNone && !a.Narrow {
			o, list = c.s.Memory.Provenance(c.b.Func).Sum(t.Value)
		}
		if len(list) != 1 || !analysis.IsSReg(list[0].Value, "tid.x") || !small(o, list[0].Scale, c.b.least(w)) {
			return false
		}
		k := t.Scale
		if !analysis.IsSReg(t.Value, "tid.x") {
			k *= list[0].Scale
		}
		step += k
		off += o * t.Scale
	}
	return ok && len(first) == 0 && step == p.Step && off == p.Off
}

// isSummand reports whether the value of a term is what a summand extends and multiplies.
func (c *bodyChecker) isSummand(v *ir.Value, s Summand, narrow bool) bool {
	if s.Step == 0 {
		return slices.Equal(s.Terms, []analysis.Term{{Value: v, Scale: 1}}) && s.Const == 0
	}
	return !narrow && c.isLane(v, s.Sum, s.Step)
}

// tame reports whether a span compares a sum, and so knows whether it wraps.
func (c *bodyChecker) tame(e Exact) bool {
	return slices.ContainsFunc(c.b.tamers(), func(s Span) bool {
		return s.Signed == e.Signed && slices.ContainsFunc(s.Cond.Args, func(i *ir.Value) bool { return c.isLane(i, e.Sum, e.Step) })
	})
}
