package schedule

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// imported is a value from outside of the region. It is computed, or loaded from its
// slot, before its first use.
type imported struct {
	v    *ir.Value
	uses []*ir.Block
}

// get returns a value in block b of the region.
func (o *outliner) get(v *ir.Value, b *ir.Block) *ir.Value {
	if o.local(o.x, v) {
		if w := o.val[v]; w != nil {
			return w
		}
		panic("schedule: " + v.String() + " is needed but not computed")
	}
	w := o.val[v]
	if w == nil {
		w = o.bring(v)
		o.val[v] = w
	}
	im := o.of[w]
	im.uses = append(im.uses, b)
	return w
}

// bring makes a value from outside. It has no block yet.
func (o *outliner) bring(v *ir.Value) *ir.Value {
	note := func(w *ir.Value, v *ir.Value) *ir.Value {
		w.Name = v.Name
		im := &imported{v: w}
		o.of[w] = im
		o.imports = append(o.imports, im)
		return w
	}
	switch s := o.slot[v.ID]; {
	case trivial(v):
		o.noteRegister(v)
		return note(o.f.NewLike(v), v)
	case o.once[v.ID]:
		w := o.f.NewValue(ir.OpArg, v.Type, v.Pos)
		w.Attr.Index = len(o.f.Args)
		o.f.Args = append(o.f.Args, v.Type)
		o.f.ArgNames = append(o.f.ArgNames, v.Name)
		o.f.ArgFacts = append(o.f.ArgFacts, o.factOf(v, o.x))
		o.f.ArgFrom = append(o.f.ArgFrom, v)
		return note(w, v)
	case s != nil:
		w := o.f.NewValue(ir.OpSlotLoad, s.Type, 0)
		w.Attr.Slot, w.Also = s, o.f.Origins(v)
		w = note(w, v)
		if s.Type == v.Type {
			return w
		}
		return note(o.f.NewValue(ir.OpBitcast, v.Type, v.Pos, w), v)
	case o.remat[v.ID]:
		args := make([]*ir.Value, len(v.Args))
		for i, a := range v.Args {
			args[i] = o.recompute(a)
		}
		return note(o.f.NewLike(v, args...), v)
	}
	panic("schedule: no way for " + v.String() + " into a region")
}

// noteRegister notes what is known of a special register for the threads that come to
// the region.
func (o *outliner) noteRegister(v *ir.Value) {
	x := o.factOf(v, o.x)
	if m := o.f.Mask; m != nil && m.First > 0 && analysis.IsSReg(v, "tid.x") {
		x.Bounded, x.Hi = true, m.First-1
	}
	if v.Op == ir.OpSReg && x != o.factOf(v, o.headers[0]) {
		if o.f.Registers == nil {
			o.f.Registers = map[string]ir.Fact{}
		}
		o.f.Registers[v.Attr.SReg] = x
	}
}

// recompute brings what a value that is computed again is made of. It takes nothing
// from a slot, which may hold something else by now.
func (o *outliner) recompute(v *ir.Value) *ir.Value {
	if w := o.redone[v]; w != nil {
		return w
	}
	w := o.val[v]
	switch {
	case !trivial(v) && !o.once[v.ID]:
		slot := o.slot[v.ID]
		o.slot[v.ID], o.remat[v.ID] = nil, true
		w = o.bring(v)
		o.slot[v.ID] = slot
	case w == nil:
		w = o.bring(v)
		o.val[v] = w
	}
	o.redone[v] = w
	return w
}

// place puts what comes from outside before its first use, outside of loops. What a
// slot holds is loaded before the region stores something else there: phis of a header get
// their values all at once.
func (o *outliner) place() {
	dom := ir.Dominators(o.f)
	loops := ir.Loops(o.f, dom)
	first, stored := o.firstUses()
	front := map[*ir.Block]map[int][]*ir.Value{} // by place in the block, the last first
	for _, im := range slices.Backward(o.imports) {
		var at *ir.Block
		for _, b := range im.uses {
			if !dom.Reachable(b) {
				continue
			}
			if at == nil {
				at = b
			} else {
				at = dom.Common(at, b)
			}
		}
		if at == nil {
			continue
		}
		for l := loops.Of(at); l != nil; l = loops.Of(at) {
			at = dom.Idom(l.Header)
		}
		v := im.v
		v.Block = at
		i, ok := first[blockUse{at, v}]
		if !ok {
			i = len(at.Values)
		}
		if j, ok := stored[blockSlot{at, v.Attr.Slot}]; ok {
			i = min(i, j)
		}
		if front[at] == nil {
			front[at] = map[int][]*ir.Value{}
		}
		front[at][i] = append(front[at][i], v)
		for _, a := range v.Args {
			o.of[a].uses = append(o.of[a].uses, at)
			if j, ok := first[blockUse{at, a}]; !ok || i < j {
				first[blockUse{at, a}] = i
			}
		}
	}
	for b, lists := range front {
		values := make([]*ir.Value, 0, len(b.Values)+len(lists))
		for i := range len(b.Values) + 1 {
			for _, v := range slices.Backward(lists[i]) {
				values = append(values, v)
			}
			if i < len(b.Values) {
				values = append(values, b.Values[i])
			}
		}
		b.Values = values
	}
}

// blockUse is a value in a block that uses it.
type blockUse struct {
	b *ir.Block
	v *ir.Value
}

// blockSlot is a slot in a block.
type blockSlot struct {
	b *ir.Block
	s *ir.Slot
}

// firstUses finds the places of the first uses of what comes from outside, in each block
// that uses it, and those of the first stores to slots.
func (o *outliner) firstUses() (map[blockUse]int, map[blockSlot]int) {
	first, stored := map[blockUse]int{}, map[blockSlot]int{}
	for _, b := range o.f.Blocks {
		for i, u := range slices.Backward(b.Values) {
			if u.Op == ir.OpPhi {
				continue
			}
			for _, a := range u.Args {
				if o.of[a] != nil {
					first[blockUse{b, a}] = i
				}
			}
			if u.Op == ir.OpSlotStore {
				stored[blockSlot{b, u.Attr.Slot}] = i
			}
		}
	}
	return first, stored
}

// outliner makes the function of a region.
type outliner struct {
	*outlined
	x       *ir.Block // its header
	f       *ir.Func
	blocks  map[*ir.Block]*ir.Block
	val     map[*ir.Value]*ir.Value
	imports []*imported // what comes from outside, arguments first
	of      map[*ir.Value]*imported
	redone  map[*ir.Value]*ir.Value // see recompute
	exit    *ir.Block               // where all ways out of the region meet
	late    []*ir.Value             // see values
}
