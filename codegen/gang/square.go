package gang

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Four rows side by side that access the elements of a column each, side by side in memory:
//
//	f, fb, fc, fd := gang8.LoadSquareF32(tiles, tx*33, 33)

// loadSquare prints a load of all rows.
func (p *accessPrinter) loadSquare(v *ir.Value) {
	if len(p.Users(v)) == 0 {
		return
	}
	defer p.at(0)
	place := p.Locate(v)
	elem := place.Elem
	vars := make([]*gosrc.Variable, p.Jam)
	for k := range vars {
		p.at(k)
		vars[k] = p.target(v, elem)
	}
	p.at(0)
	load := p.vec("LoadSquare"+elemName(elem)).Call(place.Slice, laneZero(place).Code(), p.distance(v))
	p.Assign(v, vars, gosrc.Primary(load, gosrc.NoKind))
	for k, w := range vars {
		p.at(k)
		if x := p.fromMemory(v, p.named(w, elem)); !x.Is(p.vecs[p.one(v)]) {
			p.set(v, p.variable(v), x, -1)
		}
	}
}

// storeSquare prints a store of all rows.
func (p *accessPrinter) storeSquare(v *ir.Value) {
	last := p.nth
	defer p.at(last)
	p.at(0)
	place := p.Locate(v)
	args := []jen.Code{place.Slice, laneZero(place).Code(), p.distance(v)}
	for k := range p.Jam {
		p.at(k)
		args = append(args, p.toMemory(v, v.Args[1], place.Elem).code)
	}
	p.Effect(v, p.vec("StoreSquare"+elemName(place.Elem)).Call(args...))
}

// distance is how many elements are from lane to lane.
func (p *accessPrinter) distance(v *ir.Value) *jen.Statement {
	return jen.Id(gosrc.Num(p.plan.Access[v].Stride))
}
