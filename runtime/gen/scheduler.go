package gen

import (
	"fmt"
	"math/bits"
	"strings"
)

// scheduler runs the threads of a CTA as coroutines. It belongs to a worker and
// keeps its coroutines from one CTA to the next, until the launch ends.
type scheduler struct {
	cta      *CTA
	body     func(*Thread)
	lanes    []*coroutine
	warps    []warp
	barriers [barriers]barrier
	running  bool // a CTA is under way
	asking   bool // coroutines that are resumed only say where they are
	ended    bool // a thread has ended since barriers were last looked at
	busy     bool // an operation other than lockstep was done in this round
	failure  any  // what a thread panicked with, located
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
		if !s.busy && c.run.resident > 0 {
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
		co.ended = false
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
		case !kind.isSync():
			s.perform(w, kind, group, group)
			return true
		}
		if members, mask := s.members(w, kind, group); members != 0 {
			s.perform(w, kind, members, mask)
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

// lowest returns those of the lanes that wait at the lowest point. Lanes at the
// same point wait for operations of one kind.
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

// members returns the lanes of a .sync operation that can proceed, and their
// mask: for some lane of the group, all that its mask names and that are alive
// wait at an operation of that kind with that mask.
func (s *scheduler) members(w *warp, kind opKind, group uint32) (members, mask uint32) {
	for left := group; left != 0; {
		first := bits.TrailingZeros32(left)
		mask := w.lanes[first].op.mask
		var same uint32
		for m := w.waiting; m != 0; m &= m - 1 {
			if op := &w.lanes[bits.TrailingZeros32(m)].op; op.kind == kind && op.mask == mask {
				same |= m & -m
			}
		}
		if outside := same &^ mask; outside != 0 {
			lane := bits.TrailingZeros32(outside)
			panic(s.fault(w.lanes[lane], FaultWarp, notInMask(kind, mask, lane)))
		}
		if mask&w.alive == same {
			return same, mask
		}
		left &^= same
	}
	return 0, 0
}

// reach brings lanes to a barrier.
func (s *scheduler) reach(w *warp, lanes uint32) {
	s.busy = true
	ready, at, illegal := s.arrive(w, lanes)
	if illegal != "" {
		panic(s.fault(at, FaultBarrier, illegal))
	}
	w.waiting &^= lanes
	w.ready |= ready
	s.release()
}

// perform does a warp operation for lanes that take part in it, and makes them
// ready.
func (s *scheduler) perform(w *warp, kind opKind, lanes, mask uint32) {
	s.busy = true
	kind &^= opNoSync
	var a, b, c, r [32]uint32
	var wide [32]uint64
	var pred, ok uint32
	for m := lanes; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m)
		op := &w.lanes[i].op
		a[i], b[i], c[i], wide[i] = op.a, op.b, op.c, op.wide
		if op.pred {
			pred |= 1 << i
		}
	}
	all := func(v uint32) {
		for m := lanes; m != 0; m &= m - 1 {
			r[bits.TrailingZeros32(m)] = v
		}
	}
	allOK := func(p bool) {
		if p {
			ok = lanes
		}
	}
	switch {
	case kind == opActiveMask:
		all(lanes)
	case kind == opWarpSync:
	case kind == opElect:
		leader := bits.TrailingZeros32(lanes)
		all(uint32(leader))
		ok = 1 << leader
	case kind == opVoteAll:
		allOK(VoteAllLanes(pred, lanes, mask))
	case kind == opVoteAny:
		allOK(VoteAnyLanes(pred, lanes, mask))
	case kind == opVoteUni:
		allOK(VoteUniLanes(pred, lanes, mask))
	case kind == opBallot:
		all(BallotLanes(pred, lanes, mask))
	case kind == opMatchAny32:
		MatchAnyLanes32(&r, &a, lanes, mask)
	case kind == opMatchAny64:
		MatchAnyLanes64(&r, &wide, lanes, mask)
	case kind == opMatchAll32:
		v, p := MatchAllLanes32(&a, lanes, mask)
		all(v)
		allOK(p)
	case kind == opMatchAll64:
		v, p := MatchAllLanes64(&wide, lanes, mask)
		all(v)
		allOK(p)
	case kind >= opRedux:
		all(ReduxLanes(ReduxOp(kind-opRedux), &a, lanes, mask))
	case kind >= opShfl:
		ShflLanes(ShflMode(kind-opShfl), &r, &ok, &a, &b, &c, lanes, mask)
	default:
		panic(bugf("warp operation %d", kind))
	}
	for m := lanes; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m)
		op := &w.lanes[i].op
		op.result, op.ok = r[i], ok>>i&1 != 0
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
func (s *scheduler) fault(co *coroutine, kind FaultKind, msg string) *Fault {
	s.ask(co)
	t := &co.thread
	return &Fault{Kernel: s.cta.run.kernel.Name, CTA: s.cta.ID, Thread: Dim3{t.X, t.Y, t.Z},
		File: co.file, Line: co.line, Kind: kind, Msg: msg}
}

// maxGroups is how many groups of threads a deadlock lists.
const maxGroups = 8

// deadlock returns the fault of a CTA in which no thread can proceed.
func (s *scheduler) deadlock() *Fault {
	type group struct {
		first *coroutine
		n     int
	}
	var groups []group
	for i := range s.warps {
		w := &s.warps[i]
	lanes:
		for m := w.alive; m != 0; m &= m - 1 {
			co := w.lanes[bits.TrailingZeros32(m)]
			for j := range groups {
				if o := &groups[j].first.op; o.kind == co.op.kind && o.at == co.op.at && o.mask == co.op.mask &&
					(!o.kind.isBarrier() || o.b == co.op.b && o.c == co.op.c) {
					groups[j].n++
					continue lanes
				}
			}
			groups = append(groups, group{co, 1})
		}
	}
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
		fmt.Fprintf(&text, "%d %s %v, at point %d", g.n, threads, Dim3{t.X, t.Y, t.Z}, op.at)
		if g.first.line > 0 {
			fmt.Fprintf(&text, " (%s:%d)", g.first.file, g.first.line)
		}
		fmt.Fprintf(&text, " in %s", opNames[op.kind&^opNoSync])
		if op.kind.isBarrier() {
			fmt.Fprintf(&text, " %d for %s", op.b, threadCount(op.c))
		} else {
			fmt.Fprintf(&text, " with mask %#x", op.mask)
		}
	}
	return s.fault(groups[0].first, FaultDeadlock, text.String())
}
