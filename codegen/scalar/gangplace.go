package scalar

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// Place is where the accesses of a gang go: elements of a slice.
type Place struct {
	Slice  *jen.Statement
	Elem   gosrc.Kind
	Index  gosrc.Expr // the first lane's
	Inside bool       // nothing is to be checked
	Guard  bool       // the slice may be one that is not to be written
}

// Locate finds the place of an access through a view: of bytes as elements of its own width.
// some says that lanes may not be there, the first one too.
func (g *Gang) Locate(v *ir.Value, some bool) Place {
	g.some = some
	defer func() { g.some = false }()
	a := g.mod.memory.Access(v)
	if a.View.Bytes {
		p := g.Array(v)
		p.Index, p.Inside = g.indexOf(a, a.Unit(v), gosrc.Int), a.Inside
		return p
	}
	x, ok := g.windowOf(v)
	p := g.locate(v)
	out := Place{Slice: p.slice, Elem: p.elem, Index: p.index, Inside: ok || a.Inside}
	if ok && !p.array {
		out.Slice = g.windowSlice(x)
	} else if p.array {
		out.Slice = p.slice.Index(jen.Op(":"))
	}
	out.Guard = v.Op == ir.OpStore && a.Base.Kind == analysis.BaseParam && !ok
	return out
}

// Array is the place of an access whose index differs by lane: without an index.
func (g *Gang) Array(v *ir.Value) Place {
	a := g.mod.memory.Access(v)
	p := Place{Slice: g.sliceOf(a), Elem: g.mod.elem(a.View), Guard: v.Writes() && a.Base.Kind == analysis.BaseParam}
	if isArray(a) {
		p.Slice = p.Slice.Index(jen.Op(":"))
	}
	if k := memKind(v); a.View.Bytes && k.Bits() > 8 {
		p.Slice, p.Elem = g.words(a, k), k
	}
	return p
}

// Beside is the index of an access through a view but for one of its terms, false where nothing else is in it.
func (g *Gang) Beside(v *ir.Value, t analysis.Term) (gosrc.Expr, bool) {
	a := *g.mod.memory.Access(v)
	a.Terms = slices.DeleteFunc(slices.Clone(a.Terms), func(u analysis.Term) bool { return u.Value == t.Value })
	return gosrc.Convert(g.indexOf(&a, a.Unit(v), gosrc.Int), gosrc.Int), len(a.Terms) > 0 || a.Off != 0
}

// words is a slice of bytes as one of elements, which is made in front of the loops.
func (g *Gang) words(a *schedule.Access, k gosrc.Kind) *jen.Statement {
	type words struct {
		base analysis.Base
		kind gosrc.Kind
	}
	id := words{a.Base, k}
	w := g.Front[id]
	if w == nil {
		g.Aside(func() {
			s := g.sliceOf(a)
			if isArray(a) {
				s = s.Index(jen.Op(":"))
			}
			name := "words"
			if a.Base.Kind == analysis.BaseParam {
				name = g.kernel.Params[a.Base.Index].GoName
			}
			w = g.NewFront(name+k.Suffix(), jen.Index().Add(k.Type()))
			g.Front[id] = w
			g.InFront(w, gosrc.Primary(Runtime("Words").Types(k.Type()).Call(s), gosrc.NoKind), false)
		})
	}
	return g.Use(w)
}

// windowSlice is what accesses through a window index, as a slice.
func (g *Gang) windowSlice(p schedule.Place) *jen.Statement {
	if o := g.ctx.clean[p.Window]; o.v != nil {
		return o.slice.Clone()
	}
	return g.slice(p.Window, true)
}

// Terms is the index of an access as a sum of values, times constants, and a constant; false
// where it is none.
func (g *Gang) Terms(v *ir.Value) (terms []analysis.Term, off int64, ok bool) {
	a := g.mod.memory.Access(v)
	if a.Root != nil || a.Narrow {
		return nil, 0, false
	}
	return g.mod.memory.Index(g.f, a, a.Unit(v))
}

// Atomic names the function of the runtime that does an atomic operation for one thread: with a pointer to
// an element of the carrier cell, and an operand.
func (g *Gang) Atomic(v *ir.Value) (fn string, cell, operand gosrc.Kind) {
	return atomFunc(v, v.Attr.Space)
}

// Fences reports whether a fence orders anything.
func (g *Gang) Fences(v *ir.Value) bool { return fences(v) }
