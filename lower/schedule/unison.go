package schedule

import (
	"cmp"
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// Where all threads of the CTA agree on the forks of a part of an area, those that come
// to its entry go through it together, whoever they are: one mask is enough for all of it,
// and the forks are branches of the CTA's function. No loop of it runs for nobody: it
// could be one that is left by no thread that the program lets in.

// findUnisons finds those of an area, the largest first.
func (c *masked) findUnisons(a *area, preds map[*ir.Block][]*ir.Block, meet map[*ir.Block]*ir.Block) {
	var found []*unison
	for _, x := range a.headers {
		if !c.fork[x.ID] || !c.once[x.Ctrl[0].ID] || meet[x] == nil {
			continue
		}
		if u := c.unisonFrom(a, x, meet[x], preds); u != nil {
			found = append(found, u)
		}
	}
	slices.SortStableFunc(found, func(u, v *unison) int { return cmp.Compare(len(v.headers), len(u.headers)) })
	for _, u := range found {
		if slices.ContainsFunc(u.headers, func(x *ir.Block) bool { return c.unison[x] != nil }) {
			continue
		}
		for _, x := range u.headers {
			c.unison[x] = u
		}
	}
}

// unisonFrom returns what lies between a fork and where its ways meet, nil where that is
// none.
func (c *masked) unisonFrom(a *area, fork, meet *ir.Block, preds map[*ir.Block][]*ir.Block) *unison {
	within := ir.Closure([]*ir.Block{fork}, func(x *ir.Block) []*ir.Block {
		return slices.DeleteFunc(slices.Clone(c.succs(x)), func(y *ir.Block) bool { return y == meet })
	})
	u := &unison{exit: meet}
	for _, x := range c.headers {
		if !within[x] {
			continue
		}
		switch {
		case c.areaOf[x] != a, c.ends[x], !c.wholeLoop(x, within):
			return nil
		case c.fork[x.ID] && (!c.once[x.Ctrl[0].ID] || c.areaOf[meet] != a && slices.Contains(x.Succs, meet)):
			return nil // a fork does not take the threads out of a mask
		}
		u.headers = append(u.headers, x)
		if slices.ContainsFunc(preds[x], func(p *ir.Block) bool { return !within[p] }) {
			if u.entry != nil {
				return nil
			}
			u.entry = x
		}
	}
	return u
}

// wholeLoop reports whether all headers of the loop that begins at a header, if one does, are
// among some.
func (c *headed) wholeLoop(x *ir.Block, among map[*ir.Block]bool) bool {
	l := c.loops.Headed(x)
	return l == nil || !slices.ContainsFunc(c.headers, func(y *ir.Block) bool { return c.loops.Contains(l, y) && !among[y] })
}
