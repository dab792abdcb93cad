package analysis

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// reachSync returns the blocks from which a thread may come to a sync point, be it in a
// function that it calls.
func reachSync(f *ir.Func, syncs map[ir.CallNode]bool) map[*ir.Block]bool {
	var start []*ir.Block
	for _, b := range f.Blocks {
		if slices.ContainsFunc(b.Values, func(v *ir.Value) bool { return synchronises(v, syncs) }) {
			start = append(start, b)
		}
	}
	return ir.Closure(start, func(b *ir.Block) []*ir.Block { return b.Preds })
}

// synchronises reports whether a value may make a thread wait for others; syncs is what
// Synchronising returns.
func synchronises(v *ir.Value, syncs map[ir.CallNode]bool) bool {
	return v.Convergent() || syncs[v.Callee()]
}

// Synchronising returns what calls of a module lead to sync points: functions that have
// one, or call such a function, and the signatures of such functions.
func Synchronising(calls *ir.CallGraph) map[ir.CallNode]bool {
	return calls.Reaching(func(f *ir.Func) bool {
		return slices.ContainsFunc(f.Blocks, func(b *ir.Block) bool {
			return slices.ContainsFunc(b.Values, (*ir.Value).Convergent)
		})
	})
}

// Aligns reports whether the lanes of a warp are aligned by the value. An arrive
// does not wait.
func Aligns(v *ir.Value) bool {
	return v.Convergent() && !(v.Op == ir.OpBarrier && v.Attr.Bar == ir.BarArrive)
}
