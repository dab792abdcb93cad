package frontend

import (
	"fmt"
	"strconv"
	"sync/atomic"
	"unicode/utf8"

	"github.com/ptx2go/ptx2go/internal/diag"
)

// parser is the state of the hand-written parsers: a window of one token, and
// a second one where it is asked for, over a stretch of the source.
type parser struct {
	scanner
	tok     token
	look    token // valid where hasLook
	hasLook bool
	last    int32 // end of the token before tok
	depth   int   // of nesting
	dead    int   // inside parts of an expression that are not taken
	l       *diag.List
	types   *typeScope
	count   *atomic.Int64 // of the file: what name<n> stands for, see numbered
	lenient *leniencies   // of the file
	stack   []Operand     // of the operand lists that are being parsed
	inits   []*Init       // of the initialisers that are being parsed
	slabs
}

// maxNumbered bounds what the short name<n> stands for in one file: branch targets, and
// variables in memory.
const maxNumbered = 1 << 18

// numbered counts the names that a name<n> stands for, and reports false if the file
// has too many of them.
func (p *parser) numbered(n token, count uint64, what string) bool {
	if count > maxNumbered || p.count.Add(int64(count)) > maxNumbered {
		p.errorf(n, "limit", "more than %d %s in the file", maxNumbered, what)
		return false
	}
	return true
}

func newParser(src string, from, to int, l *diag.List) *parser {
	p := &parser{scanner: newScanner(src, from, to), l: l, last: int32(from)}
	p.tok = p.next()
	return p
}

// advance moves to the next token.
func (p *parser) advance() {
	p.last = p.tok.end
	if p.hasLook {
		p.tok, p.hasLook = p.look, false
		return
	}
	p.tok = p.next()
}

// peek returns the token after the current one.
func (p *parser) peek() token {
	if !p.hasLook {
		p.look, p.hasLook = p.next(), true
	}
	return p.look
}

// splitPercent turns the current token %name into the operator % and what
// follows it.
func (p *parser) splitPercent() {
	p.tok.kind, p.tok.end = tokPunct, p.tok.pos+1
	p.off, p.hasLook = int(p.tok.end), false
}

// isPunct reports whether the current token is that punctuation.
func (p *parser) isPunct(s string) bool {
	return p.tok.kind == tokPunct && p.src[p.tok.pos:p.tok.end] == s
}

// isByte is isPunct for one byte, without comparing strings.
func (p *parser) isByte(c byte) bool {
	return p.tok.kind == tokPunct && p.tok.end-p.tok.pos == 1 && p.src[p.tok.pos] == c
}

// accept consumes the punctuation if it is next.
func (p *parser) accept(c byte) bool {
	if p.isByte(c) {
		p.advance()
		return true
	}
	return false
}

// expect consumes the punctuation or reports what is there instead.
func (p *parser) expect(s string) bool {
	if p.isPunct(s) {
		p.advance()
		return true
	}
	p.unexpected(s)
	return false
}

// unexpected reports the current token where something else was needed. Where
// the line ended before it, the place is the end of that line.
func (p *parser) unexpected(want string) {
	d := diag.Diagnostic{Pos: p.tok.at(), Len: p.tok.width(), Code: "syntax"}
	switch {
	case p.tok.kind == tokEOF || int(p.last) > 0 && want == ";" && (p.tok.nl || p.isByte('}')):
		d.Pos, d.Len = diag.At(int(p.last)), 1
		d.Msg = "expected " + quote(want)
		if p.last > 0 {
			d.Msg += " here"
		}
	default:
		d.Msg = "unexpected " + describe(p.src, p.tok) + ", expected " + quote(want)
	}
	p.l.Add(d)
}

// errorf reports an error at a token.
func (p *parser) errorf(t token, code, format string, args ...any) {
	p.l.Add(diag.Diagnostic{Pos: t.at(), Len: max(1, t.width()), Code: code, Msg: fmt.Sprintf(format, args...)})
}

// hintf reports an error with a hint at a token.
func (p *parser) hintf(t token, code, hint, format string, args ...any) {
	p.l.Add(diag.Diagnostic{Pos: t.at(), Len: max(1, t.width()), Code: code, Msg: fmt.Sprintf(format, args...), Hint: hint})
}

// enter counts a level of nesting and reports false where it is too deep.
func (p *parser) enter() bool {
	p.depth++
	if p.depth <= maxNesting {
		return true
	}
	if p.depth == maxNesting+1 {
		p.errorf(p.tok, "limit", "nested more than %d levels deep", maxNesting)
	}
	p.depth--
	return false
}

func (p *parser) leave() { p.depth-- }

// quote puts punctuation between quotes.
func quote(s string) string {
	if isLetter(s[0]) || s[0] == '\'' {
		return s
	}
	return "'" + s + "'"
}

// describe names a token for a diagnostic.
func describe(src string, t token) string {
	const most = 40
	s := src[t.pos:t.end]
	if len(s) > most {
		n := most
		for n > 0 && !utf8.RuneStart(s[n]) {
			n--
		}
		s = s[:n] + "..."
	}
	switch t.kind {
	case tokEOF:
		return "end of file"
	case tokBad:
		if r, n := utf8.DecodeRuneInString(s); n == len(s) && r != utf8.RuneError && strconv.IsPrint(r) {
			return "character " + s
		}
		return "byte " + fmt.Sprintf("%#02x", s[0])
	case tokBody:
		return "'{'"
	case tokPunct:
		return quote(s)
	case tokRaw:
		return strconv.Quote(s)
	}
	return s
}

// slabs hands out small slices and objects of the syntax tree from larger
// pieces, since a body has hundreds of thousands of them.
type slabs struct {
	ops      []Operand
	mods     []Mod
	consts   []Const
	insts    []Inst
	guards   []Guard
	initSlab []Init
}

// take returns room for n elements from a slab, which it renews with pieces of
// size elements.
func take[T any](slab *[]T, n, size int) []T {
	if len(*slab) < n {
		*slab = make([]T, max(n, size))
	}
	s := (*slab)[:n:n]
	*slab = (*slab)[n:]
	return s
}

func (s *slabs) newConst(c Const) *Const {
	p := &take(&s.consts, 1, 32)[0]
	*p = c
	return p
}
