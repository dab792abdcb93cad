package interp

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// syncOp brings lanes to a warp operation. The old forms act on the lanes that
// stand at the operation; the others wait for all lanes that their mask names.
func (w *warp) syncOp(group uint32, in *inst) {
	if in.v.Attr.NonSync {
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
		l.fail(FaultWarp, in.v.Pos, "%s with mask %#x is executed by lane %d, which is not in it", in.v.Op, members, l.index)
	}
}

// sameOperation reports whether lanes at two instructions can meet there.
func sameOperation(a, b *inst) bool {
	if a == b {
		return true
	}
	x, y := a.v, b.v
	return x.Op == y.Op && x.Attr.Shfl == y.Attr.Shfl && x.Attr.Vote == y.Attr.Vote && x.Attr.Atom == y.Attr.Atom &&
		a.args[0].typ.Bits() == b.args[0].typ.Bits()
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
			if waiting(o) && w.waits[o.index].mask == at.mask && sameOperation(w.waits[o.index].in, at.in) {
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
	first := ins[w.first(lanes).index]
	operate(first.v, lanes, func(lane, i int) uint64 {
		x, _ := w.lanes[lane].frame().get(ins[lane].args[i])
		return x
	}, func(lane, i int, x uint64) {
		w.lanes[lane].frame().put(ins[lane].result(i), x, 0)
	})
}

// operate does a warp operation for the lanes that take part: arg gives their operands,
// put takes their results.
func operate(v *ir.Value, lanes uint32, arg func(lane, i int) uint64, put func(lane, i int, x uint64)) {
	var a [warpSize]uint64
	each := func(f func(lane int)) {
		for m := lanes; m != 0; m &= m - 1 {
			f(bits.TrailingZeros32(m))
		}
	}
	if len(v.Args) > 0 {
		each(func(i int) { a[i] = arg(i, 0) })
	}
	switch v.Op {
	case ir.OpWarpSync:
	case ir.OpActive:
		each(func(i int) { put(i, 0, uint64(lanes)) })
	case ir.OpShfl:
		each(func(i int) {
			from, ok := shuffleSource(v.Attr.Shfl, i, uint32(arg(i, 1)), uint32(arg(i, 2)))
			// A lane that does not take part has no value to give.
			if lanes>>from&1 == 0 {
				from = i
			}
			put(i, 0, a[from])
			put(i, 1, bit(ok))
		})
	case ir.OpVote:
		r := vote(v.Attr.Vote, lanes, &a)
		each(func(i int) { put(i, 0, r) })
	case ir.OpMatch:
		each(func(i int) {
			d, p := match(v.Attr.Vote, i, lanes, &a)
			put(i, 0, uint64(d))
			put(i, 1, bit(p))
		})
	case ir.OpRedux:
		first := bits.TrailingZeros32(lanes)
		r := a[first]
		for m := lanes & (lanes - 1); m != 0; m &= m - 1 {
			r = combine(v.Attr.Atom, 32, r, a[bits.TrailingZeros32(m)])
		}
		each(func(i int) { put(i, 0, r) })
	default:
		panic("interp: warp operation " + v.Op.String())
	}
}

// shuffleSource returns the lane that a lane reads from, and whether that is in
// range (section 9.7.9.6).
func shuffleSource(mode ir.Shfl, lane int, b, c uint32) (from int, ok bool) {
	bval := int(b & 0x1f)
	cval := int(c & 0x1f)
	segment := int(c >> 8 & 0x1f)
	minLane := lane & segment
	maxLane := minLane | cval&^segment
	var j int
	switch mode {
	case ir.ShflUp:
		j = lane - bval
		ok = j >= maxLane
	case ir.ShflDown:
		j = lane + bval
		ok = j <= maxLane
	case ir.ShflBfly:
		j = lane ^ bval
		ok = j <= maxLane
	case ir.ShflIdx:
		j = minLane | bval&^segment
		ok = j <= maxLane
	default:
		panic("interp: shuffle mode " + mode.String())
	}
	if !ok {
		j = lane
	}
	return j, ok
}

func vote(mode ir.Vote, lanes uint32, p *[warpSize]uint64) uint64 {
	var ballot uint32
	for m := lanes; m != 0; m &= m - 1 {
		if i := bits.TrailingZeros32(m); p[i] != 0 {
			ballot |= 1 << i
		}
	}
	switch mode {
	case ir.VoteAll:
		return bit(ballot == lanes)
	case ir.VoteAny:
		return bit(ballot != 0)
	case ir.VoteUni:
		return bit(ballot == lanes || ballot == 0)
	}
	return uint64(ballot)
}

// match returns the lanes with a lane's value, or, for match.all, all lanes
// where they have one value and none where they have not.
func match(mode ir.Vote, lane int, lanes uint32, a *[warpSize]uint64) (d uint32, p bool) {
	for m := lanes; m != 0; m &= m - 1 {
		if i := bits.TrailingZeros32(m); a[i] == a[lane] {
			d |= 1 << i
		}
	}
	if mode == ir.VoteAll && d != lanes {
		return 0, false
	}
	return d, true
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
			fmt.Fprintf(&b, "%s with mask %#x", v.Op, s.wait.mask)
		}
	}
	spots[0].l.fail(FaultDeadlock, spots[0].wait.in.v.Pos, "%s", b.String())
}
