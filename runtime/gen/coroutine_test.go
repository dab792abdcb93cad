package gen

import (
	"context"
	"errors"
	"fmt"
	goruntime "runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

const full = 0xffffffff

// coroutines launches one CTA and returns the launch's error.
func coroutines(block Dim3, shared int, body func(t *Thread)) error {
	return ctas("k").Run(context.Background(), Launch{Block: block, Shared: shared}, func(c *CTA) { c.Coroutines(body) })
}

func mustRun(t *testing.T, block Dim3, shared int, body func(t *Thread)) {
	t.Helper()
	if err := coroutines(block, shared, body); err != nil {
		t.Fatal(err)
	}
}

func wantFault(t *testing.T, err error, kind ptx.FaultKind, texts ...string) *ptx.Fault {
	t.Helper()
	var f *ptx.Fault
	if !errors.As(err, &f) {
		t.Fatalf("got %v, want a fault", err)
	}
	if f.Kind != kind {
		t.Errorf("got kind %v, want %v: %v", f.Kind, kind, err)
	}
	for _, text := range texts {
		if !strings.Contains(err.Error(), text) {
			t.Errorf("%q is not in %q", text, err)
		}
	}
	return f
}

func TestBarrierReduction(t *testing.T) {
	for _, n := range []int{1, 2, 31, 32, 33, 64, 100, 256, 1024} {
		s := make([]uint32, 1024)
		mustRun(t, ptx.D1(n), 0, func(t *Thread) {
			s[t.X] = t.X + 1
			for step := uint32(512); step > 0; step /= 2 {
				t.BarSync(1, 0, 0)
				if t.X < step && t.X+step < uint32(n) {
					s[t.X] += s[t.X+step]
				}
			}
		})
		if want := uint32(n * (n + 1) / 2); s[0] != want {
			t.Errorf("%d threads: got %d, want %d", n, s[0], want)
		}
	}
}

// The reduction of a warp that relies on lockstep, as real programs do.
func TestWarpSynchronousReduction(t *testing.T) {
	var s [64]uint32
	mustRun(t, ptx.D1(32), 0, func(t *Thread) {
		s[t.X] = t.X
		for i, step := range []uint32{16, 8, 4, 2, 1} {
			t.Lockstep(2 * i)
			v := s[t.X+step]
			t.Lockstep(2*i + 1)
			s[t.X] += v
		}
	})
	if s[0] != 31*32/2 {
		t.Errorf("got %d", s[0])
	}
}

// Lanes of a divergent branch run one side, then the other, then meet again:
// the side at the lower point goes first.
func TestReconvergence(t *testing.T) {
	var order []string
	mustRun(t, ptx.D1(4), 0, func(t *Thread) {
		note := func(at int) {
			m := t.ActivemaskB32(at, Present)
			if t.LanemaskLt()&m == 0 {
				order = append(order, fmt.Sprintf("%d:%x", at, m))
			}
		}
		note(1)
		if t.X&1 == 0 {
			note(2)
			note(3)
		} else {
			note(4)
		}
		note(5)
		for range t.X {
			note(6)
		}
		note(7)
	})
	if got, want := strings.Join(order, " "), "1:f 2:5 3:5 4:a 5:f 6:e 6:c 6:8 7:f"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestNamedBarriers(t *testing.T) {
	// Warps 0 and 1 use barrier 1, warps 2 and 3 barrier 2, both many times
	// at their own speed; then warp 0 produces for warp 1.
	var a, b [64]uint32
	var log []string
	var q [32]uint32
	mustRun(t, ptx.D1(128), 0, func(t *Thread) {
		if t.X < 64 {
			for i := range uint32(5) {
				a[t.X] = i
				t.BarSync(1, 1, 64)
				if a[63-t.X] != i {
					log = append(log, "a")
				}
				t.BarSync(2, 1, 64)
			}
		} else {
			for i := range uint32(9) {
				b[t.X-64] = i
				t.BarSync(3, 2, 64)
				if b[127-t.X] != i {
					log = append(log, "b")
				}
				t.BarSync(4, 2, 64)
			}
		}
		switch t.WarpID() {
		case 0:
			q[t.X] = t.X * t.X
			t.BarArrive(5, 3, 64)
		case 1:
			t.BarSync(6, 3, 64)
			if x := 63 - t.X; q[x] != x*x {
				log = append(log, "q")
			}
		}
	})
	if len(log) != 0 {
		t.Errorf("barriers let threads pass early: %v", log)
	}
}

func TestBarrierReductions(t *testing.T) {
	type result struct {
		n       uint32
		and, or [2]bool
	}
	var got [100]result
	mustRun(t, ptx.D1(100), 0, func(t *Thread) {
		r := &got[t.X]
		r.n = t.BarPopc(1, 0, 0, t.X%3 == 0)
		r.and[0] = t.BarAnd(2, 0, 0, t.X != 77)
		r.and[1] = t.BarAnd(3, 0, 0, true)
		r.or[0] = t.BarOr(4, 0, 0, t.X == 77)
		r.or[1] = t.BarOr(5, 0, 0, false)
	})
	for i, r := range got {
		if r != (result{34, [2]bool{false, true}, [2]bool{true, false}}) {
			t.Fatalf("thread %d: %+v", i, r)
		}
	}
}

// A phase must not leak into the next one, and predicates of two barriers not
// into each other.
func TestBarrierPhases(t *testing.T) {
	var bad atomic.Int32
	mustRun(t, ptx.D1(64), 0, func(t *Thread) {
		for i := range uint32(10) {
			if n := t.BarPopc(1, i%4, 64, t.X < i); n != i {
				bad.Add(1)
			}
		}
	})
	if bad.Load() != 0 {
		t.Errorf("%d wrong counts", bad.Load())
	}
}

func TestExitedThreadsCountAsArrived(t *testing.T) {
	for _, count := range []uint32{0, 96, 128} { // 96 of 100 counts warps 0 to 2
		n := 0
		err := coroutines(ptx.D1(100), 0, func(t *Thread) {
			if t.X%5 == 0 && t.X < 96 || count == 96 && t.X >= 96 {
				return
			}
			t.BarSync(1, 0, count)
			n++
		})
		if err != nil {
			t.Fatalf("count %d: %v", count, err)
		}
		if want := map[uint32]int{0: 80, 96: 76, 128: 80}[count]; n != want {
			t.Errorf("count %d: %d threads passed, want %d", count, n, want)
		}
	}
	// A count of all threads, of which a warp has ended without coming; and beside none.
	for _, first := range []uint32{0, 64} {
		for _, come := range []bool{false, true} {
			err := coroutines(ptx.D1(64), 0, func(t *Thread) {
				switch {
				case t.X < 32:
					t.BarSync(1, 3, first)
				case come:
					t.BarSync(1, 3, 64-first)
				}
			})
			if dead := errors.Is(err, ptx.FaultDeadlock); dead != (first == 64 && !come) || err != nil && !dead {
				t.Errorf("first for %d threads, the others come: %t: %v", first, come, err)
			}
		}
	}
	// Threads that end after others wait.
	passed := 0
	mustRun(t, ptx.D1(64), 0, func(t *Thread) {
		if t.X >= 32 {
			for range 5 {
				t.Lockstep(1)
			}
			return
		}
		t.BarSync(2, 0, 0)
		passed++
	})
	if passed != 32 {
		t.Errorf("%d threads passed", passed)
	}
}

// barrier without .aligned counts threads where a warp is split.
func TestBarrierOfHalfWarps(t *testing.T) {
	passed := 0
	mustRun(t, ptx.D1(64), 0, func(t *Thread) {
		if t.LaneID() < 16 {
			t.BarSync(1, 1, 32)
		} else {
			t.BarSync(2, 2, 32)
		}
		passed++
		t.BarSync(3, 0, 0)
	})
	if passed != 64 {
		t.Errorf("%d threads passed", passed)
	}
}

func TestBarrierFaults(t *testing.T) {
	for _, tt := range []struct {
		body func(t *Thread)
		want string
	}{
		{func(t *Thread) { t.BarSync(1, 16, 0) }, "barrier 16: a CTA has 16"},
		{func(t *Thread) { t.BarSync(1, 1, 33) }, "barrier 1 for 33 threads, which is not a multiple of 32"},
		{func(t *Thread) { t.BarArrive(1, 1, 0) }, "without a thread count"},
		{func(t *Thread) {
			if t.WarpID() < 2 {
				t.BarSync(1, 1, 64+32*t.WarpID())
			}
		}, "barrier 1 for 96 threads, where others wait for 64 threads"},
		{func(t *Thread) {
			if t.WarpID() == 0 {
				t.BarArrive(1, 1, 64)
				t.BarArrive(2, 1, 64)
			}
		}, "second arrival at barrier 1"},
	} {
		wantFault(t, coroutines(ptx.D1(128), 0, tt.body), ptx.FaultBarrier, tt.want)
	}
}

func TestShuffles(t *testing.T) {
	var got [32][6]uint32
	mustRun(t, ptx.D1(32), 0, func(t *Thread) {
		g := &got[t.X]
		var ok bool
		g[0], _ = t.ShflDownB32(1, full, t.X, 1, 0x1f)
		g[1], ok = t.ShflUpB32(2, full, t.X, 4, 0)
		if ok {
			g[2] = 1
		}
		g[3], _ = t.ShflBflyB32(3, Present, t.X, 5, 0x1f)
		g[4], _ = t.ShflIdxB32(4, full, t.X*3, t.X/2, 0x1f)
		v := t.X
		for i, d := range []uint32{16, 8, 4, 2, 1} {
			o, _ := t.ShflBflyB32(5+i, full, v, d, 0x1f)
			v += o
		}
		g[5] = v
	})
	for i := range uint32(32) {
		up, ok := i, uint32(0)
		if i >= 4 {
			up, ok = i-4, 1
		}
		if want := [6]uint32{min(i+1, 31), up, ok, i ^ 5, i / 2 * 3, 496}; got[i] != want {
			t.Errorf("lane %d: got %d, want %d", i, got[i], want)
		}
	}
}

// Lanes at different points meet in one operation if its mask names them.
func TestSyncAtDifferentPoints(t *testing.T) {
	var got [32]uint32
	mustRun(t, ptx.D1(32), 0, func(t *Thread) {
		if t.X < 10 {
			got[t.X] = t.VoteBallotB32(1, full, true)
		} else {
			got[t.X] = t.VoteBallotB32(2, full, t.X&1 == 0)
		}
	})
	for i, m := range got {
		if m != 0x555557ff {
			t.Fatalf("lane %d: %#x", i, m)
		}
	}
}

// Two groups of a warp, each with its mask, in either order, also at one point.
func TestSyncWithSeparateMasks(t *testing.T) {
	var got [32]uint32
	mustRun(t, ptx.D1(32), 0, func(t *Thread) {
		mask := uint32(0xffff)
		if t.X >= 16 {
			mask = 0xffff0000
		}
		got[t.X] = t.ReduxAddU32(1, Members(mask), t.X)
		t.BarWarp(2, Members(mask))
		if t.X >= 16 {
			got[t.X] += t.ReduxMaxU32(3, Members(mask), t.X)
		} else {
			got[t.X] += t.ReduxMinU32(4, Members(mask), t.X)
		}
	})
	for i, v := range got {
		want := uint32(120)
		if i >= 16 {
			want = 376 + 31
		}
		if v != want {
			t.Fatalf("lane %d: got %d, want %d", i, v, want)
		}
	}
}

// Missing and ended lanes are not waited for.
func TestSyncOfPartialWarp(t *testing.T) {
	var votes [40]bool
	var ballots, matches [40]uint32
	mustRun(t, ptx.D1(40), 0, func(t *Thread) {
		if t.X == 3 {
			return
		}
		votes[t.X] = t.VoteAllPred(1, full, true)
		ballots[t.X] = t.VoteBallotB32(2, full, t.X != 5)
		matches[t.X] = t.MatchAnyB32(3, full, t.X&1)
	})
	for i := range 40 {
		if i == 3 {
			continue
		}
		alive := uint32(0xffff_fff7)
		ballot := alive &^ (1 << 5)
		if i >= 32 {
			alive, ballot = 0xff, 0xff
		}
		match := alive & 0x55555555
		if i&1 == 1 {
			match = alive & 0xaaaaaaaa
		}
		if !votes[i] || ballots[i] != ballot || matches[i] != match {
			t.Fatalf("thread %d: %v %#x %#x, want %#x %#x", i, votes[i], ballots[i], matches[i], ballot, match)
		}
	}
}

func TestOtherWarpOperations(t *testing.T) {
	mustRun(t, ptx.D1(32), 0, func(th *Thread) {
		x := th.X
		check := func(what string, ok bool) {
			if !ok {
				t.Errorf("lane %d: %s", x, what)
			}
		}
		check("all", !th.VoteAllPred(1, full, x != 9))
		check("any", th.VoteAnyPred(2, full, x == 9))
		check("uni", th.VoteUniPred(3, full, false) && !th.VoteUniPred(4, full, x == 9))
		check("all active", th.VoteAllPred(5, Present, true))
		check("any active", !th.VoteAnyPred(6, Present, false))
		check("uni active", !th.VoteUniPred(7, Present, x == 9))
		check("ballot active", th.VoteBallotB32(8, Present, x > 29) == 0xc0000000)
		check("match any 64", th.MatchAnyB64(9, full, uint64(x/16)<<40) == 0xffff<<(x&16))
		m, ok := th.MatchAllB32(10, full, 7)
		check("match all 32", m == full && ok)
		m, ok = th.MatchAllB64(11, full, uint64(x/31)<<32)
		check("match all 64", m == 0 && !ok)
		check("redux", th.ReduxMinS32(12, full, int32(x)-16) == -16)
	})
}

func TestMaskWithoutOwnLane(t *testing.T) {
	err := coroutines(ptx.D1(32), 0, func(t *Thread) {
		if t.X == 7 {
			t.VoteAnyPred(1, 1, true)
		}
	})
	f := wantFault(t, err, ptx.FaultWarp, "VoteAnyPred with mask 0x1 is executed by lane 7")
	if f.Thread != (dim3(7, 0, 0)) {
		t.Errorf("thread %v", f.Thread)
	}
}

func TestElect(t *testing.T) {
	var leaders atomic.Int32
	mustRun(t, ptx.D1(32), 0, func(th *Thread) {
		if th.X < 2 {
			return
		}
		leader, is := th.Elect(1, full)
		if leader != 2 || is != (th.X == 2) {
			t.Errorf("lane %d: leader %d, %v", th.X, leader, is)
		}
		if is {
			leaders.Add(1)
		}
	})
	if leaders.Load() != 1 {
		t.Errorf("%d leaders", leaders.Load())
	}
}

func TestDeadlock(t *testing.T) {
	_, _, line, _ := goruntime.Caller(0)
	body := func(t *Thread) {
		if t.X < 32 {
			t.BarSync(7, 3, 0)
		} else if t.X < 40 {
			t.VoteBallotB32(9, 0xffff, true)
		} else if t.X < 48 {
			t.BarWarp(11, 0xffff)
		}
	}
	k := ctas("k")
	k.GoFile, k.Lines = "coroutine_test.go", fmt.Sprintf("%d:70 %d:90 %d:110", line+3, line+5, line+7)
	before := goruntime.NumGoroutine()
	err := k.Run(context.Background(), Launch{Grid: ptx.D1(3), Block: ptx.D1(64), Workers: 1}, func(c *CTA) { c.Coroutines(body) })
	f := wantFault(t, err, ptx.FaultDeadlock,
		"deadlock: 32 threads, the first (0,0,0), at point 7 (k.ptx:70) in bar.sync 3 for all threads",
		"8 threads, the first (32,0,0), at point 9 (k.ptx:90) in VoteBallotB32 with mask 0xffff",
		"8 threads, the first (40,0,0), at point 11 (k.ptx:110) in BarWarp with mask 0xffff")
	if f.Line != 70 || f.CTA != (Dim3{}) || f.Thread != (Dim3{}) {
		t.Errorf("%+v", f)
	}
	noLeak(t, before)
}

// TestDeadlockGroups: threads that wait at one place for different things are groups of their own,
// whatever it is that differs.
func TestDeadlockGroups(t *testing.T) {
	for _, c := range []struct {
		body func(*Thread)
		want []string
	}{
		{func(t *Thread) { t.BarSync(7, 3+t.X/32, 0) }, []string{
			"deadlock: 32 threads, the first (0,0,0), at point 7 in bar.sync 3 for all threads",
			"; 32 threads, the first (32,0,0), at point 7 in bar.sync 4 for all threads"}},
		{func(t *Thread) { t.BarSync(7+int(t.X/32), 3, 96) }, []string{
			"deadlock: 32 threads, the first (0,0,0), at point 7 in bar.sync 3 for 96 threads",
			"; 32 threads, the first (32,0,0), at point 8 in bar.sync 3 for 96 threads"}},
		{func(t *Thread) {
			if t.X == 0 || t.X == 2 {
				t.BarWarp(9, Members(3<<t.X)) // the other lane of each mask waits below
			} else {
				t.BarSync(11, 5, 96)
			}
		}, []string{
			"deadlock: 1 thread, (0,0,0), at point 9 in BarWarp with mask 0x3; ",
			"; 1 thread, (2,0,0), at point 9 in BarWarp with mask 0xc",
			"; 62 threads, the first (1,0,0), at point 11 in bar.sync 5 for 96 threads"}},
	} {
		err := ctas("k").Run(context.Background(), Launch{Grid: ptx.D1(1), Block: ptx.D1(64), Workers: 1}, func(x *CTA) { x.Coroutines(c.body) })
		wantFault(t, err, ptx.FaultDeadlock, c.want...)
	}
}

// A lane that holds a lock waits above the lanes of its warp that spin for it.
func TestLockWithinWarp(t *testing.T) {
	var lock, counter uint32
	k := ctas("k")
	k.Independent = true
	body := func(t *Thread) {
		for PlainCASU32(&lock, 0, 1) != 0 {
			t.Lockstep(1)
		}
		t.Lockstep(2)
		v := counter
		t.Lockstep(3)
		counter = v + 1
		t.Lockstep(4)
		PlainExchU32(&lock, 0)
	}
	run1(t, k, Launch{Block: ptx.D1(10)}, func(c *CTA) { c.Coroutines(body) })
	if counter != 10 {
		t.Errorf("got %d", counter)
	}
}

// A warp that spins on a flag lets the warp run that sets it.
func TestSpinOnOtherWarp(t *testing.T) {
	var flag uint32
	mustRun(t, ptx.D1(64), 0, func(t *Thread) {
		if t.X < 32 {
			for flag < 32 {
				t.Lockstep(1)
			}
			return
		}
		for range 10 {
			t.Lockstep(2)
		}
		flag++
	})
	if flag != 32 {
		t.Errorf("got %d", flag)
	}
}

func TestExitFromDeviceFunction(t *testing.T) {
	n := 0
	deep := func(t *Thread) {
		t.Enter()
		if t.X&1 == 0 {
			t.Exit()
		}
		t.Leave()
	}
	for range 3 {
		mustRun(t, ptx.D1(64), 0, func(t *Thread) {
			deep(t)
			t.BarSync(1, 0, 0)
			n++
		})
	}
	if n != 96 {
		t.Errorf("got %d", n)
	}
}

func TestCoroutineLocalMemory(t *testing.T) {
	var sums [64]uint32
	mustRun(t, ptx.D1(64), 0, func(t *Thread) {
		f := Frame[[40]uint32](t)
		base := t.LocalToGeneric(t.FrameBase())
		for i := range f {
			t.StoreU32(base+uint64(4*i), t.X)
			t.Lockstep(1)
		}
		t.BarSync(2, 0, 0)
		for _, v := range f {
			sums[t.X] += v
		}
	})
	for i, s := range sums {
		if s != uint32(40*i) {
			t.Fatalf("thread %d: %d", i, s)
		}
	}
}

func noLeak(t *testing.T, before int) {
	t.Helper()
	for range 200 {
		if goruntime.NumGoroutine() <= before {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Errorf("%d goroutines, before %d", goruntime.NumGoroutine(), before)
}

func TestNoGoroutinesLeft(t *testing.T) {
	before := goruntime.NumGoroutine()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	l := Launch{Grid: ptx.D1(20), Block: ptx.D1(256), Workers: 3}
	for name, thread := range map[string]func(t *Thread){
		"complete": func(t *Thread) { t.BarSync(1, 0, 0) },
		"trap": func(t *Thread) {
			t.BarSync(1, 0, 0)
			if t.ID.X == 5 && t.X == 77 {
				t.Trap()
			}
			t.BarSync(2, 0, 0)
		},
		"fault at once": func(t *Thread) { t.LoadU32(8) },
		"deadlock":      func(t *Thread) { t.BarSync(1, 0, 128+128*(t.X/128)); t.VoteBallotB32(1, Members(3), true) },
		"exit":          func(t *Thread) { t.Exit() },
		"cancel": func(t *Thread) {
			if t.ID.X == 3 {
				cancel()
			}
			for t.ID.X == 3 {
				t.Lockstep(1)
			}
		},
	} {
		ctx := ctx
		if name != "cancel" {
			ctx = context.Background()
		}
		err := ctas("k").Run(ctx, l, func(c *CTA) { c.Coroutines(thread) })
		if wantErr := name != "complete" && name != "exit"; (err != nil) != wantErr {
			t.Errorf("%s: got %v", name, err)
		}
		noLeak(t, before)
	}
	func() {
		defer func() {
			if _, ok := recover().(*ptx.Panic); !ok {
				t.Error("a bug in a thread did not come out as a Panic")
			}
		}()
		_ = ctas("k").Run(context.Background(), l, func(c *CTA) {
			c.Coroutines(func(t *Thread) {
				t.BarSync(1, 0, 0)
				if t.X == 200 {
					panic("bug")
				}
			})
		})
	}()
	noLeak(t, before)
}
