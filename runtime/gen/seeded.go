package gen

import (
	"math/bits"

	"github.com/ptx2go/ptx2go/runtime/interleave"
)

// Seeded says that the code of the module was generated with -sched: that its threads run as coroutines that stop at
// points, and go on in an order that Launch.Seed decides. Generated code calls it before the module is used.
func (m *Module) Seeded(independent bool) { m.seeded, m.independent = true, independent }

// What stands at a point.
const (
	AtAccess  = interleave.Access
	AtPresent = interleave.Present
	AtJoin    = interleave.Join
)

// Point waits at a point until the thread has its turn.
func (t *Thread) Point(at int, kind interleave.Kind) {
	t.planned.Thread(int(t.Linear())).Point(at, kind)
	t.wait(waitOp{kind: opPoint, at: at})
}

// PointCall says that the thread calls a device function, and PointReturn that this has returned.
func (t *Thread) PointCall(at int) { t.planned.Thread(int(t.Linear())).Call(at) }

// PointReturn is documented at PointCall.
func (t *Thread) PointReturn() { t.planned.Thread(int(t.Linear())).Return() }

// runSeeded runs the CTAs of a launch among each other, in the order of a seed, on the calling goroutine. Each that is
// under way has a worker of its own.
func (r *run) runSeeded(seed uint64) {
	r.turns = interleave.New(interleave.Options{Seed: seed, Independent: r.kernel.Module.independent}, r.First, r.End-r.First, int(r.Threads))
	if r.ctx != nil {
		r.begin(0)
		defer r.finish()
	}
	if r.mayRefuse() {
		defer catchRefused()()
	}
	var live, idle []*worker
	defer func() {
		for _, w := range live { // CTAs that have not come to their ends
			if w.cta.sched != nil {
				w.cta.sched.leave(&w.thread)
			}
			r.left(&w.cta)
		}
		for _, w := range append(live, idle...) {
			w.cta.planned = nil
			w.end()
		}
	}()
	for n := 0; ; n++ {
		step, ok := r.turns.Next()
		if !ok {
			return
		}
		w, begun := step.CTA.Engine.(*worker)
		if !begun {
			if k := len(idle); k > 0 {
				w, idle = idle[k-1], idle[:k-1]
			} else {
				w = workers.Get().(*worker)
				w.begin(r, 0)
			}
			step.CTA.Engine = w
			live = append(live, w)
		}
		r.enlist(w) // as the one that is to leave if the launch is given up
		if !w.turn(step, begun) {
			return
		}
		if step.CTA.Ended() {
			for i := range live {
				if live[i] == w {
					live = append(live[:i], live[i+1:]...)
					break
				}
			}
			w.cta.sched.running = false
			w.cta.sched.leave(&w.thread)
			if r.order != nil {
				r.order.end(&w.cta, step.CTA.Index+1)
			}
			idle = append(idle, w)
		}
		if n%seededPoll == 0 && r.stopped(r.First) {
			r.short.Store(true)
			return
		}
	}
}

// seededPoll is after how many steps a seeded launch looks at its context.
const seededPoll = 64

// turn lets threads of a CTA go on. It is false if the launch has come to its end.
func (w *worker) turn(step interleave.Step, begun bool) (on bool) {
	c := &w.cta
	defer func() {
		if v := recover(); v != nil {
			c.caught(v)
		}
	}()
	if !begun {
		c.planned = step.CTA
		c.lo = step.CTA.Index
		c.seek(step.CTA.Index)
		clear(c.arena) // whatever CTA has had it before
		c.depth = 0
		c.X, c.Y, c.Z = 0, 0, 0
		c.run.body(c)
	}
	c.sched.turn(step)
	if step.CTA.Stuck() {
		panic(c.sched.deadlock())
	}
	return true
}

// turn lets threads run to their next points each.
func (s *scheduler) turn(step interleave.Step) {
	w := &s.warps[step.Warp]
	var present uint32
	for _, i := range step.Lanes {
		bit := uint32(1) << i
		if s.advance(w, bit) == opPresent {
			present |= bit
		}
	}
	if present != 0 { // all have come to one instruction
		s.perform(w, present)
		s.rouse()
	}
}

// advance lets a thread run until it waits, and returns at what.
func (s *scheduler) advance(w *warp, bit uint32) opKind {
	i := bits.TrailingZeros32(bit)
	co, plan := w.lanes[i], s.cta.planned.Thread(32*w.index+i)
	for {
		w.waiting &^= bit
		w.ready = bit
		s.resume(w)
		if co.ended {
			s.ended = false
			plan.End()
			for m := w.waiting; m != 0; m &= m - 1 {
				if co := w.lanes[bits.TrailingZeros32(m)]; co.op.kind == opWarp {
					s.gather(w, m&-m)
				}
			}
			s.release()
			s.rouse()
			return opPoint
		}
		switch kind := co.op.kind; {
		case kind == opWarp:
			plan.Wait()
			s.gather(w, bit)
			return kind
		case kind == opBarArrive:
			s.reach(w, bit)
			w.ready &^= bit // and it goes on
			s.rouse()
		case kind.isBarrier():
			plan.Wait()
			s.reach(w, bit)
			s.rouse()
			return kind
		default:
			return kind
		}
	}
}

// gather does the warp instruction that a lane waits at, if all that it waits for are there.
func (s *scheduler) gather(w *warp, lane uint32) {
	if members := s.members(w, lane); w.waiting&lane != 0 && members != 0 {
		s.perform(w, members)
		s.rouse()
	}
}

// rouse says of the threads that have been made ready that they can go on.
func (s *scheduler) rouse() {
	for i := range s.warps {
		w := &s.warps[i]
		for m := w.ready; m != 0; m &= m - 1 {
			lane := bits.TrailingZeros32(m)
			w.lanes[lane].op.kind = opPoint
			s.cta.planned.Thread(32*i + lane).Wake()
		}
		w.ready = 0
	}
}
