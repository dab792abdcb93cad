package gang

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

// At an assignment under a mask the lanes that are out of it wait somewhere: after an If
// whose other side they have done, before that which they will do, after a loop that they
// have left, at the head of one. The variable must keep what it holds for them if it is needed
// from there on. Mandelbrot has one such value, the count, in the loop that lanes leave when
// their point escapes; its coordinates may go on being computed for them.

// place is where lanes wait: before a block whose phis have their values, or, where edge
// is not nil, before an Edge node that leads to it.
type place struct {
	block *ir.Block
	edge  *region.Node
}

// blender finds the assignments that blend.
type blender struct {
	*flow
	p      *Plan
	live   *analysis.Liveness
	sides  []place                    // of the Ifs around the current node: where lanes wait that go, or went, the other way
	jumps  []jump                     // of lanes that left the current list
	behind map[*region.Node]*position // what follows after the nodes around the current one that can be left
}

// blends finds the assignments at which lanes that are out of the mask need what the variable
// holds; operands says what values are computed from.
func (p *Plan) blends(operands func(*ir.Value) []*ir.Value) {
	f := p.Body.Func
	reads := analysis.Reads(f, func(v *ir.Value) []*ir.Value {
		if !p.Body.Uses.Needed[v.ID] {
			return nil
		}
		return operands(v)
	})
	live := analysis.NewLiveness(f, func(v *ir.Value) []analysis.Read { return reads[v.ID] })
	p.Blend = map[Def]bool{}
	b := &blender{flow: p.flow, p: p, live: live, behind: map[*region.Node]*position{}}
	b.list(position{list: p.Body.Tree.Body})
}

// position is a place in the tree: a list of a node, and what follows after its end.
type position struct {
	list []*region.Node // what follows in the list
	up   *position      // after the node that holds the list; nil for the root
	loop *region.Node   // the node, where it is a loop: the end leads to its beginning
}

// follow returns where lanes wait that go on at a position; false where they do nothing more.
func (b *blender) follow(at position) (place, bool) {
	for {
		if len(at.list) == 0 {
			switch {
			case at.loop != nil:
				return place{block: at.loop.Block}, true
			case at.up == nil:
				return place{}, false
			}
			at = *at.up
			continue
		}
		n := at.list[0]
		rest := &position{at.list[1:], at.up, at.loop}
		if way, ok := b.facts.Way(n); ok {
			at = position{list: way, up: rest}
			continue
		}
		switch n.Kind {
		case region.Basic:
			return place{block: n.Block}, true
		case region.Edge:
			return place{block: n.To, edge: n}, true
		case region.Scope:
			if b.behind[n] == nil {
				b.behind[n] = rest
			}
			at = position{list: n.Body, up: rest}
		case region.Loop:
			return place{block: n.Block}, true
		case region.Break:
			at = *b.behind[n.Target]
		case region.Continue:
			return place{block: n.Target.Block}, true
		default: // an If or Switch stands behind its block; no body with a Goto has gangs
			return place{}, false
		}
	}
}

// jump is where lanes wait that have jumped, until after a node or, round a loop, to its head.
type jump struct {
	target *region.Node
	place
}

// list goes through a list, after which at.up follows.
func (b *blender) list(at position) {
	for len(at.list) > 0 {
		n := at.list[0]
		rest := position{at.list[1:], at.up, at.loop}
		if way, ok := b.facts.Way(n); ok {
			b.list(position{list: way, up: &rest})
			if !region.Falls(way) {
				return
			}
			at = rest
			continue
		}
		b.node(n, &rest)
		at = rest
	}
}

// node goes through a node after which rest follows.
func (b *blender) node(n *region.Node, rest *position) {
	switch n.Kind {
	case region.Basic:
		for _, v := range n.Block.Values {
			if v.Op != ir.OpPhi && b.b.Uses.Needed[v.ID] && b.needs(v) {
				b.p.Blend[Def{v, -1}] = true
			}
		}
	case region.Edge:
		for _, phi := range n.To.Phis() {
			if b.b.Uses.Needed[phi.ID] && b.needs(phi) {
				b.p.Blend[Def{phi, n.Pred}] = true
			}
		}
	case region.If:
		body, other := position{list: n.Body, up: rest}, position{list: n.Else, up: rest}
		if !b.p.Diverges[n.Block] {
			b.list(body)
			b.list(other)
			return
		}
		b.beside(other, body)
		if region.Falls(n.Body) {
			b.beside(*rest, other)
		} else {
			b.list(other)
		}
	case region.Switch:
		b.behind[n] = rest
		for _, c := range n.Cases {
			b.list(position{list: c.Body, up: rest})
		}
		b.arrive(n)
	case region.Scope:
		b.behind[n] = rest
		b.list(position{list: n.Body, up: rest})
		b.arrive(n)
	case region.Loop:
		b.behind[n] = rest
		n.Walk(func(j *region.Node) bool { // in an earlier round
			if j.Kind == region.Break || j.Kind == region.Continue && j.Target != n {
				b.jump(j, n)
			}
			return true
		})
		b.list(position{list: n.Body, up: rest, loop: n})
		b.arrive(n)
	case region.Break, region.Continue:
		b.jump(n, n.Target)
	}
}

// beside goes through a list while lanes wait at another position.
func (b *blender) beside(wait, list position) {
	if at, ok := b.follow(wait); ok {
		b.sides = append(b.sides, at)
		b.list(list)
		b.sides = b.sides[:len(b.sides)-1]
		return
	}
	b.list(list)
}

// jump notes that lanes may have jumped out of a node, of which others go on, unless its target
// is inside of it.
func (b *blender) jump(n, from *region.Node) {
	behind, outside := b.behind[n.Target]
	if !outside || !b.p.masks.parts(from) {
		return
	}
	j := jump{target: n.Target, place: place{block: n.Target.Block}}
	if n.Kind == region.Break {
		at, ok := b.follow(*behind)
		if !ok {
			return
		}
		j.place = at
	}
	if !slices.Contains(b.jumps, j) {
		b.jumps = append(b.jumps, j)
	}
}

// arrive notes that the lanes that wait for a node to end go on.
func (b *blender) arrive(n *region.Node) {
	delete(b.behind, n)
	b.jumps = slices.DeleteFunc(b.jumps, func(j jump) bool { return j.target == n })
}

// needs reports whether lanes that wait need what the variable of a value holds.
func (b *blender) needs(v *ir.Value) bool {
	if v.Type == ir.Void || b.fixed[v.ID] && b.p.Section[v] == "" {
		return false // who computes it again gets the same
	}
	for _, at := range b.sides {
		if b.waits(v, at) {
			return true
		}
	}
	return slices.ContainsFunc(b.jumps, func(j jump) bool { return b.waits(v, j.place) })
}

// waits reports whether lanes that wait at a place need a value in a vector.
func (b *blender) waits(v *ir.Value, at place) bool {
	if at.edge == nil {
		return b.live.Into(v, at.block) && b.p.At(v, at.block).Class == Varying
	}
	into := b.live.Into(v, at.block) && (v.Block != at.block || v.Op != ir.OpPhi)
	for _, phi := range at.block.Phis() {
		into = into || phi.Args[at.edge.Pred] == v && b.b.Uses.Needed[phi.ID]
	}
	return into && b.p.AtEdge(v, at.edge).Class == Varying
}
