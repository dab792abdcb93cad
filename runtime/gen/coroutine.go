package gen

import (
	"iter"
	goruntime "runtime"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// Coroutines runs the threads of the CTA as coroutines, for kernels whose
// synchronisation cannot be split into regions. Each thread has a local stack
// of its own, and c.X, c.Y, c.Z are those of the thread that runs.
//
// The methods of Thread that take a program point at synchronise. Points are
// numbered in the order of the program. Warps run round robin; the threads of a
// warp run to their next synchronisation each, then those that wait at the
// lowest point that can proceed do so together. That is lockstep, with
// reconvergence at the lowest point. A warp instruction proceeds when every lane
// that its mask names and that has not ended waits at the same instruction, at
// whatever point, with the same mask; without .sync it is one of the lanes that
// wait at the same point. If nothing can proceed, the CTA faults.
func (c *CTA) Coroutines(body func(t *Thread)) {
	s := c.sched
	if s == nil {
		s = &scheduler{cta: c}
		c.sched = s
	}
	if c.planned != nil {
		s.begin(body) // the threads go on when it is their turn
		return
	}
	defer s.leave(c.self)
	s.run(body)
}

// opKind is what a thread waits at. Kinds differ where threads that wait at
// them cannot be served together.
type opKind uint8

const (
	opLockstep opKind = iota
	opWarp            // a warp instruction that waits for lanes
	opPresent         // one of the lanes that are there
	opBarSync
	opBarArrive
	opBarPopc
	opBarAnd
	opBarOr
	opPoint // a point at which a seed decides who goes on
)

var opNames = [...]string{
	opLockstep: "lockstep", opWarp: "warp instruction", opPresent: "warp instruction",
	opBarSync: "bar.sync", opBarArrive: "bar.arrive", opBarPopc: "bar.red.popc", opBarAnd: "bar.red.and", opBarOr: "bar.red.or", opPoint: "point",
}

func (k opKind) isBarrier() bool { return k >= opBarSync && k <= opBarOr }

// waitOp is what a thread asks for when it waits, and what it gets.
type waitOp struct {
	kind opKind
	at   int

	// Of a warp instruction, see meet.
	warp string
	mask uint32
	in   warpOperands
	out  warpResults

	// Of a barrier.
	id, count uint32
	pred, ok  bool
	result    uint32
}

// coroutine is one thread of a CTA with the goroutine that runs it. It is used
// for one CTA after another.
type coroutine struct {
	thread Thread
	sched  *scheduler
	op     waitOp
	begun  bool          // the thread has begun
	ended  bool          // the thread has ended
	left   *ptx.Standing // where the thread was when it left because the launch was given up
	dead   bool          // the goroutine has ended
	file   string
	line   int // PTX line of the operation, when asked for

	yield func(struct{}) bool
	next  func() (struct{}, bool)
	stop  func()
}

func newCoroutine(s *scheduler) *coroutine {
	co := &coroutine{sched: s}
	co.thread.CTA = s.cta
	co.thread.co = co
	co.next, co.stop = iter.Pull(co.loop)
	return co
}

// loop runs the thread's body once for each CTA.
func (co *coroutine) loop(yield func(struct{}) bool) {
	co.yield = yield
	for co.body() && yield(struct{}{}) {
	}
	co.dead = true
}

// body runs the thread and reports whether the coroutine may go on.
func (co *coroutine) body() (again bool) {
	defer func() {
		co.ended = true
		co.sched.cta.depth -= co.thread.depth
		if v := recover(); v != nil {
			again = co.caught(v)
		}
	}()
	if co.thread.run.mayRefuse() {
		defer catchRefused()()
	}
	co.sched.body(&co.thread)
	return true
}

// caught handles the panic of a thread while its frames are on the stack.
func (co *coroutine) caught(v any) (again bool) {
	switch v := v.(type) {
	case exitThread:
		return true
	case stopped:
		co.sched.failure = v
		if t := &co.thread; co.sched.noted == nil && t.run.over() {
			co.left = &ptx.Standing{Threads: 1, Thread: dim3(t.X, t.Y, t.Z)}
			t.run.kernel.here(co.left)
		}
	default:
		t := &co.thread
		f, bug := t.diagnose(v, dim3(t.X, t.Y, t.Z))
		if f != nil {
			co.sched.failure = f
		} else {
			co.sched.failure = bug
		}
	}
	return false
}

// wait hands the thread's operation to the scheduler and returns when it has
// been done. It panics when the CTA is abandoned.
func (t *Thread) wait(op waitOp) *waitOp {
	co := t.co
	if co == nil {
		panic("ptx: " + opNames[op.kind] + " outside of a coroutine")
	}
	co.op = op
	for {
		if !co.yield(struct{}{}) {
			panic(stopped{})
		}
		if !co.sched.asking {
			return &co.op
		}
		file, line, _, _ := t.run.kernel.locate()
		co.file, co.line = t.run.kernel.place(file, line)
	}
}

// Lockstep lines up the lanes of the warp that wait at the same point.
func (t *Thread) Lockstep(at int) {
	if t.planned == nil {
		t.wait(waitOp{kind: opLockstep, at: at})
	}
}

// BarSync waits at barrier id (0 to 15) for count threads, a multiple of 32; 0
// is all threads of the CTA (bar.sync, barrier.sync).
func (t *Thread) BarSync(at int, id, count uint32) {
	t.wait(waitOp{kind: opBarSync, at: at, id: id, count: count})
}

// BarArrive arrives at a barrier and does not wait (bar.arrive).
func (t *Thread) BarArrive(at int, id, count uint32) {
	t.wait(waitOp{kind: opBarArrive, at: at, id: id, count: count})
}

// BarPopc is BarSync that returns how many threads passed true (bar.red.popc).
func (t *Thread) BarPopc(at int, id, count uint32, p bool) uint32 {
	return t.wait(waitOp{kind: opBarPopc, at: at, id: id, count: count, pred: p}).result
}

// BarAnd is BarSync that reports whether all threads passed true (bar.red.and).
func (t *Thread) BarAnd(at int, id, count uint32, p bool) bool {
	return t.wait(waitOp{kind: opBarAnd, at: at, id: id, count: count, pred: p}).ok
}

// BarOr is BarSync that reports whether any thread passed true (bar.red.or).
func (t *Thread) BarOr(at int, id, count uint32, p bool) bool {
	return t.wait(waitOp{kind: opBarOr, at: at, id: id, count: count, pred: p}).ok
}

// Yield lets other CTAs run. Loops that wait for another CTA outside of
// coroutines call it in each iteration; it does not return once the grid has
// been abandoned.
func (c *CTA) Yield() {
	if c.spins++; c.spins&7 == 0 {
		c.idle()
	}
}

// idle lets other CTAs run. When all others have had several chances and none
// has ended, it starts another: this one may be waiting for it.
func (c *CTA) idle() {
	if c.run.stopped(c.index) {
		panic(stopped{})
	}
	if c.idles++; c.idles&63 == 0 {
		c.run.waitedLong(c)
	}
	goruntime.Gosched()
}
