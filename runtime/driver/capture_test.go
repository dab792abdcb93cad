package driver

import (
	"testing"
	"unsafe"
)

func nodeCount(t *testing.T, g Graph) int {
	t.Helper()
	return len(must(t, func() ([]GraphNode, error) { return GraphGetNodes(g) }))
}

// TestCapture captures all that a stream takes, and launches it twice.
func TestCapture(t *testing.T) {
	m := start(t)
	n := newNotes(t, m)
	s := newStream(t, StreamNonBlocking)
	x, mine := alloc(t, 4), []uint32{1, 2, 3, 4}
	out := make([]uint32, 4)
	child := newGraphT(t)
	n.add(t, child, 2)
	sub := instantiate(t, child)
	calls := 0

	ok(t, StreamBeginCapture(s, CaptureGlobal))
	one := uint32(1)
	ok(t, run(n.f, 1, s, p(&n.list), p(&one)))
	one = 100 // what the parameter was is what counts
	ok(t, GraphLaunch(sub, s))
	ok(t, MemcpyHtoDAsync(x, unsafe.Pointer(&mine[0]), 16, s))
	ok(t, MemsetD32Async(x+4, 9, 1, s))
	ok(t, MemcpyDtoHAsync(unsafe.Pointer(&out[0]), x, 16, s))
	ok(t, LaunchHostFunc(s, func() { calls++ }))
	info := must(t, func() (CaptureInfo, error) { return StreamGetCaptureInfo(s) })
	if info.Status != CaptureActive || info.ID == 0 || len(info.After) != 1 || nodeCount(t, info.Graph) != 6 {
		t.Errorf("%+v", info)
	}
	g := must(t, func() (Graph, error) { return StreamEndCapture(s) })
	defer GraphDestroy(g)
	if g != info.Graph || out[0] != 0 || calls != 0 {
		t.Errorf("graph %#x, %d, %d calls", g, out, calls)
	}
	e := instantiate(t, g)
	for i := range 2 {
		mine[0] = uint32(10 + i) // memory of the program is read when the graph runs
		ok(t, GraphLaunch(e, s))
		n.want(t, "captured", 1, 2)
		if out[0] != mine[0] || out[1] != 9 || out[3] != 4 || calls != i+1 {
			t.Errorf("%d, %d calls", out, calls)
		}
	}
	empty := func() Graph {
		ok(t, StreamBeginCapture(s, CaptureRelaxed))
		return must(t, func() (Graph, error) { return StreamEndCapture(s) })
	}()
	if nodeCount(t, empty) != 0 {
		t.Error("nodes of nothing")
	}
	ok(t, GraphDestroy(empty))
}

// TestCaptureFork captures two streams that wait for each other, by events.
func TestCaptureFork(t *testing.T) {
	m := start(t)
	n := newNotes(t, m)
	a, b := newStream(t, StreamNonBlocking), newStream(t, StreamNonBlocking)
	event := must(t, func() (Event, error) { return EventCreate(EventDisableTiming) })
	note := func(number uint32, s Stream) {
		t.Helper()
		ok(t, run(n.f, 1, s, p(&n.list), p(&number)))
	}
	ok(t, StreamBeginCapture(a, CaptureThreadLocal))
	note(1, a)
	ok(t, EventRecord(event, a))
	ok(t, StreamWaitEvent(b, event, 0))
	note(2, b)
	ok(t, EventRecord(event, b))
	ok(t, StreamWaitEvent(a, event, 0))
	note(3, a)
	g := must(t, func() (Graph, error) { return StreamEndCapture(a) })
	if status := must(t, func() (CaptureStatus, error) { return StreamIsCapturing(b) }); status != CaptureNone {
		t.Error("the other stream is captured still")
	}
	from, _, err := GraphGetEdges(g)
	ok(t, err)
	if len(from) != 3 { // 1 to 2 and to 3, 2 to 3
		t.Errorf("%d edges", len(from))
	}
	ok(t, GraphLaunch(instantiate(t, g), b))
	n.want(t, "forked", 1, 2, 3)
	ok(t, GraphDestroy(g))

	// As an H100 answers.
	ok(t, StreamBeginCapture(a, CaptureGlobal))
	ok(t, EventRecord(event, a))
	ok(t, StreamWaitEvent(b, event, 0))
	note(2, b)
	ok(t, EventRecord(event, b))
	wants(t, "query of a captured event", EventQuery(event), ErrCapturedEvent)
	wants(t, "wait after it", StreamWaitEvent(a, event, 0), ErrStreamCaptureInvalidated)
	_, err = StreamEndCapture(b)
	wants(t, "end in the other stream", err, ErrStreamCaptureUnmatched)
	_, err = StreamEndCapture(a)
	wants(t, "end", err, ErrStreamCaptureInvalidated)

	ok(t, StreamBeginCapture(a, CaptureGlobal))
	ok(t, EventRecord(event, a))
	ok(t, StreamWaitEvent(b, event, 0))
	note(2, b)
	ok(t, EventRecord(event, b))
	_, err = StreamEndCapture(a)
	wants(t, "not joined", err, ErrStreamCaptureUnjoined)
	wants(t, "an event of a capture that has ended", StreamWaitEvent(a, event, 0), ErrInvalidValue)
	ok(t, EventRecord(event, a))
	ok(t, EventSynchronize(event))

	other := newStream(t, 0)
	ok(t, StreamBeginCapture(a, CaptureRelaxed))
	ok(t, StreamBeginCapture(b, CaptureRelaxed))
	ok(t, EventRecord(event, a))
	wants(t, "two captures", StreamWaitEvent(b, event, 0), ErrStreamCaptureMerge)
	_, err = StreamEndCapture(a)
	wants(t, "end", err, ErrStreamCaptureInvalidated)
	_, err = StreamEndCapture(b)
	wants(t, "end", err, ErrStreamCaptureInvalidated)
	ok(t, EventRecord(event, other))
	ok(t, StreamBeginCapture(a, CaptureRelaxed))
	wants(t, "an event from outside", StreamWaitEvent(a, event, 0), ErrStreamCaptureIsolation)
	_, err = StreamEndCapture(a)
	wants(t, "end", err, ErrStreamCaptureInvalidated)
	ok(t, StreamBeginCapture(a, CaptureRelaxed))
	ok(t, StreamWaitEvent(a, event, EventWaitExternal))
	ok(t, EventRecordWithFlags(event, a, EventRecordExternal))
	g = must(t, func() (Graph, error) { return StreamEndCapture(a) })
	if nodeCount(t, g) != 2 {
		t.Error("no nodes of events")
	}
	ok(t, GraphDestroy(g))
}

// TestCaptureRefused makes calls that are not part of a graph, with the results of an H100.
func TestCaptureRefused(t *testing.T) {
	m := start(t)
	n := newNotes(t, m)
	x := alloc(t, 1)
	s, other, blocking := newStream(t, StreamNonBlocking), newStream(t, StreamNonBlocking), newStream(t, 0)
	event := must(t, func() (Event, error) { return EventCreate(0) })
	ok(t, EventRecord(event, other))
	one := uint32(1)
	malloc := func() error {
		p, err := MemAlloc(4)
		if err == nil {
			ok(t, MemFree(p))
		}
		return err
	}
	for _, test := range []struct {
		what string
		call func() error
		want [3]Result // in each mode
		lost bool      // the capture comes to nothing where the call is refused
	}{
		{"synchronize the stream", func() error { return StreamSynchronize(s) }, [3]Result{900, 900, 900}, true},
		{"query the stream", func() error { return StreamQuery(s) }, [3]Result{900, 900, 900}, true},
		{"synchronize the context", CtxSynchronize, [3]Result{900, 900, 900}, true},
		{"synchronize another stream", func() error { return StreamSynchronize(other) }, [3]Result{900, 900, 0}, true},
		{"synchronize an event", func() error { return EventSynchronize(event) }, [3]Result{900, 900, 0}, true},
		{"allocate", malloc, [3]Result{900, 900, 0}, true},
		{"free", func() error { return MemFree(DevicePtr(0)) }, [3]Result{900, 900, 0}, true},
		{"launch in the default stream", func() error { return run(n.f, 1, 0, p(&n.list), p(&one)) }, [3]Result{0, 0, 0}, true},
		{"launch in another stream", func() error { return run(n.f, 1, other, p(&n.list), p(&one)) }, [3]Result{0, 0, 0}, true},
		{"copy", func() error { return MemcpyDtoD(x, n.list, 4) }, [3]Result{0, 0, 0}, true},
		{"destroy the stream", func() error { return StreamDestroy(s) }, [3]Result{400, 400, 400}, false},
		{"begin again", func() error { return StreamBeginCapture(s, CaptureGlobal) }, [3]Result{401, 401, 401}, false},
		{"end another", func() error { _, err := StreamEndCapture(other); return err }, [3]Result{401, 401, 401}, false},
		{"callback", func() error { return StreamAddCallback(s, func(Stream, Result) {}) }, [3]Result{900, 900, 900}, true},
	} {
		for mode, want := range test.want {
			ok(t, StreamBeginCapture(s, CaptureMode(mode)))
			ok(t, run(n.f, 1, s, p(&n.list), p(&one)))
			wants(t, test.what, test.call(), want)
			status := must(t, func() (CaptureStatus, error) { return StreamIsCapturing(s) })
			g, err := StreamEndCapture(s)
			ok(t, CtxSynchronize()) // the launches in other streams are on the same memory
			if test.lost && want != 0 {
				wants(t, test.what+", end", err, ErrStreamCaptureInvalidated)
				if status != CaptureInvalidated {
					t.Errorf("%s: status %d", test.what, status)
				}
				continue
			}
			ok(t, err)
			if status != CaptureActive || nodeCount(t, g) != 1 {
				t.Errorf("%s: status %d, %d nodes", test.what, status, nodeCount(t, g))
			}
			ok(t, GraphDestroy(g))
		}
	}
	for _, h := range []Stream{0, StreamLegacy} {
		wants(t, "the default stream", StreamBeginCapture(h, CaptureGlobal), ErrStreamCaptureUnsupported)
	}
	wants(t, "a mode that there is not", StreamBeginCapture(s, 3), ErrInvalidValue)
	_, err := StreamEndCapture(0)
	wants(t, "end without begin", err, ErrIllegalState)
	ok(t, StreamBeginCapture(blocking, CaptureRelaxed))
	wants(t, "the default stream, which would wait", MemcpyDtoD(x, n.list, 4), ErrStreamCaptureImplicit)
	_, err = StreamEndCapture(blocking)
	wants(t, "end", err, ErrStreamCaptureInvalidated)

	// Threads.
	ok(t, StreamBeginCapture(s, CaptureGlobal))
	if before := must(t, func() (CaptureMode, error) { return ThreadExchangeStreamCaptureMode(CaptureRelaxed) }); before != CaptureGlobal {
		t.Errorf("mode %d", before)
	}
	ok(t, malloc())
	must(t, func() (CaptureMode, error) { return ThreadExchangeStreamCaptureMode(CaptureGlobal) })
	c := must(t, CtxGetCurrent)
	var b Thread
	SetThreads(func() *Thread { return &b })
	ok(t, CtxSetCurrent(c))
	_, err = StreamEndCapture(s)
	wants(t, "end by another thread", err, ErrStreamCaptureWrongThread)
	must(t, func() (CaptureMode, error) { return ThreadExchangeStreamCaptureMode(CaptureThreadLocal) })
	ok(t, malloc())
	threadOf.Store(nil)
	ok(t, StreamUpdateCaptureDependencies(s, nil, true))
	ok(t, run(n.f, 1, s, p(&n.list), p(&one)))
	wants(t, "a node of no graph", StreamUpdateCaptureDependencies(s, []GraphNode{12345}, false), ErrInvalidValue)
	g := must(t, func() (Graph, error) { return StreamEndCapture(s) })
	ok(t, GraphDestroy(g))
	ok(t, StreamBeginCapture(s, CaptureGlobal)) // which ends with the context
}
