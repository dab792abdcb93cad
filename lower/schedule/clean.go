package schedule

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
)

// clean makes the parts of a kernel small: slots that nothing reads, regions that do
// nothing and arguments that no region uses go.
func clean(k *Kernel) {
	k.tidy()
	if k.Func.Module.Noted && k.noteTogether() {
		k.tidy()
	}
	if k.ifConvert() {
		k.tidy()
	}
	k.shareSlots()
	if k.dropCopies() {
		k.tidy()
	}
	if k.storeChanges() {
		k.tidy()
		k.loadLate()
	}
	k.storeLate()
	k.mergeRegions()
	k.number()
}

func (k *Kernel) tidy() {
	for again := true; again; {
		tidy(k.Regions...)
		k.dropArguments()
		tidy(k.CTA) // which computes less for the regions now
		again = k.dropSlots()
		again = k.dropRegions() || again
	}
}

func tidy(funcs ...*ir.Func) {
	for _, f := range funcs {
		pass.Run(&ir.Module{Funcs: []*ir.Func{f}}, pass.Tidy, pass.Options{})
	}
}

// dropCopies removes the stores of what was loaded from the same slot, where nothing else
// has been stored there: two slots that share an array were copied.
func (k *Kernel) dropCopies() bool {
	dropped := false
	for _, r := range k.Regions {
		copies := func(v *ir.Value) bool {
			return v.Op == ir.OpSlotStore && v.Args[0].Op == ir.OpSlotLoad && v.Args[0].Attr.Slot == v.Attr.Slot
		}
		stored := map[*ir.Slot]bool{} // otherwise
		for _, b := range r.Blocks {
			for _, v := range b.Values {
				if v.Op == ir.OpSlotStore && !copies(v) {
					stored[v.Attr.Slot] = true
				}
			}
		}
		for _, b := range r.Blocks {
			n := len(b.Values)
			b.Values = slices.DeleteFunc(b.Values, func(v *ir.Value) bool { return copies(v) && !stored[v.Attr.Slot] })
			dropped = dropped || len(b.Values) < n
		}
	}
	return dropped
}

// dropSlots removes what fills slots that nothing reads.
func (k *Kernel) dropSlots() bool {
	read := map[*ir.Slot]bool{}
	for _, f := range k.Funcs() {
		read[f.Mask] = true
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				switch v.Op {
				case ir.OpSlotStore, ir.OpSlotSet, ir.OpSlotFill:
				default:
					read[v.Attr.Slot] = true
				}
			}
		}
	}
	dropped := false
	for _, f := range k.Funcs() {
		for _, b := range f.Blocks {
			n := len(b.Values)
			b.Values = slices.DeleteFunc(b.Values, func(v *ir.Value) bool { return v.Attr.Slot != nil && !read[v.Attr.Slot] })
			dropped = dropped || len(b.Values) < n
		}
	}
	k.CTA.Slots = slices.DeleteFunc(k.CTA.Slots, func(s *ir.Slot) bool { return !read[s] })
	return dropped
}

// dropRegions removes the regions that do nothing.
func (k *Kernel) dropRegions() bool {
	empty := func(f *ir.Func) bool {
		return len(f.Blocks) == 1 && len(f.Blocks[0].Values) == 0 && f.Blocks[0].Term != ir.Unreachable
	}
	n := len(k.Regions)
	for _, b := range k.CTA.Blocks {
		b.Values = slices.DeleteFunc(b.Values, func(v *ir.Value) bool { return v.Op == ir.OpRun && empty(v.Attr.Func) })
	}
	k.Regions = slices.DeleteFunc(k.Regions, empty)
	return len(k.Regions) < n
}

// dropArguments removes the arguments that regions do not use.
func (k *Kernel) dropArguments() {
	for _, r := range k.Regions {
		used := make([]bool, len(r.Args))
		for _, b := range r.Blocks {
			for _, v := range b.Values {
				if v.Op == ir.OpArg {
					used[v.Attr.Index] = true
				}
			}
		}
		if !slices.Contains(used, false) {
			continue
		}
		to := make([]int, len(used))
		n := 0
		for i := range used {
			to[i] = n
			if used[i] {
				n++
			}
		}
		r.Args, r.ArgNames, r.ArgFacts, r.ArgFrom = filter(r.Args, used), filter(r.ArgNames, used), filter(r.ArgFacts, used), filter(r.ArgFrom, used)
		for _, b := range r.Blocks {
			for _, v := range b.Values {
				if v.Op == ir.OpArg {
					v.Attr.Index = to[v.Attr.Index]
				}
			}
		}
		for _, b := range k.CTA.Blocks {
			for _, v := range b.Values {
				if v.Op == ir.OpRun && v.Attr.Func == r {
					v.Args = filter(v.Args, used)
				}
			}
		}
	}
}

func filter[E any](list []E, keep []bool) []E {
	var out []E
	for i, x := range list {
		if keep[i] {
			out = append(out, x)
		}
	}
	return out
}

// number numbers slots, and names regions in the order of their first run.
func (k *Kernel) number() {
	for i, s := range k.CTA.Slots {
		s.ID = i
	}
	var order []*ir.Func
	seen := map[*ir.Func]bool{}
	for _, b := range ir.ReversePostorder(k.CTA) {
		for _, v := range b.Values {
			if v.Op == ir.OpRun && !seen[v.Attr.Func] {
				seen[v.Attr.Func] = true
				order = append(order, v.Attr.Func)
			}
		}
	}
	k.Regions = order
}
