package pass

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// layout puts the blocks in program order: a reverse postorder in which the
// blocks of every loop stand together. The interpreter and the generated code
// run the lane at the lowest place first, so the order is part of what a
// program means when its lanes diverge. Unreachable blocks are removed.
func layout(f *ir.Func, o *Options) bool {
	changed := unreachable(f, o)
	order := ir.ProgramOrder(f, ir.Loops(f, ir.Dominators(f)))
	if slices.Equal(order, f.Blocks) {
		return changed
	}
	f.Blocks = order
	return true
}
