package schedule

import (
	"slices"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// synchronising returns the functions that synchronise, end their thread, or call one that
// does, and the signatures of indirect calls that may reach one.
func synchronising(calls *ir.CallGraph) map[ir.CallNode]bool {
	return calls.Reaching(func(f *ir.Func) bool {
		return slices.ContainsFunc(f.Blocks, func(b *ir.Block) bool {
			return b.Term == ir.Exit || slices.ContainsFunc(b.Values, (*ir.Value).Convergent)
		})
	})
}

// firstValue returns the first value of a function with a property, nil if there is none.
func firstValue(f *ir.Func, is func(*ir.Value) bool) *ir.Value {
	for _, b := range f.Blocks {
		if i := slices.IndexFunc(b.Values, is); i >= 0 {
			return b.Values[i]
		}
	}
	return nil
}

// syncingCall returns the first call of a function that may synchronise or end the thread.
func syncingCall(f *ir.Func, syncs map[ir.CallNode]bool) *ir.Value {
	return firstValue(f, func(v *ir.Value) bool { return syncs[v.Callee()] })
}
