package interp

import (
	"math"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// runRows is runGroup for rows: it runs lanes that are at one point for as long as they stay
// together and below the point of next. Their frames say where they stand only when somebody
// else may look.
func (w *warp) runRows(group uint32, next *lane, end int64) {
	g := w.cta.grid
	lead := w.lane(group)
	fr := lead.frame()
	code, r, block, at := fr.code, fr.row.regs, fr.block, fr.at
	stopBlock, stopAt := lead.stop(next)
	on := list(&w.rows.on, group)
	free := g.freeSteps(end)
	for block < stopBlock || block == stopBlock && at < stopAt {
		b := &code.blocks[block]
		until := len(b.insts)
		if block == stopBlock {
			until = min(until, stopAt)
		}
		for at < until {
			in := &b.insts[at]
			if g.steps >= free || w.held != 0 {
				w.stand(group, block, at)
				if g.steps >= end || !w.hasTime() {
					return
				}
				g.steps += int64(in.cost)
				g.limits(lead, in.v)
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
			case in.quick != nil && in.quick(w, r, in, group, on):
				if w.idle >= maxIdle {
					w.stand(group, block, at+1)
					return
				}
			case in.once:
				w.stand(group, block, at)
				lead.pure(lead.frame(), in)
				spread(r, in.places.dst, in.dst.words, on)
			default:
				w.stand(group, block, at)
				if !w.exec(group, lead.frame(), in) || w.idle >= maxIdle {
					return
				}
			}
			at++
		}
		if block == stopBlock && at >= stopAt {
			break
		}
		if g.steps >= free || w.held != 0 {
			w.stand(group, block, at)
			if g.steps >= end || !w.hasTime() {
				return
			}
			g.steps += int64(b.cost)
			g.limits(lead, nil)
			free = g.freeSteps(end)
		} else {
			g.steps += int64(b.cost)
		}
		way := 0
		switch b.b.Term {
		case ir.Jump:
		case ir.If:
			switch taken := truths(column(r, b.ctrl[0].at*warpSize), on); taken {
			case group:
			case 0:
				way = 1
			default:
				w.split(r, b, taken, group&^taken)
				return
			}
		default:
			w.stand(group, block, at)
			if !w.terminate(group, lead.frame(), b) {
				return
			}
			fr := lead.frame()
			block, at = fr.block, fr.at
			continue
		}
		e := &b.edges[way]
		w.rows.follow(r, e, on)
		block, at = e.to, 0
	}
	w.stand(group, block, at)
}

// stop returns the place in the function of a lane at which it is no longer below another lane.
func (l *lane) stop(next *lane) (block, at int) {
	depth := len(l.frames) - 1
	if next == nil || depth >= len(next.frames) || next.frames[depth].row != l.frames[depth].row {
		return math.MaxInt, 0
	}
	fr := &next.frames[depth]
	if depth < len(next.frames)-1 { // it stands at a call, below all points of what it has called
		return fr.block, fr.at + 1
	}
	return fr.block, fr.at
}

// freeSteps returns how many steps the launch has to have done until somebody has to look at
// limits, of a turn that goes up to end.
func (g *grid) freeSteps(end int64) int64 {
	n := min(end, g.lastCheck+pollSteps-1)
	if most := g.m.opt.MaxSteps; most > 0 {
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
func (w *warp) stand(group uint32, block, at int) {
	for m := group; m != 0; m &= m - 1 {
		fr := w.lane(m).frame()
		fr.block, fr.at = block, at
	}
}

// truths returns for which of some lanes a column is not zero.
func truths(c []uint64, on []uint8) (lanes uint32) {
	for _, i := range on {
		i &= warpSize - 1
		lanes |= uint32(bit(c[i] != 0)) << i
	}
	return lanes
}

// split sends lanes on two ways.
func (w *warp) split(r []uint64, b *block, first, second uint32) {
	for i, lanes := range [2]uint32{first, second} {
		e := &b.edges[i]
		w.rows.follow(r, e, list(&w.rows.other, lanes))
		w.stand(lanes, e.to, 0)
	}
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
