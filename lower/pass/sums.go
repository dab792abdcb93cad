package pass

import (
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Compilers write a sum in which nothing is carried as a bitwise or: 2*i | 1. What follows asks of places in memory, and of
// what threads are compared with, what sums they are. Where both arguments differ from one thread of a row to the
// next, that takes bits together which are no sum to begin with, as of a place that is swizzled.

// sums turns such ors into sums where they are part of an address or are compared.
func sums(f *ir.Func, _ *Options) bool {
	var ors []*ir.Value
	apart := map[*ir.Value]bool{}
	seen := map[*ir.Value]bool{}
	var visit func(v *ir.Value)
	visit = func(v *ir.Value) {
		if seen[v] {
			return
		}
		seen[v] = true
		if v.Op == ir.OpOr && (v.Type == ir.I32 || v.Type == ir.I64) && (ofRow(v.Args[0], apart) || ofRow(v.Args[1], apart)) && analysis.CarriesNothing(v.Args[0], v.Args[1]) {
			ors = append(ors, v)
		}
		if summed(v) || v.Op == ir.OpPhi || v.Op == ir.OpSelect {
			for _, a := range v.Args {
				visit(a)
			}
		}
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			switch {
			case v.IsAccess():
				visit(v.Args[0])
			case v.Op == ir.OpICmp:
				visit(v.Args[0])
				visit(v.Args[1])
			}
		}
	}
	for _, v := range ors { // all were asked before the first becomes a sum
		v.Op = ir.OpAdd
	}
	return len(ors) > 0
}

// ofRow reports whether a value seems to be computed from what all threads of a row share. apart has what is known.
func ofRow(v *ir.Value, apart map[*ir.Value]bool) bool {
	if differs, known := apart[v]; known {
		return !differs
	}
	apart[v] = false // of a loop, what else it is made of decides
	differs := analysis.IsSReg(v, "tid.x") || !v.Pure()
	for _, a := range v.Args {
		differs = differs || !ofRow(a, apart)
	}
	apart[v] = differs
	return !differs
}
