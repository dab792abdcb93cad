package gen

import (
	"context"
	"errors"
	"math"
	"strings"
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
