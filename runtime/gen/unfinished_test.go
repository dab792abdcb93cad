package gen

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// giveUp launches a kernel with a context that ends when the body says that it hangs.
func giveUp(t *testing.T, k *Kernel, l Launch, body func(c *CTA, hangs func())) *ptx.Unfinished {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	err := k.Run(ctx, l, func(c *CTA) { body(c, cancel) })
	var u *ptx.Unfinished
	if !errors.As(err, &u) || !errors.Is(err, context.Canceled) || ptx.Code(err) != 702 {
		t.Fatalf("got %v", err)
	}
	return u
}

// TestUnfinishedRows: threads run one after the other, and the third CTA does not end.
func TestUnfinishedRows(t *testing.T) {
	k := rows("k")
	k.GoFile = "unfinished_test.go"
	first := here()
	body := func(c *CTA, hangs func()) {
		for c.X = range c.Dim.X {
			for c.ID.X == 2 && c.X == 5 {
				hangs()
				c.Poll()
			}
		}
	}
	k.Lines = fmt.Sprintf("%d:0 %d:41 %d:59:loop\n\n\t59 add.u32 %%r1, %%r1, 1;", first, first+3, first+5)
	u := giveUp(t, k, Launch{Grid: ptx.D1(7), Block: ptx.D1(32), Workers: 1}, body)
	if want := "kernel k: context canceled; of 7 CTAs 2 have ended and 1 was under way; CTA (2,0,0): thread (5,0,0) in the loop at k.ptx:59, 5 threads ended, 26 threads not begun"; u.Error() != want {
		t.Errorf("got  %s\nwant %s", u, want)
	}
}

// TestUnfinishedBetweenRows: the launch is given up while no thread runs.
func TestUnfinishedBetweenRows(t *testing.T) {
	k := rows("k")
	u := giveUp(t, k, Launch{Block: ptx.D2(8, 4)}, func(c *CTA, hangs func()) {
		if c.Y == 1 {
			hangs()
			for c.Stop.Load() != Leaving { // the row ends when the next one is not to begin
				c.run.stopped(c.index)
				if c.run.over() {
					c.run.abandon()
				}
			}
		}
	})
	if want := "kernel k: context canceled; its CTA was under way; CTA (0,0,0): 16 threads ended, 16 threads not begun"; u.Error() != want {
		t.Errorf("got  %s\nwant %s", u, want)
	}
}

// TestUnfinishedCoroutines: one warp waits for the other, of which a thread does not come.
func TestUnfinishedCoroutines(t *testing.T) {
	k := ctas("k")
	k.GoFile = "unfinished_test.go"
	first := here()
	body := func(c *CTA, hangs func()) {
		c.Coroutines(func(t *Thread) {
			for t.X == 40 {
				hangs()
				c.Poll()
			}
			if t.X == 3 {
				return
			}
			t.BarSync(7, 0, 0)
		})
	}
	k.Lines = fmt.Sprintf("%d:0 %d:30 %d:59:loop %d:41\n\n\t41 bar.sync 0;", first, first+2, first+5, first+10)
	u := giveUp(t, k, Launch{Block: ptx.D1(64)}, body)
	if want := `kernel k: context canceled; its CTA was under way; CTA (0,0,0): thread (40,0,0) in the loop at k.ptx:59, ` +
		`39 threads, the first (0,0,0), at k.ptx:41 "bar.sync 0;", 1 thread ended, 23 threads not begun`; u.Error() != want {
		t.Errorf("got  %s\nwant %s", u, want)
	}
}

// TestUnfinishedMany: of many CTAs and places a few are listed, those of the lowest CTAs.
func TestUnfinishedMany(t *testing.T) {
	k := ctas("k")
	u := giveUp(t, k, Launch{Grid: ptx.D1(100), Block: ptx.D1(64), Cooperative: true}, func(c *CTA, hangs func()) {
		c.Coroutines(func(t *Thread) {
			if c.ID.X == 99 && t.X == 63 {
				hangs()
			}
			for {
				t.Lockstep(int(t.X))
			}
		})
	})
	if u.CTAs != 100 || u.Ended != 0 || u.Running < 1 || len(u.Where) > maxStandingCTAs*(maxStanding+3) || len(u.Error()) > 4000 {
		t.Errorf("%d of %d have ended, %d were under way; %s", u.Ended, u.CTAs, u.Running, u)
	}
}

func TestUnfinishedBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	err := rows("k").Run(ctx, Launch{}, func(*CTA) { t.Error("it runs") })
	if want := "kernel k: context canceled; nothing has begun"; err == nil || err.Error() != want || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %s", err, want)
	}
	if s := (&ptx.Standing{Threads: 0, State: ptx.ThreadInLoop, File: "k.ptx", Line: 3, Source: []ptx.Place{{File: "k.cu", Line: 9}}}).String(); !strings.HasPrefix(s, "threads in the loop at k.ptx:3 (k.cu:9)") {
		t.Error(s)
	}
}
