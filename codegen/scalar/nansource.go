package scalar

import (
	"math"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// An f64 NaN keeps its payload, and of several operands that are NaNs a rule says which one
// is the result (nan.go in runtime/fpops). The rule matters only where they can differ. In
// a polynomial they cannot: all that is computed from one number is a NaN, the same one,
// where this is a NaN, and else may come to be the one NaN that arithmetic makes.

// isOneNaN reports whether all operands of f64 arithmetic that are NaNs are the same NaN.
func (g *funcGen) isOneNaN(v *ir.Value) bool { return g.nanSource(v) != v }

// nanSource returns the number that an f64 is computed from, with constants: a NaN if and
// only if it is one, with its payload, or where it is none perhaps the NaN of arithmetic.
// It is the value itself where there is no such number.
func (g *funcGen) nanSource(v *ir.Value) *ir.Value {
	if s := g.nanSources[v]; s != nil {
		return s
	}
	if g.nanSources == nil {
		g.nanSources = map[*ir.Value]*ir.Value{}
	}
	s := v
	if keepsNaN(v) {
		s = nil
		for _, a := range v.Args {
			if bits, ok := a.IsConst(); ok && !math.IsNaN(math.Float64frombits(bits)) {
				continue
			}
			if of := g.nanSource(a); s == nil || s == of {
				s = of
			} else {
				s = v
				break
			}
		}
		if s == nil {
			s = v
		}
	}
	g.nanSources[v] = s
	return s
}

// keepsNaN reports whether a value is f64 arithmetic, whose result is a NaN where an operand
// is.
func keepsNaN(v *ir.Value) bool {
	if v.Type != ir.F64 {
		return false
	}
	switch v.Op {
	case ir.OpFAdd, ir.OpFSub, ir.OpFMul, ir.OpFDiv, ir.OpFSqrt, ir.OpFNeg, ir.OpFAbs:
		return true
	case ir.OpIntrin:
		switch v.Attr.Name {
		case "FmaRnF64", "CvtRniF64F64", "CvtRziF64F64", "CvtRmiF64F64", "CvtRpiF64F64":
			return true
		}
	}
	return false
}
