package gang

import (
	"fmt"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// Gangs of sixteen lanes take less time than those of eight where each operation does twice as much in
// less than twice the time. What goes lane by lane takes longer than that, so that it depends on what else
// there is: costs were measured of each kind of operation, and the sums are compared.

// LeaveTo leaves to narrower gangs of the same kernel what these take less time for, as far as that is
// estimated, or all where little is gained: plans have a Why then, which says so.
func (k *Kernel) LeaveTo(narrow *Kernel) {
	var l left
	defer l.end(k)
	times := float64(k.Width / narrow.Width)
	w := &worker{k.sched, map[*ir.Func]float64{}}
	runs, all := k.ofThreads(w)
	saved := 0.0
	for _, f := range k.Funcs() {
		b := k.sched.Body(f)
		p, than := timed{k.Plans[b]}, timed{narrow.Plans[b]}
		switch {
		case p.Plan == nil || than.Plan == nil:
			continue
		case than.Why != nil:
			all += runs[f] * w.work(f) * threadOperation
			if p.Why == nil {
				l.leave(k, b, than.Why)
			}
			continue
		}
		gangs := runs[f] / float64(k.Width)
		t := gangs * times * than.time().sum()
		all += t
		if p.Why != nil {
			continue
		}
		if why := p.slowerThan(than); why != nil {
			l.leave(k, b, why)
		} else {
			saved += t - gangs*p.time().sum()
		}
	}
	if saved*leastSaved < all {
		for _, f := range k.Funcs() {
			if b := k.sched.Body(f); k.Plans[b] != nil && k.Plans[b].Why == nil {
				l.leave(k, b, &schedule.Reason{Pos: start(b), Text: fmt.Sprintf("gangs of %d take hardly longer", narrow.Width)})
			}
		}
	}
}

// left is what was left of a kernel: the first reason.
type left struct{ why *schedule.Reason }

// leave leaves a body to others.
func (l *left) leave(k *Kernel, b *schedule.Body, why *schedule.Reason) {
	k.Plans[b] = &Plan{Width: k.Width, Body: b, Why: why}
	if l.why == nil {
		l.why = why
	}
}

// end gives the kernel the reason if nothing is left of it.
func (l *left) end(k *Kernel) {
	if k.Why == nil && !k.some() {
		k.Why = l.why
	}
}

// leastSaved is what part of a kernel's time wide gangs have to save. What they cost besides is in no sum:
// processors take some time to go from one width to the other, and may be slower for a while.
const leastSaved = 16

// threadOperation is about what an operation of a thread by itself takes, in the unit of costs.
const threadOperation = 60

// ofThreads is for how many threads a CTA is taken to run each function with a loop over threads, and what it
// does for threads besides: operations of warps, and what becomes of all elements of a slot.
func (k *Kernel) ofThreads(w *worker) (runs map[*ir.Func]float64, rest float64) {
	runs = map[*ir.Func]float64{}
	if k.Form != schedule.Regions {
		for _, f := range k.Funcs() {
			runs[f] = float64(w.threads(f))
		}
		return runs, 0
	}
	often := rounds(k.CTA)
	all, _ := dims(k.Func)
	for _, b := range k.CTA.Blocks {
		for _, v := range b.Values {
			switch v.Op {
			case ir.OpRun:
				runs[v.Attr.Func] += often(b) * float64(w.threads(v.Attr.Func))
			case ir.OpWarp, ir.OpSlotAll, ir.OpSlotSet, ir.OpSlotFill, ir.OpSlotAny:
				rest += often(b) * float64(all) * threadOperation
			}
		}
	}
	return runs, rest
}

// slowerThan returns what is why narrower gangs take less time, nil where they take more.
func (p timed) slowerThan(narrow timed) *schedule.Reason {
	here, there := p.time(), narrow.time()
	times := float64(p.Width / narrow.Width) // as many threads
	if here.sum() < times*there.sum() || there.sum() == 0 {
		return nil
	}
	var worst *ir.Value
	most := 0.0
	for _, v := range p.flow.values {
		if lost := p.timeOf(v) - times*narrow.timeOf(v); lost > most {
			worst, most = v, lost
		}
	}
	if worst == nil {
		return &schedule.Reason{Pos: start(p.Body), Text: fmt.Sprintf("gangs of %d take less time", narrow.Width)}
	}
	return &schedule.Reason{Pos: worst.Pos, Text: fmt.Sprintf("gangs of %d take less time for %s", narrow.Width, p.kind(worst).words())}
}

// time is what a gang is estimated to take for a body, in the unit of costs.
type time struct {
	divider float64 // of the unit that divides and takes roots, which does one operation after another
	rest    float64
}

// sum is the longer one: both go on at once.
func (t time) sum() float64 { return max(t.divider, t.rest) }

func (p timed) time() (t time) {
	for _, v := range p.flow.values {
		if c := p.timeOf(v); p.kind(v).divides() {
			t.divider += c
		} else {
			t.rest += c
		}
	}
	p.branches(func(n *region.Node, k kind) { t.rest += p.cost(k, n.Block) })
	return t
}

// timeOf is what one value takes. Lanes that are not there take no time for what is done lane by lane.
func (p timed) timeOf(v *ir.Value) float64 {
	t := p.cost(p.kind(v), v.Block)
	if v.Op == ir.OpAtomic {
		t *= p.likely()[v.Block.ID]
	}
	return t
}

// cost is what operations of a kind take as often as a block is taken to be executed.
func (p timed) cost(k kind, in *ir.Block) float64 {
	c := costs[string(k)]
	t := c.narrow
	if p.Width == Widest {
		t = c.widest
	}
	return float64(t) * p.rounds(in)
}

// rounds is how often a block is taken to be executed.
func (p timed) rounds(b *ir.Block) float64 {
	if p.often == nil {
		p.often = rounds(p.Body.Func)
	}
	return p.often(b)
}
