package scalar

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// operand prints an operand of an operation as x, flushed where the function that is called
// in place of the operation leaves that to others. The pass flush has made most operands
// flushed ones; what comes from another region through a slot is not known to be.
func (g *source) operand(v, a *ir.Value, x gosrc.Expr) gosrc.Expr {
	if !intrinsic(v.Attr.Name).FlushedOperands() || g.isFlushed(a) {
		return x
	}
	return gosrc.Call(jen.Qual(FPOpsPath, "FtzF32"), gosrc.F32, x)
}

// isFlushed reports whether an f32 is never subnormal.
func (g *source) isFlushed(v *ir.Value) bool {
	if g.flushed == nil {
		arg := func(int) bool { return false }
		if g.f.Part == ir.RegionPart {
			arg = func(i int) bool { return g.parts.isFlushedArg(g.f, i) }
		}
		g.flushed = analysis.Flushed(g.f, arg)
	}
	return g.flushed[v.ID]
}

// isFlushedArg reports whether an argument of a region is never subnormal.
func (s *parts) isFlushedArg(region *ir.Func, i int) bool {
	if s.flushed == nil {
		s.flushed = analysis.Flushed(s.sched.CTA, nil)
	}
	for _, b := range s.sched.CTA.Blocks {
		for _, v := range b.Values {
			if v.Op == ir.OpRun && v.Attr.Func == region && !s.flushed[v.Args[i].ID] {
				return false
			}
		}
	}
	return true
}
