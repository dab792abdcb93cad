package scalar

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

// A launch whose context has ended must return soon, whatever its kernel does.
// So generated code polls (ptx.CTA.Poll): between two polls a thread executes no
// more than about pollBudget operations, and the threads of a region no more than
// a thousand times as many, which is some milliseconds.
//
// Three kinds of code need no poll of their own: loops that go round a few times;
// functions that do little; and loops that only walk through memory counting by
// one, which are over when the memory is. These are the innermost loops of
// matrix products and copies, where a poll would show; each thread that has one
// polls before it instead.

// pollBudget is how many operations may stand between two polls.
const pollBudget = 1 << 12

// walkCost counts for a loop that walks through memory: always above the budget.
const walkCost = 1 << 20

// walkBody bounds the body of such a loop, in operations.
const walkBody = 1 << 8

// polls says where the code of a function polls.
type polls struct {
	root   *region.Node
	trips  map[*ir.Block]analysis.Trip
	loops  map[*ir.Block]bool // the loops with these headers, in every round
	labels map[*ir.Block]bool // the labels of these blocks, as a goto leads back to them
	cost   int                // operations of one thread between two polls
}

// pollsOf plans the polls of a function.
func (g *Module) pollsOf(f *ir.Func) *polls {
	if p := g.polls[f]; p != nil {
		return p
	}
	p := &polls{
		root: region.Structure(f), trips: analysis.Trips(f),
		loops: map[*ir.Block]bool{}, labels: map[*ir.Block]bool{},
	}
	g.polls[f] = p
	p.cost = g.cost(p, p.root.Body)
	passed := map[*ir.Block]bool{}
	p.root.Walk(func(n *region.Node) bool {
		switch n.Kind {
		case region.Label:
			passed[n.Block] = true
		case region.Goto:
			p.labels[n.Block] = p.labels[n.Block] || passed[n.Block]
		}
		return true
	})
	return p
}

// atEntry reports whether a device function polls when it is called.
func (g *Module) atEntry(f *ir.Func) bool { return !g.recursive[f] && g.pollsOf(f).cost > pollBudget }

// called is what a call costs its caller.
func (g *Module) called(f *ir.Func) int {
	if f.Extern || g.recursive[f] || g.atEntry(f) {
		return 1
	}
	return g.pollsOf(f).cost
}

// calledThrough is what an indirect call of a signature costs its caller: as much as that
// of the function of it that costs most.
func (g *Module) calledThrough(sig ir.CallNode) int {
	most, ok := g.indirect[sig]
	if !ok {
		most = 1
		for _, n := range g.Graph.Calls(sig) {
			most = max(most, g.called(n.Func()))
		}
		g.indirect[sig] = most
	}
	return most
}

// cost counts the operations in a list, as far as they stand between two polls,
// and decides which loops in it poll.
func (g *Module) cost(p *polls, nodes []*region.Node) int {
	sum := 0
	for _, n := range nodes {
		sum += g.nodeCost(p, n)
		sum = min(sum, walkCost)
	}
	return sum
}

func (g *Module) nodeCost(p *polls, n *region.Node) int {
	switch n.Kind {
	case region.Basic:
		sum := 0
		for _, v := range n.Block.Values {
			sum = min(sum+g.valueCost(v), walkCost)
		}
		return sum
	case region.Switch:
		most := 0
		for _, c := range n.Cases {
			most = max(most, g.cost(p, c.Body))
		}
		return most + 1
	case region.Loop:
		return g.loopCost(p, n)
	}
	return 1 + g.cost(p, n.Body) + g.cost(p, n.Else)
}

func (g *Module) loopCost(p *polls, n *region.Node) int {
	body := g.cost(p, n.Body)
	t := p.trips[n.Block]
	switch {
	case p.loops[n.Block]:
	case t.Rounds > 0 && t.Rounds*body <= pollBudget:
		return t.Rounds * body
	case t.Walks && body <= walkBody && !holdsLoop(n) && !synchronises(n):
		return walkCost
	}
	p.loops[n.Block] = true
	return body
}

// holdsLoop reports whether there is a loop inside of a loop.
func holdsLoop(loop *region.Node) bool {
	found := false
	loop.Walk(func(n *region.Node) bool {
		found = found || n.Kind == region.Loop && n != loop || n.Kind == region.Label
		return !found
	})
	return found
}

// synchronises reports whether there is a sync point in a loop.
func synchronises(loop *region.Node) bool {
	found := false
	loop.Walk(func(n *region.Node) bool {
		found = found || n.Kind == region.Basic && slices.ContainsFunc(n.Block.Values, (*ir.Value).Convergent)
		return !found
	})
	return found
}

func (g *Module) valueCost(v *ir.Value) int {
	switch v.Op {
	case ir.OpPhi, ir.OpConst:
		return 0
	case ir.OpIntrin, ir.OpAtomic:
		return 8
	case ir.OpTex, ir.OpSurfLoad, ir.OpSurfStore, ir.OpSurfRed:
		return 64
	case ir.OpRun:
		return walkCost // of all threads
	case ir.OpCall:
		return g.called(v.Attr.Func)
	case ir.OpCallIndirect:
		return g.calledThrough(v.Callee())
	}
	return 1
}

// poll prints a poll.
func (g *funcGen) poll() {
	g.push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: g.cta().Dot("Poll").Call()})
}

// pollIn prints a poll at the beginning of a loop's body.
func (g *funcGen) pollIn(body *gosrc.Block) {
	saved := g.cur
	g.cur = body
	g.poll()
	g.cur = saved
}

// pollThreads makes a loop over threads poll for each of them.
func pollThreads(body *gosrc.Block) {
	s := &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: jen.Id("c").Dot("Poll").Call(), Lead: true}
	at := 0
	if len(body.Stmts) > 0 && body.Stmts[0].Lead {
		at = 1 // behind c.X = tx
	}
	body.Insert(at, s)
}
