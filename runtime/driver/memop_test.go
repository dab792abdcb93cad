package driver

import (
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver/internal/kernels"
)

// TestWaitValues lets a stream wait for numbers that the program, or another stream, writes.
func TestWaitValues(t *testing.T) {
	start(t)
	m := must(t, func() (Module, error) { return ModuleLoadData(kernels.Asked) })
	at, data, n := alloc(t, 64), alloc(t, 64), uint32(4)
	a := must(t, func() (Stream, error) { return StreamCreate(StreamNonBlocking) })
	b := must(t, func() (Stream, error) { return StreamCreate(StreamNonBlocking) })
	ok(t, StreamBatchMemOp(a, []MemOp{{Kind: MemOpWait32, Addr: at, Value: 3}, {Kind: MemOpBarrier}, {Kind: MemOpWrite64, Addr: at + 8, Value: 1 << 40}}, 0))
	ok(t, LaunchKernel(function(t, m, "inc"), 1, 1, 1, 32, 1, 1, 0, a, []unsafe.Pointer{p(&data), p(&n)}))
	ok(t, StreamBatchMemOp(b, []MemOp{{Kind: MemOpWait64, Addr: at + 8, Value: 1 << 40, Flags: WaitEqual}, {Kind: MemOpWrite32, Addr: at + 4, Value: 9}}, 0))
	wants(t, "a wait", StreamQuery(a), ErrNotReady)
	wants(t, "a wait for the other stream", StreamQuery(b), ErrNotReady)
	word, err := Bytes(at, 4)
	ok(t, err)
	atomic.StoreUint32((*uint32)(unsafe.Pointer(unsafe.SliceData(word))), 3)
	ok(t, StreamSynchronize(b))
	ok(t, StreamSynchronize(a))
	if got := read[uint32](t, at, 2); got[0] != 3 || got[1] != 9 {
		t.Errorf("numbers %d", got)
	}
	if got := read[uint32](t, data, 4); got[0] != n {
		t.Errorf("the kernel behind the wait has counted %d threads, not %d", got[0], n)
	}

	wants(t, "an odd address", StreamBatchMemOp(a, []MemOp{{Kind: MemOpWait64, Addr: at + 4}}, 0), ErrInvalidValue)
	wants(t, "no memory", StreamBatchMemOp(a, []MemOp{{Kind: MemOpWrite32, Addr: 64}}, 0), ErrInvalidValue)
	wants(t, "another wait", StreamBatchMemOp(a, []MemOp{{Kind: MemOpWait32, Addr: at, Flags: 4}}, 0), ErrInvalidValue)
	wants(t, "a flush", StreamBatchMemOp(a, []MemOp{{Kind: MemOpWait32, Addr: at, Flags: waitFlush}}, 0), ErrNotSupported)
	wants(t, "another operation", StreamBatchMemOp(a, []MemOp{{Kind: 7, Addr: at}}, 0), ErrInvalidValue)
	wants(t, "none", StreamBatchMemOp(a, nil, 0), ErrInvalidValue)
	wants(t, "too many", StreamBatchMemOp(a, make([]MemOp, maxMemOps+1), 0), ErrInvalidValue)

	// A wait that nobody ends does not keep a context from ending.
	ok(t, StreamBatchMemOp(a, []MemOp{{Kind: MemOpWait32, Addr: at, Value: 100, Flags: WaitEqual}}, 0))
}

func TestWaitFlags(t *testing.T) {
	for _, x := range []struct {
		f        WaitFlags
		is, want uint32
		met      bool
	}{
		{WaitGreaterEqual, 3, 3, true}, {WaitGreaterEqual, 2, 3, false}, {WaitGreaterEqual, 1, 1<<32 - 1, true}, {WaitGreaterEqual, 1<<32 - 1, 1, false},
		{WaitEqual, 3, 3, true}, {WaitEqual, 4, 3, false},
		{WaitAnd, 6, 4, true}, {WaitAnd, 2, 4, false}, {WaitAnd, 1, 0, false},
		{WaitNor, 1, 2, true}, {WaitNor, 1<<32 - 2, 1, false}, {WaitNor, 1<<32 - 1, 0, false},
	} {
		if met(x.f, x.is, x.want) != x.met {
			t.Errorf("flags %d, %#x for %#x: not %t", x.f, x.is, x.want, x.met)
		}
		wide := func(n uint32) uint64 { return uint64(int64(int32(n))) }
		if met(x.f, wide(x.is), wide(x.want)) != x.met {
			t.Errorf("64 bits, flags %d, %#x for %#x: not %t", x.f, x.is, x.want, x.met)
		}
	}
}

// TestGraphMemOps adds a batch to a graph, changes it, and captures one.
func TestGraphMemOps(t *testing.T) {
	start(t)
	at := alloc(t, 16)
	s := must(t, func() (Stream, error) { return StreamCreate(StreamNonBlocking) })
	write := func(i, v int) []MemOp {
		return []MemOp{{Kind: MemOpWrite32, Addr: at + DevicePtr(4*i), Value: uint64(v)}}
	}
	g := must(t, func() (Graph, error) { return GraphCreate(0) })
	n := must(t, func() (GraphNode, error) { return GraphAddBatchMemOpNode(g, nil, write(0, 1)) })
	ok(t, GraphBatchMemOpNodeSetParams(n, write(0, 2)))
	if ops := must(t, func() ([]MemOp, error) { return GraphBatchMemOpNodeGetParams(n) }); len(ops) != 1 || ops[0] != write(0, 2)[0] {
		t.Errorf("operations %v", ops)
	}
	e := must(t, func() (GraphExec, error) { return GraphInstantiate(g, 0) })
	ok(t, GraphLaunch(e, s))
	ok(t, StreamSynchronize(s))
	ok(t, GraphExecBatchMemOpNodeSetParams(e, n, write(1, 3)))
	ok(t, GraphLaunch(e, s))
	ok(t, StreamSynchronize(s))
	ok(t, StreamBeginCapture(s, CaptureThreadLocal))
	ok(t, StreamBatchMemOp(s, write(2, 4), 0))
	captured := must(t, func() (Graph, error) { return StreamEndCapture(s) })
	nodes := must(t, func() ([]GraphNode, error) { return GraphGetNodes(captured) })
	if len(nodes) != 1 {
		t.Fatalf("%d nodes", len(nodes))
	}
	if kind := must(t, func() (NodeType, error) { return GraphNodeGetType(nodes[0]) }); kind != NodeBatchMemOp {
		t.Errorf("a node of type %v", kind)
	}
	second := must(t, func() (GraphExec, error) { return GraphInstantiate(captured, 0) })
	ok(t, GraphLaunch(second, s))
	ok(t, StreamSynchronize(s))
	if got := read[uint32](t, at, 3); got[0] != 2 || got[1] != 3 || got[2] != 4 {
		t.Errorf("%d, want 2 3 4", got)
	}
	ok(t, GraphExecDestroy(e))
	ok(t, GraphExecDestroy(second))
	ok(t, GraphDestroy(g))
	ok(t, GraphDestroy(captured))
}
