package frontend

// variables parses the declaration of variables or registers.
func (b *bodyParser) variables(linkage Linkage) bool {
	d := declSpec{p: b.parser}
	d.begin(b.tok, linkage)
	b.advance()
	if !b.specWords(&d) {
		b.broken = true
		return false
	}
	if b.tok.kind != tokIdent {
		b.broken = true
		if !d.bad {
			b.unexpected("a name")
		}
		return false
	}
	if n := b.peek(); n.kind == tokIdent {
		d.typeName(b.tok, n)
		b.advance()
	}
	d.finish(b.tok)
	for {
		if b.tok.kind != tokIdent {
			b.broken = true
			b.unexpected("a name")
			return false
		}
		if !b.declarator(&d) {
			b.broken = true
			return false
		}
		if !b.accept(',') {
			break
		}
	}
	if d.bad {
		b.broken = true
	}
	return b.semicolon()
}

// specWords parses what stands between the state space and the first name.
func (b *bodyParser) specWords(d *declSpec) bool {
	if b.isByte('[') {
		at := b.tok
		b.advance()
		c, ok := b.expr()
		if !ok || !b.expect("]") {
			return false
		}
		d.bank(at, &c)
	}
	for b.tok.kind == tokDot {
		t := b.tok
		b.advance()
		switch b.text(t) {
		case ".align":
			n := b.tok
			if n.kind != tokInt {
				b.unexpected("a number")
				return false
			}
			b.advance()
			d.align(n)
		case ".attribute":
			open := b.tok
			if !b.expect("(") {
				return false
			}
			for depth := 1; depth > 0; b.advance() {
				switch {
				case b.tok.kind == tokEOF || b.isByte(';'):
					b.unexpected(")")
					return false
				case b.isByte('('):
					depth++
				case b.isByte(')'):
					depth--
				}
			}
			d.v.Attrs = append(d.v.Attrs, attributes(b.src[open.end:b.last-1])...)
		case ".struct", ".union":
			if b.tok.kind != tokIdent {
				b.unexpected("the name of a structure")
				return false
			}
			d.aggregate(t, b.tok)
			b.advance()
		default:
			d.word(t)
		}
	}
	return true
}

// declarator parses one name of a declaration.
func (b *bodyParser) declarator(d *declSpec) bool {
	t := b.tok
	b.advance()
	var count token
	if b.accept('<') {
		if count = b.tok; count.kind != tokInt {
			b.unexpected("the number of names")
			return false
		}
		b.advance()
		if !b.expect(">") {
			return false
		}
	}
	dims, ok := b.dimensions()
	if !ok {
		return false
	}
	var init *Init
	if b.accept('=') {
		if init, ok = b.initialiser(); !ok {
			return false
		}
	}
	if v := d.name(t, count, dims, init); v != nil {
		v.InFunc = b.fn
		v.each(func(v *Var) { b.add(Stmt{Kind: StmtVar, Pos: v.Pos, Var: v}) })
	}
	return true
}
