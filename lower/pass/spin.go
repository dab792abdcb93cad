package pass

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// spinLoops finds the loops that wait for another thread: an exit depends on
// something that a volatile, strong or atomic access in the loop reads. It puts
// a Lockstep before those accesses, where the lane lets others run, and marks the
// function.
//
// After a loop that counts to a small number all the same the lanes come together: one
// that is out of it waits for the others, which come at last. So they do where what another
// thread stores only decides whether a lane ends: it keeps nobody from anything then.
//
// A loop that retries a compare-and-swap with a value that it read before does
// not wait: if it fails, another thread has succeeded. Nor does one that draws
// numbers with an atomic that always moves on.
func (l *stepper) spinLoops() {
	l.spin = map[*ir.Loop]bool{}
	before := map[*ir.Value]bool{}
	loops := l.c.Loops()
	trips := analysis.Trips(l.f)
	for _, lp := range loops.All {
		for _, b := range l.f.Blocks {
			if !loops.Contains(lp, b) || len(b.Ctrl) != 1 || !leaves(b, lp, loops) {
				continue
			}
			for _, v := range analysis.Polls(b.Ctrl[0], lp, loops) {
				before[v] = true
				l.spin[lp] = l.spin[lp] || trips[lp.Header].Rounds == 0 && l.goesOn(b, lp)
				if v.Attr.Space != ir.Shared {
					l.f.Spins = true
				}
			}
		}
	}
	if len(before) == 0 {
		return
	}
	l.inserted = true
	for _, b := range l.f.Blocks {
		e := &emitter{b: b, out: make([]*ir.Value, 0, len(b.Values))}
		for _, v := range b.Values {
			if before[v] {
				e.pos = v.Pos
				e.add(ir.OpLockstep, ir.Void)
			}
			e.out = append(e.out, v)
		}
		b.Values = e.out
	}
}

// goesOn reports whether threads that leave a loop from a block do anything else than to
// end.
func (l *stepper) goesOn(b *ir.Block, lp *ir.Loop) bool {
	return slices.ContainsFunc(b.Succs, func(s *ir.Block) bool {
		ends := s.Term == ir.Exit || s.Term == ir.Ret && l.f.Entry
		return !l.c.Loops().Contains(lp, s) && !(ends && len(s.Values) == 0)
	})
}

// leaves reports whether an edge of b leaves the loop.
func leaves(b *ir.Block, lp *ir.Loop, loops *ir.LoopNest) bool {
	return slices.ContainsFunc(b.Succs, func(s *ir.Block) bool { return !loops.Contains(lp, s) })
}
