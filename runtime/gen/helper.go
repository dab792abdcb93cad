package gen

import (
	goruntime "runtime"
	"sync/atomic"
	"time"
)

// A launch is short where a goroutine takes long to begin: the operating system wakes a
// thread for it, 10 to 150 us later, and the one who asks for that pays some of it.
// So helpers stay when a launch is over, look for the next one for a while, as long as it
// may be worth it, and end. Only a launch that is long enough, or comes after others that
// would have been, starts one.

const (
	// aPiece is what a helper that is awake must have to do, in nanoseconds on one worker:
	// until it has found the launch and its caller has found that it left, it takes 1 us, and
	// more while others use the memory.
	aPiece = 4000

	minStay = 20 * time.Microsecond
	maxStay = 100 * time.Microsecond

	// interrupted is how long a look at the board takes a helper that has lost its
	// processor to something else meanwhile, perhaps the caller's.
	interrupted = 20 * time.Microsecond

	// maxDistrust bounds for how long helpers are not asked after they have been of no use.
	maxDistrust = 50 * time.Millisecond
)

// crew is what is known of the helpers of the process. Its numbers are not read together.
type crew struct {
	_      [64]byte
	ready  atomic.Int32 // helpers that look for a launch, or have been started and will
	delay  atomic.Int64 // what one takes to begin, in nanoseconds
	stay   atomic.Int64 // how long one without a launch looks for the next one
	missed atomic.Int64 // what helpers would have saved launches that came one after the other
	ended  atomic.Int64 // when the last launch ended
	_      [64]byte
}

var helpers crew

func init() {
	helpers.delay.Store(int64(50 * time.Microsecond))
	helpers.stay.Store(int64(minStay))
}

// clock returns the time since the program started.
func clock() time.Duration { return time.Since(epoch) }

// call starts helpers.
func (c *crew) call(n int) {
	now := clock()
	for ; n > 0; n-- {
		c.ready.Add(1)
		go c.help(now)
	}
}

// help joins launches until there has been none for a while. Who posts a launch and then
// counts those that are ready must not count one that will not see it: it looks once more
// when it is no longer among them.
func (c *crew) help(called time.Duration) {
	now := clock()
	old := c.delay.Load()
	c.delay.Store(min(max(old+(int64(now-called)-old)/8, 5_000), 1_000_000))
	var busy time.Duration
	for {
		r, index := c.look()
		c.ready.Add(-1)
		if r == nil {
			if r, index = underWay.enter(); r == nil {
				break
			}
		}
		start := clock()
		r.work(index)
		woken := r.gate.leave()
		c.ready.Add(1)
		busy += clock() - start
		if woken {
			goruntime.Gosched() // the caller goes on here, not where another thread wakes up
		}
	}
	// It may wait for four times as long as a launch takes, of which it does half.
	c.lost(clock() - called - 9*busy)
}

// look looks for a launch with something to do, for as long as there are processors for that.
func (c *crew) look() (r *run, index int) {
	var until, last time.Duration
	for {
		if r, index = underWay.enter(); r != nil {
			return r, index
		}
		now := clock()
		switch {
		case until == 0:
			if int(c.ready.Load()) >= goruntime.GOMAXPROCS(0) {
				return nil, 0
			}
			until = now + time.Duration(c.stay.Load())
		case now >= until:
			return nil, 0
		case now-last > interrupted:
			c.lost(now - last)
			return nil, 0
		}
		last = now
	}
}

// wanted returns how many helpers a launch of that many nanoseconds is worth, of at most n
// that it may have.
func wanted(work int64, n int) int { return int(min(int64(n), work/aPiece)) }

// trusted reports whether a launch of that many nanoseconds is to be helped: not for a while
// after helpers have cost more than they gave, as they do where other programs have the
// processors.
func (c *crew) trusted(work int64) bool {
	missed := c.missed.Load()
	if missed < 0 {
		missed += work / 2
		c.missed.Store(missed)
	}
	return missed >= 0
}

// ask starts helpers where it is worth it for a launch of that many nanoseconds, which
// begins now. It has room for n, and is on the board.
func (c *crew) ask(work int64, n int, now time.Duration) {
	stay := min(max(4*work, int64(minStay)), int64(maxStay))
	if c.stay.Load() != stay {
		c.stay.Store(stay)
	}
	n -= int(c.ready.Load())
	if n <= 0 {
		return
	}
	delay := c.delay.Load()
	missed := max(0, c.missed.Load()-(int64(now)-c.ended.Load())/8) + work/2
	n = min(n, int(missed/delay))
	c.missed.Store(missed - int64(n)*delay)
	c.call(n)
}

// lost takes note of what helpers have cost, if it is anything. Eight times as much is to be
// missed before they are trusted again, so that it stays a small part of the whole.
func (c *crew) lost(d time.Duration) {
	if d > 0 {
		c.missed.Store(max(min(c.missed.Load(), 0)-8*int64(d), -int64(maxDistrust)))
	}
}
