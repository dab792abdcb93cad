package driver

import (
	"slices"
	"strconv"
	"testing"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/driver/internal/kernels"
)

func TestAnswersGraphs(t *testing.T) {
	w := startAsked(t)
	launch := func(f Function, grid, block int) KernelNodeParams {
		args := w.args
		if f == w.sh {
			args = args[:1]
		}
		return KernelNodeParams{Func: f, Grid: [3]int{grid, 1, 1}, Block: [3]int{block, 1, 1}, Params: args}
	}
	nodes := func(all ...GraphNode) []GraphNode { return all }
	a := answers{"flags": list(result(GraphCreate(1)), result(GraphCreate(2)))}
	g, err := GraphCreate(0)
	a.is("create", err)
	k, err := GraphAddKernelNode(g, nil, launch(w.inc, 1, 4))
	a.is("kernel", err)
	k2, err := GraphAddKernelNode(g, nodes(k), launch(w.inc, 1, 4))
	a.is("second kernel", err)
	e, err := GraphAddEmptyNode(g, nodes(k, k2))
	a.is("empty", err)
	a.is("after a node twice", result(GraphAddEmptyNode(g, nodes(k, k))))
	g2 := newGraphT(t)
	a.is("after a node of another graph", result(GraphAddEmptyNode(g2, nodes(k))))
	a.is("edge again", GraphAddDependencies(g, nodes(k), nodes(k2)))
	a.is("cycle", GraphAddDependencies(g, nodes(k2), nodes(k)))
	a.is("edge to itself", GraphAddDependencies(g, nodes(k), nodes(k)))
	a.is("remove", GraphRemoveDependencies(g, nodes(k2), nodes(k)))
	a.is("remove absent", GraphRemoveDependencies(g, nodes(e), nodes(k)))
	all, err := GraphGetNodes(g)
	var order []int
	for _, n := range all {
		order = append(order, slices.Index(nodes(k, k2, e), n))
	}
	a["nodes"] = list(err, order)
	roots, err := GraphGetRootNodes(g)
	a["roots"] = list(err, len(roots))
	from, _, err := GraphGetEdges(g)
	a["edges"] = list(err, len(from))
	a["types"] = list(got(GraphNodeGetType(k)), got(GraphNodeGetType(e)))
	set := MemsetNodeParams{Dst: w.p, Value: 7, ElementSize: 4, Width: 2, Height: 1}
	a.is("memset", result(GraphAddMemsetNode(g, nil, set)))
	set.ElementSize = 3
	a.is("memset of 3 bytes each", result(GraphAddMemsetNode(g, nil, set)))
	a.is("kernel grid 0", result(GraphAddKernelNode(g2, nil, launch(w.inc, 0, 4))))
	a.is("kernel block 2000", result(GraphAddKernelNode(g2, nil, launch(w.inc, 1, 2000))))
	calls := 0
	h, err := GraphAddHostNode(g, nodes(e), HostNodeParams{Fn: func() { calls++ }})
	a.is("host", err)
	a.is("child", result(GraphAddChildGraphNode(g, nil, g2)))
	exe, err := GraphInstantiate(g, 0)
	a.is("instantiate", err)
	a.is("launch", GraphLaunch(exe, 0))
	a.is("synchronize", CtxSynchronize())
	a["calls"] = calls
	a.is("exec set", GraphExecKernelNodeSetParams(exe, k, launch(w.inc, 2, 3)))
	a.is("exec set another function", GraphExecKernelNodeSetParams(exe, k, launch(w.sh, 2, 3)))
	q, err := GraphKernelNodeGetParams(k)
	a["get"] = list(err, q.Grid[0], q.Block[0], q.Func == w.inc)
	update := func() []any {
		r, _, err := GraphExecUpdate(exe, g)
		return list(err, r)
	}
	a["update"] = update()
	a.is("destroy node", GraphDestroyNode(h))
	a["update from fewer"] = update()
	clone, err := GraphClone(g)
	a.is("clone", err)
	a.is("find in clone", result(GraphNodeFindInClone(k, clone)))
	a.is("find in another graph", result(GraphNodeFindInClone(k, g2)))
	a["destroy"] = list(GraphExecDestroy(exe), GraphDestroy(g))
	ok(t, GraphDestroy(clone))
	g3 := newGraphT(t)
	exe, err = GraphInstantiate(g3, 0)
	a["graph of nothing"] = list(err, GraphLaunch(exe, 0), CtxSynchronize())
	a.is("upload", GraphUpload(exe, 0))
	a["exec flags"] = got(GraphExecGetFlags(exe))
	for _, i := range []int{1, 2, 4, 8, 16} {
		a.is("instantiate with flags "+strconv.Itoa(i), result(GraphInstantiate(g3, InstantiateFlags(i))))
	}
	compare(t, "graphs", a, map[string][]string{
		"no kernel launches a graph; a GPU refuses this one since nothing is in it": {"instantiate with flags 4"}})
}

func TestAnswersCapture(t *testing.T) {
	w := startAsked(t)
	s, s2 := newStream(t, StreamNonBlocking), newStream(t, StreamNonBlocking)
	host := make([]byte, 64)
	launch := func(on Stream) error { return w.launch(w.inc, one, [3]int{4, 1, 1}, 0, on, w.args) }
	status := func(of Stream) []any { return got(StreamIsCapturing(of)) }
	end := func(of Stream) []any {
		g, err := StreamEndCapture(of)
		if err != nil {
			return list(err)
		}
		all := must(t, func() ([]GraphNode, error) { return GraphGetNodes(g) })
		ok(t, GraphDestroy(g))
		return list(err, len(all))
	}
	begin := func(mode CaptureMode) error { return StreamBeginCapture(s, mode) }
	a := answers{"begin in the default stream": list(StreamBeginCapture(0, 0), StreamBeginCapture(0, 1), StreamBeginCapture(0, 2))}
	copies := func(s Stream) error { return MemcpyHtoDAsync(w.p, unsafe.Pointer(&host[0]), 16, s) }
	for mode := range CaptureMode(3) {
		a["mode "+strconv.Itoa(int(mode))] = list(begin(mode), begin(mode), status(s), launch(s), copies(s),
			MemsetD32Async(w.p, 1, 4, s), result(MemAlloc(4)), status(s), end(s))
	}
	a.is("mode 3", begin(3))
	for what, act := range map[string]func(e Event) error{
		"synchronize stream":    func(Event) error { return StreamSynchronize(s) },
		"query stream":          func(Event) error { return StreamQuery(s) },
		"synchronize":           func(Event) error { return CtxSynchronize() },
		"synchronize another":   func(Event) error { return StreamSynchronize(s2) },
		"launch in another":     func(Event) error { return launch(s2) },
		"launch in the default": func(Event) error { return launch(0) },
		"copy":                  func(Event) error { return copies(0) },
		"destroy stream null":   func(Event) error { return StreamDestroy(0) },
		"synchronize event":     EventSynchronize,
		"alloc in stream":       func(Event) error { return result(MemAllocAsync(64, s)) },
		"host":                  func(Event) error { return LaunchHostFunc(s, func() {}) },
		"free 0":                func(Event) error { return MemFree(0) },
		"load":                  func(Event) error { return result(ModuleLoadData(kernels.Asked)) },
		"record":                func(e Event) error { return EventRecord(e, s) },
		"wait for unrecorded":   func(e Event) error { return StreamWaitEvent(s, e, 0) },
		"begin another":         func(Event) error { return StreamBeginCapture(s2, CaptureRelaxed) },
		"end another":           func(Event) error { return result(StreamEndCapture(s2)) },
	} {
		for mode := range CaptureMode(3) {
			e := newEvent(t)
			ok(t, begin(mode))
			ok(t, launch(s))
			a[what+", mode "+strconv.Itoa(int(mode))] = list(act(e), status(s), end(s))
			end(s2)
			ok(t, CtxSynchronize())
		}
	}
	e, e2 := newEvent(t), newEvent(t)
	ok(t, begin(CaptureRelaxed))
	ok(t, launch(s))
	a["fork"] = list(EventRecord(e, s), StreamWaitEvent(s2, e, 0), status(s2), launch(s2), EventRecord(e2, s2))
	a["fork, query event"] = list(EventQuery(e2), StreamWaitEvent(s, e2, 0), end(s2), end(s))
	ok(t, CtxSynchronize())
	ok(t, begin(CaptureRelaxed))
	ok(t, launch(s))
	ok(t, EventRecord(e, s))
	ok(t, StreamWaitEvent(s2, e, 0))
	ok(t, launch(s2))
	a["unjoined"] = list(end(s), status(s2), StreamWaitEvent(0, e, 0))
	a["end without begin"] = end(s)
	a["capture of nothing"] = list(begin(CaptureRelaxed), end(s))
	info, err := StreamGetCaptureInfo(s)
	a["info of no capture"] = list(err, info.Status)
	compare(t, "capture", a, nil)
}
