package driver

import (
	"sync/atomic"
	"unsafe"
)

// A conditional node runs a graph of its own, its body, once or again and again, as long as a number is not 0. Kernels
// set the number with cudaGraphSetConditional, by its handle, which is its address.

// ConditionalHandle is a CUgraphConditionalHandle.
type ConditionalHandle uint64

// ConditionalType is a CUgraphConditionalNodeType.
type ConditionalType int32

// How often the body of a conditional node runs.
const (
	ConditionalIf    ConditionalType = 0 // once, if the number is not 0
	ConditionalWhile ConditionalType = 1 // as long as the number is not 0
)

// ConditionalFlags are flags of GraphConditionalHandleCreate.
type ConditionalFlags uint32

// ConditionalAssignDefault sets the number whenever a launch of the graph begins.
const ConditionalAssignDefault ConditionalFlags = 1

// condition is the number that a conditional node looks at.
type condition struct {
	handle  ConditionalHandle
	g       *graph // in which the node is to be
	used    bool   // there is one
	value   *uint32
	initial uint32
	assign  bool
}

// conditions are those of all graphs; graphing guards it.
var conditions = map[ConditionalHandle]*condition{}

// GraphConditionalHandleCreate makes the number of a conditional node that is to be added to a graph. It lasts as long as
// the graph and what was instantiated of it.
func GraphConditionalHandleCreate(h Graph, ctx Context, initial uint32, flags ConditionalFlags) (ConditionalHandle, error) {
	const call = "cuGraphConditionalHandleCreate"
	if flags&^ConditionalAssignDefault != 0 {
		return 0, refuse(call, ErrInvalidValue, "flags %#x", uint32(flags))
	}
	if ctx == 0 {
		if _, err := begin(call); err != nil {
			return 0, err
		}
	} else if _, err := contexts.find(call, ctx, "context", ErrInvalidContext); err != nil {
		return 0, err
	}
	graphing.Lock()
	defer graphing.Unlock()
	g, err := onGraph(call, h)
	if err != nil {
		return 0, err
	}
	at, err := allocAddr(int64(unsafe.Sizeof(initial)))
	if err != nil {
		return 0, failed(call, err)
	}
	b, _, _ := bufferAt(at)
	x := &condition{handle: ConditionalHandle(at), g: g, value: (*uint32)(unsafe.Pointer(unsafe.SliceData(b))), initial: initial,
		assign: flags&ConditionalAssignDefault != 0}
	conditions[x.handle] = x
	g.hold(userObjects.add(&userObject{inside: true, destroy: func() {
		delete(conditions, x.handle)
		freeAddr(at) // it was allocated
	}}))
	return x.handle, nil
}

// GraphAddConditionalNode adds a node that decides by the number of a handle whether, or how often, its body runs: a graph
// without nodes, to which kernel, memcpy, memset, empty, child graph and conditional nodes may be added.
func GraphAddConditionalNode(h Graph, deps []GraphNode, handle ConditionalHandle, kind ConditionalType) (n GraphNode, body Graph, err error) {
	const call = "cuGraphAddNode"
	n, err = addTo(call, h, deps, func() (work, error) {
		x := conditions[handle]
		switch {
		case x == nil || x.g != graphs.get(h):
			return work{}, refuse(call, ErrInvalidValue, "the graph has no conditional handle %#x", uint64(handle))
		case x.used:
			return work{}, refuse(call, ErrInvalidValue, "conditional handle %#x is one of another node", uint64(handle))
		case kind != ConditionalIf && kind != ConditionalWhile:
			return work{}, refuse(call, ErrInvalidValue, "a conditional node of type %d", int32(kind))
		}
		x.used = true
		g := newGraph()
		body = g.handle
		return work{kind: NodeConditional, cond: x, decides: kind, child: g, run: nothing}, nil
	})
	return n, body, err
}

// GraphConditionalNodeGetBody returns the graph that a conditional node runs.
func GraphConditionalNodeGetBody(n GraphNode) (Graph, error) {
	w, err := n.get("cuGraphNodeGetParams", NodeConditional)
	if err != nil {
		return 0, err
	}
	return w.child.handle, nil
}

// inBodies are the nodes that bodies may have.
var inBodies = map[NodeType]bool{NodeKernel: true, NodeMemcpy: true, NodeMemset: true, NodeGraph: true, NodeEmpty: true, NodeConditional: true}

// bodies is the error where a body has other nodes.
func bodies(call string, steps []*step, inside bool) error {
	for _, s := range steps {
		if inside && !inBodies[s.work.kind] {
			return refuse(call, ErrNotSupported, "node %#x of the body of a conditional node is of type %v", uintptr(s.node), s.work.kind)
		}
		if err := bodies(call, s.sub, inside || s.work.kind == NodeConditional); err != nil {
			return err
		}
	}
	return nil
}

// decision is a conditional node that runs.
type decision struct {
	cond *condition
	kind ConditionalType
	plan []batch // of the body
}

// begins sets the numbers of conditional nodes to what they are when a launch begins.
func begins(all []func() error, steps []*step) []func() error {
	for _, s := range steps {
		if x := s.work.cond; x != nil && x.assign {
			all = append(all, func() error {
				atomic.StoreUint32(x.value, x.initial)
				return nil
			})
		}
		all = begins(all, s.sub)
	}
	return all
}

// run runs the body, if or as long as the number is not 0 and the context lasts.
func (d *decision) run(call string, c *ctx, s *stream) error {
	for atomic.LoadUint32(d.cond.value) != 0 && !c.ending.Load() {
		for _, b := range d.plan {
			if err := b.run(call, c, s); err != nil {
				return err
			}
		}
		if d.kind == ConditionalIf {
			break
		}
	}
	return nil
}
