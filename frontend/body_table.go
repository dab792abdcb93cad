package frontend

// targets parses .branchtargets a, b; and .calltargets. name<n> stands for
// name0 to name(n-1).
func (b *bodyParser) targets(label token, kind string) bool {
	b.advance()
	tab := &Table{Pos: label.at(), Label: b.text(label), Kind: kind}
	b.add(Stmt{Kind: StmtTable, Pos: label.at(), Table: tab})
	for {
		t := b.tok
		if t.kind != tokIdent {
			b.unexpected("a name")
			return false
		}
		b.advance()
		if b.accept('<') {
			n := b.tok
			if n.kind != tokInt {
				b.unexpected("a number")
				return false
			}
			b.advance()
			c, ok := b.literal(n)
			if !ok || !b.expect(">") {
				return false
			}
			if !b.numbered(n, c.Bits, "targets") {
				return false
			}
			for i := range int(c.Bits) {
				tab.Names = append(tab.Names, Name{Pos: t.at(), Text: b.text(t) + itoa(i)})
			}
		} else {
			tab.Names = append(tab.Names, Name{Pos: t.at(), Text: b.text(t)})
		}
		if !b.accept(',') {
			return b.semicolon()
		}
	}
}

// prototype parses .callprototype, by the grammar of the module level: it is a
// .func without a body.
func (b *bodyParser) prototype(label token) bool {
	key := b.tok
	for b.tok.kind != tokEOF && !b.isByte(';') && !b.isByte('}') && !b.isByte('{') {
		b.advance()
	}
	end := b.tok.end
	if !b.semicolon() {
		return false
	}
	decl := parseDecl(b.l.File, b.l, chunk{start: int(key.pos), end: int(end), brace: -1})
	if decl == nil {
		b.broken = true
		return true // reported, and the statement is over
	}
	n := decl.Object.Func
	f := &Func{Pos: label.at(), Name: b.text(label)}
	if n.Results != nil {
		f.Results = b.params(f, n.Results)
	}
	if n.Params != nil {
		f.Params = b.params(f, n.Params)
	}
	setVariadic(f)
	for _, p := range n.Perf {
		b.perf(f, p)
	}
	tab := &Table{Pos: label.at(), Label: f.Name, Kind: ".callprototype", Proto: f}
	b.add(Stmt{Kind: StmtTable, Pos: label.at(), Table: tab})
	return true
}
