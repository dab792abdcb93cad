package schedule

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// Slots that are never needed at the same time become one array, which stays in the cache,
// and the steps of what a compiler has unrolled become the same code.

// shareSlots lets slots share arrays.
func (k *Kernel) shareSlots() {
	t := k.slotTimes()
	var kept []*ir.Slot
	in, members := map[*ir.Slot]*ir.Slot{}, map[*ir.Slot]slotSet{}
	for _, s := range k.CTA.Slots {
		fits := func(to *ir.Slot) bool { return mayShare(s, to) && !members[to].intersects(t.meets[s]) }
		to := s
		if t.mask[s] {
			// Whether threads are in it matters at any time.
		} else if i := slices.IndexFunc(kept, fits); i >= 0 {
			to = kept[i]
		} else {
			kept = append(kept, s)
			members[s] = t.none()
		}
		in[s] = to
		if to := members[to]; to != nil {
			to.add(t.index[s])
		}
	}
	for _, f := range k.Funcs() {
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				if s := v.Attr.Slot; s != nil {
					v.Attr.Slot = in[s]
				}
			}
		}
	}
	k.CTA.Slots = slices.DeleteFunc(k.CTA.Slots, func(s *ir.Slot) bool { return in[s] != s })
}

// mayShare reports whether one array can be both slots, and its name says of neither that
// it is something else: what programs call by numbers may have any number.
func mayShare(s, t *ir.Slot) bool {
	return s.Type == t.Type && sameFact(s.Fact, t.Fact) && (s.Name == t.Name || numbered(s.Name) && numbered(t.Name))
}

// numbered reports whether a name is none, or that of one of many registers: %r12.
func numbered(name string) bool {
	return name == "" || '0' <= name[len(name)-1] && name[len(name)-1] <= '9'
}

// slotSet is a set of slots of a kernel, a bit for each.
type slotSet []uint64

func (s slotSet) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s slotSet) remove(i int)   { s[i/64] &^= 1 << (i % 64) }
func (s slotSet) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }

// addAll adds the elements of another set and reports whether some were new.
func (s slotSet) addAll(t slotSet) bool {
	grown := false
	for i, x := range t {
		grown = grown || x&^s[i] != 0
		s[i] |= x
	}
	return grown
}

func (s slotSet) intersects(t slotSet) bool {
	for i, x := range t {
		if s[i]&x != 0 {
			return true
		}
	}
	return false
}

// slotTimes says which slots are needed when.
type slotTimes struct {
	slots []*ir.Slot
	index map[*ir.Slot]int
	mask  map[*ir.Slot]bool    // says which threads take part in something
	meets map[*ir.Slot]slotSet // those that cannot share an array with it
}

// slotAccess is what an operation of the CTA does to slots.
type slotAccess struct {
	reads, writes []int
	sets          []int // of writes those that leave nothing of what was there
}

func (k *Kernel) slotTimes() *slotTimes {
	t := &slotTimes{slots: k.CTA.Slots, index: map[*ir.Slot]int{}, mask: map[*ir.Slot]bool{}, meets: map[*ir.Slot]slotSet{}}
	for i, s := range t.slots {
		t.index[s] = i
		t.meets[s] = t.none()
	}
	regions := map[*ir.Func]slotAccess{}
	for _, r := range k.Regions {
		regions[r] = t.region(r)
	}
	access := map[*ir.Value]slotAccess{}
	for _, b := range k.CTA.Blocks {
		for _, v := range b.Values {
			if v.Op == ir.OpRun {
				access[v] = regions[v.Attr.Func]
			} else if v.Attr.Slot != nil {
				access[v] = t.operation(v)
			}
		}
	}
	t.lives(k.CTA, access)
	return t
}

func (t *slotTimes) none() slotSet { return make(slotSet, (len(t.slots)+63)/64) }

// meet notes that two slots cannot share an array.
func (t *slotTimes) meet(i, j int) {
	if i != j {
		t.meets[t.slots[i]].add(j)
		t.meets[t.slots[j]].add(i)
	}
}

// region returns what a region does to slots. A thread has read what shares an array with
// a slot before it stores something there.
func (t *slotTimes) region(f *ir.Func) slotAccess {
	var a slotAccess
	if f.Mask != nil {
		t.mask[f.Mask] = true
	}
	dom := ir.Dominators(f)
	always := func(b *ir.Block) bool {
		return f.Mask == nil && !slices.ContainsFunc(f.Blocks, func(e *ir.Block) bool { return e.Term == ir.Ret && !dom.Dominates(b, e) })
	}
	stored := make([]slotSet, f.NumBlocks()) // at the end of blocks
	for _, b := range f.Blocks {
		stored[b.ID] = t.none()
	}
	read, written := t.none(), t.none()
	walk := func(b *ir.Block, load func(i int, before slotSet)) bool {
		now := t.none()
		for _, p := range b.Preds {
			now.addAll(stored[p.ID])
		}
		for _, v := range b.Values {
			switch v.Op {
			case ir.OpSlotLoad:
				load(t.index[v.Attr.Slot], now)
			case ir.OpSlotStore:
				now.add(t.index[v.Attr.Slot])
			}
		}
		return stored[b.ID].addAll(now)
	}
	for changed := true; changed; {
		changed = false
		for _, b := range f.Blocks {
			changed = walk(b, func(int, slotSet) {}) || changed
		}
	}
	for _, b := range f.Blocks {
		walk(b, func(i int, before slotSet) {
			read.add(i)
			t.meetAll(i, before)
		})
		written.addAll(stored[b.ID])
		for _, v := range b.Values {
			if v.Op == ir.OpSlotStore && always(b) {
				a.sets = append(a.sets, t.index[v.Attr.Slot])
			}
		}
	}
	for i := range t.slots {
		if read.has(i) {
			a.reads = append(a.reads, i)
		}
		if written.has(i) {
			a.writes = append(a.writes, i)
			t.meetAll(i, written)
		}
	}
	return a
}

// meetAll is meet of all slots of a set.
func (t *slotTimes) meetAll(i int, set slotSet) {
	for j := range t.slots {
		if set.has(j) {
			t.meet(i, j)
		}
	}
}

// operation returns what another operation of the CTA does to its slot.
func (t *slotTimes) operation(v *ir.Value) slotAccess {
	s := []int{t.index[v.Attr.Slot]}
	switch v.Op {
	case ir.OpSlotFill:
		return slotAccess{writes: s, sets: s}
	case ir.OpSlotSet:
		from := v.Args[0]
		if from.Op == ir.OpExtract {
			from = from.Args[0]
		}
		// The runtime reads what is exchanged of all lanes at first, but not its other operands.
		for i, a := range from.Args {
			if a.Op == ir.OpSlotAll && i != exchanged(from) {
				t.meet(s[0], t.index[a.Attr.Slot])
			}
		}
		if from.Attr.Slot == nil {
			return slotAccess{writes: s, sets: s}
		}
		return slotAccess{writes: s}
	case ir.OpSlotAll:
	default:
		t.mask[v.Attr.Slot] = true
	}
	return slotAccess{reads: s}
}

// lives finds the slots that hold something that is still needed where others are written.
func (t *slotTimes) lives(cta *ir.Func, access map[*ir.Value]slotAccess) {
	held, wanted := make([]slotSet, cta.NumBlocks()), make([]slotSet, cta.NumBlocks()) // behind blocks, in front of them
	for _, b := range cta.Blocks {
		held[b.ID], wanted[b.ID] = t.none(), t.none()
	}
	forwards := func(b *ir.Block, write func(v *ir.Value, held slotSet)) bool {
		now := t.none()
		for _, p := range b.Preds {
			now.addAll(held[p.ID])
		}
		for _, v := range b.Values {
			write(v, now)
			for _, i := range access[v].writes {
				now.add(i)
			}
		}
		return held[b.ID].addAll(now)
	}
	backwards := func(b *ir.Block, write func(v *ir.Value, wanted slotSet)) bool {
		now := t.none()
		for _, s := range b.Succs {
			now.addAll(wanted[s.ID])
		}
		for _, v := range slices.Backward(b.Values) {
			write(v, now)
			for _, i := range access[v].sets {
				now.remove(i)
			}
			for _, i := range access[v].reads {
				now.add(i)
			}
		}
		return wanted[b.ID].addAll(now)
	}
	for changed := true; changed; {
		changed = false
		for _, b := range cta.Blocks {
			changed = forwards(b, func(*ir.Value, slotSet) {}) || changed
		}
		for _, b := range slices.Backward(cta.Blocks) {
			changed = backwards(b, func(*ir.Value, slotSet) {}) || changed
		}
	}
	for _, b := range cta.Blocks {
		before := map[*ir.Value]slotSet{}
		forwards(b, func(v *ir.Value, held slotSet) {
			if len(access[v].writes) > 0 {
				before[v] = slices.Clone(held)
			}
		})
		backwards(b, func(v *ir.Value, wanted slotSet) {
			for _, i := range access[v].writes {
				for j := range t.slots {
					if wanted.has(j) && before[v].has(j) {
						t.meet(i, j)
					}
				}
			}
		})
	}
}
