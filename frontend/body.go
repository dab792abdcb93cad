package frontend

import (
	"strings"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// bodyParser parses function bodies. One is used for many bodies, so that
// small functions share slabs.
type bodyParser struct {
	*parser
	fn     *Func
	blk    *Block // that is being parsed
	stmts  []Stmt // of the blocks that are being parsed
	broken bool   // the statement is a declaration that could not be read
}

// body parses the text between the braces of f.
func (b *bodyParser) body(f *Func, start, end int, l *diag.List) {
	b.fn, b.l = f, l
	b.scanner = newScanner(b.src, start, end)
	b.hasLook, b.depth, b.dead = false, 0, 0
	b.last = int32(start)
	b.tok = b.next()
	for b.block(f.Body); b.tok.kind != tokEOF; b.block(f.Body) {
		b.unexpected("a statement") // a } too many
		b.advance()
	}
}

// block parses statements up to the } that closes the block, or the end.
func (b *bodyParser) block(blk *Block) {
	base := len(b.stmts)
	outer, types := b.blk, b.types
	b.blk = blk
	for b.tok.kind != tokEOF && !b.isByte('}') {
		before := b.tok.pos
		if !b.statement() {
			if b.resync(); b.tok.pos == before {
				b.advance()
			}
		}
		if b.broken {
			b.fn.lost.add(b.src, int(before), int(b.last))
			b.broken = false
		}
	}
	blk.Stmts = append(blk.Stmts, b.stmts[base:]...)
	clear(b.stmts[base:])
	b.stmts = b.stmts[:base]
	b.blk, b.types = outer, types
}

func (b *bodyParser) add(s Stmt) { b.stmts = append(b.stmts, s) }

// resync skips the rest of a statement after an error: to its semicolon, or to
// what begins a new one on a line of its own.
func (b *bodyParser) resync() {
	depth := 0
	for {
		t := b.tok
		switch {
		case t.kind == tokEOF:
			return
		case t.nl && b.startsStmt():
			return
		case b.isByte(';'):
			b.advance()
			return
		case b.isByte('{'):
			depth++
		case b.isByte('}'):
			if depth == 0 {
				return
			}
			depth--
		}
		b.advance()
	}
}

// startsStmt reports whether the current token, the first of its line, looks
// like a statement's: after an error it is taken for one. A line may also go on
// with the operands of the one before.
func (b *bodyParser) startsStmt() bool {
	switch b.tok.kind {
	case tokDot:
		return true
	case tokIdent:
		switch b.text(b.tok) {
		case "ret", "exit", "bra", "call", "trap":
			return true
		}
		n := b.peek()
		return b.src[b.tok.pos] != '%' && (n.kind == tokDot || n.kind == tokPunct && b.src[n.pos] == ':')
	case tokPunct:
		switch b.src[b.tok.pos] {
		case '@', '}':
			return true
		case '{':
			return b.last > 0 && b.src[b.last-1] != ','
		}
	}
	return false
}

// opensList reports whether the { that is the current token opens a list of
// operands, and not a block: its first thing ends with a comma or a }, which no
// statement does.
func (b *bodyParser) opensList() bool {
	if !b.isByte('{') {
		return false
	}
	s := b.scanner
	s.off = int(b.tok.end)
	first := s.next()
	switch first.kind {
	case tokIdent:
		if b.src[first.pos] == '%' {
			return true
		}
	case tokInt, tokFloat:
		return true
	case tokPunct:
		return s.text(first) == "-"
	default:
		return false
	}
	t := s.next()
	for t.kind == tokDot { // v.x
		t = s.next()
	}
	return s.is(t, ",") || s.is(t, "}")
}

// statement parses one statement. It returns false after an error.
func (b *bodyParser) statement() bool {
	t := b.tok
	switch t.kind {
	case tokIdent:
		if n := b.peek(); n.kind == tokPunct && b.src[n.pos] == ':' {
			return b.label()
		}
		return b.instruction(nil)
	case tokDot:
		return b.directive()
	case tokPunct:
		switch b.src[t.pos] {
		case ';':
			b.advance()
			return true
		case '{':
			return b.nested()
		case '@':
			return b.guarded()
		}
	}
	b.unexpected("a statement")
	b.advance()
	return false
}

// nested parses a block inside the body.
func (b *bodyParser) nested() bool {
	if !b.enter() {
		// Too deep: skip the block, which split has matched.
		end, _ := matchBody(b.src, int(b.tok.pos), b.end)
		b.scanner.off, b.hasLook = end, false
		b.last, b.tok = int32(end), b.next()
		return true
	}
	defer b.leave()
	blk := &Block{Pos: b.tok.at()}
	b.advance()
	b.block(blk)
	blk.End = b.tok.at()
	if b.tok.kind != tokEOF {
		b.advance()
	}
	b.add(Stmt{Kind: StmtBlock, Pos: blk.Pos, Block: blk})
	return true
}

// label parses name: and the table that it may name.
func (b *bodyParser) label() bool {
	t := b.tok
	name := b.text(t)
	if !validName(name) {
		b.errorf(t, "syntax", "%s is not a name", name)
		b.advance()
		b.advance()
		return false
	}
	b.advance()
	b.advance()
	if b.tok.kind == tokDot {
		switch d := b.text(b.tok); d {
		case ".branchtargets", ".calltargets":
			return b.targets(t, d)
		case ".callprototype":
			return b.prototype(t)
		}
	}
	b.add(Stmt{Kind: StmtLabel, Pos: t.at(), Label: name})
	return true
}

// semicolon ends a statement. One that is missing at the end of a line costs
// only itself.
func (b *bodyParser) semicolon() bool {
	if b.isByte(';') {
		b.advance()
		return true
	}
	b.unexpected(";")
	return false
}

// guarded parses @p or @!p and its instruction.
func (b *bodyParser) guarded() bool {
	b.advance()
	g := &take(&b.guards, 1, 64)[0]
	g.Neg = b.accept('!')
	if b.tok.kind != tokIdent {
		b.unexpected("a predicate register")
		return false
	}
	g.Pred = Name{Pos: b.tok.at(), Text: b.text(b.tok)}
	b.advance()
	if b.tok.kind != tokIdent {
		b.unexpected("an instruction after the guard")
		return false
	}
	return b.instruction(g)
}

// instruction parses opcode{.modifier} operands ;
func (b *bodyParser) instruction(g *Guard) bool {
	t := b.tok
	in := &take(&b.insts, 1, 128)[0]
	in.Pos, in.Guard, in.Opcode = t.at(), g, b.text(t)
	if c := in.Opcode[0]; c == '%' || c == '$' || c == '_' {
		b.unexpected("an instruction")
		b.advance()
		return false
	}
	b.advance()
	var buf [12]Mod
	mods := buf[:0]
	for b.tok.kind == tokDot {
		m := Mod{b.tok.at(), b.src[b.tok.pos+1 : b.tok.end]}
		b.advance()
		if m.Text == "const" && b.isByte('[') {
			if !b.constBank(&m) {
				return false
			}
		}
		mods = append(mods, m)
	}
	if len(mods) > 0 {
		in.Mods = take(&b.mods, len(mods), 256)
		copy(in.Mods, mods)
	}
	if !b.isByte(';') {
		if b.tok.kind == tokEOF || b.isByte('}') || b.tok.nl && b.startsStmt() && !b.opensList() {
			b.unexpected(";")
			return false
		}
		ops, ok := b.operands(in.Opcode == "call")
		if !ok {
			return false
		}
		in.Ops = ops
	}
	switch {
	case b.isByte(';'):
		b.advance()
	case b.tok.nl && b.startsStmt():
		b.unexpected(";") // and go on as if it were there
	default:
		b.unexpected("',' or ';'")
		return false
	}
	b.add(Stmt{Kind: StmtInst, Pos: in.Pos, Inst: in})
	return true
}

// constBank parses the [n] of ld.const[n] into the modifier.
func (b *bodyParser) constBank(m *Mod) bool {
	b.advance()
	t := b.tok
	if t.kind != tokInt {
		b.unexpected("the number of a bank")
		return false
	}
	b.advance()
	c, ok := b.literal(t)
	if !ok || !b.expect("]") {
		return false
	}
	if c.Bits > maxBank {
		b.errorf(t, "modifier", "there is no constant bank %s", c.Text)
		return false
	}
	m.Text = "const[" + itoa(int(c.Bits)) + "]"
	return true
}

const maxBank = 10

// directive parses a statement that begins with a point.
func (b *bodyParser) directive() bool {
	t := b.tok
	name := b.text(t)
	switch name {
	case ".loc":
		return b.loc()
	case ".loc_intermediate", ".file":
		b.advance()
		for b.tok.kind != tokEOF && !b.tok.nl {
			b.advance()
		}
		return true
	case ".pragma":
		return b.pragmaStmt()
	case ".extern", ".visible", ".weak", ".common":
		var ts []token
		for b.tok.kind == tokDot && isPrefix(b.text(b.tok)) {
			ts = append(ts, b.tok)
			b.advance()
		}
		l := b.linkage(ts)
		if b.tok.kind != tokDot {
			b.unexpected("a state space")
			return false
		}
		return b.variables(l)
	case ".struct", ".union":
		return b.structType()
	case ".branchtargets", ".calltargets", ".callprototype":
		b.hintf(t, "syntax", "write NAME: "+name+" ...", "%s needs a label", name)
		b.advance()
		return false
	}
	if s, ok := isa.ParseSpace(name[1:]); ok && s != isa.SpaceNone && !strings.Contains(name, ":") {
		return b.variables(Internal)
	}
	b.broken = true
	b.advance()
	switch name {
	case ".entry", ".func", ".version", ".target", ".address_size", ".alias", ".section":
		b.errorf(t, "syntax", "%s inside of a function body", name)
	default:
		if isa.LookupDirective(name) != nil {
			b.errorf(t, "syntax", "%s cannot stand inside of a function body", name)
			return false
		}
		hint := ""
		if n := isa.NearestDirective(name); n != "" {
			hint = "did you mean " + n + "?"
		}
		b.hintf(t, "syntax", hint, "unknown directive %s", name)
	}
	return false
}

// pragmaStmt parses .pragma "text", ... ;
func (b *bodyParser) pragmaStmt() bool {
	d := &Directive{Pos: b.tok.at(), Name: ".pragma"}
	b.advance()
	for {
		if b.tok.kind != tokString {
			b.unexpected("a string")
			return false
		}
		if !closed(b.text(b.tok)) {
			reportOpenString(b.l, b.tok)
			b.advance()
			return true
		}
		d.Text = append(d.Text, b.unquote(b.tok))
		b.advance()
		if !b.accept(',') {
			break
		}
	}
	b.add(Stmt{Kind: StmtPragma, Pos: d.Pos, Dir: d})
	return b.semicolon()
}
