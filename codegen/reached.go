package codegen

import "github.com/ptx2go/ptx2go/lower/ir"

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
