package codegen

import (
	"fmt"
	"math"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// builders print the pure operations. An operation that is not in the table is
// printed as a statement, see stmts.
var builders map[ir.Op]func(*funcGen, *ir.Value) expr

func init() {
	builders = map[ir.Op]func(*funcGen, *ir.Value) expr{
		ir.OpConst:       (*funcGen).buildConst,
		ir.OpArg:         (*funcGen).buildArg,
		ir.OpSlotLoad:    (*funcGen).buildSlotLoad,
		ir.OpSlotAny:     (*funcGen).buildSlotAny,
		ir.OpParam:       (*funcGen).buildParam,
		ir.OpSReg:        (*funcGen).buildSReg,
		ir.OpSymAddr:     (*funcGen).buildSymAddr,
		ir.OpFuncAddr:    (*funcGen).buildFuncAddr,
		ir.OpExtract:     (*funcGen).buildExtract,
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
		ir.OpNeg:         (*funcGen).buildNeg,
		ir.OpNot:         (*funcGen).buildNot,
		ir.OpAbs:         (*funcGen).buildAbs,
		ir.OpShl:         shift("<<", kind.asSelf),
		ir.OpShrS:        shift(">>", kind.asSigned),
		ir.OpShrU:        shift(">>", kind.asUnsigned),
		ir.OpFAdd:        float("+"),
		ir.OpFSub:        float("-"),
		ir.OpFMul:        float("*"),
		ir.OpFDiv:        float("/"),
		ir.OpFSqrt:       (*funcGen).buildSqrt,
		ir.OpFNeg:        (*funcGen).buildFNeg,
		ir.OpFAbs:        (*funcGen).buildFAbs,
		ir.OpCanon:       (*funcGen).buildCanon,
		ir.OpICmp:        (*funcGen).buildICmp,
		ir.OpFCmp:        (*funcGen).buildFCmp,
		ir.OpZext:        (*funcGen).buildZext,
		ir.OpSext:        (*funcGen).buildSext,
		ir.OpTrunc:       (*funcGen).buildTrunc,
		ir.OpBitcast:     (*funcGen).buildBitcast,
		ir.OpIntrin:      (*funcGen).buildIntrin,
		ir.OpLoad:        (*funcGen).buildLoad,
		ir.OpToGeneric:   (*funcGen).buildToGeneric,
		ir.OpFromGeneric: (*funcGen).buildFromGeneric,
		ir.OpIsSpace:     (*funcGen).buildIsSpace,
		ir.OpRefAddr:     (*funcGen).buildRefAddr,
		ir.OpIsRef:       (*funcGen).buildIsRef,
	}
}

func (g *funcGen) buildConst(v *ir.Value) expr {
	return constant(v.Attr.Bits, g.plan.kinds[v.ID])
}

// pair prints both arguments with one carrier: that of the first when both
// have it, else the one chosen for the result.
func (g *funcGen) pair(v *ir.Value) (l, r expr, k kind) {
	l, r = g.value(v.Args[0]), g.value(v.Args[1])
	k = unify(l, r, g.plan.kinds[v.ID])
	return convert(l, k), convert(r, k), k
}

// unify picks the carrier in which two operands meet.
func unify(l, r expr, want kind) kind {
	switch {
	case l.isConst && r.isConst:
		return want
	case l.isConst:
		return r.kind
	case r.isConst || l.kind == r.kind:
		return l.kind
	}
	if want.bits() == l.kind.bits() {
		return want
	}
	return l.kind.asUnsigned()
}

func arith(op string) func(*funcGen, *ir.Value) expr {
	return func(g *funcGen, v *ir.Value) expr {
		l, r, k := g.pair(v)
		return binary(l, op, r, k)
	}
}

func logic(op, boolOp string) func(*funcGen, *ir.Value) expr {
	return func(g *funcGen, v *ir.Value) expr {
		l, r, k := g.pair(v)
		if k == kBool {
			op := boolOp
			// x != true reads better as a negation.
			if op == "!=" && r.isConst {
				if r.bits&1 != 0 {
					return not(l)
				}
				return l
			}
			return binary(l, op, r, k)
		}
		if l.isConst {
			l, r = r, l
		}
		return binary(l, op, r, k)
	}
}

func wide(fn string, signed bool) func(*funcGen, *ir.Value) expr {
	return func(g *funcGen, v *ir.Value) expr {
		k := g.plan.kinds[v.ID].withSign(signed)
		l, r := convert(g.value(v.Args[0]), k), convert(g.value(v.Args[1]), k)
		return call(jen.Qual(intopsPath, fn+k.suffix()), k, l, r)
	}
}

// division is Go's operator where the divisor is a constant other than zero,
// else a function that gives the hardware's answer for zero.
func division(op, fn string, signed bool) func(*funcGen, *ir.Value) expr {
	return func(g *funcGen, v *ir.Value) expr {
		k := g.plan.kinds[v.ID].withSign(signed)
		l, r := convert(g.value(v.Args[0]), k), convert(g.value(v.Args[1]), k)
		if r.isConst && truncate(r.bits, k.bits()) != 0 && !l.isConst {
			return binary(l, op, r, k)
		}
		return call(jen.Qual(intopsPath, fn+k.suffix()), k, l, r)
	}
}

func extremum(fn string, signed bool) func(*funcGen, *ir.Value) expr {
	return func(g *funcGen, v *ir.Value) expr {
		k := g.plan.kinds[v.ID].withSign(signed)
		l, r := convert(g.value(v.Args[0]), k), convert(g.value(v.Args[1]), k)
		if l.isConst && r.isConst {
			l = primary(l.typed(), k)
		}
		return call(jen.Id(fn), k, l, r)
	}
}

// variableOnly makes an expression that may be negated, shifted and the like
// at run time: Go evaluates constant expressions exactly and refuses those
// that overflow, so a lone constant goes through a function.
func (g *funcGen) opaque(x expr) expr {
	if !x.isConst || x.kind == kBool {
		return x
	}
	if x.kind.isFloat() {
		fn, h := "Float32frombits", x.bits&0xffffffff
		if x.kind == kF64 {
			fn, h = "Float64frombits", x.bits
		}
		return primary(jen.Qual("math", fn).Call(jen.Id(hex(h))), x.kind)
	}
	return primary(rt("Opaque").Call(x.typed()), x.kind)
}

func (g *funcGen) buildNeg(v *ir.Value) expr {
	x := g.opaque(g.value(v.Args[0]))
	return unary("-", x, x.kind)
}

func (g *funcGen) buildNot(v *ir.Value) expr {
	x := g.value(v.Args[0])
	if x.kind == kBool {
		return not(x)
	}
	x = g.opaque(x)
	return unary("^", x, x.kind)
}

func (g *funcGen) buildAbs(v *ir.Value) expr {
	k := g.plan.kinds[v.ID].asSigned()
	x := g.opaque(convert(g.value(v.Args[0]), k))
	return call(jen.Id("max"), k, x, unary("-", x, k))
}

func shift(op string, sign func(kind) kind) func(*funcGen, *ir.Value) expr {
	return func(g *funcGen, v *ir.Value) expr {
		l, n := g.value(v.Args[0]), g.value(v.Args[1])
		l = convert(l, sign(l.kind))
		k := l.kind
		if l.isConst {
			l = primary(l.typed(), k)
			if n.isConst {
				l = g.opaque(constant(g.value(v.Args[0]).bits, k))
			}
		}
		if n.isConst {
			n = constant(truncate(n.bits, 32), kU32)
		} else {
			n = shiftCount(n)
		}
		return binary(l, op, n, k)
	}
}

// shiftCount widens a count to 64 bits. Go 1.26 on amd64 shares one comparison
// between a shift by an n of up to 32 bits and a test such as n == 32 beside it,
// and gets the test wrong; a wide count has a comparison of its own.
func shiftCount(n expr) expr {
	return convert(convert(n, n.kind.asUnsigned()), kU64)
}

// float prints an arithmetic operator. Products are rounded explicitly, since
// Go may otherwise fuse them into a following sum.
func float(op string) func(*funcGen, *ir.Value) expr {
	return func(g *funcGen, v *ir.Value) expr {
		k := g.plan.kinds[v.ID]
		l, r := g.value(v.Args[0]), g.value(v.Args[1])
		if l.isConst && r.isConst {
			l, r = g.opaque(l), g.opaque(r)
		}
		if op == "/" && r.isConst && truncate(r.bits<<1, k.bits()) == 0 {
			r = g.opaque(r) // Go refuses a literal division by zero
		}
		// Go's compiler takes x*1 for x and x*-1 for -x, which a NaN tells apart.
		if fn := map[string]string{"*": "MulRnF64", "/": "DivRnF64"}[op]; fn != "" && k == kF64 && (isUnit(r) || op == "*" && isUnit(l)) {
			return call(jen.Qual(fpopsPath, fn), k, l, r)
		}
		x := binary(l, op, r, k)
		if op == "*" {
			return primary(k.id().Parens(x.jen()), k)
		}
		return x
	}
}

// isUnit reports whether an f64 expression is the constant 1 or -1.
func isUnit(x expr) bool { return x.isConst && x.bits<<1>>1 == math.Float64bits(1) }

func (g *funcGen) buildSqrt(v *ir.Value) expr {
	k := g.plan.kinds[v.ID]
	x := g.opaque(g.value(v.Args[0]))
	if k == kF64 {
		return call(jen.Qual("math", "Sqrt"), k, x)
	}
	return convert(call(jen.Qual("math", "Sqrt"), kF64, convert(x, kF64)), k)
}

// The sign operations of f64 leave a NaN as it is, those of f32 have a Canon
// behind them where that can be seen.
func (g *funcGen) buildFNeg(v *ir.Value) expr {
	x := g.opaque(g.value(v.Args[0]))
	if x.kind == kF64 {
		return call(jen.Qual(fpopsPath, "NegF64"), kF64, x)
	}
	return unary("-", x, x.kind)
}

func (g *funcGen) buildFAbs(v *ir.Value) expr {
	x := g.opaque(g.value(v.Args[0]))
	fn := "AbsF32"
	if x.kind == kF64 {
		fn = "AbsF64"
	}
	return call(jen.Qual(fpopsPath, fn), x.kind, x)
}

func (g *funcGen) buildCanon(v *ir.Value) expr {
	return call(jen.Qual(fpopsPath, "CanonF32"), kF32, g.value(v.Args[0]))
}

// cmpOps spells the comparisons; sign is how the operands of an integer
// compare are carried.
var cmpOps = map[ir.Cmp]struct {
	op   string
	sign func(kind) kind
}{
	ir.Eq: {"==", nil}, ir.Ne: {"!=", nil},
	ir.LtS: {"<", kind.asSigned}, ir.LeS: {"<=", kind.asSigned}, ir.GtS: {">", kind.asSigned}, ir.GeS: {">=", kind.asSigned},
	ir.LtU: {"<", kind.asUnsigned}, ir.LeU: {"<=", kind.asUnsigned}, ir.GtU: {">", kind.asUnsigned}, ir.GeU: {">=", kind.asUnsigned},
	ir.EqF: {"==", nil}, ir.LtF: {"<", nil}, ir.LeF: {"<=", nil}, ir.GtF: {">", nil}, ir.GeF: {">=", nil},
	ir.NeuF: {"!=", nil},
	// The unordered forms are the negation of the opposite ordered one.
	ir.LtuF: {">=", nil}, ir.LeuF: {">", nil}, ir.GtuF: {"<=", nil}, ir.GeuF: {"<", nil},
}

func (g *funcGen) buildICmp(v *ir.Value) expr {
	l, r := g.value(v.Args[0]), g.value(v.Args[1])
	c := cmpOps[v.Attr.Cmp]
	var k kind
	if c.sign != nil {
		k = c.sign(kindOf(v.Args[0].Type))
	} else {
		k = unify(l, r, g.plan.kinds[v.Args[0].ID])
	}
	l, r = convert(l, k), convert(r, k)
	if k == kBool && r.isConst {
		if (r.bits&1 != 0) == (c.op == "==") {
			return l
		}
		return not(l)
	}
	if l.isConst && r.isConst {
		l = g.opaque(l)
	}
	return binary(l, c.op, r, kBool)
}

func (g *funcGen) buildFCmp(v *ir.Value) expr {
	l, r := g.value(v.Args[0]), g.value(v.Args[1])
	if l.isConst && r.isConst {
		l, r = g.opaque(l), g.opaque(r)
	}
	same := v.Args[0] == v.Args[1]
	switch c := v.Attr.Cmp; c {
	case ir.NeF, ir.EquF: // less or greater; and its negation
		x := binary(binary(l, "<", r, kBool), "||", binary(l, ">", r, kBool), kBool)
		if c == ir.EquF {
			return not(x)
		}
		return x
	case ir.NumF, ir.NanF:
		op, join := "==", "&&"
		if c == ir.NanF {
			op, join = "!=", "||"
		}
		l, r = g.opaque(l), g.opaque(r)
		x := binary(l, op, l, kBool)
		if same {
			return x
		}
		return binary(x, join, binary(r, op, r, kBool), kBool)
	case ir.LtuF, ir.LeuF, ir.GtuF, ir.GeuF:
		return not(binary(l, cmpOps[c].op, r, kBool))
	default:
		return binary(l, cmpOps[c].op, r, kBool)
	}
}

func (g *funcGen) buildZext(v *ir.Value) expr {
	return convert(g.extended(v.Args[0], false), g.plan.kinds[v.ID])
}

// extended prints a value in a carrier from which a conversion extends it, with its sign
// or without: either will do where the value is known to be small.
func (g *funcGen) extended(v *ir.Value, signed bool) expr {
	x := g.value(v)
	if x.kind.signed() == signed || g.prov.Small(v) {
		return x
	}
	return convert(x, x.kind.withSign(signed))
}

func (g *funcGen) buildSext(v *ir.Value) expr {
	return convert(g.extended(v.Args[0], true), g.plan.kinds[v.ID])
}

func (g *funcGen) buildTrunc(v *ir.Value) expr {
	x := g.value(v.Args[0])
	if v.Type == ir.I1 {
		if x.isConst {
			return constant(x.bits&1, kBool)
		}
		return binary(binary(x, "&", constant(1, x.kind), x.kind), "!=", constant(0, x.kind), kBool)
	}
	k := g.plan.kinds[v.ID]
	if x.isConst {
		return constant(truncate(x.bits, k.bits()), k)
	}
	return convert(x, k)
}

// bitcasts between integer and float carriers go through package math; the
// half types and packed pairs are carried as their bits already.
func (g *funcGen) buildBitcast(v *ir.Value) expr {
	return bitcast(g.value(v.Args[0]), g.plan.kinds[v.ID])
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

func (g *funcGen) buildIntrin(v *ir.Value) expr {
	fn := intrinsic(v.Attr.Name)
	if fn == nil {
		panic(fmt.Sprintf("codegen: no intrinsic %s", v.Attr.Name))
	}
	args := make([]expr, len(v.Args))
	for i, a := range v.Args {
		args[i] = bitcast(g.value(a), intrinKinds[fn.Params[i]])
	}
	if v.Product.IsValid() {
		g.fused = append(g.fused, v)
	}
	if goConversions[fn.Name] && !args[0].isConst {
		return convert(args[0], intrinKinds[fn.Results[0]])
	}
	k := kNone
	if len(fn.Results) > 0 {
		k = intrinKinds[fn.Results[0]]
	}
	path := fpopsPath
	if fn.Pkg == "intops" {
		path = intopsPath
	}
	return call(jen.Qual(path, fn.Name), k, args...)
}
