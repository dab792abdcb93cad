package driver

import (
	"testing"
	"unsafe"
)

// conditional is a graph with a node that decides, and the number that its kernels count down.
type conditional struct {
	g, body Graph
	node    GraphNode
	handle  ConditionalHandle
	left    DevicePtr
	again   Function
}

func newConditional(t *testing.T, m Module, g Graph, kind ConditionalType, initial uint32, flags ConditionalFlags, deps ...GraphNode) *conditional {
	t.Helper()
	x := &conditional{g: g, left: alloc(t, 1), again: function(t, m, "again")}
	x.handle = must(t, func() (ConditionalHandle, error) { return GraphConditionalHandleCreate(g, 0, initial, flags) })
	var err error
	x.node, x.body, err = GraphAddConditionalNode(g, deps, x.handle, kind)
	ok(t, err)
	return x
}

// counts are the parameters of a kernel that counts down, and sets the number of the node.
func (x *conditional) counts() KernelNodeParams {
	return KernelNodeParams{Func: x.again, Grid: [3]int{1, 1, 1}, Block: [3]int{1, 1, 1}, Params: []unsafe.Pointer{p(&x.handle), p(&x.left)}}
}

// add adds that kernel to a graph.
func (x *conditional) add(t *testing.T, g Graph, deps ...GraphNode) GraphNode {
	t.Helper()
	return must(t, func() (GraphNode, error) { return GraphAddKernelNode(g, deps, x.counts()) })
}

// TestConditionalWhile runs a body as often as a kernel in it says, and changes its kernels.
func TestConditionalWhile(t *testing.T) {
	m := start(t)
	everyStream(t, func(t *testing.T, s Stream) {
		n := newNotes(t, m)
		g := newGraphT(t)
		first := n.add(t, g, 1)
		x := newConditional(t, m, g, ConditionalWhile, 1, ConditionalAssignDefault, first)
		inner := n.add(t, x.body, 2)
		x.add(t, x.body, inner)
		n.add(t, g, 3, x.node)
		e := instantiate(t, g)
		for range 2 { // the number is 1 again with each launch
			write(t, x.left, uint32(3))
			ok(t, GraphLaunch(e, s))
			n.want(t, "launched", 1, 2, 2, 2, 3)
		}
		ok(t, GraphExecKernelNodeSetParams(e, inner, n.params(4)))
		write(t, x.left, uint32(2))
		ok(t, GraphLaunch(e, s))
		n.want(t, "another kernel", 1, 4, 4, 3)
		if r, _, err := GraphExecUpdate(e, g); err != nil {
			t.Errorf("updated: %v, %v", r, err)
		}
		write(t, x.left, uint32(1))
		ok(t, GraphLaunch(e, s))
		n.want(t, "updated", 1, 2, 3)
		if body := must(t, func() (Graph, error) { return GraphConditionalNodeGetBody(x.node) }); body != x.body {
			t.Errorf("the body is %#x, not %#x", body, x.body)
		}
	})
}

// TestConditionalIf runs a body once or not, by a number that a kernel in front sets.
func TestConditionalIf(t *testing.T) {
	m := start(t)
	everyStream(t, func(t *testing.T, s Stream) {
		n := newNotes(t, m)
		g := newGraphT(t)
		x := newConditional(t, m, g, ConditionalIf, 0, 0)
		ok(t, GraphAddDependencies(g, []GraphNode{x.add(t, g)}, []GraphNode{x.node}))
		n.add(t, x.body, 1)
		// One in the body, whose number stays from launch to launch.
		y := newConditional(t, m, x.body, ConditionalIf, 0, 0)
		n.add(t, y.body, 2)
		n.add(t, g, 3, x.node)
		e := instantiate(t, g)
		write(t, x.left, uint32(3))
		ok(t, GraphLaunch(e, s))
		n.want(t, "2 left", 1, 3)
		ok(t, MemsetD32(DevicePtr(y.handle), 1, 1)) // as a kernel would
		ok(t, GraphLaunch(e, s))
		n.want(t, "1 left", 1, 2, 3)
		ok(t, GraphLaunch(e, s))
		n.want(t, "none left", 3)
	})
}

// TestConditionalMistakes are refused.
func TestConditionalMistakes(t *testing.T) {
	m := start(t)
	g, other := newGraphT(t), newGraphT(t)
	x := newConditional(t, m, g, ConditionalWhile, 0, 0)
	_, _, err := GraphAddConditionalNode(g, nil, x.handle, ConditionalIf)
	wants(t, "the handle of another node", err, ErrInvalidValue)
	h := must(t, func() (ConditionalHandle, error) { return GraphConditionalHandleCreate(g, 0, 0, 0) })
	_, _, err = GraphAddConditionalNode(other, nil, h, ConditionalIf)
	wants(t, "the handle of another graph", err, ErrInvalidValue)
	_, _, err = GraphAddConditionalNode(g, nil, h, 2)
	wants(t, "a type", err, ErrInvalidValue)
	_, _, err = GraphAddConditionalNode(g, nil, h+4, ConditionalIf)
	wants(t, "no handle", err, ErrInvalidValue)
	_, err = GraphConditionalHandleCreate(g, 0, 0, 2)
	wants(t, "flags", err, ErrInvalidValue)
	_, err = GraphConditionalHandleCreate(g, 4711, 0, 0)
	wants(t, "a context", err, ErrInvalidContext)
	_, err = GraphClone(g)
	wants(t, "cloned", err, ErrNotSupported)
	wants(t, "a body destroyed", GraphDestroy(x.body), ErrInvalidValue)
	ok(t, GraphAddHost(x.body))
	_, err = GraphInstantiate(g, 0)
	wants(t, "a function in a body", err, ErrNotSupported)
}

// GraphAddHost adds a node that calls a function.
func GraphAddHost(g Graph) error {
	_, err := GraphAddHostNode(g, nil, HostNodeParams{Fn: func() {}})
	return err
}

// TestConditionalEnds destroys a context while a body runs again and again.
func TestConditionalEnds(t *testing.T) {
	m := start(t)
	_ = m
	c := must(t, func() (Context, error) { return CtxCreate(0, 0) })
	g := must(t, func() (Graph, error) { return GraphCreate(0) })
	h := must(t, func() (ConditionalHandle, error) {
		return GraphConditionalHandleCreate(g, c, 1, ConditionalAssignDefault)
	})
	_, _, err := GraphAddConditionalNode(g, nil, h, ConditionalWhile)
	ok(t, err)
	e := must(t, func() (GraphExec, error) { return GraphInstantiate(g, 0) })
	ok(t, GraphLaunch(e, newStream(t, 0)))
	ok(t, CtxDestroy(c))
	ok(t, GraphExecDestroy(e))
	ok(t, GraphDestroy(g))
}

// TestCaptureToGraph captures a stream into the body of a conditional node, and behind nodes of a graph.
func TestCaptureToGraph(t *testing.T) {
	m := start(t)
	n := newNotes(t, m)
	g, s := newGraphT(t), newStream(t, StreamNonBlocking)
	note := func(number uint32) {
		t.Helper()
		ok(t, run(n.f, 1, s, p(&n.list), p(&number)))
	}
	x := newConditional(t, m, g, ConditionalWhile, 1, ConditionalAssignDefault)
	ok(t, StreamBeginCaptureToGraph(s, x.body, nil, CaptureRelaxed))
	note(1)
	ok(t, run(x.again, 1, s, p(&x.handle), p(&x.left)))
	if got := must(t, func() (Graph, error) { return StreamEndCapture(s) }); got != x.body {
		t.Errorf("captured graph %#x, not %#x", got, x.body)
	}
	ok(t, StreamBeginCaptureToGraph(s, g, []GraphNode{x.node}, CaptureGlobal))
	note(2)
	wants(t, "destroyed meanwhile", GraphDestroy(g), ErrInvalidValue)
	wants(t, "captured twice", StreamBeginCaptureToGraph(newStream(t, 0), g, nil, CaptureGlobal), ErrInvalidValue)
	must(t, func() (Graph, error) { return StreamEndCapture(s) })
	write(t, x.left, uint32(2))
	ok(t, GraphLaunch(instantiate(t, g), s))
	n.want(t, "launched", 1, 1, 2)

	// One that comes to nothing leaves the graph.
	ok(t, StreamBeginCaptureToGraph(s, g, []GraphNode{x.node}, CaptureGlobal))
	wants(t, "synchronize", StreamSynchronize(s), ErrStreamCaptureUnsupported)
	_, err := StreamEndCapture(s)
	wants(t, "end", err, ErrStreamCaptureInvalidated)
	must(t, func() ([]GraphNode, error) { return GraphGetNodes(g) })
	wants(t, "behind a node of another graph", StreamBeginCaptureToGraph(s, newGraphT(t), []GraphNode{x.node}, CaptureGlobal), ErrInvalidValue)
	wants(t, "no graph", StreamBeginCaptureToGraph(s, 4711, nil, CaptureGlobal), ErrInvalidValue)
}
