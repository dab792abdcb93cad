package gang

import (
	"fmt"
	"math/bits"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

// Where lanes of a warp part by their numbers alone, as in a step of a scan, it is known which
// goes where: masks are constants, nobody asks whether there is a lane, and lanes that have
// returned are none of those of what follows.

// partKnown reports whether lanes of a body part only where it is known which.
func (p *printer) partKnown() bool {
	ok := len(p.plan.Lanes) > 0
	var walk func(list []*region.Node, asked bool)
	walk = func(list []*region.Node, asked bool) {
		for _, n := range list {
			if way, is := p.Way(n); is {
				walk(way, asked)
				continue
			}
			switch n.Kind {
			case region.Basic, region.Edge:
			case region.If:
				_, known := p.plan.Lanes[n.Block.Ctrl[0]]
				diverges := p.plan.Diverges[n.Block]
				ok = ok && (known || !diverges)
				walk(n.Body, asked || !diverges)
				walk(n.Else, asked || !diverges)
			case region.Return:
				ok = ok && !asked // only if a condition holds
			default:
				ok = false
			}
		}
	}
	walk(p.Body().Tree.Body, false)
	return ok
}

// restrict makes a frame that of some lanes, which are known.
func (p *printer) restrict(f *frame, lanes uint8) {
	f.known, f.lanes, f.mask = true, lanes, nil
	if lanes != 0 && lanes != 1<<gang.Width-1 {
		p.Aside(func() { f.mask = masks{p.lanesOf(lanes).name} })
	}
}

// knownSides prints the sides of a branch, for the lanes that go there.
func (p *printer) knownSides(n *region.Node) {
	cur, lanes := p.frame, p.plan.Lanes[n.Block.Ctrl[0]]
	if n.Negate {
		lanes = ^lanes
	}
	in := cur.lanes
	for i, list := range [][]*region.Node{n.Body, n.Else} {
		some := in & lanes
		if i > 0 {
			some = in &^ lanes
		}
		if some != 0 && len(list) > 0 {
			p.frame = &frame{side: true, up: cur}
			p.restrict(p.frame, some)
			p.list(list, false)
			p.frame = cur
		}
	}
}

// knownReturn takes the lanes at hand out of all that is around.
func (p *printer) knownReturn() {
	gone := p.frame.lanes
	for f := p.frame; f != nil; f = f.up {
		p.restrict(f, f.lanes&^gone)
	}
}

// lanesOf are lanes that are known.
func (p *printer) lanesOf(lanes uint8) vector {
	switch lanes {
	case 0, 1<<gang.Width - 1:
		return p.splat(gosrc.Truth(lanes != 0))
	}
	id := key{bits: uint64(lanes), kind: gosrc.Bool, cross: -1}
	return p.constant(id, "lanes", "M", p.vec("LanesM").Call(jen.Id(fmt.Sprintf("%#x", lanes))))
}

// places are the lanes of a gang that lanes read from.
func (p *printer) places(index [gang.Width]int) vector {
	list, digits := uint64(0), ""
	for l, i := range index {
		list |= uint64(i) << (3 * l)
		digits = strconv.Itoa(i) + digits
	}
	id := key{bits: list, kind: gosrc.U32, cross: -1}
	return p.constant(id, "from", "U32", p.vec("Places").Call(jen.Id("0o"+digits)))
}

// constant is a vector that is the same for all gangs.
func (p *printer) constant(id key, wish, typ string, x *jen.Statement) vector {
	return p.named(p.once(id, wish, typ, func() vector { return vector{pkg: p.pkg, code: x} }), id.kind)
}

// storeLast prints the store of all lanes at hand to one place, where the last one's value
// stays.
func (p *printer) storeLast(v *ir.Value, name string, slice, index *jen.Statement, x vector) {
	if !p.frame.known || v.Attr.Mem.Bytes() != 4 {
		p.Effect(v, p.vec("StoreLast"+name).Call(slice, index, x.code, p.mask().code))
		return
	}
	if last := bits.Len8(p.frame.lanes) - 1; last > 0 {
		x = x.method("Permute", p.places([gang.Width]int{last, last, last, last, last, last, last, last}).code)
	}
	p.Effect(v, p.vec("StoreFirst"+name).Call(slice, index, x.code))
}
