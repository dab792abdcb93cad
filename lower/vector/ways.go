package vector

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// ways says where in a tree some lanes may jump while others go on.
type ways struct {
	facts    schedule.Facts
	diverges map[*ir.Block]bool
	outs     map[*region.Node]bool
	ins      map[*region.Node]bool
}

func newWays(facts schedule.Facts, diverges map[*ir.Block]bool) *ways {
	return &ways{facts, diverges, map[*region.Node]bool{}, map[*region.Node]bool{}}
}

// out reports whether some lanes may jump out of a node, and others not.
func (w *ways) out(n *region.Node) bool {
	found, ok := w.outs[n]
	if !ok {
		found = w.escapes(n, true, (n.Kind == region.Loop || n.Kind == region.Scope) && w.in(n))
		w.outs[n] = found
	}
	return found
}

// any is out for a list.
func (w *ways) any(list []*region.Node) bool { return slices.ContainsFunc(list, w.out) }

// in reports whether some lanes may jump to the end of a loop or scope, round it, or out of it, and
// others not.
func (w *ways) in(n *region.Node) bool {
	found, ok := w.ins[n]
	if !ok {
		found = w.escapes(n, false, false)
		w.ins[n] = found
	}
	return found
}

// escapes reports whether a jump in a node that not all lanes take together leads out of it, or
// unless beyond is set to it. apart says that some lanes may be elsewhere already.
func (w *ways) escapes(n *region.Node, beyond, apart bool) bool {
	found := false
	var inside []*region.Node
	var walk func(y *region.Node, apart bool)
	walk = func(y *region.Node, apart bool) {
		if way, ok := w.facts.Way(y); ok {
			for _, z := range way {
				walk(z, apart)
			}
			return
		}
		switch y.Kind {
		case region.Return:
			found = found || apart
		case region.Break, region.Continue:
			found = found || apart && !slices.Contains(inside, y.Target)
		case region.If:
			apart = apart || w.diverges[y.Block]
		case region.Loop, region.Scope, region.Switch:
			if y != n || beyond {
				inside = append(inside, y)
			}
			apart = apart || y != n && y.Kind != region.Switch && w.in(y)
		}
		for _, list := range y.Lists() {
			for _, z := range list {
				walk(z, apart)
			}
		}
	}
	walk(n, apart)
	return found
}

// continues reports whether lanes may go round a loop before the end of its body.
func (w *ways) continues(n *region.Node) bool {
	found := false
	for _, y := range n.Body {
		y.Walk(func(y *region.Node) bool {
			found = found || y.Kind == region.Continue && y.Target == n
			return true
		})
	}
	return found
}
