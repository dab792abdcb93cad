package gen

import (
	"fmt"
	"math/bits"
	"strings"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/warpops"
)

// scheduler runs the threads of a CTA as coroutines. It belongs to a worker and
// keeps its coroutines from one CTA to the next, until the launch ends.
type scheduler struct {
	cta      *CTA
	body     func(*Thread)
	lanes    []*coroutine
	warps    []warp
	barriers [barriers]barrier
	running  bool           // a CTA is under way
	asking   bool           // coroutines that are resumed only say where they are
	ended    bool           // a thread has ended since barriers were last looked at
	busy     bool           // an operation other than lockstep was done in this round
	failure  any            // what a thread panicked with, located
	noted    []ptx.Standing // where threads were when the launch was given up

	// The operands and results of the warp instruction that is done.
	in  [len(warpOperands{})]warpops.Column
	out [len(warpResults{})]warpops.Column
}

// warp is the state of 32 lanes. A lane that is alive is ready to run, waits to
// be picked, or neither: then it waits at a barrier.
type warp struct {
	index                 int
	lanes                 []*coroutine
	alive, ready, waiting uint32
	spins                 int    // picks in a row while other lanes waited
	held                  uint32 // lanes that spin, and must let the others go
	steps                 int    // as many times
}

// maxSpins is how often the lanes at the lowest point may go in a row while
// other lanes of the warp wait higher up, in a kernel whose threads progress
// independently. Then the others go, for up to maxHeld steps: lanes that spin
// for a lock would otherwise keep the lane that holds it from ever running. It
// is large because it breaks the lockstep of a loop that is no spin.
const (
	maxSpins = 1 << 12
	maxHeld  = 256
)

func (s *scheduler) run(body func(*Thread)) {
	c := s.cta
	if s.running {
		panic("ptx: Coroutines called by a coroutine")
	}
	s.begin(body)
	live := len(s.warps)
	for rounds := 0; live > 0; rounds++ {
		progress := false
		s.busy = false
		live = 0
		for i := range s.warps {
			w := &s.warps[i]
			if w.alive == 0 {
				continue
			}
			if s.step(w) {
				progress = true
			}
			live++
		}
		if !progress && live > 0 {
			panic(s.deadlock())
		}
		if !s.busy && c.run.Resident > 0 {
			c.idle()
		}
		if rounds&15 == 15 && c.run.stopped(c.index) {
			panic(stopped{})
		}
	}
	s.running = false
}

// begin prepares the coroutines for the threads of the CTA.
func (s *scheduler) begin(body func(*Thread)) {
	c := s.cta
	n := int(c.Threads)
	for len(s.lanes) < n {
		s.lanes = append(s.lanes, newCoroutine(s))
	}
	s.body, s.failure, s.running = body, nil, true
	s.ended, s.asking = false, false
	for i := range s.barriers {
		s.barriers[i].started = false
	}
	s.warps = s.warps[:0]
	for lo := 0; lo < n; lo += 32 {
		w := warp{index: lo / 32, lanes: s.lanes[lo:min(lo+32, n)]}
		w.alive = uint32(1<<len(w.lanes) - 1)
		w.ready = w.alive
		s.warps = append(s.warps, w)
	}
	var at Dim3
	for _, co := range s.lanes[:n] {
		t := &co.thread
		t.X, t.Y, t.Z = at.X, at.Y, at.Z
		t.reset()
		co.ended, co.begun, co.left = false, false, nil
		if at.X++; at.X == c.Dim.X {
			at.X = 0
			if at.Y++; at.Y == c.Dim.Y {
				at.Y = 0
				at.Z++
			}
		}
	}
}

// leave is deferred: it gives the CTA its thread back and stops the coroutines
// of a CTA that did not come to its end.
func (s *scheduler) leave(self *Thread) {
	s.cta.self = self
	if s.running {
		if s.cta.run.over() {
			s.note()
		}
		s.close()
	}
}

// close stops all coroutines.
func (s *scheduler) close() {
	for _, co := range s.lanes {
		co.stop()
	}
	s.lanes, s.warps, s.body, s.running = nil, nil, nil, false
}

// step lets the lanes of a warp run to their next synchronisation: those that
// are ready, or else those that can proceed together. It reports false if there
// are none.
func (s *scheduler) step(w *warp) bool {
	if w.ready == 0 && !s.pick(w) {
		return false
	}
	s.resume(w)
	if s.ended {
		s.ended = false
		s.release()
	}
	return true
}

// resume runs the ready lanes in order.
func (s *scheduler) resume(w *warp) {
	c := s.cta
	m := w.ready
	w.ready = 0
	for ; m != 0; m &= m - 1 {
		bit := m & -m
		co := w.lanes[bits.TrailingZeros32(m)]
		t := &co.thread
		c.self = t
		c.X, c.Y, c.Z = t.X, t.Y, t.Z
		co.begun = true
		co.next()
		switch {
		case s.failure != nil:
			panic(s.failure)
		case co.ended:
			w.alive &^= bit
			s.ended = true
		default:
			w.waiting |= bit
		}
	}
}

// pick finds the lanes that go next, does their operation and makes them
// ready, or brings them to a barrier. It reports false if no lane can go.
func (s *scheduler) pick(w *warp) bool {
	if w.spins >= maxSpins && s.cta.run.kernel.Independent {
		w.spins = 0
		w.held, w.steps = s.lowest(w, w.waiting), maxHeld
	}
	if w.steps > 0 {
		if w.steps--; s.pickAmong(w, w.waiting&^w.held) {
			return true
		}
		w.steps = 0
	}
	return s.pickAmong(w, w.waiting)
}

func (s *scheduler) pickAmong(w *warp, candidates uint32) bool {
	for candidates != 0 {
		group := s.lowest(w, candidates)
		kind := w.lanes[bits.TrailingZeros32(group)].op.kind
		switch {
		case kind == opLockstep:
			s.wake(w, group)
			return true
		case kind.isBarrier():
			s.reach(w, group)
			return true
		case kind == opPresent:
			s.perform(w, group)
			return true
		}
		if members := s.members(w, group); members != 0 {
			s.perform(w, members)
			return true
		}
		candidates &^= group
	}
	return false
}

// wake makes lanes ready that have waited.
func (s *scheduler) wake(w *warp, lanes uint32) {
	w.waiting &^= lanes
	w.ready |= lanes
	if w.waiting != 0 {
		w.spins++
	} else {
		w.spins = 0
	}
}

// lowest returns those of the lanes that wait at the lowest point, for operations of one
// kind.
func (s *scheduler) lowest(w *warp, lanes uint32) (group uint32) {
	var at int
	var kind opKind
	for m := lanes; m != 0; m &= m - 1 {
		op := &w.lanes[bits.TrailingZeros32(m)].op
		switch {
		case group == 0 || op.at < at:
			group, at, kind = m&-m, op.at, op.kind
		case op.at == at && op.kind == kind:
			group |= m & -m
		}
	}
	return group
}

// members returns the lanes of a warp instruction that can proceed: for some lane of the
// group, all that its mask names and that are alive wait at the instruction with that mask.
func (s *scheduler) members(w *warp, group uint32) uint32 {
	for left := group; left != 0; {
		lead := &w.lanes[bits.TrailingZeros32(left)].op
		var same uint32
		for m := w.waiting; m != 0; m &= m - 1 {
			if op := &w.lanes[bits.TrailingZeros32(m)].op; op.kind == opWarp && op.warp == lead.warp && op.mask == lead.mask {
				same |= m & -m
			}
		}
		if outside := same &^ lead.mask; outside != 0 {
			lane := bits.TrailingZeros32(outside)
			panic(s.fault(w.lanes[lane], ptx.FaultWarp, notInMask(lead.warp, lead.mask, lane)))
		}
		if lead.mask&w.alive == same {
			return same
		}
		left &^= same
	}
	return 0
}

// reach brings lanes to a barrier.
func (s *scheduler) reach(w *warp, lanes uint32) {
	s.busy = true
	ready, at, illegal := s.arrive(w, lanes)
	if illegal != "" {
		panic(s.fault(at, ptx.FaultBarrier, illegal))
	}
	w.waiting &^= lanes
	w.ready |= ready
	s.release()
}

// perform does a warp instruction for lanes that take part in it, and makes them
// ready.
func (s *scheduler) perform(w *warp, lanes uint32) {
	s.busy = true
	for m := lanes; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m)
		for k, x := range w.lanes[i].op.in {
			s.in[k][i] = x
		}
	}
	warpops.Calls[w.lanes[bits.TrailingZeros32(lanes)].op.warp](s.out[:], s.in[:], lanes)
	for m := lanes; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m)
		for k := range s.out {
			w.lanes[i].op.out[k] = s.out[k][i]
		}
	}
	s.wake(w, lanes)
}

// ask makes a waiting coroutine say where it is.
func (s *scheduler) ask(co *coroutine) {
	s.asking = true
	co.next()
	s.asking = false
}

// fault returns a fault of a thread that waits.
func (s *scheduler) fault(co *coroutine, kind ptx.FaultKind, msg string) *ptx.Fault {
	s.ask(co)
	t := &co.thread
	f := &ptx.Fault{Kernel: s.cta.run.kernel.Name, CTA: s.cta.ID, Thread: dim3(t.X, t.Y, t.Z),
		File: co.file, Line: co.line, Kind: kind, Msg: msg}
	s.cta.run.kernel.addSource(f)
	return f
}

// maxGroups is how many groups of threads a deadlock lists.
const maxGroups = 8

// group is threads that wait at the same place.
type group struct {
	first *coroutine
	n     int
}

// groups returns those of the threads that are alive and that which accepts.
func (s *scheduler) groups(which func(*coroutine) bool) (groups []group) {
	for i := range s.warps {
		w := &s.warps[i]
	lanes:
		for m := w.alive; m != 0; m &= m - 1 {
			co := w.lanes[bits.TrailingZeros32(m)]
			if !which(co) {
				continue
			}
			for j := range groups {
				if o := &groups[j].first.op; o.at == co.op.at && o.mask == co.op.mask && o.id == co.op.id {
					groups[j].n++
					continue lanes
				}
			}
			groups = append(groups, group{co, 1})
		}
	}
	return groups
}

// deadlock returns the fault of a CTA in which no thread can proceed.
func (s *scheduler) deadlock() *ptx.Fault {
	groups := s.groups(func(*coroutine) bool { return true })
	var text strings.Builder
	text.WriteString("deadlock: ")
	for i, g := range groups {
		if i == maxGroups {
			fmt.Fprintf(&text, "; and %d more places", len(groups)-i)
			break
		}
		if i > 0 {
			text.WriteString("; ")
		}
		s.ask(g.first)
		t, op := &g.first.thread, &g.first.op
		threads := "threads, the first"
		if g.n == 1 {
			threads = "thread,"
		}
		fmt.Fprintf(&text, "%d %s %v, at point %d", g.n, threads, dim3(t.X, t.Y, t.Z), op.at)
		if g.first.line > 0 {
			fmt.Fprintf(&text, " (%s:%d)", g.first.file, g.first.line)
		}
		if op.kind.isBarrier() {
			fmt.Fprintf(&text, " in %s %d for %s", opNames[op.kind], op.id, threadCount(op.count))
		} else {
			fmt.Fprintf(&text, " in %s with mask %#x", op.warp, op.mask)
		}
	}
	return s.fault(groups[0].first, ptx.FaultDeadlock, text.String())
}

// note says where the threads of a CTA are that is given up.
func (s *scheduler) note() {
	k := s.cta.run.kernel
	alive, waiting, noted := 0, 0, []ptx.Standing(nil)
	for i := range s.warps {
		w := &s.warps[i]
		alive += bits.OnesCount32(w.alive)
		for _, co := range w.lanes {
			if co.left != nil {
				noted = append(noted, *co.left)
				waiting++
			}
		}
	}
	groups := s.groups(func(co *coroutine) bool { return co.begun && !co.dead && !co.ended })
	for i, g := range groups {
		waiting += g.n
		if i >= maxStanding {
			continue
		}
		s.ask(g.first)
		t := &g.first.thread
		x := ptx.Standing{Threads: g.n, Thread: dim3(t.X, t.Y, t.Z)}
		k.at(&x, g.first.file, g.first.line)
		noted = append(noted, x)
	}
	s.noted = inTurn(noted, int(s.cta.Threads)-alive, int(s.cta.Threads)-waiting)
}
