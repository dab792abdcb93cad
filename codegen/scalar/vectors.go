package scalar

import (
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Vectors that follow each other in memory and in the program, as those that a loop loads
// when it is unrolled, have one check: a pointer to all of them,
//
//	v := ptx.Vecs[[2][4]float32, [4]float32](x, 8*i)
//
// No other value between them may fault or has an effect, so it does not matter that a
// fault of a later one comes in front of what is computed between them; and the runtime
// says which of them it is.

// vectors is such a list of loads. ptr points to the elements when the first is printed.
type vectors struct {
	loads []*ir.Value
	ptr   *gosrc.Variable
}

// maxVectors bounds how many there are: what Go loads from one pointer in a block it loads
// early, and keeps in registers that there are not.
const maxVectors = 4

// findVectors finds the lists of a block, by their loads.
func (p *plan) findVectors(b *ir.Block, s *sites) {
	var list *vectors
	for _, v := range b.Values {
		switch {
		case !p.needed[v.ID]:
		case list != nil && len(list.loads) < maxVectors && s.follows(v, list.loads[len(list.loads)-1]):
			list.loads = append(list.loads, v)
			p.vectors[list.loads[0]], p.vectors[v] = list, list
		case s.startsVectors(v):
			list = &vectors{loads: []*ir.Value{v}}
		case s.mayFault(v) || v.HasEffect():
			list = nil
		}
	}
}

// startsVectors reports whether a value is a load of a vector that is checked, in elements of
// a slice.
func (s *sites) startsVectors(v *ir.Value) bool {
	if s.alone || v.Op != ir.OpLoad || v.Vec() < 2 || v.Strong() || !s.mayFault(v) {
		return false
	}
	a := s.memory.Access(v)
	return a.View != nil && !a.View.Bytes && a.Root == nil && !a.Narrow && resizes(a)
}

// follows reports whether the vector v begins where the vector w ends.
func (s *sites) follows(v, w *ir.Value) bool {
	if !s.startsVectors(v) || v.Vec() != w.Vec() || v.Attr.Mem != w.Attr.Mem || v.Attr.Space != w.Attr.Space {
		return false
	}
	a, b := s.memory.Access(v), s.memory.Access(w)
	return a.Base == b.Base && a.Reach == b.Reach && slices.Equal(a.Terms, b.Terms) && a.Off == b.Off+int64(v.Vec()*v.Attr.Mem.Bytes())
}

// amongVectors returns the place of a load of a list, and prints the pointer in front of
// the first.
func (g *memGen) amongVectors(v *ir.Value, x *vectors) place {
	if x.ptr == nil {
		p := g.locate(v)
		for i := range g.places {
			g.places[i].Apart = true
		}
		for _, w := range x.loads[1:] {
			g.places = append(g.places, g.accessOf(w, g.mod.memory.Access(w)))
			g.places[len(g.places)-1].Apart = true
		}
		one := jen.Index(jen.Lit(v.Vec())).Add(p.elem.Type())
		all := jen.Index(jen.Lit(len(x.loads))).Add(one.Clone())
		x.ptr = g.temp("v", gosrc.NoKind)
		x.ptr.Type = jen.Op("*").Add(all.Clone())
		ptr := Runtime("Vecs").Types(all, one).Call(p.asBytes().Code(), gosrc.Convert(p.index, gosrc.Int).Code())
		g.assign(v, []*gosrc.Variable{x.ptr}, gosrc.Primary(ptr, gosrc.NoKind))
	}
	a := g.mod.memory.Access(v)
	slice := jen.Id(x.ptr.Name).Index(jen.Id(strconv.Itoa(slices.Index(x.loads, v))))
	return place{slice: slice, elem: g.mod.elem(a.View), index: gosrc.Constant(0, gosrc.Int), space: v.Attr.Space, vec: x.ptr}
}
