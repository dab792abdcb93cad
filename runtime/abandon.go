package runtime

import (
	"context"
	"time"
)

// A launch is given up when its context ends, or when a CTA has failed. CTAs
// that are under way then leave at the next call of Poll, which stands in every
// loop that nothing bounds; those that have not started never do.

// settle is how long a launch runs before it asks its context to wake it. To ask
// costs as much as a small launch takes; until then the context is looked at
// between chunks of CTAs only.
const settle = time.Millisecond

// reprieve is how long CTAs go on that are under way when another one fails. One
// of them may be about to fail too, and of several faults that of the lowest CTA
// is the launch's; but one that never ends must not keep the fault to itself.
const reprieve = time.Second

// Poll ends the CTA if its launch has been given up: it does not return then.
// Generated code calls it in loops that may go on for long, and functions of the
// program that a kernel calls may do so too.
func (c *CTA) Poll() {
	if c.leave.Load() {
		panic(stopped{})
	}
}

// enlist makes a worker's CTA one of those that abandon reaches.
func (r *run) enlist(c *CTA) {
	r.mu.Lock()
	c.slot = len(r.active)
	r.active = append(r.active, c)
	c.leave.Store(r.abandoned)
	r.mu.Unlock()
}

// dismiss undoes enlist.
func (r *run) dismiss(c *CTA) {
	r.mu.Lock()
	n := len(r.active) - 1
	last := r.active[n]
	r.active[c.slot], last.slot = last, c.slot
	r.active[n] = nil
	r.active = r.active[:n]
	r.mu.Unlock()
}

// abandon makes all CTAs leave that are under way, or start later.
func (r *run) abandon() {
	r.stop.Store(true)
	r.mu.Lock()
	r.abandoned = true
	for _, c := range r.active {
		c.leave.Store(true)
	}
	r.mu.Unlock()
}

// watchContext sees to it that the end of the context ends the launch.
func (r *run) watchContext() {
	r.callbacks.Add(1)
	if r.timer == nil {
		r.timer = time.AfterFunc(settle, r.settled)
	} else {
		r.timer.Reset(settle)
	}
}

// settled is called when the launch has run for a while.
func (r *run) settled() {
	defer r.callbacks.Done()
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.over {
		r.callbacks.Add(1)
		r.unwatch = context.AfterFunc(r.ctx, r.cancelled)
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

// unwatchAll ends what waits for the context or the end of a reprieve. No worker
// runs any more.
func (r *run) unwatchAll() {
	r.mu.Lock()
	r.over = true
	unwatch, late := r.unwatch, r.late
	r.mu.Unlock()
	if r.ctx != nil && r.timer.Stop() {
		r.callbacks.Done()
	}
	if unwatch != nil && unwatch() {
		r.callbacks.Done()
	}
	if late != nil && late.Stop() {
		r.callbacks.Done()
	}
	r.callbacks.Wait()
}
