package gang

import (
	"maps"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

// masks says where lanes of a gang may be missing.
type masks struct {
	*flow
	diverges map[*ir.Block]bool
	parting  map[*region.Node]bool                  // see parts
	jumps    map[*region.Node]map[*region.Node]bool // see out
	full     []bool                                 // by block ID: all lanes of a gang come there together, if any does
}

// masks finds where lanes of a gang may be missing, by the branches at which they may differ.
func (w *flow) masks(diverges map[*ir.Block]bool) *masks {
	m := &masks{flow: w, diverges: diverges, parting: map[*region.Node]bool{}, jumps: map[*region.Node]map[*region.Node]bool{}, full: make([]bool, w.b.Func.NumBlocks())}
	on := w.b.Func.Mask
	m.list(w.b.Tree.Body, on != nil && on.First == 0)
	return m
}

// list goes through a list to which lanes may come that are not all, and reports whether some
// may be missing at its end that were there at the beginning, or were already.
func (m *masks) list(list []*region.Node, missing bool) bool {
	for _, n := range list {
		if way, ok := m.facts.Way(n); ok {
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
		missing = missing || m.parts(n) && m.leaves(n)
	}
	return missing
}

// parts reports whether lanes part in a node so that some go on in it, or after it, and others
// jump.
func (m *masks) parts(n *region.Node) bool {
	found, ok := m.parting[n]
	if !ok {
		found = (n.Kind == region.If || n.Kind == region.Switch) && m.diverges[n.Block] && m.leaves(n)
		for _, list := range n.Lists() {
			for _, c := range list {
				found = m.parts(c) || found
			}
		}
		m.parting[n] = found
	}
	return found
}

// leaves reports whether there is a jump in a node that leads out of it.
func (m *masks) leaves(n *region.Node) bool { return len(m.out(n)) > 0 }

// out returns where the jumps in a node lead that lead out of it; nil is the end of the thread.
func (m *masks) out(n *region.Node) map[*region.Node]bool {
	to, ok := m.jumps[n]
	if ok {
		return to
	}
	to = map[*region.Node]bool{}
	switch n.Kind {
	case region.Return:
		to[nil] = true
	case region.Break, region.Continue:
		to[n.Target] = true
	}
	for _, list := range n.Lists() {
		for _, c := range list {
			maps.Copy(to, m.out(c))
		}
	}
	delete(to, n)
	m.jumps[n] = to
	return to
}
