package gang

import (
	"slices"

	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// support tells whether the gangs of a loop can be printed. What goes lane by lane, what asks
// for its thread, and what may fail behind an effect is left to threads.
type support struct {
	plan   *gang.Plan
	memory *schedule.Memory
	clean  *schedule.Clean // nil for the general loop
	body   *schedule.Body
	warp   bool // the gang is one of a warp in a chain
}

// all reports whether all that threads of the loop may execute can be printed.
func (s *support) all() bool {
	facts := s.body.Facts(true)
	if s.clean != nil {
		facts = s.body.CleanFacts(s.clean)
	}
	front := map[*ir.Value]bool{}
	for _, v := range s.body.Row {
		front[v] = true
	}
	ok := true
	var walk func(list []*region.Node)
	walk = func(list []*region.Node) {
		for _, n := range list {
			if way, known := facts.Way(n); known {
				walk(way)
				continue
			}
			if n.Kind == region.Return {
				ok = ok && n.Block.Term != ir.Unreachable // a fault
			}
			if n.Kind == region.Basic {
				ok = ok && s.gathers(n.Block) <= maxGathers
				for _, v := range n.Block.Values {
					ok = ok && (front[v] || !s.body.Uses.Needed[v.ID] || s.value(v))
				}
			}
			for _, below := range n.Lists() {
				walk(below)
			}
		}
	}
	walk(s.body.Tree.Body)
	return ok
}

// maxGathers bounds the gathers in one block of code: Go's compiler moves their loads together,
// and spills with legacy SSE what it has no registers for.
const maxGathers = 4

// gathers counts the gathers of a block.
func (s *support) gathers(b *ir.Block) (n int) {
	for _, v := range b.Values {
		if v.Op == ir.OpLoad && s.body.Uses.Needed[v.ID] && s.plan.Access[v].Order == gang.Gather {
			n++
		}
	}
	return n
}

// value reports whether one value can be printed.
func (s *support) value(v *ir.Value) bool {
	number := isNumber(s.plan, v)
	switch {
	case s.plan.Section[v] != "":
		return false
	case v.Op == ir.OpPhi, v.Op == ir.OpConst, v.Op == ir.OpArg, v.Op == ir.OpFence, v.Op == ir.OpSelect, v.Op == ir.OpSlotLoad, v.Op == ir.OpSlotStore:
		return true
	case v.Op == ir.OpExtract:
		return v.Args[0].Op == ir.OpLoad && (!isNumber(s.plan, v) || s.plan.Access[v.Args[0]].Order == gang.Splat)
	case v.Op == ir.OpParam:
		return v.Type != ir.Tuple
	case v.Op == ir.OpLoad, v.Op == ir.OpStore:
		return s.access(v)
	case v.Type == ir.Tuple:
		return false
	case fromVectors(s.plan, v):
		return v.Op == ir.OpFCmp
	case number:
		return !v.HasEffect()
	case v.Op == ir.OpIntrin:
		fn, ok := intrin.Lookup(v.Attr.Name)
		return ok && fn.Gang()
	}
	return builders[v.Op] != nil
}

// access reports whether a load or a store can be printed.
func (s *support) access(v *ir.Value) bool {
	a, p := s.memory.Access(v), s.plan.Access[v]
	window := s.clean != nil && s.clean.Use[v].Window != nil
	switch {
	case v.Attr.Space == ir.ParamSpace:
		return isNumber(s.plan, v)
	case a.View == nil || a.View.Bytes || a.Root != nil || a.View.Elem.Bytes() != v.Attr.Mem.Bytes():
		return false
	case s.plan.Stored[v] && !window && !a.Inside && !(s.together() && s.ahead(v)):
		return false
	case v.Op == ir.OpLoad && isNumber(s.plan, v):
		return p.Order == gang.Splat
	case v.Op == ir.OpStore && p.Order == gang.Splat: // the last lane's
		return s.warp && v.Vec() == 1 && v.Attr.Mem.Bytes() == 4
	case v.Vec() > 1 && p.Order == gang.Strided:
		return s.together() && p.Stride%int64(v.Vec()) == 0
	case v.Vec() > 1 && p.Order == gang.Splat:
		return true
	case v.Vec() > 1:
		return p.Order == gang.Contiguous && s.together() && v.Vec()*v.Attr.Mem.Bytes() <= 16 && v.Attr.Mem.Bytes() >= 4
	case p.Order == gang.Swapped:
		return v.Attr.Mem.Bytes() == 4
	case p.Order == gang.Gather, p.Order > gang.Gather && p.Order != gang.Splat && p.Order != gang.Contiguous && !s.together():
		_, _, ok := s.memory.Index(s.body.Func, a)
		return ok && !a.Narrow
	}
	return true
}

// ahead reports whether an access that may fail behind a store is checked in front of it.
func (s *support) ahead(v *ir.Value) bool {
	i := slices.IndexFunc(v.Block.Values, (*ir.Value).HasEffect)
	if i < 0 || v.Block.Values[i].Op != ir.OpStore {
		return false
	}
	// That store would be left to others, were something done in front of it.
	first := v.Block.Values[i]
	window := s.clean != nil && s.clean.Use[first].Window != nil
	return !window && !s.memory.Access(first).Inside && slices.Contains(ahead(s.plan, s.memory, first), v)
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
