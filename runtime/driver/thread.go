package driver

import (
	"sync"
	"sync/atomic"
)

// Thread is what CUDA keeps for a thread of the program: the current context, and those that
// CtxPushCurrent has replaced. The zero Thread has none.
type Thread struct {
	current atomic.Pointer[ctx]

	mu      sync.Mutex
	below   []*ctx
	streams map[*ctx]Stream // StreamPerThread in each context

	captureMode CaptureMode // see ThreadExchangeStreamCaptureMode
}

// stream returns the stream that StreamPerThread is in a context.
func (t *Thread) stream(c *ctx) *stream {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s := streams.get(t.streams[c]); s != nil {
		return s
	}
	if t.streams == nil {
		t.streams = map[*ctx]Stream{}
	}
	for c, h := range t.streams {
		if streams.get(h) == nil {
			delete(t.streams, c) // it has ended with its context
		}
	}
	h, s := c.addStream(true)
	t.streams[c] = h
	return s
}

// End says that the thread has ended, for bindings that have called SetThreads. What was put into
// its streams is still done.
func (t *Thread) End() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, h := range t.streams {
		if s := streams.get(h); s != nil {
			s.end(h)
		}
	}
	t.streams = nil
}

// everyone is the thread of all goroutines.
var everyone Thread

var threadOf atomic.Pointer[func() *Thread]

// SetThreads sets the function that returns the calling thread. It is for bindings to other
// languages, in whose programs each thread has a current context; they call it before anything
// else.
func SetThreads(self func() *Thread) { threadOf.Store(&self) }

func thisThread() *Thread {
	if self := threadOf.Load(); self != nil {
		return (*self)()
	}
	return &everyone
}

func (t *Thread) push(c *ctx) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.below = append(t.below, t.current.Swap(c))
}

func (t *Thread) pop() *ctx {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.current.Load()
	if c == nil {
		return nil
	}
	var before *ctx
	if n := len(t.below); n > 0 {
		before = t.below[n-1]
		t.below = t.below[:n-1]
	}
	if before != nil && contexts.get(before.handle) == nil {
		before = nil // destroyed meanwhile
	}
	t.current.Store(before)
	return c
}
