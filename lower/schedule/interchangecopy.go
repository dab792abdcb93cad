package schedule

import (
	"slices"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// rebuilder inserts the interchanged loop before the original one:
//
//	from:   may the CTA go round? enter; else alone
//	ask:    does the first thread go on? round; else done
//	round:  a lockstep point
//	thread: does this thread go on? a copy of the loop's body; then join
//	next:   the CTA's counters; ask
//	done:   after the loop, or where the guard jumps to
//	alone:  the guard, and the original loop
type rebuilder struct {
	*striding
	enter, ask, round, thread, join, next, done, alone *ir.Block

	of    map[*ir.Value]*ir.Value // by phi of the head: what of it is the CTA's, or carried
	value map[*ir.Value]*ir.Value // of the copy
	block map[*ir.Block]*ir.Block

	// of the guard
	cond    *ir.Value
	condPos diag.Pos
	holds   bool // where the condition holds there is a first round
}

func (s *striding) rebuild() {
	r := &rebuilder{striding: s, of: map[*ir.Value]*ir.Value{}, value: map[*ir.Value]*ir.Value{}, block: map[*ir.Block]*ir.Block{}}
	f := s.f
	at, n := slices.Index(f.Blocks, s.blocks[0]), len(f.Blocks)
	for _, b := range []**ir.Block{&r.enter, &r.ask, &r.round, &r.thread} {
		*b = f.NewBlock("")
	}
	for _, b := range s.blocks {
		if b == s.head && !s.atEnd {
			r.block[b] = r.thread
		} else {
			r.block[b] = f.NewBlock(b.Name)
		}
	}
	for _, b := range []**ir.Block{&r.join, &r.next, &r.done, &r.alone} {
		*b = f.NewBlock("")
	}
	r.hoist()
	r.derive()
	r.begin()
	r.turn()
	r.inductions()
	r.copies()
	r.merge()
	r.leave()
	added := slices.Clone(f.Blocks[n:])
	f.Blocks = slices.Insert(f.Blocks[:n], at, added...)
}

// hoist takes constants and the like out of the loop, as what is after it uses them too.
func (r *rebuilder) hoist() {
	for _, b := range r.blocks {
		for _, v := range b.Values {
			if trivial(v) {
				v.Block = r.from
				r.from.Values = append(r.from.Values, v)
			}
		}
		b.Values = slices.DeleteFunc(b.Values, func(v *ir.Value) bool { return v.Block != b })
	}
}

// derive makes sums of the inductions that are sums of the counter, in the loop that is
// there.
func (r *rebuilder) derive() {
	head, i := r.head, r.counter.phi
	to := map[*ir.Value]*ir.Value{}
	at := len(head.Phis())
	for _, w := range r.walks {
		if w.base == nil || w == r.counter {
			continue
		}
		v := i
		add := func(op ir.Op, x, y *ir.Value) {
			v = r.f.NewValue(op, i.Type, w.phi.Pos, x, y)
			head.Insert(at, v)
			at++
		}
		if w.times != 1 {
			add(ir.OpMul, i, r.from.Const(i.Type, uint64(w.times)&ir.Ones(i.Type.Bits()), w.phi.Pos))
		}
		add(ir.OpAdd, r.sum(r.from, w.base, i.Type), v)
		v.Name = w.phi.Name
		to[w.phi] = v
	}
	for _, b := range r.blocks {
		b.Values = slices.DeleteFunc(b.Values, func(v *ir.Value) bool { return to[v] != nil })
		replace(b, to)
	}
	r.walks = slices.DeleteFunc(r.walks, func(w *induction) bool { return to[w.phi] != nil })
}

// begin asks before the loop whether the CTA may go round.
func (r *rebuilder) begin() {
	from, head := r.from, r.head
	ok := r.safe()
	head.Preds[slices.Index(head.Preds, from)] = r.alone
	from.Ctrl = []*ir.Value{ok}
	from.SetTerm(ir.If, r.asked(), r.enter, r.alone)
	r.enter.SetTerm(ir.Jump, from.Pos, r.ask)
	r.alone.Pos, r.alone.Term, r.alone.Succs = head.Pos, ir.Jump, []*ir.Block{head}
	g := r.guard
	if g == nil {
		return
	}
	// The guard comes after the question.
	r.cond, r.condPos, r.holds = g.Ctrl[0], g.Pos, g.Succs[0] != r.skip
	into := r.f.NewBlock("")
	into.Pos, into.Term, into.Preds, into.Succs = g.Pos, ir.Jump, []*ir.Block{r.alone}, []*ir.Block{head}
	head.Preds[slices.Index(head.Preds, r.alone)] = into
	r.ifGuard(r.alone, into, r.skip)
	r.skip.Preds = []*ir.Block{r.alone}
	to := g.Succs[0]
	if to == r.skip {
		to = g.Succs[1]
	}
	g.Term, g.Ctrl, g.Succs = ir.Jump, nil, []*ir.Block{to}
}

// asked is where the PTX asks whether there is a first round.
func (r *rebuilder) asked() diag.Pos {
	if r.guard != nil {
		return r.guard.Pos
	}
	return r.test.Pos
}

// ifGuard ends a block as the guard does.
func (r *rebuilder) ifGuard(b, in, skip *ir.Block) {
	b.Term, b.Pos, b.Ctrl, b.Succs = ir.If, r.condPos, []*ir.Value{r.cond}, []*ir.Block{in, skip}
	if !r.holds {
		b.Succs = []*ir.Block{skip, in}
	}
}

// safe computes whether the stride is no less than a row, and nothing wraps.
func (r *rebuilder) safe() *ir.Value {
	b, c := r.from, r.counter
	t, pos := c.phi.Type, r.asked()
	less, most := ir.LeS, ir.Ones(t.Bits()-1)
	if r.cmp == ir.LtU {
		less, most = ir.LeU, ir.Ones(t.Bits())
	}
	var ok *ir.Value
	and := func(cmp ir.Cmp, x, y *ir.Value) {
		v := b.Add(ir.OpICmp, ir.I1, pos, x, y)
		v.Attr.Cmp = cmp
		if ok != nil {
			v = b.Add(ir.OpAnd, ir.I1, pos, ok, v)
		}
		ok = v
	}
	row := b.Add(ir.OpSReg, ir.I32, pos)
	row.Attr.SReg = "ntid.x"
	and(ir.GeU, row, b.Const(ir.I32, minRow, pos))
	if !isRow(c.step) {
		if t == ir.I64 {
			row = b.Add(ir.OpZext, t, pos, row)
		}
		and(less, row, c.step)
	}
	and(less, r.limit, b.Add(ir.OpSub, t, pos, b.Const(t, most, pos), c.step))
	base := r.sum(b, c.base, c.baseType())
	small := func(x *ir.Value, cmp ir.Cmp, most uint64) {
		if k, isConst := x.IsConst(); !isConst || !cmp.Ints(x.Type.Bits(), k, most) {
			and(cmp, x, b.Const(x.Type, most, pos))
		}
	}
	switch c.narrow {
	case analysis.ExtUnsigned:
		small(base, ir.LeU, ir.Ones(32)-MaxRow)
		base = b.Add(ir.OpZext, t, pos, base)
	case analysis.ExtSigned:
		small(base, ir.LeS, ir.Ones(31)-MaxRow)
		base = b.Add(ir.OpSext, t, pos, base)
	}
	if c.narrow != analysis.ExtUnsigned {
		small(base, less, most-MaxRow)
	}
	r.of[c.phi] = base // what the phi that takes its place starts with
	return ok
}

// isRow reports whether a value is the number of threads in a row.
func isRow(v *ir.Value) bool {
	return analysis.IsSReg(v, "ntid.x") || v.Op == ir.OpZext && analysis.IsSReg(v.Args[0], "ntid.x")
}

// baseType is the type of the sum that the counter's first value is without %tid.x.
func (w *induction) baseType() ir.Type {
	if w.narrow != analysis.ExtNone {
		return ir.I32
	}
	return w.phi.Type
}

// sum computes a sum at the end of a block.
func (r *rebuilder) sum(b *ir.Block, x *sum, t ir.Type) *ir.Value {
	var out *ir.Value
	pos := r.from.Pos
	add := func(v *ir.Value) {
		if out != nil {
			v = b.Add(ir.OpAdd, t, pos, out, v)
		}
		out = v
	}
	for _, term := range x.terms {
		v := term.Value
		switch {
		case v.Type == t:
		case term.Ext == analysis.ExtSigned:
			v = b.Add(ir.OpSext, t, pos, v)
		default:
			v = b.Add(ir.OpZext, t, pos, v)
		}
		if term.Scale != 1 {
			v = b.Add(ir.OpMul, t, pos, v, b.Const(t, uint64(term.Scale)&ir.Ones(t.Bits()), pos))
		}
		add(v)
	}
	if x.off != 0 || out == nil {
		add(b.Const(t, uint64(x.off)&ir.Ones(t.Bits()), pos))
	}
	return out
}

// turn makes the CTA's part of the loop.
func (r *rebuilder) turn() {
	ask, pos := r.ask, r.test.Pos
	phi := func(like *ir.Value, first *ir.Value) *ir.Value {
		v := ask.Add(ir.OpPhi, like.Type, like.Pos, first, nil)
		v.Name = like.Name
		r.of[like] = v
		return v
	}
	for _, w := range r.walks {
		if w == r.counter {
			phi(w.phi, r.of[w.phi])
		} else {
			phi(w.phi, r.from.Const(w.phi.Type, 0, pos))
		}
	}
	for _, p := range r.carried {
		phi(p, r.first(p))
	}
	v := ask.Add(ir.OpICmp, ir.I1, pos, r.of[r.counter.phi], r.limit)
	v.Attr.Cmp = r.cmp
	ask.Ctrl = []*ir.Value{v}
	ask.SetTerm(ir.If, pos, r.round, r.done)
	r.round.Add(ir.OpLockstep, ir.Void, pos)
	r.round.SetTerm(ir.Jump, pos, r.thread)
	r.join.SetTerm(ir.Jump, pos, r.next)
	for _, w := range r.walks {
		u := r.of[w.phi]
		n := r.next.Add(ir.OpAdd, u.Type, r.striding.next(w.phi).Pos, u, w.step)
		n.Name = w.phi.Name
		u.Args[1] = n
	}
	r.next.SetTerm(ir.Jump, pos, ask)
}

// inductions computes what the phis of the head are for a thread.
func (r *rebuilder) inductions() {
	b := r.thread
	add := func(p, x, y *ir.Value) *ir.Value {
		v := b.Add(ir.OpAdd, p.Type, p.Pos, x, y)
		v.Name = p.Name
		return v
	}
	c := r.counter
	tx := c.tid
	if c.phi.Type == ir.I64 {
		tx = b.Add(ir.OpZext, ir.I64, c.phi.Pos, tx)
	}
	r.value[c.phi] = add(c.phi, r.of[c.phi], tx)
	for _, w := range r.walks {
		if w != c {
			r.value[w.phi] = add(w.phi, r.first(w.phi), r.of[w.phi])
		}
	}
	for _, p := range r.carried {
		r.value[p] = r.of[p]
	}
}

// copies makes the loop's body for the threads of a round.
func (r *rebuilder) copies() {
	for _, b := range r.blocks {
		to := r.block[b]
		for _, v := range b.Values {
			if r.value[v] == nil {
				r.value[v] = to.AddLike(v)
			}
		}
	}
	for _, b := range r.blocks {
		to := r.block[b]
		for _, v := range b.Values {
			if b == r.head && v.Op == ir.OpPhi {
				continue
			}
			w := r.value[v]
			for _, a := range v.Args {
				w.Args = append(w.Args, r.copied(a))
			}
		}
		if to != r.thread && b != r.head {
			for _, p := range b.Preds {
				to.Preds = append(to.Preds, r.block[p])
			}
		}
		to.Term, to.Pos, to.Also = b.Term, b.Pos, b.Also
		switch {
		case b == r.latch:
			to.SetTerm(ir.Jump, b.Pos, r.join)
			continue
		case b == r.test && r.atEnd:
			to.Term, to.Succs = ir.Jump, []*ir.Block{r.block[r.latch]}
			continue
		}
		for _, v := range b.Ctrl {
			to.Ctrl = append(to.Ctrl, r.copied(v))
		}
		for _, t := range b.Succs {
			if t == r.out {
				e := r.f.NewBlock("")
				e.Preds = []*ir.Block{to}
				e.SetTerm(ir.Jump, b.Pos, r.join)
				to.Succs = append(to.Succs, e)
				continue
			}
			to.Succs = append(to.Succs, r.block[t])
		}
	}
	if !r.atEnd {
		return
	}
	v := r.thread.Add(ir.OpICmp, ir.I1, r.test.Pos, r.value[r.counter.phi], r.limit)
	v.Attr.Cmp = r.cmp
	r.thread.Ctrl = []*ir.Value{v}
	e := r.f.NewBlock("")
	r.thread.SetTerm(ir.If, r.test.Pos, r.block[r.head], e)
	e.SetTerm(ir.Jump, r.test.Pos, r.join)
}

// copied returns the copy of a value, or itself where it is none of the loop.
func (r *rebuilder) copied(v *ir.Value) *ir.Value {
	if w := r.value[v]; w != nil {
		return w
	}
	return v
}

// merge makes what threads carry to the next round: those that do not go on carry what
// they have.
func (r *rebuilder) merge() {
	body := r.block[r.latch]
	for _, p := range r.carried {
		v := r.join.Add(ir.OpPhi, p.Type, p.Pos)
		v.Name = p.Name
		for _, q := range r.join.Preds {
			if q == body {
				v.Args = append(v.Args, r.copied(r.striding.next(p)))
			} else {
				v.Args = append(v.Args, r.of[p])
			}
		}
		r.of[p].Args[1] = v
	}
}

// leave leads from the loop of the CTA to where the other one leads.
func (r *rebuilder) leave() {
	if x := r.meet(); x != nil {
		r.done.SetTerm(ir.Jump, r.test.Pos, x)
		return
	}
	out, pos := r.out, r.test.Pos
	edge := func(from, to *ir.Block) *ir.Block { // in the middle of an edge
		e := r.f.NewBlock("")
		e.Term, e.Pos, e.Preds, e.Succs = ir.Jump, pos, []*ir.Block{from}, []*ir.Block{to}
		from.Succs[slices.Index(from.Succs, to)] = e
		to.Preds[slices.Index(to.Preds, from)] = e
		return e
	}
	edge(r.test, out)
	last := r.done
	if r.guard != nil {
		edge(r.alone, r.skip)
		last = r.f.NewBlock("")
		around := r.f.NewBlock("")
		r.ifGuard(r.done, last, around)
		last.Preds, around.Preds = []*ir.Block{r.done}, []*ir.Block{r.done}
		around.SetTerm(ir.Jump, pos, r.skip)
	}
	last.SetTerm(ir.Jump, pos, out)
	var phis []*ir.Value
	to := map[*ir.Value]*ir.Value{}
	for _, p := range r.carried {
		v := r.last(p)
		if !r.in[v.Block] || to[v] != nil {
			continue
		}
		x := r.f.NewValue(ir.OpPhi, v.Type, v.Pos, v, r.of[p])
		x.Name, x.Block = v.Name, out
		to[v] = x
		phis = append(phis, x)
	}
	r.behind(to)
	out.Values = slices.Insert(out.Values, 0, phis...)
}

// behind gives what stands behind the loops other values than those of the loop.
func (r *rebuilder) behind(to map[*ir.Value]*ir.Value) {
	mine := map[*ir.Block]bool{}
	for b := range r.in {
		mine[b] = true
	}
	for _, b := range r.block {
		mine[b] = true
	}
	for _, b := range r.f.Blocks {
		if !mine[b] {
			replace(b, to)
		}
	}
}

// replace gives what a block uses other values.
func replace(b *ir.Block, to map[*ir.Value]*ir.Value) {
	swap := func(args []*ir.Value) {
		for i, a := range args {
			if x := to[a]; x != nil {
				args[i] = x
			}
		}
	}
	swap(b.Ctrl)
	for _, v := range b.Values {
		swap(v.Args)
	}
}

// meet returns the block in which threads meet that went round, and those that did not,
// where it asks for nothing but what they carry, and makes done one of its predecessors;
// nil where there is none.
func (r *rebuilder) meet() *ir.Block {
	between := func(b *ir.Block) bool { return len(b.Values) == 0 && len(b.Preds) == 1 && b.Term == ir.Jump }
	if r.guard == nil || !between(r.out) || !between(r.skip) || r.out.Succs[0] != r.skip.Succs[0] {
		return nil
	}
	x := r.out.Succs[0]
	var args []*ir.Value
	for _, phi := range x.Phis() {
		v, a := phi.Args[slices.Index(x.Preds, r.out)], phi.Args[slices.Index(x.Preds, r.skip)]
		i := slices.IndexFunc(r.carried, func(p *ir.Value) bool { return r.striding.next(p) == v && same(r.first(p), a) })
		switch {
		case i >= 0:
			args = append(args, r.of[r.carried[i]])
		case same(v, a):
			args = append(args, v)
		default:
			return nil
		}
	}
	mine := func(v *ir.Value) bool { return r.in[v.Block] }
	for _, b := range r.f.Blocks {
		if r.in[b] {
			continue
		}
		for _, v := range b.Values {
			if !(v.Op == ir.OpPhi && b == x) && slices.ContainsFunc(v.Args, mine) {
				return nil
			}
		}
		if slices.ContainsFunc(b.Ctrl, mine) {
			return nil
		}
	}
	for i, phi := range x.Phis() {
		phi.Args = append(phi.Args, args[i])
	}
	return x
}

// same reports whether two values are one, or equal constants.
func same(v, w *ir.Value) bool {
	x, ok := v.IsConst()
	y, also := w.IsConst()
	return v == w || ok && also && x == y && v.Type == w.Type
}
