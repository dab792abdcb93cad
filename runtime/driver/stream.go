package driver

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/ptx2go/ptx2go/runtime/internal/hostmem"
)

// A stream runs its tasks one after the other, on a goroutine that is there while it has
// some. The default stream runs its own on the goroutine that calls: a call returns when
// its task is done, as with CUDA_LAUNCH_BLOCKING=1, and costs nothing more. It begins when
// all that was put into other streams before has ended, and none of theirs runs beside it,
// unless they were made with StreamNonBlocking.

// stream is a stream of a context.
type stream struct {
	c        *ctx
	blocking bool
	capture  atomic.Pointer[capture] // nil where none goes on

	mu           sync.Mutex
	moved        sync.Cond
	queue, spare []task
	put, ended   uint64 // tasks so far
	running      bool
}

// task is what a stream runs. waits says that it may wait for other streams, or call the
// program, so that the default stream must not be kept from running.
type task struct {
	run   func()
	waits bool
}

// StreamFlags are flags of StreamCreate.
type StreamFlags uint32

// The flags of a stream.
const (
	StreamDefault     StreamFlags = 0
	StreamNonBlocking StreamFlags = 1 // the default stream does not wait for it
)

// StreamCreate makes a stream.
func StreamCreate(flags StreamFlags) (Stream, error) {
	const call = "cuStreamCreate"
	c, err := begin(call)
	if err != nil {
		return 0, err
	}
	if flags&^StreamNonBlocking != 0 {
		return 0, refuse(call, ErrInvalidValue, "flags %#x", uint32(flags))
	}
	h, _ := c.addStream(flags&StreamNonBlocking == 0)
	return h, nil
}

func (c *ctx) addStream(blocking bool) (Stream, *stream) {
	s := &stream{c: c, blocking: blocking}
	s.moved.L = &s.mu
	h := streams.add(s)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.streams[h] = s
	return h, s
}

// StreamGetFlags returns the flags that a stream was made with.
func StreamGetFlags(h Stream) (StreamFlags, error) {
	_, s, err := onStream("cuStreamGetFlags", h)
	if err != nil || s == nil || s.blocking {
		return StreamDefault, err
	}
	return StreamNonBlocking, nil
}

// StreamDestroy frees a stream. What is still in it is done.
func StreamDestroy(h Stream) error {
	const call = "cuStreamDestroy"
	_, s, err := onStream(call, h)
	if err != nil {
		return err
	}
	if s == nil || h == StreamPerThread {
		return refuse(call, ErrInvalidHandle, "the default stream is not to be destroyed")
	}
	if s.capture.Load() != nil {
		return refuse(call, ErrInvalidHandle, "stream %#x is being captured", uintptr(h))
	}
	s.end(h)
	return nil
}

// end forgets a stream when all that was put into it is done.
func (s *stream) end(h Stream) {
	s.wait(s.last())
	s.c.mu.Lock()
	defer s.c.mu.Unlock()
	streams.drop(h)
	delete(s.c.streams, h)
}

// onStream begins a call about a stream, nil for the default one.
func onStream(call string, h Stream) (*ctx, *stream, error) {
	c, err := begin(call)
	if err != nil || h <= StreamLegacy {
		return c, nil, err
	}
	if h == StreamPerThread {
		return c, thisThread().stream(c), nil
	}
	s := streams.get(h)
	if s == nil {
		return nil, nil, refuse(call, ErrInvalidHandle, "there is no stream %#x", uintptr(h))
	}
	// Of another context, which is not the current one, the work is that context's.
	return s.c, s, s.c.err(call)
}

// StreamSynchronize waits for everything that was put into a stream. It returns the error
// of a kernel that failed meanwhile.
func StreamSynchronize(h Stream) error {
	const call = "cuStreamSynchronize"
	c, s, err := onStream(call, h)
	if err != nil {
		return err
	}
	if err := c.look(call, s); err != nil {
		return err
	}
	if s == nil {
		c.waitBlocking()
	} else {
		s.wait(s.last())
	}
	c.waited(s)
	return c.err(call)
}

// captures reports whether a stream is captured.
func captures(h Stream) bool {
	if h <= StreamLegacy || allCaptures.Load() == 0 {
		return false
	}
	_, s, err := onStream("", h)
	return err == nil && s.capture.Load() != nil
}

// look is the error of a call that looks how far a stream is, while one is captured.
func (c *ctx) look(call string, s *stream) error {
	if taken, err := c.captured(call, s, nil); taken {
		return err
	}
	return c.lasting(call)
}

// StreamQuery returns nil if everything in a stream is done, and else an error that is ErrNotReady.
func StreamQuery(h Stream) error {
	const call = "cuStreamQuery"
	c, s, err := onStream(call, h)
	if err != nil {
		return err
	}
	if err := c.look(call, s); err != nil {
		return err
	}
	switch {
	case s == nil && c.blocking.Load() > 0, s != nil && !s.done(s.last()):
		return &Error{Call: call, Result: ErrNotReady}
	}
	c.waited(s)
	return c.err(call)
}

// StreamAddCallback calls a function with the result of everything that was put into a stream
// before, when that is done. What is put into it later waits for the function, which must not call
// this package.
func StreamAddCallback(h Stream, fn func(h Stream, r Result)) error {
	const call = "cuStreamAddCallback"
	c, s, err := onStream(call, h)
	if err != nil {
		return err
	}
	if taken, err := c.captured(call, s, nil); taken {
		return err
	}
	c.waited(s) // as far as the function tells the program
	c.put(s, true, func() { fn(h, ResultOf(c.err(call))) })
	return nil
}

// LaunchHostFunc calls a function when everything that was put into a stream before is done, unless
// the context has ended. What is put into it later waits for the function, which must not call this
// package.
func LaunchHostFunc(h Stream, fn func()) error {
	return LaunchHost(h, HostNodeParams{Fn: fn})
}

// LaunchHost is LaunchHostFunc, with the tag that the node has if the stream is captured.
func LaunchHost(h Stream, p HostNodeParams) error {
	const call = "cuLaunchHostFunc"
	c, s, err := onStream(call, h)
	if err != nil {
		return err
	}
	if taken, err := c.captured(call, s, func() (work, error) { return hostWork(call, p) }); taken {
		return err
	}
	c.waited(s) // as far as the function tells the program
	c.put(s, true, func() {
		if c.lost.Load() == nil {
			p.Fn()
		}
	})
	return nil
}

// put runs a task in a stream.
func (c *ctx) put(s *stream, waits bool, run func()) {
	if s != nil {
		s.add(task{run, waits})
		return
	}
	c.waitBlocking()
	if !waits {
		c.legacy.Lock()
		defer c.legacy.Unlock()
	}
	run()
}

// do runs what may fail in a stream; in the default one the call returns the error.
func (c *ctx) do(call string, s *stream, op func() error) error {
	if s != nil {
		c.put(s, false, func() {
			if c.lost.Load() == nil {
				if err := safely(op); err != nil {
					c.failedLater(call, err)
				}
			}
		})
		return nil
	}
	c.waited(nil)
	c.waitBlocking()
	c.legacy.Lock()
	defer c.legacy.Unlock()
	if err := c.err(call); err != nil {
		return err
	}
	if err := safely(op); err != nil {
		return c.failed(call, err)
	}
	return nil
}

// safely runs what may access memory that the program has taken away.
func safely(op func() error) (err error) {
	if !hostmem.Try(func() { err = op() }) {
		err = fmt.Errorf("%w: memory that was registered is no longer there", ErrIllegalAddress)
	}
	return err
}

func (s *stream) add(all ...task) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(all)
	s.c.busy.Add(int64(n))
	if s.blocking {
		s.c.blocking.Add(int64(n))
	}
	s.queue = append(s.queue, all...)
	s.put += uint64(n)
	if !s.running {
		s.running = true
		go s.work()
	}
}

// work runs the tasks of the stream until there are none.
func (s *stream) work() {
	for batch := s.take(nil); batch != nil; batch = s.take(batch) {
		for i, t := range batch {
			s.run(t)
			batch[i] = task{}
			if s.blocking {
				s.c.blocking.Add(-1)
			}
			s.c.busy.Add(-1)
			s.mu.Lock()
			s.ended++
			s.moved.Broadcast()
			s.mu.Unlock()
		}
	}
}

// take returns the tasks that wait; nil where there are none, and the stream no longer
// runs. The next ones go where those were that have ended.
func (s *stream) take(ended []task) []task {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ended != nil {
		s.spare = ended[:0]
	}
	if len(s.queue) == 0 {
		s.running = false
		return nil
	}
	batch := s.queue
	s.queue, s.spare = s.spare, nil
	return batch
}

func (s *stream) run(t task) {
	if s.blocking && !t.waits {
		s.c.legacy.RLock()
		defer s.c.legacy.RUnlock()
	}
	t.run()
}

// last is the number of the last task so far.
func (s *stream) last() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.put
}

func (s *stream) done(task uint64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ended >= task
}

// wait waits for the task of a number.
func (s *stream) wait(task uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.ended < task {
		s.moved.Wait()
	}
}

// waitBlocking waits for what the default stream waits for.
func (c *ctx) waitBlocking() {
	if c.blocking.Load() > 0 {
		c.waitFor(func(s *stream) bool { return s.blocking })
	}
}

// waitAll waits for all streams, and for what other goroutines run in the default one.
func (c *ctx) waitAll() {
	if c.busy.Load() > 0 {
		c.waitFor(func(*stream) bool { return true })
	}
	waitedAll()
	c.legacy.Lock()
	defer c.legacy.Unlock()
}

func (c *ctx) waitFor(wanted func(*stream) bool) {
	type last struct {
		s    *stream
		task uint64
	}
	var all []last
	c.mu.Lock()
	for _, s := range c.streams {
		if wanted(s) {
			all = append(all, last{s, s.last()})
		}
	}
	c.mu.Unlock()
	for _, l := range all {
		l.s.wait(l.task)
	}
}
