package gen

import (
	"context"
	"errors"
	goruntime "runtime"
	"sync"
	"sync/atomic"
	"time"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/interleave"
	"github.com/ptx2go/ptx2go/runtime/internal/memory"
)

// run stands for one launch after the other. What may be looked at from outside is its own,
// the rest is that of the launch.
type run struct {
	gate   gate
	place  *post   // where on the board it was last
	berths []berth // of the workers, by index

	_     [64]byte // next is written by every worker, the rest is read only
	next  atomic.Int64
	_     [64]byte
	until atomic.Int64 // CTAs from here on are not started: end, a CTA that failed, or 0

	underway
}

// underway is one launch while it runs.
type underway struct {
	kernel *Kernel
	plan
	ctx   context.Context // nil if it is never cancelled
	body  func(*CTA)
	rows  uint32
	id    uint64 // %gridid
	limit int    // workers
	least int64  // CTAs of a chunk
	most  int64
	bound
	extra []Buffer // Launch.Buffers
	out   output
	order *printOrder // of what CTAs print; nil: they print at once

	grown atomic.Int64                     // workers that were started, of those that all must run
	ended atomic.Int64                     // CTAs that ended, where workers are started as needed
	known atomic.Pointer[[]memory.Segment] // see segments
	wait  sync.WaitGroup                   // for workers that were started

	workspace Buffer // of a cooperative launch whose kernel asks where it is, see addWorkspace

	addr32 addresses // of a kernel whose addresses have 32 bits

	short     atomic.Bool  // some CTA did not run to its end
	skipped   atomic.Int64 // CTAs that did not begin, of those that were handed out
	cut       atomic.Int64 // CTAs that began and did not end
	callbacks sync.WaitGroup
	abandoned atomic.Bool
	settling  bool // settled was called

	mu       sync.Mutex
	fault    *ptx.Fault
	faultCTA int64
	standing []stand // of CTAs that were cut
	bug      *ptx.Panic
	forget   func() bool // undoes what calls cancelled
	late     *time.Timer // calls reprieved

	turns *interleave.Plan // where a seed decides the order of threads

	steps steps // behind what assembly reads of a launch
}

var (
	runs    = sync.Pool{New: func() any { return new(run) }}
	gridIDs atomic.Uint64
)

// start runs a checked launch to its end.
func (k *Kernel) start(ctx context.Context, l *Launch, p *plan, body func(*CTA), args *bound) error {
	if m := k.Module; m != nil && m.start != nil {
		return m.start(ctx, k, new(*l), new(*p), body, new(*args)) // so that only launches that are watched have them on the heap
	}
	return k.run(ctx, l, p, body, args)
}

// run is start of code that nobody watches.
func (k *Kernel) run(ctx context.Context, l *Launch, p *plan, body func(*CTA), args *bound) error {
	if ctx != nil && ctx.Done() == nil {
		ctx = nil
	}
	if ctx != nil && ctx.Err() != nil {
		return &ptx.Unfinished{Kernel: k.Name, Err: ctx.Err()}
	}
	n := p.End - p.First
	if n == 0 {
		return nil
	}
	seeded := k.Module != nil && k.Module.seeded
	if seeded { // CTAs take turns as the seed has it
		own := *p
		own.Resident = 0
		p = &own
	}
	r := runs.Get().(*run)
	r.kernel, r.plan, r.ctx, r.body = k, *p, ctx, body
	r.rows = p.Block.Y * p.Block.Z
	r.id = gridIDs.Add(1)
	r.bound, r.extra = *args, l.Buffers
	if k.Workspace && p.Cooperative {
		r.addWorkspace()
	}
	r.out.w = l.Stdout
	r.steps.most = l.Steps
	r.addr32.table.Store(args.table)
	r.next.Store(p.First)
	r.until.Store(p.End)
	r.least, r.most, r.limit = 1, 1, 1
	switch {
	case p.Resident > 0:
		r.limit = int(min(n, int64(p.Resident)))
	case n > 1 && !seeded && l.Steps == 0:
		r.limit = l.Workers
		if r.limit == 0 {
			r.limit = goruntime.GOMAXPROCS(0)
		}
		r.limit = int(min(n, int64(r.limit), maxHelpers+1))
	}
	if r.limit > len(r.berths) && !r.alone() {
		r.berths = make([]berth, r.limit)
	}
	if k.Prints && p.Resident == 0 && (r.limit > 1 || seeded) {
		r.order = newPrintOrder(&r.out, p.First)
	}
	switch {
	case seeded:
		r.runSeeded(l.Seed)
	case p.Resident > 0:
		r.runResident(p.Cooperative)
	case r.limit > 1:
		r.runShared()
	default:
		r.runAlone()
	}
	if r.ctx != nil || r.fault != nil {
		r.unwatch()
	}

	if r.addr32.owned {
		r.addr32.table.Load().Free()
	}
	fault, bug := r.fault, r.bug
	if seeded && fault != nil {
		fault.Seed = l.Seed
	}
	var short error
	if fault == nil && bug == nil && r.short.Load() {
		short = r.unfinished(ctx.Err())
	}
	out := r.out
	r.underway = underway{} // in place: of a literal with fields Go makes a copy first
	runs.Put(r)
	var err error
	switch {
	case bug != nil:
		panic(bug)
	case fault != nil:
		err = fault
	default:
		err = short
	}
	if out.err == nil {
		return err
	}
	lost := &ptx.OutputError{Kernel: k.Name, Lost: out.lost, Err: out.err}
	if err == nil {
		return lost
	}
	return errors.Join(err, lost)
}

// runAlone runs CTAs one after the other.
func (r *run) runAlone() {
	r.least, r.most = maxChunk, maxChunk
	if r.ctx == nil {
		r.work(0)
		return
	}
	r.begin(0)
	r.work(0)
	r.finish()
}

// runShared runs CTAs with helpers where they are worth it, by what the kernel has taken
// before. A kernel that has not run yet is taken to be long.
func (r *run) runShared() {
	k, threads := r.kernel, float64(r.Threads)
	all := r.End - r.First
	each := k.pace.estimate() * threads
	work := int64(each * float64(all))
	room := r.limit - 1
	timed := true
	r.most = maxChunk
	if each > 0 {
		room = wanted(work, room)
		timed = room > 0 || k.pace.due()
		if room > 0 && !helpers.trusted(work) {
			room = 0
		}
		if r.order == nil {
			r.most = int64(max(maxChunk, maxChunkTime/each))
			r.least = r.most
			if room > 0 {
				r.least = int64(max(1, minChunkTime/each))
			}
			// The guess may be wrong: there is to be something left for all.
			r.least = min(r.least, max(1, all/int64(r.limit)))
		}
	}
	var start, took time.Duration
	if timed {
		start = clock()
	}
	r.begin(room)
	switch {
	case each == 0:
		helpers.call(room - int(helpers.ready.Load()))
	case room > 0:
		helpers.ask(work, room, start)
	}
	ran := r.work(0)
	if timed && ran > 0 {
		took = clock() - start
		k.pace.learn(float64(took) / (float64(ran) * threads))
	}
	r.finish()
	if room == 0 {
		return
	}
	end := clock()
	helpers.ended.Store(int64(end))
	if 0 < ran && ran < all {
		alone := time.Duration(float64(took) * float64(all) / float64(ran))
		helpers.lost(end - start - alone)
	}
}

// begin lets others see the launch, and that many helpers join it.
func (r *run) begin(room int) {
	r.gate.open(room)
	underWay.post(r)
}

// finish waits for those who came.
func (r *run) finish() {
	r.gate.shut()
	r.place.run.Store(nil)
}

// askForMore starts all helpers that the launch may have and did not get because it seemed
// too short.
func (r *run) askForMore() {
	if r.Resident > 0 || r.limit == 1 {
		return
	}
	helpers.call(r.gate.widen(r.limit - 1))
}

// runResident runs each CTA on a worker of its own, in order, so that every CTA that has
// started makes progress, and a CTA that waits for lower ones finds them started.
func (r *run) runResident(all bool) {
	if r.ctx != nil {
		r.begin(0)
	}
	first := r.limit
	if !all {
		first = min(first, goruntime.GOMAXPROCS(0))
	}
	r.grown.Store(1)
	r.grow(int64(first) - 1)
	if first < r.limit {
		done := make(chan struct{})
		r.wait.Add(1)
		go r.watch(done)
		r.work(0)
		close(done)
	} else {
		r.work(0)
	}
	r.wait.Wait()
	if r.ctx != nil {
		r.finish()
	}
}

// grow starts up to n more workers. A worker or the caller of start calls it,
// so that start still waits.
func (r *run) grow(n int64) {
	for ; n > 0; n-- {
		i := r.grown.Add(1)
		if i > int64(r.limit) {
			r.grown.Add(-1)
			return
		}
		r.wait.Add(1)
		go r.help(int(i - 1))
	}
}

// waitedLong starts a worker where a CTA has waited for others and none has
// ended meanwhile.
func (r *run) waitedLong(c *CTA) {
	if r.Resident == 0 || r.next.Load() >= r.End {
		return
	}
	if n := r.ended.Load(); n == c.ended {
		r.grow(1)
	} else {
		c.ended = n
	}
}

// watch doubles the workers whenever no CTA ended for a while, until all CTAs
// have been started. It is for bodies that wait without calling Yield: each of
// their goroutines runs until the Go scheduler takes it off its processor,
// which it does after 10 ms.
func (r *run) watch(done <-chan struct{}) {
	defer r.wait.Done()
	const slice = 10 * time.Millisecond
	last := r.ended.Load()
	timer := time.NewTimer(2 * slice)
	defer timer.Stop()
	for {
		select {
		case <-done:
			return
		case <-timer.C:
		}
		workers := r.grown.Load()
		if n := r.ended.Load(); n != last {
			last = n
		} else if r.next.Load() < r.until.Load() {
			r.grow(workers)
		}
		timer.Reset(max(2*slice, time.Duration(workers)*slice/time.Duration(goruntime.GOMAXPROCS(0))))
	}
}

func (r *run) help(index int) {
	defer r.wait.Done()
	r.work(index)
}

// A chunk is a part of what is left, so that all workers end at about the same time, but
// not so small that to take it costs more than to run it, nor so large that others wait for
// what it prints or for its fault.
const (
	maxChunk     = 64   // CTAs, where nothing is known of what they take
	minChunkTime = 500. // nanoseconds
	maxChunkTime = 20_000.
)

// work runs chunks of CTAs until there are none, and returns how many it has run.
func (r *run) work(index int) (ran int64) {
	w := workers.Get().(*worker)
	w.begin(r, index)
	defer w.end()
	if r.mayRefuse() {
		defer catchRefused()()
	}
	parts := 4 * int64(r.limit)
	for {
		chunk := min(max((r.End-r.next.Load())/parts, r.least), r.most)
		hi := r.next.Add(chunk)
		lo := hi - chunk
		if lo >= r.End {
			return ran
		}
		hi = min(hi, r.End)
		ran += hi - lo
		w.cta.lo = lo
		stopped := r.stopped(lo)
		if stopped {
			r.short.Store(true)
			r.skipped.Add(hi - lo)
		} else {
			w.chunk(lo, hi)
		}
		if r.order != nil {
			r.order.end(&w.cta, hi)
		}
		if r.Resident > 0 {
			r.ended.Add(1)
		}
		if stopped || hi == r.End {
			return ran
		}
	}
}

// stopped reports whether a CTA is not to be started, or to leave, and looks at the
// context to find out.
func (r *run) stopped(cta int64) bool {
	if cta >= r.until.Load() {
		return true
	}
	if r.ctx != nil && r.ctx.Err() != nil {
		r.endAt(0)
		return true
	}
	return false
}

// endAt sees to it that the CTA and those after it are not started.
func (r *run) endAt(cta int64) {
	for {
		old := r.until.Load()
		if cta >= old || r.until.CompareAndSwap(old, cta) {
			return
		}
	}
}

// failed records the fault of a CTA and stops the grid after it. Of several faults
// that of the lowest CTA stays, so that the CTAs below go on, those of chunks that have
// been handed out too. CTAs that wait for each other have no use for a reprieve.
func (r *run) failed(f *ptx.Fault, cta int64) {
	r.endAt(cta)
	r.mu.Lock()
	if r.fault == nil || cta < r.faultCTA {
		r.fault, r.faultCTA = f, cta
	}
	if r.late == nil && r.limit > 1 && r.Resident == 0 {
		r.callbacks.Add(1)
		r.late = time.AfterFunc(reprieve, r.reprieved)
	}
	r.mu.Unlock()
	if r.Resident > 0 {
		r.abandon()
	}
}

// panicked records a bug and abandons the grid.
func (r *run) panicked(p *ptx.Panic) {
	r.mu.Lock()
	if r.bug == nil {
		r.bug = p
	}
	r.mu.Unlock()
	r.abandon()
}
