package schedule

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// storeChanges stores what a thread keeps only where it is something else than the slot
// holds, and reports whether it moved a store: from after a branch of which one way goes
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
		for _, b := range slices.Clone(r.Blocks) {
			if loops.Of(b) != nil {
				continue
			}
			moved = storeSelected(b, stores) || moved
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
			w := p.AddLike(store, a)
			w.Pos, w.Also = a.Pos, b.Func.Origins(a)
		}
	}
	return true
}

// storeSelected makes a branch of a select between what a slot holds and what is stored
// there, if that is the last thing that a block does.
func storeSelected(b *ir.Block, stores map[*ir.Slot]int) bool {
	n := len(b.Values) - 1
	for n >= 0 && !b.Values[n].HasEffect() {
		n--
	}
	if n < 0 || b.Values[n].Op != ir.OpSlotStore || stores[b.Values[n].Attr.Slot] != 1 || b.Values[n].Args[0].Op != ir.OpSelect {
		return false
	}
	store := b.Values[n]
	choice := store.Args[0]
	i := slices.IndexFunc(choice.Args[1:], func(v *ir.Value) bool { return v.Op == ir.OpSlotLoad && v.Attr.Slot == store.Attr.Slot })
	if i < 0 {
		return false
	}
	f := b.Func
	other, rest := f.NewBlock(""), f.NewBlock("")
	rest.Term, rest.Ctrl, rest.Succs, rest.Pos, rest.Also = b.Term, b.Ctrl, b.Succs, b.Pos, b.Also
	for _, s := range rest.Succs {
		for j, p := range s.Preds {
			if p == b {
				s.Preds[j] = rest
			}
		}
	}
	b.Values = slices.Delete(b.Values, n, n+1)
	store.Args[0], store.Block = choice.Args[2-i], other
	store.Pos = store.Args[0].Pos
	other.Values = append(other.Values, store)
	b.Succs, b.Ctrl = nil, []*ir.Value{choice.Args[0]}
	if i == 0 {
		b.SetTerm(ir.If, choice.Pos, rest, other)
	} else {
		b.SetTerm(ir.If, choice.Pos, other, rest)
	}
	other.SetTerm(ir.Jump, store.Pos, rest)
	sink(b, other)
	return true
}

// sink moves what only one of the blocks after a block uses there.
func sink(b, to *ir.Block) {
	users := map[*ir.Value][]*ir.Block{}
	for _, x := range b.Func.Blocks {
		for _, v := range x.Values {
			for _, a := range v.Args {
				users[a] = append(users[a], x)
			}
		}
		for _, v := range x.Ctrl {
			users[v] = append(users[v], x)
		}
	}
	elsewhere := func(x *ir.Block) bool { return x != to }
	for i := len(b.Values) - 1; i >= 0; i-- {
		v := b.Values[i]
		if !v.Pure() || v.Op == ir.OpPhi || slices.ContainsFunc(users[v], elsewhere) {
			continue
		}
		b.Values = slices.Delete(b.Values, i, i+1)
		for _, a := range v.Args {
			n := slices.Index(users[a], b)
			if len(users[v]) > 0 {
				users[a][n] = to
			} else {
				users[a] = slices.Delete(users[a], n, n+1)
			}
		}
		if len(users[v]) > 0 {
			to.Insert(0, v)
		}
	}
}

// loadLate loads what slots hold where it is used: in one block, before what is stored
// in the slot.
func (k *Kernel) loadLate() {
	for _, r := range k.Regions {
		loops := ir.Loops(r, ir.Dominators(r))
		used := map[*ir.Value]*ir.Block{} // nil for several, or after a phi
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

// storeLate stores behind all that may fail in a block what it computes for slots that its region has read: gangs that
// are left then have changed nothing that their threads read again, one by one.
func (k *Kernel) storeLate() {
	for _, r := range k.Regions {
		read := map[*ir.Slot]bool{}
		for _, b := range r.Blocks {
			for _, v := range b.Values {
				if v.Op == ir.OpSlotLoad {
					read[v.Attr.Slot] = true
				}
			}
		}
		for _, b := range r.Blocks {
			storesLast(b, read)
		}
	}
}

// storesLast moves what a block stores in such slots behind the last access of memory, or other effect, unless the
// block uses the slot again before that.
func storesLast(b *ir.Block, read map[*ir.Slot]bool) {
	last := len(b.Values) - 1
	for last >= 0 && (b.Values[last].Pure() || b.Values[last].Attr.Slot != nil) {
		last--
	}
	var list, late []*ir.Value
	for i, v := range b.Values {
		if s := v.Attr.Slot; s != nil {
			late = slices.DeleteFunc(late, func(w *ir.Value) bool {
				again := w.Attr.Slot == s
				if again {
					list = append(list, w)
				}
				return again
			})
		}
		if v.Op == ir.OpSlotStore && i < last && read[v.Attr.Slot] {
			late = append(late, v)
		} else {
			list = append(list, v)
		}
		if i == last {
			list, late = append(list, late...), nil
		}
	}
	b.Values = list
}
