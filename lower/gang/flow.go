package gang

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// flow is how gangs go through the tree of a body.
type flow struct {
	lanes   int
	b       *schedule.Body
	u       *analysis.Uniformity
	facts   schedule.Facts
	fixed   []bool                // by value ID: the same in every iteration of every loop
	values  []*ir.Value           // what gangs compute, in the order of the tree
	loops   [][]*region.Node      // by block ID: the loops of the tree around its place, the outermost first
	aligned []bool                // by value ID: a stride that it has as gangs begin with a multiple of lanes
	late    map[*region.Node]bool // Edges that stand behind a loop around the block that they lead from
	whole   multiples             // what is a multiple of a warp
}

func newFlow(b *schedule.Body, lanes int) *flow {
	f := b.Func
	w := &flow{
		lanes: lanes, b: b, u: analysis.GangUniformity(f, lanes), facts: b.Facts(true), fixed: make([]bool, f.NumValues()), aligned: make([]bool, f.NumValues()),
		loops: make([][]*region.Node, f.NumBlocks()), late: map[*region.Node]bool{},
	}
	for _, x := range ir.ReversePostorder(f) {
		for _, v := range x.Values {
			w.fixed[v.ID] = v.Op != ir.OpPhi && v.Pure() && !slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return !w.fixed[a.ID] })
		}
	}
	var around []*region.Node
	w.walk(b.Tree.Body, func(n *region.Node) {
		switch n.Kind {
		case region.Basic:
			w.loops[n.Block.ID] = slices.Clone(around)
			for _, v := range n.Block.Values {
				if b.Uses.Needed[v.ID] {
					w.values = append(w.values, v)
				}
			}
		case region.Edge:
			w.late[n] = len(w.loops[n.Block.ID]) > len(around)
		case region.Loop:
			around = append(around, n)
		}
	}, func(n *region.Node) {
		if n.Kind == region.Loop {
			around = around[:len(around)-1]
		}
	})
	return w
}

// walk goes through the nodes that gangs may come to, in the order in which they do. Branches
// that the guards of the row decide are none. enter is called before what is below a node,
// leave after it.
func (w *flow) walk(list []*region.Node, enter, leave func(*region.Node)) {
	for _, n := range list {
		if way, ok := w.facts.Way(n); ok {
			w.walk(way, enter, leave)
			if !region.Falls(way) {
				return
			}
			continue
		}
		enter(n)
		for _, below := range n.Lists() {
			w.walk(below, enter, leave)
		}
		leave(n)
	}
}

// apart reports whether lanes that are in a block may have left a loop around a value in
// different rounds, in which they had different ones.
func (w *flow) apart(v *ir.Value, b *ir.Block) bool {
	return w.outside(v, b, w.loops[b.ID])
}

// outside is apart for lanes that are on their way to a block, in some loops.
func (w *flow) outside(v *ir.Value, b *ir.Block, in []*region.Node) bool {
	if w.fixed[v.ID] {
		return false
	}
	nest := w.u.Loops()
	for _, n := range w.loops[v.Block.ID] {
		l := nest.Headed(n.Block)
		if !slices.Contains(in, n) && (l == nil || !w.u.Leave(l, b).In(analysis.Gang)) {
			return true
		}
	}
	return false
}
