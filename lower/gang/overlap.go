package gang

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// A region whose threads are the first ones of a row, as many as another number says, leaves some after
// its last gang, which would run one by one: up to seven, often in as much time as the gangs take. If
// nothing tells how often a thread has run, the last gang ends with the last thread instead, and begins
// among those that have run.

// mayOverlap reports whether the last gang of a clean loop may do so.
func mayOverlap(p *Plan, m *schedule.Memory) bool {
	b := p.Body
	if p.Aligned || b.Func.Part != ir.RegionPart || b.Func.Order != ir.AnyOrder || b.Func.Mask != nil || len(b.Clean.All()) == 0 || !slices.ContainsFunc(b.Spans, bounds) {
		return false
	}
	var reads, stores []*ir.Value
	for _, v := range p.flow.values {
		switch {
		case !b.Uses.Needed[v.ID]:
		case v.Op == ir.OpStore && !v.Strong(), v.Op == ir.OpSlotStore:
			stores = append(stores, v)
		case v.Op == ir.OpLoad && !v.Strong(), v.Op == ir.OpSlotLoad:
			reads = append(reads, v)
		case v.Reads(), v.Writes(), v.HasEffect():
			return false
		}
	}
	return !slices.ContainsFunc(stores, func(w *ir.Value) bool {
		return slices.ContainsFunc(reads, func(r *ir.Value) bool {
			return (r.Op == ir.OpSlotLoad) == (w.Op == ir.OpSlotStore) && mayAccess(m, r, w)
		})
	})
}

// bounds reports whether a span ends at a number that is computed, or begins there.
func bounds(s schedule.Span) bool {
	return s.From != nil && s.From.Value != nil || s.To != nil && s.To.Value != nil
}
