package driver

import (
	"slices"
	"strings"
	"testing"
	"unsafe"
)

// notes is a list to which kernel nodes append numbers, so that their order is seen.
type notes struct {
	f    Function
	list DevicePtr
}

func newNotes(t *testing.T, m Module) notes {
	n := notes{function(t, m, "note"), alloc(t, 64)}
	n.clear(t)
	return n
}

func (n notes) clear(t *testing.T) { ok(t, MemsetD32(n.list, 0, 64)) }

// params are those of a launch that appends a number.
func (n notes) params(number uint32) KernelNodeParams {
	return KernelNodeParams{Func: n.f, Grid: [3]int{1, 1, 1}, Block: [3]int{1, 1, 1}, Params: []unsafe.Pointer{unsafe.Pointer(&n.list), unsafe.Pointer(&number)}}
}

func (n notes) add(t *testing.T, g Graph, number uint32, deps ...GraphNode) GraphNode {
	t.Helper()
	return must(t, func() (GraphNode, error) { return GraphAddKernelNode(g, deps, n.params(number)) })
}

func (n notes) want(t *testing.T, what string, want ...uint32) {
	t.Helper()
	ok(t, CtxSynchronize())
	got := read[uint32](t, n.list, 64)
	if got := got[1 : 1+got[0]]; !slices.Equal(got, want) {
		t.Errorf("%s: %d, want %d", what, got, want)
	}
	n.clear(t)
}

func newGraphT(t *testing.T) Graph {
	t.Helper()
	g := must(t, func() (Graph, error) { return GraphCreate(0) })
	t.Cleanup(func() { ok(t, GraphDestroy(g)) })
	return g
}

func instantiate(t *testing.T, g Graph) GraphExec {
	t.Helper()
	e := must(t, func() (GraphExec, error) { return GraphInstantiate(g, 0) })
	t.Cleanup(func() { ok(t, GraphExecDestroy(e)) })
	return e
}

// TestGraph builds a graph of nodes of all types, launches it in all kinds of streams, and
// changes the executable graph.
func TestGraph(t *testing.T) {
	m := start(t)
	n := newNotes(t, m)
	g := newGraphT(t)
	from, to := alloc(t, 4), make([]uint32, 4)
	event := must(t, func() (Event, error) { return EventCreate(0) })
	calls := 0

	last := n.add(t, g, 3) // added first, done last
	set := must(t, func() (GraphNode, error) {
		return GraphAddMemsetNode(g, nil, MemsetNodeParams{Dst: from, Value: 7, ElementSize: 4, Width: 4, Height: 1})
	})
	copied := must(t, func() (GraphNode, error) {
		return GraphAddMemcpyNode(g, []GraphNode{set}, Copy3D{Dst: DevicePtr(unsafe.Pointer(&to[0])), Src: from, DstPitch: 16, SrcPitch: 16, Width: 16, Height: 1, Depth: 1})
	})
	first := n.add(t, g, 1, copied)
	child := newGraphT(t)
	inner := n.add(t, child, 2)
	sub := must(t, func() (GraphNode, error) { return GraphAddChildGraphNode(g, []GraphNode{first}, child) })
	host := must(t, func() (GraphNode, error) {
		return GraphAddHostNode(g, []GraphNode{sub}, HostNodeParams{Fn: func() { calls++ }})
	})
	empty := must(t, func() (GraphNode, error) { return GraphAddEmptyNode(g, []GraphNode{host}) })
	rec := must(t, func() (GraphNode, error) { return GraphAddEventRecordNode(g, []GraphNode{empty}, event) })
	wait := must(t, func() (GraphNode, error) { return GraphAddEventWaitNode(g, []GraphNode{rec}, event) })
	ok(t, GraphAddDependencies(g, []GraphNode{wait}, []GraphNode{last}))
	wants(t, "the same dependency", GraphAddDependencies(g, []GraphNode{wait}, []GraphNode{last}), ErrInvalidValue)

	e := instantiate(t, g)
	for i, s := range []Stream{0, StreamPerThread, newStream(t, 0), newStream(t, StreamNonBlocking)} {
		clear(to)
		ok(t, GraphLaunch(e, s))
		n.want(t, "launched", 1, 2, 3)
		if calls != i+1 || to[3] != 7 {
			t.Errorf("%d calls, %d", calls, to)
		}
	}
	ok(t, EventQuery(event))

	// The graph that was instantiated stays as it was, whatever becomes of the other one.
	ok(t, GraphKernelNodeSetParams(first, n.params(10)))
	ok(t, GraphLaunch(e, 0))
	n.want(t, "before", 1, 2, 3)
	ok(t, GraphExecKernelNodeSetParams(e, last, n.params(30)))
	ok(t, GraphExecMemsetNodeSetParams(e, set, MemsetNodeParams{Dst: from, Value: 8, ElementSize: 4, Width: 4, Height: 1}))
	ok(t, GraphExecHostNodeSetParams(e, host, HostNodeParams{Fn: func() { calls += 100 }}))
	ok(t, GraphNodeSetEnabled(e, first, false))
	ok(t, GraphLaunch(e, 0))
	n.want(t, "changed", 2, 30)
	if calls != 105 || to[0] != 8 {
		t.Errorf("%d calls, %d", calls, to)
	}
	if on := must(t, func() (bool, error) { return GraphNodeGetEnabled(e, first) }); on {
		t.Error("the node is enabled")
	}
	r, _, err := GraphExecUpdate(e, g)
	if ok(t, err); r != UpdateSuccess {
		t.Errorf("the update says %v", r)
	}
	ok(t, GraphNodeSetEnabled(e, first, true))
	ok(t, GraphLaunch(e, 0))
	n.want(t, "updated", 10, 2, 3)
	ok(t, GraphKernelNodeSetParams(inner, n.params(20)))
	ok(t, GraphExecChildGraphNodeSetParams(e, sub, child))
	ok(t, GraphLaunch(e, 0))
	n.want(t, "another child", 10, 20, 3)

	// Graphs of other shapes.
	wants(t, "type", GraphExecMemsetNodeSetParams(e, host, MemsetNodeParams{Dst: from, ElementSize: 4, Width: 1, Height: 1}), ErrInvalidValue)
	wants(t, "no node", GraphExecKernelNodeSetParams(e, inner, n.params(1)), ErrInvalidValue)
	n.add(t, child, 4)
	wants(t, "child of another shape", GraphExecChildGraphNodeSetParams(e, sub, child), ErrInvalidValue)
	ok(t, GraphRemoveDependencies(g, []GraphNode{wait}, []GraphNode{last}))
	r, _, err = GraphExecUpdate(e, g)
	wants(t, "update", err, ErrGraphExecUpdateFailure)
	if r != UpdateTopologyChanged {
		t.Errorf("the update says %v", r)
	}
	for _, test := range []struct {
		n    GraphNode
		want NodeType
	}{{last, NodeKernel}, {set, NodeMemset}, {copied, NodeMemcpy}, {sub, NodeGraph}, {host, NodeHost}, {empty, NodeEmpty}, {rec, NodeEventRecord}, {wait, NodeWaitEvent}} {
		if got := must(t, func() (NodeType, error) { return GraphNodeGetType(test.n) }); got != test.want {
			t.Errorf("type %v, want %v", got, test.want)
		}
	}
	dot := must(t, func() (string, error) { return GraphDebugDot(g) })
	if !strings.HasPrefix(dot, "digraph dot {\n") || strings.Count(dot, "note") != 3 || strings.Count(dot, "->") != 7 {
		t.Error(dot)
	}
}

// TestGraphShape asks for nodes and edges, and makes clones, cycles and mistakes.
func TestGraphShape(t *testing.T) {
	m := start(t)
	n := newNotes(t, m)
	g := newGraphT(t)
	a := n.add(t, g, 1)
	b := n.add(t, g, 2, a)
	c := n.add(t, g, 3, a, b)
	equal := func(what string, got []GraphNode, want ...GraphNode) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s: %x, want %x", what, got, want)
		}
	}
	equal("nodes", must(t, func() ([]GraphNode, error) { return GraphGetNodes(g) }), a, b, c)
	equal("roots", must(t, func() ([]GraphNode, error) { return GraphGetRootNodes(g) }), a)
	equal("before", must(t, func() ([]GraphNode, error) { return GraphNodeGetDependencies(c) }), a, b)
	equal("after", must(t, func() ([]GraphNode, error) { return GraphNodeGetDependentNodes(a) }), b, c)
	from, to, err := GraphGetEdges(g)
	ok(t, err)
	equal("from", from, a, a, b)
	equal("to", to, b, c, c)

	clone := must(t, func() (Graph, error) { return GraphClone(g) })
	copied := must(t, func() (GraphNode, error) { return GraphNodeFindInClone(b, clone) })
	ok(t, GraphKernelNodeSetParams(copied, n.params(9)))
	e := instantiate(t, clone)
	ok(t, GraphDestroy(clone))
	wants(t, "destroyed again", GraphDestroy(clone), ErrInvalidValue)
	_, err = GraphNodeGetType(copied)
	wants(t, "node of what was destroyed", err, ErrInvalidValue)
	ok(t, GraphLaunch(e, 0))
	n.want(t, "the clone", 1, 9, 3)

	ok(t, GraphDestroyNode(b))
	equal("without one", must(t, func() ([]GraphNode, error) { return GraphNodeGetDependencies(c) }), a)
	ok(t, GraphAddDependencies(g, []GraphNode{c}, []GraphNode{a}))
	_, err = GraphInstantiate(g, 0)
	wants(t, "a cycle", err, ErrInvalidValue)
	wants(t, "a node before itself", GraphAddDependencies(g, []GraphNode{c}, []GraphNode{c}), ErrInvalidValue)
	wants(t, "no dependency", GraphRemoveDependencies(g, []GraphNode{c}, []GraphNode{b}), ErrInvalidValue)
	other := newGraphT(t)
	_, err = GraphAddEmptyNode(other, []GraphNode{a})
	wants(t, "a node of another graph", err, ErrInvalidValue)
	_, err = GraphAddEmptyNode(g, []GraphNode{a, a})
	wants(t, "a node twice", err, ErrInvalidValue)
	for what, p := range map[string]KernelNodeParams{"no function": {}, "no grid": {Func: n.f, Block: [3]int{1, 1, 1}}, "no parameters": {Func: n.f, Grid: [3]int{1, 1, 1}, Block: [3]int{1, 1, 1}}} {
		if _, err := GraphAddKernelNode(g, nil, p); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	_, err = GraphAddMemcpyNode(g, nil, Copy3D{Width: 1, Height: 1, Depth: 1})
	wants(t, "copy of nothing", err, ErrInvalidValue)
	_, err = GraphAddMemsetNode(g, nil, MemsetNodeParams{Dst: n.list, ElementSize: 2, Value: 1 << 16, Width: 1, Height: 1})
	wants(t, "large value", err, ErrInvalidValue)
	_, err = GraphAddHostNode(g, nil, HostNodeParams{})
	wants(t, "no function", err, ErrInvalidValue)
	wants(t, "no graph", GraphLaunch(12345, 0), ErrInvalidValue)
	_, err = GraphInstantiate(g, 4)
	wants(t, "launched by kernels", err, ErrNotSupported)
}

// TestGraphGone launches a graph whose memory or module is gone.
func TestGraphGone(t *testing.T) {
	m := start(t)
	g := newGraphT(t)
	x := alloc(t, 4)
	must(t, func() (GraphNode, error) {
		return GraphAddMemsetNode(g, nil, MemsetNodeParams{Dst: x, ElementSize: 4, Width: 4, Height: 1})
	})
	e := instantiate(t, g)
	ok(t, MemFree(x))
	wants(t, "memory is gone", GraphLaunch(e, 0), ErrIllegalAddress)
	wants(t, "and so is the context", CtxSynchronize(), ErrIllegalAddress)
	_ = m
}

// TestGraphSerial launches one graph in two streams at a time: one launch comes after the
// other, and none is left behind.
func TestGraphSerial(t *testing.T) {
	m := start(t)
	n := newNotes(t, m)
	g := newGraphT(t)
	block := make(chan struct{})
	must(t, func() (GraphNode, error) { return GraphAddHostNode(g, nil, HostNodeParams{Fn: func() { <-block }}) })
	first := must(t, func() ([]GraphNode, error) { return GraphGetNodes(g) })
	n.add(t, g, 5, first...)
	e := instantiate(t, g)
	a, b := newStream(t, StreamNonBlocking), newStream(t, StreamNonBlocking)
	ok(t, GraphLaunch(e, a))
	ok(t, GraphLaunch(e, b))
	ok(t, GraphExecKernelNodeSetParams(e, must(t, func() ([]GraphNode, error) { return GraphGetNodes(g) })[1], n.params(6)))
	ok(t, GraphLaunch(e, a))
	wants(t, "busy", StreamQuery(b), ErrNotReady)
	close(block)
	n.want(t, "in turn", 5, 5, 6)
	ok(t, GraphUpload(e, a))
}

// TestUserObjects keeps an object alive by a graph, a clone and an executable graph.
func TestUserObjects(t *testing.T) {
	start(t)
	gone := make(chan bool, 1)
	o := must(t, func() (UserObject, error) { return UserObjectCreate(func() { gone <- true }, 2) })
	g := must(t, func() (Graph, error) { return GraphCreate(0) })
	ok(t, GraphRetainUserObject(g, o, 1, true))
	wants(t, "more than the graph has", GraphReleaseUserObject(g, o, 2), ErrInvalidValue)
	wants(t, "more than there are", GraphRetainUserObject(g, o, 3, true), ErrInvalidValue)
	wants(t, "none", UserObjectRetain(o, 0), ErrInvalidValue)
	ok(t, UserObjectRelease(o, 1))
	parent := must(t, func() (Graph, error) { return GraphCreate(0) })
	must(t, func() (GraphNode, error) { return GraphAddChildGraphNode(parent, nil, g) })
	ok(t, GraphDestroy(g))
	e := must(t, func() (GraphExec, error) { return GraphInstantiate(parent, 0) })
	ok(t, GraphDestroy(parent))
	ok(t, GraphLaunch(e, 0))
	select {
	case <-gone:
		t.Error("the object is gone while it is referred to")
	default:
	}
	ok(t, GraphExecDestroy(e))
	<-gone
	wants(t, "what is gone", UserObjectRelease(o, 1), ErrInvalidValue)
}
