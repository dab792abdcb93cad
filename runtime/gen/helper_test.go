package gen

import (
	"context"
	"errors"
	goruntime "runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// thinkLong makes a kernel that was never launched look like one whose threads take that
// many nanoseconds.
func thinkLong(k *Kernel, ns float64) *Kernel {
	k.pace.learn(ns)
	return k
}

// Launches of several goroutines, with helpers that go from one to the next, run each CTA
// once, and write into no other.
func TestManyShortLaunches(t *testing.T) {
	defer goruntime.GOMAXPROCS(goruntime.GOMAXPROCS(4))
	before := goruntime.NumGoroutine()
	var wait sync.WaitGroup
	for g := range 3 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			k := rows("k")
			for i := range 2000 {
				n := 2 + (i+g)%40
				k.pace = pace{}
				if i%10 > 0 {
					thinkLong(k, 3e5/float64(n))
				}
				seen := make([]int32, n)
				l := Launch{Grid: ptx.D1(n), Workers: 2 + i%3}
				if err := k.Run(context.Background(), l, func(c *CTA) { seen[c.ID.X]++ }); err != nil {
					t.Error(err)
				}
				for j := range seen {
					if seen[j] != 1 {
						t.Errorf("CTA %d of %d ran %d times", j, n, seen[j])
					}
				}
			}
		}()
	}
	wait.Wait()
	noLeak(t, before)
	// Helpers of an earlier test may have been among those that were there before.
	for end := time.Now().Add(10 * time.Second); helpers.ready.Load() != 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d helpers are ready", helpers.ready.Load())
		}
	}
	for i := range underWay.posts {
		if underWay.posts[i].run.Load() != nil {
			t.Errorf("a launch is left on the board")
		}
	}
}

// A launch that was taken for a short one gets its helpers later: here the second CTA must
// run while the first one does.
func TestLongAfterShort(t *testing.T) {
	k := rows("k")
	l := Launch{Grid: ptx.D1(2), Workers: 2}
	for range 3 {
		thinkLong(k, 1)
		var second atomic.Bool
		run1(t, k, l, func(c *CTA) {
			for c.ID.X == 0 && !second.Load() {
				time.Sleep(time.Millisecond)
			}
			second.Store(true)
		})
	}
	// Here it must, for the first one to end.
	err := thinkLong(rows("k"), 1).Run(context.Background(), l, func(c *CTA) {
		for c.ID.X == 0 {
			c.Poll()
		}
		c.Trap()
	})
	if f := wantFault(t, err, ptx.FaultTrap); f.CTA.X != 1 {
		t.Errorf("got %v", err)
	}
}

// More launches than the first board has places for.
func TestManyLaunchesAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	n := 3 * len(underWay.posts)
	var started, wait sync.WaitGroup
	started.Add(n)
	for range n {
		wait.Add(1)
		go func() {
			defer wait.Done()
			err := rows("k").Run(ctx, Launch{}, func(c *CTA) {
				started.Done()
				for {
					c.Poll()
					time.Sleep(time.Millisecond)
				}
			})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("got %v", err)
			}
		}()
	}
	started.Wait()
	cancel()
	wait.Wait()
}

func TestGate(t *testing.T) {
	var g gate
	if g.enter() != 0 || g.visit(g.serial()) {
		t.Error("a gate that was never open lets somebody in")
	}
	g.open(1)
	first := g.serial()
	if !g.visit(first) || g.visit(first+1) {
		t.Error("visits are for one launch")
	}
	if a, b := g.enter(), g.enter(); a != 1 || b != 0 {
		t.Errorf("helpers %d and %d, want 1 and none", a, b)
	}
	if more := g.widen(3); more != 2 {
		t.Errorf("room for %d more, want 2", more)
	}
	if a, b, c := g.enter(), g.enter(), g.enter(); a != 2 || b != 3 || c != 0 {
		t.Errorf("helpers %d, %d and %d, want 2, 3 and none", a, b, c)
	}
	// The caller sleeps until the last one leaves.
	woken := make(chan bool)
	go func() {
		for g.state.Load()&gateAsleep == 0 {
			time.Sleep(time.Millisecond)
		}
		for range 3 {
			if g.leave() {
				t.Error("somebody is inside, and the caller wakes up")
			}
		}
		woken <- g.leave()
	}()
	go func() {
		g.shut()
		woken <- true
	}()
	for range 2 {
		if !<-woken {
			t.Error("the caller was not woken")
		}
	}
	if g.enter() != 0 || g.visit(first) {
		t.Error("somebody comes in when the launch is over")
	}
	g.open(2)
	if g.serial() == first || g.visit(first) || g.enter() != 1 {
		t.Error("the next launch is another one")
	}
	g.leave()
	g.shut()
}

// Helpers are started when they would have saved as much as it takes one to begin, and are
// left alone for a while when they were of no use.
func TestAskForHelpers(t *testing.T) {
	defer goruntime.GOMAXPROCS(goruntime.GOMAXPROCS(1)) // so that none stays
	const us = int64(time.Microsecond)
	var c crew
	c.delay.Store(100 * us)
	now := time.Second
	asked := func(work int64, n int) int64 {
		started := goruntime.NumGoroutine()
		c.ask(work*us, n, now)
		return int64(goruntime.NumGoroutine() - started)
	}
	c.ended.Store(int64(now))
	for i := range 9 {
		if n := asked(20, 1); n != 0 {
			t.Errorf("%d helpers for launch %d of 20 us", n, i)
		}
	}
	if n := asked(20, 1); n != 1 {
		t.Errorf("%d helpers, when 100 us were missed", n)
	}
	if got := c.stay.Load(); got != 80*us {
		t.Errorf("helpers stay for %d", got)
	}
	settled := func() {
		for c.ready.Load() > 0 {
			time.Sleep(time.Millisecond)
		}
		c.missed.Store(0)
		c.delay.Store(100 * us)
	}
	settled()
	if n := asked(650, 8); n != 3 {
		t.Errorf("%d helpers for a launch of 650 us, want 3", n)
	}
	settled()
	// What was missed long ago counts no more.
	asked(180, 1)
	now += 10 * time.Millisecond
	if n := asked(180, 1); n != 0 {
		t.Errorf("%d helpers for a launch of 180 us after a pause", n)
	}
	settled()
	c.lost(time.Duration(25 * us / 2))
	for i, want := range []bool{false, false, false, true, true} {
		if got := c.trusted(50 * us); got != want {
			t.Errorf("launch %d after a loss: trusted is %t", i, got)
		}
	}
	c.lost(time.Hour)
	if got := c.missed.Load(); got != -int64(maxDistrust) {
		t.Errorf("after a great loss %d", got)
	}
	if a, b := wanted(100*us, 7), wanted(9*us, 7); a != 7 || b != 2 {
		t.Errorf("wanted %d and %d helpers", a, b)
	}
}

func TestPace(t *testing.T) {
	var p pace
	for _, step := range []struct{ ns, want float64 }{{100, 100}, {105, 100}, {200, 150}, {50, 100}} {
		p.learn(step.ns)
		if got := p.estimate(); got != step.want {
			t.Errorf("learnt %g: %g, want %g", step.ns, got, step.want)
		}
	}
	p = pace{}
	if p.learn(0); p.estimate() <= 0 {
		t.Error("what took no time is unknown")
	}
	// A launch tells how long its threads take.
	k := rows("k")
	for range 20 {
		run1(t, k, Launch{Grid: ptx.D1(4), Block: ptx.D1(10), Workers: 2}, func(c *CTA) { time.Sleep(time.Millisecond) })
	}
	if got := k.pace.estimate(); got < 1e5 {
		t.Errorf("%g ns a thread, of ten that take a millisecond together", got)
	}
}

// Launches with helpers allocate nothing that others do not.
func TestHelpersAllocateNothing(t *testing.T) {
	defer goruntime.GOMAXPROCS(goruntime.GOMAXPROCS(2))
	k := thinkLong(rows("k"), 10_000)
	sum := new(atomic.Int64)
	body := func(c *CTA) {
		for i := range 3000 {
			sum.Add(int64(i))
		}
	}
	allocs := func(workers int) float64 {
		return testing.AllocsPerRun(500, func() {
			_ = k.Run(context.Background(), Launch{Grid: ptx.D1(8), Workers: workers}, body)
		})
	}
	if one, two := allocs(1), allocs(2); two > one {
		t.Errorf("%v allocations with two workers, %v with one", two, one)
	}
}
