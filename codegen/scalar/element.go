package scalar

import (
	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// What a view shows is of the schedule (schedule.View); its elements have a sign in Go.

// elem is the carrier of the elements of a view.
func (g *Module) elem(w *schedule.View) gosrc.Kind {
	if k := KindOf(w.Elem); !g.signed[w] {
		return k
	}
	return KindOf(w.Elem).AsSigned()
}

// signParams makes the elements of a kernel's parameters signed where most of the code
// that loads and stores them takes them so. It returns how much more code does than does not.
func (g *Module) signParams(plans []*plan) map[*schedule.View]int {
	votes := map[*schedule.View]int{}
	for _, p := range plans {
		g.signVotes(p, votes)
	}
	for w, n := range votes {
		g.signed[w] = n > 0
	}
	return votes
}

// signVotes counts the accesses that take elements with a sign, less the others.
func (g *Module) signVotes(p *plan, votes map[*schedule.View]int) {
	for _, b := range p.f.Blocks {
		for _, v := range b.Values {
			a := g.memory.Access(v)
			if a == nil || !p.needed[v.ID] || a.Base.Kind != analysis.BaseParam {
				continue
			}
			w := a.View
			if w == nil || w.Bytes || !w.Elem.IsInt() || w.Atomics {
				continue
			}
			x := v
			if v.Writes() {
				x = v.Args[1]
			}
			k := p.kinds[x.ID]
			switch {
			case x.Op == ir.OpConst || x.Type == ir.Tuple:
			case v.Attr.Signed, k.Signed() && k.Bits() == w.Elem.Bits():
				votes[w]++
			default:
				votes[w]--
			}
		}
	}
}
