package schedule

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

// A launch whose context has ended must return soon, whatever its kernel does.
// So code polls: it looks whether the launch is over. Between two polls a thread
// executes no more than about pollBudget operations, and the threads of a region no
// more than a thousand times as many, which is some milliseconds.
//
// Three kinds of code need no poll of their own: loops that go round a few times;
// functions that do little; and loops that only walk through memory, which are
// over when the memory is. These are the innermost loops of matrix products and
// copies, where a poll would show; each thread that has one polls before it
// instead.

// Polls says where the code of a function polls.
type Polls struct {
	Loops  map[*ir.Block]bool // the loops with these headers, in every iteration
	Labels map[*ir.Block]bool // the labels of these blocks, as a goto leads back to them

	// Start says that each thread polls when it begins with the function: that of a loop
	// over threads, or one that calls it. Functions that count their calls do so anyway.
	Start bool

	// Short are the loops that do not poll as they go round a few times only. Others that do not walk
	// through memory.
	Short map[*ir.Block]Short

	Cost int // operations of one thread between two polls
}

// Short says how often a loop goes round at most, and how many operations a round has.
type Short struct{ Rounds, Cost int }

// pollBudget is how many operations may stand between two polls.
const pollBudget = 1 << 12

// walkCost counts for a loop that walks through memory: always above the budget.
const walkCost = 1 << 20

// walkBody bounds the body of such a loop, in operations.
const walkBody = 1 << 8

// poller places the polls of a module.
type poller struct {
	s        *Schedule
	cost     map[*Body]int       // operations of one thread between two polls
	indirect map[ir.CallNode]int // by signature: what an indirect call costs
	trips    map[*ir.Block]analysis.Trip
}

func newPoller(s *Schedule) *poller {
	return &poller{s: s, cost: map[*Body]int{}, indirect: map[ir.CallNode]int{}, trips: map[*ir.Block]analysis.Trip{}}
}

// place decides where a function polls, and before that, where those do that it calls.
func (p *poller) place(b *Body) {
	if _, ok := p.cost[b]; ok {
		return
	}
	polls := &b.Polls
	polls.Loops, polls.Labels, polls.Short = map[*ir.Block]bool{}, backLabels(b.Tree), map[*ir.Block]Short{}
	for header, t := range analysis.Trips(b.Func) {
		p.trips[header] = t
	}
	cost := p.list(polls, b.Tree.Body)
	p.cost[b], polls.Cost = cost, cost
	polls.Start = cost > pollBudget && (p.s.LoopsThreads(b.Func) || !b.Func.Entry && !b.Recursive)
}

// backLabels finds the blocks to whose labels a goto leads back.
func backLabels(tree *region.Node) map[*ir.Block]bool {
	back, passed := map[*ir.Block]bool{}, map[*ir.Block]bool{}
	tree.Walk(func(n *region.Node) bool {
		switch {
		case n.Kind == region.Label:
			passed[n.Block] = true
		case n.Kind == region.Goto && passed[n.Block]:
			back[n.Block] = true
		}
		return true
	})
	return back
}

// called is what a call costs its caller.
func (p *poller) called(f *ir.Func) int {
	b := p.s.Body(f)
	if b == nil || b.Recursive {
		return 1
	}
	p.place(b)
	if b.Polls.Start {
		return 1
	}
	return p.cost[b]
}

// calledThrough is what an indirect call of a signature costs its caller: as much as that
// of the function of it that costs most.
func (p *poller) calledThrough(sig ir.CallNode) int {
	most, ok := p.indirect[sig]
	if !ok {
		most = 1
		for _, n := range p.s.Calls.Calls(sig) {
			most = max(most, p.called(n.Func()))
		}
		p.indirect[sig] = most
	}
	return most
}

// list counts the operations in a list, as far as they stand between two polls, and
// decides which loops in it poll.
func (p *poller) list(polls *Polls, nodes []*region.Node) int {
	sum := 0
	for _, n := range nodes {
		sum = min(sum+p.node(polls, n), walkCost)
	}
	return sum
}

func (p *poller) node(polls *Polls, n *region.Node) int {
	switch n.Kind {
	case region.Basic:
		sum := 0
		for _, v := range n.Block.Values {
			sum = min(sum+p.value(v), walkCost)
		}
		return sum
	case region.Switch:
		most := 0
		for _, c := range n.Cases {
			most = max(most, p.list(polls, c.Body))
		}
		return most + 1
	case region.Loop:
		return p.loop(polls, n)
	}
	return 1 + p.list(polls, n.Body) + p.list(polls, n.Else)
}

func (p *poller) loop(polls *Polls, n *region.Node) int {
	body := p.list(polls, n.Body)
	t := p.trips[n.Block]
	switch {
	case polls.Loops[n.Block]:
	case t.Rounds > 0 && t.Rounds*body <= pollBudget:
		polls.Short[n.Block] = Short{t.Rounds, body}
		return t.Rounds * body
	case t.Walks && body <= walkBody && !n.HoldsLoop() && !synchronises(n):
		return walkCost
	}
	polls.Loops[n.Block] = true
	return body
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

// value is what an operation costs.
func (p *poller) value(v *ir.Value) int {
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
		return p.called(v.Attr.Func)
	case ir.OpCallIndirect:
		return p.calledThrough(v.Callee())
	}
	return 1
}
