package gang

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// Lanes perform an atomic operation in lane order, all active lanes before any continues, if that
// order cannot be observed. PTX says nothing of the order of threads between barriers, but the
// bits are to be those of threads that run one by one, and results and floats tell the order. So:
//
//   - Of one operation outside of loops, on what nothing else in the body accesses, the order is
//     the same: lane by lane, gang by gang.
//   - Integer operations of the same kind whose results are unused leave the same in memory in
//     any order: each adds, or takes the minimum.
//   - Otherwise a thread does two things to one place, between which the other threads do the
//     first of them: such a body has no gangs.
//
// Two parameters may point to the same memory: gangs check that before their loop.

// turns finds the atomic operations that lanes may do one after another, and what must be apart
// for it.
func (p *Plan) turns(m *schedule.Memory) {
	p.Turns = map[*ir.Value]bool{}
	if p.Body.Func.Order != ir.AnyOrder {
		return
	}
	for _, v := range p.flow.values {
		if v.Op != ir.OpAtomic {
			continue
		}
		if meet, ok := p.alike(v, m); ok {
			p.Turns[v], p.Disjoint = true, append(p.Disjoint, meet...)
		}
	}
}

// alike reports whether an atomic operation leaves and gives the same where lanes take turns at
// it, if none of some accesses meet.
func (p *Plan) alike(v *ir.Value, m *schedule.Memory) (meet []Meeting, ok bool) {
	if !p.commutes(v) && len(p.flow.loops[v.Block.ID]) > 0 {
		return nil, false
	}
	for _, w := range p.flow.values {
		access := w.IsAccess() && w.Attr.Space != ir.ParamSpace
		switch {
		case w == v, p.commutes(v) && p.commutes(w) && w.Attr.Atom == v.Attr.Atom && w.Attr.Mem == v.Attr.Mem:
		case !access && !w.Reads() && !w.Writes(), w.Op == ir.OpSlotLoad, w.Op == ir.OpSlotStore:
		case !access:
			return nil, false // such as an image, which may be of this memory
		case mayMeet(m, v, w):
			a, b := m.Access(v), m.Access(w)
			if !mayAsk(a, b) {
				return nil, false
			}
			if !slices.ContainsFunc(meet, func(x Meeting) bool { return m.Access(x.Load).Base == b.Base }) {
				meet = append(meet, Meeting{w, v})
			}
		}
	}
	return meet, len(meet) <= maxMeetings
}

// commutes reports whether an atomic operation leaves the same in memory in whatever order
// threads do it, and nobody asks for its result.
func (p *Plan) commutes(v *ir.Value) bool {
	if v.Op != ir.OpAtomic || v.Type != ir.Void && len(p.Body.Uses.Values[v.ID])+len(p.Body.Uses.Ctrl[v.ID]) > 0 {
		return false
	}
	return v.Attr.Atom.Commutes()
}
