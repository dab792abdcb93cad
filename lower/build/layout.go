package build

import "github.com/ptx2go/ptx2go/lower/ir"

// layout gives every static shared variable its offset in the shared window, and
// every kernel the size of what it uses. A variable has one offset for all kernels
// that reach it, since a device function is built once; two variables overlap only
// if no kernel reaches both. Dynamic shared memory begins where a kernel's static
// memory ends, which only the launch knows: its symbols keep the offset zero.
func layout(m *ir.Module) {
	users := newCallGraph(m).sharedUsers()
	for _, s := range sharedSymbols(m) {
		if s.Extern {
			continue
		}
		align := int64(max(s.Align, 1))
		off := int64(0)
		for _, k := range users[s] {
			off = max(off, k.SharedSize)
		}
		off = (off + align - 1) / align * align
		s.Offset = off
		for _, k := range users[s] {
			k.SharedSize = off + s.Size
		}
	}
}

// sharedSymbols returns the shared variables of a module, in a fixed order.
func sharedSymbols(m *ir.Module) []*ir.Symbol {
	var list []*ir.Symbol
	for _, s := range m.Symbols {
		if s.Space == ir.Shared {
			list = append(list, s)
		}
	}
	for _, f := range m.Funcs {
		list = append(list, f.Shared...)
	}
	return list
}

// callGraph says what each function uses.
type callGraph struct {
	m        *ir.Module
	calls    map[*ir.Func][]*ir.Func
	shared   map[*ir.Func][]*ir.Symbol
	indirect map[*ir.Func]bool // calls through a register
	leads    map[*ir.Func]bool // functions that can get to a shared variable
	taken    []*ir.Func        // functions whose address is taken
	stored   []*ir.Symbol      // shared variables whose address is in an initialiser
}

func newCallGraph(m *ir.Module) *callGraph {
	g := &callGraph{m: m, calls: map[*ir.Func][]*ir.Func{}, shared: map[*ir.Func][]*ir.Symbol{}, indirect: map[*ir.Func]bool{}}
	seen := map[*ir.Func]bool{}
	take := func(f *ir.Func) {
		if !seen[f] && !f.Entry { // a kernel is not called
			seen[f] = true
			g.taken = append(g.taken, f)
		}
	}
	for _, f := range m.Funcs {
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				switch v.Op {
				case ir.OpSymAddr:
					if v.Attr.Sym.Space == ir.Shared {
						g.shared[f] = append(g.shared[f], v.Attr.Sym)
					}
				case ir.OpFuncAddr:
					take(v.Attr.Func)
				case ir.OpCall:
					g.calls[f] = append(g.calls[f], v.Attr.Func)
				case ir.OpCallIndirect:
					g.indirect[f] = true
				}
			}
		}
	}
	for _, s := range m.Symbols {
		for _, r := range s.Relocs {
			switch {
			case r.Func != nil:
				take(r.Func)
			case r.Sym != nil && r.Sym.Space == ir.Shared:
				g.stored = append(g.stored, r.Sym)
			}
		}
	}
	g.leads = g.leading()
	return g
}

// leading finds the functions that can get to a shared variable. Mostly they are few,
// and then kernels that share a deep library need not walk through it one by one.
func (g *callGraph) leading() map[*ir.Func]bool {
	callers := map[*ir.Func][]*ir.Func{} // nil is what calls through a register
	var start []*ir.Func
	for _, f := range g.m.Funcs {
		for _, to := range g.calls[f] {
			callers[to] = append(callers[to], f)
		}
		if g.indirect[f] {
			callers[nil] = append(callers[nil], f)
		}
		if len(g.shared[f]) > 0 {
			start = append(start, f)
		}
	}
	for _, f := range g.taken {
		callers[f] = append(callers[f], nil)
	}
	return ir.Closure(start, func(f *ir.Func) []*ir.Func { return callers[f] })
}

// sharedUsers returns, for each shared variable, the kernels that can reach it. An
// indirect call reaches every function whose address is taken; a variable whose
// address is in memory is reached by all kernels.
func (g *callGraph) sharedUsers() map[*ir.Symbol][]*ir.Func {
	users := map[*ir.Symbol][]*ir.Func{}
	for _, k := range g.m.Funcs {
		if !k.Entry {
			continue
		}
		used := map[*ir.Symbol]bool{}
		use := func(list []*ir.Symbol) {
			for _, s := range list {
				if !used[s] {
					used[s] = true
					users[s] = append(users[s], k)
				}
			}
		}
		use(g.stored)
		for _, f := range g.reach(k) {
			use(g.shared[f])
		}
	}
	return users
}

// reach returns the functions that a kernel can get to, and from which it gets to a
// shared variable.
func (g *callGraph) reach(k *ir.Func) []*ir.Func {
	seen := map[*ir.Func]bool{k: true}
	list := []*ir.Func{k}
	add := func(fs []*ir.Func) {
		for _, f := range fs {
			if !seen[f] && g.leads[f] {
				seen[f] = true
				list = append(list, f)
			}
		}
	}
	indirect := false
	for i := 0; i < len(list); i++ {
		add(g.calls[list[i]])
		if g.indirect[list[i]] && !indirect {
			indirect = true
			add(g.taken)
		}
	}
	return list
}
