package gang

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

// masks says where lanes of a gang may be missing.
type masks struct {
	*flow
	diverges map[*ir.Block]bool
	full     []bool // by block ID: all lanes of a gang come there together, if any does
}

// masks finds where lanes of a gang may be missing, by the branches at which they may differ.
func (w *flow) masks(diverges map[*ir.Block]bool) *masks {
	m := &masks{flow: w, diverges: diverges, full: make([]bool, w.b.Func.NumBlocks())}
	on := w.b.Func.Mask
	m.list(w.b.Tree.Body, on != nil && on.First == 0)
	return m
}

// list goes through a list to which lanes may come that are not all, and reports whether some
// may be missing at its end that were there at the beginning, or were already.
func (m *masks) list(list []*region.Node, missing bool) bool {
	for _, n := range list {
		if way, ok := m.decided(n); ok {
			missing = m.list(way, missing)
			if !region.Falls(way) {
				return missing
			}
			continue
		}
		in := missing
		switch n.Kind {
		case region.Basic:
			m.full[n.Block.ID] = !missing
		case region.If, region.Switch:
			in = in || m.diverges[n.Block]
		case region.Loop:
			in = in || m.parts(n)
		}
		for _, below := range n.Lists() {
			m.list(below, in)
		}
		missing = missing || m.parts(n) && leaves(n)
	}
	return missing
}

// parts reports whether lanes part in a node so that some go on in it, or behind it, and others
// jump.
func (m *masks) parts(n *region.Node) bool {
	found := false
	m.walk([]*region.Node{n}, func(x *region.Node) {
		found = found || (x.Kind == region.If || x.Kind == region.Switch) && m.diverges[x.Block] && leaves(x)
	}, func(*region.Node) {})
	return found
}

// leaves reports whether there is a jump in a node that leads out of it.
func leaves(n *region.Node) bool {
	found := false
	inside := []*region.Node{}
	n.Walk(func(x *region.Node) bool {
		inside = append(inside, x)
		switch x.Kind {
		case region.Return:
			found = true
		case region.Break, region.Continue:
			found = found || !slices.Contains(inside, x.Target)
		}
		return !found
	})
	return found
}
