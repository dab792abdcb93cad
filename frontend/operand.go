package frontend

// operands parses a comma-separated list of operands up to one that is not
// followed by a comma.
func (p *parser) operands(call bool) ([]Operand, bool) {
	base := len(p.stack)
	ok := true
	for ok {
		var o Operand
		ok = p.operand(&o, call)
		p.stack = append(p.stack, o)
		if !p.accept(',') {
			break
		}
	}
	out := take(&p.ops, len(p.stack)-base, 256)
	copy(out, p.stack[base:])
	p.stack = p.stack[:base]
	return out, ok
}

// operand parses one operand. In a call, parentheses enclose argument lists.
func (p *parser) operand(o *Operand, call bool) bool {
	t := p.tok
	o.Pos = t.at()
	switch t.kind {
	case tokIdent:
		return p.named(o)
	case tokPunct:
		switch p.src[t.pos] {
		case '[':
			return p.address(o)
		case '{':
			return p.group(o, OpVec, "}") && p.pair(o) // tex {...}|p
		case '(':
			if call {
				return p.group(o, OpList, ")")
			}
		case '!', '-':
			// !%p and -%r; of a constant it is an operator of the expression.
			if n := p.peek(); t.width() == 1 && n.kind == tokIdent && p.text(n) != "WARP_SZ" && p.text(n) != "generic" {
				p.advance()
				o.Neg = true
				pos := o.Pos
				ok := p.named(o)
				o.Pos = pos
				return ok
			}
		}
	}
	if t.kind == tokEOF || t.kind == tokBad || t.kind == tokDot || t.kind == tokString ||
		t.kind == tokPunct && !p.startsExpr(p.src[t.pos]) {
		p.unexpected("an operand")
		return false
	}
	return p.constant(o)
}

// startsExpr reports whether punctuation can begin an expression.
func (p *parser) startsExpr(c byte) bool {
	return c == '(' || c == '+' || c == '-' || c == '!' || c == '~'
}

func (p *parser) constant(o *Operand) bool {
	c, ok := p.expr()
	if ok {
		o.Kind = OpConst
		o.Const = p.newConst(c)
	}
	return ok
}

// named parses an operand that begins with an identifier.
func (p *parser) named(o *Operand) bool {
	t := p.tok
	name := p.text(t)
	if t.width() == 1 && (name == "_" || name == "$") {
		if name == "$" {
			p.errorf(t, "syntax", "$ alone is not a name")
			return false
		}
		p.advance()
		o.Kind = OpSink
		return p.pair(o)
	}
	if n := p.peek(); name == "WARP_SZ" || name[0] != '%' && n.kind == tokPunct && p.continuesConst(name, n) {
		return p.constant(o)
	}
	p.advance()
	o.Kind, o.Name = OpName, name
	if !p.postfix(o) {
		return false
	}
	if o.Path != nil || name[0] == '%' && (p.isByte('+') || p.isByte('-')) {
		return p.plusOffset(o)
	}
	return p.pair(o)
}

// continuesConst reports whether name and the token after it begin a constant
// expression such as table+16.
func (p *parser) continuesConst(name string, n token) bool {
	switch p.text(n) {
	case "+", "-":
		return true
	case "(":
		return name == "generic"
	}
	return false
}

// component parses the .x of a vector or special register, and the selectors
// .b0 and .h1 of the video instructions.
func (p *parser) component(o *Operand) {
	if p.tok.kind == tokDot && !p.tok.nl {
		o.Comp = p.src[p.tok.pos+1 : p.tok.end]
		p.advance()
	}
}

// pair parses the |q of a destination p|q.
func (p *parser) pair(o *Operand) bool {
	if !p.isByte('|') {
		return true
	}
	p.advance()
	second := Operand{Pos: p.tok.at()}
	if p.tok.kind != tokIdent {
		p.unexpected("a register")
		return false
	}
	second.Kind, second.Name = OpName, p.text(p.tok)
	if second.Name == "_" {
		second.Kind, second.Name = OpSink, ""
	}
	p.advance()
	p.component(&second)
	elems := take(&p.ops, 2, 256)
	elems[0], elems[1] = *o, second
	*o = Operand{Pos: o.Pos, Kind: OpPair, Elems: elems}
	return true
}

// group parses { a, b } or ( a, b ), which may be empty.
func (p *parser) group(o *Operand, kind OperandKind, end string) bool {
	if !p.enter() {
		return false
	}
	defer p.leave()
	p.advance()
	o.Kind = kind
	if p.isPunct(end) {
		p.advance()
		return true
	}
	elems, ok := p.operands(false)
	if !ok {
		return false
	}
	if !p.isPunct(end) {
		p.unexpected("',' or '" + end + "'")
		return false
	}
	p.advance()
	o.Elems = elems
	return true
}

// address parses [base+offset], [number], and the forms with more parts inside
// the brackets that textures, surfaces and tensors use. The parts after the
// base become Elems.
func (p *parser) address(o *Operand) bool {
	if !p.enter() {
		return false
	}
	defer p.leave()
	p.advance()
	o.Kind = OpAddr
	if !p.base(o) {
		return false
	}
	if p.accept(',') {
		elems, ok := p.operands(false)
		if !ok {
			return false
		}
		o.Elems = elems
	}
	if !p.isByte(']') {
		p.unexpected("]")
		return false
	}
	p.advance()
	if p.tok.kind == tokDot && !p.tok.nl && p.text(p.tok) == ".unified" {
		o.Unified = true
		p.advance()
	}
	return true
}

// base parses the base and offset of an address.
func (p *parser) base(o *Operand) bool {
	t := p.tok
	if t.kind != tokIdent || p.text(t) == "WARP_SZ" {
		c, ok := p.expr()
		if !ok {
			return false
		}
		if c.Kind == ConstAddr {
			if c.Generic || c.Mask != 0 {
				p.errorf(t, "operand", "an address operand cannot use generic() or a mask")
				return false
			}
			o.Name = c.Sym
			c.Kind, c.Sym = ConstS64, ""
		}
		o.Const = p.newConst(c)
		return true
	}
	o.Name = p.text(t)
	if len(o.Name) == 1 && (o.Name == "_" || o.Name == "$") {
		p.unexpected("a register, a variable or a number")
		return false
	}
	p.advance()
	return p.postfix(o) && p.plusOffset(o)
}
