package codegen

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

// expr is a Go expression on its way into a statement.
type expr struct {
	code *jen.Statement
	prec prec
	kind kind

	// A constant is spelled when its carrier is known.
	isConst bool
	bits    uint64

	// atom marks a name: free to repeat.
	atom bool

	op   string    // the operator of a binary expression, "" for others
	l, r *expr     // and its operands
	from *expr     // what an integer conversion converts
	of   *variable // the variable that a name is of
}

// name is the expression of an identifier.
func name(s string, k kind) expr {
	return expr{code: jen.Id(s), prec: precPrimary, kind: k, atom: true}
}

// primary is an expression that is no operand in need of parentheses: a call, an
// element, a conversion.
func primary(code *jen.Statement, k kind) expr {
	return expr{code: code, prec: precPrimary, kind: k}
}

// constant is an integer or bool constant of the given carrier, or the bits of
// a float.
func constant(bits uint64, k kind) expr {
	return expr{prec: precPrimary, kind: k, isConst: true, bits: bits, atom: true}
}

// call is a function call with a result of the given kind.
func call(fn *jen.Statement, k kind, args ...expr) expr {
	list := make([]jen.Code, len(args))
	for i, a := range args {
		list[i] = a.jen()
	}
	return expr{code: fn.Call(list...), prec: precPrimary, kind: k}
}

// jen returns the code of the expression; a constant takes the spelling of its
// carrier but no conversion.
func (x expr) jen() *jen.Statement {
	if x.isConst {
		return spell(x.bits, x.kind)
	}
	// Jennifer appends in place: a shared statement must not be extended.
	return x.code.Clone()
}

// typed returns the code with its type made explicit, for places where Go
// would take an untyped constant as int.
func (x expr) typed() *jen.Statement {
	if !x.isConst || x.kind == kBool || x.kind.isFloat() && !plainFloat(x.bits, x.kind) {
		return x.jen()
	}
	return x.kind.id().Parens(x.jen())
}

// operand wraps an operand of op, which binds like p, if it binds weaker, or if a reader
// would have to know Go's precedence, which is not C's, to see that it does not.
func (x expr) operand(op string, p prec) *jen.Statement {
	if unclear(op, x.op) {
		p = precPrimary
	}
	return x.paren(p)
}

// paren wraps the expression if it binds weaker than p.
func (x expr) paren(p prec) *jen.Statement {
	if x.isConst {
		s := spell(x.bits, x.kind)
		if p == precPrimary && negative(x.bits, x.kind) {
			return jen.Parens(s)
		}
		return s
	}
	if x.prec < p {
		return jen.Parens(x.code.Clone())
	}
	return x.code.Clone()
}

// convert gives the expression the carrier k. Constants are spelled anew,
// integers converted; between carriers of one width that is free.
func convert(x expr, k kind) expr {
	if x.kind == k {
		return x
	}
	if x.isConst && k.isInt() && x.kind.isInt() {
		// The value, not the bits: int8(-1) as uint32 is 0xffffffff.
		b := x.bits
		if x.kind.signed() {
			b = uint64(signExtend(b, x.kind.bits()))
		} else {
			b = truncate(b, x.kind.bits())
		}
		return constant(truncate(b, k.bits()), k)
	}
	if x.isConst {
		return expr{code: k.id().Parens(x.typed()), prec: precPrimary, kind: k}
	}
	if x.from != nil && k.isInt() && passes(x.from.kind, x.kind, k) {
		return convert(*x.from, k)
	}
	if x.op == "<<" && x.l.from != nil && k.isInt() && k.bits() == x.kind.bits() {
		return binary(convert(*x.l, k), "<<", *x.r, k) // a conversion that may pass another
	}
	c := expr{code: k.id().Parens(x.jen()), prec: precPrimary, kind: k}
	if x.kind.isInt() && k.isInt() {
		c.from = &x
	}
	return c
}

// passes reports whether converting an integer by way of another carrier gives what
// converting it at once does.
func passes(from, by, to kind) bool {
	switch {
	case from == by:
		return true
	case by.bits() >= to.bits():
		return true // the low bits, which are those of the value extended by its own sign
	case from.bits() < by.bits():
		return from.unsigned() || by.signed() // the same number
	}
	return false
}

// binary builds l op r; both must have the right carriers already.
func binary(l expr, op string, r expr, k kind) expr {
	p := opPrec[op]
	rp := p + 1 // Go's operators associate to the left
	if k == kBool && op == r.op && (op == "&&" || op == "||") {
		rp = p // which is the same here
	}
	if l.isConst && r.isConst && !k.isFloat() {
		// Typed, so that Go computes modulo 2^n at run time is not possible
		// for constants: the fold pass leaves no such pair, but a select or
		// a phi may bring one.
		l = expr{code: l.typed(), prec: precPrimary, kind: l.kind}
	}
	if (op == "+" || op == "-") && r.isConst && (r.kind.isInt() && awkward(r) || r.kind.isFloat() && negative(r.bits, r.kind)) {
		if r.kind.isFloat() {
			r.bits ^= 1 << (r.kind.bits() - 1) // exact, and a NaN is l's
		} else {
			r.bits = truncate(-r.bits, r.kind.bits())
		}
		if op == "+" {
			op = "-"
		} else {
			op = "+"
		}
	}
	if k.isInt() && (op == "+" || op == "-") {
		l, r = product(l), product(r)
	}
	if k.isInt() {
		switch {
		case op == "+" && isZero(l):
			return r
		case (op == "+" || op == "-") && isZero(r):
			return l
		}
	}
	return expr{code: l.operand(op, p).Op(op).Add(r.operand(op, rp)), prec: p, kind: k, op: op, l: &l, r: &r}
}

// product is a summand as a product where it is shifted by a constant: x*256 + y, where
// x<<8 + y would need parentheses.
func product(x expr) expr {
	const most = 16
	if x.op != "<<" || !x.r.isConst || x.r.bits > most || x.kind.bits() <= most {
		return x
	}
	return binary(*x.l, "*", constant(1<<x.r.bits, x.kind), x.kind)
}

func isZero(x expr) bool { return x.isConst && truncate(x.bits, x.kind.bits()) == 0 }

// awkward reports whether a constant reads better negated: x - 8, not
// x + 0xfffffff8 or x + -8.
func awkward(c expr) bool {
	v := signExtend(c.bits, c.kind.bits())
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

// unary builds op x.
func unary(op string, x expr, k kind) expr {
	return expr{code: jen.Op(op).Add(x.paren(precUnary)), prec: precUnary, kind: k}
}

// index builds s[i].
func index(s *jen.Statement, i expr, k kind) expr {
	return expr{code: s.Index(i.jen()), prec: precPrimary, kind: k}
}

// is reports whether the expression is the name of a variable.
func (x expr) is(v *variable) bool { return x.of == v }

// not negates a bool expression.
func not(x expr) expr {
	if x.isConst {
		return constant(x.bits&1^1, kBool)
	}
	return unary("!", x, kBool)
}

func bitcast(x expr, k kind) expr {
	switch {
	case x.isConst:
		return constant(x.bits, k)
	case x.kind == kF32 && k.isInt():
		return convert(call(jen.Qual("math", "Float32bits"), kU32, x), k)
	case x.kind == kF64 && k.isInt():
		return convert(call(jen.Qual("math", "Float64bits"), kU64, x), k)
	case k == kF32 && x.kind.isInt():
		return call(jen.Qual("math", "Float32frombits"), k, convert(x, kU32))
	case k == kF64 && x.kind.isInt():
		return call(jen.Qual("math", "Float64frombits"), k, convert(x, kU64))
	}
	return convert(x, k)
}
