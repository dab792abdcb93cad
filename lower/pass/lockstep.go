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
// it since the last sync point: see analysis.Conflicts. Under Options.Independent only
// volatile and strong accesses do, as PTX for sm_70 and later promises no more.
// Loops that wait for another thread also get one: see spinLoops.
func lockstep(f *ir.Func, o *Options) bool {
	if o.memory == nil {
		o.memory = analysis.NewWarpMemory(f.Module)
	}
	f.RowWarps, f.LayerWarps, f.MinRow, f.MaxRow = false, false, 0, 0
	if !o.memory.Matters(f) {
		return false
	}
	l := &stepper{f: f, c: analysis.NewConflicts(f, o.memory, o.Independent, o.AnyShape), of: map[*ir.Value]int{}}
	l.spinLoops()
	l.list = l.c.Accesses()
	for i, a := range l.list {
		l.of[a.Value] = i + 1
	}
	// A new sync point may skew the lanes after it.
	const rounds = 30
	for n, again := 0, len(l.list) > 0; again; n++ {
		again = l.align() || l.split(n > rounds)
	}
	f.RowWarps, f.LayerWarps = l.c.Assumes()
	f.MinRow, f.MaxRow = l.c.RowLengths()
	return l.inserted
}

// maxTests bounds how many pairs of accesses of a function are told apart; further ones
// conflict. A kernel with 2,000 accesses to shared memory between two barriers has half
// as many.
const maxTests = 1 << 22

type stepper struct {
	f *ir.Func
	c *analysis.Conflicts

	spin     map[*ir.Loop]bool // loops that wait for another thread
	inserted bool
	tests    int // of pairs of accesses

	list []*analysis.LaneAccess
	of   map[*ir.Value]int // index in list, plus one
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
		if out := exit[p.ID]; l.c.Loops().Irreducible || l.c.Dom().Dominates(b, p) {
			s = s.join(out.aged())
		} else {
			s = s.join(out)
		}
	}
	return s
}

// step applies a value to the set.
func (l *stepper) step(s since, v *ir.Value) since {
	if analysis.Aligns(v) {
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
	e := l.c.Epochs(l.spin)
	matters := l.upward()
	var at []*ir.Block
	for _, b := range l.f.Blocks {
		if e.Skewed(b) && !e.Free(b) && matters[b.ID] {
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
			if analysis.Aligns(v) {
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
				found[b.ID] = found[b.ID] || l.c.Dom().Dominates(s, b)
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
	e := l.c.Epochs(l.spin)
	inserted := false
	for _, b := range order {
		s := l.entry(b, exit)
		free := e.Free(b)
		em := &emitter{b: b, out: make([]*ir.Value, 0, len(b.Values))}
		for _, v := range b.Values {
			if !free && l.needs(s, v, all) {
				em.pos = v.Pos
				em.add(ir.OpLockstep, ir.Void)
				s = since{}
				inserted = true
			}
			free = free && !analysis.Aligns(v)
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
		if l.meets(i, b, false, all) {
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
func (l *stepper) meets(i int, b *analysis.LaneAccess, old, all bool) bool {
	l.tests++
	return all || l.tests > maxTests || l.c.Test(l.list[i], b, old)
}
