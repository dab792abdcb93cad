package gang

import (
	"math"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

func init() {
	builders = map[ir.Op]func(*printer, *ir.Value) vector{
		ir.OpAdd:      arith("Add"),
		ir.OpSub:      arith("Sub"),
		ir.OpMul:      buildMul,
		ir.OpAnd:      logic("And"),
		ir.OpOr:       logic("Or"),
		ir.OpXor:      logic("Xor"),
		ir.OpMulHiS:   typed("MulHi", true),
		ir.OpMulHiU:   typed("MulHi", false),
		ir.OpDivS:     typed("Div", true),
		ir.OpDivU:     typed("Div", false),
		ir.OpRemS:     typed("Rem", true),
		ir.OpRemU:     typed("Rem", false),
		ir.OpMinS:     extremum("Min", true),
		ir.OpMinU:     extremum("Min", false),
		ir.OpMaxS:     extremum("Max", true),
		ir.OpMaxU:     extremum("Max", false),
		ir.OpNeg:      buildNeg,
		ir.OpNot:      buildNot,
		ir.OpAbs:      buildAbs,
		ir.OpShl:      shift("Shl", gosrc.Kind.AsSelf),
		ir.OpShrS:     shift("Shr", gosrc.Kind.AsSigned),
		ir.OpShrU:     shift("Shr", gosrc.Kind.AsUnsigned),
		ir.OpFAdd:     float("Add"),
		ir.OpFSub:     float("Sub"),
		ir.OpFMul:     float("Mul"),
		ir.OpFDiv:     float("Div"),
		ir.OpFSqrt:    buildSqrt,
		ir.OpFNeg:     sign("Neg"),
		ir.OpFAbs:     sign("Abs"),
		ir.OpCanon:    buildCanon,
		ir.OpICmp:     buildICmp,
		ir.OpFCmp:     buildFCmp,
		ir.OpZext:     extend(false),
		ir.OpSext:     extend(true),
		ir.OpTrunc:    buildTrunc,
		ir.OpBitcast:  func(p *printer, v *ir.Value) vector { return p.vector(v.Args[0]).bits(p.Kind(v)) },
		ir.OpIntrin:   buildIntrin,
		ir.OpLoad:     buildLoad,
		ir.OpSlotLoad: buildSlotLoad,
		ir.OpExtract:  buildExtract,
	}
}

// build is a value as a vector, computed here.
func (p *printer) build(v *ir.Value) vector {
	b := builders[v.Op]
	if b == nil {
		panic("gang: no vector form of " + v.Op.String())
	}
	x := b(p, v)
	x.code = p.Marked(v, x.code)
	return x
}

// pair is both arguments with one carrier: that of both where they have one.
func (p *printer) pair(v *ir.Value) (x, y vector, k gosrc.Kind) {
	x, y = p.vector(v.Args[0]), p.vector(v.Args[1])
	k = p.Kind(v)
	if x.kind == y.kind && k.IsInt() {
		k = x.kind
	}
	return x.as(k), y.as(k), k
}

func arith(op string) func(*printer, *ir.Value) vector {
	return func(p *printer, v *ir.Value) vector {
		x, y, _ := p.pair(v)
		return x.method(op, y.code).extended()
	}
}

// buildMul is a product: of 64 bits of factors of 32 where that is all that they have.
func buildMul(p *printer, v *ir.Value) vector {
	low := func(k gosrc.Kind, fn string) vector {
		return p.call(k, fn, p.vector(v.Args[0]).as(k).code, p.vector(v.Args[1]).as(k).code)
	}
	if v.Type == ir.I64 {
		switch unsigned, signed := analysis.NarrowFactors(v); {
		case unsigned:
			return low(gosrc.U64, "MulLowU64")
		case signed:
			return low(gosrc.I64, "MulLowI64")
		}
	}
	return arith("Mul")(p, v)
}

func logic(op string) func(*printer, *ir.Value) vector {
	return func(p *printer, v *ir.Value) vector {
		for i, a := range v.Args {
			if holds, known := p.Known(a); known && v.Type == ir.I1 && holds == (v.Op == ir.OpAnd) && v.Op != ir.OpXor {
				return p.vector(v.Args[1-i])
			}
		}
		if x, ok := p.without(v); ok {
			return x
		}
		x, y, k := p.pair(v)
		if k == gosrc.Bool {
			return p.call(k, op+"M", x.code, y.code)
		}
		return x.method(op, y.code)
	}
}

// without prints x &^ y, one instruction, where nothing else asks for the complement of y.
func (p *printer) without(v *ir.Value) (vector, bool) {
	if v.Op != ir.OpAnd || v.Type == ir.I1 {
		return vector{}, false
	}
	for i, not := range v.Args {
		if _, known := p.plan.Lanes[not]; known || not.Op != ir.OpNot || !p.Inline(not) || p.Fixed(not) || p.common(not) {
			continue
		}
		k := p.Kind(v)
		return p.operand(v.Args[1-i], k).method("AndNot", p.operand(not.Args[0], k).code), true
	}
	return vector{}, false
}

func extremum(fn string, signed bool) func(*printer, *ir.Value) vector {
	return func(p *printer, v *ir.Value) vector {
		k := p.Kind(v).WithSign(signed)
		return p.of(k, fn, p.operand(v.Args[0], k).code, p.operand(v.Args[1], k).code)
	}
}

// typed is an operation of integers that has a function for each type, as in intops.
func typed(fn string, signed bool) func(*printer, *ir.Value) vector {
	return func(p *printer, v *ir.Value) vector {
		k := p.Kind(v).WithSign(signed)
		return p.call(k, fn+k.Suffix(), p.operand(v.Args[0], k).code, p.operand(v.Args[1], k).code)
	}
}

func buildNeg(p *printer, v *ir.Value) vector {
	x := p.vector(v.Args[0])
	return p.of(x.kind, "Neg", x.code).extended()
}

func buildNot(p *printer, v *ir.Value) vector {
	x := p.vector(v.Args[0])
	if x.kind == gosrc.Bool {
		return p.call(x.kind, "NotM", x.code)
	}
	return x.method("Not").extended()
}

func buildAbs(p *printer, v *ir.Value) vector {
	x := p.operand(v.Args[0], p.Kind(v).AsSigned())
	return p.of(x.kind, "Abs", x.code).extended()
}

// shift prints a shift, by a constant for all lanes or by a vector of counts. Those of the
// width and above shift all bits out, in Go as in AVX2.
func shift(to string, sign func(gosrc.Kind) gosrc.Kind) func(*printer, *ir.Value) vector {
	return func(p *printer, v *ir.Value) vector {
		x := p.vector(v.Args[0])
		x = x.as(sign(x.kind))
		if n, ok := v.Args[1].IsConst(); ok {
			return p.shiftAll(to, x, n).extended()
		}
		n := p.operand(v.Args[1], p.Kind(v.Args[1]).AsUnsigned())
		return p.of(x.kind, to, x.code, n.as(gosrc.U32).code).extended()
	}
}

// shiftAll shifts all lanes by a constant: by a vector of counts where Go would move it with
// legacy SSE.
func (p *printer) shiftAll(to string, x vector, n uint64) vector {
	switch t := typeOf(x.kind); {
	case n < 32 && (t == "I32" || t == "U32" && to == "Shl"):
		return x.method(map[string]string{"Shl": "ShiftAllLeft", "Shr": "ShiftAllRight"}[to], jen.Id(gosrc.Num(int64(n))))
	case n < 32 && t == "U32":
		return p.of(x.kind, to, x.code, p.splat(gosrc.Constant(n, gosrc.U32)).code)
	}
	return p.of(x.kind, to+"All", x.code, jen.Id(gosrc.Num(int64(uint32(n)))))
}

func float(op string) func(*printer, *ir.Value) vector {
	return func(p *printer, v *ir.Value) vector {
		return p.vector(v.Args[0]).method(op, p.vector(v.Args[1]).code)
	}
}

func buildSqrt(p *printer, v *ir.Value) vector { return p.vector(v.Args[0]).method("Sqrt") }

func sign(fn string) func(*printer, *ir.Value) vector {
	return func(p *printer, v *ir.Value) vector {
		x := p.vector(v.Args[0])
		return p.of(x.kind, fn, x.code)
	}
}

func buildCanon(p *printer, v *ir.Value) vector {
	if x := v.Args[0]; x.Op == ir.OpConst && !math.IsNaN(float64(math.Float32frombits(uint32(x.Attr.Bits)))) {
		return p.vector(x)
	}
	return p.call(gosrc.F32, "CanonF32", p.vector(v.Args[0]).code)
}

// compares names the functions that compare; sign is how the operands of integers are carried.
var compares = map[ir.Cmp]struct {
	fn   string
	sign func(gosrc.Kind) gosrc.Kind
}{
	ir.Eq: {"Equal", nil}, ir.Ne: {"NotEqual", nil},
	ir.LtS: {"Less", gosrc.Kind.AsSigned}, ir.LeS: {"LessEqual", gosrc.Kind.AsSigned}, ir.GtS: {"Greater", gosrc.Kind.AsSigned}, ir.GeS: {"GreaterEqual", gosrc.Kind.AsSigned},
	ir.LtU: {"Less", gosrc.Kind.AsUnsigned}, ir.LeU: {"LessEqual", gosrc.Kind.AsUnsigned}, ir.GtU: {"Greater", gosrc.Kind.AsUnsigned}, ir.GeU: {"GreaterEqual", gosrc.Kind.AsUnsigned},
	ir.EqF: {"Equal", nil}, ir.LtF: {"Less", nil}, ir.LeF: {"LessEqual", nil}, ir.GtF: {"Greater", nil}, ir.GeF: {"GreaterEqual", nil},
	ir.NeuF: {"NotEqual", nil},
	// The unordered forms are the negation of the opposite ordered one.
	ir.LtuF: {"GreaterEqual", nil}, ir.LeuF: {"Greater", nil}, ir.GtuF: {"LessEqual", nil}, ir.GeuF: {"Less", nil},
}

func buildICmp(p *printer, v *ir.Value) vector {
	x, y := p.vector(v.Args[0]), p.vector(v.Args[1])
	c := compares[v.Attr.Cmp]
	k := x.kind
	if c.sign != nil {
		k = c.sign(k)
	}
	x, y = x.as(k), y.as(k)
	if k == gosrc.Bool {
		fn := map[ir.Cmp]string{ir.Eq: "EqualM", ir.Ne: "XorM"}[v.Attr.Cmp]
		return p.call(k, fn, x.code, y.code)
	}
	return vector{pkg: p.pkg, code: p.of(k, c.fn, x.code, y.code).code, kind: gosrc.Bool}
}

func buildFCmp(p *printer, v *ir.Value) vector {
	x, y := p.vector(v.Args[0]), p.vector(v.Args[1])
	cmp := func(fn string, x, y vector) vector {
		return vector{pkg: p.pkg, code: p.of(x.kind, fn, x.code, y.code).code, kind: gosrc.Bool}
	}
	not := func(x vector) vector { return p.call(gosrc.Bool, "NotM", x.code) }
	switch c := v.Attr.Cmp; c {
	case ir.NeF, ir.EquF: // less or greater; and its negation
		m := p.call(gosrc.Bool, "OrM", cmp("Less", x, y).code, cmp("Greater", x, y).code)
		if c == ir.EquF {
			return not(m)
		}
		return m
	case ir.NumF, ir.NanF:
		fn, join := "Equal", "AndM"
		if c == ir.NanF {
			fn, join = "NotEqual", "OrM"
		}
		m := cmp(fn, x, x)
		if v.Args[0] == v.Args[1] {
			return m
		}
		return p.call(gosrc.Bool, join, m.code, cmp(fn, y, y).code)
	case ir.LtuF, ir.LeuF, ir.GtuF, ir.GeuF:
		return not(cmp(compares[c].fn, x, y))
	default:
		return cmp(compares[c].fn, x, y)
	}
}

func extend(signed bool) func(*printer, *ir.Value) vector {
	return func(p *printer, v *ir.Value) vector {
		x, k := p.vector(v.Args[0]), p.Kind(v)
		if x.kind == gosrc.Bool {
			x = p.call(gosrc.I32, "I32FromM", x.code)
			if signed {
				x = p.of(gosrc.I32, "Neg", x.code)
			}
			return x.as(k)
		}
		return x.as(x.kind.WithSign(signed)).as(k)
	}
}

func buildTrunc(p *printer, v *ir.Value) vector {
	a := v.Args[0]
	if a.Op == ir.OpShrU || a.Op == ir.OpShrS {
		if k, ok := a.Args[1].IsConst(); ok && k == 32 && v.Type == ir.I32 && a.Type == ir.I64 && p.Inline(a) {
			return p.call(gosrc.U32, "HighU64", p.vector(a.Args[0]).as(gosrc.U64).code).as(p.Kind(v))
		}
	}
	x := p.vector(a)
	if v.Type != ir.I1 {
		return x.as(p.Kind(v))
	}
	one, zero := p.splat(gosrc.Constant(1, x.kind)), p.splat(gosrc.Constant(0, x.kind))
	return vector{pkg: p.pkg, code: p.of(x.kind, "NotEqual", x.method("And", one.code).code, zero.code).code, kind: gosrc.Bool}
}

// widest are functions that convert small integers, which are in lanes of 32 bits anyway.
var widest = map[string]string{
	"CvtRnF32S8": "CvtRnF32S32", "CvtRnF32U8": "CvtRnF32U32", "CvtRnF32S16": "CvtRnF32S32", "CvtRnF32U16": "CvtRnF32U32",
	"CvtRnF64S8": "CvtRnF64S32", "CvtRnF64U8": "CvtRnF64U32", "CvtRnF64S16": "CvtRnF64S32", "CvtRnF64U16": "CvtRnF64U32",
}

// sure are functions for operands of which one, by its place, is a constant, and no NaN.
var sure = map[string][3]string{"FmaRnF64": {1: "FmaByF64", 2: "FmaPlusF64"}}

func buildIntrin(p *printer, v *ir.Value) vector {
	params, results := scalar.IntrinsicKinds(v.Attr.Name)
	if n, ok := scalar.Funnel(v); ok && n > 0 {
		low, high := p.vector(v.Args[0]).bits(params[0]), p.vector(v.Args[1]).bits(params[1])
		back := p.splat(gosrc.Constant(32-n, gosrc.U32))
		if v.Args[0] == v.Args[1] {
			return p.call(results[0], "RotateB32", low.code, jen.Id(gosrc.Num(int64(n))), back.code)
		}
		return p.call(results[0], "FunnelB32", high.code, low.code, jen.Id(gosrc.Num(int64(n))), back.code)
	}
	var args []jen.Code
	for i, a := range v.Args {
		x := p.vector(a).bits(params[i])
		if p.Flush(v, a) {
			x = p.call(gosrc.F32, "FtzF32", x.code)
		}
		args = append(args, x.code)
	}
	p.Fused(v)
	name := p.Operator(v)
	if w := widest[name]; w != "" {
		name = w
	}
	for i, w := range sure[name] {
		if w != "" && v.Args[i].Op == ir.OpConst && !math.IsNaN(math.Float64frombits(v.Args[i].Attr.Bits)) {
			name = w
			break
		}
	}
	if name == "FmaF32" && p.spares(v.Args[0], v.Args[1]) {
		args[0], args[1] = args[1], args[0]
	}
	return p.call(results[0], name, args...)
}

// spares reports whether the factors of a fused multiply-add change places: its result takes the
// register of the first one, which is copied before if it is still asked for. What nothing else
// asks for needs no copy, nor does a constant that is loaded, as most are where there are many.
// NaN of 32 bits are all the same to whoever reads their bits, so that the order is free.
func (p *printer) spares(first, second *ir.Value) bool {
	kept := func(x *ir.Value) bool {
		return x.Op != ir.OpConst && (!p.Inline(x) || p.Fixed(x) || p.common(x)) && len(p.Users(x)) > 1
	}
	if !kept(first) || kept(second) {
		return false
	}
	return second.Op == ir.OpConst || p.Inline(second) && !p.Fixed(second) && !p.common(second)
}

func buildSlotLoad(p *printer, v *ir.Value) vector {
	if w := p.kept[v.Attr.Slot]; w != nil {
		return p.named(w, w.Kind).carried(p.Kind(v))
	}
	array, i, elem := p.Slot(v.Attr.Slot)
	return p.call(elem, "Load"+elemName(elem), array, i.Code()).carried(p.Kind(v))
}

func buildExtract(p *printer, v *ir.Value) vector {
	w := p.tuples[p.one(v.Args[0])][v.Attr.Index]
	x := p.named(w, p.tupleKind(v.Args[0], v.Attr.Index))
	return x.bits(p.Kind(v))
}
