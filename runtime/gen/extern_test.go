package gen

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"testing"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// A launch needs all extern functions of its kernel.
func TestExternUnset(t *testing.T) {
	var twice func(*Thread, uint32) uint32
	k := rows("k")
	k.Externs = []Extern{{Name: "twice", Var: "Twice", IsSet: func() bool { return twice != nil }}}
	k.Raw = func(*RawArgs) func(*CTA) {
		return func(c *CTA) { twice(c.Thread(), 1) }
	}
	for name, launch := range map[string]func() error{
		"typed": func() error { return k.Run(context.Background(), Launch{}, k.Raw(nil)) },
		"raw":   func() error { return k.LaunchRaw(context.Background(), Launch{}) },
	} {
		err := launch()
		if err == nil || !strings.Contains(err.Error(), "kernel k: the extern function twice is not set: assign it to the variable Twice") {
			t.Errorf("%s: %v", name, err)
		}
	}
	called := false
	twice = func(t *Thread, x uint32) uint32 {
		called = true
		return 2 * x
	}
	if err := k.Run(context.Background(), Launch{}, k.Raw(nil)); err != nil || !called {
		t.Error(called, err)
	}
}

func TestThreadFail(t *testing.T) {
	cause := errors.New("no more tickets")
	err := inThread(Launch{}, ctas("k"), func(t *Thread) { t.Fail(cause) })
	wantFault(t, err, ptx.FaultExtern, "no more tickets")
	if !errors.Is(err, cause) {
		t.Error("the fault does not wrap the error")
	}
	err = inThread(Launch{}, ctas("k"), func(t *Thread) { t.Returned("stop") })
	wantFault(t, err, ptx.FaultExtern, "stop has returned")
	if err := inThread(Launch{}, ctas("k"), func(t *Thread) { t.Trap() }); errors.Unwrap(err) != nil {
		t.Error("another fault wraps", errors.Unwrap(err))
	}
}

// An extern function sees the memory that the thread sees.
func TestSlice(t *testing.T) {
	buf := make([]uint32, 10)
	for i := range buf {
		buf[i] = uint32(i)
	}
	k := ctas("k")
	k.Shared = 16
	l := Launch{Shared: 64}
	at := func(f func(t *Thread)) error { return inThread(l, k, f, BytesOf(buf)) }
	err := at(func(th *Thread) {
		if s := ptx.Slice[uint32](th.Caller(), AddrOf(buf)+8, 8); len(s) != 8 || s[0] != 2 || s[7] != 9 {
			t.Errorf("a buffer: %v", s)
		}
		ptx.Slice[uint32](th.Caller(), AddrOf(buf), 1)[0] = 77
		shared := th.SharedToGeneric(0)
		ptx.Slice[float64](th.Caller(), shared, 2)[1] = 2.5
		if got := th.LoadF64(shared + 8); got != 2.5 {
			t.Errorf("shared memory: %v", got)
		}
		f := Frame[[6]uint16](th)
		f[5] = 9
		if s := ptx.Slice[uint16](th.Caller(), th.LocalToGeneric(th.FrameBase()), 6); s[5] != 9 {
			t.Errorf("local memory: %v", s)
		}
		p := th.Malloc(100)
		if s := ptx.Slice[byte](th.Caller(), p, 100); len(s) != 100 {
			t.Errorf("the heap: %d bytes", len(s))
		}
		th.Free(p)
		if ptx.Slice[uint32](th.Caller(), 0, 0) != nil || ptx.Slice[struct{}](th.Caller(), AddrOf(buf), 5) != nil {
			t.Error("nothing is something")
		}
	})
	if err != nil || buf[0] != 77 {
		t.Error(buf[0], err)
	}
	for name, f := range map[string]func(*Thread){
		"null":            func(t *Thread) { ptx.Slice[byte](t.Caller(), 0, 1) },
		"behind a buffer": func(t *Thread) { ptx.Slice[uint32](t.Caller(), AddrOf(buf)+8, 9) },
		"far behind":      func(t *Thread) { ptx.Slice[uint32](t.Caller(), AddrOf(buf), math.MaxInt/8) },
		"too many":        func(t *Thread) { ptx.Slice[[1 << 20]byte](t.Caller(), AddrOf(buf), math.MaxInt/2) },
		"negative":        func(t *Thread) { ptx.Slice[uint32](t.Caller(), AddrOf(buf), -1) },
		"behind shared":   func(t *Thread) { ptx.Slice[byte](t.Caller(), t.SharedToGeneric(0), len(t.CTA.shared)+1) },
		"behind local": func(t *Thread) {
			Frame[[4]byte](t)
			ptx.Slice[byte](t.Caller(), t.LocalToGeneric(t.FrameBase()), 1<<16)
		},
	} {
		t.Run(name, func(t *testing.T) { wantFault(t, at(f), ptx.FaultAddress) })
	}
	wantFault(t, at(func(t *Thread) { ptx.Slice[uint64](t.Caller(), AddrOf(buf)+4, 1) }), ptx.FaultMisaligned)
}

// TestCaller: a function of the program sees the place of each thread and its memory, in loops over threads and in
// coroutines, and ends the kernel.
func TestCaller(t *testing.T) {
	l := Launch{Grid: ptx.D2(3, 2), Block: ptx.D3(20, 2, 2), Workers: 1}
	for _, how := range []string{"loop", "coroutines"} {
		var mu sync.Mutex
		seen := map[[2]uint64]int{}
		buf := make([]uint32, l.Grid.Size()*l.Block.Size())
		function := func(c *ptx.Thread, addr uint64) {
			cta := uint64(c.ID.X + 3*c.ID.Y)
			if c.Dim != l.Block || c.Grid != l.Grid || c.LaneID() != c.Linear()%32 || c.WarpID() != c.Linear()/32 {
				t.Errorf("%s: %+v", how, c)
			}
			mu.Lock()
			seen[[2]uint64{cta, uint64(c.X + 20*(c.Y+2*c.Z))}]++
			mu.Unlock()
			at := addr + 4*(cta*l.Block.Size()+uint64(c.Linear()))
			c.StoreU32(at, c.LoadU32(at)+c.X)
			c.StoreF32(at, c.LoadF32(at))
			c.StoreU8(at+3, c.LoadU8(at)+1)
		}
		err := ctas("k").Run(context.Background(), l, func(c *CTA) {
			if how == "coroutines" {
				c.Coroutines(func(t *Thread) { function(t.Caller(), AddrOf(buf)) })
				return
			}
			for row := range c.Rows {
				c.Y, c.Z = c.Row(row)
				for c.X = range c.Dim.X {
					function(c.Thread().Caller(), AddrOf(buf))
				}
			}
		}, BytesOf(buf))
		if err != nil {
			t.Fatal(how, err)
		}
		if len(seen) != len(buf) {
			t.Errorf("%s: %d threads of %d", how, len(seen), len(buf))
		}
		for i, v := range buf {
			x := uint32(i % 20)
			if v != x|(x+1)<<24 {
				t.Errorf("%s: thread %d has stored %#x", how, i, v)
			}
		}
	}
	err := inThread(Launch{}, ctas("k"), func(t *Thread) { t.Caller().LoadU64(8) })
	wantFault(t, err, ptx.FaultAddress, "past a null pointer")
	err = inThread(Launch{}, ctas("k"), func(t *Thread) { t.Caller().StoreU16(1, 1) })
	wantFault(t, err, ptx.FaultMisaligned, "is not a multiple of 2")
	cause := errors.New("no")
	if err := inThread(Launch{}, ctas("k"), func(t *Thread) { t.Caller().Fail(cause) }); !errors.Is(err, cause) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	err = ctas("k").Run(ctx, Launch{}, func(c *CTA) {
		cancel()
		for {
			c.Thread().Caller().Poll()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
