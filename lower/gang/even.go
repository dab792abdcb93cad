package gang

import (
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Where each thread goes through a row of its own, the lanes are as far apart as a row is long, which is known only when
// the kernel runs: a[i*n+k]. Their indices are no vector, then: that of the first lane and one distance say all of them.

// evenTerm finds the term of the index of a Gather by which alone lanes differ, and which grows by the same from each to
// the next, modulo its size; nil where there is none. All lanes have to be there.
func evenTerm(p *Plan, v *ir.Value, terms []analysis.Term) *analysis.Term {
	if v.Vec() > 1 || v.IsAtomic() || !p.masks.full[v.Block.ID] {
		return nil
	}
	var found *analysis.Term
	for i, t := range terms {
		switch s := p.At(t.Value, v.Block); {
		case s.Class == Uniform:
		case s.Class != Varying || found != nil:
			return nil
		default:
			found = &terms[i]
		}
	}
	if found == nil || !(&evens{p, map[*ir.Value]bool{}}).grows(found.Value, v.Block) {
		return nil
	}
	return found
}

// evens finds what grows by the same from lane to lane.
type evens struct {
	*Plan
	seen map[*ir.Value]bool // what does, if all that it is computed from does
}

// grows reports whether a value grows by the same from each lane to the next, modulo 2^n, as the lanes see it that are in a
// block.
func (e *evens) grows(v *ir.Value, in *ir.Block) bool {
	switch s := e.At(v, in); {
	case v.Type != ir.I32 && v.Type != ir.I64 || e.flow.apart(v, in):
		return false
	case s.Class == Uniform || s.Class == Affine || e.seen[v]:
		return true
	case s.Class != Varying || !e.masks.full[v.Block.ID]:
		return false
	}
	shared := func(a *ir.Value) bool { return e.At(a, v.Block).Class == Uniform }
	each := func() bool {
		for _, a := range v.Args {
			if !e.grows(a, v.Block) {
				return false
			}
		}
		return true
	}
	e.seen[v] = true
	switch v.Op {
	case ir.OpAdd, ir.OpSub, ir.OpNeg, ir.OpTrunc:
		return each()
	case ir.OpMul:
		return (shared(v.Args[0]) || shared(v.Args[1])) && each()
	case ir.OpShl:
		return shared(v.Args[1]) && e.grows(v.Args[0], v.Block)
	case ir.OpPhi:
		return e.flow.u.Ways(v.Block).In(analysis.Gang) && each()
	}
	return false
}
