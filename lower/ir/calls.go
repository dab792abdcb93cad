package ir

// CallGraph says which functions may call which. An indirect call leads to a node of
// its signature, and that to every function of the signature whose address is taken, so
// that a thousand such calls of a thousand functions are no million edges.
type CallGraph struct {
	nodes []CallNode
	calls map[CallNode][]CallNode
}

// CallNode is a function or the signature of indirect calls.
type CallNode struct {
	f   *Func
	sig string
}

// Callee returns what a call leads to; it is empty for other values.
func (v *Value) Callee() CallNode {
	switch v.Op {
	case OpCall:
		return CallNode{f: v.Attr.Func}
	case OpCallIndirect:
		return CallNode{sig: v.Attr.Sig.Name()}
	}
	return CallNode{}
}

// CallNode returns what direct calls of the function lead to.
func (f *Func) CallNode() CallNode { return CallNode{f: f} }

// NewCallGraph finds the calls of a module; taken are its functions whose address is
// taken, see Module.AddressTaken. Without them it is the graph of direct calls.
func NewCallGraph(m *Module, taken map[*Func]bool) *CallGraph {
	g := &CallGraph{calls: map[CallNode][]CallNode{}}
	seen := map[CallNode]CallNode{} // by callee: the last caller
	for _, f := range m.Funcs {
		from := CallNode{f: f}
		g.nodes = append(g.nodes, from)
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				to := v.Callee()
				if to != (CallNode{}) && seen[to] != from {
					seen[to] = from
					g.calls[from] = append(g.calls[from], to)
				}
			}
		}
	}
	for _, f := range m.Funcs {
		if sig := (CallNode{sig: (&Sig{f.Args, f.Results}).Name()}); !f.Entry && taken[f] && seen[sig] != (CallNode{}) {
			g.calls[sig] = append(g.calls[sig], CallNode{f: f})
		}
	}
	return g
}

// Name is the signature as a word.
func (s *Sig) Name() string {
	key := "call"
	for _, t := range s.Params {
		key += "_" + t.String()
	}
	key += "_to"
	for _, t := range s.Results {
		key += "_" + t.String()
	}
	return key
}

// Recursive finds the functions that may call themselves, directly or not:
// their depth is counted at run time.
func (g *CallGraph) Recursive() map[*Func]bool {
	return Functions(Recursive(g.nodes, g.Calls))
}

// Calls returns what a node leads to.
func (g *CallGraph) Calls(n CallNode) []CallNode { return g.calls[n] }

// Func is the function that a node is, nil for a signature.
func (n CallNode) Func() *Func { return n.f }

// Reaching returns the nodes that lead to functions with a property, and those themselves.
func (g *CallGraph) Reaching(has func(*Func) bool) map[CallNode]bool {
	callers := map[CallNode][]CallNode{}
	for from, list := range g.calls {
		for _, to := range list {
			callers[to] = append(callers[to], from)
		}
	}
	var start []CallNode
	for _, n := range g.nodes {
		if has(n.f) {
			start = append(start, n)
		}
	}
	return Closure(start, func(n CallNode) []CallNode { return callers[n] })
}

// Among returns the graph without calls of what is not in a set.
func (g *CallGraph) Among(set map[CallNode]bool) *CallGraph {
	part := &CallGraph{nodes: g.nodes, calls: map[CallNode][]CallNode{}}
	for from, list := range g.calls {
		for _, to := range list {
			if set[to] {
				part.calls[from] = append(part.calls[from], to)
			}
		}
	}
	return part
}

// CalledFrom returns a function and those that it may call.
func (g *CallGraph) CalledFrom(f *Func) map[*Func]bool {
	return Functions(Closure([]CallNode{{f: f}}, g.Calls))
}

// Functions leaves out the signatures.
func Functions(nodes map[CallNode]bool) map[*Func]bool {
	out := map[*Func]bool{}
	for n := range nodes {
		if n.f != nil {
			out[n.f] = true
		}
	}
	return out
}
