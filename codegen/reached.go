package codegen

import "github.com/ptx2go/ptx2go/lower/ir"

// reached finds the functions that some kernel may call, and those whose address such a
// function takes. Inlining leaves others behind.
func reached(m *ir.Module, calls *ir.CallGraph) map[*ir.Func]bool {
	var kernels []ir.CallNode
	for _, f := range m.Funcs {
		if f.Entry {
			kernels = append(kernels, f.CallNode())
		}
	}
	return ir.Functions(ir.Closure(kernels, func(n ir.CallNode) []ir.CallNode {
		next := calls.Calls(n)
		if n.Func() == nil {
			return next
		}
		next = next[:len(next):len(next)]
		for _, b := range n.Func().Blocks {
			for _, v := range b.Values {
				if v.Op == ir.OpFuncAddr {
					next = append(next, v.Attr.Func.CallNode())
				}
			}
		}
		return next
	}))
}
