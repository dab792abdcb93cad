package schedule

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// outline makes the functions of the regions and that of the CTA.
func (x *spilled) outline() *outlined {
	c := &outlined{spilled: x}
	c.region = map[*ir.Block]*ir.Func{}
	c.elided = map[*ir.Block]bool{}
	for _, x := range c.headers {
		c.elided[x] = c.idle(x)
	}
	for _, x := range c.headers {
		if syncOf(x) == nil && !c.elided[x] {
			r := c.outlineRegion(x)
			c.region[x] = r
			c.regions = append(c.regions, r)
		}
	}
	c.outlineCTA()
	return c
}

// idle reports whether a header under a mask does nothing but lead to another one: threads
// go there at once.
func (c *spilled) idle(x *ir.Block) bool {
	to := c.next[x.ID]
	if !c.under[x] || syncOf(x) != nil || c.fork[x.ID] || to == nil || len(c.members[x]) > 1 || len(c.incoming(x)) > 0 || c.joined[x] && !c.keeps[x] {
		return false // one that ends what others have begun takes the threads out of the mask
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

// goal is where a thread on its way to a header gets something to do.
func (c *outlined) goal(x *ir.Block) *ir.Block {
	for range c.headers {
		if !c.elided[x] {
			break
		}
		x = c.next[x.ID]
	}
	return x
}

// part makes an empty part of the kernel.
func (c *subject) part(p ir.Part) *ir.Func {
	k := c.kernel
	return &ir.Func{
		Name: k.Name, Entry: true, Module: k.Module, Pos: k.Pos, Params: k.Params, Shared: k.Shared, SharedSize: k.SharedSize,
		Locals: k.Locals, ReqNTID: k.ReqNTID, MaxNTID: k.MaxNTID, Part: p, Kernel: k,
	}
}

func (c *outlined) outlineRegion(x *ir.Block) *ir.Func {
	o := &outliner{
		outlined: c, x: x, f: c.part(ir.RegionPart),
		blocks: map[*ir.Block]*ir.Block{}, val: map[*ir.Value]*ir.Value{}, of: map[*ir.Value]*imported{}, redone: map[*ir.Value]*ir.Value{},
	}
	o.f.Mask = c.maskOf(x)
	if (c.under[x] || c.left[x] != nil) && c.tidX != nil {
		o.noteRegister(c.tidX) // a loop over threads can end with the last that takes part
	}
	for _, b := range c.members[x] {
		o.blocks[b] = o.f.NewBlock(b.Name)
		o.f.Order = max(o.f.Order, c.orders[b])
	}
	order := o.order()
	for _, b := range order {
		o.values(b)
		// Behind what the block does: a gang that fails there begins again by the mask.
		if m := c.on[x]; b == x && m != nil && !c.plain[m] && !c.keeps[x] {
			to := o.blocks[x]
			o.store(to, m, to.Const(ir.I1, 0, x.Pos))
		}
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
	return o.blocks[b] != nil && !o.isHeader[b.ID]
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
			w.Attr.Slot, w.Name, w.Block, w.Also = o.slot[v.Args[0].ID], v.Name, to, o.f.Origins(v)
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
			if o.isHeader[s.ID] && o.isLive(v, b) && !o.dom.Dominates(v.Block, b) {
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
	return to.AddLike(v, args...)
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
	return b.AddLike(a, args...)
}

func (o *outliner) store(b *ir.Block, s *ir.Slot, v *ir.Value) {
	if s.First > 0 {
		return
	}
	pos := v.Pos
	if v.Op == ir.OpConst && v.Pos == o.kernel.Pos {
		pos = 0 // of a register that was never written
	}
	w := b.Add(ir.OpSlotStore, ir.Void, pos, v)
	w.Attr.Slot = s
	w.Also, w.Placed = o.f.Origins(v), true
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
