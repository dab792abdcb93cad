package schedule

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Loop interchange. A loop in which each thread strides through memory,
//
//	for i := start + tx; i < n; i += stride { ... x[i] ... }
//
// with start, n and stride on which the threads of the CTA agree, becomes a loop of the CTA
// around the loop over threads:
//
//	for at := start; at < n; at += stride { if i := at + tx; i < n { ... x[i] ... } }
//
// A lockstep point in every iteration makes a region of its body, in which neighbouring
// threads access neighbouring elements. The two loops are equivalent if no index wraps and
// the stride is no less than a row: then the threads of an iteration are the first ones of
// the row, a thread that has ended stays so, and the first thread goes on as long as any. The
// CTA checks that when it runs. If it does not hold, or a row is short, each thread runs the
// loop by itself.

// minRow is the least number of threads in a row for which the interchange pays.
const minRow = 16

// maxRound is how many values a loop may have to be duplicated.
const maxRound = 96

// maxCarried is how many values a thread may spill from one iteration to the next.
const maxCarried = 6

// striding is such a loop, in the copy that is cut.
type striding struct {
	*subject
	blocks  []*ir.Block        // of the loop, in the order of the text
	in      map[*ir.Block]bool // the same
	head    *ir.Block
	from    *ir.Block // whence control comes to the head from outside
	latch   *ir.Block
	test    *ir.Block // asks whether there is another round
	atEnd   bool      // it comes last, before the latch; else it is the head
	out     *ir.Block // after the loop
	guard   *ir.Block // asks whether there is a first round, where the test comes after it; else nil
	skip    *ir.Block // where it leads else
	cmp     ir.Cmp    // a thread goes on as long as counter cmp limit
	limit   *ir.Value
	counter *induction
	walks   []*induction // the counter first
	carried []*ir.Value  // the other phis
	known   map[*ir.Value]distance
}

// distance is by how much a value differs between neighbours, whether it moves with the counter, and whether that is
// known.
type distance struct {
	by        int64
	moves, ok bool
}

// induction is a phi that grows by a step on which all threads agree.
type induction struct {
	phi, step *ir.Value

	// What it is for thread tx: base + tx, of the counter; base + times*counter, of one
	// that moves in proportion; else what it starts with plus what the CTA has added up.
	base   *sum
	narrow analysis.Ext // of the counter: base is a sum of 32 bits, extended like this
	times  int64
	tid    *ir.Value // of the counter: %tid.x
}

// sum is a linear form of values on which the threads of a CTA agree.
type sum struct {
	off   int64
	terms []analysis.Term
}

// strides reports whether a kernel has a phi that grows as the counter of such a loop may.
func strides(f *ir.Func) bool {
	grows := func(a, phi *ir.Value) bool {
		if a.Op != ir.OpAdd {
			return false
		}
		step := a.Args[0]
		if step == phi {
			step = a.Args[1]
		}
		k, isConst := step.IsConst()
		return slices.Contains(a.Args, phi) && (!isConst || k >= minRow)
	}
	return firstValue(f, func(v *ir.Value) bool {
		return v.Op == ir.OpPhi && slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return grows(a, v) })
	}) != nil
}

// interchange makes loops of the CTA of the loops in which threads stride through memory, and
// reports whether there was one.
func (c *subject) interchange() bool {
	if len(c.kernel.Locals) > 0 {
		return false // each thread would need a frame of its own
	}
	var found []*striding
	for _, l := range c.loops.All {
		if slices.ContainsFunc(found, func(s *striding) bool { return s.in[l.Header] }) {
			continue
		}
		if s := c.striding(l); s != nil {
			found = append(found, s)
		}
	}
	for _, s := range found {
		s.rebuild()
		c.turned[s.head] = true
	}
	if len(found) > 0 {
		c.f.Blocks = ir.ProgramOrder(c.f, ir.Loops(c.f, ir.Dominators(c.f)))
	}
	return len(found) > 0
}

// newStriding says where a loop begins, where it goes back, and whence control comes to it.
func (c *subject) newStriding(l *ir.Loop) *striding {
	s := &striding{subject: c, in: map[*ir.Block]bool{}, head: l.Header, latch: l.Latches[0], known: map[*ir.Value]distance{}}
	for _, p := range s.head.Preds {
		if p != s.latch {
			s.from = p
		}
	}
	return s
}

// striding returns what is known of a loop, nil where it stays as it is.
func (c *subject) striding(l *ir.Loop) *striding {
	s := c.newStriding(l)
	if c.loops.Irreducible || len(l.Header.Preds) != 2 || !s.body(maxRound) || !s.ends() || !s.phis() ||
		!s.starts() || !s.onlyCarried() || !s.neighbours() {
		return nil
	}
	return s
}

// body collects the blocks of a loop, whose values may be computed in another order. It goes from the latch
// to the head: a kernel may have thousands of loops, and only small ones are asked for more.
func (s *striding) body(most int) bool {
	size := 0
	add := func(b *ir.Block) bool {
		if s.in[b] {
			return true
		}
		s.blocks = append(s.blocks, b)
		s.in[b] = true
		size += max(1, len(b.Values))
		return size <= most && !slices.ContainsFunc(b.Values, func(v *ir.Value) bool { return !s.mayMove(v) })
	}
	if !add(s.head) || !add(s.latch) {
		return false
	}
	for next := 1; next < len(s.blocks); next++ {
		for _, p := range s.blocks[next].Preds {
			if !add(p) {
				return false
			}
		}
	}
	slices.SortFunc(s.blocks, func(a, b *ir.Block) int { return s.place[a.ID] - s.place[b.ID] })
	return true
}

// mayMove reports whether nobody can tell in which order threads come to an operation.
func (s *striding) mayMove(v *ir.Value) bool {
	switch {
	case v.Op == ir.OpPhi || v.Pure():
		return true
	case v.IsAtomic(): // one that nobody asks for its result adds up
		return v.IsAccess() && !v.Attr.Volatile && !v.Attr.Atom.OnBarrier() && len(s.users[v.ID]) == 0 && len(s.ctrl[v.ID]) == 0
	}
	return v.IsAccess() && !v.Strong()
}

// ends finds the one test by which threads leave the loop.
func (s *striding) ends() bool {
	for _, b := range s.blocks {
		for _, to := range b.Succs {
			if s.in[to] {
				continue
			}
			if s.out != nil {
				return false
			}
			s.test, s.out = b, to
		}
	}
	if s.test == nil || s.test.Term != ir.If {
		return false
	}
	s.atEnd = len(s.latch.Preds) == 1 && s.latch.Preds[0] == s.test && len(s.latch.Values) == 0
	if s.atEnd {
		return s.guarded()
	}
	return s.test == s.head && !slices.ContainsFunc(s.head.Values, func(v *ir.Value) bool { return v.Op != ir.OpPhi && !v.Pure() })
}

// guarded finds the guard of a loop whose test comes at the end of a round. What stands
// between the two all threads can compute.
func (s *striding) guarded() bool {
	b := s.from
	for len(b.Preds) == 1 {
		if slices.ContainsFunc(b.Values, func(v *ir.Value) bool { return !v.Pure() }) {
			return false
		}
		to := b
		b = b.Preds[0]
		if b.Term == ir.If {
			s.guard, s.skip = b, b.Succs[0]
			if s.skip == to {
				s.skip = b.Succs[1]
			}
			return s.skip != to
		}
		if b.Term != ir.Jump {
			return false
		}
	}
	return false
}

// asks returns what an If compares where it goes on to a block: x cmp limit.
func asks(b, to *ir.Block) (is ir.Cmp, x, limit *ir.Value, ok bool) {
	v := b.Ctrl[0]
	if v.Op != ir.OpICmp || v.Args[0].Type != ir.I32 && v.Args[0].Type != ir.I64 {
		return 0, nil, nil, false
	}
	is, x, limit = v.Attr.Cmp, v.Args[0], v.Args[1]
	if b.Succs[0] != to {
		is = is.Negated()
	}
	if is == ir.GtS || is == ir.GtU {
		is, x, limit = is.Mirrored(), limit, x
	}
	return is, x, limit, is == ir.LtS || is == ir.LtU
}

// phis sorts the phis of the head, and finds the counter among them.
func (s *striding) phis() bool {
	stay := s.test.Succs[0]
	if stay == s.out {
		stay = s.test.Succs[1]
	}
	is, x, limit, ok := asks(s.test, stay)
	if !ok || !s.fixed(limit) {
		return false
	}
	s.cmp, s.limit = is, limit
	for _, phi := range s.head.Phis() {
		step := s.step(phi)
		if step == nil {
			s.carried = append(s.carried, phi)
			continue
		}
		w := &induction{phi: phi, step: step}
		s.walks = append(s.walks, w)
		if s.atEnd && x == s.next(phi) || !s.atEnd && x == phi {
			s.counter = w
		}
	}
	return s.counter != nil && len(s.carried) <= maxCarried
}

// next is what a phi of the head is in the next round, and first in the first.
func (s *striding) next(phi *ir.Value) *ir.Value {
	return phi.Args[slices.Index(s.head.Preds, s.latch)]
}

func (s *striding) first(phi *ir.Value) *ir.Value {
	return phi.Args[1-slices.Index(s.head.Preds, s.latch)]
}

// last is what of a phi of the head is there after the loop.
func (s *striding) last(phi *ir.Value) *ir.Value {
	if s.atEnd {
		return s.next(phi)
	}
	return phi
}

// fixed reports whether a value is computed before the loop, and all threads of the
// CTA agree on it there.
func (s *striding) fixed(v *ir.Value) bool {
	return (trivial(v) || !s.in[v.Block]) && s.allAgreed(v) && s.uni.At(v, s.from).In(analysis.CTA)
}

// step returns what a phi grows by in every iteration, nil where that is not fixed.
func (s *striding) step(phi *ir.Value) *ir.Value {
	n := s.next(phi)
	if n.Op != ir.OpAdd || n.Type != ir.I32 && n.Type != ir.I64 {
		return nil
	}
	for i, a := range n.Args {
		if a == phi && s.fixed(n.Args[1-i]) {
			return n.Args[1-i]
		}
	}
	return nil
}

// starts takes apart what the inductions start with. All threads come to the loop, or its
// guard, together.
func (s *striding) starts() bool {
	at := s.from
	if s.guard != nil {
		at = s.guard
		to := at.Succs[0]
		if to == s.skip {
			to = at.Succs[1]
		}
		is, x, limit, ok := asks(at, to)
		if !ok || is != s.cmp || x != s.first(s.counter.phi) || !same(limit, s.limit) {
			return false
		}
	}
	if !s.uni.Exec(at).In(analysis.CTA) || !s.lane(s.counter) {
		return false
	}
	for _, w := range s.walks {
		if w != s.counter {
			s.proportion(w)
		}
	}
	return true
}

// lane takes what the counter starts with apart as a sum plus %tid.x.
func (s *striding) lane(w *induction) bool {
	first := s.first(w.phi)
	off, terms := s.prov.Sum(first)
	if len(terms) == 1 && off == 0 && terms[0].Scale == 1 && terms[0].Ext != analysis.ExtNone && !analysis.IsSReg(terms[0].Value, "tid.x") {
		if terms[0].Value.Type != ir.I32 {
			return false
		}
		w.narrow = terms[0].Ext
		off, terms = s.prov.Sum(terms[0].Value)
	}
	i := slices.IndexFunc(terms, func(t analysis.Term) bool { return t.Scale == 1 && analysis.IsSReg(t.Value, "tid.x") })
	if i < 0 {
		return false
	}
	w.tid = terms[i].Value
	w.base = &sum{off, slices.Delete(slices.Clone(terms), i, i+1)}
	return s.summable(w.base, w.baseType())
}

// summable reports whether the threads of the CTA agree on all terms of a sum, which can be
// computed as it stands.
func (s *striding) summable(x *sum, t ir.Type) bool {
	return !slices.ContainsFunc(x.terms, func(m analysis.Term) bool {
		v := m.Value
		fits := v.Type == t && m.Ext == analysis.ExtNone || v.Type.Bits() < t.Bits() && m.Ext != analysis.ExtNone
		return !fits || v.Op == ir.OpSymAddr && v.Attr.Off != 0 || !s.fixed(v)
	})
}

// proportion finds out whether an induction is a sum plus a multiple of the counter.
func (s *striding) proportion(w *induction) {
	if w.phi.Type != s.counter.phi.Type {
		return
	}
	k, ok := s.ratio(w.step, s.counter.step)
	if !ok {
		return
	}
	off, terms := s.prov.Sum(s.first(w.phi))
	coff, counted := s.prov.Sum(s.first(s.counter.phi))
	rest := &sum{off - k*coff, slices.Clone(terms)}
	for _, t := range counted {
		i := slices.IndexFunc(rest.terms, func(u analysis.Term) bool { return u.Ext == t.Ext && u.Value == t.Value })
		if i < 0 {
			rest.terms = append(rest.terms, analysis.Term{Value: t.Value, Ext: t.Ext})
			i = len(rest.terms) - 1
		}
		rest.terms[i].Scale -= k * t.Scale
	}
	rest.terms = slices.DeleteFunc(rest.terms, func(t analysis.Term) bool { return t.Scale == 0 })
	if s.summable(rest, w.phi.Type) {
		w.base, w.times = rest, k
	}
}

// ratio returns k where x is k*y.
func (s *striding) ratio(x, y *ir.Value) (int64, bool) {
	xo, xs := s.prov.Sum(x)
	yo, ys := s.prov.Sum(y)
	k := int64(0)
	switch {
	case len(xs) != len(ys):
		return 0, false
	case len(xs) > 0:
		k = xs[0].Scale / ys[0].Scale
	case yo != 0:
		k = xo / yo
	}
	for i, t := range ys {
		t.Scale *= k
		if xs[i] != t {
			return 0, false
		}
	}
	return k, k != 0 && xo == k*yo
}

// onlyCarried reports whether nothing of the loop is needed after it but what threads
// carry from one round to the next.
func (s *striding) onlyCarried() bool {
	kept := map[*ir.Value]bool{}
	for _, phi := range s.carried {
		kept[s.last(phi)] = true
	}
	lost := func(v *ir.Value) bool { return s.in[v.Block] && !kept[v] && !trivial(v) }
	for _, b := range s.f.Blocks {
		if s.in[b] {
			continue
		}
		if slices.ContainsFunc(b.Ctrl, lost) || slices.ContainsFunc(b.Values, func(v *ir.Value) bool { return slices.ContainsFunc(v.Args, lost) }) {
			return false
		}
	}
	return true
}

// near is how far apart neighbours access memory at most, in bytes, who use most of a line
// of the cache together.
const near = 16

// neighbours reports whether neighbours access neighbours, at places that move with the
// counter.
func (s *striding) neighbours() bool {
	for _, b := range s.blocks {
		for _, v := range b.Values {
			if !v.IsAccess() || s.leaves[v.ID] == nil {
				continue
			}
			a := s.prov.Access(v)
			apart, moves, ok := s.apart(a.Terms)
			if a.Root != nil {
				k, m, known := s.apartOf(a.Root)
				apart, moves, ok = apart+k, moves || m, ok && known
			}
			if ok && moves && apart != 0 && -near <= apart && apart <= near {
				return true
			}
		}
	}
	return false
}

// apart returns by how much a sum differs between neighbours, and whether it moves with
// the counter.
func (s *striding) apart(terms []analysis.Term) (by int64, moves, ok bool) {
	for _, t := range terms {
		k, m, ok := s.apartOf(t.Value)
		if !ok {
			return 0, false, false
		}
		by, moves = by+t.Scale*k, moves || m
	}
	return by, moves, true
}

func (s *striding) apartOf(v *ir.Value) (by int64, moves, ok bool) {
	x, known := s.known[v]
	if !known {
		x.by, x.moves, x.ok = s.apartNow(v)
		s.known[v] = x
	}
	return x.by, x.moves, x.ok
}

// apartNow is apartOf, which remembers it.
func (s *striding) apartNow(v *ir.Value) (by int64, moves, ok bool) {
	if i := slices.IndexFunc(s.walks, func(w *induction) bool { return w.phi == v }); i >= 0 {
		w := s.walks[i]
		switch {
		case w == s.counter:
			return 1, true, true
		case w.base != nil:
			return w.times, true, true
		}
		_, terms := s.prov.Sum(s.first(v))
		by, _, ok = s.apart(terms)
		return by, true, ok
	}
	switch {
	case analysis.IsSReg(v, "tid.x"):
		return 1, false, true
	case trivial(v):
		return 0, false, true
	case !s.in[v.Block] && s.uni.Of(v).In(analysis.CTA):
		return 0, false, true
	}
	if _, terms := s.prov.Sum(v); len(terms) != 1 || terms[0].Value != v {
		return s.apart(terms)
	}
	return s.apartInWarp(v)
}

// apartInWarp is apartOf for what lanes of a warp, or of a part of one, compute from their numbers, such as tid & 31
// and tid >> 5, and from what is the same for neighbours.
func (s *striding) apartInWarp(v *ir.Value) (by int64, moves, ok bool) {
	if !v.Pure() || v.Op == ir.OpPhi {
		return 0, false, false
	}
	same := true
	for _, a := range v.Args {
		by, moves, ok = s.apartOf(a)
		same = same && ok && !moves && by == 0
	}
	if same || len(v.Args) != 2 {
		return 0, false, same
	}
	k, isConst := v.Args[1].IsConst()
	by, moves, ok = s.apartOf(v.Args[0])
	switch {
	case !isConst || !ok || moves || by != 1:
	case v.Op == ir.OpAnd && k >= minRow-1 && k&(k+1) == 0:
		return 1, false, true
	case v.Op == ir.OpShrU && 1<<k >= minRow:
		return 0, false, true
	}
	return 0, false, false
}
