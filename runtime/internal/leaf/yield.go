package leaf

import "sync/atomic"

// Stopped is what Over panics with: the end of a CTA whose launch has been given up.
type Stopped struct{}

// yields counts calls of Yield, and idle those of them that nobody wanted.
var (
	yields atomic.Int64
	idle   int64
)

// Yields returns how often assembly has called Yield, and how often of that without a reason.
func Yields() (all, without int64) { return yields.Load(), atomic.LoadInt64(&idle) }

// yield lets the runtime stop the goroutine, if it wants to: it asks in the prologue of each function
// that has one.
//
//go:noinline
func yield() {
	count(&yields)
}

// count is not inlined, so that yield has a frame, and with it a prologue.
//
//go:noinline
func count(n *atomic.Int64) { n.Add(1) }

// over ends a CTA. Assembly calls it.
//
//lint:ignore U1000 only leaf_amd64.s calls it
func over() { panic(Stopped{}) }
