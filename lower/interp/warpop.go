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
		if uint32(members)&self == 0 {
			l.fail(FaultWarp, in.v.Pos, "%s with mask %#x is executed by lane %d, which is not in it", in.v.Op, members, l.index)
		}
		w.waits[l.index] = wait{in: in, mask: uint32(members)}
		w.running &^= self
		w.held &^= self
	}
	w.retrySync()
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
	arg := func(l *lane, i int) uint64 {
		x, _ := l.frame().get(ins[l.index].args[i])
		return x
	}
	var a [warpSize]uint64
	first := w.first(lanes)
	v := ins[first.index].v
	for m := lanes; m != 0; m &= m - 1 {
		l := w.lane(m)
		a[l.index] = arg(l, 0)
	}
	for m := lanes; m != 0; m &= m - 1 {
		l := w.lane(m)
		fr, in := l.frame(), ins[l.index]
		switch v.Op {
		case ir.OpWarpSync:
		case ir.OpShfl:
			from, ok := shuffleSource(v.Attr.Shfl, l.index, uint32(arg(l, 1)), uint32(arg(l, 2)))
			// A lane that does not take part has no value to give.
			if lanes>>from&1 == 0 {
				from = l.index
			}
			fr.put(in.result(0), a[from], 0)
			fr.put(in.result(1), bit(ok), 0)
		case ir.OpVote:
			fr.put(in.dst, vote(v.Attr.Vote, lanes, &a), 0)
		case ir.OpMatch:
			d, p := match(v.Attr.Vote, l.index, lanes, &a)
			fr.put(in.result(0), uint64(d), 0)
			fr.put(in.result(1), bit(p), 0)
		case ir.OpRedux:
			r := a[first.index]
			for i := first.index + 1; i < warpSize; i++ {
				if lanes>>i&1 != 0 {
					r = combine(v.Attr.Atom, 32, r, a[i])
				}
			}
			fr.put(in.dst, r, 0)
		default:
			panic("interp: warp operation " + v.Op.String())
		}
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
