package schedule

import (
	"math/bits"
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// Slots that are never needed at the same time become one array, which stays in the cache,
// and the steps of what a compiler has unrolled become the same code.

// shareSlots lets slots share arrays.
func (k *Kernel) shareSlots() {
	t := k.slotTimes()
	var kept []*ir.Slot
	in, members := map[*ir.Slot]*ir.Slot{}, map[*ir.Slot]*slotSet{}
	for i, s := range k.CTA.Slots {
		in[s] = s
		if i >= maxSharing || t.mask[s] { // whether threads are in a mask matters at any time
			continue
		}
		fits := func(to *ir.Slot) bool { return mayShare(s, to) && !members[to].intersects(&t.meets[i]) }
		if j := slices.IndexFunc(kept, fits); j >= 0 {
			in[s] = kept[j]
		} else {
			kept = append(kept, s)
			members[s] = &slotSet{}
		}
		members[in[s]].add(i)
	}
	for _, f := range k.Funcs() {
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				if s := v.Attr.Slot; s != nil && s.First == 0 {
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
	return s.Type == t.Type && s.Fact == t.Fact && (s.Name == t.Name || numbered(s.Name) && numbered(t.Name))
}

// numbered reports whether a name is none, or that of one of many registers: %r12.
func numbered(name string) bool {
	return name == "" || '0' <= name[len(name)-1] && name[len(name)-1] <= '9'
}

// maxSharing is how many slots of a kernel, the first ones, are looked at: the sets of
// them are small, and time and memory follow the size of the kernel.
const maxSharing = 512

// slotSet is a set of slots, a bit for each.
type slotSet [maxSharing / 64]uint64

func (s *slotSet) add(i int)    { s[i/64] |= 1 << (i % 64) }
func (s *slotSet) remove(i int) { s[i/64] &^= 1 << (i % 64) }

// addAll adds the elements of another set and reports whether some were new.
func (s *slotSet) addAll(t *slotSet) bool {
	before := *s
	for i, x := range t {
		s[i] |= x
	}
	return *s != before
}

func (s *slotSet) intersects(t *slotSet) bool {
	for i, x := range t {
		if s[i]&x != 0 {
			return true
		}
	}
	return false
}

// all calls visit for each element.
func (s *slotSet) all(visit func(i int)) {
	for i, x := range s {
		for ; x != 0; x &= x - 1 {
			visit(64*i + bits.TrailingZeros64(x))
		}
	}
}

// slotTimes says which slots are needed when.
type slotTimes struct {
	index map[*ir.Slot]int  // of those that are looked at
	mask  map[*ir.Slot]bool // says which threads take part in something
	meets []slotSet         // by index: those that cannot share an array with it
}

// slotAccess is what an operation of the CTA does to slots.
type slotAccess struct {
	reads, writes []int
	sets          []int // of writes those that leave nothing of what was there
}

func (k *Kernel) slotTimes() *slotTimes {
	n := min(len(k.CTA.Slots), maxSharing)
	t := &slotTimes{index: map[*ir.Slot]int{}, mask: map[*ir.Slot]bool{}, meets: make([]slotSet, n)}
	for i, s := range k.CTA.Slots[:n] {
		t.index[s] = i
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

// meet notes that two slots cannot share an array.
func (t *slotTimes) meet(i, j int) {
	if i != j {
		t.meets[i].add(j)
		t.meets[j].add(i)
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
	var read, written slotSet
	var now slotSet
	walk := func(b *ir.Block, load func(i int, before *slotSet)) bool {
		now = slotSet{}
		for _, p := range b.Preds {
			now.addAll(&stored[p.ID])
		}
		for _, v := range b.Values {
			i, ok := t.index[v.Attr.Slot]
			switch {
			case !ok:
			case v.Op == ir.OpSlotLoad:
				load(i, &now)
			case v.Op == ir.OpSlotStore:
				now.add(i)
			}
		}
		return stored[b.ID].addAll(&now)
	}
	for changed := true; changed; {
		changed = false
		for _, b := range f.Blocks {
			changed = walk(b, func(int, *slotSet) {}) || changed
		}
	}
	for _, b := range f.Blocks {
		walk(b, func(i int, before *slotSet) {
			read.add(i)
			t.meetAll(i, before)
		})
		written.addAll(&stored[b.ID])
		for _, v := range b.Values {
			if i, ok := t.index[v.Attr.Slot]; ok && v.Op == ir.OpSlotStore && always(b) {
				a.sets = append(a.sets, i)
			}
		}
	}
	read.all(func(i int) { a.reads = append(a.reads, i) })
	written.all(func(i int) {
		a.writes = append(a.writes, i)
		t.meetAll(i, &written)
	})
	return a
}

// meetAll is meet of all slots of a set.
func (t *slotTimes) meetAll(i int, set *slotSet) {
	set.all(func(j int) { t.meet(i, j) })
}

// operation returns what another operation of the CTA does to its slot.
func (t *slotTimes) operation(v *ir.Value) slotAccess {
	i, ok := t.index[v.Attr.Slot]
	if !ok {
		return slotAccess{}
	}
	s := []int{i}
	switch v.Op {
	case ir.OpSlotFill:
		return slotAccess{writes: s, sets: s}
	case ir.OpSlotSet:
		from := v.Args[0]
		if from.Op == ir.OpExtract {
			from = from.Args[0]
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
	held, wanted := make([]slotSet, cta.NumBlocks()), make([]slotSet, cta.NumBlocks()) // after blocks, before them
	var now slotSet
	forwards := func(b *ir.Block, write func(v *ir.Value, held *slotSet)) bool {
		now = slotSet{}
		for _, p := range b.Preds {
			now.addAll(&held[p.ID])
		}
		for _, v := range b.Values {
			write(v, &now)
			for _, i := range access[v].writes {
				now.add(i)
			}
		}
		return held[b.ID].addAll(&now)
	}
	backwards := func(b *ir.Block, write func(v *ir.Value, wanted *slotSet)) bool {
		now = slotSet{}
		for _, s := range b.Succs {
			now.addAll(&wanted[s.ID])
		}
		for _, v := range slices.Backward(b.Values) {
			write(v, &now)
			for _, i := range access[v].sets {
				now.remove(i)
			}
			for _, i := range access[v].reads {
				now.add(i)
			}
		}
		return wanted[b.ID].addAll(&now)
	}
	for changed := true; changed; {
		changed = false
		for _, b := range cta.Blocks {
			changed = forwards(b, func(*ir.Value, *slotSet) {}) || changed
		}
		for _, b := range slices.Backward(cta.Blocks) {
			changed = backwards(b, func(*ir.Value, *slotSet) {}) || changed
		}
	}
	for _, b := range cta.Blocks {
		before := map[*ir.Value]slotSet{}
		forwards(b, func(v *ir.Value, held *slotSet) {
			if len(access[v].writes) > 0 {
				before[v] = *held
			}
		})
		backwards(b, func(v *ir.Value, wanted *slotSet) {
			for _, i := range access[v].writes {
				held := before[v]
				for j := range held {
					held[j] &= wanted[j]
				}
				t.meetAll(i, &held)
			}
		})
	}
}
