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
	objects held      // see userobject.go
	memory  memoryUse // see graphmem.go

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

// batch is steps that run as one task, or one that decides.
type batch struct {
	waits   bool
	works   []func() error
	decides *decision
}

// InstantiateFlags are flags of GraphInstantiate.
type InstantiateFlags uint64

// The flags of an executable graph.
const (
	InstantiateAutoFreeOnLaunch InstantiateFlags = 1 // a launch frees what the one before has allocated
	InstantiateUseNodePriority  InstantiateFlags = 8 // changes nothing
)

// GraphInstantiate makes a graph executable, as it is now. The error is ErrInvalidValue where
// nodes depend on each other, or a graph that allocates or frees memory is executable already, and
// ErrNotSupported for launches by a kernel.
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
	e := &exec{flags: flags, steps: steps, objects: g.all().again()}
	if e.memory, err = useOf(call, steps); err == nil {
		err = bodies(call, steps, false)
	}
	if g.remembers() && execs.get(g.made) != nil {
		err = refuse(call, ErrInvalidValue, "graph %#x allocates or frees memory, and is executable already", uintptr(h))
	}
	if err != nil {
		e.objects.drop()
		return 0, err
	}
	g.made = execs.add(e)
	return g.made, nil
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
		case s.work.kind == NodeConditional:
			all = append(all, batch{waits: true, decides: &decision{s.work.cond, s.work.decides, tasks(nil, s.sub)}})
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
	drop := func() {
		graphing.Lock()
		defer graphing.Unlock()
		e.objects.drop()
	}
	if last == nil || last.reached() {
		drop()
		return nil
	}
	go func() {
		<-last.done
		drop()
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
	if taken, err := c.captured(call, s, func() (work, error) { return e.asChild(call) }); taken {
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.plan == nil {
		e.plan = []batch{}
		if first := begins(nil, e.steps); first != nil {
			e.plan = append(e.plan, batch{works: first})
		}
		e.plan = tasks(e.plan, e.steps)
	}
	plan := e.plan
	if e.memory.allocates != nil || e.memory.frees != nil {
		first, err := e.memory.launch(call, c, e.flags&InstantiateAutoFreeOnLaunch != 0)
		if err != nil {
			return err
		}
		if first != nil {
			plan = append([]batch{{works: first}}, plan...)
		}
	}
	before, done := e.last, &record{done: make(chan struct{})}
	e.last = done
	if s == nil {
		defer done.reach()
		if before != nil {
			<-before.done
		}
		for _, t := range plan {
			if err := t.run(call, c, nil); err != nil {
				return err
			}
		}
		return c.err(call)
	}
	var all []task
	if before != nil && !before.reached() {
		all = append(all, task{func() { <-before.done }, true})
	}
	for _, t := range plan {
		all = append(all, task{func() {
			if t.decides != nil {
				t.decides.run(call, c, s) // the context has its error
				return
			}
			t.work(call, c, s) // as here
		}, t.waits})
	}
	s.add(append(all, task{done.reach, false})...)
	return nil
}

// run runs a batch when it is its turn: on the goroutine that calls, in the default stream where s is nil.
func (b *batch) run(call string, c *ctx, s *stream) error {
	if b.decides != nil {
		return b.decides.run(call, c, s)
	}
	if s == nil {
		c.waitBlocking()
	}
	switch {
	case b.waits:
	case s == nil:
		c.legacy.Lock()
		defer c.legacy.Unlock()
	case s.blocking:
		c.legacy.RLock()
		defer c.legacy.RUnlock()
	}
	return b.work(call, c, s)
}

// work does what the batch is. An error in a stream other than the default one ends the context.
func (b *batch) work(call string, c *ctx, s *stream) error {
	for _, run := range b.works {
		if err := c.err(call); err != nil {
			return err
		}
		err := safely(run)
		switch {
		case err != nil && s == nil:
			return c.failed(call, err)
		case err != nil:
			c.failedLater(call, err)
		}
	}
	return nil
}

// asChild makes a child node of the graph, for captures.
func (e *exec) asChild(call string) (work, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, s := range e.steps {
		if s.work.memory != nil || s.work.cond != nil {
			return work{}, refuse(call, ErrNotSupported, "the graph has nodes for memory, or conditional ones, and is not copied into another one")
		}
	}
	return work{kind: NodeGraph, child: graphOf(e.steps), run: nothing}, nil
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
	at := find(e.steps, n)
	if at == nil {
		return refuse(call, ErrInvalidValue, "the graph had no node %#x when it was instantiated", uintptr(n))
	}
	s := *at
	if !slices.Contains(kinds, s.work.kind) {
		return refuse(call, ErrInvalidValue, "node %#x is of type %v", uintptr(n), s.work.kind)
	}
	changed := *s
	if err := do(&changed); err != nil {
		return err
	}
	*at, e.plan = &changed, nil
	return nil
}

// find returns where the step of a node is, in bodies of conditional nodes too; nil if there is none.
func find(steps []*step, n GraphNode) **step {
	for i, s := range steps {
		if s.node == n {
			return &steps[i]
		}
		if s.work.kind == NodeConditional {
			if at := find(s.sub, n); at != nil {
				return at
			}
		}
	}
	return nil
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
