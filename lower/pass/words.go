package pass

import (
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// words loads and stores words of 64 bits that are only copied as pairs of elements. Compilers
// copy structures in words, whatever is in them: a float4 as two. Where all other
// accesses of the memory have 32 bits, so do then these, and it can appear as an array. The
// pair has the alignment of the word.
func words(f *ir.Func, _ *Options) bool {
	c := &copier{stores: map[*ir.Value][]*ir.Value{}, held: map[analysis.Base]*held{}}
	var loads []*ir.Value
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if word(v, ir.OpLoad) {
				loads = append(loads, v)
			}
		}
	}
	if len(loads) == 0 {
		return false
	}
	c.prov = analysis.NewProvenance(f)
	c.find(f, loads)
	after := map[*ir.Value][]*ir.Value{}
	for _, v := range loads {
		if t := c.elem(v); t != ir.Void {
			after[v] = split(v, c.stores[v], t)
		}
	}
	for _, b := range f.Blocks {
		placeAfter(b, after)
	}
	return len(after) > 0
}

// copier finds the words that are only copied.
type copier struct {
	prov   *analysis.Provenance
	stores map[*ir.Value][]*ir.Value // by load: where it goes, if it goes nowhere else
	held   map[analysis.Base]*held
}

// held is what the other accesses say that memory holds.
type held struct {
	floats, ints int
	other        bool // it is accessed in other sizes than 32 bits
}

// word reports whether an access is one of a word of 64 bits that may be torn.
func word(v *ir.Value, op ir.Op) bool {
	return v.Op == op && v.Attr.Mem == ir.I64 && v.Vec() == 1 && !v.Strong() &&
		(v.Attr.Space == ir.Global || v.Attr.Space == ir.Shared || v.Attr.Space == ir.Const)
}

// find looks for the loads of words that are only stored, and at all accesses but them.
func (c *copier) find(f *ir.Func, loads []*ir.Value) {
	used := map[*ir.Value]bool{} // other than as a word that is stored
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			for i, a := range v.Args {
				if word(a, ir.OpLoad) && i == 1 && word(v, ir.OpStore) {
					c.stores[a] = append(c.stores[a], v)
				} else {
					used[a] = true
				}
			}
		}
		for _, v := range b.Ctrl {
			used[v] = true
		}
	}
	copied := map[*ir.Value]bool{}
	for _, v := range loads {
		if used[v] {
			delete(c.stores, v)
			continue
		}
		copied[v] = true
		for _, s := range c.stores[v] {
			copied[s] = true
		}
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.IsAccess() && !copied[v] {
				c.note(v)
			}
		}
	}
}

// note takes an access that is no copy for what its memory holds.
func (c *copier) note(v *ir.Value) {
	base := c.prov.Access(v).Base
	h := c.held[base]
	if h == nil {
		h = &held{}
		c.held[base] = h
	}
	switch {
	case v.Attr.Mem.Bits() != 32:
		h.other = true
	case v.Attr.Mem.IsFloat():
		h.floats++
	default:
		h.ints++
	}
}

// elem returns the type of the elements of a word that is copied, Void where it is not, or
// where what is read and what is written hold different things.
func (c *copier) elem(load *ir.Value) ir.Type {
	elem := ir.Void
	for _, v := range append(c.stores[load][:len(c.stores[load]):len(c.stores[load])], load) {
		base := c.prov.Access(v).Base
		if base.Kind != analysis.BaseParam && base.Kind != analysis.BaseSymbol {
			return ir.Void
		}
		h := c.held[base]
		if h == nil {
			continue // it is only copied
		}
		t := ir.I32
		if h.floats > h.ints {
			t = ir.F32
		}
		if h.other || elem != ir.Void && elem != t {
			return ir.Void
		}
		elem = t
	}
	if len(c.stores[load]) == 0 {
		return ir.Void
	}
	return elem
}

// split makes a load and stores of a word those of two elements. It returns the elements,
// which are to stand behind the load.
func split(load *ir.Value, stores []*ir.Value, t ir.Type) []*ir.Value {
	load.Type, load.Results = ir.Tuple, []ir.Type{t, t}
	load.Attr.Mem, load.Attr.Vec = t, 2
	e := &emitter{b: load.Block, pos: load.Pos}
	var parts [2]*ir.Value
	for i := range parts {
		parts[i] = e.add(ir.OpExtract, t, load)
		parts[i].Attr.Index = i
	}
	for _, s := range stores {
		s.Args = append(s.Args[:1], parts[0], parts[1])
		s.Attr.Mem, s.Attr.Vec = t, 2
	}
	return e.out
}
