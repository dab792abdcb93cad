package driver

import (
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"
	"time"
	"unsafe"
)

// MemOpKind is a CUstreamBatchMemOpType: what a stream does with a number in memory.
type MemOpKind uint32

// What is done with a number in memory.
const (
	MemOpWait32  MemOpKind = 1
	MemOpWrite32 MemOpKind = 2
	MemOpFlush   MemOpKind = 3 // not supported: nothing is written from outside
	MemOpWait64  MemOpKind = 4
	MemOpWrite64 MemOpKind = 5
	MemOpBarrier MemOpKind = 6 // changes nothing: what was written before is seen
)

// WaitFlags are CUstreamWaitValue_flags: what the number in memory is to be like.
type WaitFlags uint32

// What a stream waits for. The differences of WaitGreaterEqual are signed, so that a counter may wrap.
const (
	WaitGreaterEqual WaitFlags = 0
	WaitEqual        WaitFlags = 1
	WaitAnd          WaitFlags = 2 // they have a bit in common
	WaitNor          WaitFlags = 3 // a bit is in neither of them

	waitFlush WaitFlags = 1 << 30
)

// MemOp is a write of a number, or a wait for one. The address is a multiple of the number's size. A wait ends
// as well when the context does, or with its first error.
type MemOp struct {
	Kind  MemOpKind
	Addr  DevicePtr
	Value uint64
	Flags WaitFlags // of writes: 0 or 1, which change nothing
}

// maxMemOps is how many there are in a batch.
const maxMemOps = 256

func (k MemOpKind) waits() bool { return k == MemOpWait32 || k == MemOpWait64 }

func (k MemOpKind) size() int64 {
	switch k {
	case MemOpWait32, MemOpWrite32:
		return 4
	case MemOpWait64, MemOpWrite64:
		return 8
	}
	return 0
}

func (o MemOp) check(call string, planned bool) error {
	switch {
	case o.Kind == MemOpFlush, o.Kind.waits() && o.Flags&waitFlush != 0:
		return refuse(call, ErrNotSupported, "a flush of remote writes: attribute CAN_FLUSH_REMOTE_WRITES is 0")
	case o.Kind == MemOpBarrier && o.Flags <= 1:
		return nil
	case o.Kind.size() == 0, o.Kind.waits() && o.Flags > WaitNor, !o.Kind.waits() && o.Flags > 1:
		return refuse(call, ErrInvalidValue, "operation %d with flags %#x", uint32(o.Kind), uint32(o.Flags))
	case int64(o.Addr)%o.Kind.size() != 0:
		return refuse(call, ErrInvalidValue, "%#x is not a multiple of %d", uintptr(o.Addr), o.Kind.size())
	}
	_, err := memoryIn(call, o.Addr, o.Kind.size(), planned)
	return err
}

// step does an operation that does not wait any more, or reports that it does. The memory may have been freed meanwhile.
func (o MemOp) step(call string) (done bool, err error) {
	if o.Kind == MemOpBarrier {
		return true, nil
	}
	b, err := memory(call, o.Addr, o.Kind.size())
	if err != nil {
		return true, fmt.Errorf("%w: %v", ErrIllegalAddress, err)
	}
	if o.Kind.size() == 4 {
		p := (*uint32)(unsafe.Pointer(unsafe.SliceData(b)))
		if !o.Kind.waits() {
			atomic.StoreUint32(p, uint32(o.Value))
			return true, nil
		}
		return met(o.Flags, atomic.LoadUint32(p), uint32(o.Value)), nil
	}
	p := (*uint64)(unsafe.Pointer(unsafe.SliceData(b)))
	if !o.Kind.waits() {
		atomic.StoreUint64(p, o.Value)
		return true, nil
	}
	return met(o.Flags, atomic.LoadUint64(p), o.Value), nil
}

// met reports whether a number is what is waited for.
func met[T uint32 | uint64](f WaitFlags, is, want T) bool {
	switch f {
	case WaitGreaterEqual:
		return is-want < 1<<(8*unsafe.Sizeof(is)-1)
	case WaitEqual:
		return is == want
	case WaitAnd:
		return is&want != 0
	}
	return ^(is | want) != 0
}

// memOpWork checks operations, which are done one after the other.
func memOpWork(call string, c *ctx, ops []MemOp, flags uint32, planned bool) (work, error) {
	if flags != 0 || len(ops) == 0 || len(ops) > maxMemOps {
		return work{}, refuse(call, ErrInvalidValue, "%d operations with flags %#x", len(ops), flags)
	}
	for _, o := range ops {
		if err := o.check(call, planned); err != nil {
			return work{}, err
		}
	}
	ops = slices.Clone(ops)
	w := work{kind: NodeBatchMemOp, ops: ops, waits: slices.ContainsFunc(ops, func(o MemOp) bool { return o.Kind.waits() })}
	w.run = func() error {
		for _, o := range ops {
			if err := c.until(func() (bool, error) { return o.step(call) }); err != nil {
				return err
			}
		}
		return nil
	}
	return w, nil
}

// until looks again and again, less often with time, until something is done or the context ends.
func (c *ctx) until(step func() (done bool, err error)) error {
	const soon, longest = 100, time.Millisecond
	pause := time.Microsecond
	for n := 0; ; n++ {
		if done, err := step(); done || err != nil {
			return err
		}
		if c.lost.Load() != nil || c.ending.Load() {
			return nil
		}
		if n < soon {
			runtime.Gosched()
			continue
		}
		time.Sleep(pause)
		pause = min(2*pause, longest)
	}
}

// StreamBatchMemOp puts writes of numbers, and waits for numbers, into a stream. flags must be 0. In the default
// stream the call returns when they are done: another thread, or a kernel of another stream, ends its waits.
func StreamBatchMemOp(h Stream, ops []MemOp, flags uint32) error {
	const call = "cuStreamBatchMemOp"
	c, s, err := onStream(call, h)
	if err != nil {
		return err
	}
	w, err := memOpWork(call, c, ops, flags, captures(h))
	if err != nil {
		return err
	}
	if taken, err := c.captured(call, s, func() (work, error) { return w, nil }); taken {
		return err
	}
	c.follows(s)
	c.put(s, w.waits, func() {
		if c.lost.Load() == nil {
			if err := safely(w.run); err != nil {
				c.failedLater(call, err)
			}
		}
	})
	if s == nil {
		return c.err(call)
	}
	return nil
}

// GraphAddBatchMemOpNode adds operations on numbers in memory to a graph, which are of the current context.
func GraphAddBatchMemOpNode(g Graph, deps []GraphNode, ops []MemOp) (GraphNode, error) {
	const call = "cuGraphAddBatchMemOpNode"
	return addTo(call, g, deps, func() (work, error) { return memOpWorkHere(call, ops) })
}

func memOpWorkHere(call string, ops []MemOp) (work, error) {
	c, err := begin(call)
	if err != nil {
		return work{}, err
	}
	return memOpWork(call, c, ops, 0, true)
}

// GraphBatchMemOpNodeGetParams returns the operations of a node, which are not to be changed.
func GraphBatchMemOpNodeGetParams(n GraphNode) ([]MemOp, error) {
	w, err := n.get("cuGraphBatchMemOpNodeGetParams", NodeBatchMemOp)
	return w.ops, err
}

// GraphBatchMemOpNodeSetParams gives a node other operations.
func GraphBatchMemOpNodeSetParams(n GraphNode, ops []MemOp) error {
	const call = "cuGraphBatchMemOpNodeSetParams"
	return n.set(call, NodeBatchMemOp, func() (work, error) { return memOpWorkHere(call, ops) })
}

// GraphExecBatchMemOpNodeSetParams gives a node of an executable graph other operations.
func GraphExecBatchMemOpNodeSetParams(e GraphExec, n GraphNode, ops []MemOp) error {
	const call = "cuGraphExecBatchMemOpNodeSetParams"
	return e.setWork(call, n, NodeBatchMemOp, func() (work, error) { return memOpWorkHere(call, ops) })
}
