package driver

import (
	"sync/atomic"
	"time"

	"github.com/ptx2go/ptx2go/runtime/internal/vmem"
)

// event is what EventRecord has put into a stream last.
type event struct {
	c      *ctx
	timing bool
	last   atomic.Pointer[record]
	shared *sharedEvent // of EventInterprocess: see ipc.go

	captured atomic.Pointer[captured] // where it was recorded last, if that was captured

	before clock // what came before it was recorded, for a sanitizer
}

// record is a place in a stream that has been reached when done is closed, at a time.
type record struct {
	done chan struct{}
	at   time.Time
}

// reach says that the place has been reached.
func (r *record) reach() {
	r.at = time.Now()
	close(r.done)
}

func (r *record) reached() bool {
	select {
	case <-r.done:
		return true
	default:
		return false
	}
}

// EventFlags are flags of EventCreate.
type EventFlags uint32

// The flags of an event.
const (
	EventDefault       EventFlags = 0
	EventBlockingSync  EventFlags = 1 // how a thread of C waits: changes nothing
	EventDisableTiming EventFlags = 2 // it is not for EventElapsedTime
	EventInterprocess  EventFlags = 4 // with EventDisableTiming only; for IPCGetEventHandle
)

// EventCreate makes an event.
func EventCreate(flags EventFlags) (Event, error) {
	const call = "cuEventCreate"
	c, err := begin(call)
	if err != nil {
		return 0, err
	}
	if flags&^(EventBlockingSync|EventDisableTiming|EventInterprocess) != 0 || flags&(EventDisableTiming|EventInterprocess) == EventInterprocess {
		return 0, refuse(call, ErrInvalidValue, "flags %#x", uint32(flags))
	}
	e := &event{c: c, timing: flags&EventDisableTiming == 0}
	if flags&EventInterprocess != 0 && vmem.Supported {
		if e.shared, err = madeSharedEvent(); err != nil {
			return 0, refuse(call, ErrOutOfMemory, "%v", err)
		}
	}
	return c.addEvent(e), nil
}

func (c *ctx) addEvent(e *event) Event {
	h := events.add(e)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.events[h] = e
	return h
}

// mark says that the event is recorded, and returns what is to be called when it happens.
func (e *event) mark() (reach func()) {
	r := &record{done: make(chan struct{})}
	e.last.Store(r)
	if e.shared == nil {
		return r.reach
	}
	all := e.shared.record()
	return func() {
		r.reach()
		all()
	}
}

// reached returns what reports whether the event has happened, as it was recorded last, and what waits for that; nil
// where it was never recorded.
func (e *event) reached(c *ctx) (is func() (bool, error), wait func() error) {
	if e.shared != nil {
		is = e.shared.reached()
		return is, func() error { return c.until(is) }
	}
	r := e.last.Load()
	if r == nil {
		return nil, nil
	}
	return func() (bool, error) { return r.reached(), nil }, func() error {
		<-r.done
		return nil
	}
}

// EventDestroy frees an event. What waits for it already goes on waiting.
func EventDestroy(h Event) error {
	c, e, err := onEvent("cuEventDestroy", h)
	if err != nil {
		return err
	}
	events.drop(h)
	e.shared.close()
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.events, h)
	return nil
}

func onEvent(call string, h Event) (*ctx, *event, error) {
	c, err := begin(call)
	if err != nil {
		return nil, nil, err
	}
	e := events.get(h)
	if e == nil {
		return nil, nil, refuse(call, ErrInvalidHandle, "there is no event %#x", uintptr(h))
	}
	return c, e, nil
}

// EventRecord records an event: it happens when everything that was put into a stream before is
// done.
func EventRecord(h Event, s Stream) error { return recordEvent("cuEventRecord", h, s, 0) }

func recordEvent(call string, h Event, s Stream, flags EventRecordFlags) error {
	_, e, err := onEvent(call, h)
	if err != nil {
		return err
	}
	c, on, err := onStream(call, s)
	if err != nil {
		return err
	}
	if e.c != c {
		return refuse(call, ErrInvalidHandle, "event %#x is one of another context", uintptr(h))
	}
	if taken, err := c.recordCaptured(call, h, e, on, flags); taken {
		return err
	}
	e.captured.Store(nil)
	ordering(func() { e.before = c.before(on) })
	c.put(on, true, e.mark())
	return nil
}

// EventQuery returns nil if an event has happened, or was never recorded, and an error that is
// ErrNotReady if it has not happened.
func EventQuery(h Event) error {
	const call = "cuEventQuery"
	c, e, err := onEvent(call, h)
	if err != nil {
		return err
	}
	if err := e.query(call, h); err != nil {
		return err
	}
	if is, _ := e.reached(c); is != nil {
		switch yes, err := is(); {
		case err != nil:
			return failed(call, err)
		case !yes:
			return &Error{Call: call, Result: ErrNotReady}
		}
		e.waited()
	}
	return c.err(call)
}

// EventSynchronize waits for an event. It returns the error of a kernel that failed
// meanwhile.
func EventSynchronize(h Event) error {
	const call = "cuEventSynchronize"
	c, e, err := onEvent(call, h)
	if err != nil {
		return err
	}
	if err := e.query(call, h); err != nil {
		return err
	}
	if _, wait := e.reached(c); wait != nil {
		if err := wait(); err != nil {
			return failed(call, err)
		}
		e.waited()
	}
	return c.err(call)
}

// waited says that a call has waited for the event.
func (e *event) waited() { ordering(func() { sanitizing.host.merge(e.before) }) }

// EventElapsedTime returns the time between two events in milliseconds. The error is
// ErrInvalidHandle if one of them was not recorded or has no time, and ErrNotReady if one has not
// happened yet.
func EventElapsedTime(start, end Event) (float32, error) {
	const call = "cuEventElapsedTime"
	var at [2]time.Time
	for i, h := range [2]Event{start, end} {
		_, e, err := onEvent(call, h)
		if err != nil {
			return 0, err
		}
		r := e.last.Load()
		switch {
		case r == nil || !e.timing:
			return 0, refuse(call, ErrInvalidHandle, "event %#x has no time", uintptr(h))
		case !r.reached():
			return 0, &Error{Call: call, Result: ErrNotReady}
		}
		at[i] = r.at
	}
	return float32(at[1].Sub(at[0]).Seconds() * 1000), nil
}

// EventWaitExternal makes a node of a capture that waits for the event each time the graph
// runs.
const EventWaitExternal uint32 = 1

// StreamWaitEvent makes what is put into a stream from now on wait for an event, as it was
// recorded last. flags is 0 or EventWaitExternal. Where the event was recorded in a stream that
// is captured, this one is too from now on.
func StreamWaitEvent(s Stream, h Event, flags uint32) error {
	const call = "cuStreamWaitEvent"
	_, e, err := onEvent(call, h)
	if err != nil {
		return err
	}
	c, on, err := onStream(call, s)
	if err != nil {
		return err
	}
	if flags&^EventWaitExternal != 0 {
		return refuse(call, ErrInvalidValue, "flags %#x", flags)
	}
	if taken, err := c.waitCaptured(call, h, e, on, flags != 0); taken {
		return err
	}
	if _, wait := e.reached(c); wait != nil {
		if e.shared != nil {
			c.follows(on) // another process may have recorded it
		}
		ordering(func() { c.lane(on).before.merge(e.before) })
		c.put(on, true, func() {
			if err := wait(); err != nil {
				c.failedLater(call, err)
			}
		})
	}
	return nil
}
