package interp

import "github.com/ptx2go/ptx2go/lower/ir"

// findRecursion marks the functions that may be called while they run: those that lie
// on a cycle of calls. Only these count for the depth of calls, as no other can make it
// large.
func (x *Machine) findRecursion() {
	calls := make([][]*code, len(x.funcs))
	for i, c := range x.funcs {
		for _, b := range c.f.Blocks {
			for _, v := range b.Values {
				switch v.Op {
				case ir.OpCall:
					if to := x.codes[v.Attr.Func]; to != nil {
						calls[i] = append(calls[i], to)
					}
				case ir.OpCallIndirect:
					for _, to := range x.targets {
						if to.fits(v.Attr.Sig) {
							calls[i] = append(calls[i], to)
						}
					}
				}
			}
		}
	}
	for c := range ir.Recursive(x.funcs, func(c *code) []*code { return calls[c.id] }) {
		c.recursive = true
	}
}
