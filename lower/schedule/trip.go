package schedule

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

// Guards on %tid.x select the first threads of a row: tx < half. Where the others do
// nothing that anybody can tell, the guard becomes the trip count of the loop over
// threads.

// MaxRow is the number of threads that a row may have.
const MaxRow = 1024

// Bound says that only the first threads of a row run: those whose %tid.x is below it.
type Bound struct {
	Limit *ir.Value // 32 bits without a sign, at hand in front of the loop over threads; nil where
	Const int64     // this is it

	// Guard is the block whose branch the bound decides: for all threads that run its
	// condition is Holds. Nil for a bound that is known of the threads that come to a region.
	Guard *ir.Block
	Holds bool
}

// Decided returns what the condition of a block's branch is for all threads that run; ok
// is false where that is not known.
func (b *Body) Decided(x *ir.Block) (holds, ok bool) {
	i := slices.IndexFunc(b.Bounds, func(n Bound) bool { return n.Guard == x })
	if i < 0 {
		return false, false
	}
	return b.Bounds[i].Holds, true
}

// bounds finds the bounds of the loop over threads.
func (r *front) bounds() {
	f := r.b.Func
	if x := f.Registers["tid.x"]; x.Bounded && x.Hi+1 < MaxRow {
		r.b.Bounds = append(r.b.Bounds, Bound{Const: x.Hi + 1})
	}
	if len(f.Locals) > 0 && f.Part == ir.Whole {
		return // a thread faults where there is no room for its frame
	}
	r.guards(r.b.Tree.Body)
}

// guards takes the guards at the beginning of a list behind which threads end.
func (r *front) guards(list []*region.Node) {
	for i, n := range list {
		switch {
		case n.Kind == region.Basic && r.quiet(n.Block):
			continue
		case n.Kind == region.If && len(n.Else) == 0 && ends(n.Body):
			if r.guard(n.Block, n.Negate) {
				continue
			}
		case n.Kind == region.If && len(n.Else) == 0 && ends(list[i+1:]):
			if r.guard(n.Block, !n.Negate) {
				r.guards(n.Body)
			}
		}
		return
	}
}

// quiet reports whether nobody can tell whether a thread has executed a block.
func (r *front) quiet(b *ir.Block) bool {
	return !slices.ContainsFunc(b.Values, func(v *ir.Value) bool {
		return r.b.Uses.Needed[v.ID] && !v.Pure() && v.Op != ir.OpPhi && v.Op != ir.OpSlotLoad && v.Op != ir.OpSReg
	})
}

// ends reports whether threads end in a list and do nothing else.
func ends(list []*region.Node) bool {
	return !slices.ContainsFunc(list, func(n *region.Node) bool {
		return n.Kind != region.Edge && (n.Kind != region.Return || n.Block.Term == ir.Unreachable)
	})
}

// guard makes a bound of the branch of a block, if the threads for which its condition
// holds, or does not, are the first ones of the row.
func (r *front) guard(b *ir.Block, holds bool) bool {
	n, ok := r.first(b.Ctrl[0], holds)
	if !ok {
		return false
	}
	if n.Limit != nil {
		r.add(n.Limit)
	}
	n.Guard, n.Holds = b, holds
	r.b.Bounds = append(r.b.Bounds, n)
	return true
}

// first returns how many threads of a row pass a comparison of %tid.x, or fail it, where
// they are the first ones.
func (r *front) first(v *ir.Value, holds bool) (Bound, bool) {
	if v.Op != ir.OpICmp {
		return Bound{}, false
	}
	is, a, b := v.Attr.Cmp, v.Args[0], v.Args[1]
	if !holds {
		is = is.Negated()
	}
	if analysis.IsSReg(b, "tid.x") {
		a, b, is = b, a, is.Mirrored()
	}
	if !analysis.IsSReg(a, "tid.x") {
		return Bound{}, false
	}
	k, isConst := b.IsConst()
	switch {
	case !isConst:
		return Bound{Limit: b}, is == ir.LtU && b.Type == ir.I32 && r.uniform(b)
	case k >= 1<<31-1:
		return Bound{}, false
	// %tid.x is small, so that signed and unsigned compares agree for constants that are
	// no negative numbers.
	case is == ir.LtU || is == ir.LtS:
		return Bound{Const: int64(k)}, true
	case is == ir.LeU || is == ir.LeS || is == ir.Eq && k == 0:
		return Bound{Const: int64(k) + 1}, true
	}
	return Bound{}, false
}

// Width returns how many threads of a row run: at most so many, which MaxRow says nothing
// about, and no more than the limits.
func (b *Body) Width() (most int64, limits []*ir.Value) {
	most = MaxRow
	for _, n := range b.Bounds {
		if n.Limit != nil {
			limits = append(limits, n.Limit)
		} else {
			most = min(most, n.Const)
		}
	}
	return most, limits
}
