package driver

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// TestFault lets kernels fail: the context is lost with the error of the GPU's driver, and
// another one is not.
func TestFault(t *testing.T) {
	for name, test := range map[string]struct {
		want  Result
		parts []string
		run   func(m Module, s Stream) error
	}{
		"address": {ErrIllegalAddress, []string{"kernel note, CTA (0,0,0), thread (0,0,0), kernels.ptx:", "null pointer"}, func(m Module, s Stream) error {
			null, n := DevicePtr(0), uint64(1)
			return run(function(t, m, "note"), 1, s, p(&null), p(&n))
		}},
		"misaligned": {ErrMisalignedAddress, nil, func(m Module, s Stream) error {
			x, n := alloc(t, 4)+2, uint64(1)
			return run(function(t, m, "note"), 1, s, p(&x), p(&n))
		}},
		"trap": {ErrLaunchFailed, []string{"trap"}, func(m Module, s Stream) error {
			return run(function(t, m, "fail"), 1, s)
		}},
	} {
		for _, stream := range []bool{false, true} {
			t.Run(fmt.Sprint(name, stream), func(t *testing.T) {
				m := start(t)
				x := alloc(t, 1)
				var (
					s    Stream
					done Event // made in front of the launch: behind it, its fault may be what is returned
				)
				if stream {
					s = must(t, func() (Stream, error) { return StreamCreate(0) })
					done = must(t, func() (Event, error) { return EventCreate(0) })
				}
				err := test.run(m, s)
				if stream {
					ok(t, err)
					var status atomic.Int32
					StreamAddCallback(s, func(_ Stream, r Result) { status.Store(int32(r)) })
					EventRecord(done, s)
					err = StreamSynchronize(s)
					for _, c := range contexts.of {
						c.waitAll()
					}
					if status.Load() != 0 && Result(status.Load()) != test.want {
						t.Errorf("the callback is told %v", Result(status.Load()))
					}
				}
				wants(t, "launch", err, test.want, test.parts...)
				var fault *ptx.Fault
				if !errors.As(err, &fault) {
					t.Errorf("no fault: %v", err)
				}
				var v uint32
				wants(t, "synchronize", CtxSynchronize(), test.want)
				wants(t, "copy", MemcpyDtoH(p(&v), x, 4), test.want)
				wants(t, "free", MemFree(x), test.want)
				_, err = MemAlloc(4)
				wants(t, "alloc", err, test.want)
				wants(t, "launch again", run(function1(m), 1, 0), test.want)
				other := must(t, func() (Context, error) { return CtxCreate(0, 0) })
				alloc(t, 1)
				ok(t, CtxDestroy(other))
				wants(t, "the first again", CtxSynchronize(), test.want)
			})
		}
	}
}

// function1 returns any function, in a context that may be lost.
func function1(m Module) Function {
	f, _ := ModuleGetFunction(m, "fail")
	return f
}

// TestNotReady makes calls without a context, and in the wrong order.
func TestNotReady(t *testing.T) {
	was, init := everyone.current.Swap(nil), initialised.Swap(false)
	defer func() { everyone.current.Store(was); initialised.Store(init) }()
	_, err := MemAlloc(1)
	wants(t, "MemAlloc", err, ErrNotInitialized)
	_, err = DeviceGetCount()
	wants(t, "DeviceGetCount", err, ErrNotInitialized)
	_, err = CtxCreate(0, 0)
	wants(t, "CtxCreate", err, ErrNotInitialized)
	ok(t, Init(0))
	_, err = MemAlloc(1)
	wants(t, "MemAlloc", err, ErrInvalidContext)
	wants(t, "CtxSynchronize", CtxSynchronize(), ErrInvalidContext)
	_, err = CtxPopCurrent()
	wants(t, "CtxPopCurrent", err, ErrInvalidContext)
	if c := must(t, CtxGetCurrent); c != 0 {
		t.Errorf("context %#x", c)
	}
}

// TestContexts pushes, pops and destroys.
func TestContexts(t *testing.T) {
	start(t)
	first := must(t, CtxGetCurrent)
	x := alloc(t, 1)
	second := must(t, func() (Context, error) { return CtxCreate(0, 0) })
	if c := must(t, CtxGetCurrent); c != second {
		t.Errorf("context %#x is current", c)
	}
	alloc(t, 10)
	ok(t, CtxPushCurrent(first))
	y := alloc(t, 1)
	ok(t, MemFree(x))
	if c := must(t, CtxPopCurrent); c != first {
		t.Errorf("context %#x was current", c)
	}
	ok(t, MemFree(y)) // of another context
	wants(t, "what is free", MemFree(y), ErrInvalidValue)
	z := alloc(t, 1)
	ok(t, CtxSetCurrent(0))
	ok(t, MemFree(z)) // without a current context
	wants(t, "what is free, without a current context", MemFree(z), ErrInvalidContext)
	ok(t, CtxSetCurrent(first))
	ok(t, CtxPushCurrent(second))
	s := must(t, func() (Stream, error) { return StreamCreate(0) })
	ok(t, CtxDestroy(second))
	if c := must(t, CtxGetCurrent); c != first {
		t.Errorf("context %#x is current", c)
	}
	wants(t, "destroyed stream", StreamSynchronize(s), ErrInvalidHandle)
	wants(t, "destroyed again", CtxDestroy(second), ErrInvalidContext)
	primary := must(t, func() (Context, error) { return DevicePrimaryCtxRetain(0) })
	if again := must(t, func() (Context, error) { return DevicePrimaryCtxRetain(0) }); again != primary {
		t.Errorf("two primary contexts, %#x and %#x", primary, again)
	}
	wants(t, "primary", CtxDestroy(primary), ErrInvalidContext)
	ok(t, CtxSetCurrent(primary))
	alloc(t, 5)
	ok(t, DevicePrimaryCtxRelease(0))
	ok(t, CtxSynchronize())
	ok(t, DevicePrimaryCtxRelease(0))
	wants(t, "released", CtxSynchronize(), ErrContextIsDestroyed)
	if d := must(t, CtxGetDevice); d != 0 {
		t.Errorf("the primary context of device 0 is one of device %d", d)
	}
	_, err := MemAlloc(1)
	wants(t, "memory of what was released", err, ErrContextIsDestroyed)
	ok(t, CtxSetCurrent(first))
	ok(t, CtxSetCurrent(primary)) // as programs do that keep the handle
	if again := must(t, func() (Context, error) { return DevicePrimaryCtxRetain(0) }); again != primary {
		t.Errorf("the primary context was %#x, and is %#x", primary, again)
	}
	ok(t, CtxSynchronize())
	ok(t, MemFree(alloc(t, 5)))
	ok(t, DevicePrimaryCtxReset(0)) // which does not release it
	wants(t, "reset", CtxSynchronize(), ErrContextIsDestroyed)
	if active := must(t, func() (bool, error) { return DevicePrimaryCtxActive(0) }); active {
		t.Error("the primary context is active after a reset")
	}
	must(t, func() (Context, error) { return DevicePrimaryCtxRetain(0) })
	ok(t, MemFree(alloc(t, 5)))
	ok(t, DevicePrimaryCtxRelease(0))
	ok(t, CtxSynchronize()) // the other one has not released it
	ok(t, DevicePrimaryCtxReset(0))
	ok(t, DevicePrimaryCtxRelease(0))
	wants(t, "released once too often", DevicePrimaryCtxRelease(0), ErrInvalidContext)
	ok(t, CtxSetCurrent(first))
	ok(t, CtxSetLimit(LimitMallocHeapSize, 8<<20))
	if n := must(t, func() (int64, error) { return CtxGetLimit(LimitMallocHeapSize) }); n != 8<<20 {
		t.Errorf("the heap has %d bytes", n)
	}
}
