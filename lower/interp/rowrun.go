package interp

import (
	"math"
	"math/bits"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// runRows is runGroup for rows: it runs lanes that are at one point for as long as they stay
// below the point of next. Where they part, the lower ones go on, and the others join them when
// they come to where these stand. Frames say where lanes stand only when somebody else may look.
func (w *warp) runRows(group uint32, next *lane, end int64) {
	g := w.cta.grid
	run := running{warp: w, group: group, lead: w.lane(group)}
	fr := run.lead.frame()
	code, r := fr.code, fr.row.regs
	run.block, run.at = fr.block, fr.at
	if s := &w.rows.whole; s.lanes == group {
		run.block, run.at = s.point.block, s.point.at
		s.lanes = 0
	}
	run.outer = run.lead.stop(next)
	run.stop = run.outer
	on := list(&w.rows.on, group)
	free := g.freeSteps(end)
	for run.below() || run.join() {
		b := &code.blocks[run.block]
		on = run.lanes(on)
		until := len(b.insts)
		if run.block == run.stop.block {
			until = min(until, run.stop.at)
		}
		for ; run.at < until; run.at++ {
			in := &b.insts[run.at]
			if g.steps >= free || w.held != 0 {
				if !run.mayStep(in.v, in.cost, end) {
					return
				}
				free = g.freeSteps(end)
			} else {
				g.steps += int64(in.cost)
			}
			switch {
			case in.compute != nil && in.once:
				in.compute(r, &in.places, on[:1])
				spread(r, in.places.dst, in.dst.words, on)
			case in.compute != nil:
				in.compute(r, &in.places, on)
			case in.quick != nil && in.quick(w, r, in, run.group, on):
				if w.idle >= maxIdle {
					run.at++
					run.leave()
					return
				}
			case in.once:
				run.lead.pure(run.lead.frame(), in)
				spread(r, in.places.dst, in.dst.words, on)
			default:
				if in.v.Op == ir.OpBarrier {
					run.leave()
				} else {
					run.stand()
				}
				if !w.exec(run.group, run.lead.frame(), in) || w.idle >= maxIdle {
					return
				}
			}
		}
		if !run.below() {
			continue
		}
		if g.steps >= free || w.held != 0 {
			if !run.mayStep(nil, b.cost, end) {
				return
			}
			free = g.freeSteps(end)
		} else {
			g.steps += int64(b.cost)
		}
		way := 0
		switch b.b.Term {
		case ir.Jump:
		case ir.If:
			switch taken := truths(column(r, b.ctrl[0].at*warpSize), on); taken {
			case run.group:
			case 0:
				way = 1
			default:
				run.split(r, b, taken)
				continue
			}
		case ir.Ret, ir.Exit:
			if fr.row.parent == nil {
				w.alive &^= run.group
				w.running &^= run.group
				w.held &^= run.group
				w.ended(run.group)
				run.part()
				return
			}
			fallthrough
		default:
			run.stand()
			if !w.terminate(run.group, run.lead.frame(), b) {
				return
			}
			fr := run.lead.frame()
			run.block, run.at = fr.block, fr.at
			continue
		}
		e := &b.edges[way]
		w.rows.follow(r, e, on)
		run.block, run.at = e.to, 0
	}
	run.leave()
}

// point is a place in a function.
type point struct{ block, at int }

func (p point) below(q point) bool { return p.block < q.block || p.block == q.block && p.at < q.at }

// running are the lanes that run.
type running struct {
	*warp
	group     uint32
	lead      *lane // the lowest
	block, at int
	stop      point // of the next that stand above
	outer     point // of those among them that have not parted from the group here
	parties   [4]party
	n         int
	listed    uint32 // the group that lanes has listed
}

// party are lanes that have parted from those that run, and stand above them.
type party struct {
	lanes uint32
	point point
}

// below reports whether the group is below all others.
func (r *running) below() bool { return point{r.block, r.at}.below(r.stop) }

// lanes returns the list of the group.
func (r *running) lanes(on []uint8) []uint8 {
	if r.listed == r.group {
		return on
	}
	r.listed = r.group
	return list(&r.warp.rows.on, r.group)
}

// join takes the lanes in that stand where the group has come to. It reports whether the group
// may go on: nobody else is there, or below.
func (r *running) join() bool {
	here := point{r.block, r.at}
	if !here.below(r.outer) {
		return false
	}
	n := 0
	for _, p := range r.parties[:r.n] {
		switch {
		case p.point == here:
			r.group |= p.lanes
		case p.point.below(here):
			return false
		default:
			r.parties[n] = p
			n++
		}
	}
	r.n = n
	r.lead = r.lane(r.group)
	r.halt()
	return true
}

// halt finds the point to stop at.
func (r *running) halt() {
	r.stop = r.outer
	for _, p := range r.parties[:r.n] {
		if p.point.below(r.stop) {
			r.stop = p.point
		}
	}
}

// split sends the lanes on two ways. Those that come to the higher point stay there.
func (r *running) split(regs []uint64, b *block, taken uint32) {
	lanes := [2]uint32{taken, r.group &^ taken}
	for i := range lanes {
		if e := &b.edges[i]; len(e.moves) > 0 {
			r.warp.rows.follow(regs, e, list(&r.warp.rows.other, lanes[i]))
		}
	}
	low, high := 0, 1
	switch x, y := b.edges[0].to, b.edges[1].to; {
	case x == y:
		r.block, r.at = x, 0
		return
	case x > y:
		low, high = 1, 0
	}
	p := party{lanes[high], point{b.edges[high].to, 0}}
	r.group, r.block, r.at = lanes[low], b.edges[low].to, 0
	r.lead = r.lane(r.group)
	if r.n == len(r.parties) { // whoever looks for the lowest finds it
		r.warp.stand(p.lanes, p.point)
		if p.point.below(r.outer) {
			r.outer = p.point
		}
	} else {
		r.parties[r.n] = p
		r.n++
	}
	r.halt()
}

// stand notes where all stand.
func (r *running) stand() {
	r.warp.stand(r.group, point{r.block, r.at})
	r.part()
}

// part notes where those stand that have parted from the group.
func (r *running) part() {
	for _, p := range r.parties[:r.n] {
		r.warp.stand(p.lanes, p.point)
	}
}

// leave notes where all stand, once for the warp if it is at one point.
func (r *running) leave() {
	if r.group != r.alive || r.lead.frame().row.parent != nil {
		r.stand()
		return
	}
	r.warp.rows.whole = whole{lanes: r.group, point: point{r.block, r.at}}
}

// whole says where the lanes of a warp are that has not parted, in the function of the kernel:
// their frames do not say it then, nor waits what they wait for.
type whole struct {
	lanes uint32 // 0 if frames say it
	point point
	wait  wait // that of a barrier
}

// settle has the frames of lanes say where these are.
func (w *warp) settle() {
	if w.rows == nil || w.rows.whole.lanes == 0 {
		return
	}
	s := &w.rows.whole
	w.stand(s.lanes, s.point)
	if s.wait.in != nil {
		for m := s.lanes; m != 0; m &= m - 1 {
			w.waits[bits.TrailingZeros32(m)] = s.wait
		}
	}
	*s = whole{}
}

// mayStep makes a step of some cost, if the turn is not over.
func (r *running) mayStep(v *ir.Value, cost int, end int64) bool {
	g := r.cta.grid
	r.leave()
	if g.steps >= end || !r.hasTime() {
		return false
	}
	g.steps += int64(cost)
	g.limits(r.lead, v)
	r.warp.rows.whole.lanes = 0
	return true
}

// stop returns the place in the function of a lane at which it is no longer below another lane.
func (l *lane) stop(next *lane) point {
	depth := len(l.frames) - 1
	if next == nil || depth >= len(next.frames) || next.frames[depth].row != l.frames[depth].row {
		return point{math.MaxInt, 0}
	}
	fr := &next.frames[depth]
	if depth < len(next.frames)-1 { // it stands at a call, below all points of what it has called
		return point{fr.block, fr.at + 1}
	}
	return point{fr.block, fr.at}
}

// freeSteps returns how many steps the launch has to have done until somebody has to look at
// limits, of a turn that goes up to end.
func (g *grid) freeSteps(end int64) int64 {
	n := min(end, g.lastCheck+pollSteps-1)
	if most := g.most; most > 0 {
		n = min(n, most)
	}
	return n
}

// hasTime reports whether lanes may make a step while others are held.
func (w *warp) hasTime() bool {
	if w.held != 0 {
		if w.hold--; w.hold < 0 {
			w.held = 0
			return false
		}
	}
	return true
}

// stand notes where lanes stand.
func (w *warp) stand(group uint32, p point) {
	for m := group; m != 0; m &= m - 1 {
		fr := w.lane(m).frame()
		fr.block, fr.at = p.block, p.at
	}
}

// together reports whether lanes stand at one point, in one frame.
func (w *warp) together(lanes uint32) bool {
	first := w.lane(lanes).frame()
	for m := lanes & (lanes - 1); m != 0; m &= m - 1 {
		fr := w.lane(m).frame()
		if fr.row != first.row || fr.block != first.block || fr.at != first.at {
			return false
		}
	}
	return true
}

// truths returns for which of some lanes a column is not zero.
func truths(c []uint64, on []uint8) (lanes uint32) {
	for _, i := range on {
		i &= warpSize - 1
		lanes |= uint32(bit(c[i] != 0)) << i
	}
	return lanes
}

// follow makes the moves of an edge for some lanes.
func (s *rows) follow(r []uint64, e *edge, on []uint8) {
	if e.direct {
		for _, m := range e.moves {
			for k := range m.from.words {
				to, from := column(r, (m.to.at+k)*warpSize), column(r, (m.from.at+k)*warpSize)
				for _, i := range on {
					i &= warpSize - 1
					to[i] = from[i]
				}
			}
		}
		return
	}
	all := s.scratch[:0]
	for _, m := range e.moves {
		all = append(all, r[m.from.at*warpSize:(m.from.at+m.from.words)*warpSize]...)
	}
	s.scratch = all
	for _, m := range e.moves {
		for k := range m.to.words {
			to, from := column(r, (m.to.at+k)*warpSize), column(all, k*warpSize)
			for _, i := range on {
				i &= warpSize - 1
				to[i] = from[i]
			}
		}
		all = all[m.to.words*warpSize:]
	}
}

// direct reports whether moves can be made one after another: none writes what a later one
// reads.
func direct(moves []move) bool {
	for i, m := range moves {
		for _, later := range moves[i+1:] {
			if m.to.at < later.from.at+later.from.words && later.from.at < m.to.at+m.to.words {
				return false
			}
		}
	}
	return true
}
