package interp

import (
	"math/bits"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// barrier is one of the barriers of a CTA (section 9.7.13.1), in a phase that
// some threads have arrived in.
//
// Without a thread count the phase ends when all threads have arrived that are alive. With a
// count, warps are counted: 32 for a warp whose threads have all arrived or ended, the number
// of arrivals for one of which some are still to come, 0 for one that ended without coming. A
// count that takes in all warps of the CTA may stand beside none, and is what counts; one of
// more warps than the CTA has is never reached.
type barrier struct {
	open    bool   // some thread has arrived
	count   uint32 // 0 is all threads
	arrived [maxThreads / warpSize]uint32
	waiting [maxThreads / warpSize]uint32
	popc    uint32 // of the predicates of bar.red
	and, or bool
}

// barrier lets lanes arrive, one after another.
func (w *warp) barrier(group uint32, in *inst) {
	if !w.arriveTogether(group, in) {
		w.settle()
		for m := group; m != 0; m &= m - 1 {
			w.arrive(w.lane(m), in)
		}
	}
	w.cta.releaseBarriers()
}

func (w *warp) arrive(l *lane, in *inst) {
	fr := l.frame()
	kind := in.v.Attr.Bar
	id, _ := fr.get(in.args[0])
	count, _ := fr.get(in.args[1])
	pos := in.v.Pos
	if id >= uint64(len(w.cta.bars)) {
		l.fail(FaultBarrier, pos, "barrier %d: a CTA has %d", id, len(w.cta.bars))
	}
	if count == 0 && kind == ir.BarArrive {
		l.fail(FaultBarrier, pos, "bar.arrive at barrier %d without a thread count", id)
	}
	if count > maxThreads {
		l.fail(FaultBarrier, pos, "barrier %d for %d threads: a CTA has at most %d", id, count, maxThreads)
	}
	if count%warpSize != 0 {
		l.fail(FaultBarrier, pos, "barrier %d for %s, which is not a multiple of %d", id, diag.Count(int(count), "thread"), warpSize)
	}
	all := uint64(len(w.cta.warps) * warpSize)
	if count >= uint64(w.cta.grid.threads) && count <= all {
		count = all
	}
	b := &w.cta.bars[id]
	if !b.open {
		*b = barrier{open: true, count: uint32(count), and: true}
	}
	self := uint32(1) << l.index
	switch {
	case b.count == 0 && count == all:
		b.count = uint32(all)
	case b.count != uint32(count) && (count != 0 || uint64(b.count) != all):
		l.fail(FaultBarrier, pos, "barrier %d for %s, where others wait for %s", id, threadCount(uint32(count)), threadCount(b.count))
	}
	if b.arrived[w.index]&self != 0 {
		l.fail(FaultBarrier, pos, "second arrival at barrier %d before it was complete", id)
	}
	b.arrived[w.index] |= self
	if kind == ir.BarArrive {
		w.trace(self, fr, in)
		fr.at++
		w.rest = l.notes != nil // others see the phases that they would see on a GPU
		return
	}
	b.waiting[w.index] |= self
	w.running &^= self
	w.held &^= self
	w.waits[l.index] = wait{in: in, id: uint32(id)}
	if kind != ir.BarSync {
		p, _ := fr.get(in.args[2])
		if p != 0 {
			b.popc++
			b.or = true
		} else {
			b.and = false
		}
	}
}

func threadCount(n uint32) string {
	if n == 0 {
		return "all threads"
	}
	return diag.Count(int(n), "thread")
}

// complete reports whether the phase can end.
func (b *barrier) complete(c *cta) bool {
	missing := false
	n := 0
	for i, w := range c.warps {
		late := w.alive &^ b.arrived[i]
		if late != 0 {
			missing = true
			n += bits.OnesCount32(b.arrived[i])
		} else if b.arrived[i] != 0 {
			n += warpSize
		}
	}
	if b.count == 0 {
		return !missing
	}
	return n >= int(b.count)
}

// releaseBarriers ends the phases that are complete: the threads that wait get
// their results and go on.
func (c *cta) releaseBarriers() {
	for i := range c.bars {
		b := &c.bars[i]
		if !b.open || !b.complete(c) {
			continue
		}
		b.open = false
		for k, w := range c.warps {
			if w.resumeTogether(b.waiting[k] & w.alive) {
				continue
			}
			for m := b.waiting[k] & w.alive; m != 0; m &= m - 1 {
				l := w.lane(m)
				fr, in := l.frame(), w.waits[l.index].in
				switch in.v.Attr.Bar {
				case ir.BarRedPopc:
					fr.put(in.dst, uint64(b.popc), 0)
				case ir.BarRedAnd:
					fr.put(in.dst, bit(b.and), 0)
				case ir.BarRedOr:
					fr.put(in.dst, bit(b.or), 0)
				}
				w.resume(l, in)
			}
		}
	}
}

// resume lets a lane go on after the operation that it has waited in.
func (w *warp) resume(l *lane, in *inst) {
	fr := l.frame()
	w.trace(1<<l.index, fr, in)
	fr.at++
	w.running |= 1 << l.index
	w.waits[l.index] = wait{}
	w.idle = 0
	if l.plan != nil {
		l.plan.Wake()
	}
}
