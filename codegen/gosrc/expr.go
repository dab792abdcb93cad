package gosrc

import "github.com/dave/jennifer/jen"

// prec is Go's operator precedence, for the fewest parentheses.
type prec uint8

const (
	precOr      prec = iota + 1 // ||
	precAnd                     // &&
	precCompare                 // == < ...
	precAdd                     // + - | ^
	precMul                     // * / % << >> & &^
	precUnary                   // - ! ^
	precPrimary                 // names, calls, indexing
)

// Expr is a Go expression on its way into a statement.
type Expr struct {
	code *jen.Statement
	prec prec
	Kind Kind

	// A constant is spelled when its carrier is known.
	IsConst bool
	Bits    uint64

	// Atom marks a name: free to repeat.
	Atom bool

	op   string    // the operator of a binary expression, "" for others
	l, r *Expr     // and its operands
	from *Expr     // what an integer conversion converts
	of   *Variable // the variable that a name is of

	origins []Origin
}

// Name is the expression of an identifier.
func Name(s string, k Kind) Expr {
	return Expr{code: jen.Id(s), prec: precPrimary, Kind: k, Atom: true}
}

// Primary is an expression that is no operand in need of parentheses: a call, an
// element, a conversion.
func Primary(code *jen.Statement, k Kind) Expr {
	return Expr{code: code, prec: precPrimary, Kind: k}
}

// Constant is an integer or bool constant of the given carrier, or the bits of
// a float.
func Constant(bits uint64, k Kind) Expr {
	return Expr{prec: precPrimary, Kind: k, IsConst: true, Bits: bits, Atom: true}
}

// Call is a function call with a result of the given kind.
func Call(fn *jen.Statement, k Kind, args ...Expr) Expr {
	list := make([]jen.Code, len(args))
	for i, a := range args {
		list[i] = a.Code()
	}
	return Expr{code: fn.Call(list...), prec: precPrimary, Kind: k}
}

// Code returns the code of the expression; a constant takes the spelling of its
// carrier but no conversion.
func (x Expr) Code() *jen.Statement {
	if x.IsConst {
		return Marked(Spell(x.Bits, x.Kind), x.origins...)
	}
	// Jennifer appends in place: a shared statement must not be extended.
	return Marked(x.code.Clone(), x.origins...)
}

// Typed returns the code with its type made explicit, for places where Go
// would take an untyped constant as int.
func (x Expr) Typed() *jen.Statement {
	if !x.IsConst || x.Kind == Bool || x.Kind.IsFloat() && !plainFloat(x.Bits, x.Kind) {
		return x.Code()
	}
	return x.Kind.Type().Parens(x.Code())
}

// operand wraps an operand of op, which binds like p, if it binds weaker, or if a reader
// would have to know Go's precedence, which is not C's, to see that it does not.
func (x Expr) operand(op string, p prec) *jen.Statement {
	if unclear(op, x.op) {
		p = precPrimary
	}
	return x.paren(p)
}

// paren wraps the expression if it binds weaker than p.
func (x Expr) paren(p prec) *jen.Statement {
	if x.IsConst {
		s := x.Code()
		if p == precPrimary && negative(x.Bits, x.Kind) {
			return jen.Parens(s)
		}
		return s
	}
	if x.prec < p {
		return jen.Parens(x.Code())
	}
	return x.Code()
}

// Convert gives the expression the carrier k. Constants are spelled anew,
// integers converted; between carriers of one width that is free.
func Convert(x Expr, k Kind) Expr {
	if x.Kind == k {
		return x
	}
	if x.IsConst && k.IsInt() && x.Kind.IsInt() {
		// The value, not the bits: int8(-1) as uint32 is 0xffffffff.
		b := x.Bits
		if x.Kind.Signed() {
			b = uint64(SignExtend(b, x.Kind.Bits()))
		} else {
			b = Truncate(b, x.Kind.Bits())
		}
		return Constant(Truncate(b, k.Bits()), k).From(x.origins...)
	}
	if x.IsConst {
		return Expr{code: k.Type().Parens(x.Typed()), prec: precPrimary, Kind: k}
	}
	if x.from != nil && k.IsInt() && passes(x.from.Kind, x.Kind, k) {
		return Convert(*x.from, k).From(x.origins...)
	}
	if x.op == "<<" && x.l.from != nil && k.IsInt() && k.Bits() == x.Kind.Bits() {
		return Binary(Convert(*x.l, k), "<<", *x.r, k).From(x.origins...) // a conversion that may pass another
	}
	c := Expr{code: k.Type().Parens(x.Code()), prec: precPrimary, Kind: k}
	if x.Kind.IsInt() && k.IsInt() {
		c.from = &x
	}
	return c
}

// passes reports whether converting an integer by way of another carrier gives what
// converting it at once does.
func passes(from, by, to Kind) bool {
	switch {
	case from == by:
		return true
	case by.Bits() >= to.Bits():
		return true // the low bits, which are those of the value extended by its own sign
	case from.Bits() < by.Bits():
		return from.unsigned() || by.Signed() // the same number
	}
	return false
}

// Truth is true or false.
func Truth(x bool) Expr {
	if x {
		return Constant(1, Bool)
	}
	return Constant(0, Bool)
}

// Binary builds l op r; both must have the right carriers already.
func Binary(l Expr, op string, r Expr, k Kind) Expr {
	if op == "&&" || op == "||" {
		nothing := Truth(op == "&&") // which adds nothing
		switch {
		case l.IsConst && l.Bits == nothing.Bits:
			return r
		case r.IsConst && r.Bits == nothing.Bits:
			return l
		}
	}
	p := opPrec[op]
	rp := p + 1 // Go's operators associate to the left
	if k == Bool && op == r.op && (op == "&&" || op == "||") {
		rp = p // which is the same here
	}
	if l.IsConst && r.IsConst && !k.IsFloat() {
		// Typed, so that Go computes modulo 2^n at run time is not possible
		// for constants: the fold pass leaves no such pair, but a select or
		// a phi may bring one.
		l = Expr{code: l.Typed(), prec: precPrimary, Kind: l.Kind}
	}
	if (op == "+" || op == "-") && r.IsConst && (r.Kind.IsInt() && awkward(r) || r.Kind.IsFloat() && negative(r.Bits, r.Kind)) {
		if r.Kind.IsFloat() {
			r.Bits ^= 1 << (r.Kind.Bits() - 1) // exact, and a NaN is l's
		} else {
			r.Bits = Truncate(-r.Bits, r.Kind.Bits())
		}
		if op == "+" {
			op = "-"
		} else {
			op = "+"
		}
	}
	if k.IsInt() && (op == "+" || op == "-") {
		l, r = product(l), product(r)
	}
	if k.IsInt() {
		switch {
		case op == "+" && isZero(l):
			return r
		case (op == "+" || op == "-") && isZero(r):
			return l
		}
	}
	return Expr{code: l.operand(op, p).Op(op).Add(r.operand(op, rp)), prec: p, Kind: k, op: op, l: &l, r: &r}
}

// product is a summand as a product where it is shifted by a constant: x*256 + y, where
// x<<8 + y would need parentheses.
func product(x Expr) Expr {
	const most = 16
	if x.op != "<<" || !x.r.IsConst || x.r.Bits > most || x.Kind.Bits() <= most {
		return x
	}
	return Binary(*x.l, "*", Constant(1<<x.r.Bits, x.Kind).From(x.r.origins...), x.Kind).From(x.origins...)
}

func isZero(x Expr) bool { return x.IsConst && Truncate(x.Bits, x.Kind.Bits()) == 0 }

// awkward reports whether a constant reads better negated: x - 8, not
// x + 0xfffffff8 or x + -8.
func awkward(c Expr) bool {
	v := SignExtend(c.Bits, c.Kind.Bits())
	return v < 0 && v > -1<<20
}

var opPrec = map[string]prec{
	"||": precOr, "&&": precAnd,
	"==": precCompare, "!=": precCompare, "<": precCompare, "<=": precCompare, ">": precCompare, ">=": precCompare,
	"+": precAdd, "-": precAdd, "|": precAdd, "^": precAdd,
	"*": precMul, "/": precMul, "%": precMul, "<<": precMul, ">>": precMul, "&": precMul, "&^": precMul,
}

// opClass are the operators that readers keep apart.
type opClass uint8

const (
	classArith opClass = iota + 1
	classShift
	classAnd
	classOr
	classXor
	classCompare
)

var opClasses = map[string]opClass{
	"+": classArith, "-": classArith, "*": classArith, "/": classArith, "%": classArith,
	"<<": classShift, ">>": classShift, "&": classAnd, "&^": classAnd, "|": classOr, "^": classXor,
	"==": classCompare, "!=": classCompare, "<": classCompare, "<=": classCompare, ">": classCompare, ">=": classCompare,
}

// unclear reports whether an operand with the operator inner needs parentheses in one
// with the operator outer whatever Go's precedence: where arithmetic meets bits, where C
// would read it in another way, and where comparisons are compared.
func unclear(outer, inner string) bool {
	o, i := opClasses[outer], opClasses[inner]
	switch {
	case o == 0 || i == 0 || o == classCompare && i != classCompare:
		return false
	case o == i:
		return o == classCompare
	case i == classShift:
		return o == classArith // x<<8 | y and x>>8&0xff are idioms
	case i == classAnd:
		return o == classArith || o == classShift
	}
	return true
}

// Unary builds op x.
func Unary(op string, x Expr, k Kind) Expr {
	return Expr{code: jen.Op(op).Add(x.paren(precUnary)), prec: precUnary, Kind: k}
}

// Index builds s[i].
func Index(s *jen.Statement, i Expr, k Kind) Expr {
	return Expr{code: s.Index(i.Code()), prec: precPrimary, Kind: k}
}

// Is reports whether the expression is the name of a variable.
func (x Expr) Is(v *Variable) bool { return x.of == v }

// Not negates a bool expression.
func Not(x Expr) Expr {
	if x.IsConst {
		return Constant(x.Bits&1^1, Bool).From(x.origins...)
	}
	return Unary("!", x, Bool)
}

// Bitcast gives an expression another carrier: the same bits where one of the two is a
// float, as Convert does otherwise.
func Bitcast(x Expr, k Kind) Expr {
	switch {
	case x.IsConst && x.Kind.IsFloat() != k.IsFloat():
		return Constant(x.Bits, k).From(x.origins...)
	case x.Kind == F32 && k.IsInt():
		return Convert(Call(jen.Qual("math", "Float32bits"), U32, x), k)
	case x.Kind == F64 && k.IsInt():
		return Convert(Call(jen.Qual("math", "Float64bits"), U64, x), k)
	case k == F32 && x.Kind.IsInt():
		return Call(jen.Qual("math", "Float32frombits"), k, Convert(x, U32))
	case k == F64 && x.Kind.IsInt():
		return Call(jen.Qual("math", "Float64frombits"), k, Convert(x, U64))
	}
	return Convert(x, k)
}
