package scalar

import (
	"fmt"
	"math"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
)

func init() {
	builders = map[ir.Op]func(*memGen, *ir.Value) gosrc.Expr{
		ir.OpConst:       buildConst,
		ir.OpArg:         buildArg,
		ir.OpSlotLoad:    buildSlotLoad,
		ir.OpSlotAny:     buildSlotAny,
		ir.OpParam:       buildParam,
		ir.OpSReg:        buildSReg,
		ir.OpSymAddr:     buildSymAddr,
		ir.OpFuncAddr:    buildFuncAddr,
		ir.OpExtract:     buildExtract,
		ir.OpAdd:         arith("+"),
		ir.OpSub:         arith("-"),
		ir.OpMul:         arith("*"),
		ir.OpAnd:         logic("&", "&&"),
		ir.OpOr:          logic("|", "||"),
		ir.OpXor:         logic("^", "!="),
		ir.OpMulHiS:      wide("MulHi", true),
		ir.OpMulHiU:      wide("MulHi", false),
		ir.OpDivS:        division("/", "Div", true),
		ir.OpDivU:        division("/", "Div", false),
		ir.OpRemS:        division("%", "Rem", true),
		ir.OpRemU:        division("%", "Rem", false),
		ir.OpMinS:        extremum("min", true),
		ir.OpMinU:        extremum("min", false),
		ir.OpMaxS:        extremum("max", true),
		ir.OpMaxU:        extremum("max", false),
		ir.OpNeg:         buildNeg,
		ir.OpNot:         buildNot,
		ir.OpAbs:         buildAbs,
		ir.OpShl:         shift("<<", gosrc.Kind.AsSelf),
		ir.OpShrS:        shift(">>", gosrc.Kind.AsSigned),
		ir.OpShrU:        shift(">>", gosrc.Kind.AsUnsigned),
		ir.OpFAdd:        float("+"),
		ir.OpFSub:        float("-"),
		ir.OpFMul:        float("*"),
		ir.OpFDiv:        float("/"),
		ir.OpFSqrt:       buildSqrt,
		ir.OpFNeg:        buildFNeg,
		ir.OpFAbs:        buildFAbs,
		ir.OpCanon:       buildCanon,
		ir.OpICmp:        buildICmp,
		ir.OpFCmp:        buildFCmp,
		ir.OpZext:        buildZext,
		ir.OpSext:        buildSext,
		ir.OpTrunc:       buildTrunc,
		ir.OpBitcast:     buildBitcast,
		ir.OpIntrin:      buildIntrin,
		ir.OpLoad:        buildLoad,
		ir.OpToGeneric:   buildToGeneric,
		ir.OpFromGeneric: buildFromGeneric,
		ir.OpIsSpace:     buildIsSpace,
		ir.OpRefAddr:     buildRefAddr,
		ir.OpIsRef:       buildIsRef,
	}
}

func buildConst(g *memGen, v *ir.Value) gosrc.Expr {
	return gosrc.Constant(v.Attr.Bits, g.plan.kinds[v.ID])
}

// pair prints both arguments with one carrier: that of the first when both
// have it, else the one chosen for the result.
func (g *funcGen) pair(v *ir.Value) (l, r gosrc.Expr, k gosrc.Kind) {
	l, r = g.value(v.Args[0]), g.value(v.Args[1])
	k = unify(l, r, g.plan.kinds[v.ID])
	return gosrc.Convert(l, k), gosrc.Convert(r, k), k
}

// unify picks the carrier in which two operands meet.
func unify(l, r gosrc.Expr, want gosrc.Kind) gosrc.Kind {
	switch {
	case l.IsConst && r.IsConst:
		return want
	case l.IsConst:
		return r.Kind
	case r.IsConst || l.Kind == r.Kind:
		return l.Kind
	}
	if want.Bits() == l.Kind.Bits() {
		return want
	}
	return l.Kind.AsUnsigned()
}

func arith(op string) func(*memGen, *ir.Value) gosrc.Expr {
	return func(g *memGen, v *ir.Value) gosrc.Expr {
		l, r, k := g.pair(v)
		return gosrc.Binary(l, op, r, k)
	}
}

func logic(op, boolOp string) func(*memGen, *ir.Value) gosrc.Expr {
	return func(g *memGen, v *ir.Value) gosrc.Expr {
		l, r, k := g.pair(v)
		if k == gosrc.Bool {
			op := boolOp
			// x != true reads better as a negation.
			if op == "!=" && r.IsConst {
				if r.Bits&1 != 0 {
					return gosrc.Not(l)
				}
				return l
			}
			return gosrc.Binary(l, op, r, k)
		}
		if l.IsConst {
			l, r = r, l
		}
		return gosrc.Binary(l, op, r, k)
	}
}

func wide(fn string, signed bool) func(*memGen, *ir.Value) gosrc.Expr {
	return func(g *memGen, v *ir.Value) gosrc.Expr {
		k := g.plan.kinds[v.ID].WithSign(signed)
		l, r := gosrc.Convert(g.value(v.Args[0]), k), gosrc.Convert(g.value(v.Args[1]), k)
		return gosrc.Call(jen.Qual(IntOpsPath, fn+k.Suffix()), k, l, r)
	}
}

// division is Go's operator where the divisor is a constant other than zero,
// else a function that gives the hardware's answer for zero.
func division(op, fn string, signed bool) func(*memGen, *ir.Value) gosrc.Expr {
	return func(g *memGen, v *ir.Value) gosrc.Expr {
		k := g.plan.kinds[v.ID].WithSign(signed)
		l, r := gosrc.Convert(g.value(v.Args[0]), k), gosrc.Convert(g.value(v.Args[1]), k)
		if r.IsConst && gosrc.Truncate(r.Bits, k.Bits()) != 0 && !l.IsConst {
			return gosrc.Binary(l, op, r, k)
		}
		return gosrc.Call(jen.Qual(IntOpsPath, fn+k.Suffix()), k, l, r)
	}
}

func extremum(fn string, signed bool) func(*memGen, *ir.Value) gosrc.Expr {
	return func(g *memGen, v *ir.Value) gosrc.Expr {
		k := g.plan.kinds[v.ID].WithSign(signed)
		l, r := gosrc.Convert(g.value(v.Args[0]), k), gosrc.Convert(g.value(v.Args[1]), k)
		if l.IsConst { // and so is the other one
			l = gosrc.Primary(l.Typed(), k)
		}
		return gosrc.Call(jen.Id(fn), k, l, r)
	}
}

func buildNeg(g *memGen, v *ir.Value) gosrc.Expr {
	x := opaque(g.value(v.Args[0]))
	return gosrc.Unary("-", x, x.Kind)
}

func buildNot(g *memGen, v *ir.Value) gosrc.Expr {
	x := g.value(v.Args[0])
	if x.Kind == gosrc.Bool {
		return gosrc.Not(x)
	}
	x = opaque(x)
	return gosrc.Unary("^", x, x.Kind)
}

func buildAbs(g *memGen, v *ir.Value) gosrc.Expr {
	k := g.plan.kinds[v.ID].AsSigned()
	x := opaque(gosrc.Convert(g.value(v.Args[0]), k))
	return gosrc.Call(jen.Id("max"), k, x, gosrc.Unary("-", x, k))
}

func shift(op string, sign func(gosrc.Kind) gosrc.Kind) func(*memGen, *ir.Value) gosrc.Expr {
	return func(g *memGen, v *ir.Value) gosrc.Expr {
		l, n := g.value(v.Args[0]), g.value(v.Args[1])
		l = gosrc.Convert(l, sign(l.Kind))
		k := l.Kind
		if l.IsConst {
			l = gosrc.Primary(l.Typed(), k)
			if n.IsConst {
				l = opaque(gosrc.Constant(g.value(v.Args[0]).Bits, k))
			}
		}
		if n.IsConst {
			n = gosrc.Constant(gosrc.Truncate(n.Bits, 32), gosrc.U32)
		} else {
			n = shiftCount(n)
		}
		return gosrc.Binary(l, op, n, k)
	}
}

// shiftCount widens a count to 64 bits. Go 1.26 on amd64 shares one comparison
// between a shift by an n of up to 32 bits and a test such as n == 32 beside it,
// and gets the test wrong; a wide count has a comparison of its own.
func shiftCount(n gosrc.Expr) gosrc.Expr {
	return gosrc.Convert(gosrc.Convert(n, n.Kind.AsUnsigned()), gosrc.U64)
}

// float prints an arithmetic operator. Products are rounded explicitly, since
// Go may otherwise fuse them into a following sum.
func float(op string) func(*memGen, *ir.Value) gosrc.Expr {
	return func(g *memGen, v *ir.Value) gosrc.Expr {
		k := g.plan.kinds[v.ID]
		l, r := g.value(v.Args[0]), g.value(v.Args[1])
		if l.IsConst && r.IsConst {
			l, r = opaque(l), opaque(r)
		}
		if op == "/" && r.IsConst && gosrc.Truncate(r.Bits<<1, k.Bits()) == 0 {
			r = opaque(r) // Go refuses a literal division by zero
		}
		// Go's compiler takes x*1 for x and x*-1 for -x, which a NaN tells apart.
		if fn := map[string]string{"*": "MulRnF64", "/": "DivRnF64"}[op]; fn != "" && k == gosrc.F64 && (isUnit(r) || op == "*" && isUnit(l)) {
			return gosrc.Call(jen.Qual(FPOpsPath, fn), k, l, r)
		}
		x := gosrc.Binary(l, op, r, k)
		if op == "*" {
			return gosrc.Primary(k.Type().Parens(x.Code()), k)
		}
		return x
	}
}

// isUnit reports whether an f64 expression is the constant 1 or -1.
func isUnit(x gosrc.Expr) bool { return x.IsConst && x.Bits<<1>>1 == math.Float64bits(1) }

func buildSqrt(g *memGen, v *ir.Value) gosrc.Expr {
	k := g.plan.kinds[v.ID]
	x := opaque(g.value(v.Args[0]))
	if k == gosrc.F64 {
		return gosrc.Call(jen.Qual("math", "Sqrt"), k, x)
	}
	return gosrc.Convert(gosrc.Call(jen.Qual("math", "Sqrt"), gosrc.F64, gosrc.Convert(x, gosrc.F64)), k)
}

// buildFNeg prints a negation. The sign operations of f64 leave a NaN alone, those of f32
// have a Canon after them where that can be seen.
func buildFNeg(g *memGen, v *ir.Value) gosrc.Expr {
	x := opaque(g.value(v.Args[0]))
	if x.Kind == gosrc.F64 {
		return gosrc.Call(jen.Qual(FPOpsPath, "NegF64"), gosrc.F64, x)
	}
	return gosrc.Unary("-", x, x.Kind)
}

func buildFAbs(g *memGen, v *ir.Value) gosrc.Expr {
	x := opaque(g.value(v.Args[0]))
	fn := "AbsF32"
	if x.Kind == gosrc.F64 {
		fn = "AbsF64"
	}
	return gosrc.Call(jen.Qual(FPOpsPath, fn), x.Kind, x)
}

func buildCanon(g *memGen, v *ir.Value) gosrc.Expr {
	if x := v.Args[0]; x.Op == ir.OpConst && !math.IsNaN(float64(math.Float32frombits(uint32(x.Attr.Bits)))) {
		return g.value(x) // the schedule has made a constant of a phi
	}
	return gosrc.Call(jen.Qual(FPOpsPath, "CanonF32"), gosrc.F32, g.value(v.Args[0]))
}

// cmpOps spells the comparisons; sign is how the operands of an integer
// compare are carried.
var cmpOps = map[ir.Cmp]struct {
	op   string
	sign func(gosrc.Kind) gosrc.Kind
}{
	ir.Eq: {"==", nil}, ir.Ne: {"!=", nil},
	ir.LtS: {"<", gosrc.Kind.AsSigned}, ir.LeS: {"<=", gosrc.Kind.AsSigned}, ir.GtS: {">", gosrc.Kind.AsSigned}, ir.GeS: {">=", gosrc.Kind.AsSigned},
	ir.LtU: {"<", gosrc.Kind.AsUnsigned}, ir.LeU: {"<=", gosrc.Kind.AsUnsigned}, ir.GtU: {">", gosrc.Kind.AsUnsigned}, ir.GeU: {">=", gosrc.Kind.AsUnsigned},
	ir.EqF: {"==", nil}, ir.LtF: {"<", nil}, ir.LeF: {"<=", nil}, ir.GtF: {">", nil}, ir.GeF: {">=", nil},
	ir.NeuF: {"!=", nil},
	// The unordered forms are the negation of the opposite ordered one.
	ir.LtuF: {">=", nil}, ir.LeuF: {">", nil}, ir.GtuF: {"<=", nil}, ir.GeuF: {"<", nil},
}

func buildICmp(g *memGen, v *ir.Value) gosrc.Expr {
	l, r := g.value(v.Args[0]), g.value(v.Args[1])
	c := cmpOps[v.Attr.Cmp]
	var k gosrc.Kind
	if c.sign != nil {
		k = c.sign(KindOf(v.Args[0].Type))
	} else {
		k = unify(l, r, g.plan.kinds[v.Args[0].ID])
	}
	l, r = gosrc.Convert(l, k), gosrc.Convert(r, k)
	if k == gosrc.Bool && r.IsConst {
		if (r.Bits&1 != 0) == (c.op == "==") {
			return l
		}
		return gosrc.Not(l)
	}
	return gosrc.Binary(l, c.op, r, gosrc.Bool)
}

func buildFCmp(g *memGen, v *ir.Value) gosrc.Expr {
	l, r := g.value(v.Args[0]), g.value(v.Args[1])
	same := v.Args[0] == v.Args[1]
	switch c := v.Attr.Cmp; c {
	case ir.NeF, ir.EquF: // less or greater; and its negation
		x := gosrc.Binary(gosrc.Binary(l, "<", r, gosrc.Bool), "||", gosrc.Binary(l, ">", r, gosrc.Bool), gosrc.Bool)
		if c == ir.EquF {
			return gosrc.Not(x)
		}
		return x
	case ir.NumF, ir.NanF:
		op, join := "==", "&&"
		if c == ir.NanF {
			op, join = "!=", "||"
		}
		l, r = opaque(l), opaque(r)
		x := gosrc.Binary(l, op, l, gosrc.Bool)
		if same {
			return x
		}
		return gosrc.Binary(x, join, gosrc.Binary(r, op, r, gosrc.Bool), gosrc.Bool)
	case ir.LtuF, ir.LeuF, ir.GtuF, ir.GeuF:
		return gosrc.Not(gosrc.Binary(l, cmpOps[c].op, r, gosrc.Bool))
	default:
		return gosrc.Binary(l, cmpOps[c].op, r, gosrc.Bool)
	}
}

func buildZext(g *memGen, v *ir.Value) gosrc.Expr {
	return gosrc.Convert(g.extended(v.Args[0], false), g.plan.kinds[v.ID])
}

func buildSext(g *memGen, v *ir.Value) gosrc.Expr {
	return gosrc.Convert(g.extended(v.Args[0], true), g.plan.kinds[v.ID])
}

func buildTrunc(g *memGen, v *ir.Value) gosrc.Expr {
	x := g.value(v.Args[0])
	if v.Type == ir.I1 {
		if x.IsConst {
			return gosrc.Constant(x.Bits&1, gosrc.Bool)
		}
		return gosrc.Binary(gosrc.Binary(x, "&", gosrc.Constant(1, x.Kind), x.Kind), "!=", gosrc.Constant(0, x.Kind), gosrc.Bool)
	}
	k := g.plan.kinds[v.ID]
	if x.IsConst {
		return gosrc.Constant(gosrc.Truncate(x.Bits, k.Bits()), k)
	}
	if g.body.Truncs[v] {
		return gosrc.Convert(truncated(x, k.Bits()), k)
	}
	return gosrc.Convert(x, k)
}

// buildBitcast prints a bit cast. Those between integer and float carriers go through package math; the
// half types and packed pairs are carried as their bits already.
func buildBitcast(g *memGen, v *ir.Value) gosrc.Expr {
	return gosrc.Bitcast(g.value(v.Args[0]), g.plan.kinds[v.ID])
}

// goConversions are the intrinsics that one of Go's conversions is exactly, on
// every architecture: integers that the float holds or that Go rounds to
// nearest even. Not among them are f32 from 64-bit integers, which 32-bit
// targets round twice, and whatever can meet a NaN.
var goConversions = map[string]bool{
	"CvtRnF32S8": true, "CvtRnF32U8": true, "CvtRnF32S16": true, "CvtRnF32U16": true, "CvtRnF32S32": true, "CvtRnF32U32": true,
	"CvtRnF64S8": true, "CvtRnF64U8": true, "CvtRnF64S16": true, "CvtRnF64U16": true, "CvtRnF64S32": true, "CvtRnF64U32": true,
	"CvtRnF64S64": true,
}

func buildIntrin(g *memGen, v *ir.Value) gosrc.Expr {
	fn := intrinsic(v.Attr.Name)
	if fn == nil {
		panic(fmt.Sprintf("scalar: no intrinsic %s", v.Attr.Name))
	}
	if fused(v) {
		return g.fma(v, fn)
	}
	if x, ok := g.rotation(v); ok {
		return x
	}
	args := make([]gosrc.Expr, len(v.Args))
	for i, a := range v.Args {
		args[i] = g.operand(v, a, gosrc.Bitcast(g.value(a), intrinKinds[fn.Params[i]]))
	}
	if v.Product.IsValid() {
		g.fused = append(g.fused, v)
	}
	if goConversions[fn.Name] && !args[0].IsConst {
		return gosrc.Convert(args[0], intrinKinds[fn.Results[0]])
	}
	k := intrinKinds[fn.Results[0]]
	path := FPOpsPath
	if fn.Pkg == "intops" {
		path = IntOpsPath
	}
	name := fn.Name
	if op := fn.Operator(); op != "" && (v.Type == ir.F32 || g.isOneNaN(v)) {
		name = op
	}
	return gosrc.Call(jen.Qual(path, name), k, args...)
}
