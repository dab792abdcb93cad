package driver

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// A graph is nodes, which are what a stream might do, and an order among them. It is launched
// as an executable graph, which has what the graph was like when it was instantiated: see
// graphexec.go. Streams that are being captured make nodes of what is put into them: see
// capture.go.

// Graph is a CUgraph.
type Graph uintptr

// GraphNode is a CUgraphNode.
type GraphNode uintptr

type graph struct {
	handle  Graph
	nodes   []*node   // as they were added
	objects held      // of the program: see userobject.go
	within  *node     // the node that the graph is the child of
	from    *graph    // what the graph was cloned from
	made    GraphExec // the last executable graph of it
}

type node struct {
	handle     GraphNode
	g          *graph
	work       work
	deps, outs []*node // before and after it, as the edges were added
	from       *node   // what the node was cloned from
}

var (
	graphs table[Graph, graph]
	nodes  table[GraphNode, node]

	// graphing is held by whoever looks at graphs, nodes, or captures.
	graphing sync.Mutex
)

// onGraph begins a call about a graph.
func onGraph(call string, h Graph) (*graph, error) {
	return graphs.find(call, h, "graph", ErrInvalidValue)
}

func onNode(call string, h GraphNode) (*node, error) {
	return nodes.find(call, h, "node", ErrInvalidValue)
}

// GraphCreate makes a graph without nodes. flags must be 0.
func GraphCreate(flags uint32) (Graph, error) {
	const call = "cuGraphCreate"
	if err := ready(call); err != nil {
		return 0, err
	}
	if flags != 0 {
		return 0, refuse(call, ErrInvalidValue, "flags %#x", flags)
	}
	return newGraph().handle, nil
}

func newGraph() *graph {
	g := new(graph)
	g.handle = graphs.add(g)
	return g
}

// GraphDestroy forgets a graph with its nodes. What was instantiated of it stays.
func GraphDestroy(h Graph) error {
	const call = "cuGraphDestroy"
	graphing.Lock()
	defer graphing.Unlock()
	g, err := onGraph(call, h)
	if err != nil {
		return err
	}
	if g.within != nil {
		return refuse(call, ErrInvalidValue, "graph %#x is a child of node %#x", uintptr(h), uintptr(g.within.handle))
	}
	if g.captured() != nil {
		return refuse(call, ErrInvalidValue, "graph %#x is being captured", uintptr(h))
	}
	g.drop()
	return nil
}

func (g *graph) drop() {
	for _, n := range g.nodes {
		n.drop()
	}
	g.objects.drop()
	graphs.drop(g.handle)
}

func (n *node) drop() {
	nodes.drop(n.handle)
	if n.work.child != nil {
		n.work.child.drop()
	}
}

// add adds a node that comes after others.
func (g *graph) add(call string, deps []GraphNode, w work) (GraphNode, error) {
	after, err := g.list(call, deps)
	if err != nil {
		return 0, err
	}
	return g.addNode(after, w).handle, nil
}

func (g *graph) addNode(after []*node, w work) *node {
	n := &node{g: g, work: w, deps: after}
	n.handle = nodes.add(n)
	if w.child != nil {
		w.child.within = n
	}
	if w.memory != nil {
		g.hold(w.memory.object)
	}
	g.nodes = append(g.nodes, n)
	for _, d := range after {
		d.outs = append(d.outs, n)
	}
	return n
}

// list returns nodes of the graph, none of them twice.
func (g *graph) list(call string, all []GraphNode) ([]*node, error) {
	var list []*node
	for _, h := range all {
		n := nodes.get(h)
		if n == nil || n.g != g {
			return nil, refuse(call, ErrInvalidValue, "the graph has no node %#x", uintptr(h))
		}
		if slices.Contains(list, n) {
			return nil, refuse(call, ErrInvalidValue, "node %#x is named twice", uintptr(h))
		}
		list = append(list, n)
	}
	return list, nil
}

// GraphAddDependencies makes each node of a list come before the one at its place in another.
// The error is ErrInvalidValue where one does already.
func GraphAddDependencies(h Graph, from, to []GraphNode) error {
	const call = "cuGraphAddDependencies"
	return edges(call, h, from, to, func(f, t *node) error {
		if f == t || slices.Contains(t.deps, f) {
			return refuse(call, ErrInvalidValue, "node %#x depends on node %#x already, or is the same", uintptr(t.handle), uintptr(f.handle))
		}
		f.outs, t.deps = append(f.outs, t), append(t.deps, f)
		return nil
	})
}

// GraphRemoveDependencies undoes GraphAddDependencies. The error is ErrInvalidValue where
// there is no such dependency.
func GraphRemoveDependencies(h Graph, from, to []GraphNode) error {
	const call = "cuGraphRemoveDependencies"
	return edges(call, h, from, to, func(f, t *node) error {
		if err := f.g.fixed(call); err != nil {
			return err
		}
		if !slices.Contains(t.deps, f) {
			return refuse(call, ErrInvalidValue, "node %#x does not depend on node %#x", uintptr(t.handle), uintptr(f.handle))
		}
		f.outs, t.deps = without(f.outs, t), without(t.deps, f)
		return nil
	})
}

func edges(call string, h Graph, from, to []GraphNode, do func(f, t *node) error) error {
	graphing.Lock()
	defer graphing.Unlock()
	g, err := onGraph(call, h)
	if err != nil {
		return err
	}
	if len(from) != len(to) {
		return refuse(call, ErrInvalidValue, "%d nodes before %d", len(from), len(to))
	}
	for i := range from {
		ends, err := g.list(call, from[i:i+1])
		if err != nil {
			return err
		}
		others, err := g.list(call, to[i:i+1])
		if err != nil {
			return err
		}
		if err := do(ends[0], others[0]); err != nil {
			return err
		}
	}
	return nil
}

func without(list []*node, n *node) []*node {
	return slices.DeleteFunc(slices.Clone(list), func(x *node) bool { return x == n })
}

// GraphDestroyNode removes a node from its graph.
func GraphDestroyNode(h GraphNode) error {
	graphing.Lock()
	defer graphing.Unlock()
	const call = "cuGraphDestroyNode"
	n, err := onNode(call, h)
	if err != nil {
		return err
	}
	if err := n.g.fixed(call); err != nil {
		return err
	}
	for _, d := range n.deps {
		d.outs = without(d.outs, n)
	}
	for _, d := range n.outs {
		d.deps = without(d.deps, n)
	}
	n.g.nodes = without(n.g.nodes, n)
	n.drop()
	return nil
}

func handles(list []*node) []GraphNode {
	all := make([]GraphNode, len(list))
	for i, n := range list {
		all[i] = n.handle
	}
	return all
}

// GraphGetNodes returns the nodes of a graph, as they were added.
func GraphGetNodes(h Graph) ([]GraphNode, error) {
	graphing.Lock()
	defer graphing.Unlock()
	g, err := onGraph("cuGraphGetNodes", h)
	if err != nil {
		return nil, err
	}
	return handles(g.nodes), nil
}

// GraphGetRootNodes returns the nodes that depend on no others.
func GraphGetRootNodes(h Graph) ([]GraphNode, error) {
	graphing.Lock()
	defer graphing.Unlock()
	g, err := onGraph("cuGraphGetRootNodes", h)
	if err != nil {
		return nil, err
	}
	var roots []*node
	for _, n := range g.nodes {
		if len(n.deps) == 0 {
			roots = append(roots, n)
		}
	}
	return handles(roots), nil
}

// GraphGetEdges returns the dependencies of a graph: each node of from comes before the one
// at its place in to.
func GraphGetEdges(h Graph) (from, to []GraphNode, err error) {
	graphing.Lock()
	defer graphing.Unlock()
	g, err := onGraph("cuGraphGetEdges", h)
	if err != nil {
		return nil, nil, err
	}
	for _, n := range g.nodes {
		for _, d := range n.deps {
			from, to = append(from, d.handle), append(to, n.handle)
		}
	}
	return from, to, nil
}

// GraphNodeGetDependencies returns the nodes that a node depends on.
func GraphNodeGetDependencies(h GraphNode) ([]GraphNode, error) {
	graphing.Lock()
	defer graphing.Unlock()
	n, err := onNode("cuGraphNodeGetDependencies", h)
	if err != nil {
		return nil, err
	}
	return handles(n.deps), nil
}

// GraphNodeGetDependentNodes returns the nodes that depend on a node.
func GraphNodeGetDependentNodes(h GraphNode) ([]GraphNode, error) {
	graphing.Lock()
	defer graphing.Unlock()
	n, err := onNode("cuGraphNodeGetDependentNodes", h)
	if err != nil {
		return nil, err
	}
	return handles(n.outs), nil
}

// GraphNodeGetType returns what a node does.
func GraphNodeGetType(h GraphNode) (NodeType, error) {
	n, err := onNode("cuGraphNodeGetType", h)
	if err != nil {
		return 0, err
	}
	return n.work.kind, nil
}

// GraphClone makes a copy of a graph.
func GraphClone(h Graph) (Graph, error) {
	const call = "cuGraphClone"
	graphing.Lock()
	defer graphing.Unlock()
	g, err := onGraph(call, h)
	if err != nil {
		return 0, err
	}
	if err := g.copies(call); err != nil {
		return 0, err
	}
	return g.clone().handle, nil
}

// copies is the error of a call that copies a graph which is not to be copied.
func (g *graph) copies(call string) error {
	if g.remembers() {
		return refuse(call, ErrNotSupported, "a graph that allocates or frees memory is not copied")
	}
	for _, n := range g.nodes {
		if n.work.kind == NodeConditional {
			return refuse(call, ErrNotSupported, "a graph with conditional nodes is not copied")
		}
		if n.work.child != nil {
			if err := n.work.child.copies(call); err != nil {
				return err
			}
		}
	}
	return nil
}

func (g *graph) clone() *graph {
	out := newGraph()
	out.from = g
	out.objects = g.objects.again()
	of := map[*node]*node{}
	for _, n := range g.nodes {
		w := n.work
		if w.child != nil {
			w.child = w.child.clone()
		}
		of[n] = out.addNode(nil, w)
		of[n].from = n
	}
	for n, copied := range of {
		for _, d := range n.deps {
			copied.deps = append(copied.deps, of[d])
		}
		for _, d := range n.outs {
			copied.outs = append(copied.outs, of[d])
		}
	}
	return out
}

// GraphNodeFindInClone returns the node of a clone that is the copy of a node.
func GraphNodeFindInClone(original GraphNode, clone Graph) (GraphNode, error) {
	const call = "cuGraphNodeFindInClone"
	graphing.Lock()
	defer graphing.Unlock()
	n, err := onNode(call, original)
	if err != nil {
		return 0, err
	}
	g, err := onGraph(call, clone)
	if err != nil {
		return 0, err
	}
	for _, c := range g.nodes {
		if c.from == n {
			return c.handle, nil
		}
	}
	return 0, refuse(call, ErrInvalidValue, "graph %#x has no copy of node %#x", uintptr(clone), uintptr(original))
}

// sorted returns the nodes in an order in which each comes after those that it depends on,
// and else as they were added; false where some depend on each other.
func (g *graph) sorted() ([]*node, bool) {
	open := map[*node]int{}
	var next, done []*node
	for _, n := range g.nodes {
		if open[n] = len(n.deps); open[n] == 0 {
			next = append(next, n)
		}
	}
	for len(next) > 0 {
		n := next[0]
		next = next[1:]
		done = append(done, n)
		for _, d := range n.outs {
			if open[d]--; open[d] == 0 {
				next = append(next, d)
			}
		}
	}
	return done, len(done) == len(g.nodes)
}

// GraphDebugDot returns a graph in the language of Graphviz.
func GraphDebugDot(h Graph) (string, error) {
	graphing.Lock()
	defer graphing.Unlock()
	g, err := onGraph("cuGraphDebugDotPrint", h)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("digraph dot {\n")
	g.dot(&b, "\t")
	b.WriteString("}\n")
	return b.String(), nil
}

func (g *graph) dot(b *strings.Builder, indent string) {
	for _, n := range g.nodes {
		fmt.Fprintf(b, "%snode_%x [label=%q];\n", indent, uintptr(n.handle), n.work.label())
		if n.work.child != nil {
			fmt.Fprintf(b, "%ssubgraph cluster_%x {\n", indent, uintptr(n.handle))
			n.work.child.dot(b, indent+"\t")
			fmt.Fprintf(b, "%s}\n", indent)
		}
		for _, d := range n.deps {
			fmt.Fprintf(b, "%snode_%x -> node_%x;\n", indent, uintptr(d.handle), uintptr(n.handle))
		}
	}
}
