package analysis

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// reachSync returns by block ID whether a thread in the block may still
// synchronise.
func reachSync(f *ir.Func, callees map[*ir.Func]bool) []bool {
	reach := make([]bool, f.NumBlocks())
	var work []*ir.Block
	for _, b := range f.Blocks {
		if slices.ContainsFunc(b.Values, func(v *ir.Value) bool { return synchronises(v, callees) }) {
			reach[b.ID] = true
			work = append(work, b)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, p := range b.Preds {
			if !reach[p.ID] {
				reach[p.ID] = true
				work = append(work, p)
			}
		}
	}
	return reach
}

// synchronises reports whether a value may make a thread wait for others.
func synchronises(v *ir.Value, callees map[*ir.Func]bool) bool {
	return v.Convergent() || v.Op == ir.OpCallIndirect || v.Op == ir.OpCall && callees[v.Attr.Func]
}

// syncFuncs returns which of the functions that f calls, directly or through
// others, synchronise.
func syncFuncs(f *ir.Func) map[*ir.Func]bool {
	callers := map[*ir.Func][]*ir.Func{}
	seen := map[*ir.Func]bool{f: true}
	all := []*ir.Func{f}
	var work []*ir.Func
	for i := 0; i < len(all); i++ {
		g := all[i]
		for _, b := range g.Blocks {
			for _, v := range b.Values {
				switch {
				case v.Op == ir.OpCall:
					h := v.Attr.Func
					callers[h] = append(callers[h], g)
					if !seen[h] {
						seen[h] = true
						all = append(all, h)
					}
				case synchronises(v, nil):
					work = append(work, g)
				}
			}
		}
	}
	return ir.Closure(work, func(g *ir.Func) []*ir.Func { return callers[g] })
}
