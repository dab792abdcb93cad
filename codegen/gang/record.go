package gang

import (
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// fused says that the next statement does what all accesses of a record do, and returns the last.
func (p *accessPrinter) fused(r *gang.Record) (last *ir.Value) {
	for _, v := range r.At.Block.Values {
		if !slices.Contains(r.Of, v) {
			continue
		}
		if last != nil {
			p.Fuse(last)
		}
		last = v
	}
	return last
}

// loadRecord prints the loads of a record.
func (p *accessPrinter) loadRecord(r *gang.Record) {
	place := p.place(r.Of[0])
	vars := make([]*gosrc.Variable, len(r.Of))
	for i, v := range r.Of {
		if v != nil && len(p.Users(v)) > 0 {
			vars[i] = p.target(v, place.Elem)
		}
	}
	p.Assign(p.fused(r), vars, gosrc.Primary(p.vec("Load"+strconv.Itoa(len(vars))+elemName(place.Elem)).Call(place.Slice, laneZero(place).Code()), gosrc.NoKind))
	for i, v := range r.Of {
		if vars[i] == nil {
			continue
		}
		if x := p.fromMemory(v, p.named(vars[i], place.Elem)); !x.Is(p.vecs[p.one(v)]) {
			p.set(v, p.variable(v), x, -1)
		}
	}
}

// storeRecord prints the stores of a record.
func (p *accessPrinter) storeRecord(r *gang.Record) {
	place := p.place(r.Of[0])
	args := []jen.Code{place.Slice, laneZero(place).Code()}
	for _, v := range r.Of {
		args = append(args, p.toMemory(v, v.Args[1], place.Elem).code)
	}
	p.Effect(p.fused(r), p.vec("Store"+strconv.Itoa(len(r.Of))+elemName(place.Elem)).Call(args...))
}
