package schedule

import (
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

// newBodies makes the bodies of all functions that are printed.
func (s *Schedule) newBodies() {
	s.bodies = map[*ir.Func]*Body{}
	recursive := s.Calls.Recursive()
	funcs := s.Funcs()
	for _, f := range funcs {
		b := &Body{Func: f, Tree: region.Structure(f), Uses: NewUses(f, s.Memory.Operands), Recursive: recursive[f]}
		s.bodies[f] = b
		// A mask of first threads is a span.
		if s.LoopsThreads(f) && (!s.Debug || f.Mask != nil && f.Mask.First > 0) {
			r := s.newFront(b)
			guards := r.guards()
			r.gates(guards)
			r.row()
			r.spans(guards)
			r.lanes(guards)
			if !s.Debug {
				r.clean(s.Memory)
			}
		}
		b.Truncs = analysis.MergedTruncs(f, s.Memory.Operands, b.outside())
	}
	p := newPoller(s)
	for _, f := range funcs {
		p.place(s.bodies[f])
	}
}

// LoopsThreads reports whether a function is executed by a loop over threads.
func (s *Schedule) LoopsThreads(f *ir.Func) bool {
	return f.Part == ir.RegionPart || f.Entry && f.Part == ir.Whole && s.Of(f).Form == Rows
}
