package gen

import (
	"context"
	"errors"
	goruntime "runtime"
	"slices"
	"testing"
	"time"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// soon is a context that ends while a launch runs.
func soon() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), 3*settle)
}

// The end of the context reaches CTAs that poll, in all kinds of launches, and
// workers that have left serve other launches.
func TestPoll(t *testing.T) {
	for name, l := range map[string]Launch{
		"one CTA":      {},
		"one worker":   {Grid: ptx.D1(5), Workers: 1},
		"some workers": {Grid: ptx.D1(500), Workers: 4},
		"cooperative":  {Grid: ptx.D1(50), Cooperative: true},
	} {
		for mode, k := range map[string]*Kernel{"rows": rows("k"), "CTAs": ctas("k")} {
			ctx, cancel := soon()
			err := k.Run(ctx, l, func(c *CTA) {
				for {
					c.Poll()
				}
			})
			cancel()
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s, %s: got %v", name, mode, err)
			}
			n := 0
			run1(t, k, Launch{}, func(c *CTA) {
				c.Poll()
				n++
			})
			if n != 1 {
				t.Errorf("%s, %s: the next launch ran %d rows", name, mode, n)
			}
		}
	}
}

// A recursion polls, and so do coroutines between their sync points.
func TestPollOfThreads(t *testing.T) {
	var fib func(t *Thread, n int) int
	fib = func(t *Thread, n int) int {
		t.Enter()
		defer t.Leave()
		if n < 2 {
			return n
		}
		return fib(t, n-1) + fib(t, n-2)
	}
	for name, body := range map[string]func(c *CTA){
		"recursion": func(c *CTA) { fib(c.Thread(), 100) },
		"coroutine": func(c *CTA) {
			c.Coroutines(func(t *Thread) {
				t.BarSync(1, 0, 0)
				for t.X == 3 {
					t.Poll()
				}
				t.BarSync(2, 0, 0)
			})
		},
	} {
		ctx, cancel := soon()
		err := ctas("k").Run(ctx, Launch{Grid: ptx.D1(3), Block: ptx.D1(40)}, body)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// To copy or set much memory stops at once when the launch has been given up.
func TestMemoryFunctionsPoll(t *testing.T) {
	buf := make([]byte, 3*pollBytes)
	for i := range buf {
		buf[i] = byte(i >> 10)
	}
	before := slices.Clone(buf)
	p := AddrOf(buf)
	for name, f := range map[string]func(t *Thread){
		"set":       func(t *Thread) { t.Memset(p, 1, uint64(len(buf))) },
		"copy down": func(t *Thread) { t.Memmove(p, p+1, uint64(len(buf)-1)) },
		"copy up":   func(t *Thread) { t.Memmove(p+1, p, uint64(len(buf)-1)) },
	} {
		ctx, cancel := context.WithCancel(context.Background())
		err := ctas("k").Run(ctx, Launch{}, func(c *CTA) {
			cancel()
			for c.Stop.Load() == 0 {
				goruntime.Gosched()
			}
			f(c.Thread())
		}, BytesOf(buf))
		if !errors.Is(err, context.Canceled) || !slices.Equal(buf, before) {
			t.Errorf("%s: got %v, memory changed: %v", name, err, !slices.Equal(buf, before))
		}
	}
}

// Memory that overlaps is copied right, whatever the number of polls.
func TestMemmoveInParts(t *testing.T) {
	const n = 2*pollBytes + 77
	for _, d := range [][2]uint64{{0, 1}, {1, 0}, {0, pollBytes + 5}, {pollBytes + 5, 0}, {9, 9}} {
		buf := make([]byte, n+pollBytes+5)
		for i := range buf {
			buf[i] = byte(i * 7 >> 3)
		}
		want := slices.Clone(buf)
		copy(want[d[0]:][:n], slices.Clone(want[d[1]:][:n]))
		p := AddrOf(buf)
		if err := inThread(Launch{}, ctas("k"), func(th *Thread) { th.Memmove(p+d[0], p+d[1], n) }, BytesOf(buf)); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(buf, want) {
			t.Errorf("to %d from %d: wrong", d[0], d[1])
		}
	}
}

// A fault leaves lower CTAs the time to fail too: that of the lowest is the launch's.
func TestReprieve(t *testing.T) {
	err := ctas("k").Run(context.Background(), Launch{Grid: ptx.D1(2), Workers: 2}, func(c *CTA) {
		for c.ID.X == 0 && c.run.until.Load() == c.run.End {
			c.Poll()
		}
		c.Trap()
	})
	if f := wantFault(t, err, ptx.FaultTrap); f.CTA.X != 0 {
		t.Errorf("got %v", err)
	}
	// So does a chunk of CTAs that has been handed out: the first of the
	// first chunk ends after the fault in the next one.
	err = ctas("k").Run(context.Background(), Launch{Grid: ptx.D1(64), Workers: 2}, func(c *CTA) {
		for c.ID.X == 0 && c.run.until.Load() == c.run.End {
			c.Poll()
		}
		if c.ID.X != 0 {
			c.Trap()
		}
	})
	if f := wantFault(t, err, ptx.FaultTrap); f.CTA.X != 1 {
		t.Errorf("got %v", err)
	}
	// But not for ever. The context that never ends is watched in the meantime.
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	err = ctas("k").Run(ctx, Launch{Grid: ptx.D1(2), Workers: 2}, func(c *CTA) {
		for c.ID.X == 0 {
			c.Poll()
			time.Sleep(time.Millisecond)
		}
		c.Trap()
	})
	if f := wantFault(t, err, ptx.FaultTrap); f.CTA.X != 1 {
		t.Errorf("got %v", err)
	}
}

// A bug ends CTAs at once that would go on.
func TestPollAfterBug(t *testing.T) {
	defer func() {
		if p, ok := recover().(*ptx.Panic); !ok || p.Value != "a bug" {
			t.Errorf("got %v", p)
		}
	}()
	_ = ctas("k").Run(context.Background(), Launch{Grid: ptx.D1(2), Workers: 2}, func(c *CTA) {
		for c.ID.X == 0 {
			c.Poll()
		}
		panic("a bug")
	})
}

// A context that ends when all CTAs have run to their end takes nothing back.
func TestContextEndsLate(t *testing.T) {
	for _, wait := range []time.Duration{0, 3 * settle} {
		ctx, cancel := context.WithCancel(context.Background())
		n := 0
		if err := ctas("k").Run(ctx, Launch{Grid: ptx.D1(3), Workers: 1}, func(c *CTA) {
			if n++; n == 3 {
				cancel()
				time.Sleep(wait)
			}
		}); err != nil || n != 3 {
			t.Errorf("%d CTAs, %v", n, err)
		}
		cancel()
	}
}

// Launches whose contexts end at any time leave nothing behind.
func TestContextRaces(t *testing.T) {
	before := goruntime.NumGoroutine()
	for i := range 300 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(i)*10*time.Microsecond)
		err := rows("k").Run(ctx, Launch{Grid: ptx.D1(64), Workers: 1 + i%3}, func(c *CTA) {
			for range 20000 {
				c.Poll()
			}
		})
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Fatal(err)
		}
		cancel()
	}
	for range 1000 {
		if goruntime.NumGoroutine() <= before {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Errorf("%d goroutines, there were %d", goruntime.NumGoroutine(), before)
}

// TestLayout: functions of gangs that are assembly have these places as numbers. Another layout needs
// another version of what they are made for.
func TestLayout(t *testing.T) {
	var c CTA
	for _, x := range []struct {
		name      string
		got, want uintptr
	}{
		{"Stop", unsafe.Offsetof(c.Stop), 0}, {"Done", unsafe.Offsetof(c.Done), 4},
		{"ID", unsafe.Offsetof(c.ID), 8}, {"Dim", unsafe.Offsetof(c.Dim), 20}, {"Grid", unsafe.Offsetof(c.Grid), 32},
		{"Threads", unsafe.Offsetof(c.Threads), 44}, {"Rows", unsafe.Offsetof(c.Rows), 48},
		{"X", unsafe.Offsetof(c.X), 52}, {"Y", unsafe.Offsetof(c.Y), 56}, {"Z", unsafe.Offsetof(c.Z), 60},
		{"vars", unsafe.Offsetof(c.vars), 64}, {"shared", unsafe.Offsetof(c.shared), 72}, {"arena", unsafe.Offsetof(c.arena), 96},
		{"guarded", unsafe.Offsetof(c.guarded), 120},
	} {
		if x.got != x.want && unsafe.Sizeof(uintptr(0)) == 8 {
			t.Errorf("%s is at %d, not %d", x.name, x.got, x.want)
		}
	}
}

// TestLeave asks as gangs do, and as threads do that they are left to.
func TestLeave(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	before, after := true, false
	err := ctas("k").Run(ctx, Launch{}, func(c *CTA) {
		before = Leave(c)
		cancel()
		for !Leave(c) {
			goruntime.Gosched()
		}
		after = true
		c.Poll()
		t.Error("Poll returned")
	}, BytesOf(make([]byte, 1)))
	if !errors.Is(err, context.Canceled) || before || !after {
		t.Errorf("got %v, left before: %v, after: %v", err, before, after)
	}
}
