package gen

import (
	"fmt"
	"iter"
	goruntime "runtime"
	"runtime/debug"
)

// Coroutines runs the threads of the CTA as coroutines, for kernels whose
// synchronisation cannot be split into regions. Each thread has a local stack
// of its own, and c.X, c.Y, c.Z are those of the thread that runs.
//
// The methods of Thread that take a program point at synchronise. Points are
// numbered in the order of the program. Warps run round robin; the threads of a
// warp run to their next synchronisation each, then those that wait at the
// lowest point that can proceed do so together. That is lockstep, with
// reconvergence at the lowest point. A .sync operation proceeds when every lane
// that its mask names and that has not ended waits at an operation of the same
// kind with the same mask; the old forms act on the lanes that wait at the same
// point. If nothing can proceed, the CTA faults.
func (c *CTA) Coroutines(body func(t *Thread)) {
	s := c.sched
	if s == nil {
		s = &scheduler{cta: c}
		c.sched = s
	}
	defer s.leave(c.self)
	s.run(body)
}

// opKind is what a thread waits at. Kinds differ where threads that wait at
// them cannot be served together.
type opKind uint16

const (
	opLockstep opKind = iota
	opActiveMask
	opBarSync
	opBarArrive
	opBarPopc
	opBarAnd
	opBarOr
	opWarpSync
	opElect
	opVoteAll
	opVoteAny
	opVoteUni
	opBallot
	opMatchAny32
	opMatchAny64
	opMatchAll32
	opMatchAll64
	opShfl      opKind = 0x20 // plus the mode
	opRedux     opKind = 0x40 // plus the operation
	opNoSync    opKind = 0x80 // flag: the form without .sync
	opFirstSync        = opWarpSync
)

var opNames = map[opKind]string{
	opLockstep: "lockstep", opActiveMask: "activemask", opWarpSync: "bar.warp.sync", opElect: "elect.sync",
	opBarSync: "bar.sync", opBarArrive: "bar.arrive", opBarPopc: "bar.red.popc", opBarAnd: "bar.red.and", opBarOr: "bar.red.or",
	opVoteAll: "vote.sync.all", opVoteAny: "vote.sync.any", opVoteUni: "vote.sync.uni", opBallot: "vote.sync.ballot",
	opMatchAny32: "match.any.sync.b32", opMatchAny64: "match.any.sync.b64",
	opMatchAll32: "match.all.sync.b32", opMatchAll64: "match.all.sync.b64",
	opShfl + opKind(ShflUp): "shfl.sync.up", opShfl + opKind(ShflDown): "shfl.sync.down",
	opShfl + opKind(ShflBfly): "shfl.sync.bfly", opShfl + opKind(ShflIdx): "shfl.sync.idx",
	opRedux + opKind(ReduxAdd): "redux.sync.add", opRedux + opKind(ReduxAnd): "redux.sync.and",
	opRedux + opKind(ReduxOr): "redux.sync.or", opRedux + opKind(ReduxXor): "redux.sync.xor",
	opRedux + opKind(ReduxMinU): "redux.sync.min.u32", opRedux + opKind(ReduxMinS): "redux.sync.min.s32",
	opRedux + opKind(ReduxMaxU): "redux.sync.max.u32", opRedux + opKind(ReduxMaxS): "redux.sync.max.s32",
}

func (k opKind) isBarrier() bool { return k >= opBarSync && k <= opBarOr }

// isSync reports whether the operation has a member mask to wait for.
func (k opKind) isSync() bool { return k >= opFirstSync && k&opNoSync == 0 }

// waitOp is what a thread asks for when it waits, and what it gets.
type waitOp struct {
	kind    opKind
	at      int
	mask    uint32 // of members
	a, b, c uint32 // shuffle; b and c are id and thread count of a barrier
	wide    uint64 // match
	pred    bool

	result uint32
	ok     bool
}

// coroutine is one thread of a CTA with the goroutine that runs it. It is used
// for one CTA after another.
type coroutine struct {
	thread Thread
	sched  *scheduler
	op     waitOp
	ended  bool // the thread has ended
	dead   bool // the goroutine has ended
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
	if r := co.thread.run; len(r.guards) > 0 {
		defer r.catchWrites()()
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
	default:
		t := &co.thread
		f, bug := t.diagnose(v, Dim3{t.X, t.Y, t.Z})
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
func (t *Thread) wait(op waitOp) (result uint32, ok bool) {
	co := t.co
	if co == nil {
		panic("ptx: " + opNames[op.kind&^opNoSync] + " outside of a coroutine")
	}
	co.op = op
	for {
		if !co.yield(struct{}{}) {
			panic(stopped{})
		}
		if !co.sched.asking {
			return co.op.result, co.op.ok
		}
		file, line, _, _ := t.run.kernel.locate()
		co.file, co.line = t.run.kernel.place(file, line)
	}
}

// Lockstep lines up the lanes of the warp that wait at the same point.
func (t *Thread) Lockstep(at int) { t.wait(waitOp{kind: opLockstep, at: at}) }

// ActiveMask returns the lanes of the warp that wait at the same point
// (activemask).
func (t *Thread) ActiveMask(at int) uint32 {
	m, _ := t.wait(waitOp{kind: opActiveMask, at: at})
	return m
}

// BarSync waits at barrier id (0 to 15) for count threads, a multiple of 32; 0
// is all threads of the CTA (bar.sync, barrier.sync).
func (t *Thread) BarSync(at int, id, count uint32) {
	t.wait(waitOp{kind: opBarSync, at: at, b: id, c: count})
}

// BarArrive arrives at a barrier and does not wait (bar.arrive).
func (t *Thread) BarArrive(at int, id, count uint32) {
	t.wait(waitOp{kind: opBarArrive, at: at, b: id, c: count})
}

// BarPopc is BarSync that returns how many threads passed true (bar.red.popc).
func (t *Thread) BarPopc(at int, id, count uint32, p bool) uint32 {
	n, _ := t.wait(waitOp{kind: opBarPopc, at: at, b: id, c: count, pred: p})
	return n
}

// BarAnd is BarSync that reports whether all threads passed true (bar.red.and).
func (t *Thread) BarAnd(at int, id, count uint32, p bool) bool {
	_, ok := t.wait(waitOp{kind: opBarAnd, at: at, b: id, c: count, pred: p})
	return ok
}

// BarOr is BarSync that reports whether any thread passed true (bar.red.or).
func (t *Thread) BarOr(at int, id, count uint32, p bool) bool {
	_, ok := t.wait(waitOp{kind: opBarOr, at: at, b: id, c: count, pred: p})
	return ok
}

// WarpSync waits for the lanes of the mask (bar.warp.sync).
func (t *Thread) WarpSync(at int, mask uint32) { t.wait(waitOp{kind: opWarpSync, at: at, mask: mask}) }

// Elect returns the leader among the lanes of the mask, and whether it is this
// one (elect.sync). The leader is the lowest lane that has not ended.
func (t *Thread) Elect(at int, mask uint32) (uint32, bool) {
	return t.wait(waitOp{kind: opElect, at: at, mask: mask})
}

// Shfl is shfl.sync: see [ShflLanes].
func (t *Thread) Shfl(at int, mode ShflMode, a, b, c, mask uint32) (uint32, bool) {
	return t.wait(waitOp{kind: opShfl + opKind(mode), at: at, mask: mask, a: a, b: b, c: c})
}

// ShflActive is shfl without .sync.
func (t *Thread) ShflActive(at int, mode ShflMode, a, b, c uint32) (uint32, bool) {
	return t.wait(waitOp{kind: opShfl + opKind(mode) | opNoSync, at: at, a: a, b: b, c: c})
}

func (t *Thread) vote(kind opKind, at int, p bool, mask uint32) bool {
	_, ok := t.wait(waitOp{kind: kind, at: at, mask: mask, pred: p})
	return ok
}

// VoteAll reports whether p is true in all lanes of the mask (vote.sync.all).
func (t *Thread) VoteAll(at int, p bool, mask uint32) bool { return t.vote(opVoteAll, at, p, mask) }

// VoteAny reports whether p is true in any lane of the mask (vote.sync.any).
func (t *Thread) VoteAny(at int, p bool, mask uint32) bool { return t.vote(opVoteAny, at, p, mask) }

// VoteUni reports whether p is the same in all lanes of the mask
// (vote.sync.uni).
func (t *Thread) VoteUni(at int, p bool, mask uint32) bool { return t.vote(opVoteUni, at, p, mask) }

// VoteAllActive is vote.all without .sync.
func (t *Thread) VoteAllActive(at int, p bool) bool { return t.vote(opVoteAll|opNoSync, at, p, 0) }

// VoteAnyActive is vote.any without .sync.
func (t *Thread) VoteAnyActive(at int, p bool) bool { return t.vote(opVoteAny|opNoSync, at, p, 0) }

// VoteUniActive is vote.uni without .sync.
func (t *Thread) VoteUniActive(at int, p bool) bool { return t.vote(opVoteUni|opNoSync, at, p, 0) }

// Ballot returns the lanes of the mask in which p is true (vote.sync.ballot).
func (t *Thread) Ballot(at int, p bool, mask uint32) uint32 {
	m, _ := t.wait(waitOp{kind: opBallot, at: at, mask: mask, pred: p})
	return m
}

// BallotActive is vote.ballot without .sync.
func (t *Thread) BallotActive(at int, p bool) uint32 {
	m, _ := t.wait(waitOp{kind: opBallot | opNoSync, at: at, pred: p})
	return m
}

// MatchAny32 returns the lanes of the mask that have the same value
// (match.any.sync.b32).
func (t *Thread) MatchAny32(at int, v, mask uint32) uint32 {
	m, _ := t.wait(waitOp{kind: opMatchAny32, at: at, mask: mask, a: v})
	return m
}

// MatchAny64 is MatchAny32 for 64-bit values.
func (t *Thread) MatchAny64(at int, v uint64, mask uint32) uint32 {
	m, _ := t.wait(waitOp{kind: opMatchAny64, at: at, mask: mask, wide: v})
	return m
}

// MatchAll32 returns the lanes of the mask and true where all have the same
// value, else 0 and false (match.all.sync.b32).
func (t *Thread) MatchAll32(at int, v, mask uint32) (uint32, bool) {
	return t.wait(waitOp{kind: opMatchAll32, at: at, mask: mask, a: v})
}

// MatchAll64 is MatchAll32 for 64-bit values.
func (t *Thread) MatchAll64(at int, v uint64, mask uint32) (uint32, bool) {
	return t.wait(waitOp{kind: opMatchAll64, at: at, mask: mask, wide: v})
}

// Redux combines the values of the lanes of the mask (redux.sync).
func (t *Thread) Redux(at int, op ReduxOp, v, mask uint32) uint32 {
	r, _ := t.wait(waitOp{kind: opRedux + opKind(op), at: at, mask: mask, a: v})
	return r
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

// bugf wraps a bug of the runtime that the scheduler found.
func bugf(format string, args ...any) *Panic {
	return &Panic{Value: fmt.Sprintf("ptx: "+format, args...), Stack: debug.Stack()}
}
