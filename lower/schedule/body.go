package schedule

import (
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

// outside returns whether a value is computed before the code of the function, which a
// loop over threads may repeat.
func (b *Body) outside() func(*ir.Value) bool {
	row := map[*ir.Value]bool{}
	for _, v := range b.Row {
		row[v] = true
	}
	return func(v *ir.Value) bool { return row[v] || free(v) }
}

// Clean is the clean loop of a row: what goes through which windows. Other accesses are
// checked as they are in the general loop.
type Clean struct {
	Windows []*Window
	Exact   []Exact             // the sums in them that no guard knows not to wrap
	Use     map[*ir.Value]Place // by access

	Side Side   // of Body.Split, whose threads it is for
	Next *Clean // the loop after it, for those on the next side; or nil
}

// All lists a clean loop and those after it.
func (w *Clean) All() []*Clean {
	var list []*Clean
	for ; w != nil; w = w.Next {
		list = append(list, w)
	}
	return list
}

// Side is where a thread is that a span selects, or that it does not.
type Side uint8

// The sides: threads before a span, in it and after it.
const (
	Before Side = iota
	In
	Behind
)

func (s Side) String() string { return [...]string{"before", "in", "behind"}[s] }

// Sides lists the sides that a span has.
func (s *Span) Sides() []Side {
	switch {
	case s.From == nil:
		return []Side{In, Behind}
	case s.To == nil:
		return []Side{Before, In}
	}
	return []Side{Before, In, Behind}
}
