package gang

import (
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// support tells what keeps the gangs of a loop from being printed. What goes lane by lane but atomic operations, what asks
// for its thread, and what may fail behind an effect is left to threads.
type support struct {
	plan   *gang.Plan
	stored map[*ir.Value]bool // what has no way back: Stored of the plan, or Surely
	aheads *aheads            // of that
	memory *schedule.Memory
	clean  *schedule.Clean // nil for the general loop
	body   *schedule.Body
	warp   bool // the gang is one of a warp in a chain
}

// refusal returns what of all that threads of the loop may execute cannot be printed, the first;
// nil where all can.
func (s *support) refusal() *schedule.Reason {
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
				because(n.Block.Pos, "code that must not be reached")
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

// value returns why one value cannot be printed, "" where it can.
func (s *support) value(v *ir.Value) string {
	number := isNumber(s.plan, v)
	switch {
	case v.Op == ir.OpAtomic && !s.warp:
		return s.atomic(v)
	case s.plan.Section[v] != "":
		return s.plan.Section[v]
	case v.Op == ir.OpPhi, v.Op == ir.OpConst, v.Op == ir.OpArg, v.Op == ir.OpFence, v.Op == ir.OpSelect, v.Op == ir.OpSlotLoad, v.Op == ir.OpSlotStore:
		return ""
	case v.Op == ir.OpExtract:
		if v.Args[0].Op == ir.OpLoad && (!number || s.plan.Access[v.Args[0]].Order == gang.Splat) {
			return ""
		}
		return "a part of what is no vector of memory"
	case v.Op == ir.OpParam && v.Type == ir.Tuple:
		return "a vector among the parameters"
	case v.Op == ir.OpParam:
		return ""
	case v.Op == ir.OpLoad, v.Op == ir.OpStore:
		return s.access(v)
	case v.Type == ir.Tuple:
		return v.Op.String() + ", which has several results"
	case fromVectors(s.plan, v):
		if v.Op == ir.OpFCmp {
			return ""
		}
		return "an integer that all threads share, computed from numbers that are in vectors"
	case number:
		if v.HasEffect() {
			return v.Op.String() + ", which has an effect"
		}
		return ""
	case v.Op == ir.OpIntrin:
		if fn, ok := intrin.Lookup(v.Attr.Name); !ok || !fn.Gang() {
			return v.Attr.Name
		}
		return ""
	case builders[v.Op] == nil:
		return v.Op.String() + ", which has no vector form"
	}
	return ""
}

const behindStore = "an access that may fail behind a store"

// access returns why a load or a store cannot be printed, "" where it can.
func (s *support) access(v *ir.Value) string {
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
		return no(isNumber(s.plan, v), "a parameter at an index of each thread")
	case a.View == nil || a.Root != nil:
		return "an access by its address"
	case a.View.Bytes && !s.counts(v, a):
		return "memory in several widths, not at a multiple of each"
	case s.stored[v] && !window && !a.Inside && !(s.together() && s.ahead(v)):
		return behindStore
	case v.Op == ir.OpLoad && isNumber(s.plan, v):
		return no(p.Order == gang.Splat, "integers of memory that count up")
	case v.Vec() > 1 && p.Order == gang.Strided:
		return no(s.together() && p.Stride%int64(v.Vec()) == 0, "vectors of memory at a distance, for some threads or not aligned")
	case v.Vec() > 1 && p.Order == gang.Splat:
		return ""
	case v.Vec() > 1:
		return no(p.Order == gang.Contiguous && s.together() && v.Vec()*v.Attr.Mem.Bytes() <= 16 && v.Attr.Mem.Bytes() >= 4, "vectors of memory at any place, for some threads or of small elements")
	case p.Order == gang.Swapped:
		return no(v.Attr.Mem.Bytes() == 4, "threads that change places in memory of other than 32 bits")
	case p.Order == gang.Gather, p.Order > gang.Gather && p.Order != gang.Splat && p.Order != gang.Contiguous && !s.together():
		return no(s.counts(v, a), "an index that is no sum")
	}
	return ""
}

// counts reports whether the index of an access is a sum of 64 bits, in elements.
func (s *support) counts(v *ir.Value, a *schedule.Access) bool {
	_, _, ok := s.memory.Index(s.body.Func, a, a.Unit(v))
	return ok && !a.Narrow
}

// ahead reports whether an access that may fail behind a store is checked in front of it.
func (s *support) ahead(v *ir.Value) bool {
	x := s.aheads.of(v.Block)
	if first := x.store; first == nil || first.Op != ir.OpStore {
		return false
	} else if s.clean != nil && s.clean.Use[first].Window != nil || s.memory.Access(first).Inside {
		return false // that store would be left to others, were something done in front of it
	}
	return x.has[v]
}

// together reports whether all lanes go through the body together.
func (s *support) together() bool {
	for _, d := range s.plan.Diverges {
		if d {
			return false
		}
	}
	return s.body.Func.Mask == nil || s.body.Func.Mask.First != 0
}
