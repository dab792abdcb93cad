package gang

import (
	"fmt"
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// Gangs are worth it only if they take less time than their threads one by one. That is a question of its
// own where few operations come with each access, since elements that do not lie side by side take as long
// in a vector, and where lanes part: a thread by itself skips what a gang does for the others.

// surely is how many times as long as threads one by one gangs have to be estimated to take: most kernels gain
// much by gangs, and an estimate is not a measurement. Of the small programs of internal/bench/cmd/costs, those that are
// estimated to take longer than this took 0.98 to 2 times as long in gangs, and with 1.5 only the one would be left to
// threads that gains nothing.
const surely = 1.25

// LeaveAlone leaves to threads one by one what takes them less time, as far as that is estimated: plans have a
// Why then, which says so.
func (k *Kernel) LeaveAlone() {
	var l left
	for _, f := range k.Funcs() {
		b := k.sched.Body(f)
		if p := k.Plans[b]; p != nil && p.Why == nil {
			if why := (timed{p}).slowerThanThreads(); why != nil {
				l.leave(k, b, why)
			}
		}
	}
	l.end(k)
}

// PerThreads is how many times as long as its threads one by one a gang is estimated to take for the body of a plan.
func PerThreads(p *Plan) float64 { return timed{p}.time().sum() / timed{p}.threads() }

// Instructions is how many instructions a gang is estimated to have for the body of a plan without loops: two for each
// operation, and as often two as an operation on f32 fits into the time that it takes. Where there are branches it has
// several of what stands in the body once, for lanes that all take a way and for others.
func Instructions(p *Plan) int {
	t := timed{p}.time()
	n := 2 * (len(p.flow.values) + int((t.divider+t.rest)/float64(costs["f32"].narrow)))
	if parts(p.Body.Tree.Body, p.Body.Facts(true)) {
		n *= 4
	}
	return n
}

// parts reports whether lanes may go different ways, but for guards that all threads pass.
func parts(list []*region.Node, facts schedule.Facts) bool {
	return slices.ContainsFunc(list, func(n *region.Node) bool {
		if way, ok := facts.Way(n); ok {
			return parts(way, facts)
		}
		return n.Kind != region.Basic && n.Kind != region.Return
	})
}

// threads is what as many threads one by one are estimated to take, in the unit of costs.
func (p timed) threads() (sum float64) {
	for _, v := range p.flow.values {
		sum += p.alone(p.kindAlone(v), v.Block)
	}
	p.branches(func(n *region.Node, k kind) { sum += p.alone(k, n.Block) })
	return sum
}

// alone is what operations of a kind take of them as often as they come to a block.
func (p timed) alone(k kind, in *ir.Block) float64 {
	return float64(costs[string(k)].alone) * p.times() * p.rounds(in) * p.likely()[in.ID]
}

// slowerThanThreads returns what is why threads one by one surely take less time, nil where they may not.
func (p timed) slowerThanThreads() *schedule.Reason {
	if PerThreads(p.Plan) < surely {
		return nil
	}
	var worst *ir.Value
	most := 0.0
	for _, v := range p.flow.values {
		if lost := p.timeOf(v) - p.alone(p.kindAlone(v), v.Block); lost > most {
			worst, most = v, lost
		}
	}
	if worst == nil {
		return nil
	}
	return &schedule.Reason{Pos: worst.Pos, Text: fmt.Sprintf("threads one by one take less time for %s", p.kind(worst).words())}
}

// times is how many gangs of Width lanes have as many threads as one of these: what threads take by
// themselves is that of Width.
func (p timed) times() float64 { return float64(p.Width) / Width }

// kindAlone is of what kind an operation is for a thread by itself. That also computes numbers that the lanes
// of a gang share, and the elements of a record are accesses like others.
func (p timed) kindAlone(v *ir.Value) kind {
	switch {
	case !p.Body.Uses.Needed[v.ID], slices.Contains(p.Body.Row, v):
		return ""
	case v.Op == ir.OpLoad, v.Op == ir.OpStore:
		what, size := "load", v.Attr.Mem.Bytes()
		if v.Writes() {
			what = "store"
		}
		a, viewed := p.Access[v]
		switch {
		case !viewed:
			return ""
		case p.Record[v] == nil && a.Order == Gather && !a.Own:
			return p.kindOfAccess(v)
		case v.Vec() > 1:
			return records(what, v.Vec(), size)
		}
		return sized(what, size)
	case p.Number(v) && len(v.Args) == 0: // a special register
		return ""
	case p.Number(v):
		return p.operation(v)
	}
	return p.kind(v)
}

// likely is by block ID how likely a thread is taken to come to a block that its gang comes to, each time.
// Where what it loaded decides, it goes each way in half of the cases; where its place does, as at the end of
// an array, one of the ways on which there is something to do. How often loops go round is not in it.
func (p timed) likely() []float64 {
	if p.chances != nil {
		return p.chances
	}
	of := make([]float64, p.Body.Func.NumBlocks())
	var list func(list []*region.Node, here float64)
	list = func(nodes []*region.Node, here float64) {
		for _, n := range nodes {
			if way, ok := p.flow.facts.Way(n); ok {
				list(way, here)
				if !region.Falls(way) {
					return
				}
				continue
			}
			below := here
			switch {
			case n.Kind == region.Basic:
				of[n.Block.ID] = here
			case n.Kind != region.If && n.Kind != region.Switch || !p.Diverges[n.Block]:
			case p.loaded(n.Block.Ctrl[0]):
				below /= 2
				if p.ends(n) {
					here /= 2
				}
			default:
				below /= float64(max(works(n), 1))
			}
			for _, l := range n.Lists() {
				list(l, below)
			}
		}
	}
	list(p.Body.Tree.Body, 1)
	p.chances = of
	return of
}

// works is on how many ways from a branch there is something to do.
func works(branch *region.Node) (ways int) {
	var any func(list []*region.Node) bool
	any = func(list []*region.Node) bool {
		return slices.ContainsFunc(list, func(n *region.Node) bool {
			return n.Kind == region.Basic && len(n.Block.Values) > 0 || slices.ContainsFunc(n.Lists(), any)
		})
	}
	for _, l := range branch.Lists() {
		if any(l) {
			ways++
		}
	}
	return ways
}

// ends reports whether one of the ways from a branch ends what comes behind it, for this round: a break does
// not count, since loops are taken to go round so often.
func (p timed) ends(n *region.Node) bool {
	for _, l := range n.Lists() {
		if len(l) == 0 {
			continue
		}
		if last := l[len(l)-1]; last.Kind == region.Continue || last.Kind == region.Return && len(p.flow.loops[n.Block.ID]) == 0 {
			return true
		}
	}
	return false
}

// branches calls do for every loop that lanes leave in different rounds, and every other branch at which
// they part: by what they loaded, or by their places, which a processor learns.
func (p timed) branches(do func(*region.Node, kind)) {
	p.flow.walk(p.Body.Tree.Body, func(n *region.Node) {
		switch {
		case n.Kind == region.Loop && p.masks.parts(n):
			do(n, "round")
		case n.Kind != region.If || !p.Diverges[n.Block] || p.leavesLoop(n):
		case p.loaded(n.Block.Ctrl[0]):
			do(n, "branch")
		default:
			do(n, "guard")
		}
	}, func(*region.Node) {})
}

// leavesLoop reports whether a branch only says whether a loop goes on.
func (p timed) leavesLoop(n *region.Node) bool {
	for _, l := range n.Lists() {
		if len(l) > 0 && (l[len(l)-1].Kind == region.Break || l[len(l)-1].Kind == region.Continue) {
			return true
		}
	}
	return false
}
