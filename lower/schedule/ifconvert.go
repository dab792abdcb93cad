package schedule

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// If-conversion. A thread that sorts compares two values that it has loaded, and stores them
// swapped if they are in the wrong order:
//
//	if (a > b) { s[i] = b; s[j] = a; }
//
// On random data such a branch is mispredicted half of the time. As selects, which the Go
// compiler turns into conditional moves, there is no branch: both values are always stored,
// swapped or as they were. A thread does all of a region before another one begins, so in
// shared memory nobody can tell, and a store does not fault where a load has not.

// maxExchanged is how many values a branch may swap that becomes selects.
const maxExchanged = 4

// ifConvert makes selects of the branches that swap values in shared memory.
func (k *Kernel) ifConvert() bool {
	changed := false
	for _, r := range k.Regions {
		for _, b := range r.Blocks {
			changed = ifConvert(b) || changed
		}
	}
	return changed
}

// ifConvert makes selects of the branch at the end of a block, if all that it decides is
// whether values that the block has loaded change places.
func ifConvert(b *ir.Block) bool {
	if b.Term != ir.If {
		return false
	}
	i := slices.IndexFunc(b.Succs, func(x *ir.Block) bool { return len(x.Preds) == 1 && x.Term == ir.Jump })
	if i < 0 {
		return false
	}
	x, to := b.Succs[i], b.Succs[1-i]
	loads := exchanged(b, x)
	if loads == nil || x.Succs[0] != to {
		return false
	}
	direct, around := b.PredIndex(1-i), x.PredIndex(0)
	if slices.ContainsFunc(to.Phis(), func(phi *ir.Value) bool { return phi.Args[direct] != phi.Args[around] }) {
		return false
	}
	for n, store := range x.Values {
		then, other := asInt(b, store.Args[1]), asInt(b, loads[n])
		if i == 1 {
			then, other = other, then
		}
		v := b.Add(ir.OpSelect, then.Type, b.Pos, b.Ctrl[0], then, other)
		v.Name = loads[n].Name
		if store.Args[1].Type != v.Type {
			v = b.Add(ir.OpBitcast, store.Args[1].Type, b.Pos, v)
		}
		store.Args[1] = v
	}
	for _, store := range x.Values {
		store.Block = b
		b.Values = append(b.Values, store)
	}
	x.Values = nil
	// Both ways are the same now, which pass.Tidy sees.
	return true
}

// exchanged returns for each store of a block what the block before it has loaded from
// there, if it does nothing but store these values, each in another place.
func exchanged(b, x *ir.Block) (loads []*ir.Value) {
	if len(x.Values) < 2 || len(x.Values) > maxExchanged {
		return nil
	}
	for _, store := range x.Values {
		if store.Op != ir.OpStore || store.Attr.Space != ir.Shared || store.Strong() || store.Vec() > 1 {
			return nil
		}
		at := func(v *ir.Value) bool {
			return v.Op == ir.OpLoad && !v.Strong() && v.Attr.Space == ir.Shared && v.Args[0] == store.Args[0] &&
				v.Attr.Mem == store.Attr.Mem && v.Vec() == 1
		}
		n := slices.IndexFunc(b.Values, at)
		if n < 0 || slices.ContainsFunc(b.Values[n:], (*ir.Value).HasEffect) || slices.Contains(loads, b.Values[n]) {
			return nil
		}
		loads = append(loads, b.Values[n])
	}
	for _, store := range x.Values {
		if !slices.Contains(loads, store.Args[1]) {
			return nil
		}
	}
	return loads
}

// asInt returns a value as an integer: the Go compiler has no conditional moves of floats.
func asInt(b *ir.Block, v *ir.Value) *ir.Value {
	switch v.Type {
	case ir.F32:
		return b.Add(ir.OpBitcast, ir.I32, v.Pos, v)
	case ir.F64:
		return b.Add(ir.OpBitcast, ir.I64, v.Pos, v)
	}
	return v
}
