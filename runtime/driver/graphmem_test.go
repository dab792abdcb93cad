package driver

import (
	"slices"
	"testing"
)

// inGraphs is how much memory launches of graphs have allocated.
func inGraphs(t *testing.T) uint64 {
	t.Helper()
	return must(t, func() (uint64, error) { return DeviceGetGraphMemAttribute(0, GraphMemUsedCurrent) })
}

func allocNode(t *testing.T, g Graph, bytes int64, deps ...GraphNode) (n GraphNode, p DevicePtr) {
	t.Helper()
	n, p, err := GraphAddMemAllocNode(g, deps, bytes, 0)
	ok(t, err)
	return n, p
}

// everyStream runs a test in the default stream and in others.
func everyStream(t *testing.T, f func(t *testing.T, s Stream)) {
	for name, s := range map[string]func() Stream{"default": func() Stream { return 0 }, "per thread": func() Stream { return StreamPerThread },
		"blocking": func() Stream { return newStream(t, 0) }, "non-blocking": func() Stream { return newStream(t, StreamNonBlocking) }} {
		t.Run(name, func(t *testing.T) { f(t, s()) })
	}
}

// TestGraphMemory allocates and frees in one graph, whose kernel uses the memory meanwhile.
func TestGraphMemory(t *testing.T) {
	virtualMemory(t)
	m := start(t)
	everyStream(t, func(t *testing.T, s Stream) {
		g := newGraphT(t)
		to := alloc(t, 64)
		a, p := allocNode(t, g, 100)
		set := must(t, func() (GraphNode, error) {
			return GraphAddMemsetNode(g, []GraphNode{a}, MemsetNodeParams{Dst: p, Value: 0, ElementSize: 4, Width: 25, Height: 1})
		})
		note := notes{function(t, m, "note"), p}
		one := note.add(t, g, 1, set)
		copied := must(t, func() (GraphNode, error) {
			return GraphAddMemcpyNode(g, []GraphNode{one}, Copy3D{Dst: to, Src: p, DstPitch: 100, SrcPitch: 100, Width: 100, Height: 1, Depth: 1})
		})
		f := must(t, func() (GraphNode, error) { return GraphAddMemFreeNode(g, []GraphNode{copied}, p) })
		_, err := GraphAddMemFreeNode(g, nil, p)
		wants(t, "freed twice", err, ErrInvalidValue)
		if got := must(t, func() (MemAllocNodeParams, error) { return GraphMemAllocNodeGetParams(a) }); got != (MemAllocNodeParams{100, 0, p}) {
			t.Errorf("the node allocates %v", got)
		}
		if got := must(t, func() (DevicePtr, error) { return GraphMemFreeNodeGetParams(f) }); got != p {
			t.Errorf("the node frees %#x, not %#x", got, p)
		}
		wants(t, "before a launch", MemsetD8(p, 1, 1), ErrInvalidValue)
		before := inGraphs(t)
		e := instantiate(t, g)
		for range 3 {
			ok(t, MemsetD32(to, 0, 25))
			ok(t, GraphLaunch(e, s))
			ok(t, StreamSynchronize(s))
			if got := read[uint32](t, to, 3); !slices.Equal(got, []uint32{1, 1, 0}) {
				t.Errorf("the kernel has noted %d", got)
			}
			wants(t, "after a launch", MemsetD8(p, 1, 1), ErrInvalidValue)
		}
		if now := inGraphs(t); now != before {
			t.Errorf("graphs have %d bytes, and had %d", now, before)
		}
		wants(t, "free outside", MemFree(p), ErrInvalidValue)
		_, err = GraphInstantiate(g, 0)
		wants(t, "instantiated twice", err, ErrInvalidValue)
		_, err = GraphClone(g)
		wants(t, "cloned", err, ErrNotSupported)
		_, err = GraphAddChildGraphNode(newGraphT(t), nil, g)
		wants(t, "as a child", err, ErrNotSupported)
		wants(t, "without a node", GraphDestroyNode(one), ErrNotSupported)
		wants(t, "without a dependency", GraphRemoveDependencies(g, []GraphNode{one}, []GraphNode{copied}), ErrNotSupported)
		if r, _, err := GraphExecUpdate(e, g); err != nil {
			t.Errorf("updated: %v, %v", r, err)
		}
	})
}

// TestGraphMemoryStays allocates in a graph what the program, another graph, or the next launch frees.
func TestGraphMemoryStays(t *testing.T) {
	virtualMemory(t)
	start(t)
	everyStream(t, func(t *testing.T, s Stream) {
		g := newGraphT(t)
		a, p := allocNode(t, g, 1<<20)
		must(t, func() (GraphNode, error) {
			return GraphAddMemsetNode(g, []GraphNode{a}, MemsetNodeParams{Dst: p, Value: 7, ElementSize: 1, Width: 1 << 20, Height: 1})
		})
		freeing := newGraphT(t)
		must(t, func() (GraphNode, error) { return GraphAddMemFreeNode(freeing, nil, p) })
		second := instantiate(t, freeing)
		wants(t, "nothing to free", GraphLaunch(second, s), ErrInvalidValue)
		before := inGraphs(t)
		is := func(what string, there bool) {
			t.Helper()
			ok(t, StreamSynchronize(s))
			if now := inGraphs(t) - before; now != map[bool]uint64{true: 1 << 20}[there] && now != map[bool]uint64{true: 1<<20 + 4096}[there] {
				t.Errorf("%s: graphs have %d bytes more", what, now)
			}
			if err := MemsetD8(p, 1, 1<<20); (err == nil) != there {
				t.Errorf("%s: %v", what, err)
			}
		}
		launch := func(e GraphExec) {
			t.Helper()
			ok(t, GraphLaunch(e, s))
			ok(t, StreamSynchronize(s))
			if got := read[byte](t, p, 1<<20); slices.ContainsFunc(got, func(b byte) bool { return b != 7 }) {
				t.Errorf("the memory is not what was set: %d", got[:8])
			}
		}
		e := must(t, func() (GraphExec, error) { return GraphInstantiate(g, 0) })
		launch(e)
		is("launched", true)
		wants(t, "launched again", GraphLaunch(e, s), ErrInvalidValue)
		if base, n, err := MemGetAddressRange(p + 5); base != p || n != 1<<20 || err != nil {
			t.Errorf("%d bytes at %#x, %v", n, base, err)
		}
		ok(t, MemFree(p))
		is("freed", false)
		wants(t, "freed twice", MemFree(p), ErrInvalidValue)
		wants(t, "freed twice", MemFreeAsync(p, s), ErrInvalidValue)
		launch(e)
		ok(t, MemFreeAsync(p, s))
		is("freed in a stream", false)
		launch(e)
		ok(t, GraphLaunch(second, s))
		is("freed by another graph", false)
		for range 3 { // without waiting in between
			ok(t, GraphLaunch(e, s))
			ok(t, MemFreeAsync(p, s))
		}
		is("freed each time", false)
		ok(t, GraphExecDestroy(e))

		e = must(t, func() (GraphExec, error) { return GraphInstantiate(g, InstantiateAutoFreeOnLaunch) })
		launch(e)
		launch(e)
		is("freed by the next launch", true)
		ok(t, GraphExecDestroy(e))
		is("after the end of the graph", true)
		ok(t, MemFree(p))
		is("at the end", false)
	})
}

// TestGraphMemoryEnds lets a context end that has memory of a graph, and a graph of which memory is left.
func TestGraphMemoryEnds(t *testing.T) {
	virtualMemory(t)
	start(t)
	before, known := inGraphs(t), len(graphMem.of)
	c := must(t, func() (Context, error) { return CtxCreate(0, 0) })
	g := must(t, func() (Graph, error) { return GraphCreate(0) })
	_, p := allocNode(t, g, 5000)
	e := must(t, func() (GraphExec, error) { return GraphInstantiate(g, 0) })
	ok(t, GraphLaunch(e, StreamPerThread))
	ok(t, CtxDestroy(c))
	if now := inGraphs(t); now != before {
		t.Errorf("graphs have %d bytes after the end of the context, and had %d", now, before)
	}
	ok(t, GraphLaunch(e, 0))
	ok(t, GraphExecDestroy(e))
	ok(t, GraphDestroy(g))
	ok(t, MemsetD8(p, 1, 5000)) // it is the program's now
	ok(t, MemFree(p))
	wants(t, "freed", MemsetD8(p, 1, 1), ErrInvalidValue)
	if now := len(graphMem.of); now != known {
		t.Errorf("%d pieces of memory are known, and %d were", now, known)
	}
}

// TestGraphMemoryOrder refuses a graph that frees memory before it allocates it.
func TestGraphMemoryOrder(t *testing.T) {
	virtualMemory(t)
	start(t)
	g := newGraphT(t)
	a, p := allocNode(t, g, 4)
	empty := must(t, func() (GraphNode, error) { return GraphAddEmptyNode(g, nil) })
	f := must(t, func() (GraphNode, error) { return GraphAddMemFreeNode(g, []GraphNode{empty}, p) })
	_, err := GraphInstantiate(g, 0)
	wants(t, "nothing orders", err, ErrInvalidValue, "depend")
	ok(t, GraphAddDependencies(g, []GraphNode{a}, []GraphNode{empty}))
	ok(t, GraphLaunch(instantiate(t, g), 0))
	_, err = GraphAddMemFreeNode(g, []GraphNode{f}, p+4)
	wants(t, "not the beginning", err, ErrInvalidValue)
	_, _, err = GraphAddMemAllocNode(g, nil, 0, 0)
	wants(t, "nothing", err, ErrInvalidValue)
	_, _, err = GraphAddMemAllocNode(g, nil, 1<<50, 0)
	wants(t, "too much", err, ErrOutOfMemory)
	_, _, err = GraphAddMemAllocNode(g, nil, 1, 7)
	wants(t, "no device", err, ErrInvalidDevice)
	wants(t, "an attribute", DeviceSetGraphMemAttribute(0, GraphMemUsedHigh, 1), ErrInvalidValue)
	ok(t, DeviceSetGraphMemAttribute(0, GraphMemUsedHigh, 0))
}

// TestCaptureMemory captures allocations and frees in the order of a stream.
func TestCaptureMemory(t *testing.T) {
	virtualMemory(t)
	start(t)
	s, to, other := newStream(t, StreamNonBlocking), alloc(t, 4), alloc(t, 4)
	ok(t, StreamBeginCapture(s, CaptureGlobal))
	p := must(t, func() (DevicePtr, error) { return MemAllocAsync(16, s) })
	ok(t, MemsetD32Async(p, 5, 4, s))
	ok(t, MemcpyDtoDAsync(to, p, 16, s))
	ok(t, MemFreeAsync(p, s))
	g := must(t, func() (Graph, error) { return StreamEndCapture(s) })
	defer GraphDestroy(g)
	var kinds []NodeType
	for _, n := range must(t, func() ([]GraphNode, error) { return GraphGetNodes(g) }) {
		kinds = append(kinds, must(t, func() (NodeType, error) { return GraphNodeGetType(n) }))
	}
	if want := []NodeType{NodeMemAlloc, NodeMemset, NodeMemcpy, NodeMemFree}; !slices.Equal(kinds, want) {
		t.Errorf("the nodes are %v, want %v", kinds, want)
	}
	e := instantiate(t, g)
	for range 2 {
		ok(t, MemsetD32(to, 0, 4))
		ok(t, GraphLaunch(e, s))
		ok(t, StreamSynchronize(s))
		if got := read[uint32](t, to, 4); !slices.Equal(got, []uint32{5, 5, 5, 5}) {
			t.Errorf("copied %d", got)
		}
	}
	ok(t, StreamBeginCapture(s, CaptureGlobal))
	wants(t, "memory of no graph", MemFreeAsync(other, s), ErrInvalidValue)
	_, err := StreamEndCapture(s)
	wants(t, "end", err, ErrStreamCaptureInvalidated)
	ok(t, StreamBeginCapture(s, CaptureGlobal))
	wants(t, "a graph with memory", GraphLaunch(e, s), ErrNotSupported)
	_, err = StreamEndCapture(s)
	wants(t, "end", err, ErrStreamCaptureInvalidated)
}
