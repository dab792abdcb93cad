package gang

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Gangs side by side are gangs that follow each other and that execute every operation one
// after the other, so that what waits in one can go on in the next. They are like one gang of
// as many lanes: all that it asks is asked once, of the lanes of all. What the lanes of all
// have the same there is once, as a number or a vector; a number that counts up is that of the
// first lane of all, to which the other gangs add a constant; of any other vector each gang
// has one of its own.

// Gangs of several rows side by side are the same lanes of each. What rows may have another one of
// each of is there once for each of them, be it a number or a vector, and everything else once.

// one names the vector that a gang has of a value: of those that they share the first one's.
type one struct {
	v   *ir.Value
	nth int
}

// one is what the gang at hand has of a value.
func (p *printer) one(v *ir.Value) one {
	if p.common(v) {
		return one{v: v}
	}
	return one{v, p.nth}
}

// common reports whether gangs side by side have one and the same of a value, or do once what
// it does.
func (p *printer) common(v *ir.Value) bool {
	switch {
	case p.varying != nil, v.Op == ir.OpStore, v.Op == ir.OpSlotStore:
		return false
	case p.besideRows():
		return !p.plan.Rows.Differs[v.ID]
	case v.Type == ir.Tuple:
		return p.plan.Access[v].Order == gang.Splat
	}
	return p.plan.Shape[v.ID].Class == gang.Uniform || p.plan.Number(v) || v.Op == ir.OpFence
}

// besideRows reports whether the gangs side by side are of several rows.
func (p *printer) besideRows() bool { return p.Rows() > 1 }

// at makes a gang the one at hand.
func (p *printer) at(nth int) {
	p.nth = nth
	p.Row(min(nth, p.Rows()-1))
}

// commonVector reports whether gangs side by side have the same vector, which one statement
// computes for all of them.
func (p *printer) commonVector(v *ir.Value) bool {
	vector := v.Type.IsFloat() || p.spread[v] || p.besideRows() && !p.plan.Number(v) && v.Type != ir.Void
	return vector && p.common(v) && !p.Fixed(v) && v.Op != ir.OpExtract
}

// each prints something for each of the gangs, once where they have it in common.
func (p *printer) each(v *ir.Value, print func()) {
	defer p.at(0)
	for nth := range p.Jam {
		p.at(nth)
		print()
		if p.common(v) {
			return
		}
	}
}

// allLanes is how many lanes all gangs have.
func (p *printer) allLanes() int64 { return int64(p.plan.Width * p.Jam / p.Rows()) }

// lane is the number of the first lane of the gang at hand among those of all of the row.
func (p *printer) lane() int64 {
	if p.besideRows() {
		return 0
	}
	return int64(p.plan.Width * p.nth)
}

// nameOf is the wish for the name of a variable that each gang has: f3, f3b, f3c, f3d.
func (p *printer) nameOf(wish string) string {
	if p.nth == 0 {
		return wish
	}
	return wish + string(rune('a'+p.nth))
}

// numberOf is a number that counts up, of the first lane of the gang at hand.
func (p *printer) numberOf(v *ir.Value, stride int64) gosrc.Expr {
	x := p.Number(v)
	return add(x, int64(gosrc.Truncate(uint64(p.lane()*stride), x.Kind.Bits())))
}

// Locate finds the place of an access of the gang at hand.
func (p *printer) Locate(v *ir.Value) scalar.Place {
	place := p.Gang.Locate(v, p.some(v) && p.plan.Access[v].Order != gang.Splat)
	if p.lane() > 0 {
		place.Index = add(laneZero(place), p.lane()*p.plan.Access[v].Stride)
	}
	return place
}

// Slot is the array of a slot, and where the gang at hand has its elements.
func (p *printer) Slot(s *ir.Slot) (array *jen.Statement, index gosrc.Expr, elem gosrc.Kind) {
	array, index, elem = p.Gang.Slot(s)
	return array, add(index, p.lane()), elem
}

// some reports whether an access is of some lanes, of which it is inside where the others may not be.
func (p *printer) some(v *ir.Value) bool {
	a := p.plan.Access[v]
	// Where all lanes are in a loop that they leave at different times they gather, too: it takes less.
	gathers := p.frame.whole && v.Op == ir.OpLoad && a.Order == gang.Strided
	return (p.part() != nil || gathers) && !p.window(v) && !a.Whole
}

// add adds a constant to an index.
func add(x gosrc.Expr, n int64) gosrc.Expr {
	if n == 0 {
		return x
	}
	return gosrc.Binary(x, "+", gosrc.Constant(uint64(n), x.Kind), x.Kind)
}

// laneZero is the index of the first lane, as an int.
func laneZero(place scalar.Place) gosrc.Expr { return gosrc.Convert(place.Index, gosrc.Int) }
