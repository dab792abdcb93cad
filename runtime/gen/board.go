package gen

import (
	"context"
	"sync/atomic"
	"time"
)

// board shows the launches under way that helpers may join or that must be looked after.
type board struct {
	posts [8]post
	more  atomic.Pointer[board]
}

// post is a place on the board, on a cache line of its own.
type post struct {
	run atomic.Pointer[run]

	seen   *run // what the watch found here last
	serial uint64
	_      [40]byte
}

var underWay board

// post puts a launch on the board, at its old place where that is free.
func (b *board) post(r *run) {
	if r.place == nil || !r.place.run.CompareAndSwap(nil, r) {
		r.place = b.take(r)
	}
	watch.wake()
}

func (b *board) take(r *run) *post {
	for ; ; b = b.more.Load() {
		for i := range b.posts {
			if p := &b.posts[i]; p.run.Load() == nil && p.run.CompareAndSwap(nil, r) {
				return p
			}
		}
		if b.more.Load() == nil {
			b.more.CompareAndSwap(nil, new(board))
		}
	}
}

// enter finds a launch with CTAs to run and room for a helper, and enters it. index is the
// worker's.
func (b *board) enter() (r *run, index int) {
	for ; b != nil; b = b.more.Load() {
		for i := range b.posts {
			r := b.posts[i].run.Load()
			if r == nil || r.next.Load() >= r.until.Load() {
				continue
			}
			if index := r.gate.enter(); index > 0 {
				return r, index
			}
		}
	}
	return nil, 0
}

// settle is how long a launch runs, or twice that, before it is looked after: it asks its
// context to be woken, and gets helpers where it was thought to be too short. To ask costs
// as much as a small launch takes, and so would a timer for each launch; until then the
// context is looked at between chunks of CTAs only.
const settle = 2 * time.Millisecond

// watcher looks at the board every now and then while there are launches. To set a timer in a
// process that does nothing else wakes a thread, for 4 to 13 us; so it goes on where there
// were launches since it looked last.
type watcher struct {
	on      atomic.Bool
	stirred atomic.Bool
	timer   *time.Timer // set by the one who has set on
}

var watch watcher

func init() {
	watch.timer = time.AfterFunc(time.Hour, watch.look)
	watch.timer.Stop()
}

// wake sees to it that the watcher looks at what has been posted.
func (w *watcher) wake() {
	if !w.stirred.Load() {
		w.stirred.Store(true)
	}
	if !w.on.Load() && w.on.CompareAndSwap(false, true) {
		w.timer.Reset(settle)
	}
}

// look looks after launches that it has seen before.
func (w *watcher) look() {
	if stirred := w.stirred.Swap(false); underWay.look() || stirred {
		w.timer.Reset(settle)
		return
	}
	w.on.Store(false)
	for b := &underWay; b != nil; b = b.more.Load() {
		for i := range b.posts {
			if b.posts[i].run.Load() != nil { // perhaps posted before on was false
				w.wake()
				return
			}
		}
	}
}

func (b *board) look() (any bool) {
	for ; b != nil; b = b.more.Load() {
		for i := range b.posts {
			any = b.posts[i].look() || any
		}
	}
	return any
}

// look reports whether there is a launch.
func (p *post) look() bool {
	r := p.run.Load()
	if r == nil {
		p.seen = nil
		return false
	}
	switch serial := r.gate.serial(); {
	case p.seen != r || p.serial != serial:
		p.seen, p.serial = r, serial
	case r.gate.visit(serial):
		r.settled()
		r.gate.leave()
	}
	return true
}

// settled is called, more than once, while a launch runs for long.
func (r *run) settled() {
	if r.settling {
		return
	}
	r.settling = true
	if r.ctx != nil {
		r.callbacks.Add(1)
		r.forget = context.AfterFunc(r.ctx, r.cancelled)
	}
	r.askForMore()
}
