package interleave

import "slices"

// Kind is what a thread stands at.
type Kind uint8

// The kinds of points, those of ir.Point at which threads wait.
const (
	Access  Kind = iota
	Present      // what the lanes that are there execute together
	Join         // where ways meet
)

// Thread is where a thread is, as its engine has told.
type Thread struct {
	warp  *warp
	calls []int32 // the calls that it is in, by their points
	at    int32
	kind  Kind
	past  bool // it has waited behind the point, and can go on
	able  bool
	alive bool
}

// Thread returns a thread of the CTA.
func (c *CTA) Thread(i int) *Thread { return &c.threads[i] }

// Ended reports whether all threads have ended, and Stuck whether those that have not all wait for each other.
func (c *CTA) Ended() bool { return c.alive == 0 }

// Stuck is documented at Ended.
func (c *CTA) Stuck() bool { return c.alive > 0 && c.able == 0 }

// Point says that the thread has come to a point.
func (t *Thread) Point(at int, kind Kind) { t.at, t.kind, t.past = int32(at), kind, false }

// Call says that the thread calls a function, and Return that it is back.
func (t *Thread) Call(at int) { t.calls = append(slices.Clip(t.calls), int32(at)) }

// Return is documented at Call.
func (t *Thread) Return() { t.calls = t.calls[:len(t.calls)-1] }

// Wait says that the thread waits for others, at what follows its last point.
func (t *Thread) Wait() { t.set(false) }

// Wake says that what it waited for is done.
func (t *Thread) Wake() {
	t.past = true
	t.set(true)
}

// End says that the thread has ended.
func (t *Thread) End() {
	t.set(false)
	if t.alive {
		t.alive = false
		t.warp.cta.alive--
	}
}

func (t *Thread) set(able bool) {
	if t.able == able {
		return
	}
	t.able = able
	n := 1
	if !able {
		n = -1
	}
	t.warp.able += n
	t.warp.cta.able += n
}

// compare orders threads by how far they are. The caller of a function stands at its call.
func compare(a, b *Thread) int {
	for i := 0; ; i++ {
		x, y := a.depth(i), b.depth(i)
		switch {
		case x != y:
			return int(x) - int(y)
		case i >= len(a.calls) && i >= len(b.calls):
			if a.past == b.past {
				return 0
			} else if b.past {
				return -1
			}
			return 1
		}
	}
}

// depth is the call in which the thread is, i calls deep, and then its point.
func (t *Thread) depth(i int) int32 {
	switch {
	case i < len(t.calls):
		return t.calls[i]
	case i == len(t.calls):
		return t.at
	}
	return 0
}
