package gang

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// place finds the place of an access; without an index where that differs by lane.
func (p *accessPrinter) place(v *ir.Value) scalar.Place {
	if p.plan.Access[v].Order == gang.Gather {
		return p.anywhere(v)
	}
	return p.been(v, p.Locate(v))
}

// anywhere is the place of an access whose index differs by lane.
func (p *accessPrinter) anywhere(v *ir.Value) scalar.Place { return p.been(v, p.Array(v)) }

// been is a place of which nothing is asked where that was done before.
func (p *accessPrinter) been(v *ir.Value, place scalar.Place) scalar.Place {
	if p.checkedOnce[v] {
		place.Inside, place.Guard = true, false
	}
	return place
}

// bail prints that the loop is left where a condition does not hold.
func (p *accessPrinter) bail(cond *jen.Statement, deps ...*gosrc.Variable) {
	s := &gosrc.Stmt{Kind: gosrc.IfStmt, Code: cond, Body: gosrc.NewBlock(), Deps: deps}
	p.Push(s, nil)
	p.In(s.Body, p.Leave)
}

// index32 prints indices of 64 bits as ones of 32, or leaves the loop where those of lanes at hand need more.
func (p *accessPrinter) index32(wide vector) vector {
	i, ok := p.NewVariable("i", p.vec("I32")), p.NewVariable("ok", jen.Bool())
	p.Assign(nil, []*gosrc.Variable{i, ok}, gosrc.Primary(p.vec("NarrowI64").Call(wide.code, p.mask().code), gosrc.NoKind))
	p.bail(jen.Op("!").Id(ok.Name), ok)
	return p.named(i, gosrc.I32)
}
