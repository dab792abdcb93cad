package schedule

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// storeChanges stores what a thread keeps only where it is something else than the slot
// holds, and reports whether it moved a store: from behind a branch of which one way goes
// around what changes the value to the other way. The threads that go around do nothing then.
func (k *Kernel) storeChanges() bool {
	moved := false
	for _, r := range k.Regions {
		loops := ir.Loops(r, ir.Dominators(r))
		stores := map[*ir.Slot]int{}
		for _, b := range r.Blocks {
			for _, v := range b.Values {
				if v.Op == ir.OpSlotStore {
					stores[v.Attr.Slot]++
				}
			}
		}
		for _, b := range r.Blocks {
			if loops.Of(b) != nil {
				continue
			}
			n := len(b.Values)
			b.Values = slices.DeleteFunc(b.Values, func(v *ir.Value) bool {
				return v.Op == ir.OpSlotStore && stores[v.Attr.Slot] == 1 && storeChange(b, v)
			})
			moved = moved || len(b.Values) < n
		}
	}
	return moved
}

// storeChange moves a store to the ends of the predecessors from which another value comes than
// the slot holds, and reports whether there is one from which none comes.
func storeChange(b *ir.Block, store *ir.Value) bool {
	s, phi := store.Attr.Slot, store.Args[0]
	held := func(v *ir.Value) bool { return v.Op == ir.OpSlotLoad && v.Attr.Slot == s }
	if phi.Op != ir.OpPhi || phi.Block != b || !slices.ContainsFunc(phi.Args, held) || slices.ContainsFunc(b.Values, held) {
		return false
	}
	for i, p := range b.Preds {
		if !held(phi.Args[i]) && p.Term != ir.Jump {
			return false
		}
	}
	for i, p := range b.Preds {
		if a := phi.Args[i]; !held(a) {
			p.AddLike(store, a).Pos = a.Pos
		}
	}
	return true
}

// loadLate loads what slots hold where it is used: in one block, in front of what is stored
// in the slot.
func (k *Kernel) loadLate() {
	for _, r := range k.Regions {
		loops := ir.Loops(r, ir.Dominators(r))
		used := map[*ir.Value]*ir.Block{} // nil for several, or behind a phi
		note := func(v *ir.Value, b *ir.Block) {
			if at, ok := used[v]; ok && at != b {
				b = nil
			}
			used[v] = b
		}
		stored := map[*ir.Slot]*ir.Block{}
		for _, b := range r.Blocks {
			for _, v := range b.Values {
				if v.Op == ir.OpSlotStore {
					if at, ok := stored[v.Attr.Slot]; ok && at != b {
						stored[v.Attr.Slot] = nil
					} else {
						stored[v.Attr.Slot] = b
					}
				}
				for _, a := range v.Args {
					if v.Op == ir.OpPhi {
						note(a, nil)
					} else {
						note(a, b)
					}
				}
			}
			for _, v := range b.Ctrl {
				note(v, b)
			}
		}
		for _, b := range r.Blocks {
			b.Values = slices.DeleteFunc(b.Values, func(v *ir.Value) bool {
				to := used[v]
				if v.Op != ir.OpSlotLoad || to == nil || to == b || loops.Of(to) != nil {
					return false
				}
				if at, ok := stored[v.Attr.Slot]; ok && at != to {
					return false
				}
				to.Insert(len(to.Phis()), v)
				return true
			})
		}
	}
}
