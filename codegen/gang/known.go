package gang

import (
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/region"
)

// Where lanes of a warp part by their numbers alone, as in a step of a scan, it is known which
// goes where: masks are constants, nobody asks whether there is a lane, and lanes that have
// returned are none of those of what follows.

// partKnown reports whether lanes of a body part only where it is known which.
func (p *flowPrinter) partKnown() bool {
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
func (p *flowPrinter) restrict(f *frame, lanes uint8) {
	f.known, f.lanes, f.mask = true, lanes, nil
	if lanes != 0 && lanes != 1<<gang.Width-1 {
		p.Aside(func() { f.mask = masks{p.lanesOf(lanes).name} })
	}
}

// knownSides prints the sides of a branch, for the lanes that go there.
func (p *flowPrinter) knownSides(n *region.Node) {
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
func (p *flowPrinter) knownReturn() {
	gone := p.frame.lanes
	for f := p.frame; f != nil; f = f.up {
		p.restrict(f, f.lanes&^gone)
	}
}
