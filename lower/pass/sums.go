package pass

import (
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Compilers write a sum in which nothing is carried as a bitwise or: 2*i | 1. What follows asks of places in memory, and of
// what threads are compared with, what sums they are.

// sums turns such ors into sums where they are part of an address or are compared.
func sums(f *ir.Func, _ *Options) bool {
	var ors []*ir.Value
	seen := map[*ir.Value]bool{}
	var visit func(v *ir.Value)
	visit = func(v *ir.Value) {
		if seen[v] {
			return
		}
		seen[v] = true
		if v.Op == ir.OpOr && v.Type.IsInt() && v.Type.Bits() >= 32 && v.Type.Bits() <= 64 && analysis.CarriesNothing(v.Args[0], v.Args[1]) {
			ors = append(ors, v)
		}
		if linearIn(v.Op) {
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

// linearIn reports whether a result may be a sum of multiples of the arguments.
func linearIn(op ir.Op) bool {
	switch op {
	case ir.OpAdd, ir.OpSub, ir.OpNeg, ir.OpMul, ir.OpShl, ir.OpOr, ir.OpZext, ir.OpSext, ir.OpTrunc, ir.OpPhi, ir.OpSelect, ir.OpToGeneric, ir.OpFromGeneric:
		return true
	}
	return false
}
