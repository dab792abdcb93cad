package schedule

import (
	"github.com/ptx2go/ptx2go/lower/ir"
)

// weaver makes the function of the CTA.
type weaver struct {
	*outlined
	f      *ir.Func
	at     map[*ir.Block]*ir.Block // by header that is under no mask
	start  map[*area]*ir.Block
	from   map[*ir.Block]*ir.Block // by block: the header whose code ends there
	out    map[*ir.Block]*area     // by block: the area that ends there
	around map[*ir.Block]*ir.Block // by header at the head of a loop under masks: its block
	val    map[*ir.Value]*ir.Value
	copied []*ir.Value // of c.f, in the order of val
}

func (c *outlined) outlineCTA() {
	w := &weaver{
		outlined: c, f: c.part(ir.CTAPart), at: map[*ir.Block]*ir.Block{}, start: map[*area]*ir.Block{},
		from: map[*ir.Block]*ir.Block{}, out: map[*ir.Block]*area{}, around: map[*ir.Block]*ir.Block{}, val: map[*ir.Value]*ir.Value{},
	}
	w.f.Slots = c.slots
	c.cta = w.f
	laid := map[*area]bool{}
	for _, x := range c.headers {
		if !c.under[x] {
			w.at[x] = w.f.NewBlock(x.Name)
		} else if a := c.areaOf[x]; w.start[a] == nil {
			w.start[a] = w.f.NewBlock("")
		}
	}
	w.fills(w.f.Blocks[0])
	for _, x := range c.headers {
		if a := c.areaOf[x]; a == nil {
			b := w.at[x]
			w.phis(b, x)
			w.header(b, x)
			w.terminator(b, x)
		} else if !laid[a] {
			laid[a] = true
			end := w.line(w.start[a], a.items)
			w.out[end] = a
			w.goOn(end, a.exit, a.ends, a.late)
		}
	}
	w.arguments()
}

// fills gives masks their first values.
func (w *weaver) fills(b *ir.Block) {
	fill := func(s *ir.Slot, bit uint64) {
		v := b.Add(ir.OpSlotFill, ir.Void, 0, b.Const(ir.I1, bit, 0))
		v.Attr.Slot = s
	}
	if w.alive != nil && !w.setsAlive {
		fill(w.alive, 1)
	}
	done := map[*ir.Slot]bool{}
	for _, x := range w.headers {
		if s := w.on[x]; s != nil && !w.plain[s] && !done[s] {
			done[s] = true
			fill(s, 0)
		}
	}
}

// phis puts the phis of a header at the beginning of a block.
func (w *weaver) phis(b, x *ir.Block) {
	for _, phi := range x.Phis() {
		if w.needed[phi.ID] && w.once[phi.ID] {
			w.copy(b, phi)
		}
	}
}

func (w *weaver) copy(b *ir.Block, v *ir.Value) *ir.Value {
	c := b.AddLike(v)
	w.val[v] = c
	w.copied = append(w.copied, v)
	return c
}

// header puts what a header does into a block, but for its phis: what is computed once, and
// its region or sync point.
func (w *weaver) header(b, x *ir.Block) {
	if v := syncOf(x); v != nil {
		w.sync(b, v, x)
		return
	}
	for _, v := range x.Values {
		if v.Op != ir.OpPhi && w.needed[v.ID] && w.once[v.ID] && !trivial(v) {
			w.copy(b, v)
		}
	}
	if r := w.region[x]; r != nil {
		b.Add(ir.OpRun, ir.Void, 0).Attr.Func = r
	}
}

// sync puts a sync point into a block: an operation on the slots of all threads.
func (w *weaver) sync(b *ir.Block, v *ir.Value, x *ir.Block) {
	if v.Op == ir.OpLockstep {
		return
	}
	all := make([]*ir.Value, len(v.Args))
	for i, s := range w.pass[v] {
		if s == nil {
			continue
		}
		all[i] = b.Add(ir.OpSlotAll, s.Type, v.Pos)
		all[i].Attr.Slot = s
	}
	c := w.copy(b, v)
	c.Attr.Slot = w.maskOf(x)
	c.Args = all // the others: see arguments
	set := func(s *ir.Slot, r *ir.Value) {
		if s != nil {
			b.Add(ir.OpSlotSet, ir.Void, v.Pos, r).Attr.Slot = s
		}
	}
	switch {
	case v.Type == ir.Tuple:
		for _, u := range x.Succs[0].Values {
			if u.Op == ir.OpExtract && u.Args[0] == v && w.slot[u.ID] != nil {
				e := b.Add(ir.OpExtract, u.Type, u.Pos, c)
				e.Attr.Index, e.Name = u.Attr.Index, u.Name
				set(w.slot[u.ID], e)
			}
		}
	case v.Op == ir.OpBarrier && w.slot[v.ID] != nil:
		b.Add(ir.OpSlotFill, ir.Void, v.Pos, c).Attr.Slot = w.slot[v.ID] // the same for all
	case v.Op != ir.OpBarrier && v.Type != ir.Void:
		set(w.slot[v.ID], c)
	}
}

// terminator ends the block of a header under no mask.
func (w *weaver) terminator(b, x *ir.Block) {
	w.from[b] = x
	if !w.fork[x.ID] {
		to := w.succs(x)
		if len(to) == 0 {
			to = append(to, nil)
		}
		w.goOn(b, to[0], w.ends[x], false)
		return
	}
	if !w.once[x.Ctrl[0].ID] {
		to := x.Succs[0]
		if !w.under[to] {
			to = x.Succs[1]
		}
		w.leave(b, to)
		return
	}
	var succs []*ir.Block
	for _, s := range x.Succs {
		succs = append(succs, w.block(s))
	}
	b.SetTerm(x.Term, x.Pos, succs...)
}

// block is where the CTA goes on at a header.
func (w *weaver) block(x *ir.Block) *ir.Block {
	if a := w.areaOf[x]; a != nil {
		return w.start[a]
	}
	return w.at[x]
}

// any asks in a block whether there are threads in a mask.
func (w *weaver) any(b *ir.Block, mask *ir.Slot) *ir.Value {
	v := b.Add(ir.OpSlotAny, ir.I1, 0)
	v.Attr.Slot = mask
	return v
}

// goOn is leave, of where threads may have ended: if that was the last of them, nobody
// goes round the loop around it any more, nor back to the exit of a late area.
func (w *weaver) goOn(b, x *ir.Block, ends, late bool) {
	if !ends || w.alive == nil || x == nil || w.loops.Of(x) == nil && !late {
		w.leave(b, x)
		return
	}
	b.Ctrl = []*ir.Value{w.any(b, w.alive)}
	end := w.f.NewBlock("")
	end.SetTerm(ir.Ret, x.Pos)
	b.SetTerm(ir.If, x.Pos, w.block(x), end)
}

// leave ends a block with a jump to a header, or where it is nil with the CTA.
func (w *weaver) leave(b, x *ir.Block) {
	if x == nil {
		b.SetTerm(ir.Ret, b.Pos)
		return
	}
	b.SetTerm(ir.Jump, x.Pos, w.block(x))
}

// line puts headers under masks one after another, and returns the last block.
func (w *weaver) line(b *ir.Block, items []*item) *ir.Block {
	for _, it := range items {
		if it.unison != nil {
			b = w.inUnison(b, it.unison)
			continue
		}
		if it.loop == nil {
			next := w.f.NewBlock("")
			b.SetTerm(ir.Jump, it.header.Pos, next)
			b = next
			w.header(b, it.header)
			continue
		}
		head, body, after := w.f.NewBlock(it.header.Name), w.f.NewBlock(""), w.f.NewBlock("")
		w.around[it.header] = head
		b.SetTerm(ir.Jump, it.header.Pos, head)
		w.phis(head, it.header)
		head.Ctrl = []*ir.Value{w.any(head, w.token(it.header))}
		head.SetTerm(ir.If, 0, body, after)
		w.header(body, it.header)
		w.line(body, it.loop[1:]).SetTerm(ir.Jump, it.header.Pos, head)
		b = after
	}
	return b
}

// inUnison puts the headers of a unison after a block, and returns the last block.
func (w *weaver) inUnison(b *ir.Block, u *unison) *ir.Block {
	end := w.f.NewBlock("")
	for _, x := range u.headers {
		w.at[x] = w.f.NewBlock(x.Name)
	}
	enter := map[*ir.Block]*ir.Block{u.exit: end} // where the CTA comes to a header, but around a loop
	for _, x := range u.headers {
		enter[x] = w.at[x]
		if w.loops.Headed(x) == nil {
			continue
		}
		front := w.f.NewBlock("")
		if w.token(x).First > 0 {
			front.SetTerm(ir.Jump, 0, w.at[x]) // the first thread of a row comes
		} else {
			front.Ctrl = []*ir.Value{w.any(front, w.token(x))}
			front.SetTerm(ir.If, 0, w.at[x], end)
		}
		w.around[x], enter[x] = w.at[x], front
	}
	b.SetTerm(ir.Jump, u.entry.Pos, enter[u.entry])
	for _, x := range u.headers {
		at := w.at[x]
		if w.around[x] != nil {
			w.phis(at, x)
		}
		w.header(at, x)
		var succs []*ir.Block
		for _, y := range w.succs(x) {
			if l := w.loops.Headed(y); l != nil && w.loops.Contains(l, x) {
				succs = append(succs, w.at[y])
			} else {
				succs = append(succs, enter[y])
			}
		}
		if w.fork[x.ID] {
			at.SetTerm(x.Term, x.Pos, succs...)
		} else {
			at.SetTerm(ir.Jump, x.Pos, succs...)
		}
	}
	return end
}

// arguments gives the copies their arguments.
func (w *weaver) arguments() {
	entry := w.f.Blocks[0]
	var first []*ir.Value // constants and the like, before everything
	var get func(v *ir.Value) *ir.Value
	atEntry := func(v *ir.Value, args ...*ir.Value) *ir.Value {
		c := w.f.NewLike(v, args...)
		c.Block = entry
		first = append(first, c)
		return c
	}
	// sum copies the address of a load that is computed once, see steady: it is made of
	// constants.
	var sum func(v *ir.Value) *ir.Value
	sum = func(v *ir.Value) *ir.Value {
		if trivial(v) {
			return get(v)
		}
		var args []*ir.Value
		for _, a := range v.Args {
			args = append(args, sum(a))
		}
		return atEntry(v, args...)
	}
	get = func(v *ir.Value) *ir.Value {
		if c := w.val[v]; c != nil {
			return c
		}
		if v.Op == ir.OpPhi && w.once[v.ID] {
			// Under a mask, not at the head of a loop: it chooses nothing.
			for _, a := range v.Args {
				if a != v {
					return get(a)
				}
			}
		}
		switch {
		case trivial(v):
			w.val[v] = atEntry(v)
		case w.once[v.ID] && !w.needed[v.ID] && v.Pure() && v.Op != ir.OpPhi:
			w.val[v] = sum(v) // nothing but such a load needs it
		default:
			panic("schedule: no way for " + v.String() + " to the CTA")
		}
		return w.val[v]
	}
	for _, v := range w.copied {
		c := w.val[v]
		switch {
		case v.Op == ir.OpPhi:
			for _, p := range c.Block.Preds {
				c.Args = append(c.Args, get(w.incomingFrom(v, c.Block, p)))
			}
		case v.Convergent():
			for i, a := range v.Args {
				if c.Args[i] == nil {
					c.Args[i] = get(a)
				}
			}
		default:
			for _, a := range v.Args {
				c.Args = append(c.Args, get(a))
			}
		}
	}
	for _, b := range w.f.Blocks {
		for _, v := range b.Values {
			if v.Op == ir.OpRun {
				for _, a := range v.Attr.Func.ArgFrom {
					v.Args = append(v.Args, get(a))
				}
			}
		}
	}
	for _, x := range w.headers {
		if b := w.at[x]; b != nil && w.fork[x.ID] && w.once[x.Ctrl[0].ID] {
			b.Ctrl = []*ir.Value{get(x.Ctrl[0])}
		}
	}
	entry.Values = append(first, entry.Values...)
}

// incomingFrom returns what a phi is where the CTA comes from block p to block b.
func (w *weaver) incomingFrom(phi *ir.Value, b, p *ir.Block) *ir.Value {
	for i, a := range phi.Args {
		q := phi.Block.Preds[i]
		header := w.owner[q.ID]
		switch {
		case w.around[phi.Block] == b:
			if w.goesRound(phi.Block, q) == (p != b.Preds[0]) {
				return a
			}
		case w.from[p] != nil && w.from[p] == header, w.out[p] != nil && w.out[p] == w.areaOf[header]:
			return a
		}
	}
	panic("schedule: a phi without a value on one way")
}
