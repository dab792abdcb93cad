package vector

import (
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

// Where lanes may differ at a branch both sides are code, each behind the question whether a lane goes
// there, with a mask of the lanes that do. Of a loop that lanes leave at different times a mask says
// which are in it. Lanes that jump are taken out of the masks of all that they jump out of. At every
// place that control comes to, some lane of the mask is there.

// frame is a list of nodes that lanes go through which others do not: a side of a branch, the body of
// a loop or a scope that lanes leave at different times, or all of the body.
type frame struct {
	mask *variable // nil: all lanes are there
	end  *ir.Block // where control goes on when no lane is left
	of   *target   // of the body of a loop or scope
	up   *frame
}

// target is a loop, scope or switch that jumps may lead out of, or round.
type target struct {
	node  *region.Node
	frame *frame    // of its body
	live  *variable // of a loop that lanes leave at different times: those that are in it; else nil
	next  *ir.Block // of a loop: where the next round begins
	after *ir.Block
}

// list goes through nodes in order. Where x.at is nil control does not get further.
func (x *gangFunc) list(nodes []*region.Node) {
	for i, n := range nodes {
		if x.at == nil {
			return
		}
		rest := len(nodes[i+1:]) > 0
		if way, ok := x.facts.Way(n); ok {
			x.list(way)
			if rest && x.ways.any(way) {
				x.goOn()
			}
			continue
		}
		x.node(n)
		if rest && x.ways.out(n) {
			x.goOn()
		}
	}
}

// goOn goes on behind a node in which lanes have jumped, if any are left.
func (x *gangFunc) goOn() {
	if x.at == nil {
		return
	}
	b := x.newBlock()
	x.branch(x.any(x.frame.mask), b, x.frame.end)
	x.enter(b)
}

// enter goes on in a block that has all its predecessors.
func (x *gangFunc) enter(b *ir.Block) {
	x.names.seal(b)
	if x.at = b; len(b.Preds) == 0 {
		x.at = nil // nothing leads here
		x.dead = append(x.dead, b)
	}
}

// node goes through a node: one rule for each kind.
func (x *gangFunc) node(n *region.Node) {
	switch n.Kind {
	case region.Basic:
		x.basic(n.Block)
	case region.Edge:
		x.phis(n)
	case region.If:
		x.choose(n)
	case region.Switch:
		x.selectCase(n)
	case region.Loop:
		x.loop(n)
	case region.Scope:
		x.scope(n)
	case region.Break, region.Continue:
		x.leave(n)
	case region.Return:
		x.pos = n.Block.Pos
		if n.Block.Term == ir.Unreachable {
			x.refuse(n.Block.Pos, "unreachable code")
		}
		if x.frame.up == nil {
			x.jump(x.frame.end)
		} else {
			x.takeOut(nil, true)
		}
	default:
		x.refuse(n.Block.Pos, "a node of control flow of the kind "+n.Kind.String())
	}
}

// inside goes through a list in a frame, and then on to a block.
func (x *gangFunc) inside(f *frame, list []*region.Node, then *ir.Block) {
	saved := x.frame
	x.frame = f
	x.list(list)
	x.frame = saved
	x.jump(then)
}

// choose is the rule of an If.
func (x *gangFunc) choose(n *region.Node) {
	x.block, x.pos = n.Block, n.Block.Pos
	cond, join := n.Block.Ctrl[0], x.newBlock()
	if !x.plan.Diverges[n.Block] {
		body, other := x.newBlock(), join
		if len(n.Else) > 0 {
			other = x.newBlock()
		}
		yes, no := body, other
		if n.Negate {
			yes, no = other, body
		}
		x.branch(x.number(cond), yes, no)
		x.enter(body)
		x.inside(x.frame, n.Body, join)
		if other != join {
			x.enter(other)
			x.inside(x.frame, n.Else, join)
		}
		x.enter(join)
		return
	}
	c := x.vector(cond)
	if n.Negate {
		c = x.lanewise(ir.OpNot, ir.I1, c)
	}
	body, other := c, (*ir.Value)(nil)
	if in := x.mask(); in != nil {
		body = x.lanewise(ir.OpAnd, ir.I1, in, c)
	}
	if len(n.Else) > 0 {
		other = x.lanewise(ir.OpNot, ir.I1, c)
		if in := x.mask(); in != nil {
			other = x.lanewise(ir.OpAnd, ir.I1, in, other)
		}
	}
	x.side(body, n.Body, join)
	if other != nil {
		x.names.seal(join)
		x.at, join = join, x.newBlock()
		x.side(other, n.Else, join)
	}
	x.enter(join)
}

// side goes through one side of a branch at which lanes differ, and then on to a block.
func (x *gangFunc) side(mask *ir.Value, list []*region.Node, join *ir.Block) {
	f := &frame{mask: &variable{typ: ir.I1, varying: true, pos: x.pos}, end: join, up: x.frame}
	x.set(f.mask, mask)
	b := x.newBlock()
	x.branch(x.any(f.mask), b, join)
	x.enter(b)
	x.inside(f, list, join)
}

// selectCase is the rule of a Switch, at which all lanes go the same way.
func (x *gangFunc) selectCase(n *region.Node) {
	x.block, x.pos = n.Block, n.Block.Pos
	t := &target{node: n, frame: x.frame, after: x.newBlock()}
	x.targets[n] = t
	index := x.number(n.Block.Ctrl[0])
	if x.late {
		x.refuse(n.Block.Pos, "a switch behind an effect")
	}
	// What is no case is a fault, of the first thread.
	ways := make([]*ir.Block, len(n.Block.Succs))
	x.bail(x.icmp(ir.GeU, index, x.constant(ir.I32, uint64(len(ways)))))
	blocks := make([]*ir.Block, len(n.Cases))
	for i, c := range n.Cases {
		blocks[i] = x.newBlock()
		for _, k := range c.Indices {
			ways[k] = blocks[i]
		}
	}
	for i, b := range ways {
		if b == nil {
			ways[i] = t.after
		}
	}
	x.at.SetTerm(ir.Switch, x.pos, ways...)
	x.at.Ctrl = []*ir.Value{index}
	x.at = nil
	for i, c := range n.Cases {
		x.enter(blocks[i])
		x.inside(x.frame, c.Body, t.after)
	}
	x.enter(t.after)
}

// loop is the rule of a Loop.
func (x *gangFunc) loop(n *region.Node) {
	t := &target{node: n, frame: x.frame, after: x.newBlock()}
	x.targets[n] = t
	head := x.newBlock()
	t.next = head
	parts := x.ways.in(n)
	if parts {
		t.live = x.newMask()
		t.next = x.newBlock()
		t.frame = &frame{mask: t.live, end: t.next, of: t, up: x.frame}
	}
	x.late = x.late || x.loops.Late[n]
	x.jump(head)
	x.at, x.headers[head] = head, n.Block
	x.poll(n)
	if parts && x.ways.continues(n) {
		t.frame.mask = &variable{typ: ir.I1, varying: true, pos: x.pos}
		x.set(t.frame.mask, x.get(t.live))
	}
	x.inside(t.frame, n.Body, t.next)
	if parts {
		if x.enter(t.next); x.at != nil {
			x.branch(x.any(t.live), head, t.after)
		}
	}
	x.names.seal(head)
	x.enter(t.after)
}

// scope is the rule of a Scope.
func (x *gangFunc) scope(n *region.Node) {
	t := &target{node: n, frame: x.frame, after: x.newBlock()}
	x.targets[n] = t
	if x.ways.in(n) {
		t.frame = &frame{mask: x.newMask(), end: t.after, of: t, up: x.frame}
	}
	x.inside(t.frame, n.Body, t.after)
	x.enter(t.after)
}

// leave is the rule of a Break or Continue.
func (x *gangFunc) leave(n *region.Node) {
	t := x.targets[n.Target]
	together := x.frame == t.frame // all lanes that are in the body
	switch {
	case together && n.Kind == region.Continue:
		x.jump(t.next)
	case together && (t.live == nil || t.live == t.frame.mask):
		x.jump(t.after)
	case n.Target.Kind == region.Switch:
		x.refuse(n.Target.Block.Pos, "a switch that lanes leave at different times")
	default:
		x.takeOut(t, n.Kind == region.Break)
	}
}

// takeOut takes the lanes at hand out of all frames that they jump out of, as far as that of the body
// of a target, or with nil out of all. The frame at hand is at its end.
func (x *gangFunc) takeOut(t *target, breaks bool) {
	gone := x.lanewise(ir.OpNot, ir.I1, x.get(x.frame.mask))
	done := map[*variable]bool{nil: true, x.frame.mask: true}
	out := func(m *variable) {
		if !done[m] {
			done[m] = true
			x.set(m, x.lanewise(ir.OpAnd, ir.I1, x.get(m), gone))
		}
	}
	for f := x.frame; f != nil; f = f.up {
		out(f.mask)
		if f.of != nil && (f.of != t || breaks) {
			out(f.of.live)
		}
		if t != nil && f == t.frame {
			break
		}
	}
	// Of the frame at hand itself none is left. Its mask is read once more where it is that of a loop.
	if live := x.frame.of; live != nil && live.live == x.frame.mask {
		x.set(x.frame.mask, x.splat(x.constant(ir.I1, 0)))
	}
	x.jump(x.frame.end)
}

// any asks whether a lane is in a mask.
func (x *gangFunc) any(m *variable) *ir.Value { return x.add(ir.OpAny, ir.I1, false, x.get(m)) }

// newMask makes a variable of the lanes at hand.
func (x *gangFunc) newMask() *variable {
	w := &variable{typ: ir.I1, varying: true, pos: x.pos}
	m := x.mask()
	if m == nil {
		m = x.splat(x.constant(ir.I1, 1))
	}
	x.set(w, m)
	return w
}

// mask is that of the lanes at hand, nil for all.
func (x *gangFunc) mask() *ir.Value {
	if x.frame.mask == nil {
		return nil
	}
	return x.get(x.frame.mask)
}

// poll puts a poll at the head of a loop that needs one, where gangs may be left: of any but those that go round
// a few times. One that walks through memory needs none where threads run by themselves; but nothing stops a
// gang besides.
func (x *gangFunc) poll(n *region.Node) {
	if _, short := x.body.Polls.Short[n.Block]; !short && !x.loops.Late[n] {
		x.pos = n.Block.Start()
		x.add(ir.OpPoll, ir.Void, false, x.first)
	}
}
