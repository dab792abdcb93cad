package driver

import "testing"

// TestThreads has two threads, with contexts of their own, as those of a program in C.
func TestThreads(t *testing.T) {
	start(t)
	first := must(t, CtxGetCurrent)
	var a, b Thread
	self := &a
	SetThreads(func() *Thread { return self })
	defer threadOf.Store(nil)
	if c := must(t, CtxGetCurrent); c != 0 {
		t.Errorf("context %#x is that of a new thread", c)
	}
	ofA := must(t, func() (Context, error) { return CtxCreate(0, 0) })
	self = &b
	_, err := MemAlloc(4)
	wants(t, "MemAlloc", err, ErrInvalidContext)
	ok(t, CtxPushCurrent(ofA))
	s := must(t, func() (Stream, error) { return StreamCreate(0) })
	ok(t, CtxSetCurrent(first))
	ok(t, StreamSynchronize(s)) // of another context
	ok(t, CtxSetCurrent(ofA))
	self = &a
	ok(t, CtxDestroy(ofA))
	if c := must(t, CtxGetCurrent); c != 0 {
		t.Errorf("context %#x is current", c)
	}
	self = &b // where it is current still
	wants(t, "CtxSynchronize", CtxSynchronize(), ErrContextIsDestroyed)
	wants(t, "StreamSynchronize", StreamSynchronize(s), ErrContextIsDestroyed)
	must(t, CtxPopCurrent)
	wants(t, "CtxSynchronize", CtxSynchronize(), ErrInvalidContext)
}

func TestPrimaryActive(t *testing.T) {
	start(t)
	active := func() bool {
		return must(t, func() (bool, error) { return DevicePrimaryCtxActive(0) })
	}
	if active() {
		t.Error("the primary context is active")
	}
	must(t, func() (Context, error) { return DevicePrimaryCtxRetain(0) })
	if !active() {
		t.Error("the primary context is not active")
	}
	ok(t, DevicePrimaryCtxRelease(0))
	_, err := DevicePrimaryCtxActive(1)
	wants(t, "DevicePrimaryCtxActive", err, ErrInvalidDevice)
}

func TestFuncParams(t *testing.T) {
	m := start(t)
	f := function(t, m, "count")
	p, err := FuncParams(f)
	ok(t, err)
	if len(p) != 2 || p[0].Name != "by" || p[0].Size != 4 || p[1].Name != "out" || p[1].Size != 8 || p[1].Offset != 8 {
		t.Errorf("%+v", p)
	}
	_, err = FuncParams(0x10)
	wants(t, "FuncParams", err, ErrInvalidHandle)
}

func TestFlags(t *testing.T) {
	start(t)
	c := must(t, func() (Context, error) { return CtxCreate(4, 0) })
	if f := must(t, CtxGetFlags); f != 4 {
		t.Errorf("the context has flags %#x", f)
	}
	for _, want := range []StreamFlags{StreamDefault, StreamNonBlocking} {
		s := must(t, func() (Stream, error) { return StreamCreate(want) })
		if f := must(t, func() (StreamFlags, error) { return StreamGetFlags(s) }); f != want {
			t.Errorf("the stream has flags %#x, want %#x", f, want)
		}
	}
	_, err := StreamGetFlags(0x10)
	wants(t, "StreamGetFlags", err, ErrInvalidHandle)
	ok(t, CtxDestroy(c))
	if f := must(t, CtxGetFlags); f != 0 {
		t.Errorf("the context has flags %#x", f)
	}
}
