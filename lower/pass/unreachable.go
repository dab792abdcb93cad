package pass

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// unreachable removes the blocks that no path from the entry reaches.
func unreachable(f *ir.Func, _ *Options) bool {
	reached := make([]bool, f.NumBlocks())
	reached[f.Blocks[0].ID] = true
	work := []*ir.Block{f.Blocks[0]}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range b.Succs {
			if !reached[s.ID] {
				reached[s.ID] = true
				work = append(work, s)
			}
		}
	}
	n := len(f.Blocks)
	f.Blocks = slices.DeleteFunc(f.Blocks, func(b *ir.Block) bool { return !reached[b.ID] })
	if len(f.Blocks) == n {
		return false
	}
	for _, b := range f.Blocks {
		for j := len(b.Preds) - 1; j >= 0; j-- {
			if !reached[b.Preds[j].ID] {
				removePred(b, j)
			}
		}
	}
	return true
}
