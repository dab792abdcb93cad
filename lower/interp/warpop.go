package interp

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/runtime/warpops"
)

// warpOp brings lanes to a warp instruction. It is one of the lanes that stand there, or
// waits for all that their mask names.
func (w *warp) warpOp(group uint32, in *inst) {
	if !in.v.Attr.Sync {
		w.perform(group, in)
		return
	}
	for m := group; m != 0; m &= m - 1 {
		l := w.lane(m)
		self := uint32(1) << l.index
		members, _ := l.frame().get(in.args[len(in.args)-1])
		l.member(in, uint32(members))
		w.waits[l.index] = wait{in: in, mask: uint32(members)}
		w.running &^= self
		w.held &^= self
	}
	w.retrySync()
}

// member checks that a lane is in the mask of the warp operation that it executes.
func (l *lane) member(in *inst, members uint32) {
	if members>>l.index&1 == 0 {
		l.fail(FaultWarp, in.v.Pos, "%s with mask %#x is executed by lane %d, which is not in it", in.v.Attr.Name, members, l.index)
	}
}

// retrySync performs the operations of the lanes that wait for each other and
// are complete: every lane that the mask names waits there or has ended.
func (w *warp) retrySync() {
	waiting := func(l *lane) bool {
		in := w.waits[l.index].in
		return in != nil && in.v.Op != ir.OpBarrier && w.alive>>l.index&1 != 0
	}
	for _, l := range w.lanes {
		if !waiting(l) {
			continue
		}
		at := w.waits[l.index]
		var same uint32
		for _, o := range w.lanes {
			if waiting(o) && w.waits[o.index].mask == at.mask && w.waits[o.index].in.v.Attr.Name == at.in.v.Attr.Name {
				same |= 1 << o.index
			}
		}
		if same == at.mask&w.alive {
			w.perform(same, nil)
		}
	}
}

// perform does a warp operation for some lanes, all at one instruction, or with
// nil each at the one in which it waits.
func (w *warp) perform(lanes uint32, all *inst) {
	var ins [warpSize]*inst
	for m := lanes; m != 0; m &= m - 1 {
		i := w.lane(m).index
		if ins[i] = all; all == nil {
			ins[i] = w.waits[i].in
		}
	}
	w.compute(lanes, &ins)
	for m := lanes; m != 0; m &= m - 1 {
		l := w.lane(m)
		w.resume(l, ins[l.index])
	}
}

// compute does a warp operation: it reads the operands of all lanes that take
// part, and writes their results.
func (w *warp) compute(lanes uint32, ins *[warpSize]*inst) {
	ins[w.first(lanes).index].operate(lanes, func(lane, i int) uint64 {
		x, _ := w.lanes[lane].frame().get(ins[lane].args[i])
		return x
	}, func(lane, i int, x uint64) {
		w.lanes[lane].frame().put(ins[lane].result(i), x, 0)
	})
}

// operate does a warp operation for the lanes that take part: arg gives their operands,
// put takes their results.
func (in *inst) operate(lanes uint32, arg func(lane, i int) uint64, put func(lane, i int, x uint64)) {
	a := make([]warpops.Column, len(in.v.WarpArgs()))
	r := make([]warpops.Column, len(in.v.ResultTypes()))
	for m := lanes; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros32(m)
		for i := range a {
			a[i][lane] = arg(lane, i)
		}
	}
	in.warp(r, a, lanes)
	for m := lanes; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros32(m)
		for i := range r {
			put(lane, i, r[i][lane])
		}
	}
}

// deadlock raises the fault of a CTA of which no thread can go on. It says where
// they wait.
func (c *cta) deadlock() {
	type spot struct {
		wait wait
		n    int
		l    *lane
	}
	const most = 8
	var spots []spot
	for _, w := range c.warps {
		w.settle()
	lanes:
		for m := w.alive; m != 0; m &= m - 1 {
			l := w.lane(m)
			for i := range spots {
				if spots[i].wait == w.waits[l.index] {
					spots[i].n++
					continue lanes
				}
			}
			spots = append(spots, spot{w.waits[l.index], 1, l})
		}
	}
	var b strings.Builder
	b.WriteString("deadlock: ")
	for i, s := range spots {
		if i == most {
			fmt.Fprintf(&b, "; and %d more places", len(spots)-most)
			break
		}
		if i > 0 {
			b.WriteString("; ")
		}
		v := s.wait.in.v
		fmt.Fprintf(&b, "%d threads, the first %s, wait at %s in ", s.n, dims(s.l.tid), place(position(c.grid.m.mod, v.Pos)))
		if v.Op == ir.OpBarrier {
			fmt.Fprintf(&b, "barrier %d for %s", s.wait.id, threadCount(c.bars[s.wait.id].count))
		} else {
			fmt.Fprintf(&b, "%s with mask %#x", v.Attr.Name, s.wait.mask)
		}
	}
	spots[0].l.fail(FaultDeadlock, spots[0].wait.in.v.Pos, "%s", b.String())
}
