package frontend

import (
	"math"
	"math/bits"
)

// maxNesting bounds how deep parentheses, blocks and lists may nest.
const maxNesting = 200

// warpSize is the value of the predefined constant WARP_SZ.
const warpSize = 32

// precedence is the binding strength of the binary operators (section 4.5.4), 0 for others.
func precedence(op string) int {
	switch op {
	case "||":
		return 1
	case "&&":
		return 2
	case "|":
		return 3
	case "^":
		return 4
	case "&":
		return 5
	case "==", "!=":
		return 6
	case "<", ">", "<=", ">=":
		return 7
	case "<<", ">>":
		return 8
	case "+", "-":
		return precAdd
	case "*", "/", "%":
		return 10
	}
	return 0
}

const precAdd = 9

// expr parses and folds a constant expression (section 4.5.4). It reports what
// is wrong and returns false then.
func (p *parser) expr() (Const, bool) {
	start := p.tok
	c, ok := p.ternary()
	if ok && c.Text == "" {
		c.Text = p.src[start.pos:p.last]
	}
	c.Pos = start.at()
	return c, ok
}

func (p *parser) ternary() (Const, bool) {
	if !p.enter() {
		return Const{}, false
	}
	defer p.leave()
	c, ok := p.unary()
	if !ok {
		return c, false
	}
	if c, ok = p.binary(c, 1); !ok || !p.isPunct("?") {
		return c, ok
	}
	q := p.tok
	p.advance()
	if !c.isInt() {
		p.errorf(q, "constant", "the condition of ?: must be an integer")
		return c, false
	}
	a, ok := p.branch(c.Bits == 0, p.ternary)
	if !ok || !p.expect(":") {
		return c, false
	}
	b, ok := p.branch(c.Bits != 0, p.ternary)
	if !ok {
		return c, false
	}
	r := b
	if c.Bits != 0 {
		r = a
	}
	switch {
	case a.isInt() && b.isInt():
		r.Kind = usual(a, b)
	case a.Kind != b.Kind || a.Kind != ConstF64:
		p.errorf(q, "constant", "the two results of ?: must both be integers or both be doubles")
		return r, false
	}
	r.Text = ""
	return r, true
}

// branch parses a part of an expression. Where the part is not taken, it may
// divide by zero.
func (p *parser) branch(dead bool, parse func() (Const, bool)) (Const, bool) {
	if dead {
		p.dead++
		defer func() { p.dead-- }()
	}
	return parse()
}

// binary continues the expression that begins with c by all operators that
// bind at least as strongly as min.
func (p *parser) binary(c Const, min int) (Const, bool) {
	for {
		if p.tok.kind == tokIdent && p.src[p.tok.pos] == '%' {
			p.splitPercent() // the 5 %3 of somebody's N %3
		}
		if p.tok.kind != tokPunct {
			return c, true
		}
		op := p.tok
		prec := precedence(p.text(op))
		if prec < min || prec == 0 {
			return c, true
		}
		p.advance()
		dead := p.text(op) == "&&" && c.isInt() && c.Bits == 0 || p.text(op) == "||" && c.isInt() && c.Bits != 0
		r, ok := p.branch(dead, func() (Const, bool) {
			r, ok := p.unary()
			if !ok {
				return r, false
			}
			return p.binary(r, prec+1)
		})
		if !ok {
			return c, false
		}
		v, msg := foldBinary(p.text(op), c, r, p.dead > 0)
		if msg != "" {
			p.errorf(op, "constant", "%s", msg)
			return c, false
		}
		v.Pos = c.Pos
		c = v
	}
}

func (p *parser) unary() (Const, bool) {
	op := p.tok
	if op.kind == tokPunct {
		switch s := p.text(op); s {
		case "+", "-", "!", "~":
			if !p.enter() {
				return Const{}, false
			}
			defer p.leave()
			p.advance()
			c, ok := p.unary()
			if !ok {
				return c, false
			}
			v, msg := foldUnary(s, c)
			if msg != "" {
				p.errorf(op, "constant", "%s", msg)
				return c, false
			}
			return v, true
		case "(":
			return p.paren()
		}
	}
	return p.primary()
}

// paren parses ( expr ) or a cast.
func (p *parser) paren() (Const, bool) {
	if !p.enter() {
		return Const{}, false
	}
	defer p.leave()
	p.advance()
	if p.tok.kind != tokDot {
		c, ok := p.ternary()
		c.Text = ""
		return c, ok && p.expect(")")
	}
	cast := p.tok
	kind := ConstS64
	switch p.text(cast) {
	case ".s64":
	case ".u64":
		kind = ConstU64
	default:
		p.errorf(cast, "constant", "%s is not a cast, only (.s64) and (.u64) are", p.text(cast))
		return Const{}, false
	}
	p.advance()
	if !p.expect(")") {
		return Const{}, false
	}
	c, ok := p.unary()
	if ok && !c.isInt() {
		p.errorf(cast, "constant", "only an integer can be cast")
		return c, false
	}
	c.Kind, c.Text = kind, ""
	return c, ok
}

func (p *parser) primary() (Const, bool) {
	t := p.tok
	switch t.kind {
	case tokInt:
		p.advance()
		c, ok := p.literal(t)
		if ok && p.isPunct("(") {
			return p.mask(t, c)
		}
		return c, ok
	case tokFloat:
		p.advance()
		return p.literal(t)
	case tokIdent:
		p.advance()
		c := Const{Pos: t.at()}
		switch name := p.text(t); {
		case name == "WARP_SZ":
			c.Bits = warpSize
			c.Text = name
			return c, true
		case name == "generic" && p.isPunct("("):
			return p.generic(t)
		case name[0] == '%' || name == "_" || name == "$":
			p.errorf(t, "constant", "%s is not a constant", name)
			return c, false
		default:
			c.Kind, c.Sym, c.Text = ConstAddr, name, name
			return c, true
		}
	}
	p.unexpected("a constant")
	return Const{}, false
}

// generic parses the ( symbol + offset ) of generic(...).
func (p *parser) generic(op token) (Const, bool) {
	c, ok := p.paren()
	if !ok {
		return c, false
	}
	if c.Kind != ConstAddr || c.Generic || c.Mask != 0 {
		p.errorf(op, "constant", "generic() takes a variable")
		return c, false
	}
	c.Generic = true
	return c, true
}

// mask parses the ( value ) of a mask such as 0xff00(value), which selects one
// byte (section 5.4.4).
func (p *parser) mask(op token, m Const) (Const, bool) {
	shift := bits.TrailingZeros64(m.Bits)
	if m.Bits == 0 || shift%8 != 0 || m.Bits>>shift != 0xff {
		p.errorf(op, "constant", "a mask must be 0xFF shifted by a whole number of bytes")
		return m, false
	}
	c, ok := p.paren()
	if !ok {
		return c, false
	}
	switch {
	case c.Kind == ConstAddr && c.Mask == 0:
		c.Mask = m.Bits
	case c.isInt():
		c.Bits = c.Bits >> shift & 0xff
	default:
		p.errorf(op, "constant", "a mask selects a byte of an address or of an integer")
		return c, false
	}
	return c, true
}

func (c *Const) isInt() bool { return c.Kind == ConstS64 || c.Kind == ConstU64 }

// usual is the type of both operands after the usual conversions.
func usual(a, b Const) ConstKind {
	if a.Kind == ConstU64 || b.Kind == ConstU64 {
		return ConstU64
	}
	return ConstS64
}

func foldUnary(op string, c Const) (Const, string) {
	c.Text = ""
	switch {
	case c.Kind == ConstAddr:
		if op != "+" {
			return c, "an address has no " + op
		}
	case op == "+":
	case op == "-" && c.Kind == ConstF64:
		c.Bits ^= 1 << 63
	case op == "-" && c.Kind == ConstF32:
		c.Bits ^= 1 << 31
	case !c.isInt():
		return c, "a floating-point constant has no " + op
	case op == "-":
		c.Bits = -c.Bits
	case op == "!":
		c.Bits, c.Kind = truth(c.Bits == 0), ConstS64
	case op == "~":
		c.Bits, c.Kind = ^c.Bits, ConstU64
	}
	return c, ""
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// foldBinary computes a op b by the manual's table (section 4.5.6): + - * / and
// the comparisons use the usual conversions; % & ^ | are u64; a shift keeps the
// type of its left side; && || and the comparisons give s64. In a dead branch a
// division by zero gives zero.
func foldBinary(op string, a, b Const, dead bool) (Const, string) {
	switch {
	case a.Kind == ConstAddr || b.Kind == ConstAddr:
		return foldAddr(op, a, b)
	case a.Kind == ConstF32 || b.Kind == ConstF32:
		return a, "a 0f literal cannot be part of an expression"
	case a.Kind == ConstF64 && b.Kind == ConstF64:
		return foldFloat(op, a, b)
	case !a.isInt() || !b.isInt():
		return a, "an expression cannot mix integers and floating-point numbers"
	}
	x, y := a.Bits, b.Bits
	kind := usual(a, b)
	signed := kind == ConstS64
	r := Const{Kind: kind}
	switch op {
	case "+":
		r.Bits = x + y
	case "-":
		r.Bits = x - y
	case "*":
		r.Bits = x * y
	case "/", "%":
		switch {
		case y == 0 && dead:
		case y == 0:
			return r, "division by zero in a constant expression"
		case op == "%":
			r.Kind, r.Bits = ConstU64, x%y
		case signed:
			r.Bits = uint64(int64(x) / int64(y))
		default:
			r.Bits = x / y
		}
	case "<<":
		r.Kind, r.Bits = a.Kind, x<<y
	case ">>":
		r.Kind, r.Bits = a.Kind, x>>y
		if a.Kind == ConstS64 {
			r.Bits = uint64(int64(x) >> y)
		}
	case "&":
		r.Kind, r.Bits = ConstU64, x&y
	case "|":
		r.Kind, r.Bits = ConstU64, x|y
	case "^":
		r.Kind, r.Bits = ConstU64, x^y
	case "&&":
		r.Kind, r.Bits = ConstS64, truth(x != 0 && y != 0)
	case "||":
		r.Kind, r.Bits = ConstS64, truth(x != 0 || y != 0)
	case "==":
		r.Kind, r.Bits = ConstS64, truth(x == y)
	case "!=":
		r.Kind, r.Bits = ConstS64, truth(x != y)
	default:
		less, more := x < y, x > y
		if signed {
			less, more = int64(x) < int64(y), int64(x) > int64(y)
		}
		r.Kind, r.Bits = ConstS64, truth(ordered(op, less, more))
	}
	return r, ""
}

// ordered decides < > <= >= for operands that are not NaN.
func ordered(op string, less, more bool) bool {
	switch op {
	case "<":
		return less
	case ">":
		return more
	case "<=":
		return !more
	}
	return !less // >=
}

func foldFloat(op string, a, b Const) (Const, string) {
	x, y := math.Float64frombits(a.Bits), math.Float64frombits(b.Bits)
	r := Const{Kind: ConstF64}
	var v float64
	switch op {
	case "+":
		v = x + y
	case "-":
		v = x - y
	case "*":
		v = float64(x * y)
	case "/":
		if y == 0 {
			return r, "division by zero in a constant expression"
		}
		v = x / y
	case "==":
		return Const{Bits: truth(x == y)}, ""
	case "!=":
		return Const{Bits: truth(x != y)}, ""
	case "<", ">", "<=", ">=":
		// A literal cannot be NaN except as 0d bits.
		if x != x || y != y {
			return Const{}, ""
		}
		return Const{Bits: truth(ordered(op, x < y, x > y))}, ""
	default:
		return r, "a floating-point constant has no " + op
	}
	r.Bits = math.Float64bits(v)
	return r, ""
}

// foldAddr computes symbol + n, n + symbol and symbol - n.
func foldAddr(op string, a, b Const) (Const, string) {
	if op == "+" && a.isInt() {
		a, b = b, a
	}
	if a.Kind != ConstAddr || !b.isInt() || op != "+" && op != "-" || a.Mask != 0 {
		return a, "an address can only be added to or have subtracted from it an integer"
	}
	if op == "-" {
		b.Bits = -b.Bits
	}
	a.Bits += b.Bits
	a.Text = ""
	return a, ""
}
