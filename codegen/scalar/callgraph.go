package scalar

import "github.com/ptx2go/ptx2go/lower/ir"

// CallGraph says which functions may call which. An indirect call leads to a node of
// its signature, and that to every function of the signature whose address is taken, so
// that a thousand such calls of a thousand functions are no million edges.
type CallGraph struct {
	nodes []callNode
	calls map[callNode][]callNode
}

// callNode is a function or the signature of indirect calls.
type callNode struct {
	f   *ir.Func
	sig string
}

func newCallGraph(m *ir.Module, taken map[*ir.Func]bool) *CallGraph {
	g := &CallGraph{calls: map[callNode][]callNode{}}
	seen := map[callNode]callNode{} // by callee: the last caller
	for _, f := range m.Funcs {
		from := callNode{f: f}
		g.nodes = append(g.nodes, from)
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				var to callNode
				switch v.Op {
				case ir.OpCall:
					to.f = v.Attr.Func
				case ir.OpCallIndirect:
					to.sig = sigName(v.Attr.Sig.Params, v.Attr.Sig.Results)
				default:
					continue
				}
				if seen[to] != from {
					seen[to] = from
					g.calls[from] = append(g.calls[from], to)
				}
			}
		}
	}
	for _, f := range m.Funcs {
		if sig := (callNode{sig: sigName(f.Args, f.Results)}); !f.Entry && taken[f] && seen[sig] != (callNode{}) {
			g.calls[sig] = append(g.calls[sig], callNode{f: f})
		}
	}
	return g
}

// sigName is a signature as a word.
func sigName(params, results []ir.Type) string {
	key := "call"
	for _, t := range params {
		key += "_" + t.String()
	}
	key += "_to"
	for _, t := range results {
		key += "_" + t.String()
	}
	return key
}

// recursive finds the functions that may call themselves, directly or not:
// their depth is counted at run time.
func (g *CallGraph) recursive() map[*ir.Func]bool {
	return functions(ir.Recursive(g.nodes, func(n callNode) []callNode { return g.calls[n] }))
}

// Reaching returns the functions that may call one with a property, and those themselves.
func (g *CallGraph) Reaching(has func(*ir.Func) bool) map[*ir.Func]bool {
	callers := map[callNode][]callNode{}
	for from, list := range g.calls {
		for _, to := range list {
			callers[to] = append(callers[to], from)
		}
	}
	var start []callNode
	for _, n := range g.nodes {
		if has(n.f) {
			start = append(start, n)
		}
	}
	return functions(ir.Closure(start, func(n callNode) []callNode { return callers[n] }))
}

// CalledFrom returns a function and those that it may call.
func (g *CallGraph) CalledFrom(f *ir.Func) map[*ir.Func]bool {
	return functions(ir.Closure([]callNode{{f: f}}, func(n callNode) []callNode { return g.calls[n] }))
}

// functions leaves out the signatures.
func functions(nodes map[callNode]bool) map[*ir.Func]bool {
	out := map[*ir.Func]bool{}
	for n := range nodes {
		if n.f != nil {
			out[n.f] = true
		}
	}
	return out
}
