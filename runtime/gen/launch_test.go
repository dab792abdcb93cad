package gen

import (
	"context"
	"errors"
	"math"
	goruntime "runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// rows and ctas are kernels without parameters for tests that give the body.
func rows(name string) *Kernel { return &Kernel{Name: name, File: name + ".ptx", Mode: Rows} }
func ctas(name string) *Kernel { return &Kernel{Name: name, File: name + ".ptx", Mode: CTAs} }

func run1(t *testing.T, k *Kernel, l Launch, body func(*CTA), bufs ...Buffer) {
	t.Helper()
	if err := k.Run(context.Background(), l, body, bufs...); err != nil {
		t.Fatal(err)
	}
}

func TestEveryThreadOnce(t *testing.T) {
	for _, l := range []Launch{
		{},
		{Grid: ptx.D1(1), Block: ptx.D1(1)},
		{Grid: ptx.D1(7), Block: ptx.D1(33)},
		{Grid: ptx.D3(3, 5, 7), Block: ptx.D3(4, 3, 2)},
		{Grid: Dim3{X: 9}, Block: Dim3{X: 5}},
		{Grid: Dim3{X: 9, Y: 2}, Block: Dim3{X: 5, Y: 3}},
		{Grid: ptx.D1(1000), Block: ptx.D1(2), Workers: 4},
		{Grid: ptx.D2(31, 33), Block: ptx.D2(2, 2), Workers: 3},
		{Grid: ptx.D2(31, 33), Block: ptx.D2(2, 2), Workers: 100},
		{Grid: ptx.D1(64), Block: ptx.D2(2, 2), Cooperative: true},
	} {
		var p plan
		if err := rows("k").check(&l, &p); err != nil {
			t.Fatal(err)
		}
		g, b := Dim3(p.Grid), Dim3(p.Block)
		seen := make([]atomic.Int32, g.Size()*b.Size())
		visit := func(c *CTA, x, y, z uint32) {
			if c.Grid != g || c.Dim != b || uint64(c.Threads) != b.Size() || c.Rows != b.Y*b.Z {
				t.Errorf("grid %v block %v: got %v %v, %d threads", g, b, c.Grid, c.Dim, c.Threads)
			}
			cta := uint64(c.ID.X) + uint64(g.X)*(uint64(c.ID.Y)+uint64(g.Y)*uint64(c.ID.Z))
			seen[cta*b.Size()+uint64(x+b.X*(y+b.Y*z))].Add(1)
		}
		check := func(mode string) {
			t.Helper()
			for i := range seen {
				if n := seen[i].Swap(0); n != 1 {
					t.Fatalf("%s: grid %v block %v: thread %d ran %d times", mode, g, b, i, n)
				}
			}
		}
		run1(t, rows("k"), l, func(c *CTA) {
			for x := range c.Dim.X {
				visit(c, x, c.Y, c.Z)
			}
		})
		check("rows")
		run1(t, ctas("k"), l, func(c *CTA) {
			for row := range c.Rows {
				y, z := c.Row(row)
				for x := range c.Dim.X {
					visit(c, x, y, z)
				}
			}
		})
		check("ctas")
		run1(t, ctas("k"), l, func(c *CTA) {
			c.Coroutines(func(t *Thread) { visit(t.CTA, t.X, t.Y, t.Z) })
		})
		check("coroutines")
	}
}

func TestShardedGrid(t *testing.T) {
	grid := ptx.D3(3, 4, 5)
	var seen [60]atomic.Int32
	body := func(c *CTA) { seen[c.ID.X+3*(c.ID.Y+4*c.ID.Z)].Add(1) }
	k := rows("k")
	for _, r := range [][2]int64{{0, 7}, {7, 1}, {8, 40}, {48, 0}} {
		run1(t, k, Launch{Grid: grid, First: r[0], Count: r[1]}, body)
	}
	run1(t, k, Launch{Grid: grid, First: 60}, body) // an empty shard
	for i := range seen {
		if n := seen[i].Load(); n != 1 {
			t.Errorf("CTA %d ran %d times", i, n)
		}
	}
}

func TestLaunchErrors(t *testing.T) {
	k := &Kernel{Name: "k", Shared: 1000, Mode: CTAs}
	small := &Kernel{Name: "k", MaxShared: 99 << 10}
	max := &Kernel{Name: "k", MaxNTID: Dim3{X: 16, Y: 4}}
	req := &Kernel{Name: "k", ReqNTID: Dim3{X: 32}}
	for _, tt := range []struct {
		k    *Kernel
		l    Launch
		want string // "" for none
	}{
		{k, Launch{Grid: ptx.D1(0)}, "grid (out of range,1,1): each dimension must be at least 1"},
		{k, Launch{Grid: dim3(0, 1, 1)}, "grid (0,1,1) is empty"},
		{k, Launch{Block: dim3(4, 0, 1)}, "block (4,0,1) is empty"},
		{k, Launch{Grid: ptx.D1(-1)}, "grid (out of range,1,1)"},
		{k, Launch{Grid: ptx.D3(1, 1, 0)}, "grid (1,1,out of range)"},
		{k, Launch{Grid: dim3(math.MaxInt32+1, 1, 1)}, "at most (2147483647,65535,65535)"},
		{k, Launch{Grid: ptx.D2(1, 65536)}, "at most"},
		{k, Launch{Grid: ptx.D3(math.MaxInt32, 65535, 65535), First: math.MaxInt32 * 65535 * 65535}, ""},
		{k, Launch{Block: ptx.D1(1025)}, "the block at most (1024,1024,64)"},
		{k, Launch{Block: ptx.D2(1024, 2)}, "2048 threads, the limit is 1024"},
		{k, Launch{Block: ptx.D3(1, 1, 65)}, "the block at most"},
		{k, Launch{Block: ptx.D3(4, 4, 64)}, ""},
		{k, Launch{Workers: -1}, "-1 workers"},
		{k, Launch{Grid: ptx.D1(4), First: 5}, "CTAs 5"},
		{k, Launch{Grid: ptx.D1(4), First: -1}, "CTAs -1"},
		{k, Launch{Grid: ptx.D1(4), First: 2, Count: 3}, "grid of 4"},
		{k, Launch{Grid: ptx.D1(4), Count: math.MaxInt64}, "grid of 4"},
		{k, Launch{Shared: -1}, "-1 bytes of dynamic"},
		{k, Launch{Shared: math.MaxInt}, "at most 232448 for a CTA"},
		{k, Launch{Shared: 227<<10 - 999}, "231449 bytes of dynamic and 1000 of static shared memory, a GPU that runs the module has at most 232448 for a CTA"},
		{k, Launch{Shared: 227<<10 - 1000}, ""},
		{small, Launch{Shared: 99<<10 + 1}, "at most 101376 for a CTA"},
		{small, Launch{Shared: 99 << 10}, ""},
		{k, Launch{Grid: ptx.D1(5000), Cooperative: true}, "cooperative launch, the limit is 4096"},
		{k, Launch{Grid: ptx.D1(129), Block: ptx.D1(1024), Cooperative: true}, "the limit is 128"},
		{k, Launch{Grid: ptx.D1(4), First: 1, Cooperative: true}, "CTAs 1 to 4 of 4 in a cooperative launch"},
		{k, Launch{Grid: ptx.D1(4), Count: 3, Cooperative: true}, "it runs the whole grid"},
		{k, Launch{Grid: ptx.D1(4), First: 4, Cooperative: true}, "CTAs 4 to 4 of 4"},
		{k, Launch{Grid: ptx.D1(4), Count: 4, Cooperative: true}, ""},
		{max, Launch{Block: ptx.D1(64)}, ""},
		{max, Launch{Block: ptx.D1(65)}, ".maxntid allows 64"},
		{req, Launch{Block: ptx.D1(32)}, ""},
		{req, Launch{Block: ptx.D2(16, 2)}, ".reqntid requires (32,1,1)"},
	} {
		err := tt.k.Run(context.Background(), tt.l, func(*CTA) {})
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%+v: %v", tt.l, err)
		case tt.want != "" && (err == nil || !strings.HasPrefix(err.Error(), "kernel k: ") || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%+v: got error %v, want %q", tt.l, err, tt.want)
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var n atomic.Int64
	err := rows("k").Run(ctx, Launch{Grid: ptx.D1(1 << 30), Block: ptx.D1(32), Workers: 2}, func(c *CTA) {
		if n.Add(1) == 1000 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	n.Store(0)
	if err := rows("k").Run(ctx, Launch{}, func(c *CTA) { n.Add(1) }); !errors.Is(err, context.Canceled) || n.Load() != 0 {
		t.Errorf("cancelled before the launch: %v, %d CTAs ran", err, n.Load())
	}
	ctx, cancel = context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	if err := ctas("k").Run(ctx, Launch{Block: ptx.D1(64)}, func(c *CTA) {
		c.Coroutines(func(t *Thread) {
			for {
				t.Lockstep(1)
			}
		})
	}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("coroutines: got %v", err)
	}
}

// A grid barrier: each CTA waits for all others, three times.
func TestCTAsWaitForEachOther(t *testing.T) {
	const n = 200
	k := ctas("k")
	k.Spins = true
	for _, coroutines := range []bool{false, true} {
		var count uint32
		out := make([]uint32, n)
		run1(t, k, Launch{Grid: ptx.D1(n), Block: ptx.D1(2)}, func(c *CTA) {
			for round := range uint32(3) {
				if coroutines {
					c.Coroutines(func(t *Thread) {
						t.BarSync(1, 0, 0)
						if t.X == 0 {
							AtomAddU32(&count, 1)
							for AtomicLoad32(&count) < (round+1)*n {
								t.Lockstep(2)
							}
						}
						t.BarSync(3, 0, 0)
					})
				} else {
					AtomAddU32(&count, 1)
					for AtomicLoad32(&count) < (round+1)*n {
						c.Yield()
					}
				}
				out[c.ID.X]++
			}
		})
		for i, v := range out {
			if v != 3 {
				t.Fatalf("coroutines %v: CTA %d did %d rounds", coroutines, i, v)
			}
		}
	}
}

// CTAs that wait for one that has failed end as well.
func TestWaitingForFailedCTA(t *testing.T) {
	k := ctas("k")
	k.Spins = true
	err := k.Run(context.Background(), Launch{Grid: ptx.D1(50), Block: ptx.D1(2)}, func(c *CTA) {
		if c.ID.X == 30 {
			c.Trap()
		}
		if c.ID.X&1 == 0 {
			for {
				c.Yield()
			}
		}
		c.Coroutines(func(t *Thread) {
			for {
				t.Lockstep(1)
			}
		})
	})
	var f *ptx.Fault
	if !errors.As(err, &f) || f.CTA != (dim3(30, 0, 0)) || f.Kind != ptx.FaultTrap {
		t.Errorf("got %v", err)
	}
}

// Spinning grids larger than what runs at a time must still progress, as long
// as CTAs wait for lower ones only.
func TestLookBack(t *testing.T) {
	k := ctas("k")
	k.Spins = true
	const n = 4096 + 500 // more than make progress together
	sum := make([]uint32, n+1)
	sum[0] = 1
	run1(t, k, Launch{Grid: ptx.D1(n)}, func(c *CTA) {
		var v uint32
		for v == 0 {
			v = AtomicLoad32(&sum[c.ID.X])
			c.Yield()
		}
		AtomicStore32(&sum[c.ID.X+1], v+1)
	})
	if sum[n] != n+1 {
		t.Errorf("got %d", sum[n])
	}
}

// Waiting without Yield works too, if slowly.
func TestWaitingWithoutYield(t *testing.T) {
	k := ctas("k")
	k.Spins = true
	n := uint32(goruntime.GOMAXPROCS(0) + 3)
	var count uint32
	run1(t, k, Launch{Grid: ptx.D1(int(n))}, func(c *CTA) {
		AtomAddU32(&count, 1)
		for AtomicLoad32(&count) < n {
		}
	})
	if count != n {
		t.Errorf("got %d", count)
	}
}

// TestNarrowInt checks that nothing is launched where an int has 32 bits.
func TestNarrowInt(t *testing.T) {
	ran := false
	err := rows("k").Run(context.Background(), Launch{}, func(*CTA) { ran = true })
	if want := strconv.IntSize < 64; (err != nil) != want || ran == want {
		t.Errorf("ints of %d bits: ran is %t, %v", strconv.IntSize, ran, err)
	}
}
