package analysis

import (
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Polls returns the accesses in a loop that a condition depends on and that
// another thread may change.
func Polls(cond *ir.Value, lp *ir.Loop, loops *ir.LoopNest) []*ir.Value {
	var found []*ir.Value
	inLoop(cond, lp, loops, func(v *ir.Value) {
		if strong(v) || v.IsAtomic() && waits(v, lp, loops) {
			found = append(found, v)
		}
	})
	return found
}

// inLoop calls do for the values in the loop that v is computed from, v
// included.
func inLoop(v *ir.Value, lp *ir.Loop, loops *ir.LoopNest, do func(*ir.Value)) {
	seen := map[*ir.Value]bool{}
	work := []*ir.Value{v}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[v] || !loops.Contains(lp, v.Block) {
			continue
		}
		seen[v] = true
		do(v)
		work = append(work, v.Args...)
	}
}

// waits reports whether an atomic in a loop may fail until another thread acts.
func waits(v *ir.Value, lp *ir.Loop, loops *ir.LoopNest) bool {
	switch kind := v.Attr.Atom; {
	case kind == ir.AtomAdd:
		n, ok := v.Args[1].IsConst()
		return ok && n == 0
	case kind.Advances():
		return false
	case kind.Compares():
		// The expected value comes from memory, by a load or by the last try.
		fresh := false
		inLoop(v.Args[1], lp, loops, func(x *ir.Value) {
			fresh = fresh || x.IsAccess()
		})
		return !fresh
	}
	return true
}
