package gen

import (
	"sync/atomic"
	"time"
)

// A launch is given up when its context ends, or when a CTA has failed. CTAs
// that are under way then leave at the next call of Poll, which stands in every
// loop that nothing bounds; those that have not started never do.

// reprieve is how long CTAs go on that are under way when another one fails. One
// of them may be about to fail too, and of several faults that of the lowest CTA
// is the launch's; but one that never ends must not keep the fault to itself.
const reprieve = time.Second

// Poll ends the CTA if its launch has been given up: it does not return then.
// Generated code calls it in loops that may go on for long, and functions of the
// program that a kernel calls may do so too.
//
// Of a launch with a budget (Launch.Steps) it is a step.
func (c *CTA) Poll() {
	if c.Stop.Load() == Leaving {
		c.leave()
	}
}

// PollGang is Poll in functions of gangs, which count no steps: they are not begun where somebody counts.
func (c *CTA) PollGang() {
	if c.Stop.Load() == Leaving {
		panic(stopped{})
	}
}

// Leaving is what CTA.Stop holds where the launch has been given up, and all the time where it has a budget of
// steps: then polls find out which it is, and others pay nothing for that. Nothing else is compared with
// this number: so polls are known in the compiler's listing.
const Leaving = 0x6c656176

// Leave reports whether the launch has been given up, or steps are counted. Gangs that can begin again where they are
// leave what they have not done to threads then, which call Poll.
func Leave(c *CTA) bool { return c.Stop.Load() == Leaving }

// berth is the place of a worker in its launch, on a cache line of its own.
type berth struct {
	w atomic.Pointer[worker]
	_ [56]byte
}

// alone reports whether nothing but the one worker knows of the launch.
func (r *run) alone() bool { return r.limit == 1 && r.ctx == nil }

// enlist makes a worker one of those that abandon reaches.
func (r *run) enlist(w *worker) {
	if r.steps.most > 0 {
		w.cta.Stop.Store(Leaving)
	}
	if r.alone() {
		return
	}
	r.berths[w.cta.worker].w.Store(w)
	if r.abandoned.Load() {
		w.cta.Stop.Store(Leaving)
	}
}

// dismiss undoes enlist.
func (r *run) dismiss(w *worker) {
	if r.alone() {
		if r.steps.most > 0 {
			w.cta.Stop.Store(0)
		}
		return
	}
	r.berths[w.cta.worker].w.Store(nil)
	if r.steps.most > 0 || r.abandoned.Load() {
		r.mu.Lock() // abandon may have seen the worker before, and be about to set its flag
		w.cta.Stop.Store(0)
		r.mu.Unlock()
	}
}

// abandon makes all CTAs leave that are under way.
func (r *run) abandon() {
	r.endAt(0)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.abandoned.Store(true)
	for i := range r.berths {
		if w := r.berths[i].w.Load(); w != nil {
			w.cta.Stop.Store(Leaving)
		}
	}
}

// cancelled is called when the context has ended.
func (r *run) cancelled() {
	defer r.callbacks.Done()
	r.abandon()
}

// reprieved is called when a CTA has failed a while ago.
func (r *run) reprieved() {
	defer r.callbacks.Done()
	r.abandon()
}

// unwatch ends what waits for the context or the end of a reprieve. Only the caller
// is in the launch any more.
func (r *run) unwatch() {
	if r.forget != nil && r.forget() {
		r.callbacks.Done()
	}
	if r.late != nil && r.late.Stop() {
		r.callbacks.Done()
	}
	r.callbacks.Wait()
}
