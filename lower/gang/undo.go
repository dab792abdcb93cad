package gang

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

// What a gang has stored to elements that the same lanes have loaded before can be undone: the gang keeps
// what it loaded, and stores it again where it is left. Threads one by one find memory as it was. So a
// thread may add to its own element in each round of a loop, and the loop may fail in any of them:
//
//	for j := range n {
//		y[i] += a[i*n+j] * x[j]
//	}
//
// Each lane undoes what it has stored, and nothing else: what a lane has only loaded somebody else may have
// stored by then.

// untouched looks at a load that lanes come to: whether it gives what memory held before the gang, and what
// has to be apart for that. In a loop it does until the lane has stored there.
func (k *keeper) untouched(load *ir.Value) {
	writes := k.writes
	if in := k.loops[load.Block.ID]; len(in) > 0 {
		if !k.steady(load) {
			return
		}
		writes = slices.Clone(writes)
		k.walk(in[:1], func(n *region.Node) {
			if n.Kind != region.Basic {
				return
			}
			for _, v := range n.Block.Values {
				if k.written(v) && !k.samePlace(load, v) {
					writes = append(writes, v)
				}
			}
		}, func(*region.Node) {})
	}
	var ask []Meeting
	for _, w := range writes {
		switch {
		case !mayAccess(k.m, load, w):
		case k.m.Access(w) == nil || !mayAsk(k.m.Access(load), k.m.Access(w)):
			return
		default:
			ask = append(ask, Meeting{load, w})
		}
	}
	k.asks[load] = ask
}

// written reports whether a value writes memory that others see.
func (k *keeper) written(v *ir.Value) bool {
	return k.b.Uses.Needed[v.ID] && v.Writes() && v.Op != ir.OpSlotStore && !k.p.Access[v].Own
}

// steady reports whether a load is from the same place in each round of the loops around it.
func (k *keeper) steady(load *ir.Value) bool {
	return !slices.ContainsFunc(indexOf(k.m, load), func(v *ir.Value) bool { return len(k.loops[v.Block.ID]) > 0 })
}

// samePlace reports whether two accesses of a lane are of the same bytes, whenever they are done.
func (k *keeper) samePlace(a, b *ir.Value) bool {
	x, ok := k.where(a)
	y, also := k.where(b)
	return ok && also && x == y && slices.Equal(k.m.Access(a).Terms, k.m.Access(b).Terms)
}

// undoable looks at an access that lanes come to: whether gangs can undo it, or something by it.
func (k *keeper) undoable(v *ir.Value) {
	if v.Op == ir.OpLoad {
		k.untouched(v)
		return
	}
	w, _ := k.where(v)
	for _, l := range k.been[w] {
		if _, first := k.asks[l]; first && k.keeps(l) && k.keeps(v) && len(k.b.Uses.Values[l.ID]) > 0 && k.dom.Dominates(l.Block, v.Block) && k.samePlace(l, v) {
			k.undo[v] = l
			return
		}
	}
}

// undoes reports whether gangs undo a value, and notes what has to be apart for that.
func (k *keeper) undoes(v *ir.Value) bool {
	l := k.undo[v]
	if l == nil {
		return false
	}
	for _, q := range k.asks[l] {
		k.way.Meet = k.add(k.way.Meet, q)
	}
	k.way.Undo[v] = l
	return true
}

// keeps reports whether an access is one of a vector that gangs can keep: of an element for each lane.
func (k *keeper) keeps(v *ir.Value) bool {
	a := k.p.Access[v]
	return a.Order != Splat && a.Order != Swapped && !a.Own && v.Vec() == 1 && k.p.Record[v] == nil && !k.p.Number(v)
}

// Full reports whether all lanes of a gang come to a block together, if any does.
func (p *Plan) Full(b *ir.Block) bool { return p.masks.full[b.ID] && p.Body.Func.Mask == nil }

// fresh returns what tells whether a load gives what the same lanes have stored, whatever memory held before
// the gang.
func (k *keeper) fresh() func(v *ir.Value) bool {
	stores := map[where][]*ir.Value{}
	for _, v := range k.values {
		if w, ok := k.where(v); ok && v.Op == ir.OpStore {
			stores[w] = append(stores[w], v)
		}
	}
	return func(v *ir.Value) bool {
		w, ok := k.where(v)
		return ok && v.Op == ir.OpLoad && slices.ContainsFunc(stores[w], func(s *ir.Value) bool {
			in := s.Block == v.Block && k.index[s.ID] < k.index[v.ID] || s.Block != v.Block && k.dom.Dominates(s.Block, v.Block)
			return in && k.samePlace(s, v)
		})
	}
}

// Around reports whether a loop of the tree of a plan is around the place of a value.
func Around(p *Plan, loop *region.Node, v *ir.Value) bool {
	return slices.Contains(p.flow.loops[v.Block.ID], loop)
}
