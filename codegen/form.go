package codegen

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

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
	if g.syncs == nil {
		g.syncs = g.graph.reaching(func(f *ir.Func) bool {
			for _, b := range f.Blocks {
				if b.Term == ir.Exit || slices.ContainsFunc(b.Values, (*ir.Value).Convergent) {
					return true
				}
			}
			return false
		})
	}
	if from == 0 {
		for _, b := range f.Blocks {
			if slices.ContainsFunc(b.Values, (*ir.Value).Convergent) {
				return true
			}
		}
	}
	return slices.ContainsFunc(g.graph.calls[callNode{f: f}], func(n callNode) bool { return g.syncs[n] })
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
		// An indirect call reaches what its dispatcher lists.
		before := len(live)
		if indirect {
			for _, f := range m.Funcs {
				if !f.Entry && taken[f] {
					add(f)
				}
			}
		}
		if len(live) == before {
			return live
		}
	}
}
