package scalar

import (
	"math"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Where Go's compiler makes one instruction of a product and a sum (FmaF32 in
// runtime/fpops), it does other things before to a product whose factors it knows: x*2
// becomes x+x, which overflows where the sum would not, and a product of two constants is
// computed, and rounded. So factors that it could find out are hidden from it: constants
// in variables of the file, and other values in products with such a variable.

// fma prints a sum of a product that is rounded once.
func (g *funcGen) fma(v *ir.Value, fn *intrin.Func) gosrc.Expr {
	if v.Product.IsValid() {
		g.fused = append(g.fused, v)
	}
	a, b := v.Args[0], v.Args[1]
	c := func() gosrc.Expr { return g.operand(v, v.Args[2], gosrc.Bitcast(g.value(v.Args[2]), gosrc.F32)) }
	if isScale(a) && !isScale(b) {
		a, b = b, a
	}
	if fn.Scale() != "" && isScale(b) && g.known(a) != knownAny {
		return gosrc.Call(jen.Qual(FPOpsPath, fn.Scale()), gosrc.F32, gosrc.Bitcast(g.value(a), gosrc.F32), g.value(b), c())
	}
	return gosrc.Call(jen.Qual(FPOpsPath, fn.Operator()), gosrc.F32,
		g.operand(v, v.Args[0], g.factor(v.Args[0], v.Args[1])), g.operand(v, v.Args[1], g.factor(v.Args[1], v.Args[0])), c())
}

// isScale reports whether a value is a power of two that has a reciprocal, or minus one.
func isScale(v *ir.Value) bool {
	if v.Op != ir.OpConst {
		return false
	}
	x := float64(math.Float32frombits(uint32(v.Attr.Bits)))
	frac, exp := math.Frexp(x)
	return math.Abs(frac) == 0.5 && exp > -100 && exp < 100
}

// factor prints a factor of a product that is to be fused with a sum. other is the other
// one.
func (g *funcGen) factor(v, other *ir.Value) gosrc.Expr {
	x := gosrc.Bitcast(g.value(v), gosrc.F32)
	switch {
	case g.known(v) != knownAny:
		return x
	case !x.IsConst:
		x = gosrc.Binary(x, "*", g.mod.hidden(uint64(math.Float32bits(1))), gosrc.F32)
		return gosrc.Primary(gosrc.F32.Type().Parens(x.Code()), gosrc.F32)
	case x.Bits == uint64(math.Float32bits(2)) || other.Op == ir.OpConst && knownConst(other) == knownAny:
		return g.mod.hidden(x.Bits)
	}
	return x // other is hidden, or not known
}
