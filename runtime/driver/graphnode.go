package driver

import (
	"fmt"
	"math"
	"unsafe"
)

// NodeType is a CUgraphNodeType.
type NodeType int32

// What nodes do.
const (
	NodeKernel      NodeType = 0
	NodeMemcpy      NodeType = 1
	NodeMemset      NodeType = 2
	NodeHost        NodeType = 3
	NodeGraph       NodeType = 4
	NodeEmpty       NodeType = 5
	NodeWaitEvent   NodeType = 6
	NodeEventRecord NodeType = 7
	NodeMemAlloc    NodeType = 10
	NodeMemFree     NodeType = 11
	NodeBatchMemOp  NodeType = 12
	NodeConditional NodeType = 13
)

var nodeTypes = map[NodeType]string{NodeKernel: "kernel", NodeMemcpy: "memcpy", NodeMemset: "memset", NodeHost: "host", NodeGraph: "graph",
	NodeEmpty: "empty", NodeWaitEvent: "event wait", NodeEventRecord: "event record", NodeMemAlloc: "memory allocation",
	NodeMemFree: "memory free", NodeBatchMemOp: "batch of memory operations", NodeConditional: "conditional"}

// String returns the name of a type.
func (t NodeType) String() string { return nodeTypes[t] }

// work is what a node does. It does not change: a node gets another one.
type work struct {
	kind  NodeType
	waits bool // for other streams, or calls the program: see task
	run   func() error
	child *graph // of NodeGraph and NodeConditional

	kernel  KernelNodeParams
	memcpy  Copy3D
	memset  MemsetNodeParams
	host    HostNodeParams
	event   Event
	ops     []MemOp
	memory  *graphMemory // of NodeMemAlloc and NodeMemFree
	cond    *condition   // of NodeConditional
	decides ConditionalType
}

func (w *work) label() string {
	if w.kind == NodeKernel {
		if f := functions.get(w.kernel.Func); f != nil {
			return f.kernel.Name
		}
	}
	return w.kind.String()
}

// KernelNodeParams are the parameters of a launch: see LaunchKernel.
type KernelNodeParams struct {
	Func           Function
	Grid, Block    [3]int
	SharedMemBytes int
	Params         []unsafe.Pointer
	Cooperative    bool
}

// kernelWork checks a launch, and takes the values of its parameters.
func kernelWork(call string, p KernelNodeParams) (work, error) {
	c, f, err := onFunction(call, p.Func)
	if err != nil {
		return work{}, err
	}
	l, err := f.launchOf(call, c, p.Grid, p.Block, p.SharedMemBytes, p.Cooperative)
	if err != nil {
		return work{}, err
	}
	if err := f.program.Check(f.kernel, l); err != nil {
		return work{}, failed(call, err)
	}
	if p.Params, err = f.copyParams(call, p.Params); err != nil {
		return work{}, err
	}
	p.Func = f.handle
	return work{kind: NodeKernel, kernel: p, run: func() error {
		if functions.get(f.handle) != f {
			return fmt.Errorf("%w: the module of kernel %s was unloaded", ErrInvalidHandle, f.kernel.Name)
		}
		return f.launch(nil, l, p.Params...)
	}}, nil
}

// memcpyWork checks a copy. Whether the memory is there is looked at again when it is done.
func memcpyWork(call string, x Copy3D) (work, error) {
	if _, _, err := x.find(call, true); err != nil {
		return work{}, err
	}
	return work{kind: NodeMemcpy, memcpy: x, run: func() error {
		x := x
		to, from, err := x.find(call, false)
		if err != nil {
			return fmt.Errorf("%w: %v", ErrIllegalAddress, err)
		}
		return to.copy(from)
	}}, nil
}

// MemsetNodeParams say what is set: Height rows of Width elements of ElementSize bytes, 1, 2
// or 4, a pitch of bytes apart.
type MemsetNodeParams struct {
	Dst           DevicePtr
	Pitch         int64
	Value         uint32
	ElementSize   int
	Width, Height int64
}

// fill returns what sets the memory.
func (p MemsetNodeParams) fill(call string, planned bool) (func() error, error) {
	switch {
	case p.ElementSize == 1 && p.Value <= math.MaxUint8:
		return fillRows(call, p.Dst, p.Pitch, uint8(p.Value), p.Width, p.Height, planned)
	case p.ElementSize == 2 && p.Value <= math.MaxUint16:
		return fillRows(call, p.Dst, p.Pitch, uint16(p.Value), p.Width, p.Height, planned)
	case p.ElementSize == 4:
		return fillRows(call, p.Dst, p.Pitch, p.Value, p.Width, p.Height, planned)
	}
	return nil, refuse(call, ErrInvalidValue, "%#x in elements of %d bytes", p.Value, p.ElementSize)
}

func memsetWork(call string, p MemsetNodeParams) (work, error) {
	if _, err := p.fill(call, true); err != nil {
		return work{}, err
	}
	return work{kind: NodeMemset, memset: p, run: func() error {
		do, err := p.fill(call, false)
		if err != nil {
			return fmt.Errorf("%w: %v", ErrIllegalAddress, err)
		}
		return do()
	}}, nil
}

// HostNodeParams are a function that a graph calls, which must not call this package. Tag is
// kept for bindings, and comes back with the function.
type HostNodeParams struct {
	Fn  func()
	Tag any
}

func hostWork(call string, p HostNodeParams) (work, error) {
	if p.Fn == nil {
		return work{}, refuse(call, ErrInvalidValue, "there is no function")
	}
	return work{kind: NodeHost, host: p, waits: true, run: func() error {
		p.Fn()
		return nil
	}}, nil
}

func eventWork(call string, kind NodeType, h Event) (work, error) {
	_, e, err := onEvent(call, h)
	if err != nil {
		return work{}, err
	}
	w := work{kind: kind, event: h, waits: true}
	if kind == NodeEventRecord {
		w.run = func() error {
			e.mark()()
			return nil
		}
	} else {
		w.run = func() error {
			if _, wait := e.reached(e.c); wait != nil {
				return wait()
			}
			return nil
		}
	}
	return w, nil
}

func nothing() error { return nil }

// addTo adds a node of some work to a graph.
func addTo(call string, h Graph, deps []GraphNode, make func() (work, error)) (GraphNode, error) {
	graphing.Lock()
	defer graphing.Unlock()
	g, err := onGraph(call, h)
	if err != nil {
		return 0, err
	}
	if _, err := g.list(call, deps); err != nil {
		return 0, err
	}
	w, err := make()
	if err != nil {
		return 0, err
	}
	return g.add(call, deps, w)
}

// GraphAddKernelNode adds a launch to a graph, after other nodes. The values of parameters
// are read before the call returns.
func GraphAddKernelNode(g Graph, deps []GraphNode, p KernelNodeParams) (GraphNode, error) {
	const call = "cuGraphAddKernelNode"
	return addTo(call, g, deps, func() (work, error) { return kernelWork(call, p) })
}

// GraphAddMemcpyNode adds a copy: see Memcpy3D. Memory of the program is read, and written,
// when the graph runs.
func GraphAddMemcpyNode(g Graph, deps []GraphNode, x Copy3D) (GraphNode, error) {
	const call = "cuGraphAddMemcpyNode"
	return addTo(call, g, deps, func() (work, error) { return memcpyWork(call, x) })
}

// GraphAddMemsetNode adds memory that is set.
func GraphAddMemsetNode(g Graph, deps []GraphNode, p MemsetNodeParams) (GraphNode, error) {
	const call = "cuGraphAddMemsetNode"
	return addTo(call, g, deps, func() (work, error) { return memsetWork(call, p) })
}

// GraphAddHostNode adds a call of a function.
func GraphAddHostNode(g Graph, deps []GraphNode, p HostNodeParams) (GraphNode, error) {
	const call = "cuGraphAddHostNode"
	return addTo(call, g, deps, func() (work, error) { return hostWork(call, p) })
}

// GraphAddEmptyNode adds a node that does nothing, for others to depend on.
func GraphAddEmptyNode(g Graph, deps []GraphNode) (GraphNode, error) {
	const call = "cuGraphAddEmptyNode"
	return addTo(call, g, deps, func() (work, error) { return work{kind: NodeEmpty, run: nothing}, nil })
}

// GraphAddEventRecordNode adds an event that happens when the graph comes to the node.
func GraphAddEventRecordNode(g Graph, deps []GraphNode, e Event) (GraphNode, error) {
	const call = "cuGraphAddEventRecordNode"
	return addTo(call, g, deps, func() (work, error) { return eventWork(call, NodeEventRecord, e) })
}

// GraphAddEventWaitNode adds a wait for an event.
func GraphAddEventWaitNode(g Graph, deps []GraphNode, e Event) (GraphNode, error) {
	const call = "cuGraphAddEventWaitNode"
	return addTo(call, g, deps, func() (work, error) { return eventWork(call, NodeWaitEvent, e) })
}

// GraphAddChildGraphNode adds a copy of another graph.
func GraphAddChildGraphNode(g Graph, deps []GraphNode, child Graph) (GraphNode, error) {
	const call = "cuGraphAddChildGraphNode"
	return addTo(call, g, deps, func() (work, error) { return childWork(call, child) })
}

func childWork(call string, h Graph) (work, error) {
	g, err := onGraph(call, h)
	if err != nil {
		return work{}, err
	}
	if err := g.copies(call); err != nil {
		return work{}, err
	}
	return work{kind: NodeGraph, child: g.clone(), run: nothing}, nil
}

// get returns what a node of a type does.
func (h GraphNode) get(call string, kind NodeType) (work, error) {
	graphing.Lock()
	defer graphing.Unlock()
	n, err := onNode(call, h)
	if err != nil {
		return work{}, err
	}
	if n.work.kind != kind {
		return work{}, refuse(call, ErrInvalidValue, "node %#x is of type %v, not %v", uintptr(h), n.work.kind, kind)
	}
	return n.work, nil
}

// set lets a node do something else of the same type.
func (h GraphNode) set(call string, kind NodeType, make func() (work, error)) error {
	if _, err := h.get(call, kind); err != nil {
		return err
	}
	w, err := make()
	if err != nil {
		return err
	}
	graphing.Lock()
	defer graphing.Unlock()
	n, err := onNode(call, h)
	if err != nil {
		return err
	}
	n.work = w
	return nil
}

// GraphKernelNodeGetParams returns the parameters of a kernel node. Those of the kernel are
// the node's own: they are not to be changed.
func GraphKernelNodeGetParams(n GraphNode) (KernelNodeParams, error) {
	w, err := n.get("cuGraphKernelNodeGetParams", NodeKernel)
	return w.kernel, err
}

// GraphKernelNodeSetParams gives a kernel node other parameters.
func GraphKernelNodeSetParams(n GraphNode, p KernelNodeParams) error {
	const call = "cuGraphKernelNodeSetParams"
	return n.set(call, NodeKernel, func() (work, error) { return kernelWork(call, p) })
}

// GraphMemcpyNodeGetParams returns what a memcpy node copies.
func GraphMemcpyNodeGetParams(n GraphNode) (Copy3D, error) {
	w, err := n.get("cuGraphMemcpyNodeGetParams", NodeMemcpy)
	return w.memcpy, err
}

// GraphMemcpyNodeSetParams lets a memcpy node copy something else.
func GraphMemcpyNodeSetParams(n GraphNode, x Copy3D) error {
	const call = "cuGraphMemcpyNodeSetParams"
	return n.set(call, NodeMemcpy, func() (work, error) { return memcpyWork(call, x) })
}

// GraphMemsetNodeGetParams returns what a memset node sets.
func GraphMemsetNodeGetParams(n GraphNode) (MemsetNodeParams, error) {
	w, err := n.get("cuGraphMemsetNodeGetParams", NodeMemset)
	return w.memset, err
}

// GraphMemsetNodeSetParams lets a memset node set something else.
func GraphMemsetNodeSetParams(n GraphNode, p MemsetNodeParams) error {
	const call = "cuGraphMemsetNodeSetParams"
	return n.set(call, NodeMemset, func() (work, error) { return memsetWork(call, p) })
}

// GraphHostNodeGetParams returns the function of a host node.
func GraphHostNodeGetParams(n GraphNode) (HostNodeParams, error) {
	w, err := n.get("cuGraphHostNodeGetParams", NodeHost)
	return w.host, err
}

// GraphHostNodeSetParams gives a host node another function.
func GraphHostNodeSetParams(n GraphNode, p HostNodeParams) error {
	const call = "cuGraphHostNodeSetParams"
	return n.set(call, NodeHost, func() (work, error) { return hostWork(call, p) })
}

// GraphChildGraphNodeGetGraph returns the graph of a child node, which is a graph of its own.
func GraphChildGraphNodeGetGraph(n GraphNode) (Graph, error) {
	w, err := n.get("cuGraphChildGraphNodeGetGraph", NodeGraph)
	if err != nil {
		return 0, err
	}
	return w.child.handle, nil
}

// GraphEventRecordNodeGetEvent returns the event of an event record node.
func GraphEventRecordNodeGetEvent(n GraphNode) (Event, error) {
	w, err := n.get("cuGraphEventRecordNodeGetEvent", NodeEventRecord)
	return w.event, err
}

// GraphEventRecordNodeSetEvent gives an event record node another event.
func GraphEventRecordNodeSetEvent(n GraphNode, e Event) error {
	const call = "cuGraphEventRecordNodeSetEvent"
	return n.set(call, NodeEventRecord, func() (work, error) { return eventWork(call, NodeEventRecord, e) })
}

// GraphEventWaitNodeGetEvent returns the event of an event wait node.
func GraphEventWaitNodeGetEvent(n GraphNode) (Event, error) {
	w, err := n.get("cuGraphEventWaitNodeGetEvent", NodeWaitEvent)
	return w.event, err
}

// GraphEventWaitNodeSetEvent gives an event wait node another event.
func GraphEventWaitNodeSetEvent(n GraphNode, e Event) error {
	const call = "cuGraphEventWaitNodeSetEvent"
	return n.set(call, NodeWaitEvent, func() (work, error) { return eventWork(call, NodeWaitEvent, e) })
}
