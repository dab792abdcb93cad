package interp

import (
	"slices"

	"github.com/ptx2go/ptx2go/runtime/counters"
	"github.com/ptx2go/ptx2go/runtime/sanitize"
)

// Turns: how CTAs, warps and lanes share the one goroutine.
//
// A read that may watch for a change by others (an atomic, or a load that is
// volatile or strong) is idle if the same instruction has read the same values
// from the same places before, for the same lanes, and the warp has not changed
// memory since. Lanes that make maxIdle idle reads spin. If other lanes of their
// warp could run, these get the next holdSteps steps, although their point is
// not the lowest: one of them may hold the lock that the others wait for. If
// there are none, the warp gives its turn to the next. A CTA whose warps all
// gave up their turns waits for other CTAs.
const (
	maxIdle   = 64
	holdSteps = 1 << 12
	warpTurn  = 1 << 10 // steps of a warp before the next has its turn
	ctaTurn   = 1 << 22 // steps of a CTA before it is set aside
)

// ending is how the turn of a CTA ended.
type ending uint8

const (
	ctaEnded ending = iota
	ctaWaits        // for other CTAs, it seems
	ctaRuns         // and has had enough for now
)

// cta is a CTA that has been started.
type cta struct {
	grid       *grid
	id         [3]uint32
	linear     int64 // its number in the grid
	warps      []*warp
	shared     []byte
	bars       [16]barrier
	localBytes int64
	text       []byte // printed, but not yet written, see stdout
	done       bool
	parts      *partsRun     // of a kernel that runs as parts, else nil
	notes      *sanitize.CTA // nil without a sanitizer
	counts     *counters.CTA // nil where nobody counts
}

// bytes returns the memory of the CTA that lasts to its end.
func (c *cta) bytes() int64 {
	const laneBytes = 256
	n := int64(len(c.shared)) + c.localBytes + int64(c.grid.threads)*laneBytes
	if p := c.grid.kernel.parts; p != nil {
		n += int64(c.grid.threads) * int64(p.words) * 8
	}
	return n
}

// turn lets the warps take turns. A CTA that is alone, with no other to wait
// for, goes on to its end.
func (c *cta) turn(alone bool) ending {
	if c.parts != nil {
		return c.parts.turn(alone)
	}
	start := c.grid.steps
	most := c.grid.length(ctaTurn)
	for {
		ran, idle, alive := false, true, false
		for _, w := range c.order() {
			if w.running != 0 {
				ran = true
				if !w.turn() {
					idle = false
				}
			}
			if w.alive != 0 {
				alive = true
			}
		}
		switch {
		case !alive:
			return ctaEnded
		case !ran:
			c.deadlock()
		case alone:
		case idle:
			return ctaWaits
		case c.grid.steps-start > most:
			return ctaRuns
		}
	}
}

// order returns the warps in the order of their turns.
func (c *cta) order() []*warp {
	r := c.grid.random
	if r == nil {
		return c.warps
	}
	out := slices.Clone(c.warps)
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// length returns how long a turn is that usually has some steps.
func (g *grid) length(steps int64) int64 {
	if g.random == nil {
		return steps
	}
	const short = 64
	return 1 + g.random.Int64N(max(short, steps/1024))
}

// warp is up to 32 lanes. Each is running, or waits at a barrier or in a warp
// operation, or has ended.
type warp struct {
	cta     *cta
	index   int
	lanes   []*lane
	alive   uint32
	running uint32
	waits   [warpSize]wait // of the lanes that are alive but not running

	held     uint32 // lanes that spin, while others have the next hold steps
	hold     int
	idle     int  // idle reads in a row
	rest     bool // it gives the rest of its turn to others
	watched  map[*inst]uint64
	scratch  []uint64
	operands [maxOperands]uint64 // of a function call
	rows     *rows               // of a Machine with Options.Rows
}

const warpSize = 32

// wait is why a lane does not run: the operation that it waits in.
type wait struct {
	in   *inst
	mask uint32 // member mask of a warp operation
	id   uint32 // barrier
}

// turn runs the lanes of the warp for a while. It reports whether all that can
// run spin.
func (w *warp) turn() (idle bool) {
	g := w.cta.grid
	for end := g.steps + g.length(warpTurn); g.steps < end && w.running != 0 && !w.rest; {
		if w.running&^w.held == 0 {
			w.held = 0
		}
		group, next := w.lowest(w.running &^ w.held)
		if w.idle >= maxIdle {
			w.idle = 0
			clear(w.watched)
			if next != nil {
				w.held, w.hold = group, holdSteps
				continue
			}
			w.held = 0
			return true
		}
		if g.m.rows {
			w.runRows(group, next, end)
		} else {
			w.runGroup(group, next, end)
		}
	}
	w.rest = false
	return false
}

// lowest returns those of the lanes that are at the lowest point, and a lane at
// the lowest point of the others, nil if there are none.
func (w *warp) lowest(lanes uint32) (group uint32, next *lane) {
	if w.rows != nil {
		if w.rows.whole.lanes == lanes {
			return lanes, nil
		}
		if w.settle(); w.together(lanes) {
			return lanes, nil
		}
	}
	var lead *lane
	for i, l := range w.lanes {
		if lanes>>i&1 == 0 {
			continue
		}
		d := -1
		if lead != nil {
			d = comparePoints(l, lead)
		}
		switch {
		case d < 0:
			if lead != nil {
				next = lead
			}
			lead, group = l, 1<<i
		case d == 0:
			group |= 1 << i
		case next == nil || comparePoints(l, next) < 0:
			next = l
		}
	}
	return group, next
}

// runGroup runs lanes that are at one point for as long as they stay together
// and below the point of next.
func (w *warp) runGroup(group uint32, next *lane, end int64) {
	g := w.cta.grid
	lead := w.first(group)
	for {
		if w.held != 0 {
			if w.hold--; w.hold < 0 && !lead.amid() {
				w.held = 0
				return
			}
		}
		fr := lead.frame()
		b := &fr.code.blocks[fr.block]
		var together bool
		if fr.at < len(b.insts) {
			in := &b.insts[fr.at]
			g.count(lead, in.v)
			together = w.exec(group, fr, in)
		} else {
			g.count(lead, nil)
			together = w.terminate(group, fr, b)
		}
		if !together || !lead.amid() && (g.steps >= end || w.idle >= maxIdle || next != nil && comparePoints(lead, next) >= 0) {
			return
		}
	}
}

// first returns the lowest of some lanes.
func (w *warp) first(lanes uint32) *lane {
	for i, l := range w.lanes {
		if lanes>>i&1 != 0 {
			return l
		}
	}
	panic("interp: no lanes")
}

// watch notes what a watching read of some lanes has seen.
func (w *warp) watch(in *inst, seen uint64) {
	if w.watched == nil {
		w.watched = map[*inst]uint64{}
	}
	if last, ok := w.watched[in]; ok && last == seen {
		w.idle++
		return
	}
	w.watched[in] = seen
}

// changed notes that the warp has changed memory.
func (w *warp) changed() {
	w.idle = 0
	clear(w.watched)
}
