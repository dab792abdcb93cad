package scalar

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// FaultLines lists the PTX lines of a function that a fault, or what is said of a launch that
// did not end, may name: those of accesses, calls, barriers, operations of warps and traps. They
// are in their order.
func (g *Module) FaultLines(f *ir.Func) []int {
	var lines []int
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op != ir.OpLockstep && v.Op != ir.OpNote && (v.IsAccess() || v.IsImage() || v.HasEffect()) {
				lines = append(lines, g.Line(v.Pos))
			}
		}
		if b.Term == ir.Switch || b.Term == ir.Unreachable {
			lines = append(lines, g.Line(b.Pos))
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}
