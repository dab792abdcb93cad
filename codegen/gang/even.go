package gang

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Rows of which each lane has one, as long as the launch says: their elements are at a distance from each other that is a
// number, and no index is computed for each of the lanes.
//
//	i, by, ok := gang8.EvenI32(r3)
//	at := int(k) + i
//	if !ok || !ptx.Spans(a, at, by, 8) {
//		break
//	}
//	f1 := gang8.LoadStridedF32(a, at, by)

// evenPrinter prints such accesses.
type evenPrinter struct{ *accessPrinter }

// prints reports whether an access is of that kind, and all lanes are there.
func (p evenPrinter) prints(v *ir.Value) bool {
	a := p.plan.Access[v]
	return a.Order == gang.Gather && a.Even != nil && p.part() == nil && !p.besideRows()
}

// store prints a store, of what is already as memory holds it.
func (p evenPrinter) store(v *ir.Value, x vector) {
	i, by, place := p.place(v)
	p.Effect(v, p.vec("StoreStrided"+elemName(place.Elem)).Call(place.Slice, i, by, x.code))
}

// load prints a load.
func (p evenPrinter) load(v *ir.Value) vector {
	i, by, place := p.place(v)
	if len(p.Users(v)) == 0 && !p.endsBlock(v) {
		return vector{pkg: p.pkg, kind: place.Elem}
	}
	return p.call(place.Elem, "LoadStrided"+elemName(place.Elem), place.Slice, i, by)
}

// number prints what lanes have of a number, or leaves the loop where it wraps.
func (p evenPrinter) number(t analysis.Term) even {
	for _, x := range p.scopes {
		for _, e := range x.evens {
			if e.of == t.Value && e.ext == t.Ext && e.nth == p.nth {
				return e
			}
		}
	}
	x, fn := p.vector(t.Value), "EvenI32"
	switch {
	case t.Value.Type == ir.I64:
		x = p.index32(x.as(gosrc.I64))
	case t.Ext == analysis.ExtUnsigned:
		x, fn = x.as(gosrc.U32), "EvenU32"
	default:
		x = x.as(gosrc.I32)
	}
	e := even{t.Value, t.Ext, p.nth, p.NewVariable("i", jen.Int()), p.NewVariable("by", jen.Int())}
	ok := p.NewVariable("ok", jen.Bool())
	p.Assign(nil, []*gosrc.Variable{e.i, e.by, ok}, gosrc.Primary(p.vec(fn).Call(x.code), gosrc.NoKind))
	p.bail(jen.Op("!").Id(ok.Name), ok)
	here := &p.scopes[len(p.scopes)-1]
	here.evens = append(here.evens, e)
	return e
}

// place prints the index of the first lane and the distance of the lanes, and leaves the loop where an element is outside.
func (p evenPrinter) place(v *ir.Value) (first, by *jen.Statement, place scalar.Place) {
	t, place := *p.plan.Access[v].Even, p.anywhere(v)
	e := p.number(t)
	times := func(w *gosrc.Variable) gosrc.Expr {
		x := gosrc.Primary(p.Use(w), gosrc.Int)
		if t.Scale == 1 {
			return x
		}
		return gosrc.Binary(x, "*", gosrc.Constant(uint64(t.Scale), gosrc.Int), gosrc.Int)
	}
	at, by := e.i, times(e.by).Code()
	if rest, more := p.Beside(v, t); more || t.Scale != 1 {
		sum := times(e.i)
		if more {
			sum = gosrc.Binary(rest, "+", sum, gosrc.Int)
		}
		at = p.NewVariable("at", jen.Int())
		p.Assign(nil, []*gosrc.Variable{at}, sum)
	}
	if !place.Inside {
		p.bail(jen.Op("!").Add(scalar.Runtime("Spans").Call(place.Slice.Clone(), p.Use(at), by.Clone(), jen.Lit(p.plan.Width))))
	}
	return p.Use(at), by, place
}
