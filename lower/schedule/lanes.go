package schedule

import (
	"fmt"
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Lanes is a guard that compares the low bits of %tid.x with a constant, as lane >= 4 does
// in a step of a scan, and lane == 0 where one thread speaks for its warp. Of each Of threads
// that follow each other in a row it selects those from From on and below To. Only for them
// the loop over threads runs then.
type Lanes struct {
	Guard
	Of, From, To int64
}

// minLanes is how long the pieces of a row are at least that have a loop of their own.
const minLanes = 4

// One reports whether one thread of each piece runs.
func (l *Lanes) One() bool { return l.To-l.From == 1 }

// text is the lanes as the text of a body has them.
func (l *Lanes) text() string {
	return fmt.Sprintf("%d to %d of %d, v%d", l.From, l.To, l.Of, l.Cond.ID)
}

// lanes takes the guard of a region that selects lanes, where the other guards bound the
// row from above.
func (r *front) lanes(list []Guard) {
	f := r.b.Func
	if f.Part != ir.RegionPart || f.Order != ir.AnyOrder || slices.ContainsFunc(r.b.Spans, func(s Span) bool { return !r.b.Above(&s) }) {
		return
	}
	for _, g := range list {
		if l, ok := lanesOf(g); ok {
			r.b.Lanes = &l
			return
		}
	}
}

// lanesOf reads a comparison of %tid.x & (Of-1) with a constant, which passes put on the right: it
// asks for each lane what it gives.
func lanesOf(g Guard) (l Lanes, ok bool) {
	v := g.Cond
	if v.Op != ir.OpICmp {
		return l, false
	}
	is, lane, limit := v.Attr.Cmp, v.Args[0], v.Args[1]
	k, isConst := limit.IsConst()
	if !isConst || lane.Op != ir.OpAnd || !analysis.IsSReg(lane.Args[0], "tid.x") {
		return l, false
	}
	m, isConst := lane.Args[1].IsConst()
	if l = (Lanes{Guard: g, Of: int64(m) + 1}); !isConst || l.Of < minLanes || l.Of > MaxRow || l.Of&int64(m) != 0 {
		return l, false
	}
	for x := range l.Of {
		switch {
		case is.Ints(32, uint64(x), k) != g.Holds:
		case l.To == 0:
			l.From, l.To = x, x+1
		case l.To == x:
			l.To++
		default:
			return l, false // they do not follow each other
		}
	}
	return l, true
}
