package schedule

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// outline makes the functions of the regions and that of the CTA.
func (c *cutter) outline() {
	c.region = map[*ir.Block]*ir.Func{}
	c.elided = map[*ir.Block]bool{}
	for _, x := range c.leads {
		c.elided[x] = c.idle(x)
	}
	for _, x := range c.leads {
		if syncOf(x) == nil && !c.elided[x] {
			r := c.outlineRegion(x)
			c.region[x] = r
			c.regions = append(c.regions, r)
		}
	}
	c.outlineCTA()
}

// idle reports whether a lead under a mask does nothing but lead to another one: threads
// go there at once.
func (c *cutter) idle(x *ir.Block) bool {
	to := c.next[x.ID]
	if !c.masked[x] || syncOf(x) != nil || c.fork[x.ID] || to == nil || len(c.members[x]) > 1 || len(c.incoming(x)) > 0 || c.sharing[x] {
		return false // one that shares its mask takes the threads out of it
	}
	for _, v := range x.Values {
		if c.needed[v.ID] && c.local(x, v) {
			return false
		}
	}
	at := slices.Index(to.Preds, x)
	for _, phi := range c.incoming(to) {
		if a := phi.Args[at]; a != phi && c.slot[a.ID] != c.slot[phi.ID] {
			return false
		}
	}
	return syncOf(to) == nil
}

// goal is where a thread on its way to a lead gets something to do.
func (c *cutter) goal(x *ir.Block) *ir.Block {
	for n := 0; c.elided[x] && n < len(c.leads); n++ {
		x = c.next[x.ID]
	}
	return x
}

// part makes an empty part of the kernel.
func (c *cutter) part(p ir.Part) *ir.Func {
	k := c.kernel
	return &ir.Func{
		Name: k.Name, Entry: true, Module: k.Module, Pos: k.Pos, Params: k.Params, Shared: k.Shared, SharedSize: k.SharedSize,
		Locals: k.Locals, ReqNTID: k.ReqNTID, MaxNTID: k.MaxNTID, Part: p, Kernel: k,
	}
}

// outliner makes the function of a region.
type outliner struct {
	*cutter
	x       *ir.Block // its lead
	f       *ir.Func
	blocks  map[*ir.Block]*ir.Block
	val     map[*ir.Value]*ir.Value
	imports []*imported // what comes from outside, arguments first
	of      map[*ir.Value]*imported
	redone  map[*ir.Value]*ir.Value // see recompute
	exit    *ir.Block               // where all ways out of the region meet
	late    []*ir.Value             // see values
}

// imported is a value from outside of the region. It is computed, or loaded from its
// slot, in front of its first use.
type imported struct {
	v    *ir.Value
	uses []*ir.Block
}

func (c *cutter) outlineRegion(x *ir.Block) *ir.Func {
	o := &outliner{
		cutter: c, x: x, f: c.part(ir.RegionPart),
		blocks: map[*ir.Block]*ir.Block{}, val: map[*ir.Value]*ir.Value{}, of: map[*ir.Value]*imported{}, redone: map[*ir.Value]*ir.Value{},
	}
	o.f.Mask = c.maskOf(x)
	if c.masked[x] && c.tidX != nil {
		o.noteRegister(c.tidX) // a loop over threads can end with the last that takes part
	}
	for _, b := range c.members[x] {
		o.blocks[b] = o.f.NewBlock(b.Name)
	}
	order := o.order()
	if m := c.on[x]; m != nil && !c.plain[m] && c.shares[x] == nil {
		b := o.blocks[x]
		o.store(b, m, b.Const(ir.I1, 0, x.Pos))
	}
	for _, b := range order {
		o.values(b)
	}
	o.exit = o.f.NewBlock("")
	o.exit.SetTerm(ir.Ret, x.Pos)
	for _, b := range order {
		o.terminator(b)
	}
	for _, b := range order {
		o.phis(b)
	}
	o.place()
	return o.f
}

// order lists the blocks of the region so that definitions come before uses.
func (o *outliner) order() []*ir.Block {
	var post []*ir.Block
	seen := map[*ir.Block]bool{}
	var walk func(b *ir.Block)
	walk = func(b *ir.Block) {
		seen[b] = true
		for _, s := range b.Succs {
			if o.inside(s) && !seen[s] {
				walk(s)
			}
		}
		post = append(post, b)
	}
	walk(o.x)
	slices.Reverse(post)
	return post
}

// inside reports whether an edge to a block stays in the region.
func (o *outliner) inside(b *ir.Block) bool {
	return o.blocks[b] != nil && !o.isLead[b.ID]
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
		w := o.f.NewValue(v.Op, v.Type, v.Pos)
		w.Attr = v.Attr
		o.noteRegister(v)
		return note(w, v)
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
		w.Attr.Slot = s
		w = note(w, v)
		if s.Type == v.Type {
			return w
		}
		bits := note(o.f.NewValue(ir.OpBitcast, v.Type, v.Pos, w), v)
		return bits
	case o.again[v.ID]:
		args := make([]*ir.Value, len(v.Args))
		for i, a := range v.Args {
			args[i] = o.recompute(a)
		}
		w := o.f.NewValue(v.Op, v.Type, v.Pos, args...)
		w.Attr, w.Product = v.Attr, v.Product
		return note(w, v)
	}
	panic("schedule: no way for " + v.String() + " into a region")
}

// noteRegister notes what is known of a special register for the threads that come to
// the region.
func (o *outliner) noteRegister(v *ir.Value) {
	if x := o.factOf(v, o.x); v.Op == ir.OpSReg && x.Bounded && x != o.factOf(v, o.leads[0]) {
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
		o.slot[v.ID], o.again[v.ID] = nil, true
		w = o.bring(v)
		o.slot[v.ID] = slot
	case w == nil:
		w = o.bring(v)
		o.val[v] = w
	}
	o.redone[v] = w
	return w
}

// values copies what a block computes for the threads.
func (o *outliner) values(b *ir.Block) {
	to := o.blocks[b]
	var stores []*ir.Value
	phis := true
	flush := func() {
		for _, v := range stores {
			o.store(to, o.slot[v.ID], o.val[v])
		}
		stores = nil
	}
	for _, v := range b.Values {
		if !o.needed[v.ID] || !o.local(o.x, v) || v.Convergent() {
			continue
		}
		if v.Op == ir.OpBitcast && o.slot[v.Args[0].ID] != nil && o.slot[v.Args[0].ID].Type == v.Type && o.passed(v.Args[0]) {
			// The slot holds the float already.
			w := o.f.NewValue(ir.OpSlotLoad, v.Type, v.Pos)
			w.Attr.Slot, w.Name, w.Block = o.slot[v.Args[0].ID], v.Name, to
			to.Values = append(to.Values, w)
			o.val[v] = w
		} else {
			if phis && v.Op != ir.OpPhi {
				flush()
				phis = false
			}
			o.val[v] = o.copyTo(to, v)
		}
		switch {
		case o.slot[v.ID] == nil:
		case o.storedLate(v):
			o.late = append(o.late, v)
		default:
			stores = append(stores, v)
			if !phis || v.Op != ir.OpPhi {
				flush()
			}
		}
	}
	flush()
}

// storedLate reports whether a value gets into its slot where threads leave the region
// instead of where it is computed: in a loop, of which only the last turn counts.
func (o *outliner) storedLate(v *ir.Value) bool {
	l := o.loops.Of(v.Block)
	if l == nil || o.blocks[l.Header] == nil || l.Header == o.x {
		return false
	}
	for _, b := range o.members[o.x] {
		for _, s := range b.Succs {
			if o.isLead[s.ID] && o.isLive(v, b) && !o.dom.Dominates(v.Block, b) {
				return false
			}
		}
	}
	return true
}

// copyTo copies a value into a block. The arguments of phis come later.
func (o *outliner) copyTo(to *ir.Block, v *ir.Value) *ir.Value {
	args := make([]*ir.Value, len(v.Args))
	leaves := o.leaves[v.ID]
	for i, a := range v.Args {
		switch {
		case v.Op == ir.OpPhi:
		case i == 0 && leaves != nil:
			args[i] = o.address(a, leaves, to)
		default:
			args[i] = o.get(a, to)
		}
	}
	w := to.Add(v.Op, v.Type, v.Pos, args...)
	w.Attr, w.Results, w.Name, w.Product = v.Attr, v.Results, v.Name, v.Product
	return w
}

// address computes an address from its leaves, in block b.
func (o *outliner) address(a *ir.Value, leaves []*ir.Value, b *ir.Block) *ir.Value {
	if slices.Contains(leaves, a) || trivial(a) {
		return o.get(a, b)
	}
	if !a.Pure() || a.Op == ir.OpPhi || a.Op == ir.OpSelect || a.Op == ir.OpExtract {
		panic("schedule: an address goes through " + a.String())
	}
	args := make([]*ir.Value, len(a.Args))
	for i, x := range a.Args {
		args[i] = o.address(x, leaves, b)
	}
	w := b.Add(a.Op, a.Type, a.Pos, args...)
	w.Attr, w.Name = a.Attr, a.Name
	return w
}

func (o *outliner) store(b *ir.Block, s *ir.Slot, v *ir.Value) {
	pos := v.Pos
	if v.Op == ir.OpConst && v.Pos == o.kernel.Pos {
		pos = 0 // of a register that was never written
	}
	w := b.Add(ir.OpSlotStore, ir.Void, pos, v)
	w.Attr.Slot = s
}

// terminator ends a block as it ends in the kernel, with what happens on the edges that
// leave the region.
func (o *outliner) terminator(b *ir.Block) {
	to := o.blocks[b]
	if len(b.Succs) == 0 {
		if b.Term != ir.Unreachable {
			o.end(to, b)
			to.SetTerm(ir.Jump, b.Pos, o.exit)
			return
		}
		to.SetTerm(ir.Unreachable, b.Pos)
		return
	}
	if o.fork[b.ID] {
		o.branch(to, b)
		to.SetTerm(ir.Jump, b.Pos, o.exit)
		return
	}
	if b.Term == ir.Jump && !o.inside(b.Succs[0]) {
		o.leave(to, b, b.Succs[0])
		to.SetTerm(ir.Jump, b.Pos, o.exit)
		return
	}
	var succs []*ir.Block
	for _, s := range b.Succs {
		if o.inside(s) {
			succs = append(succs, o.blocks[s])
			continue
		}
		e := o.f.NewBlock("")
		succs = append(succs, e)
	}
	for _, v := range b.Ctrl {
		to.Ctrl = append(to.Ctrl, o.get(v, to))
	}
	// The edges of the region have the order of the kernel's, see phis.
	to.Term, to.Pos, to.Succs, to.Guard = b.Term, b.Pos, succs, b.Guard
	for i, s := range b.Succs {
		if !o.inside(s) {
			e := succs[i]
			e.Preds = []*ir.Block{to}
			o.leave(e, b, s)
			e.SetTerm(ir.Jump, b.Pos, o.exit)
		}
	}
}

// end notes that a thread ends.
func (o *outliner) end(to, b *ir.Block) {
	if m := o.on[o.x]; m != nil && o.shares[o.x] != nil {
		o.store(to, m, to.Const(ir.I1, 0, b.Pos))
	}
	if o.alive != nil && o.endsEarly(o.x) {
		o.store(to, o.alive, to.Const(ir.I1, 0, b.Pos))
	}
}

// leave does what happens on the way from b to a lead: phis get their values, a sync
// point what it reads, and a mask the thread.
func (o *outliner) leave(to, b, lead *ir.Block) {
	at := slices.Index(lead.Preds, b)
	type copied struct {
		slot *ir.Slot
		v    *ir.Value
	}
	var list []copied
	for _, phi := range o.incoming(lead) {
		if a := phi.Args[at]; a != phi && o.slot[a.ID] != o.slot[phi.ID] {
			list = append(list, copied{o.slot[phi.ID], o.get(a, to)})
		}
	}
	if v := syncOf(lead); v != nil {
		for _, s := range o.pass[v] {
			if s != nil && o.slot[s.From.ID] != s {
				list = append(list, copied{s, o.get(s.From, to)})
			}
		}
	}
	for _, v := range o.late {
		if o.isLive(v, b) {
			list = append(list, copied{o.slot[v.ID], o.val[v]})
		}
	}
	for _, x := range list {
		o.store(to, x.slot, x.v)
	}
	if o.firstToEnd(o.x) {
		o.store(to, o.alive, to.Const(ir.I1, 1, 0))
	}
	if g := o.goal(lead); o.masked[g] {
		if m := o.token(g); m != o.on[o.x] || o.shares[o.x] == nil {
			o.store(to, m, to.Const(ir.I1, 1, b.Pos))
		}
	}
}

// branch puts the thread into the mask of its way, at a fork that is not the CTA's.
func (o *outliner) branch(to, b *ir.Block) {
	if o.once[b.Ctrl[0].ID] && !o.masked[b] {
		return
	}
	if b.Term != ir.If {
		refuse(b.Pos, "a brx.idx in divergent control flow with sync points")
	}
	cond := o.get(b.Ctrl[0], to)
	yes, no := o.goal(b.Succs[0]), o.goal(b.Succs[1])
	if o.masked[yes] && o.masked[no] && o.token(yes) == o.token(no) {
		o.store(to, o.token(yes), to.Const(ir.I1, 1, b.Pos))
		return
	}
	for i, s := range []*ir.Block{yes, no} {
		if !o.masked[s] {
			continue
		}
		v := cond
		if i == 1 {
			v = to.Add(ir.OpNot, ir.I1, cond.Pos, cond)
		}
		o.store(to, o.token(s), v)
	}
}

// phis fills in the arguments of the phis of a block, now that its predecessors are known.
func (o *outliner) phis(b *ir.Block) {
	to := o.blocks[b]
	for _, p := range b.Preds {
		if q := o.blocks[p]; q != nil && o.inside(b) {
			to.Preds = append(to.Preds, q)
		}
	}
	if !o.inside(b) {
		return
	}
	for _, v := range b.Phis() {
		w := o.val[v]
		if w == nil {
			continue
		}
		w.Args = w.Args[:0]
		for i, a := range v.Args {
			if o.blocks[b.Preds[i]] != nil { // a tail has predecessors in other regions
				w.Args = append(w.Args, o.get(a, to.Preds[len(w.Args)]))
			}
		}
	}
}

// place puts what comes from outside in front of its first use, outside of loops. What a
// slot holds is loaded before the region stores something else there: phis of a lead get
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

// blockSlot is a slot in a block.
type blockSlot struct {
	b *ir.Block
	s *ir.Slot
}
