package gang

import (
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// What the threads of a loop may execute has to have a form for gangs, all of it. What goes lane by lane
// but atomic operations, what asks for its thread, and what may fail after an effect has none, and is
// left to threads one by one. Package codegen/gang prints all that has a form: it refuses nothing.

// HasForm reports whether an operation has a form for vectors: those have that compute something but
// addresses from their operands. What accesses memory, gets its operands from the control flow or
// has none is looked at by itself.
func HasForm(op ir.Op) bool {
	switch op {
	case ir.OpSymAddr, ir.OpFuncAddr, ir.OpRefAddr, ir.OpToGeneric, ir.OpFromGeneric:
		return false
	}
	return ir.Ops[op].Flags&(ir.Pure|ir.Gang) == ir.Pure && bare[op] == "" // operations of gangs are for lanes already
}

// former tells whether what threads of a loop execute has a form.
type former struct {
	plan    *Plan
	stored  map[*ir.Value]bool // what has no way back: Stored of the plan, or Surely
	aheads  *aheads            // of that
	memory  *schedule.Memory
	clean   *schedule.Clean // nil for the general loop
	body    *schedule.Body
	chained bool // the gang is one of a warp in a chain
}

// refusal returns what of all that threads of the loop may execute has no form, the first; nil where
// all has one.
func (s *former) refusal() *schedule.Reason {
	facts := s.body.Facts(true)
	if s.clean != nil {
		facts = s.body.CleanFacts(s.clean)
	}
	front := map[*ir.Value]bool{}
	for _, v := range s.body.Row {
		front[v] = true
	}
	var found *schedule.Reason
	because := func(pos diag.Pos, text string) {
		if found == nil && text != "" {
			found = &schedule.Reason{Pos: pos, Text: text}
		}
	}
	var walk func(list []*region.Node)
	walk = func(list []*region.Node) {
		for _, n := range list {
			if way, known := facts.Way(n); known {
				walk(way)
				continue
			}
			switch {
			case n.Kind == region.Return && n.Block.Term == ir.Unreachable:
				because(n.Block.Pos, "unreachable code")
			case n.Kind == region.Basic:
				for _, v := range n.Block.Values {
					if s.body.Uses.Needed[v.ID] && !front[v] {
						because(v.Pos, s.value(v))
					}
				}
			}
			for _, below := range n.Lists() {
				walk(below)
			}
		}
	}
	walk(s.body.Tree.Body)
	return found
}

// value returns why one value has no form, "" where it has one.
func (s *former) value(v *ir.Value) string {
	number := s.plan.Number(v)
	switch {
	case v.Op == ir.OpAtomic && !s.chained:
		return s.atomic(v)
	case s.plan.Section[v] != "":
		return s.plan.Section[v]
	case v.Op == ir.OpPhi, v.Op == ir.OpConst, v.Op == ir.OpArg, v.Op == ir.OpFence, v.Op == ir.OpSelect, v.Op == ir.OpSlotLoad, v.Op == ir.OpSlotStore:
		return ""
	case v.Op == ir.OpExtract:
		if v.Args[0].Op == ir.OpLoad && (!number || s.plan.Access[v.Args[0]].Order == Splat) {
			return ""
		}
		return "a part of a value that is not a vector in memory"
	case v.Op == ir.OpParam && v.Type == ir.Tuple:
		return "a vector among the parameters"
	case v.Op == ir.OpParam:
		return ""
	case v.Op == ir.OpLoad, v.Op == ir.OpStore:
		return s.access(v)
	case v.Type == ir.Tuple:
		return v.Op.String() + ", which has several results"
	case s.plan.FromVectors(v):
		if v.Op == ir.OpFCmp || v.Op == ir.OpICmp {
			return ""
		}
		return "a uniform integer that is computed from vectors"
	case number:
		if v.HasEffect() {
			return v.Op.String() + ", which has an effect"
		}
		return ""
	case !HasForm(v.Op):
		return v.Op.String() + ", which has no vector form"
	}
	return ""
}

const behindStore = "an access that may fault after a store"

// access returns why a load or a store has no form, "" where it has one.
func (s *former) access(v *ir.Value) string {
	a, p := s.memory.Access(v), s.plan.Access[v]
	window := s.clean != nil && s.clean.Use[v].Window != nil
	no := func(ok bool, why string) string {
		if ok {
			return ""
		}
		return why
	}
	switch {
	case v.Attr.Space == ir.ParamSpace:
		return no(s.plan.Number(v), "a parameter that each thread indexes differently")
	case p.Own && !s.stored[v]:
		return ""
	case p.Own:
		return behindStore
	case a.View == nil || a.Root != nil:
		return "an access by address"
	case a.View.Bytes && !s.counts(v, a):
		return "memory that is accessed in several widths, not aligned to each"
	case s.stored[v] && !window && !a.Inside && !(s.together() && s.ahead(v)):
		return behindStore
	case v.Op == ir.OpLoad && s.plan.Number(v):
		return no(p.Order == Splat, "integers of memory that count up")
	case v.Vec() > 1 && p.Order == Splat:
		return ""
	case v.Vec() > 1 && p.Order == Strided && s.together() && p.Stride%int64(v.Vec()) == 0:
		return ""
	case v.Vec() > 1 && v.Attr.Mem.Bytes() < 4:
		return "a vector access of small elements"
	case v.Vec() > 1 && v.Vec()*v.Attr.Mem.Bytes() > 16:
		return "a vector access of more than 16 bytes"
	case v.Vec() > 1 && p.Order == Contiguous && s.together():
		return ""
	case v.Vec() > 1:
		return no(s.counts(v, a), "an index that is not a sum")
	case p.Order == Swapped:
		return no(v.Attr.Mem.Bytes() == 4, "a permuted access to elements of other than 32 bits")
	case p.Order == Gather, p.Order > Gather && p.Order != Splat && p.Order != Contiguous && !s.together():
		return no(s.counts(v, a), "an index that is not a sum")
	}
	return ""
}

// counts reports whether the index of an access is a sum of 64 bits, in elements.
func (s *former) counts(v *ir.Value, a *schedule.Access) bool {
	_, _, ok := s.memory.Index(s.body.Func, a, a.Unit(v))
	return ok && !a.Narrow
}

// ahead reports whether an access that may fault after a store is checked before it.
func (s *former) ahead(v *ir.Value) bool {
	x := s.aheads.of(v.Block)
	if first := x.store; first == nil || first.Op != ir.OpStore {
		return false
	} else if s.clean != nil && s.clean.Use[first].Window != nil || s.memory.Access(first).Inside {
		return false // that store would be left to others, were something done before it
	}
	return x.has[v]
}

// together reports whether all lanes go through the body together.
func (s *former) together() bool {
	for _, d := range s.plan.Diverges {
		if d {
			return false
		}
	}
	return s.body.Func.Mask == nil || s.body.Func.Mask.First != 0
}

// atomic returns why an atomic operation has no form, "" where it has one.
func (s *former) atomic(v *ir.Value) string {
	a := s.memory.Access(v)
	switch {
	case a.View == nil || a.Root != nil:
		return "an access by address"
	case !oneWord(v):
		return "an atomic operation of several operands or of small elements"
	case !s.plan.Turns[v]:
		return "an atomic operation that reveals the order of threads"
	case !s.counts(v, a):
		return "an index that is not a sum"
	case s.stored[v] && !a.Inside:
		return behindStore
	}
	return ""
}

// oneWord reports whether an atomic operation has one operand, of 32 or 64 bits, which the runtime has
// a function for that takes it as it is.
func oneWord(v *ir.Value) bool {
	a := v.Attr.Atom
	halves := a.Float() && v.Attr.Mem != ir.F32 && v.Attr.Mem != ir.F64
	return !a.Compares() && !a.OnBarrier() && v.Vec() == 1 && v.Attr.Mem.Bytes() >= 4 && !halves
}
