package codegen

import (
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

// cut says how a kernel is cut at its sync points into regions that run for
// all threads of the CTA, one after another.
//
// Control flow around sync points must be uniform over the CTA, so that it can
// be plain Go around calls of the regions; what decides it is computed once per
// CTA. An if that is not uniform may still hold lockstep points: its regions
// then run for the threads of a mask. Everything else belongs to a single
// region and may diverge as it likes.
type cut struct {
	f    *ir.Func
	root *region.Node

	level  map[*region.Node]bool // nodes that are printed at CTA level
	masked map[*region.Node]bool // among them, ifs that become masks
	blocks map[*ir.Block]bool    // blocks whose Basic stands at CTA level
	under  map[*ir.Block]bool    // among them, those under a mask
	edges  map[edge]bool         // edges whose copies happen at CTA level
	cta    map[*ir.Value]bool    // values computed once per CTA

	seg    map[*ir.Value]int // segment in which a value of a thread is computed
	spill  map[*ir.Value]bool
	remat  map[*ir.Value]bool
	far    map[*ir.Value]bool // extracts that another segment reads than the one of their tuple
	exits  bool               // threads may end before the last region
	ok     bool
	reason string
	nseg   int
	uses   map[*ir.Value]map[int]bool // segments that read a value
}

// edge is an edge to a block with phis, as predecessor number pred.
type edge struct {
	to   *ir.Block
	pred int
}

// newCut tries to cut a kernel. ok is false where it must run as coroutines.
func newCut(f *ir.Func, operands func(*ir.Value) []*ir.Value, needed []bool) *cut {
	c := &cut{
		f: f, root: region.Structure(f),
		level: map[*region.Node]bool{}, masked: map[*region.Node]bool{},
		blocks: map[*ir.Block]bool{}, under: map[*ir.Block]bool{}, edges: map[edge]bool{},
		cta: map[*ir.Value]bool{}, seg: map[*ir.Value]int{},
		spill: map[*ir.Value]bool{}, remat: map[*ir.Value]bool{}, far: map[*ir.Value]bool{},
		uses: map[*ir.Value]map[int]bool{}, ok: true,
	}
	if len(f.Locals) > 0 || allocates(f) {
		c.refuse("local variables live across sync points")
		return c
	}
	c.place(c.root.Body)
	if !c.ok {
		return c
	}
	// Which ifs need a mask depends on what is uniform, and a phi that an edge
	// under a mask leads to is not.
	for {
		c.masked, c.under, c.exits = map[*region.Node]bool{}, map[*ir.Block]bool{}, false
		c.uniform(needed)
		c.control(c.root.Body, false, true)
		if !c.ok || !c.dropMaskedEdges() {
			break
		}
	}
	if c.ok {
		c.number(operands, needed)
	}
	return c
}

func (c *cut) refuse(why string) {
	if c.ok {
		c.ok, c.reason = false, why
	}
}

// syncs reports whether there is a sync point in or below a node.
func syncs(n *region.Node) bool {
	found := false
	n.Walk(func(n *region.Node) bool {
		if n.Kind == region.Basic {
			for _, v := range n.Block.Values {
				found = found || v.Convergent()
			}
		}
		return !found
	})
	return found
}

// leavesTo reports whether a node holds a jump to one of the targets.
func leavesTo(n *region.Node, targets map[*region.Node]bool) bool {
	found := false
	n.Walk(func(n *region.Node) bool {
		switch n.Kind {
		case region.Break, region.Continue:
			found = found || targets[n.Target]
		case region.Goto, region.Label:
			found = true
		}
		return !found
	})
	return found
}

// place marks the nodes that stand at CTA level: those with a sync point in
// them, those that leave one of these, and simple statements beside them.
func (c *cut) place(nodes []*region.Node) {
	for _, n := range nodes {
		switch n.Kind {
		case region.Basic:
			c.level[n] = true
			c.blocks[n.Block] = true
		case region.Edge:
			c.level[n] = true
			c.edges[edge{n.To, n.Pred}] = true
		case region.Break, region.Continue, region.Return:
			c.level[n] = true
		case region.If, region.Loop, region.Scope:
			if syncs(n) || leavesTo(n, c.level) {
				c.level[n] = true
				for _, l := range n.Lists() {
					c.place(l)
				}
			}
		default:
			if syncs(n) || leavesTo(n, c.level) {
				c.refuse("a sync point inside " + n.Kind.String())
			}
		}
	}
}

// uniform finds the values that are computed once per CTA: optimistic for phis,
// whose edges must all stand at CTA level.
func (c *cut) uniform(needed []bool) {
	for _, b := range c.f.Blocks {
		for _, v := range b.Values {
			if v.Op != ir.OpPhi {
				c.cta[v] = v.Pure() && v.Type != ir.Tuple || v.Op == ir.OpBarrier && v.Attr.Bar > ir.BarArrive
				continue
			}
			all := c.blocks[b]
			for i := range v.Args {
				all = all && c.edges[edge{b, i}]
			}
			c.cta[v] = all
		}
	}
	for changed := true; changed; {
		changed = false
		for _, b := range c.f.Blocks {
			for _, v := range b.Values {
				if c.cta[v] && !c.stillUniform(v) {
					c.cta[v] = false
					changed = true
				}
			}
		}
	}
}

// dropMaskedEdges takes the edges under a mask from those at CTA level and
// reports whether there were any.
func (c *cut) dropMaskedEdges() bool {
	dropped := false
	for n := range c.masked {
		n.Walk(func(n *region.Node) bool {
			if e := (edge{n.To, n.Pred}); n.Kind == region.Edge && c.edges[e] {
				delete(c.edges, e)
				dropped = true
			}
			return true
		})
	}
	return dropped
}

func (c *cut) stillUniform(v *ir.Value) bool {
	switch v.Op {
	case ir.OpSReg:
		return !perThread[v.Attr.SReg]
	case ir.OpToGeneric, ir.OpFromGeneric, ir.OpIsSpace:
		if v.Attr.Space == ir.Local {
			return false
		}
	}
	if !trivial(v) && !c.blocks[v.Block] {
		return false
	}
	if v.Op == ir.OpBarrier {
		return true
	}
	for _, a := range v.Args {
		if !c.cta[a] {
			return false
		}
	}
	return true
}

// perThread lists the special registers that differ between threads of a CTA.
var perThread = map[string]bool{
	"tid.x": true, "tid.y": true, "tid.z": true, "laneid": true, "warpid": true,
	"lanemask_eq": true, "lanemask_le": true, "lanemask_lt": true, "lanemask_ge": true, "lanemask_gt": true,
}

// control checks that control flow at CTA level is uniform, and turns ifs that
// are not into masks where their sync points allow it. Under a mask everything
// belongs to the threads.
func (c *cut) control(nodes []*region.Node, masked, tail bool) {
	for i, n := range nodes {
		last := tail && c.sameRegion(nodes[i+1:])
		if !c.level[n] {
			if hasReturn(n) && !last {
				c.exits = true
			}
			continue
		}
		switch n.Kind {
		case region.Basic:
			c.checkBlock(n.Block, masked)
		case region.Break, region.Continue:
			if masked {
				c.refuse("threads leave a loop with sync points at different times")
			}
		case region.Return:
			c.exits = c.exits || masked && !last
		case region.If:
			if masked || !c.cta[n.Block.Ctrl[0]] {
				c.masked[n] = true
				c.control(n.Body, true, last && len(n.Else) == 0)
				c.control(n.Else, true, last)
				continue
			}
			c.control(n.Body, false, last)
			c.control(n.Else, false, last)
		case region.Loop, region.Scope:
			if masked {
				c.refuse("a loop with sync points in divergent control flow")
			}
			c.control(n.Body, masked, false)
		}
	}
}

// sameRegion reports whether no region begins in a list: what ends a thread in
// front of it need not be remembered.
func (c *cut) sameRegion(nodes []*region.Node) bool {
	for _, n := range nodes {
		if !c.level[n] {
			continue
		}
		switch n.Kind {
		case region.Return:
		case region.Basic:
			if syncs(n) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func hasReturn(n *region.Node) bool {
	found := false
	n.Walk(func(n *region.Node) bool {
		found = found || n.Kind == region.Return
		return !found
	})
	return found
}

// checkBlock refuses the sync points that a region cannot end with.
func (c *cut) checkBlock(b *ir.Block, masked bool) {
	if masked {
		c.under[b] = true
		for _, v := range b.Values {
			c.cta[v] = c.cta[v] && trivial(v)
		}
	}
	for _, v := range b.Values {
		if !v.Convergent() {
			continue
		}
		switch v.Op {
		case ir.OpLockstep:
			continue
		case ir.OpBarrier:
			id, okID := v.Args[0].IsConst()
			n, okN := v.Args[1].IsConst()
			if !okID || !okN || n != 0 || id > 15 || v.Attr.Bar == ir.BarArrive {
				c.refuse("a barrier for some of the threads")
			}
		case ir.OpShfl, ir.OpVote, ir.OpRedux, ir.OpWarpSync, ir.OpMatch:
			for _, a := range v.Args[1:] {
				if !c.cta[a] {
					c.refuse("a warp operation whose lanes use different operands")
				}
			}
			if v.Op == ir.OpWarpSync && !c.cta[v.Args[0]] {
				c.refuse("bar.warp.sync with different masks")
			}
		case ir.OpActive:
		default:
			c.refuse("a call with sync points in it")
		}
		if masked {
			c.refuse(v.Op.String() + " in divergent control flow")
		}
	}
}

// number gives every value of a thread the segment it is computed in, and finds
// what lives from one segment to another.
func (c *cut) number(operands func(*ir.Value) []*ir.Value, needed []bool) {
	next := func() { c.nseg++ }
	use := func(v *ir.Value) {
		if c.uses[v] == nil {
			c.uses[v] = map[int]bool{}
		}
		c.uses[v][c.nseg] = true
	}
	define := func(b *ir.Block) {
		for _, v := range b.Values {
			if v.Convergent() && v.Op != ir.OpPhi {
				for _, a := range operands(v) {
					use(a)
				}
				next() // operands are read between the segments
				c.seg[v] = c.nseg
				next()
				continue
			}
			if v.Op == ir.OpPhi || !needed[v.ID] || c.cta[v] {
				if v.Op == ir.OpPhi {
					c.seg[v] = c.nseg
				}
				continue
			}
			c.seg[v] = c.nseg
			for _, a := range operands(v) {
				use(a)
			}
		}
	}
	copies := func(n *region.Node) {
		for _, phi := range n.To.Phis() {
			if needed[phi.ID] && !c.cta[phi] {
				use(phi.Args[n.Pred])
				use(phi) // written here
			}
		}
	}
	thread := func(n *region.Node) {
		n.Walk(func(n *region.Node) bool {
			switch n.Kind {
			case region.Basic:
				define(n.Block)
				for _, x := range n.Block.Ctrl {
					use(x)
				}
			case region.Edge:
				copies(n)
			}
			return true
		})
	}
	var walk func(nodes []*region.Node)
	walk = func(nodes []*region.Node) {
		for _, n := range nodes {
			if !c.level[n] {
				thread(n)
				if n.Kind == region.If {
					use(n.Block.Ctrl[0])
				}
				continue
			}
			switch n.Kind {
			case region.Basic:
				define(n.Block)
			case region.Edge:
				copies(n)
			case region.If:
				if c.masked[n] {
					use(n.Block.Ctrl[0])
				}
				next()
				walk(n.Body)
				next()
				walk(n.Else)
				next()
			case region.Loop, region.Scope:
				next()
				walk(n.Body)
				next()
			}
		}
	}
	walk(c.root.Body)
	memo := map[*ir.Value]int{}
	for _, b := range c.f.Blocks {
		for _, v := range b.Values {
			if v.Op == ir.OpExtract && needed[v.ID] {
				for s := range c.uses[v] {
					if s != c.seg[v.Args[0]] {
						c.far[v] = true
					}
				}
			}
			if c.cta[v] || trivial(v) || !needed[v.ID] {
				continue
			}
			for s := range c.uses[v] {
				if s == c.seg[v] {
					continue
				}
				if v.Op != ir.OpPhi && rematerialise(v, memo) <= maxRemat {
					c.remat[v] = true
				} else {
					c.spill[v] = true
				}
			}
			if v.Convergent() && v.Type != ir.Void {
				c.spill[v] = v.Type != ir.Tuple && !(v.Op == ir.OpBarrier)
			}
		}
	}
}

// maxRemat is how many operations a value may cost to be computed again in
// each region instead of being kept in memory.
const maxRemat = 10

const tooMany = 1 << 20

// rematerialise counts the operations that it takes to compute a value from
// the thread's coordinates and the launch alone; it is huge where that is not
// enough.
func rematerialise(v *ir.Value, memo map[*ir.Value]int) int {
	if n, ok := memo[v]; ok {
		return n
	}
	memo[v] = tooMany
	n := 0
	switch {
	case v.Op == ir.OpPhi || v.Op == ir.OpExtract || !v.Pure() || v.Op == ir.OpSelect:
		return tooMany
	case trivial(v):
	default:
		n = 1
		for _, a := range v.Args {
			n += rematerialise(a, memo)
		}
	}
	memo[v] = min(n, tooMany)
	return memo[v]
}
