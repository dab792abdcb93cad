package gang

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// A region that only computes what threads keep from what they have kept can run as soon as that
// is there: after the chain that it comes from, though barriers stand in between.

// early adds such regions to a chain, from what is after it in its block.
func (c *chainer) early(x *Chain, behind []*ir.Value) {
	touched := map[*ir.Slot]bool{}
	kept := map[*ir.Slot]bool{} // what the chain has written
	for _, s := range x.Steps {
		for _, r := range s.Results {
			kept[r] = true
		}
		if s.Value.Op == ir.OpRun {
			for _, v := range slotsOf(s.Value.Attr.Func) {
				kept[v.Attr.Slot] = kept[v.Attr.Slot] || v.Op == ir.OpSlotStore
			}
		}
	}
	for i, v := range behind {
		if v.Op == ir.OpRun {
			slots := slotsOf(v.Attr.Func)
			free := !slices.ContainsFunc(slots, func(s *ir.Value) bool { return touched[s.Attr.Slot] })
			comes := slices.ContainsFunc(slots, func(s *ir.Value) bool { return s.Op == ir.OpSlotLoad && kept[s.Attr.Slot] })
			if free && comes && quiet(v, behind[:i]) {
				if s, why := c.run(v, x.First); why == nil {
					x.Steps, x.Early, c.moved[v] = append(x.Steps, s), append(x.Early, v), true
					continue
				}
			}
			for _, s := range slots {
				touched[s.Attr.Slot] = true
			}
		}
		if s := v.Attr.Slot; s != nil {
			touched[s] = true
		}
		if v.Op == ir.OpRun && v.Attr.Func.Mask != nil {
			touched[v.Attr.Func.Mask] = true
		}
	}
}

// quiet reports whether a region touches nothing but slots, and is given nothing that is computed
// before it in a list.
func quiet(run *ir.Value, front []*ir.Value) bool {
	if slices.ContainsFunc(run.Args, func(a *ir.Value) bool { return slices.Contains(front, a) }) {
		return false
	}
	for _, b := range run.Attr.Func.Blocks {
		for _, v := range b.Values {
			slot := v.Op == ir.OpSlotLoad || v.Op == ir.OpSlotStore
			if !slot && !v.Pure() {
				return false
			}
		}
	}
	return true
}

// slotsOf lists what a region does to slots.
func slotsOf(f *ir.Func) (out []*ir.Value) {
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op == ir.OpSlotLoad || v.Op == ir.OpSlotStore {
				out = append(out, v)
			}
		}
	}
	return out
}
