package gang

import (
	"maps"
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// What threads keep in a chain and nobody reads after it needs no memory.

// wanted knows which slots are read after a place in the function of a CTA, and of how many
// threads of each row, the first ones.
type wanted struct {
	s      *schedule.Schedule
	access map[*ir.Value]slotAccess
	in     []map[*ir.Slot]int64 // by block ID: before it
}

// slotAccess is what an operation of a CTA does to slots: those that it reads, and sets for
// certain, of the first threads of a row.
type slotAccess struct {
	reads, sets []*ir.Slot
	first       int64
}

func newWanted(s *schedule.Schedule, k *schedule.Kernel) *wanted {
	w := &wanted{s: s, access: map[*ir.Value]slotAccess{}, in: make([]map[*ir.Slot]int64, k.CTA.NumBlocks())}
	regions := map[*ir.Func]slotAccess{}
	for _, b := range k.CTA.Blocks {
		w.in[b.ID] = map[*ir.Slot]int64{}
		for _, v := range b.Values {
			f := v.Attr.Func
			switch {
			case v.Op != ir.OpRun:
				w.access[v] = operation(v)
				continue
			case regions[f].first == 0:
				regions[f] = w.region(f)
			}
			w.access[v] = regions[f]
		}
	}
	for changed := true; changed; {
		changed = false
		for _, b := range slices.Backward(k.CTA.Blocks) {
			now := w.through(b, nil)
			changed = changed || !maps.Equal(now, w.in[b.ID])
			w.in[b.ID] = now
		}
	}
	return w
}

// through goes backwards through a block up to after a value, or up to its beginning.
func (w *wanted) through(b *ir.Block, to *ir.Value) map[*ir.Slot]int64 {
	now := map[*ir.Slot]int64{}
	read := func(s *ir.Slot, n int64) { now[s] = max(now[s], n) }
	for _, s := range b.Succs {
		for x, n := range w.in[s.ID] {
			read(x, n)
		}
	}
	for _, v := range slices.Backward(b.Values) {
		if v == to {
			break
		}
		a := w.access[v]
		for _, s := range a.sets {
			if now[s] <= a.first {
				delete(now, s)
			}
		}
		for _, s := range a.reads {
			read(s, a.first)
		}
	}
	return now
}

// operation returns what an operation of a CTA does to its slot.
func operation(v *ir.Value) slotAccess {
	s := v.Attr.Slot
	a := slotAccess{first: schedule.MaxRow}
	switch {
	case s == nil || s.First > 0:
	case v.Op == ir.OpSlotFill:
		a.sets = []*ir.Slot{s}
	case v.Op == ir.OpSlotSet:
		from := v.Args[0]
		if from.Op == ir.OpExtract {
			from = from.Args[0]
		}
		if mask := from.Attr.Slot; mask == nil || mask.First > 0 {
			a.sets = []*ir.Slot{s}
			a.first = firsts(mask)
		}
	case v.Op == ir.OpSlotAll:
		a.reads = []*ir.Slot{s}
		a.first = 0
		for _, u := range v.Block.Values { // by which threads
			if slices.Contains(u.Args, v) {
				a.first = max(a.first, firsts(u.Attr.Slot))
			}
		}
	default:
		a.reads = []*ir.Slot{s}
	}
	return a
}

// firsts is how many threads of a row may be in a mask, the first ones.
func firsts(mask *ir.Slot) int64 {
	if mask != nil && mask.First > 0 {
		return mask.First
	}
	return schedule.MaxRow
}

// region returns what a region does to slots.
func (w *wanted) region(f *ir.Func) slotAccess {
	b := w.s.Body(f)
	a := slotAccess{first: firsts(f.Mask)}
	facts := schedule.Facts{}
	for _, s := range b.Spans {
		if upper, ok := s.Upper(); ok && s.From == nil {
			if a.first = min(a.first, max(upper, 0)); s.Cond != nil {
				facts[s.Cond] = s.Holds
			}
		}
	}
	certain := map[*ir.Block]bool{}
	always(b.Tree.Body, facts, certain)
	for _, x := range f.Blocks {
		for _, v := range x.Values {
			switch {
			case v.Op == ir.OpSlotLoad:
				a.reads = append(a.reads, v.Attr.Slot)
			case v.Op == ir.OpSlotStore && certain[x] && (f.Mask == nil || f.Mask.First > 0):
				a.sets = append(a.sets, v.Attr.Slot)
			}
		}
	}
	if m := f.Mask; m != nil && m.First == 0 {
		a.reads = append(a.reads, m)
	}
	return a
}

// always finds the blocks that all threads come to which come to a list, where facts hold. It
// reports whether they all come to its end.
func always(list []*region.Node, facts schedule.Facts, in map[*ir.Block]bool) bool {
	for _, n := range list {
		switch n.Kind {
		case region.Basic:
			in[n.Block] = true
		case region.Edge:
		case region.If:
			if way, ok := facts.Way(n); ok {
				if !always(way, facts, in) {
					return false
				}
				continue
			}
			if !stays(n) {
				return false
			}
		case region.Loop, region.Scope, region.Switch:
			if !stays(n) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// stays reports whether nothing in a node leads elsewhere than after it.
func stays(n *region.Node) bool {
	in, ok := map[*region.Node]bool{}, true
	n.Walk(func(x *region.Node) bool {
		in[x] = true
		switch x.Kind {
		case region.Break, region.Continue:
			ok = ok && in[x.Target]
		case region.Return, region.Goto, region.Label:
			ok = false
		}
		return ok
	})
	return ok
}

// of finds what a chain reads of what was kept before it, and keeps for what is after.
func (w *wanted) of(x *Chain) {
	for _, v := range x.Early { // not where it stands
		defer func(a slotAccess) { w.access[v] = a }(w.access[v])
		w.access[v] = slotAccess{}
	}
	last := x.Values[len(x.Values)-1]
	after := w.through(last.Block, last)
	var set [Gangs]map[*ir.Slot]bool
	var written []*ir.Slot
	for g := range set {
		set[g] = map[*ir.Slot]bool{}
	}
	load := func(g int, s *ir.Slot) {
		if !set[g][s] && !slices.Contains(x.Load, s) {
			x.Load = append(x.Load, s)
		}
	}
	write := func(s *ir.Slot) {
		if !slices.Contains(written, s) {
			written = append(written, s)
		}
	}
	for _, s := range x.Steps {
		for g, p := range s.Plans {
			if p != nil {
				p.slots(nil, func(v *ir.Value, certain bool) {
					if v.Op == ir.OpSlotStore {
						write(v.Attr.Slot)
					}
					if certain {
						set[g][v.Attr.Slot] = true
					} else {
						load(g, v.Attr.Slot)
					}
				})
				continue
			}
			for _, a := range s.Value.WarpArgs() {
				if a.Vector() {
					load(g, a.Attr.Slot)
				}
			}
		}
		for _, r := range s.Results {
			if r != nil {
				write(r)
				for g := range set {
					set[g][r] = true
				}
			}
		}
	}
	for _, s := range written {
		if after[s] > 0 {
			x.Store = append(x.Store, s)
			for g := range set {
				load(g, s)
			}
		}
	}
	x.want()
}

// want finds which slots of each gang are read behind each step.
func (x *Chain) want() {
	var now [Gangs]map[*ir.Slot]bool
	for g := range now {
		now[g] = map[*ir.Slot]bool{}
		for _, s := range x.Store {
			now[g][s] = true
		}
	}
	for i := range slices.Backward(x.Steps) {
		s := &x.Steps[i]
		for g, p := range s.Plans {
			s.Wanted[g] = maps.Clone(now[g])
			if p != nil {
				p.want(now[g], s.Wanted[g])
			}
		}
		for _, r := range s.Results {
			for g := range now {
				delete(now[g], r)
			}
		}
		for g := range now {
			s.reads(g, func(from int, slot *ir.Slot) { now[from][slot] = true })
		}
	}
}

// want goes backwards through what a gang does in a region, from the slots that are read after
// it to those that are before it. What the region itself reads, having stored it, becomes
// wanted as well.
func (p *Plan) want(now, wanted map[*ir.Slot]bool) {
	stored := map[*ir.Slot]bool{}
	p.slots(nil, func(v *ir.Value, _ bool) {
		switch {
		case v.Op == ir.OpSlotStore:
			stored[v.Attr.Slot] = true
		case stored[v.Attr.Slot] || len(p.flow.loops[v.Block.ID]) > 0:
			wanted[v.Attr.Slot] = true
		}
	})
	var list []*ir.Value
	stores := map[*ir.Value]bool{} // for certain
	p.slots(wanted, func(v *ir.Value, certain bool) { list, stores[v] = append(list, v), certain })
	for _, v := range slices.Backward(list) {
		if stores[v] {
			delete(now, v.Attr.Slot)
		} else if v.Op == ir.OpSlotLoad {
			now[v.Attr.Slot] = true
		}
	}
}

// reads calls do for the slots that an operation of the warp reads so that a gang gets what it
// wants of it, and for the gangs whose they are.
func (s *Step) reads(g int, do func(from int, slot *ir.Slot)) {
	if !slices.ContainsFunc(s.Results, func(r *ir.Slot) bool { return s.Wanted[g][r] }) {
		return
	}
	if moves := s.Sources[g].Moves; moves != nil {
		for _, m := range moves {
			slot := s.Value.WarpArgs()[0].Attr.Slot
			do(m.Gang, slot)
			if m.By != 0 {
				do(m.Gang+1, slot)
			}
		}
		return
	}
	for _, a := range s.Value.WarpArgs() {
		for from := range Gangs {
			if a.Vector() {
				do(from, a.Attr.Slot)
			}
		}
	}
}

// slots calls do for what a gang reads from slots and stores there, in order, and says which
// stores it executes for certain, all lanes together. What nothing needs on the ways that it
// goes is not read; of stores that is where their slots are wanted, all of them if that is nil.
func (p *Plan) slots(wanted map[*ir.Slot]bool, do func(v *ir.Value, certain bool)) {
	certain := map[*ir.Block]bool{}
	always(p.Body.Tree.Body, p.flow.facts, certain)
	needed := map[*ir.Value]bool{}
	for _, v := range slices.Backward(p.flow.values) {
		needed[v] = p.acts(v, wanted) || len(p.Body.Uses.Ctrl[v.ID]) > 0 ||
			slices.ContainsFunc(p.Body.Uses.Values[v.ID], func(u *ir.Value) bool { return u.Op == ir.OpPhi || needed[u] })
	}
	for _, v := range p.flow.values {
		if v.Op == ir.OpSlotLoad && needed[v] || v.Op == ir.OpSlotStore {
			do(v, v.Op == ir.OpSlotStore && certain[v.Block])
		}
	}
}

// acts reports whether a value has an effect, but for what it stores where nothing wants it.
func (p *Plan) acts(v *ir.Value, wanted map[*ir.Slot]bool) bool {
	return v.HasEffect() && (v.Op != ir.OpSlotStore || wanted == nil || wanted[v.Attr.Slot])
}
