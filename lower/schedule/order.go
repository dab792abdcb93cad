package schedule

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// A barrier between two regions, as in a step of a scan,
//
//	if tx >= d { f = s[tx-d] }
//	barrier
//	s[tx] += f
//
// can go where one loop over the threads can run both, in an order in which no thread
// does what is after the barrier while another one still has to do something before it
// that may meet it in memory: here from the last thread to the first. Then f is a variable
// of the loop instead of a slot.
//
// That is so for the threads of a row. A CTA has one, or rows whose threads are alike: they
// do the same, whatever tid.y and tid.z are, and what all of them do at the same time the
// first can do for all.

// order removes such barriers, where something is kept from one side to the other, and
// reports whether there was one.
func (c *subject) order() bool {
	if c.loops.Irreducible || c.tidX == nil || !c.oneRow() {
		return false
	}
	var list []*meeting
	for _, b := range c.f.Blocks {
		if v := syncOf(b); v != nil && v.Op == ir.OpBarrier && v.Type == ir.Void && v.Attr.Bar == ir.BarSync && c.checkedBarrier(v) {
			list = append(list, &meeting{subject: c, at: b})
		}
	}
	found := false
	for _, m := range list {
		if m.sides() && m.keeps() && m.decide() {
			m.at.Values = nil
			c.orders[m.at] = m.order
			found = true
		}
	}
	return found
}

// checkedBarrier reports whether a barrier is one of all threads, which come to it together.
func (c *subject) checkedBarrier(v *ir.Value) bool {
	id, okID := v.Args[0].IsConst()
	n, okN := v.Args[1].IsConst()
	return okID && okN && id <= 15 && (n == 0 || c.isAll(n)) && c.uni.Exec(v.Block).In(analysis.CTA)
}

// oneRow reports whether one row of threads is enough: the kernel has no other, or all are
// alike, which c.alike says.
func (c *subject) oneRow() bool {
	if hasOneRow(c.kernel) {
		return true
	}
	c.alike = !c.kernel.Spins && len(c.kernel.Locals) == 0 && firstValue(c.f, func(v *ir.Value) bool { return !rowAlike(v) }) == nil
	return c.alike
}

// hasOneRow reports whether every block of a kernel is one row of threads.
func hasOneRow(k *ir.Func) bool {
	n := k.ReqNTID
	return n[0] > 0 && max(n[1], 1)*max(n[2], 1) == 1
}

// rowAlike reports whether an operation does the same in all rows of threads, and as often
// as it is done.
func rowAlike(v *ir.Value) bool {
	switch v.Op {
	case ir.OpPhi, ir.OpLockstep, ir.OpTrap:
		return true
	case ir.OpBarrier:
		return v.Type == ir.Void
	case ir.OpSReg:
		return analysis.IsSReg(v, "tid.x") || v.Pure() && analysis.Inherent(v).In(analysis.CTA)
	}
	return v.Pure() || v.IsAccess() && !v.IsAtomic()
}

// meeting is a barrier, with what threads do before it and after, as far as the next
// sync points.
type meeting struct {
	*subject
	at            *ir.Block
	before, after map[*ir.Block]bool
	order         ir.ThreadOrder
}

// sides finds the blocks on both sides. They are the region's alone: all threads that are
// in front come to the barrier, and who is after comes from it, but for tails, of which each region has its own, and
// for what nobody can tell from outside before the next sync point, as at the head of a loop.
func (m *meeting) sides() bool {
	stop := func(list []*ir.Block) []*ir.Block {
		return slices.DeleteFunc(slices.Clone(list), func(b *ir.Block) bool { return syncOf(b) != nil })
	}
	m.before = ir.Closure(stop(m.at.Preds), func(b *ir.Block) []*ir.Block { return stop(b.Preds) })
	m.after = ir.Closure(stop(m.at.Succs), func(b *ir.Block) []*ir.Block { return stop(b.Succs) })
	for b := range m.before {
		if m.after[b] || len(b.Succs) == 0 || slices.ContainsFunc(b.Succs, func(s *ir.Block) bool { return s != m.at && !m.before[s] }) {
			return false
		}
	}
	for b := range m.after {
		if slices.ContainsFunc(b.Preds, func(p *ir.Block) bool { return p != m.at && !m.after[p] }) && !m.tail[b.ID] && !m.quietFrom(b) {
			return false
		}
	}
	return true
}

// quietFrom reports whether threads that come to a block after the barrier only compute, as far as the next sync points.
func (m *meeting) quietFrom(b *ir.Block) bool {
	in := ir.Closure([]*ir.Block{b}, func(b *ir.Block) []*ir.Block {
		return slices.DeleteFunc(slices.Clone(b.Succs), func(s *ir.Block) bool { return !m.after[s] })
	})
	for b := range in {
		if len(b.Succs) == 0 || slices.ContainsFunc(b.Values, func(v *ir.Value) bool { return v.Op != ir.OpPhi && !v.Pure() }) {
			return false
		}
	}
	return true
}

// keeps reports whether a thread needs something after the barrier that it has loaded, or
// chosen, before it. What it needs of what is before that again is no matter of this
// barrier.
func (m *meeting) keeps() bool {
	seen := map[*ir.Value]bool{}
	var from func(v *ir.Value) bool
	from = func(v *ir.Value) bool {
		if seen[v] || !m.before[v.Block] || trivial(v) || m.uni.Of(v).In(analysis.CTA) {
			return false
		}
		seen[v] = true
		return v.Op == ir.OpPhi || !v.Pure() || slices.ContainsFunc(v.Args, from)
	}
	for b := range m.after {
		for _, v := range b.Values {
			if m.needed[v.ID] && slices.ContainsFunc(m.operands(v), from) {
				return true
			}
		}
		if slices.ContainsFunc(b.Ctrl, from) {
			return true
		}
	}
	return false
}

// decide finds the order, and reports whether there is one. Barriers that have gone in
// front of this one have set theirs.
func (m *meeting) decide() bool {
	may := map[ir.ThreadOrder]bool{ir.Ascending: true, ir.Descending: true}
	for b := range m.before {
		if o := m.orders[b]; o != ir.AnyOrder {
			may = map[ir.ThreadOrder]bool{o: may[o]}
		}
	}
	for b := range m.after {
		if o := m.orders[b]; o != ir.AnyOrder {
			may = map[ir.ThreadOrder]bool{o: may[o]}
		}
	}
	front, ok := m.spots(m.before)
	if !ok {
		return false
	}
	behind, ok := m.spots(m.after)
	faults := func(list []analysis.Spot) bool {
		return slices.ContainsFunc(list, func(s analysis.Spot) bool { return s.Faults })
	}
	if !ok || faults(front) && faults(behind) {
		return false // a fault in front comes before one after
	}
	for i := range front {
		for j := range behind {
			lower, higher := front[i].Meets(&behind[j])
			may[ir.Ascending] = may[ir.Ascending] && !lower
			may[ir.Descending] = may[ir.Descending] && !higher
		}
	}
	// Of the threads that store something in one place at once the last one's counts.
	for _, x := range slices.Concat(front, behind) {
		if lower, higher := x.Meets(&x); x.Writes && (lower || higher) {
			may[ir.Descending] = false
		}
	}
	switch {
	case may[ir.Ascending]:
		m.order = ir.Ascending
	case may[ir.Descending]:
		m.order = ir.Descending
	}
	return m.order != ir.AnyOrder
}

// spots lists what the threads access in some blocks. It fails where they do what has to
// stay in its order for other reasons.
func (m *meeting) spots(blocks map[*ir.Block]bool) ([]analysis.Spot, bool) {
	at := analysis.NewSpots(m.prov, m.bounds(), m.tidX, MaxRow)
	var out []analysis.Spot
	for b := range blocks {
		for _, v := range b.Values {
			switch {
			case v.IsAccess() && v.Attr.Space == ir.ParamSpace && !v.Writes():
			case v.IsAccess() && !v.Strong():
				out = append(out, at.Of(v))
			case v.Op != ir.OpPhi && !v.Pure():
				return nil, false
			}
		}
		if b.Term == ir.Switch || b.Term == ir.Unreachable || b.Term == ir.Exit {
			return nil, false
		}
	}
	return out, true
}
