package gen

import (
	"context"
	"io"
	goruntime "runtime"
	"sync"
	"sync/atomic"
	"time"
)

// run is one launch while it runs.
type run struct {
	kernel *Kernel
	plan
	ctx   context.Context // nil if it is never cancelled
	body  func(*CTA)
	rows  uint32
	id    uint64 // %gridid
	limit int    // workers
	chunk int64
	bound
	extra []Buffer // Launch.Buffers
	out   io.Writer
	order *printOrder // of what CTAs print; nil: they print at once

	_    [64]byte // next is written by every worker, the rest is read only
	next atomic.Int64
	_    [64]byte

	until atomic.Int64              // CTAs from here on are not started: end, a CTA that failed, or 0
	grown atomic.Int64              // workers that were started
	ended atomic.Int64              // CTAs that ended, where workers are started as needed
	known atomic.Pointer[[]segment] // see segments
	wait  sync.WaitGroup

	addr32 addresses // of a kernel whose addresses have 32 bits

	short     atomic.Bool // some CTA did not run to its end
	callbacks sync.WaitGroup
	timer     *time.Timer // calls settled; the run's own, for all its launches
	berths    []berth     // of the workers, by index
	abandoned atomic.Bool

	mu       sync.Mutex
	fault    *Fault
	faultCTA int64
	bug      *Panic
	over     bool        // the workers have ended
	forget   func() bool // undoes what calls cancelled
	late     *time.Timer // calls reprieved
}

var (
	runs    = sync.Pool{New: func() any { return new(run) }}
	gridIDs atomic.Uint64
)

// shortGrid is the estimated time in nanoseconds below which a grid runs on
// the calling goroutine: starting another one costs about a third of it.
const shortGrid = 2000

// start runs a checked launch to its end.
func (k *Kernel) start(ctx context.Context, l *Launch, p *plan, body func(*CTA), args *bound) error {
	if ctx != nil && ctx.Done() == nil {
		ctx = nil
	}
	if ctx != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	n := p.end - p.first
	if n == 0 {
		return nil
	}
	r := runs.Get().(*run)
	r.kernel, r.plan, r.ctx, r.body = k, *p, ctx, body
	r.rows = p.block.Y * p.block.Z
	r.id = gridIDs.Add(1)
	r.bound, r.extra = *args, l.Buffers
	r.out = l.Stdout
	r.addr32.table.Store(args.table)
	r.next.Store(p.first)
	r.until.Store(p.end)

	r.limit = 1
	first := 0 // workers to start with; 0 is all
	switch {
	case p.resident > 0:
		// Each worker takes one CTA at a time, in order, so that every CTA
		// that has started makes progress, and a CTA that waits for lower
		// ones finds them started.
		r.limit = int(min(n, int64(p.resident)))
		r.chunk = 1
		if !l.Cooperative {
			first = min(r.limit, goruntime.GOMAXPROCS(0))
		}
	case n == 1:
		r.chunk = 1
	default:
		r.limit = l.Workers
		if r.limit == 0 {
			r.limit = goruntime.GOMAXPROCS(0)
		}
		r.limit = int(min(n, int64(r.limit)))
		if k.Work > 0 && k.Work*float64(n)*float64(p.threads) < shortGrid {
			r.limit = 1
		}
		r.chunk = min(max(n/(8*int64(r.limit)), 1), 64)
	}
	if first == 0 {
		first = r.limit
	}
	if r.limit > len(r.berths) && !r.alone() {
		r.berths = make([]berth, r.limit)
	}
	if k.Prints && p.resident == 0 && r.limit > 1 {
		r.order = newPrintOrder(r.out, p.first)
	}
	if r.ctx != nil {
		r.watchContext()
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
	if r.ctx != nil || r.fault != nil {
		r.unwatch()
	}

	if r.addr32.owned {
		r.addr32.table.Load().free()
	}
	fault, bug, short := r.fault, r.bug, r.short.Load()
	timer, berths := r.timer, r.berths
	*r = run{} // in place: of a literal with fields Go makes a copy first
	r.timer, r.berths = timer, berths
	runs.Put(r)
	switch {
	case bug != nil:
		panic(bug)
	case fault != nil:
		return fault
	case short:
		return ctx.Err()
	}
	return nil
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
	if r.resident == 0 || r.next.Load() >= r.end {
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

// work runs chunks of CTAs until there are none.
func (r *run) work(index int) {
	w := workers.Get().(*worker)
	w.begin(r, index)
	defer w.end()
	if len(r.guards) > 0 {
		defer r.catchWrites()()
	}
	for {
		hi := r.next.Add(r.chunk)
		lo := hi - r.chunk
		if lo >= r.end {
			return
		}
		hi = min(hi, r.end)
		w.cta.lo = lo
		stopped := r.stopped(lo)
		if stopped {
			r.short.Store(true)
		} else {
			w.chunk(lo, hi)
		}
		if r.order != nil {
			r.order.end(&w.cta, hi)
		}
		if r.resident > 0 {
			r.ended.Add(1)
		}
		if stopped || hi == r.end {
			return
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

// endAt sees to it that the CTA and those behind it are not started.
func (r *run) endAt(cta int64) {
	for {
		old := r.until.Load()
		if cta >= old || r.until.CompareAndSwap(old, cta) {
			return
		}
	}
}

// failed records the fault of a CTA and stops the grid behind it. Of several faults
// that of the lowest CTA stays, so that the CTAs below go on, those of chunks that have
// been handed out too. CTAs that wait for each other have no use for a reprieve.
func (r *run) failed(f *Fault, cta int64) {
	r.endAt(cta)
	r.mu.Lock()
	if r.fault == nil || cta < r.faultCTA {
		r.fault, r.faultCTA = f, cta
	}
	if r.late == nil && r.limit > 1 && r.resident == 0 {
		r.callbacks.Add(1)
		r.late = time.AfterFunc(reprieve, r.reprieved)
	}
	r.mu.Unlock()
	if r.resident > 0 {
		r.abandon()
	}
}

// panicked records a bug and abandons the grid.
func (r *run) panicked(p *Panic) {
	r.mu.Lock()
	if r.bug == nil {
		r.bug = p
	}
	r.mu.Unlock()
	r.abandon()
}
