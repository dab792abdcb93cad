package driver

import (
	"slices"
	"sync/atomic"
)

// What is put into a stream that is being captured is not done: it becomes a node of a graph,
// after the nodes that the stream has come to. A stream comes to those of another one by an
// event that was recorded there, and is captured from then on.

// CaptureMode is a CUstreamCaptureMode: which calls are refused while a stream is captured,
// since what they do would not be part of the graph, as memory that is allocated.
type CaptureMode int32

// The modes of a capture.
const (
	CaptureGlobal      CaptureMode = 0 // those of all threads
	CaptureThreadLocal CaptureMode = 1 // those of the thread
	CaptureRelaxed     CaptureMode = 2 // none
)

// CaptureStatus is a CUstreamCaptureStatus.
type CaptureStatus int32

// Whether a stream is captured.
const (
	CaptureNone        CaptureStatus = 0
	CaptureActive      CaptureStatus = 1
	CaptureInvalidated CaptureStatus = 2 // a call was refused, so that the capture comes to nothing
)

// capture is one from its begin to its end.
type capture struct {
	id      uint64
	c       *ctx
	g       *graph
	origin  *stream
	mode    CaptureMode
	thread  *Thread
	invalid bool
	given   bool                // the graph is one of the program, which has it in any case
	after   map[*stream][]*node // what the next node of a stream comes after
}

// captured is where an event was recorded in a stream that was captured.
type captured struct {
	in    *capture
	after []*node
}

// capturing has the captures that go on, as many as allCaptures says; graphing guards it.
var (
	capturing   = map[*capture]bool{}
	allCaptures atomic.Int64
	captureIDs  atomic.Uint64
)

// spoil says that a capture comes to nothing, because of a call that is refused.
func (k *capture) spoil(call string, r Result, why string) error {
	k.invalid = true
	return refuse(call, r, "%s", why)
}

// StreamBeginCapture begins to capture a stream, which must not be the default one.
func StreamBeginCapture(h Stream, mode CaptureMode) error {
	return beginCapture("cuStreamBeginCapture", h, mode, &capture{g: new(graph)}, nil)
}

// StreamBeginCaptureToGraph is StreamBeginCapture that adds nodes to a graph, the first of them behind others, which that
// has already.
func StreamBeginCaptureToGraph(h Stream, to Graph, deps []GraphNode, mode CaptureMode) error {
	const call = "cuStreamBeginCaptureToGraph"
	g, err := onGraph(call, to)
	if err != nil {
		return err
	}
	return beginCapture(call, h, mode, &capture{g: g, given: true}, deps)
}

func beginCapture(call string, h Stream, mode CaptureMode, k *capture, deps []GraphNode) error {
	c, s, err := onStream(call, h)
	if err != nil {
		return err
	}
	if s == nil {
		return refuse(call, ErrStreamCaptureUnsupported, "the default stream is not to be captured")
	}
	if mode < CaptureGlobal || mode > CaptureRelaxed {
		return refuse(call, ErrInvalidValue, "mode %d", int32(mode))
	}
	graphing.Lock()
	defer graphing.Unlock()
	if s.capture.Load() != nil {
		return refuse(call, ErrIllegalState, "stream %#x is being captured already", uintptr(h))
	}
	after, err := k.g.list(call, deps)
	switch {
	case err != nil:
		return err
	case !k.given:
		k.g.handle = graphs.add(k.g)
	case graphs.get(k.g.handle) != k.g || k.g.captured() != nil:
		return refuse(call, ErrInvalidValue, "graph %#x is being captured, or was destroyed", uintptr(k.g.handle))
	}
	k.id, k.c, k.origin, k.mode, k.thread, k.after = captureIDs.Add(1), c, s, mode, thisThread(), map[*stream][]*node{}
	k.join(s, after)
	capturing[k] = true
	c.captures.Add(1)
	allCaptures.Add(1)
	return nil
}

// join lets a stream be captured, or come after more nodes.
func (k *capture) join(s *stream, after []*node) {
	all := k.after[s]
	for _, n := range after {
		if !slices.Contains(all, n) {
			all = append(all[:len(all):len(all)], n)
		}
	}
	k.after[s] = all
	s.capture.Store(k)
}

// captured is the capture that adds nodes to the graph, nil if there is none.
func (g *graph) captured() *capture {
	for k := range capturing {
		if k.g == g {
			return k
		}
	}
	return nil
}

// drop forgets what was captured, if the graph is not the program's.
func (k *capture) drop() {
	if !k.given {
		k.g.drop()
	}
}

// end lets the streams be again what they were.
func (k *capture) end() {
	for s := range k.after {
		s.capture.Store(nil)
	}
	if capturing[k] {
		delete(capturing, k)
		k.c.captures.Add(-1)
		allCaptures.Add(-1)
	}
}

// StreamEndCapture ends a capture in the stream where it was begun, and returns the graph. The
// error is ErrStreamCaptureUnjoined where another stream was captured that this one has not
// waited for at the end, and ErrStreamCaptureInvalidated where a call was refused meanwhile.
func StreamEndCapture(h Stream) (Graph, error) {
	const call = "cuStreamEndCapture"
	_, s, err := onStream(call, h)
	if err != nil {
		return 0, err
	}
	graphing.Lock()
	defer graphing.Unlock()
	if s == nil || s.capture.Load() == nil {
		return 0, refuse(call, ErrIllegalState, "stream %#x is not being captured", uintptr(h))
	}
	k := s.capture.Load()
	if k.mode != CaptureRelaxed && k.thread != thisThread() {
		return 0, refuse(call, ErrStreamCaptureWrongThread, "another thread has begun the capture")
	}
	if k.origin != s {
		return 0, k.spoil(call, ErrStreamCaptureUnmatched, "the capture was begun in another stream")
	}
	k.end()
	if k.invalid {
		k.drop()
		return 0, refuse(call, ErrStreamCaptureInvalidated, "a call was refused during the capture")
	}
	before := ancestors(k.after[s])
	for other, after := range k.after {
		for _, n := range after {
			if other != s && !before[n] {
				k.drop()
				return 0, refuse(call, ErrStreamCaptureUnjoined, "the stream does not wait for what another one was captured with")
			}
		}
	}
	return k.g.handle, nil
}

// ancestors are nodes and all that come before them.
func ancestors(list []*node) map[*node]bool {
	all := map[*node]bool{}
	for list = slices.Clone(list); len(list) > 0; {
		n := list[len(list)-1]
		list = list[:len(list)-1]
		if !all[n] {
			all[n] = true
			list = append(list, n.deps...)
		}
	}
	return all
}

// StreamIsCapturing returns whether a stream is captured. The error is
// ErrStreamCaptureImplicit for the default stream while one is that it would wait for.
func StreamIsCapturing(h Stream) (CaptureStatus, error) {
	info, err := StreamGetCaptureInfo(h)
	return info.Status, err
}

// CaptureInfo says of a capture which one it is, and what the next node comes after.
type CaptureInfo struct {
	Status CaptureStatus
	ID     uint64
	Graph  Graph
	After  []GraphNode
}

// StreamGetCaptureInfo returns the capture of a stream. The errors are those of
// StreamIsCapturing.
func StreamGetCaptureInfo(h Stream) (CaptureInfo, error) {
	const call = "cuStreamGetCaptureInfo"
	c, s, err := onStream(call, h)
	if err != nil {
		return CaptureInfo{}, err
	}
	graphing.Lock()
	defer graphing.Unlock()
	if s == nil {
		if k := c.implicit(); k != nil {
			return CaptureInfo{}, refuse(call, ErrStreamCaptureImplicit, "a stream is captured that the default stream waits for")
		}
		return CaptureInfo{}, nil
	}
	k := s.capture.Load()
	if k == nil {
		return CaptureInfo{}, nil
	}
	info := CaptureInfo{CaptureActive, k.id, k.g.handle, handles(k.after[s])}
	if k.invalid {
		info = CaptureInfo{Status: CaptureInvalidated, ID: k.id}
	}
	return info, nil
}

// StreamUpdateCaptureDependencies says what the next node of a stream that is captured comes
// after: nodes of the capture's graph beside others, or instead of them.
func StreamUpdateCaptureDependencies(h Stream, after []GraphNode, instead bool) error {
	const call = "cuStreamUpdateCaptureDependencies"
	_, s, err := onStream(call, h)
	if err != nil {
		return err
	}
	graphing.Lock()
	defer graphing.Unlock()
	if s == nil || s.capture.Load() == nil {
		return refuse(call, ErrIllegalState, "stream %#x is not being captured", uintptr(h))
	}
	k := s.capture.Load()
	if k.invalid {
		return refuse(call, ErrStreamCaptureInvalidated, "a call was refused during the capture")
	}
	list, err := k.g.list(call, after)
	if err != nil {
		return err
	}
	if instead {
		k.after[s] = nil
	}
	k.join(s, list)
	return nil
}

// ThreadExchangeStreamCaptureMode says which calls of the thread are refused while streams are
// captured, and returns what was said before: CaptureGlobal, at first.
func ThreadExchangeStreamCaptureMode(mode CaptureMode) (CaptureMode, error) {
	if mode < CaptureGlobal || mode > CaptureRelaxed {
		return 0, refuse("cuThreadExchangeStreamCaptureMode", ErrInvalidValue, "mode %d", int32(mode))
	}
	graphing.Lock()
	defer graphing.Unlock()
	t := thisThread()
	before := t.captureMode
	t.captureMode = mode
	return before, nil
}

// implicit is a capture of a stream that the default stream would wait for.
func (c *ctx) implicit() *capture {
	for k := range capturing {
		for s := range k.after {
			if s.c == c && s.blocking {
				return k
			}
		}
	}
	return nil
}

// captured makes a node of what is to be put into a stream, and reports whether it has, or
// has refused to.
func (c *ctx) captured(call string, s *stream, make func() (work, error)) (taken bool, err error) {
	if s == nil && c.captures.Load() == 0 || s != nil && s.capture.Load() == nil {
		return false, nil
	}
	graphing.Lock()
	defer graphing.Unlock()
	if s == nil {
		if k := c.implicit(); k != nil {
			return true, k.spoil(call, ErrStreamCaptureImplicit, "the default stream would wait for a stream that is captured")
		}
		return false, nil
	}
	k := s.capture.Load()
	switch {
	case k == nil:
		return false, nil
	case k.invalid:
		return true, refuse(call, ErrStreamCaptureInvalidated, "a call was refused during the capture")
	case graphs.get(k.g.handle) != k.g:
		return true, k.spoil(call, ErrStreamCaptureInvalidated, "the graph that the capture is for was destroyed")
	case make == nil:
		return true, k.spoil(call, ErrStreamCaptureUnsupported, "the stream is captured: nothing is done in it")
	}
	w, err := make()
	if err != nil {
		k.invalid = true
		return true, err
	}
	k.after[s] = []*node{k.g.addNode(k.after[s], w)}
	return true, nil
}

// quiet is the error of a call that waits for all streams of the context, or else of one whose
// effect no graph has, in the modes in which those are refused.
func (c *ctx) quiet(call string, all bool) error {
	graphing.Lock()
	defer graphing.Unlock()
	t := thisThread()
	for k := range capturing {
		mine := k.thread == t && k.mode != CaptureRelaxed && t.captureMode != CaptureRelaxed
		others := k.thread != t && k.mode == CaptureGlobal && t.captureMode == CaptureGlobal
		if all && k.c == c || !all && (mine || others) {
			return k.spoil(call, ErrStreamCaptureUnsupported, "a stream is captured")
		}
	}
	return nil
}

// lasting is quiet for calls whose effect no graph has, as memory that is allocated.
func (c *ctx) lasting(call string) error {
	if allCaptures.Load() == 0 {
		return nil
	}
	return c.quiet(call, false)
}

// endCaptures forgets the captures of a context that ends.
func (c *ctx) endCaptures() {
	graphing.Lock()
	defer graphing.Unlock()
	for k := range capturing {
		if k.c == c {
			k.end()
			k.drop()
		}
	}
}

// EventRecordWithFlags is EventRecord. With EventRecordExternal a capture gets a node that
// records the event each time the graph runs; without, the event says what other streams come
// after in the capture.
func EventRecordWithFlags(h Event, s Stream, flags EventRecordFlags) error {
	const call = "cuEventRecordWithFlags"
	if flags&^EventRecordExternal != 0 {
		return refuse(call, ErrInvalidValue, "flags %#x", uint32(flags))
	}
	return recordEvent(call, h, s, flags)
}

// EventRecordFlags are flags of EventRecordWithFlags.
type EventRecordFlags uint32

// EventRecordExternal makes a node of a capture.
const EventRecordExternal EventRecordFlags = 1

// recordCaptured records an event in a stream that is captured, and reports whether it is.
func (c *ctx) recordCaptured(call string, h Event, e *event, s *stream, flags EventRecordFlags) (taken bool, err error) {
	if s == nil || s.capture.Load() == nil || flags != 0 {
		return c.captured(call, s, func() (work, error) { return eventWork(call, NodeEventRecord, h) })
	}
	graphing.Lock()
	defer graphing.Unlock()
	k := s.capture.Load()
	switch {
	case k == nil:
		return false, nil
	case k.invalid:
		return true, refuse(call, ErrStreamCaptureInvalidated, "a call was refused during the capture")
	}
	e.captured.Store(&captured{k, k.after[s]})
	return true, nil
}

// waitCaptured lets a stream wait for an event of a capture, or be captured itself, and
// reports whether it does.
func (c *ctx) waitCaptured(call string, h Event, e *event, s *stream, external bool) (taken bool, err error) {
	at := e.captured.Load()
	if at != nil && s == nil && at.ended() {
		return true, refuse(call, ErrInvalidValue, "the capture of event %#x has ended", uintptr(h))
	}
	if at == nil && (s == nil || s.capture.Load() == nil) || s == nil {
		return c.captured(call, s, nil)
	}
	if external {
		return c.captured(call, s, func() (work, error) { return eventWork(call, NodeWaitEvent, h) })
	}
	graphing.Lock()
	defer graphing.Unlock()
	k := s.capture.Load()
	switch {
	case k != nil && k.invalid, at != nil && at.in.invalid && capturing[at.in]:
		return true, refuse(call, ErrStreamCaptureInvalidated, "a call was refused during the capture")
	case at == nil && e.last.Load() == nil:
		return true, nil // it was never recorded
	case at == nil:
		return true, k.spoil(call, ErrStreamCaptureIsolation, "the event was recorded outside of the capture")
	case !capturing[at.in]:
		return true, refuse(call, ErrInvalidValue, "the capture of event %#x has ended", uintptr(h))
	case k != nil && k != at.in:
		at.in.invalid = true
		return true, k.spoil(call, ErrStreamCaptureMerge, "the event is one of another capture")
	}
	at.in.join(s, at.after)
	return true, nil
}

// ended reports whether the capture has.
func (at *captured) ended() bool {
	graphing.Lock()
	defer graphing.Unlock()
	return !capturing[at.in]
}

// query is the error of a call that looks at an event that was recorded in a capture.
func (e *event) query(call string, h Event) error {
	at := e.captured.Load()
	if at == nil {
		return e.c.lasting(call)
	}
	graphing.Lock()
	defer graphing.Unlock()
	return at.in.spoil(call, ErrCapturedEvent, "the event was recorded in a stream that was captured")
}
