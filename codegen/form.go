package codegen

import "github.com/ptx2go/ptx2go/lower/ir"

// chooseForm decides how a kernel is laid out.
func chooseForm(f *ir.Func, g *fileGen) form {
	if !g.synchronises(f, 0) {
		return formRows
	}
	// A kernel cannot be cut inside of a function that it calls.
	if !g.synchronises(f, 1) && g.canSplit(f) {
		return formRegions
	}
	return formCoroutines
}

// synchronises reports whether a function, or one that it may call, has a sync
// point, or ends its thread from inside a call; with from 1, whether one that it
// may call does.
func (g *fileGen) synchronises(f *ir.Func, from int) bool {
	seen := map[*ir.Func]bool{}
	var walk func(f *ir.Func, depth int) bool
	walk = func(f *ir.Func, depth int) bool {
		if seen[f] {
			return false
		}
		seen[f] = true
		for _, b := range f.Blocks {
			if depth > 0 && b.Term == ir.Exit {
				return true
			}
			for _, v := range b.Values {
				switch {
				case v.Convergent():
					if depth >= from {
						return true
					}
				case v.Op == ir.OpCall:
					if walk(v.Attr.Func, depth+1) {
						return true
					}
				case v.Op == ir.OpCallIndirect:
					for _, h := range g.m.Funcs {
						if !h.Entry && sameSig(h, v.Attr.Sig) && walk(h, depth+1) {
							return true
						}
					}
				}
			}
		}
		return false
	}
	return walk(f, 0)
}

// reached finds the functions that some kernel may call. Inlining leaves others
// behind.
func reached(m *ir.Module, taken map[*ir.Func]bool) map[*ir.Func]bool {
	live := map[*ir.Func]bool{}
	var work []*ir.Func
	add := func(f *ir.Func) {
		if f != nil && !live[f] {
			live[f] = true
			work = append(work, f)
		}
	}
	indirect := false
	for _, f := range m.Funcs {
		if f.Entry {
			add(f)
		}
	}
	for {
		for len(work) > 0 {
			f := work[len(work)-1]
			work = work[:len(work)-1]
			for _, b := range f.Blocks {
				for _, v := range b.Values {
					if v.Op == ir.OpCall || v.Op == ir.OpFuncAddr {
						add(v.Attr.Func)
					}
					indirect = indirect || v.Op == ir.OpCallIndirect
				}
			}
		}
		// An indirect call reaches what its dispatcher lists: every function of
		// the signature.
		before := len(live)
		if indirect {
			for _, f := range m.Funcs {
				if !f.Entry && (!f.Extern || taken[f]) {
					add(f)
				}
			}
		}
		if len(live) == before {
			return live
		}
	}
}

// recursion finds the functions that may call themselves, directly or not:
// their depth is counted at run time.
func recursion(m *ir.Module) map[*ir.Func]bool {
	calls := map[*ir.Func][]*ir.Func{}
	for _, f := range m.Funcs {
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				switch v.Op {
				case ir.OpCall:
					calls[f] = append(calls[f], v.Attr.Func)
				case ir.OpCallIndirect:
					for _, h := range m.Funcs {
						if !h.Entry && sameSig(h, v.Attr.Sig) {
							calls[f] = append(calls[f], h)
						}
					}
				}
			}
		}
	}
	out := map[*ir.Func]bool{}
	for _, f := range m.Funcs {
		seen := map[*ir.Func]bool{}
		work := append([]*ir.Func(nil), calls[f]...)
		for len(work) > 0 {
			h := work[len(work)-1]
			work = work[:len(work)-1]
			if h == f {
				out[f] = true
				break
			}
			if !seen[h] {
				seen[h] = true
				work = append(work, calls[h]...)
			}
		}
	}
	return out
}
