package schedule

import (
	"hash/maphash"
	"maps"
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// A compiler that unrolls a loop, or makes two of a tail, makes the same region several
// times: one function is enough, which runs in several places. A fault names the line of
// the PTX that did wrong, so what may fault must be of the same line.

// mergeRegions runs the first of regions that are the same in place of the others.
func (k *Kernel) mergeRegions() {
	first := map[*ir.Func]*ir.Func{}
	alike := map[looks][]*ir.Func{}
	seed := maphash.MakeSeed()
	for _, r := range k.Regions {
		like := looksOf(r, seed)
		i := slices.IndexFunc(alike[like], func(f *ir.Func) bool { return sameRegion(f, r) })
		if i < 0 {
			alike[like] = append(alike[like], r)
			continue
		}
		first[r] = alike[like][i]
		if r.KeepsOrigins() {
			joinOrigins(first[r], r)
		}
	}
	for _, b := range k.CTA.Blocks {
		for _, v := range b.Values {
			if f := first[v.Attr.Func]; v.Op == ir.OpRun && f != nil {
				v.Attr.Func = f
			}
		}
	}
	k.Regions = slices.DeleteFunc(k.Regions, func(r *ir.Func) bool { return first[r] != nil })
}

// joinOrigins gives what a region comes from to another one that is the same.
func joinOrigins(f, same *ir.Func) {
	for i, b := range f.Blocks {
		c := same.Blocks[i]
		b.Join(c.Origins()...)
		for j, v := range b.Values {
			v.Join(c.Values[j].Origins()...)
		}
	}
}

// looks is what two regions have in common that are the same: few others do.
type looks struct {
	blocks, values, args int
	hash                 uint64 // of what values are, but for their arguments
}

func looksOf(r *ir.Func, seed maphash.Seed) looks {
	l := looks{blocks: len(r.Blocks), args: len(r.Args)}
	var h maphash.Hash
	h.SetSeed(seed)
	for _, b := range r.Blocks {
		l.values += len(b.Values)
		for _, v := range b.Values {
			maphash.WriteComparable(&h, v.Op)
			maphash.WriteComparable(&h, v.Attr)
			if !anywhere(v) {
				maphash.WriteComparable(&h, v.Pos)
			}
		}
	}
	l.hash = h.Sum64()
	return l
}

// sameRegion reports whether two regions are the same function of their arguments and
// slots.
func sameRegion(f, g *ir.Func) bool {
	if f.Mask != g.Mask || f.Order != g.Order || !slices.Equal(f.Args, g.Args) || !maps.Equal(f.Registers, g.Registers) || !slices.Equal(f.ArgFacts, g.ArgFacts) {
		return false
	}
	value, block := map[*ir.Value]*ir.Value{}, map[*ir.Block]*ir.Block{} // of g, by that of f
	for i, b := range f.Blocks {
		c := g.Blocks[i]
		block[b] = c
		if len(b.Values) != len(c.Values) {
			return false
		}
		for j, v := range b.Values {
			value[v] = c.Values[j]
		}
	}
	same := func(v, w *ir.Value) bool { return value[v] == w }
	target := func(b, c *ir.Block) bool { return block[b] == c }
	for i, b := range f.Blocks {
		c := g.Blocks[i]
		if b.Term != c.Term || !slices.EqualFunc(b.Succs, c.Succs, target) || !slices.EqualFunc(b.Preds, c.Preds, target) || !slices.EqualFunc(b.Ctrl, c.Ctrl, same) {
			return false
		}
		if b.Pos != c.Pos && b.Term == ir.Switch {
			return false
		}
		for j, v := range b.Values {
			w := c.Values[j]
			if v.Op != w.Op || v.Type != w.Type || v.Attr != w.Attr || !slices.Equal(v.Results, w.Results) || !slices.EqualFunc(v.Args, w.Args, same) {
				return false
			}
			if v.Pos != w.Pos && !anywhere(v) {
				return false
			}
		}
	}
	return true
}

// anywhere reports whether a value does the same wherever it stands in the PTX: a fault
// would name its place.
func anywhere(v *ir.Value) bool {
	return v.Pure() || v.Op == ir.OpSlotLoad || v.Op == ir.OpSlotStore
}
