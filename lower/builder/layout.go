package builder

import "github.com/ptx2go/ptx2go/lower/ir"

// layout gives every static shared variable its offset in the shared window, and
// every kernel the size of what it uses. A variable has one offset for all kernels
// that reach it, since a device function is built once; two variables overlap only
// if no kernel reaches both. Dynamic shared memory begins where a kernel's static
// memory ends, which only the launch knows: its symbols keep the offset zero.
func layout(m *ir.Module) {
	users := sharedUsers(m)
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

// sharedUsers returns, for each shared variable, the kernels that can reach it. A
// variable whose address is in memory is reached by all kernels.
func sharedUsers(m *ir.Module) map[*ir.Symbol][]*ir.Func {
	own := map[*ir.Func][]*ir.Symbol{}
	for _, f := range m.Funcs {
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				if v.Op == ir.OpSymAddr && v.Attr.Sym.Space == ir.Shared {
					own[f] = append(own[f], v.Attr.Sym)
				}
			}
		}
	}
	var stored []*ir.Symbol
	for _, s := range m.Symbols {
		for _, r := range s.Relocs {
			if r.Sym != nil && r.Sym.Space == ir.Shared {
				stored = append(stored, r.Sym)
			}
		}
	}
	// Mostly few functions can get to a shared variable, and then kernels that share a
	// deep library need not walk through it one by one.
	calls := ir.NewCallGraph(m, m.AddressTaken())
	calls = calls.Among(calls.Reaching(func(f *ir.Func) bool { return len(own[f]) > 0 }))
	users := map[*ir.Symbol][]*ir.Func{}
	for _, k := range m.Funcs {
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
		use(stored)
		for f := range calls.CalledFrom(k) {
			use(own[f])
		}
	}
	return users
}
