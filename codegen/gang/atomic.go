package gang

import (
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// An atomic operation goes lane by lane, by the runtime's function for one thread. Where the index
// of a lane is outside nothing is done, and the loop is left:
//
//	n, ok := gang8.EachAtomAddU32(hist, i, x, m)
//	if !ok { break gangs }

// atomic prints an atomic operation of the lanes at hand.
func (p *accessPrinter) atomic(v *ir.Value) {
	fn, cell, operand := p.Atomic(v)
	p.guard(p.Array(v))
	idx := p.indices(v)
	place := p.Array(v)
	x := p.vector(v.Args[1])
	if x.kind.IsFloat() != operand.IsFloat() {
		x = x.bits(operand)
	}
	if x.kind.IsInt() {
		x = x.as(operand)
	}
	slice := place.Slice
	if place.Elem != cell {
		slice = scalar.Runtime("Cells").Types(cell.Type()).Call(slice)
	}
	place.Inside, place.Elem = false, operand // what was there before
	old := p.loaded(v, p.target, place, p.vec("Each"+fn).Call(slice, idx.code, x.code, p.mask().code))
	if len(p.Users(v)) == 0 || old.Is(p.vecs[p.one(v)]) {
		return
	}
	if k := p.Kind(v); k.IsFloat() != old.kind.IsFloat() {
		old = old.bits(k)
	}
	p.set(v, p.variable(v), old.as(p.Kind(v)), -1)
}
