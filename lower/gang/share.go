package gang

import (
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// Which region of a kernel costs most is estimated: operations of all threads, those in loops as often as
// the loop goes round, which is counted where its bounds are constants. Of a branch both sides count.

// usualThreads is how many threads a CTA is taken to have that does not say.
const usualThreads = 256

// worker estimates what functions do.
type worker struct {
	sched *schedule.Schedule
	of    map[*ir.Func]float64 // of one thread
}

// shares estimates what each region of a kernel holds of what all of them do, from 0 to 1. That of a
// kernel that is not cut is 1.
func shares(s *schedule.Schedule, k *schedule.Kernel) map[*ir.Func]float64 {
	if k.Form != schedule.Regions {
		return map[*ir.Func]float64{k.Func: 1}
	}
	w := &worker{s, map[*ir.Func]float64{}}
	work, all := map[*ir.Func]float64{}, 0.0
	often := rounds(k.CTA)
	for _, b := range k.CTA.Blocks {
		for _, v := range b.Values {
			if v.Op == ir.OpRun {
				f := v.Attr.Func
				n := often(b) * float64(w.threads(f)) * w.work(f)
				work[f], all = work[f]+n, all+n
			}
		}
	}
	for f, n := range work {
		work[f] = n / max(all, 1)
	}
	return work
}

// rounds returns how often a function is taken to come to a block.
func rounds(f *ir.Func) func(*ir.Block) float64 {
	nest, trips := ir.Loops(f, ir.Dominators(f)), analysis.Trips(f)
	return func(b *ir.Block) float64 {
		n := 1.0
		for l := nest.Of(b); l != nil; l = l.Parent {
			if t := trips[l.Header].Rounds; t > 0 {
				n *= float64(t)
			} else {
				n *= perRound
			}
		}
		return n
	}
}

// work estimates how many operations a thread executes of a function, with those of what it calls.
func (w *worker) work(f *ir.Func) float64 {
	if n, ok := w.of[f]; ok {
		return n
	}
	w.of[f] = 0 // of what calls itself one round
	uses, often, sum := w.sched.Body(f).Uses, rounds(f), 0.0
	for _, b := range f.Blocks {
		once := 0.0
		for _, v := range b.Values {
			if uses.Needed[v.ID] {
				once += w.costs(v)
			}
		}
		sum += once * often(b)
	}
	w.of[f] = sum
	return sum
}

// costs is what a value counts.
func (w *worker) costs(v *ir.Value) float64 {
	switch v.Op {
	case ir.OpPhi, ir.OpConst, ir.OpExtract, ir.OpParam, ir.OpArg, ir.OpSymAddr, ir.OpSlotLoad, ir.OpSlotStore:
		return 0
	}
	if f := v.Attr.Func; v.Op == ir.OpCall && len(f.Blocks) > 0 {
		return 1 + w.work(f)
	}
	return 1
}

// threads is how many threads of a CTA execute a region.
func (w *worker) threads(f *ir.Func) int64 {
	all, rows := dims(f.Owner())
	n := all
	if f.Mask != nil && f.Mask.First > 0 {
		n = min(n, int64(f.Mask.First))
	}
	b := w.sched.Body(f)
	if b.Lanes != nil {
		n = min(n, all*(b.Lanes.To-b.Lanes.From)/b.Lanes.Of)
	}
	for _, s := range b.Spans {
		if upper, ok := s.Upper(); ok {
			n = min(n, max(upper, 0)*rows)
		}
	}
	return n
}

// dims returns how many threads a CTA is taken to have, and how many rows they are.
func dims(k *ir.Func) (threads, rows int64) {
	for _, d := range [...][3]int64{k.ReqNTID, k.MaxNTID} {
		if d[0] > 0 {
			rows = max(d[1], 1) * max(d[2], 1)
			return d[0] * rows, rows
		}
	}
	return usualThreads, 1
}
