package schedule

import (
	"maps"
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// A compiler that unrolls a loop, or makes two of a tail, makes the same region several
// times: one function is enough, which runs in several places. A fault names the line of
// the PTX that did wrong, so what may fault must be of the same line.

// mergeRegions runs the first of regions that are the same in place of the others.
func (k *Kernel) mergeRegions() {
	first := map[*ir.Func]*ir.Func{}
	alike := map[[3]int][]*ir.Func{}
	for _, r := range k.Regions {
		n := 0
		for _, b := range r.Blocks {
			n += len(b.Values)
		}
		size := [3]int{len(r.Blocks), n, len(r.Args)}
		i := slices.IndexFunc(alike[size], func(f *ir.Func) bool { return sameRegion(f, r) })
		if i < 0 {
			alike[size] = append(alike[size], r)
			continue
		}
		first[r] = alike[size][i]
	}
	for _, b := range k.CTA.Blocks {
		for _, v := range b.Values {
			if f := first[v.Attr.Func]; v.Op == ir.OpRun && f != nil {
				v.Attr.Func = f
			}
		}
	}
	k.Regions = slices.DeleteFunc(k.Regions, func(r *ir.Func) bool { return first[r] != nil })
}

// sameRegion reports whether two regions are the same function of their arguments and
// slots.
func sameRegion(f, g *ir.Func) bool {
	if f.Mask != g.Mask || f.Order != g.Order || !slices.Equal(f.Args, g.Args) || !maps.EqualFunc(f.Registers, g.Registers, sameFact) || !slices.EqualFunc(f.ArgFacts, g.ArgFacts, sameFact) {
		return false
	}
	value, block := map[*ir.Value]*ir.Value{}, map[*ir.Block]*ir.Block{} // of g, by that of f
	for i, b := range f.Blocks {
		c := g.Blocks[i]
		block[b] = c
		if len(b.Values) != len(c.Values) {
			return false
		}
		for j, v := range b.Values {
			value[v] = c.Values[j]
		}
	}
	same := func(v, w *ir.Value) bool { return value[v] == w }
	target := func(b, c *ir.Block) bool { return block[b] == c }
	for i, b := range f.Blocks {
		c := g.Blocks[i]
		if b.Term != c.Term || !slices.EqualFunc(b.Succs, c.Succs, target) || !slices.EqualFunc(b.Preds, c.Preds, target) || !slices.EqualFunc(b.Ctrl, c.Ctrl, same) {
			return false
		}
		if b.Pos != c.Pos && b.Term == ir.Switch {
			return false
		}
		for j, v := range b.Values {
			w := c.Values[j]
			if v.Op != w.Op || v.Type != w.Type || v.Attr != w.Attr || !slices.Equal(v.Results, w.Results) || !slices.EqualFunc(v.Args, w.Args, same) {
				return false
			}
			if v.Pos != w.Pos && !anywhere(v) {
				return false
			}
		}
	}
	return true
}

// anywhere reports whether a value does the same wherever it stands in the PTX: a fault
// would name its place.
func anywhere(v *ir.Value) bool {
	return v.Pure() || v.Op == ir.OpSlotLoad || v.Op == ir.OpSlotStore
}

// sameFact reports whether as much is known of one number as of another.
func sameFact(x, y ir.Fact) bool {
	p, q := x.Points, y.Points
	x.Points, y.Points = nil, nil
	return x == y && (p == q || p != nil && q != nil && *p == *q)
}
