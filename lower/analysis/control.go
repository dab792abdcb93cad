package analysis

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// control is the control dependence of a function within one turn: what decides whether
// a thread comes to a place before it goes around the loop that the place is in.
//
// Dependence in the whole graph does not tell: in a loop that threads leave from one
// block only, all come to this block sooner or later, but each on its own turn. So there
// is a graph for each loop, and one for the function, in which the loops inside are one
// node each, and which ends where the turn does.
//
// Each comes twice. In the graph sync, ways on which a thread ends without synchronising
// again do not count: nobody waits for such threads. It is of the blocks that may still
// synchronise, alone.
type control struct {
	f     *ir.Func
	loops *ir.LoopNest
	class []exitClass // by block ID

	exits  [][]edge            // by block ID of a loop header: the edges out of the loop to what is in the one around it
	passes [numClasses][]int32 // by block ID of a loop header: how many edges lead out of the one around it, too, by the class of what they lead to

	blocks [2][][]decider // by block ID: what decides on the block, in sync and full
	nested [2][][]decider // by block ID of a loop header: what decides on the loop

	// post is by block ID the block to which all ways lead in the same turn, the first
	// such one; nil where there is none outside of inner loops.
	post []*ir.Block

	feeds     [][]feed     // by block ID: the loops that a branch decides on leaving
	loopFeeds [][]loopFeed // by block ID of a loop header

	node []int32 // by block ID: of the current graph
	seen []int32 // by node of the current graph
}

// The two sorts of graphs.
const (
	sync = iota
	full
)

type edge struct{ from, to *ir.Block }

// decider is what sends threads on different ways: a block with a branch, or a loop
// with several exits.
type decider struct {
	block *ir.Block
	loop  *ir.Loop
}

// feed says that a branch decides whether and on which turn threads leave a loop
// by exits of a class and those after it.
type feed struct {
	loop  *ir.Loop
	class exitClass
}

// loopFeed says so of how threads leave an inner loop by exits up to a class.
type loopFeed struct {
	feed
	inner exitClass
}

func newControl(f *ir.Func, order []*ir.Block, loops *ir.LoopNest, class []exitClass) *control {
	n := f.NumBlocks()
	c := &control{
		f: f, loops: loops, class: class, exits: make([][]edge, n), post: make([]*ir.Block, n),
		feeds: make([][]feed, n), loopFeeds: make([][]loopFeed, n), node: make([]int32, n),
	}
	for k := range c.passes {
		c.passes[k] = make([]int32, n)
	}
	for k := range c.blocks {
		c.blocks[k], c.nested[k] = make([][]decider, n), make([][]decider, n)
	}
	var top []*ir.Block
	inner := map[*ir.Loop][]*ir.Loop{}
	for _, b := range order {
		if loops.Of(b) == nil {
			top = append(top, b)
		}
		for _, s := range b.Succs {
			if out := loops.Outermost(b, s); out != nil {
				c.exits[out.Header.ID] = append(c.exits[out.Header.ID], edge{b, s})
				c.passes[class[s.ID]][loops.Of(b).Header.ID]++
				c.passes[class[s.ID]][out.Header.ID]--
			}
		}
	}
	for _, l := range slices.Backward(loops.All) { // those inside come first
		if l.Parent != nil {
			for _, n := range c.passes {
				n[l.Parent.Header.ID] += n[l.Header.ID]
			}
		}
	}
	for _, l := range loops.All {
		inner[l.Parent] = append(inner[l.Parent], l)
	}
	c.graph(nil, top, inner[nil])
	for _, l := range loops.All {
		c.graph(l, l.Own, inner[l])
	}
	return c
}

// graph finds the dependences in a loop, or outside of all.
func (c *control) graph(l *ir.Loop, own []*ir.Block, inner []*ir.Loop) {
	nodes := make([]decider, 0, len(own)+len(inner))
	for _, b := range own {
		c.node[b.ID] = int32(len(nodes))
		nodes = append(nodes, decider{block: b})
	}
	for _, in := range inner {
		c.node[in.Header.ID] = int32(len(nodes))
		nodes = append(nodes, decider{loop: in})
	}
	ways := make([]int, len(nodes))
	for k := range c.blocks {
		c.depend(l, nodes, k, ways)
	}
	if l != nil {
		c.leaving(l, nodes, ways)
	}
}

// header returns the block through which threads come to a node.
func (d decider) header() *ir.Block {
	if d.loop != nil {
		return d.loop.Header
	}
	return d.block
}

// in returns the node of a block of the loop, or of a loop inside.
func (c *control) in(l *ir.Loop, b *ir.Block) int32 {
	if x := c.loops.Below(l, b); x != nil {
		return c.node[x.Header.ID]
	}
	return c.node[b.ID]
}

// depend adds the dependences of one of the two sorts, and counts on how many ways
// threads leave each node.
func (c *control) depend(l *ir.Loop, nodes []decider, k int, ways []int) {
	if k == sync && c.class[nodes[0].header().ID] != toSync {
		return
	}
	// The graph has the nodes, the end of the turn, and what is after the loop.
	var g ir.Func
	for range len(nodes) + 2 {
		g.NewBlock("")
	}
	around, out := g.Blocks[len(nodes)], g.Blocks[len(nodes)+1]
	around.SetTerm(ir.Exit, 0)
	out.SetTerm(ir.Exit, 0)
	for i, d := range nodes {
		var succs []*ir.Block
		add := func(s *ir.Block) {
			switch {
			case k == sync && c.class[s.ID] != toSync:
			case l != nil && s == l.Header:
				succs = append(succs, around)
			case l != nil && !c.loops.Contains(l, s):
				succs = append(succs, out)
			default:
				succs = append(succs, g.Blocks[c.in(l, s)])
			}
		}
		switch {
		case k == sync && c.class[d.header().ID] != toSync:
		case d.loop != nil:
			for _, e := range c.exits[d.loop.Header.ID] {
				add(e.to)
			}
			for class, n := range c.passes {
				for range min(n[d.loop.Header.ID], 2) { // whether there are several, not how many
					if k == full || exitClass(class) == toSync {
						succs = append(succs, out)
					}
				}
			}
		default:
			for _, s := range d.block.Succs {
				add(s)
			}
		}
		ways[i] = len(succs)
		g.Blocks[i].SetTerm(ir.Switch, 0, succs...)
	}
	post := ir.PostDominators(&g)
	for i, d := range nodes {
		b := g.Blocks[i]
		if len(b.Succs) < 2 {
			continue
		}
		end := post.Idom(b)
		if k == full && d.loop == nil && end != nil && int(end.ID) < len(nodes) {
			c.post[d.block.ID] = nodes[end.ID].block
		}
		for _, s := range b.Succs {
			for x := s; x != nil && x != end && int(x.ID) < len(nodes); x = post.Idom(x) {
				deps := &c.blocks[k][nodes[x.ID].header().ID]
				if nodes[x.ID].loop != nil {
					deps = &c.nested[k][nodes[x.ID].loop.Header.ID]
				}
				if n := len(*deps); n == 0 || (*deps)[n-1] != d {
					*deps = append(*deps, d)
				}
			}
		}
	}
}

// deps returns what decides on a node.
func (c *control) deps(d decider) []decider {
	k := full
	if c.class[d.header().ID] == toSync {
		k = sync
	}
	if d.loop != nil {
		return c.nested[k][d.loop.Header.ID]
	}
	return c.blocks[k][d.block.ID]
}

// leaving finds what decides whether and on which turn threads leave a loop.
func (c *control) leaving(l *ir.Loop, nodes []decider, ways []int) {
	var work []int32
	push := func(n int32) {
		if c.seen[n] == 0 {
			c.seen[n] = 1
			work = append(work, n)
		}
	}
	for class := range numClasses {
		if class <= toRest { // what is known of ways to synchronisation is less than of all
			c.seen = append(c.seen[:0], make([]int32, len(nodes))...)
		}
		for i, d := range nodes {
			if d.loop != nil && c.passes[class][d.loop.Header.ID] > 0 || d.loop == nil && slices.ContainsFunc(d.block.Succs, func(s *ir.Block) bool { return c.class[s.ID] == class && !c.loops.Contains(l, s) }) {
				push(int32(i))
			}
		}
		for len(work) > 0 {
			d := nodes[work[len(work)-1]]
			n := ways[work[len(work)-1]]
			work = work[:len(work)-1]
			switch {
			case n < 2:
			case d.loop == nil:
				c.feeds[d.block.ID] = append(c.feeds[d.block.ID], feed{l, class})
			case class == toSync:
				c.loopFeeds[d.loop.Header.ID] = append(c.loopFeeds[d.loop.Header.ID], loopFeed{feed{l, class}, toSync})
			default:
				c.loopFeeds[d.loop.Header.ID] = append(c.loopFeeds[d.loop.Header.ID], loopFeed{feed{l, class}, toEnd})
			}
			for _, q := range c.deps(d) {
				push(c.node[q.header().ID])
			}
		}
	}
}
