package frontend

import "math"

// loc parses .loc FILE LINE COLUMN with what may follow on PTX 7.2 and later.
// It has no semicolon.
func (b *bodyParser) loc() bool {
	pos := b.tok.at()
	b.advance()
	loc := &Loc{}
	if n := b.peek(); n.nl && b.tok.kind == tokInt && !b.tok.nl {
		// .loc LINE of PTX 1.2 (table 76)
		b.fn.shortLocs = append(b.fn.shortLocs, pos)
		b.add(Stmt{Kind: StmtLoc, Pos: pos, Loc: loc})
		return b.numbers(&loc.Line)
	}
	if !b.numbers(&loc.File, &loc.Line, &loc.Col) {
		return false
	}
	for b.accept(',') {
		switch {
		case b.tok.kind == tokIdent && b.text(b.tok) == "function_name":
			b.advance()
			// A label in the section .debug_str, or the section itself for its beginning.
			if b.tok.kind != tokIdent && b.text(b.tok) != debugStr {
				b.unexpected("a label")
				return false
			}
			loc.Func = b.text(b.tok)
			b.advance()
			if b.accept('+') && !b.numbers(&loc.FuncOff) {
				return false
			}
		case b.tok.kind == tokIdent && b.text(b.tok) == "inlined_at":
			b.advance()
			if !b.numbers(&loc.InlinedFile, &loc.InlinedLine, &loc.InlinedCol) {
				return false
			}
		default:
			b.unexpected("function_name or inlined_at")
			return false
		}
	}
	b.add(Stmt{Kind: StmtLoc, Pos: pos, Loc: loc})
	return true
}

// numbers parses plain integers.
func (b *bodyParser) numbers(out ...*int) bool {
	for _, n := range out {
		t := b.tok
		if t.kind != tokInt {
			b.unexpected("a number")
			return false
		}
		b.advance()
		c, ok := b.literal(t)
		if !ok {
			return false
		}
		*n = int(min(c.Bits, math.MaxInt32))
	}
	return true
}
