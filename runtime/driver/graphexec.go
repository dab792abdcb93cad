package driver

import (
	"slices"
	"sync"
)

// GraphExec is a CUgraphExec: a graph that can be launched.
type GraphExec uintptr

var execs table[GraphExec, exec]

// exec is what a graph was like when it was instantiated, with changes since.
type exec struct {
	flags   InstantiateFlags
	objects held // of the program: see userobject.go

	mu    sync.Mutex
	steps []*step // in an order in which they can be done
	last  *record // the last launch, after which the next one begins
	plan  []batch // of the steps, nil where they have changed
}

// step is a node of the graph.
type step struct {
	node GraphNode
	deps []int // steps before it
	work work
	sub  []*step // of NodeGraph
	off  bool
}

// batch is steps that run as one task.
type batch struct {
	waits bool
	works []func() error
}

// InstantiateFlags are flags of GraphInstantiate.
type InstantiateFlags uint64

// The flags of an executable graph, of which none changes anything.
const (
	InstantiateAutoFreeOnLaunch InstantiateFlags = 1
	InstantiateUseNodePriority  InstantiateFlags = 8
)

// GraphInstantiate makes a graph executable, as it is now. The error is ErrInvalidValue where
// nodes depend on each other, and ErrNotSupported for launches by a kernel.
func GraphInstantiate(h Graph, flags InstantiateFlags) (GraphExec, error) {
	const call = "cuGraphInstantiate"
	if _, err := begin(call); err != nil {
		return 0, err
	}
	switch more := flags &^ (InstantiateAutoFreeOnLaunch | InstantiateUseNodePriority); {
	case more == 4:
		return 0, refuse(call, ErrNotSupported, "no kernel launches a graph")
	case more != 0:
		return 0, refuse(call, ErrInvalidValue, "flags %#x", uint64(flags))
	}
	graphing.Lock()
	defer graphing.Unlock()
	g, err := onGraph(call, h)
	if err != nil {
		return 0, err
	}
	steps, err := g.steps(call)
	if err != nil {
		return 0, err
	}
	return execs.add(&exec{flags: flags, steps: steps, objects: g.all().again()}), nil
}

// steps returns what a graph does.
func (g *graph) steps(call string) ([]*step, error) {
	sorted, ok := g.sorted()
	if !ok {
		return nil, refuse(call, ErrInvalidValue, "nodes of the graph depend on each other")
	}
	at := map[*node]int{}
	var all []*step
	for i, n := range sorted {
		at[n] = i
		s := &step{node: n.handle, work: n.work}
		for _, d := range n.deps {
			s.deps = append(s.deps, at[d])
		}
		slices.Sort(s.deps)
		if n.work.child != nil {
			var err error
			if s.sub, err = n.work.child.steps(call); err != nil {
				return nil, err
			}
		}
		all = append(all, s)
	}
	return all, nil
}

// tasks returns what a stream runs for steps.
func tasks(all []batch, steps []*step) []batch {
	for _, s := range steps {
		switch {
		case s.off || s.work.kind == NodeEmpty:
		case s.work.kind == NodeGraph:
			all = tasks(all, s.sub)
		default:
			if n := len(all); n == 0 || s.work.waits || all[n-1].waits {
				all = append(all, batch{waits: s.work.waits})
			}
			last := &all[len(all)-1]
			last.works = append(last.works, s.work.run)
		}
	}
	return all
}

func onExec(call string, h GraphExec) (*exec, error) {
	return execs.find(call, h, "executable graph", ErrInvalidValue)
}

// GraphExecGetFlags returns the flags that an executable graph was made with.
func GraphExecGetFlags(h GraphExec) (InstantiateFlags, error) {
	e, err := onExec("cuGraphExecGetFlags", h)
	if err != nil {
		return 0, err
	}
	return e.flags, nil
}

// GraphExecDestroy forgets an executable graph. Launches of it are done yet.
func GraphExecDestroy(h GraphExec) error {
	const call = "cuGraphExecDestroy"
	if _, err := onExec(call, h); err != nil {
		return err
	}
	e := execs.drop(h)
	if e == nil || len(e.objects) == 0 {
		return nil
	}
	e.mu.Lock()
	last := e.last
	e.mu.Unlock()
	go func() {
		if last != nil {
			<-last.done
		}
		graphing.Lock()
		defer graphing.Unlock()
		e.objects.drop()
	}()
	return nil
}

// GraphUpload does nothing: a graph is where it runs.
func GraphUpload(h GraphExec, s Stream) error {
	const call = "cuGraphUpload"
	if _, err := onExec(call, h); err != nil {
		return err
	}
	_, _, err := onStream(call, s)
	return err
}

// GraphLaunch puts a graph into a stream. Its nodes are done one after the other, in an order
// that their dependencies allow; one launch of the same graph begins when the one before has
// ended, whatever stream it was put into.
func GraphLaunch(h GraphExec, on Stream) error {
	const call = "cuGraphLaunch"
	c, s, err := onStream(call, on)
	if err != nil {
		return err
	}
	e, err := onExec(call, h)
	if err != nil {
		return err
	}
	if taken, err := c.captured(call, s, func() (work, error) { return e.asChild(), nil }); taken {
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.plan == nil {
		e.plan = tasks([]batch{}, e.steps)
	}
	before, done := e.last, &record{done: make(chan struct{})}
	e.last = done
	if s == nil {
		defer done.reach()
		if before != nil {
			<-before.done
		}
		for _, t := range e.plan {
			if err := c.runNow(call, t); err != nil {
				return err
			}
		}
		return c.err(call)
	}
	var all []task
	if before != nil && !before.reached() {
		all = append(all, task{func() { <-before.done }, true})
	}
	for _, t := range e.plan {
		all = append(all, task{func() {
			for _, run := range t.works {
				if c.lost.Load() != nil {
					return
				}
				if err := safely(run); err != nil {
					c.failedLater(call, err)
				}
			}
		}, t.waits})
	}
	s.add(append(all, task{done.reach, false})...)
	return nil
}

// runNow runs a task in the default stream.
func (c *ctx) runNow(call string, t batch) error {
	c.waitBlocking()
	if !t.waits {
		c.legacy.Lock()
		defer c.legacy.Unlock()
	}
	for _, run := range t.works {
		if err := c.err(call); err != nil {
			return err
		}
		if err := safely(run); err != nil {
			return c.failed(call, err)
		}
	}
	return nil
}

// asChild makes a child node of the graph, for captures.
func (e *exec) asChild() work {
	e.mu.Lock()
	defer e.mu.Unlock()
	return work{kind: NodeGraph, child: graphOf(e.steps), run: nothing}
}

func graphOf(steps []*step) *graph {
	g := newGraph()
	var all []*node
	for _, s := range steps {
		var after []*node
		for _, d := range s.deps {
			after = append(after, all[d])
		}
		w := s.work
		if w.kind == NodeGraph {
			w.child = graphOf(s.sub)
		}
		if s.off {
			w = work{kind: NodeEmpty, run: nothing}
		}
		all = append(all, g.addNode(after, w))
	}
	return g
}

// change changes the step of a node of the graph that was instantiated.
func (h GraphExec) change(call string, n GraphNode, kinds []NodeType, do func(*step) error) error {
	e, err := onExec(call, h)
	if err != nil {
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for i, s := range e.steps {
		if s.node != n {
			continue
		}
		if !slices.Contains(kinds, s.work.kind) {
			return refuse(call, ErrInvalidValue, "node %#x is of type %v", uintptr(n), s.work.kind)
		}
		changed := *s
		if err := do(&changed); err != nil {
			return err
		}
		e.steps[i], e.plan = &changed, nil
		return nil
	}
	return refuse(call, ErrInvalidValue, "the graph had no node %#x when it was instantiated", uintptr(n))
}

func (h GraphExec) setWork(call string, n GraphNode, kind NodeType, make func() (work, error)) error {
	return h.change(call, n, []NodeType{kind}, func(s *step) error {
		w, err := make()
		if err == nil {
			s.work = w
		}
		return err
	})
}

// GraphExecKernelNodeSetParams gives a kernel node of an executable graph other parameters,
// for launches from now on. The node is one of the graph that was instantiated.
func GraphExecKernelNodeSetParams(e GraphExec, n GraphNode, p KernelNodeParams) error {
	const call = "cuGraphExecKernelNodeSetParams"
	return e.setWork(call, n, NodeKernel, func() (work, error) { return kernelWork(call, p) })
}

// GraphExecMemcpyNodeSetParams lets a memcpy node of an executable graph copy something else.
func GraphExecMemcpyNodeSetParams(e GraphExec, n GraphNode, x Copy3D) error {
	const call = "cuGraphExecMemcpyNodeSetParams"
	return e.setWork(call, n, NodeMemcpy, func() (work, error) { return memcpyWork(call, x) })
}

// GraphExecMemsetNodeSetParams lets a memset node of an executable graph set something else.
func GraphExecMemsetNodeSetParams(e GraphExec, n GraphNode, p MemsetNodeParams) error {
	const call = "cuGraphExecMemsetNodeSetParams"
	return e.setWork(call, n, NodeMemset, func() (work, error) { return memsetWork(call, p) })
}

// GraphExecHostNodeSetParams gives a host node of an executable graph another function.
func GraphExecHostNodeSetParams(e GraphExec, n GraphNode, p HostNodeParams) error {
	const call = "cuGraphExecHostNodeSetParams"
	return e.setWork(call, n, NodeHost, func() (work, error) { return hostWork(call, p) })
}

// GraphExecEventRecordNodeSetEvent gives an event record node of an executable graph another
// event.
func GraphExecEventRecordNodeSetEvent(e GraphExec, n GraphNode, event Event) error {
	const call = "cuGraphExecEventRecordNodeSetEvent"
	return e.setWork(call, n, NodeEventRecord, func() (work, error) { return eventWork(call, NodeEventRecord, event) })
}

// GraphExecEventWaitNodeSetEvent gives an event wait node of an executable graph another event.
func GraphExecEventWaitNodeSetEvent(e GraphExec, n GraphNode, event Event) error {
	const call = "cuGraphExecEventWaitNodeSetEvent"
	return e.setWork(call, n, NodeWaitEvent, func() (work, error) { return eventWork(call, NodeWaitEvent, event) })
}

// GraphExecChildGraphNodeSetParams lets a child node of an executable graph do what another
// graph of the same shape does.
func GraphExecChildGraphNodeSetParams(e GraphExec, n GraphNode, child Graph) error {
	const call = "cuGraphExecChildGraphNodeSetParams"
	graphing.Lock()
	g, err := onGraph(call, child)
	var steps []*step
	if err == nil {
		steps, err = g.steps(call)
	}
	graphing.Unlock()
	if err != nil {
		return err
	}
	return e.change(call, n, []NodeType{NodeGraph}, func(s *step) error {
		if r, _ := differ(s.sub, steps); r != UpdateSuccess {
			return refuse(call, ErrInvalidValue, "the graph has another shape: %v", r)
		}
		s.sub = merged(s.sub, steps)
		return nil
	})
}

// GraphNodeSetEnabled lets a kernel, memcpy or memset node of an executable graph do nothing,
// or again what it does.
func GraphNodeSetEnabled(e GraphExec, n GraphNode, on bool) error {
	return e.change("cuGraphNodeSetEnabled", n, []NodeType{NodeKernel, NodeMemcpy, NodeMemset}, func(s *step) error {
		s.off = !on
		return nil
	})
}

// GraphNodeGetEnabled reports whether a kernel, memcpy or memset node of an executable graph
// does something.
func GraphNodeGetEnabled(e GraphExec, n GraphNode) (on bool, err error) {
	err = e.change("cuGraphNodeGetEnabled", n, []NodeType{NodeKernel, NodeMemcpy, NodeMemset}, func(s *step) error {
		on = !s.off
		return nil
	})
	return on, err
}

// UpdateResult is a CUgraphExecUpdateResult: why an executable graph cannot be updated.
type UpdateResult int32

// The results of an update.
const (
	UpdateSuccess         UpdateResult = 0
	UpdateError           UpdateResult = 1
	UpdateTopologyChanged UpdateResult = 2
	UpdateNodeTypeChanged UpdateResult = 3
)

// String says what is different.
func (r UpdateResult) String() string {
	return [...]string{"nothing", "an error", "other dependencies", "a node of another type"}[r]
}

// GraphExecUpdate lets an executable graph do what a graph does that has the same nodes in the
// same order, with other parameters. Where it has not, the error is ErrGraphExecUpdateFailure,
// and the result and the node say what is different.
func GraphExecUpdate(h GraphExec, from Graph) (UpdateResult, GraphNode, error) {
	const call = "cuGraphExecUpdate"
	e, err := onExec(call, h)
	if err != nil {
		return UpdateError, 0, err
	}
	graphing.Lock()
	defer graphing.Unlock()
	g, err := onGraph(call, from)
	if err != nil {
		return UpdateError, 0, err
	}
	steps, err := g.steps(call)
	if err != nil {
		return UpdateError, 0, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if r, at := differ(e.steps, steps); r != UpdateSuccess {
		return r, at, refuse(call, ErrGraphExecUpdateFailure, "the graph has %v", r)
	}
	e.steps, e.plan = merged(e.steps, steps), nil
	return UpdateSuccess, 0, nil
}

// differ says whether steps have another shape, and at which node of the second ones.
func differ(a, b []*step) (UpdateResult, GraphNode) {
	for i, s := range b {
		if i >= len(a) || !slices.Equal(a[i].deps, s.deps) {
			return UpdateTopologyChanged, s.node
		}
	}
	if len(a) > len(b) {
		return UpdateTopologyChanged, 0
	}
	for i, s := range b {
		if a[i].work.kind != s.work.kind {
			return UpdateNodeTypeChanged, s.node
		}
		if r, _ := differ(a[i].sub, s.sub); r != UpdateSuccess {
			return r, s.node
		}
	}
	return UpdateSuccess, 0
}

// merged are the nodes of steps with the work of others.
func merged(a, b []*step) []*step {
	out := make([]*step, len(a))
	for i, s := range a {
		n := *s
		n.work, n.sub = b[i].work, merged(s.sub, b[i].sub)
		out[i] = &n
	}
	return out
}
