package pass

import (
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// lockstep inserts a Lockstep before every access through which one lane of a
// warp may see what another lane did, or did not yet do, since the last sync
// point. On a GPU the lanes of a warp execute an instruction together; generated
// code runs one lane to its next sync point, then the next. Programs that
// exchange data through shared memory inside a warp without a barrier rely on
// the former.
//
// An access needs a Lockstep if it conflicts with one that may have come before
// it since the last sync point: see conflict. Under Options.Independent only
// volatile and strong accesses do, as PTX for sm_70 and later promises no more.
// Loops that wait for another thread also get one: see spinLoops.
func lockstep(f *ir.Func, o *Options) bool {
	if o.memory == nil || o.memory.m != f.Module {
		o.memory = newMemoryFacts(f.Module)
	}
	l := &stepper{f: f, memoryFacts: o.memory}
	f.RowWarps, f.LayerWarps, f.MinRow, f.MaxRow = false, false, 0, 0
	if s := l.summary(f.CallNode()); !s.shared && !s.volatile && !s.atomic {
		return false
	}
	l.prov = analysis.NewProvenance(f)
	l.c = &conflict{l: newLanes(f, l.syncs, o.AnyShape), prov: l.prov, independent: o.Independent}
	l.spinLoops()
	l.collect()
	// A new sync point may skew the lanes after it.
	const rounds = 30
	for n, again := 0, len(l.list) > 0; again; n++ {
		again = l.align() || l.split(n > rounds)
	}
	f.RowWarps, f.LayerWarps = l.c.l.used.Assumes()
	f.MinRow, f.MaxRow = l.c.minRow, l.c.maxRow
	return l.inserted
}

// maxTests bounds how many pairs of accesses of a function are told apart; further ones
// conflict. A kernel with 2,000 accesses to shared memory between two barriers has half
// as many.
const maxTests = 1 << 22

type stepper struct {
	*memoryFacts
	f    *ir.Func
	prov *analysis.Provenance
	c    *conflict

	spin     map[*ir.Loop]bool // loops that wait for another thread
	inserted bool
	tests    int // of pairs of accesses

	list []*sharedAccess
	of   map[*ir.Value]int // index in list, plus one
}

// syncs reports whether the lanes of a warp are aligned by the value. An arrive
// does not wait.
func syncs(v *ir.Value) bool {
	return v.Convergent() && !(v.Op == ir.OpBarrier && v.Attr.Bar == ir.BarArrive)
}

// collect lists the accesses that may take part in a conflict.
func (l *stepper) collect() {
	l.of = map[*ir.Value]int{}
	var all []*sharedAccess
	anyVolatile := false
	lanes := make([]int, l.f.NumBlocks()) // by block ID: see onlyLane
	for _, b := range ir.ReversePostorder(l.f) {
		lane := l.onlyLane(b, lanes)
		lanes[b.ID] = lane
		for _, v := range b.Values {
			a := &sharedAccess{v: v, lane: lane, read: v.Reads(), write: v.Writes(), atomic: v.IsAtomic()}
			switch {
			case v.Callee() != ir.CallNode{}:
				s := l.summary(v.Callee())
				a.call = true
				a.shared, a.volatile = s.shared, s.volatile
			case !v.IsAccess():
				continue
			}
			if !a.call {
				switch v.Attr.Space {
				case ir.Const, ir.Local, ir.ParamSpace:
					continue
				}
				a.addr = l.prov.Access(v)
				a.size = int64(v.Attr.Mem.Bytes() * v.Vec())
				a.volatile = strong(v)
				a.shared = l.mayBeShared(v, &a.addr)
			}
			anyVolatile = anyVolatile || a.volatile
			all = append(all, a)
		}
	}
	for _, a := range all {
		if a.shared || anyVolatile {
			l.list = append(l.list, a)
			l.of[a.v] = len(l.list)
		}
	}
}

func (l *stepper) mayBeShared(v *ir.Value, a *analysis.Addr) bool {
	switch v.Attr.Space {
	case ir.Shared:
		return true
	case ir.Generic:
		switch a.Base.Kind {
		case analysis.BaseSymbol:
			return a.Base.Sym.Space == ir.Shared
		case analysis.BaseParam:
			return false
		}
		return l.escapes
	}
	return false
}

// onlyLane returns the number of the lane of each warp that alone reaches the
// block, after a branch such as tid.x == 0; -1 if it may be any. It is told that of the
// blocks before.
func (l *stepper) onlyLane(b *ir.Block, before []int) int {
	if len(b.Preds) == 1 {
		p := b.Preds[0]
		if p.Term == ir.If && p.Succs[0] != p.Succs[1] {
			if n := l.selects(p.Ctrl[0], p.Succs[0] == b, p); n >= 0 {
				return n
			}
		}
	}
	if p := l.c.l.dom.Idom(b); p != nil {
		return before[p.ID]
	}
	return -1
}

// selects returns the lane for which alone the condition has the given value.
func (l *stepper) selects(cond *ir.Value, is bool, at *ir.Block) int {
	switch cond.Op {
	case ir.OpNot:
		return l.selects(cond.Args[0], !is, at)
	case ir.OpAnd:
		if is {
			return max(l.selects(cond.Args[0], is, at), l.selects(cond.Args[1], is, at))
		}
	case ir.OpOr:
		if !is {
			return max(l.selects(cond.Args[0], is, at), l.selects(cond.Args[1], is, at))
		}
	case ir.OpICmp:
		n, ok := cond.Args[1].IsConst()
		if !ok || cond.Attr.Cmp != ir.Eq && cond.Attr.Cmp != ir.Ne || (cond.Attr.Cmp == ir.Eq) != is {
			return -1
		}
		switch x := cond.Args[0]; {
		case l.c.l.agree(l.c.l.u.LaneNumber(x)), l.c.l.agree(l.c.l.u.ThreadNumber(x)):
			return int(n & 31)
		}
	}
	return -1
}

// since is the accesses since the last sync point, by their index in the list. One that
// came around a loop is old.
type since struct{ fresh, old shareset }

func (s since) join(t since) since { return since{s.fresh.union(t.fresh), s.old.union(t.old)} }

// aged is the set as it is after the end of a loop.
func (s since) aged() since { return since{old: s.fresh.union(s.old)} }

// flow finds by block ID which accesses may have happened since the last sync point
// when a block is left.
func (l *stepper) flow(order []*ir.Block) []since {
	exit := make([]since, l.f.NumBlocks())
	for changed := true; changed; {
		changed = false
		for _, b := range order {
			s := l.entry(b, exit)
			for _, v := range b.Values {
				s = l.step(s, v)
			}
			if old := exit[b.ID]; !s.fresh.equal(old.fresh) || !s.old.equal(old.old) {
				exit[b.ID] = s
				changed = true
			}
		}
	}
	return exit
}

// entry returns what holds at the entry of a block. Blocks that are not reached have
// nothing.
func (l *stepper) entry(b *ir.Block, exit []since) since {
	var s since
	for _, p := range b.Preds {
		if out := exit[p.ID]; l.c.l.loops.Irreducible || l.c.l.dom.Dominates(b, p) {
			s = s.join(out.aged())
		} else {
			s = s.join(out)
		}
	}
	return s
}

// step applies a value to the set.
func (l *stepper) step(s since, v *ir.Value) since {
	if syncs(v) {
		return since{}
	}
	if i := l.of[v]; i > 0 {
		s.fresh = s.fresh.with(i - 1)
	}
	return s
}

// align puts a Lockstep where skewed lanes come together, if they go on to an
// access that matters, or around a loop, before they meet a sync point. Around a
// loop those that ran ahead would come to a lower place in the program than those
// that wait.
func (l *stepper) align() bool {
	e := newEpochs(l.c.l, l.spin)
	matters := l.upward()
	var at []*ir.Block
	for _, b := range l.f.Blocks {
		if e.skew[b.ID] && !e.free[b.ID] && matters[b.ID] {
			at = append(at, b)
		}
	}
	for _, b := range at {
		v := l.f.NewValue(ir.OpLockstep, ir.Void, b.Pos)
		n := len(b.Phis())
		if n < len(b.Values) {
			v.Pos = b.Values[n].Pos
		}
		b.Insert(n, v)
		l.inserted = true
	}
	return len(at) > 0
}

// upward finds the blocks from whose entry an access in the list or the end of a
// loop is reached without a sync point on the way.
func (l *stepper) upward() []bool {
	found := make([]bool, l.f.NumBlocks())
	closed := make([]bool, l.f.NumBlocks()) // a sync point comes first
	var work []*ir.Block
	for _, b := range l.f.Blocks {
		for _, v := range b.Values {
			if syncs(v) {
				closed[b.ID] = true
				break
			}
			if l.of[v] > 0 {
				found[b.ID] = true
				break
			}
		}
		if !closed[b.ID] {
			for _, s := range b.Succs {
				found[b.ID] = found[b.ID] || l.c.l.dom.Dominates(s, b)
			}
		}
		if found[b.ID] {
			work = append(work, b)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, p := range b.Preds {
			if !found[p.ID] && !closed[p.ID] {
				found[p.ID] = true
				work = append(work, p)
			}
		}
	}
	return found
}

// split puts a Lockstep before every access that conflicts with one before it.
// It visits the blocks in order: what comes from blocks that have been visited
// takes the new sync points into account, what comes around a loop is as flow
// found it. With all, every access conflicts that is not the first.
func (l *stepper) split(all bool) bool {
	order := ir.ReversePostorder(l.f)
	exit := l.flow(order)
	e := newEpochs(l.c.l, l.spin)
	inserted := false
	for _, b := range order {
		s := l.entry(b, exit)
		free := e.free[b.ID]
		em := &emitter{b: b, out: make([]*ir.Value, 0, len(b.Values))}
		for _, v := range b.Values {
			if !free && l.needs(s, v, all) {
				em.pos = v.Pos
				em.add(ir.OpLockstep, ir.Void)
				s = since{}
				inserted = true
			}
			free = free && !syncs(v)
			s = l.step(s, v)
			em.out = append(em.out, v)
		}
		b.Values = em.out
		exit[b.ID] = s
	}
	l.inserted = l.inserted || inserted
	return inserted
}

// needs reports whether the value conflicts with an access in the set.
func (l *stepper) needs(s since, v *ir.Value, all bool) bool {
	k := l.of[v]
	if k == 0 {
		return false
	}
	b := l.list[k-1]
	for i := range s.fresh.all() {
		if i != k-1 && l.meets(i, b, false, all) {
			return true
		}
	}
	for i := range s.old.all() {
		if l.meets(i, b, true, all) {
			return true
		}
	}
	return false
}

// meets reports whether an access conflicts with the i-th, which came before.
func (l *stepper) meets(i int, b *sharedAccess, old, all bool) bool {
	l.tests++
	return all || l.tests > maxTests || l.c.test(l.list[i], b, old)
}
