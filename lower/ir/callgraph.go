package ir

// Recursive returns the functions of a call graph that may call themselves, directly
// or through others. It is Tarjan's search for strongly connected components, with a
// stack of its own: chains of calls may be long.
func Recursive[N comparable](nodes []N, callees func(N) []N) map[N]bool {
	type frame struct {
		f    N
		next int // callee to look at
	}
	out := map[N]bool{}
	index := map[N]int{} // order of the first visit, from 1
	low := map[N]int{}
	onStack := map[N]bool{}
	var stack []N
	visit := func(f N) {
		index[f] = len(index) + 1
		low[f] = index[f]
		stack = append(stack, f)
		onStack[f] = true
	}
	for _, root := range nodes {
		if index[root] != 0 {
			continue
		}
		visit(root)
		work := []frame{{f: root}}
		for len(work) > 0 {
			top := &work[len(work)-1]
			f := top.f
			if list := callees(f); top.next < len(list) {
				g := list[top.next]
				top.next++
				switch {
				case g == f:
					out[f] = true
				case index[g] == 0:
					visit(g)
					work = append(work, frame{f: g})
				case onStack[g]:
					low[f] = min(low[f], index[g])
				}
				continue
			}
			work = work[:len(work)-1]
			if len(work) > 0 {
				up := work[len(work)-1].f
				low[up] = min(low[up], low[f])
			}
			if low[f] != index[f] {
				continue
			}
			for alone := stack[len(stack)-1] == f; ; {
				g := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				onStack[g] = false
				if !alone {
					out[g] = true
				}
				if g == f {
					break
				}
			}
		}
	}
	return out
}

// Closure returns the functions of start and all that next leads to from them.
func Closure[N comparable](start []N, next func(N) []N) map[N]bool {
	out := map[N]bool{}
	var work []N
	add := func(list []N) {
		for _, n := range list {
			if !out[n] {
				out[n] = true
				work = append(work, n)
			}
		}
	}
	add(start)
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		add(next(n))
	}
	return out
}

// AddressTaken returns the functions and kernels whose address a function or a variable
// of the module holds. Indirect calls may reach those of them that are no kernels.
func (m *Module) AddressTaken() map[*Func]bool {
	taken := map[*Func]bool{}
	for _, f := range m.Funcs {
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				if v.Op == OpFuncAddr {
					taken[v.Attr.Func] = true
				}
			}
		}
	}
	for _, s := range m.Symbols {
		for _, r := range s.Relocs {
			if r.Func != nil {
				taken[r.Func] = true
			}
		}
	}
	return taken
}
