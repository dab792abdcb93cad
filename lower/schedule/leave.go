package schedule

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

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
	to.Term, to.Pos, to.Also, to.Succs = b.Term, b.Pos, b.Also, succs
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
	if m := o.on[o.x]; m != nil && o.keeps[o.x] {
		o.store(to, m, to.Const(ir.I1, 0, b.Pos))
	}
	if o.alive != nil && o.endsEarly(o.x) {
		o.store(to, o.alive, to.Const(ir.I1, 0, b.Pos))
	}
}

// leave does what happens on the way from b to a header: phis get their values, a sync
// point what it reads, and a mask the thread.
func (o *outliner) leave(to, b, header *ir.Block) {
	at := slices.Index(header.Preds, b)
	type copied struct {
		slot *ir.Slot
		v    *ir.Value
	}
	var list []copied
	for _, phi := range o.incoming(header) {
		if a := phi.Args[at]; a != phi && o.slot[a.ID] != o.slot[phi.ID] {
			list = append(list, copied{o.slot[phi.ID], o.get(a, to)})
		}
	}
	if v := syncOf(header); v != nil {
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
	if g := o.goal(header); o.under[g] {
		if m := o.token(g); m != o.on[o.x] || !o.keeps[o.x] {
			o.store(to, m, to.Const(ir.I1, 1, b.Pos))
		}
	}
}

// branch puts the thread into the mask of its way, at a fork that is not the CTA's.
func (o *outliner) branch(to, b *ir.Block) {
	if o.once[b.Ctrl[0].ID] && (!o.under[b] || o.unison[b] != nil) {
		return // it is the CTA that branches
	}
	if b.Term != ir.If {
		refuse(b.Pos, "a brx.idx in divergent control flow with sync points")
	}
	cond := o.get(b.Ctrl[0], to)
	yes, no := o.goal(b.Succs[0]), o.goal(b.Succs[1])
	if o.under[yes] && o.under[no] && o.token(yes) == o.token(no) {
		o.store(to, o.token(yes), to.Const(ir.I1, 1, b.Pos))
		return
	}
	for i, s := range []*ir.Block{yes, no} {
		if !o.under[s] {
			continue
		}
		v := cond
		if i == 1 {
			v = to.Add(ir.OpNot, ir.I1, cond.Pos, cond)
		}
		o.store(to, o.token(s), v)
	}
}
