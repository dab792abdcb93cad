package schedule

import (
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// agreed reports whether all threads of the CTA that come to a value together agree on
// it, and it can be computed once for all of them.
func (c *subject) agreed(v *ir.Value) bool {
	if !c.uni.Of(v).In(analysis.CTA) {
		return false
	}
	return v.Op == ir.OpBarrier && v.Type != ir.Void || c.steady(v) || v.Pure() && v.Type != ir.Tuple && v.Op != ir.OpExtract
}

// steady reports whether a value is loaded from const memory by an access that cannot
// fault: there is no thread that the CTA's function could name in a fault.
func (c *subject) steady(v *ir.Value) bool {
	if !v.IsAccess() || v.Attr.Space != ir.Const || v.HasEffect() || v.Type == ir.Tuple {
		return false
	}
	a := c.prov.Access(v)
	return a.Fixed(v)
}

// allAgreed reports whether all that a value is computed from is agreed.
func (c *subject) allAgreed(v *ir.Value) bool {
	seen := map[*ir.Value]bool{}
	var all func(v *ir.Value) bool
	all = func(v *ir.Value) bool {
		if seen[v] {
			return true
		}
		seen[v] = true
		if !c.agreed(v) {
			return false
		}
		if v.Op == ir.OpBarrier {
			return true
		}
		for _, a := range v.Args {
			if !all(a) {
				return false
			}
		}
		return true
	}
	return all(v)
}

// level finds the values that are computed once for the CTA: those at headers on which
// all threads agree wherever they use them, and that are computed from such values.
func (x *headed) level() *levelled {
	c := &levelled{headed: x}
	c.once = make([]bool, c.f.NumValues())
	for _, b := range c.f.Blocks {
		for _, v := range b.Values {
			c.once[v.ID] = c.agreed(v) && (trivial(v) || c.isHeader[b.ID]) && c.agreedAtUses(v)
		}
	}
	c.narrow(c.computable)
	return c
}

// narrow takes values from those that are computed once until all are accepted.
func (c *levelled) narrow(ok func(*ir.Value) bool) {
	for changed := true; changed; {
		changed = false
		for _, b := range c.f.Blocks {
			for _, v := range b.Values {
				if c.once[v.ID] && !ok(v) {
					c.once[v.ID] = false
					changed = true
				}
			}
		}
	}
}

// agreedAtUses reports whether threads agree on a value where they use it: having left
// a loop at different turns, they do not on what they take from it.
func (c *subject) agreedAtUses(v *ir.Value) bool {
	if trivial(v) {
		return true
	}
	for _, u := range c.users[v.ID] {
		if u.Op != ir.OpPhi {
			if !c.uni.At(v, u.Block).In(analysis.CTA) {
				return false
			}
			continue
		}
		for i, a := range u.Args {
			if a == v && !c.uni.At(v, u.Block.Preds[i]).In(analysis.CTA) {
				return false
			}
		}
	}
	for _, b := range c.ctrl[v.ID] {
		if !c.uni.At(v, b).In(analysis.CTA) {
			return false
		}
	}
	return true
}

// computable reports whether the arguments of a value are computed once, and a phi
// chooses between them by the region that threads come from.
func (c *levelled) computable(v *ir.Value) bool {
	if v.Op == ir.OpBarrier {
		return true
	}
	for _, a := range v.Args {
		if !c.once[a.ID] {
			return false
		}
	}
	return len(c.unclear(v)) == 0
}

// unclear returns the blocks before a phi from which threads bring another argument than
// from elsewhere in the same region: who knows of threads the region that they come from
// does not know the argument. Other values have none.
func (c *headed) unclear(v *ir.Value) []*ir.Block {
	if v.Op != ir.OpPhi {
		return nil
	}
	var out []*ir.Block
	from := map[*ir.Block]*ir.Value{} // by header: the last argument
	for i, p := range v.Block.Preds {
		x := c.owner[p.ID]
		if a, ok := from[x]; ok && a != v.Args[i] {
			out = append(out, p)
		}
		from[x] = v.Args[i]
	}
	return out
}
