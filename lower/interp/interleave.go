package interp

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/runtime/interleave"
)

// Launches whose order a seed decides (Options.Interleave): the lanes go one by one from a point to the next, as the
// plan says.

// runInterleaved runs the CTAs.
func (g *grid) runInterleaved() {
	for {
		s, ok := g.plan.Next()
		if !ok {
			return
		}
		c, begun := s.CTA.Engine.(*cta)
		g.now = s.CTA.Index
		if !begun {
			c = g.newCTA(s.CTA.Index)
			s.CTA.Engine = c
			for i := range g.threads {
				c.warps[i/warpSize].lanes[i%warpSize].plan = s.CTA.Thread(i)
			}
			g.aside = append(g.aside, c)
		}
		c.step(s)
		switch {
		case s.CTA.Ended():
			g.aside = slices.DeleteFunc(g.aside, func(a *cta) bool { return a == c })
			g.finished++
			g.live -= c.bytes()
			c.told()
			g.ended(c)
		case s.CTA.Stuck():
			c.deadlock()
		}
	}
}

// step lets lanes of a CTA run to their next points.
func (c *cta) step(s interleave.Step) {
	w := c.warps[s.Warp]
	var present uint32
	for _, i := range s.Lanes {
		if w.toPoint(w.lanes[i]) {
			present |= 1 << i
		}
	}
	for present != 0 { // those that have come to one instruction execute it together
		lead := w.lane(present)
		var group uint32
		for m := present; m != 0; m &= m - 1 {
			if l := w.lane(m); comparePoints(l, lead) == 0 {
				group |= 1 << l.index
			}
		}
		fr := lead.frame()
		in := &fr.code.blocks[fr.block].insts[fr.at]
		c.grid.count(lead, in.v)
		w.exec(group, fr, in)
		present &^= group
	}
}

// toPoint runs a lane to its next point. It reports whether it stands at an operation that it is to execute together
// with those who come there.
func (w *warp) toPoint(l *lane) (present bool) {
	self := uint32(1) << l.index
	if l.halted {
		l.halted = false
		l.frame().at++
	}
	for {
		fr := l.frame()
		b := &fr.code.blocks[fr.block]
		if fr.at == len(b.insts) {
			w.cta.grid.count(l, nil)
			w.terminate(self, fr, b)
			if w.alive&self == 0 {
				return false
			}
			continue
		}
		in := &b.insts[fr.at]
		v := in.v
		switch v.Op {
		case ir.OpPoint:
			switch v.Attr.Point {
			case ir.PointCall:
				l.plan.Call(v.Attr.Index)
			case ir.PointReturn:
				l.plan.Return()
			default:
				l.plan.Point(v.Attr.Index, kinds[v.Attr.Point])
				l.halted = true
				return false
			}
			fr.at++
			continue
		case ir.OpWarp:
			if !v.Attr.Sync {
				return true
			}
		}
		waits := v.Op == ir.OpWarp || v.Op == ir.OpBarrier && v.Attr.Bar != ir.BarArrive
		if waits {
			l.plan.Wait()
		}
		w.cta.grid.count(l, v)
		w.exec(self, fr, in)
		if waits {
			return false
		}
	}
}

// kinds are what threads stand at.
var kinds = map[ir.Point]interleave.Kind{ir.PointAccess: interleave.Access, ir.PointPresent: interleave.Present, ir.PointJoin: interleave.Join}
