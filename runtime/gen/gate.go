package gen

import (
	goruntime "runtime"
	"sync/atomic"
	"time"
)

// gate says who is inside of a launch besides its caller: helpers, and the watch. Whoever
// found the launch on the board goes in through it, so that the caller never waits for one
// who has not come: who comes late is not let in, or finds himself in the next launch that
// the same object stands for, where he is as welcome.
//
// The state has, from the low bit on: whether the gate is open, whether the caller sleeps,
// how many are inside, how many helpers have entered, how many may, and the number of the
// launch among those of the object.
type gate struct {
	state atomic.Uint64
	empty chan struct{} // wakes the caller; made when one first sleeps
}

const (
	gateOpen    = 1 << 0
	gateAsleep  = 1 << 1
	gateInside  = 1 << 2 // 14 bits
	gateEntered = 1 << 16
	gateRoom    = 1 << 28
	gateSerial  = 1 << 40

	maxHelpers = 1<<12 - 1 // of a launch
)

func inside(state uint64) uint64  { return state % gateEntered / gateInside }
func entered(state uint64) uint64 { return state % gateRoom / gateEntered }
func room(state uint64) uint64    { return state % gateSerial / gateRoom }

// patience is how long the caller waits awake for those inside. They have one chunk of
// CTAs each, and to wake a goroutine takes longer than most chunks.
const patience = 50 * time.Microsecond

// open begins a launch that has room for some helpers.
func (g *gate) open(room int) {
	g.state.Store((g.serial()+1)*gateSerial + uint64(room)*gateRoom + gateOpen)
}

// enter lets a helper in and returns its number in the launch, from 1 on, or 0 if there is
// no room.
func (g *gate) enter() int {
	for {
		s := g.state.Load()
		if s&gateOpen == 0 || entered(s) >= room(s) {
			return 0
		}
		if g.state.CompareAndSwap(s, s+gateEntered+gateInside) {
			return int(entered(s)) + 1
		}
	}
}

// serial returns the number of the launch.
func (g *gate) serial() uint64 { return g.state.Load() / gateSerial }

// visit lets somebody into the launch of that number who runs no CTAs.
func (g *gate) visit(serial uint64) bool {
	for {
		s := g.state.Load()
		if s&gateOpen == 0 || s/gateSerial != serial {
			return false
		}
		if g.state.CompareAndSwap(s, s+gateInside) {
			return true
		}
	}
}

// widen makes room for n helpers in all, for a visitor, and returns how many more they are.
func (g *gate) widen(n int) int {
	more := n - int(room(g.state.Load()))
	g.state.Add(uint64(more) * gateRoom)
	return more
}

// leave undoes enter or visit, and reports whether it has woken the caller.
func (g *gate) leave() bool {
	s := g.state.Add(^uint64(gateInside - 1))
	for inside(s) == 0 && s&gateAsleep != 0 {
		if g.state.CompareAndSwap(s, s&^gateAsleep) {
			g.empty <- struct{}{}
			return true
		}
		s = g.state.Load()
	}
	return false
}

// shut waits until the gate is empty, and lets no helper in any more.
func (g *gate) shut() {
	var until time.Duration
	for {
		s := g.state.Load()
		if inside(s) == 0 {
			if g.state.CompareAndSwap(s, s&^gateOpen) {
				return
			}
			continue
		}
		now := clock()
		if until == 0 {
			if until = now; goruntime.GOMAXPROCS(0) > 1 {
				until += patience
			}
		}
		if now < until {
			continue
		}
		if g.empty == nil {
			g.empty = make(chan struct{}, 1)
		}
		if g.state.CompareAndSwap(s, s|gateAsleep) {
			<-g.empty
		}
	}
}
