package schedule

import (
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

// Body is what the schedule says of one function whose code is printed: of a kernel that
// runs as rows or as coroutines, of a part of one that is cut, of a device function.
type Body struct {
	Func  *ir.Func
	Tree  *region.Node // its control flow
	Uses  *Uses        // of what is printed
	Polls Polls

	// Truncs are the truncations that Go must compute, as it may take conversions for
	// more than they are: see analysis.MergedTruncs.
	Truncs map[*ir.Value]bool

	// Of a function that is executed by a loop over the threads of a row: what is computed
	// before the loop, in this order, and which threads do anything: none, where one of
	// the gates is closed, which are the same for the row; those in all of the spans.
	Row   []*ir.Value
	Gates []Guard
	Spans []Span
	Lanes *Lanes // of each piece of a row, those that run; nil where all do
	Clean *Clean // the loop before the general one; nil where there is none
	Split *Span  // a comparison that makes several of it, see Clean.Side; or nil

	// Recursive says that a device function may call itself: the depth of its calls is
	// counted when it runs.
	Recursive bool
}

// Funcs lists the functions whose code is printed, kernels by their parts.
func (s *Schedule) Funcs() []*ir.Func {
	var out []*ir.Func
	for _, f := range s.Module.Funcs {
		switch {
		case f.Entry:
			out = append(out, s.Of(f).Funcs()...)
		case !f.Extern && len(f.Blocks) > 0:
			out = append(out, f)
		}
	}
	return out
}

// Body returns what the schedule says of a function of Funcs.
func (s *Schedule) Body(f *ir.Func) *Body { return s.bodies[f] }

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

// outside returns whether a value is computed before the code of the function, which a
// loop over threads may repeat.
func (b *Body) outside() func(*ir.Value) bool {
	row := map[*ir.Value]bool{}
	for _, v := range b.Row {
		row[v] = true
	}
	return func(v *ir.Value) bool { return row[v] || free(v) }
}
