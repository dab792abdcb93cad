package region

import (
	"fmt"
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// Structure returns the function as a tree; its root is a Seq.
func Structure(f *ir.Func) *Node { return structure(f, deepest) }

// structure is Structure with another limit to how deep the tree is.
func structure(f *ir.Func, most int) *Node {
	root := &Node{Kind: Seq}
	if len(f.Blocks) == 0 {
		return root
	}
	p := plan(f)
	if p.onlyReturns[f.Blocks[0].ID] {
		root.Body = []*Node{{Kind: Return, Block: f.Blocks[0]}}
		return root
	}
	s := &structurer{
		placement: p,
		targets:   make([][]*Node, f.NumBlocks()),
		labels:    make([]*Node, f.NumBlocks()),
		most:      4 * most,
	}
	root.Body = s.tree(nil, f.Blocks[0], nil)
	flat := s.nest > s.most || nesting(root) > most
	if flat {
		s = &structurer{placement: p, targets: make([][]*Node, f.NumBlocks()), labels: make([]*Node, f.NumBlocks())}
		root.Body = s.flatten(f, most)
	}
	if flat || slices.Contains(p.entered, true) {
		root.dropLabels()
	}
	return root
}

// dropLabels removes the labels that no goto leads to.
func (n *Node) dropLabels() {
	drop := func(list []*Node) []*Node {
		return slices.DeleteFunc(list, func(c *Node) bool { return c.Kind == Label && c.Breaks == 0 })
	}
	n.Body, n.Else = drop(n.Body), drop(n.Else)
	for i := range n.Cases {
		n.Cases[i].Body = drop(n.Cases[i].Body)
	}
	for _, list := range n.Lists() {
		for _, c := range list {
			c.dropLabels()
		}
	}
}

// structurer emits the tree along the dominator tree.
type structurer struct {
	*placement

	// targets holds by block ID the open nodes that lead to the block, the
	// innermost last: a Scope, Switch or Loop that ends before it, or
	// the Loop that it is the header of.
	targets [][]*Node
	labels  []*Node // by block ID: where the block must be reached by goto
	loop    *Node   // innermost open loop

	// How deep the current list is nested, and may be. An arm counts as nested that turns
	// out to be the rest of a list; these are few.
	nest, most int
}

// tree appends a block and everything that is placed below it. The end of the
// list leads to fall, nil where nothing follows. The functions that tree is made
// of return the block that the list goes on with, nil where it is complete:
// long chains of blocks must not become deep recursion.
func (s *structurer) tree(out []*Node, b, fall *ir.Block) []*Node {
	for b != nil && s.nest <= s.most {
		if s.loops.Headed(b) != nil {
			out, b = s.cycle(out, b, fall)
		} else {
			out, b = s.within(out, b, fall)
		}
	}
	return out
}

// cycle appends a loop.
func (s *structurer) cycle(out []*Node, header, fall *ir.Block) ([]*Node, *ir.Block) {
	return s.sequence(out, s.after[header.ID], fall, func(out []*Node, fall *ir.Block) ([]*Node, *ir.Block) {
		loop := &Node{Kind: Loop, Block: header}
		end := fall
		r := s.returns[header.ID]
		if r != nil {
			end = r
		}
		outer := s.loop
		s.loop = loop
		s.open(end, loop)
		s.open(header, loop)
		s.enter(loopScopes)
		body, next := s.within(nil, header, header)
		loop.Body = s.tree(body, next, header)
		s.leave(loopScopes)
		s.close(header)
		s.close(end)
		s.loop = outer
		out = append(out, loop)
		if e := loop.takeExit(); e != nil {
			out = append(out, e)
		}
		if r != nil && loop.Breaks > 0 {
			out = append(out, &Node{Kind: Return, Block: r})
		}
		return out, nil
	})
}

// takeExit takes the Edge out of a loop by which its only Break leaves it, nil where
// there is none: after the loop it says the same, and the loop ends with a plain break.
func (n *Node) takeExit() *Node {
	if n.Breaks != 1 {
		return nil
	}
	var edge *Node
	take := func(list []*Node) []*Node {
		i := len(list) - 1
		if i < 1 || list[i].Kind != Break || list[i].Target != n || list[i-1].Kind != Edge {
			return list
		}
		edge = list[i-1]
		return slices.Delete(list, i-1, i)
	}
	n.Walk(func(c *Node) bool {
		if edge == nil {
			c.Body, c.Else = take(c.Body), take(c.Else)
			for i := range c.Cases {
				c.Cases[i].Body = take(c.Cases[i].Body)
			}
		}
		return edge == nil
	})
	return edge
}

// within appends a block, its terminator and the blocks that are placed after
// that.
func (s *structurer) within(out []*Node, b, fall *ir.Block) ([]*Node, *ir.Block) {
	return s.sequence(out, s.behind[b.ID], fall, func(out []*Node, fall *ir.Block) ([]*Node, *ir.Block) {
		out = append(out, &Node{Kind: Basic, Block: b})
		return s.terminator(out, b, fall)
	})
}

// sequence appends what first appends and then the trees of the blocks in next.
// Jumps over some of them become breaks from a Scope, or gotos where a cycle
// that is not a natural loop enters one of them.
func (s *structurer) sequence(out []*Node, next []*ir.Block, fall *ir.Block, first func(out []*Node, fall *ir.Block) ([]*Node, *ir.Block)) ([]*Node, *ir.Block) {
	if len(next) == 0 {
		return first(out, fall)
	}
	start := len(out)
	tangled := slices.ContainsFunc(next, func(b *ir.Block) bool { return s.entered[b.ID] })
	scopes := make([]*Node, len(next))
	for i, b := range slices.Backward(next) {
		if tangled {
			s.labels[b.ID] = &Node{Kind: Label, Block: b}
			continue
		}
		scopes[i] = &Node{Kind: Scope}
		s.open(b, scopes[i])
	}
	out, more := first(out, next[0])
	out = s.tree(out, more, next[0])
	for i, b := range next {
		if tangled {
			out = append(out, s.labels[b.ID])
		} else {
			s.close(b)
			if scope := scopes[i]; scope.Breaks > 0 {
				scope.Body = slices.Clone(out[start:])
				out = append(out[:start], scope)
			}
		}
		if i < len(next)-1 {
			out = s.tree(out, b, next[i+1])
		}
	}
	return out, next[len(next)-1]
}

func (s *structurer) open(b *ir.Block, n *Node) {
	if b != nil {
		s.targets[b.ID] = append(s.targets[b.ID], n)
	}
}

func (s *structurer) close(b *ir.Block) {
	if b != nil {
		t := s.targets[b.ID]
		s.targets[b.ID] = t[:len(t)-1]
	}
}

// terminator appends how a block ends.
func (s *structurer) terminator(out []*Node, b, fall *ir.Block) ([]*Node, *ir.Block) {
	switch b.Term {
	case ir.Jump:
		return s.edge(out, b, 0, fall)
	case ir.If:
		if b.Succs[0] == b.Succs[1] && samePhis(b, 0, 1) {
			return s.edge(out, b, 0, fall)
		}
		return s.branch(out, b, fall)
	case ir.Switch:
		return append(out, s.selection(b, fall)), nil
	case ir.Ret, ir.Exit, ir.Unreachable:
		return append(out, &Node{Kind: Return, Block: b}), nil
	}
	panic(fmt.Sprintf("region: %s: %s has no terminator", b.Func.Name, blockName(b)))
}

// branch appends an If. An arm that does not get to its end makes the other one
// part of the list, so that code is nested no deeper than it must be. The
// shorter arm comes first.
func (s *structurer) branch(out []*Node, b, fall *ir.Block) ([]*Node, *ir.Block) {
	i := 0
	if s.length(b.Succs[1]) < s.length(b.Succs[0]) {
		i = 1
	}
	short := s.arm(b, i, fall)
	if !Falls(short) {
		out = append(out, &Node{Kind: If, Block: b, Negate: i == 1, Body: short})
		return s.edge(out, b, 1-i, fall)
	}
	long := s.arm(b, 1-i, fall)
	n := &Node{Kind: If, Block: b}
	switch {
	case len(short) == 0 && len(long) == 0:
		return out, nil
	case len(short) == 0:
		n.Negate, n.Body = i == 0, long
	case len(long) == 0:
		n.Negate, n.Body = i == 1, short
	case !Falls(long):
		n.Negate, n.Body = i == 0, long
		return append(append(out, n), short...), nil
	case i == 0:
		n.Body, n.Else = short, long
	default:
		n.Body, n.Else = long, short
	}
	return append(out, n), nil
}

// arm returns the list for one arm of an If or Switch.
func (s *structurer) arm(b *ir.Block, i int, fall *ir.Block) []*Node {
	list, next := s.edge(nil, b, i, fall)
	s.enter(armScopes(b))
	list = s.tree(list, next, fall)
	s.leave(armScopes(b))
	return list
}

// enter and leave count how deep the current list is. Where it is too deep, the tree is
// not completed, and the count stays.
func (s *structurer) enter(scopes int) { s.nest += scopes }

func (s *structurer) leave(scopes int) {
	if s.nest <= s.most {
		s.nest -= scopes
	}
}

// length returns about how much code stands where an edge leads to the block.
func (s *structurer) length(b *ir.Block) int {
	if !s.inline[b.ID] {
		return 0
	}
	return s.weights[b.ID]
}

// selection returns the Switch of a block. Indices that lead to one block with
// the same values for its phis share a case.
func (s *structurer) selection(b, fall *ir.Block) *Node {
	sw := &Node{Kind: Switch, Block: b}
	s.open(fall, sw)
	to := map[*ir.Block][]int{} // cases that lead to a block
	edges := predIndices(b)
	for i, next := range b.Succs {
		same := slices.IndexFunc(to[next], func(k int) bool {
			return sameArgs(next, edges[i], edges[sw.Cases[k].Indices[0]])
		})
		if same >= 0 {
			c := &sw.Cases[to[next][same]]
			c.Indices = append(c.Indices, i)
			continue
		}
		to[next] = append(to[next], len(sw.Cases))
		sw.Cases = append(sw.Cases, Case{Indices: []int{i}})
	}
	for i := range sw.Cases {
		c := &sw.Cases[i]
		c.Body = s.arm(b, c.Indices[0], fall)
	}
	s.close(fall)
	return sw
}

// predIndices is PredIndex for all successors of a block.
func predIndices(b *ir.Block) []int {
	list := make([]int, len(b.Succs))
	next := map[*ir.Block]int{} // where to look for the next edge
	for i, to := range b.Succs {
		j := next[to]
		for to.Preds[j] != b {
			j++
		}
		list[i], next[to] = j, j+1
	}
	return list
}

// samePhis reports whether two edges of b to the same block give its phis the
// same values.
func samePhis(b *ir.Block, i, j int) bool {
	return sameArgs(b.Succs[i], b.PredIndex(i), b.PredIndex(j))
}

// edge appends what the edge to successor number i needs: the Edge itself, and a
// jump, unless the successor is the next block of the list.
func (s *structurer) edge(out []*Node, b *ir.Block, i int, fall *ir.Block) ([]*Node, *ir.Block) {
	to := b.Succs[i]
	if len(to.Phis()) > 0 {
		out = append(out, &Node{Kind: Edge, Block: b, To: to, Pred: b.PredIndex(i)})
	}
	if to == fall {
		return out, nil
	}
	var open *Node
	if t := s.targets[to.ID]; len(t) > 0 {
		open = t[len(t)-1]
	}
	jump := &Node{Kind: Break, Target: open}
	switch {
	case open != nil && open.Kind == Loop && open.Block == to:
		jump.Kind = Continue
		open.Continues++
	case s.labels[to.ID] != nil:
		jump = &Node{Kind: Goto, Block: to}
		s.labels[to.ID].Breaks++
	case s.onlyReturns[to.ID] && (open == nil || open != s.loop):
		// A plain return says more than a break from several loops.
		jump = &Node{Kind: Return, Block: to}
	case open != nil:
		open.Breaks++
	case s.inline[to.ID]:
		return out, to
	default:
		panic(fmt.Sprintf("region: %s: no way from %s to %s", b.Func.Name, blockName(b), blockName(to)))
	}
	return append(out, jump), nil
}
