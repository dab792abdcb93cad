package schedule

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// truncs checks that what phis get is computed where it is the low half of something that
// is read after the edge: analysis.MergedTruncs says why. It looks for that in another way,
// and only at what the values of the function themselves say.
func (c *bodyChecker) truncs() {
	for v := range c.b.Truncs {
		if v.Op != ir.OpTrunc || v.Block.Func != c.b.Func {
			c.report("v%d is not a truncation of the function", v.ID)
		}
	}
	for _, b := range c.b.Func.Blocks {
		for i, from := range b.Preds {
			for _, phi := range b.Phis() {
				t := phi.Args[i]
				if t.Op == ir.OpTrunc && c.b.Uses.Needed[phi.ID] && !c.b.Truncs[t] && c.readBehind(t.Args[0], b, i) {
					c.report("%s gets v%d from %s, and v%d is needed after it: a conversion will not do", b, t.ID, from, t.Args[0].ID)
				}
			}
		}
	}
}

// readBehind reports whether a value is read after the edge from a predecessor to a block, or on it
// by another phi, by more than a truncation.
func (c *bodyChecker) readBehind(v *ir.Value, to *ir.Block, at int) bool {
	onEdge := func(b *ir.Block, i int) bool {
		return slices.ContainsFunc(b.Phis(), func(p *ir.Value) bool { return p.Args[i] == v && c.b.Uses.Needed[p.ID] })
	}
	if onEdge(to, at) {
		return true
	}
	seen := map[*ir.Block]bool{v.Block: true} // there it becomes another one
	work := []*ir.Block{to}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] {
			continue
		}
		seen[b] = true
		reads := func(u *ir.Value) bool {
			return u.Op != ir.OpPhi && u.Op != ir.OpTrunc && c.b.Uses.Needed[u.ID] && slices.Contains(u.Args, v)
		}
		if slices.ContainsFunc(b.Values, reads) || slices.Contains(b.Ctrl, v) {
			return true
		}
		for _, s := range b.Succs {
			for i, p := range s.Preds {
				if p == b && onEdge(s, i) {
					return true
				}
			}
			work = append(work, s)
		}
	}
	return false
}
