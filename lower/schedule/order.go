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
func (c *cutter) order() bool {
	if c.loops.Irreducible || c.tidX == nil || !c.oneRow() {
		return false
	}
	var list []*meeting
	for _, b := range c.f.Blocks {
		if v := syncOf(b); v != nil && v.Op == ir.OpBarrier && v.Type == ir.Void && v.Attr.Bar == ir.BarSync && c.checkedBarrier(v) {
			list = append(list, &meeting{cutter: c, at: b})
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
func (c *cutter) checkedBarrier(v *ir.Value) bool {
	id, okID := v.Args[0].IsConst()
	n, okN := v.Args[1].IsConst()
	return okID && okN && id <= 15 && (n == 0 || c.isAll(n)) && c.uni.Exec(v.Block).In(analysis.CTA)
}

// oneRow reports whether one row of threads is enough: the kernel has no other, or all are
// alike, which c.alike says.
func (c *cutter) oneRow() bool {
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
	*cutter
	at            *ir.Block
	before, after map[*ir.Block]bool
	order         ir.ThreadOrder
}

// sides finds the blocks on both sides. They are the region's alone: all threads that are
// in front come to the barrier, and who is after comes from it.
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
		if slices.ContainsFunc(b.Preds, func(p *ir.Block) bool { return p != m.at && !m.after[p] }) {
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
	faults := func(list []spot) bool { return slices.ContainsFunc(list, func(s spot) bool { return s.faults }) }
	if !ok || faults(front) && faults(behind) {
		return false // a fault in front comes before one after
	}
	for i := range front {
		for j := range behind {
			lower, higher := front[i].meets(&behind[j])
			may[ir.Ascending] = may[ir.Ascending] && !lower
			may[ir.Descending] = may[ir.Descending] && !higher
		}
	}
	// Of the threads that store something in one place at once the last one's counts.
	for _, x := range slices.Concat(front, behind) {
		if lower, higher := x.meets(&x); x.writes && (lower || higher) {
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

// memory is what an access may be of.
type memory uint8

const (
	anyMemory    memory = iota
	globalMemory        // and not shared
	sharedMemory        // of the variable sym
)

// spot is where a thread accesses memory: where known the bytes of a shared variable from
// by*tx + off on, for tx from lo to hi.
type spot struct {
	memory  memory
	sym     *ir.Symbol
	known   bool
	by, off int64
	size    int64
	lo, hi  int64
	writes  bool
	faults  bool // or may
}

// spots lists what the threads access in some blocks. It fails where they do what has to
// stay in its order for other reasons.
func (m *meeting) spots(blocks map[*ir.Block]bool) ([]spot, bool) {
	var out []spot
	for b := range blocks {
		for _, v := range b.Values {
			switch {
			case v.IsAccess() && v.Attr.Space == ir.ParamSpace && !v.Writes():
			case v.IsAccess() && !v.Strong():
				out = append(out, m.spot(v))
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

func (m *meeting) spot(v *ir.Value) spot {
	a := m.prov.Access(v)
	s := a.Base.Sym
	x := spot{size: bytes(v), writes: v.Writes(), faults: !fixed(v, &a)}
	switch {
	case isShared(&a):
		x.memory, x.sym = sharedMemory, s
	case a.Base.Kind == analysis.BaseParam, a.Base.Kind == analysis.BaseSymbol && (s.Space == ir.Global || s.Space == ir.Const):
		x.memory = globalMemory
		return x
	default:
		return x
	}
	if a.Root != nil || s.Extern {
		return x
	}
	lo, hi := m.bounds().In(m.tidX, v.Block)
	x.lo, x.hi, x.off = max(lo, 0), min(hi, MaxRow-1), a.Off
	for _, t := range a.Terms {
		by, off, ok := m.lane(t, &x)
		if !ok {
			return x
		}
		x.by, x.off = x.by+by, x.off+off
	}
	x.known = true
	first, last := x.off+min(x.by*x.lo, x.by*x.hi), x.off+max(x.by*x.lo, x.by*x.hi)
	x.faults = first < 0 || last+x.size > s.Size || x.by%x.size != 0 || x.off%x.size != 0 || int64(s.Align)%x.size != 0
	return x
}

// lane takes a term apart as a multiple of %tid.x plus a constant, for the threads of a
// spot.
func (m *meeting) lane(t analysis.Term, x *spot) (by, off int64, ok bool) {
	if analysis.IsSReg(t.Value, "tid.x") {
		return t.Scale, 0, true
	}
	if t.Ext == analysis.ExtNone || t.Value.Type != ir.I32 {
		return 0, 0, false
	}
	off, terms := m.prov.Sum(t.Value)
	if len(terms) != 1 || !analysis.IsSReg(terms[0].Value, "tid.x") {
		return 0, 0, false
	}
	by = terms[0].Scale
	// The sum of 32 bits is the number that it looks like.
	if least, most := off+min(by*x.lo, by*x.hi), off+max(by*x.lo, by*x.hi); least < 0 || most >= 1<<31 {
		return 0, 0, false
	}
	return t.Scale * by, t.Scale * off, true
}

// meets reports whether what a thread does at x may meet what a lower one does at y, or a
// higher one.
func (x *spot) meets(y *spot) (lower, higher bool) {
	apart := x.memory != anyMemory && y.memory != anyMemory && x.memory != y.memory
	both := x.memory == sharedMemory && y.memory == sharedMemory
	switch {
	case !x.writes && !y.writes, apart, both && x.sym != y.sym && !x.faults && !y.faults:
		return false, false
	case !both, x.sym != y.sym, !x.known, !y.known:
		return true, true
	}
	for t := x.lo; t <= x.hi; t++ {
		first, last := y.touching(x.by*t+x.off, x.size)
		lower = lower || first < t && first <= last
		higher = higher || last > t && first <= last
	}
	return lower, higher
}

// touching returns the first and the last thread that accesses one of some bytes; there is
// none where the last comes before the first. The threads of which one does are in a row.
func (x *spot) touching(at, size int64) (first, last int64) {
	// at < by*t + off + x.size and by*t + off < at + size
	low, high, by := at-x.size-x.off+1, at+size-x.off-1, x.by
	switch {
	case by == 0 && low <= 0 && 0 <= high:
		return x.lo, x.hi
	case by == 0:
		return 1, 0
	case by < 0:
		low, high, by = -high, -low, -by
	}
	return max(x.lo, -floor(-low, by)), min(x.hi, floor(high, by))
}

// floor returns the largest number whose product with y > 0 is no more than x.
func floor(x, y int64) int64 {
	q := x / y
	if x%y < 0 {
		q--
	}
	return q
}
