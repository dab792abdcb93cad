package schedule

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// What is the same for all threads of a row is computed once, before the loop over
// their x, where that saves something: the values of Body.Row, which are made of each
// other and of what costs nothing to mention.

func (s *Schedule) newFront(b *Body) *front {
	return &front{b: b, mem: s.Memory, prov: s.Memory.Provenance(b.Func), same: map[*ir.Value]bool{}, in: map[*ir.Value]bool{}}
}

// row finds what threads use that is worth computing before the loop.
func (r *front) row() {
	for _, b := range r.b.Func.Blocks {
		for _, v := range b.Values {
			if v.Op != ir.OpPhi && slices.ContainsFunc(r.b.Uses.Values[v.ID], r.ofThread) && r.uniform(v) && costly(v) {
				r.add(v)
			}
		}
	}
}

// ofThread reports whether a value that is needed is computed by every thread.
func (r *front) ofThread(v *ir.Value) bool { return v.Op != ir.OpPhi && (free(v) || !r.uniform(v)) }

// uniform reports whether a value is the same for all threads of a row and made of such
// values alone, so that it can be computed before the loop.
func (r *front) uniform(v *ir.Value) bool {
	same, ok := r.same[v]
	if !ok {
		same = inFront(v) && !slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return !r.uniform(a) })
		r.same[v] = same
	}
	return same
}

// inFront reports whether an operation can stand before a loop over threads if its
// arguments can: it gives all threads of a row the same.
func inFront(v *ir.Value) bool {
	switch v.Op {
	case ir.OpPhi, ir.OpExtract:
		return false
	case ir.OpSymAddr:
		if v.Attr.Sym.Space == ir.Local {
			return false // which there is inside of the loop
		}
	}
	return v.Pure() && v.Type != ir.Tuple && analysis.Inherent(v).In(analysis.Row)
}

// free reports whether it costs nothing to mention a value: what is trivial, the arguments
// of a function, and of special registers the coordinates, which have components.
func free(v *ir.Value) bool {
	switch v.Op {
	case ir.OpArg:
		return true
	case ir.OpSReg:
		return v.Coordinate() && v.Attr.SReg != ir.RowStart // which is a sum
	}
	return trivial(v)
}

// costly reports whether it saves something not to compute a value for every thread.
func costly(v *ir.Value) bool {
	switch v.Op {
	case ir.OpZext, ir.OpSext, ir.OpTrunc, ir.OpBitcast, ir.OpNot, ir.OpICmp:
		return false
	}
	return !free(v)
}

// add puts a uniform value before the loop, after what it is made of.
func (r *front) add(v *ir.Value) {
	if r.in[v] || free(v) {
		return
	}
	r.in[v] = true
	for _, a := range v.Args {
		r.add(a)
	}
	r.b.Row = append(r.b.Row, v)
}

// front collects what is computed before a loop over threads.
type front struct {
	b    *Body
	mem  *Memory
	prov *analysis.Provenance
	same map[*ir.Value]bool // see uniform
	in   map[*ir.Value]bool // the values of Body.Row
}
