package frontend

import (
	"strings"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// chunk is the text of one declaration at module level.
type chunk struct {
	start, end int
	// brace and braceEnd enclose a function body, braces included; brace is -1
	// where there is none.
	brace, braceEnd int
	// bad is set where the text is no declaration, which was reported.
	bad bool
	// bare is set where a .func is declared without a semicolon: compilers of CUDA 3
	// and 4 left it out.
	bare bool
}

// headEnd returns where the declaration's body begins, or its end.
func (c chunk) headEnd() int {
	if c.brace >= 0 {
		return c.brace
	}
	return c.end
}

// splitter cuts a module into declarations without understanding them, so that
// each can be parsed, and fail, alone. It is the one place that sees every
// byte, and so the one that reports comments, strings and braces that do not
// end.
type splitter struct {
	scanner
	l      *diag.List
	chunks []chunk
	adrift bool // an error about text between declarations was reported
	cut    bool // a comment does not end, so braces may well not either
}

// split returns the declarations of a part of the file.
func split(f *diag.File, text diag.Part, l *diag.List) []chunk {
	own := f.Text(text)
	from, to := text.Start, text.Start+textEnd(own)
	if from > 0 && strings.HasPrefix(own, byteOrderMark) {
		from += len(byteOrderMark) // the scanner skips that of the first part
	}
	s := &splitter{scanner: newScanner(f.Src, from, max(from, to)), l: l}
	s.checkComments()
	for {
		t := s.next()
		switch {
		case t.kind == tokEOF:
			return s.chunks
		case t.kind == tokDot:
			if s.known(t) {
				s.adrift = false
				s.declaration(t)
			}
		case s.is(t, ";"):
		default:
			s.stray(t)
		}
	}
}

func (s *scanner) text(t token) string { return s.src[t.pos:t.end] }

func (s *scanner) is(t token, p string) bool { return t.kind == tokPunct && s.text(t) == p }

// stray reports text that cannot begin a declaration, once for a run of it,
// and skips to the end of its statement.
func (s *splitter) stray(t token) {
	s.complain(t)
	if s.is(t, "}") {
		return
	}
	s.skipStmt()
}

// complain reports a token that cannot begin a declaration.
func (s *splitter) complain(t token) {
	if !s.adrift {
		s.adrift = true
		d := diag.Diagnostic{Pos: t.at(), Len: t.width(), Code: "syntax"}
		switch {
		case s.is(t, "}"):
			d.Msg = "unexpected } outside of a function"
		case t.kind == tokIdent || s.is(t, "@"):
			d.Msg = "statement outside of a function"
			d.Hint = "is there a } too many above?"
		default:
			d.Msg = "unexpected " + describe(s.src, t) + ", expected a directive"
		}
		s.l.Add(d)
	}
}

// skipStmt skips to the end of a statement or to the next declaration.
func (s *splitter) skipStmt() {
	for depth := 0; ; {
		save := s.off
		t := s.next()
		switch {
		case t.kind == tokEOF, s.is(t, ";") && depth == 0:
			return
		case s.is(t, "{"):
			depth++
		case s.is(t, "}"):
			if depth == 0 {
				s.off = save
				return
			}
			depth--
		case t.kind == tokDot && t.nl && startsDecl(s.text(t)):
			s.off = save
			return
		}
	}
}

// known reports whether a directive is one. It reports one that is not, and
// skips its statement, except where the next word is another directive: then
// that may well begin what was meant.
func (s *splitter) known(t token) bool {
	name := s.text(t)
	if _, ok := isa.ParseSpace(name[1:]); ok || isa.LookupDirective(name) != nil {
		return true
	}
	if !s.adrift {
		d := diag.Diagnostic{Pos: t.at(), Len: t.width(), Code: "syntax", Msg: "unknown directive " + name}
		if _, isType := isa.ParseType(name[1:]); isType {
			d.Msg = "a variable needs a state space before its type " + name
			d.Hint = "such as .global or .shared"
		} else if n := isa.NearestDirective(name); n != "" {
			d.Hint = "did you mean " + n + "?"
		}
		s.l.Add(d)
	}
	s.adrift = true
	save := s.off
	if n := s.next(); n.kind == tokDot {
		s.off = save
		return false
	}
	s.off = save
	s.skipStmt()
	s.add(chunk{start: int(t.pos), end: s.off, brace: -1, bad: true})
	return false
}

// startsDecl reports whether a directive can only begin a declaration, so that
// finding it elsewhere means that something before it did not end.
func startsDecl(d string) bool {
	switch d {
	case ".version", ".target", ".address_size", ".entry", ".func", ".visible", ".extern", ".weak", ".common",
		".alias", ".file", ".section", ".global", ".const", ".shared", ".pragma":
		return true
	}
	return false
}

// endsAtDirective reports whether a directive's statement has no semicolon.
func endsAtDirective(d string) bool {
	switch d {
	case ".version", ".target", ".address_size", ".file", ".loc", ".loc_intermediate", ".language":
		return true
	}
	return false
}

// declaration finds the end of the declaration that begins with t.
func (s *splitter) declaration(t token) {
	switch d := s.text(t); {
	case d == ".struct" || d == ".union":
		s.structType(t)
		return
	case d == ".sreg":
		s.l.Add(diag.Diagnostic{Pos: t.at(), Len: t.width(), Code: "unsupported", Msg: noSReg})
		s.skipStmt()
		s.add(chunk{start: int(t.pos), end: s.off, brace: -1, bad: true})
		return
	case d == ".section" || d == ".nv_intermediate_source_section":
		s.section()
		return
	case endsAtDirective(d):
		end := int(t.end)
		for {
			save := s.off
			t := s.next()
			if t.kind == tokEOF || t.kind == tokDot || s.is(t, "{") || s.is(t, "}") {
				s.off = save
				break
			}
			if s.is(t, ";") {
				break
			}
			end = int(t.end)
		}
		s.add(chunk{start: int(t.pos), end: end, brace: -1})
		return
	}
	start, last, end := int(t.pos), s.text(t), int(t.end)
	isFunc, device := last == ".entry" || last == ".func", last == ".func"
	prefix := isPrefix(last)
	depth := 0
	for {
		save := s.off
		t := s.next()
		switch {
		case t.kind == tokEOF:
			s.add(chunk{start: start, end: end, brace: -1, bare: device && depth == 0})
			return
		case t.kind == tokDot:
			d := s.text(t)
			if t.nl && startsDecl(d) && !(prefix && depth == 0) && !(d == ".pragma" && isFunc) && !(depth > 0 && isSpace(d)) {
				s.off = save
				s.add(chunk{start: start, end: end, brace: -1, bare: device && depth == 0})
				return
			}
			last = d
			isFunc = isFunc || d == ".entry" || d == ".func"
			device = device || d == ".func"
			prefix = prefix && isPrefix(d)
		case s.is(t, "("):
			depth++
			prefix = false
		case s.is(t, ")"):
			depth--
		case s.is(t, ";"):
			if !isFunc || last != ".pragma" {
				s.add(chunk{start: start, end: int(t.end), brace: -1})
				return
			}
		case t.kind == tokIdent && prefix: // .extern name
			s.add(chunk{start: start, end: int(t.end), brace: -1})
			return
		case s.is(t, "{") && isFunc:
			s.body(start, int(t.pos))
			return
		case s.is(t, "{"):
			s.off = s.matchInit(int(t.pos))
			t.end = int32(s.off)
		case s.is(t, "}"):
			s.off = save
			s.add(chunk{start: start, end: end, brace: -1})
			return
		default:
			prefix = false
		}
		end = int(t.end)
	}
}

// noSReg is said about declarations of special registers, with which the manual
// describes them.
const noSReg = "special registers cannot be declared"

func isPrefix(d string) bool {
	return d == ".visible" || d == ".extern" || d == ".weak" || d == ".common"
}

func isSpace(d string) bool { return d == ".global" || d == ".const" || d == ".shared" }

// unclosed reports a brace without its other half.
func (s *splitter) unclosed(brace int, hint string) {
	if !s.cut {
		s.l.Add(diag.Diagnostic{Pos: diag.At(brace), Len: 1, Code: "syntax", Msg: "this { is never closed", Hint: hint})
	}
}

func (s *splitter) add(c chunk) { s.chunks = append(s.chunks, c) }

// body finds the end of the function body whose brace is at offset brace.
func (s *splitter) body(start, brace int) {
	end, ok := matchBody(s.src, brace, s.end)
	if !ok {
		s.unclosed(brace, "the function body needs a } before the next declaration")
	}
	s.off = end
	s.add(chunk{start: start, end: end, brace: brace, braceEnd: end})
}

// matchBody returns the offset after the } that closes the { at i. Where there
// is none before the next declaration, it returns the offset of that
// declaration, or of the end, and false.
func matchBody(src string, i, end int) (int, bool) {
	depth, list := 0, 0 // open braces; those of them that open a list
	last, line := byte(0), byte('.')
	for i < end {
		switch c := src[i]; c {
		case ' ', '\t':
			i++
			continue
		case '{':
			depth++
			if opensList(last, line) {
				list++
			}
		case '}':
			if depth--; depth == 0 {
				return i + 1, true
			}
			list = max(list-1, 0)
		case ';':
			depth, list = depth-list, 0
		case '"':
			i = stringEnd(src, i, end)
			last = '"'
			continue
		case '/':
			if j := commentEnd(src, i, end); j > i {
				i = j
				continue
			}
		case '\n', '\r':
			j := i + 1
			for j < end && (src[j] == ' ' || src[j] == '\t' || src[j] == '\r') {
				j++
			}
			if j < end {
				switch src[j] {
				case '.':
					if headsFunction(src[j:min(end, j+64)]) {
						return j, false
					}
				case '#':
					j = lineEnd(src, j, end)
				case '@':
					if j+1 < end && src[j+1] == '@' {
						j = lineEnd(src, j, end)
					}
				}
			}
			if last != ',' {
				last = 0
			}
			line = 0
			i = j
			continue
		}
		last = src[i]
		if line == 0 {
			line = last
		}
		i++
	}
	return end, false
}

// opensList reports whether a brace after the byte last, on a line that begins
// with line, opens a list of operands and not a block. Such a list ends before
// the next semicolon even if its } is missing.
func opensList(last, line byte) bool {
	return last == ',' || last == '=' || isWord(last) && line != '.'
}

// headsFunction reports whether a line that begins like s begins a declaration
// that no function body contains.
func headsFunction(s string) bool {
	word := func() string {
		n := 1
		for n < len(s) && isWord(s[n]) {
			n++
		}
		w := s[:n]
		s = strings.TrimLeft(s[n:], " \t")
		return w
	}
	switch word() {
	case ".entry", ".func", ".version", ".target":
		return true
	case ".visible", ".extern", ".weak":
		if s != "" && s[0] == '.' {
			w := word()
			return w == ".func" || w == ".entry"
		}
	}
	return false
}

// commentEnd returns the offset after a comment that begins at i, or i.
func commentEnd(src string, i, end int) int {
	if i+1 >= end {
		return i
	}
	switch src[i+1] {
	case '/':
		return lineEnd(src, i, end)
	case '*':
		if j := strings.Index(src[i+2:end], "*/"); j >= 0 {
			return i + 2 + j + 2
		}
		return end
	}
	return i
}

// matchInit returns the offset after the } that closes the { at i, or the
// offset of the semicolon or declaration before it, since an initialiser holds
// none. The parser reports what is missing.
func (s *splitter) matchInit(i int) int {
	open, depth := i, 0
	for i < s.end {
		switch s.src[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"':
			i = stringEnd(s.src, i, s.end)
			continue
		case ';':
			if !s.structBody(open) {
				return i
			}
		case '\n', '\r':
			// What is not closed ends before the next declaration.
			if j := i + 1; j < s.end && s.src[j] == '.' {
				if w := s.wordEnd(j + 1); startsDecl(s.src[j:w]) {
					return i
				}
			}
		case '/':
			if j := commentEnd(s.src, i, s.end); j > i {
				i = j
				continue
			}
		}
		i++
	}
	return i
}

// structType finds the end of a .struct or .union, whose semicolon may be missing.
func (s *splitter) structType(t token) {
	start, end := int(t.pos), int(t.end)
	for {
		save := s.off
		t := s.next()
		switch {
		case t.kind == tokEOF || t.kind == tokDot && t.nl || s.is(t, "}"):
			s.off = save
			s.add(chunk{start: start, end: end, brace: -1})
			return
		case s.is(t, ";"):
			s.add(chunk{start: start, end: int(t.end), brace: -1})
			return
		case s.is(t, "{"):
			brace := int(t.pos)
			s.off = s.matchInit(brace)
			c := chunk{start: start, end: s.off, brace: brace, braceEnd: s.off}
			if s.src[s.off-1] != '}' {
				s.unclosed(brace, "")
				c.bad = true
			} else {
				save = s.off
				if t := s.next(); s.is(t, ";") {
					c.end = int(t.end)
				} else {
					s.off = save
				}
			}
			s.add(c)
			return
		}
		end = int(t.end)
	}
}

// structBody reports whether the { at i opens a .struct or .union of PTX 1.x,
// whose members end in semicolons, and not an initialiser.
func (s *splitter) structBody(i int) bool {
	for i--; i >= 0 && class[s.src[i]]&cSpace != 0; i-- {
	}
	return i < 0 || s.src[i] != '=' && s.src[i] != ',' && s.src[i] != '{'
}

// section skips a debugging section: .section NAME { ... }, or the form of PTX
// 1.x, which ends with its line.
func (s *splitter) section() {
	line := s.off
	for {
		save := s.off
		t := s.next()
		if t.kind == tokEOF {
			return
		}
		if s.is(t, "{") {
			end, ok := matchBody(s.src, int(t.pos), s.end)
			if !ok {
				s.unclosed(int(t.pos), "")
			}
			s.off = end
			return
		}
		if t.nl && (t.kind != tokDot || startsDecl(s.text(t))) {
			s.off = save
			return
		}
		if s.is(t, ",") && lineEnd(s.src, line, s.end) >= int(t.end) {
			s.off = lineEnd(s.src, line, s.end)
			return
		}
	}
}

// checkComments reports a comment that does not end. Only the last one of a
// file can.
func (s *splitter) checkComments() {
	i := strings.LastIndex(s.src[s.off:s.end], "/*")
	if i < 0 || strings.Contains(s.src[s.off+i:s.end], "*/") {
		return
	}
	// Ask the scanner where the comment begins: the text found may lie in a
	// line comment, in a string, or further inside the comment.
	q := newScanner(s.src, s.off, s.end)
	for {
		from := q.off
		t := q.next()
		if t.kind != tokEOF {
			continue
		}
		if at := openComment(s.src[:s.end], from); at >= 0 {
			s.cut = true
			s.l.Add(diag.Diagnostic{Pos: diag.At(at), Len: 2, Code: "syntax", Msg: "this comment is never closed"})
		}
		return
	}
}

// openComment returns the offset of the comment without end in the white space
// from i on, or -1.
func openComment(src string, i int) int {
	for i < len(src) {
		if src[i] != '/' {
			if src[i] == '#' || src[i] == '@' {
				i = lineEnd(src, i, len(src))
				continue
			}
			i++
			continue
		}
		j := commentEnd(src, i, len(src))
		if j == len(src) && src[i+1] == '*' {
			return i
		}
		i = max(j, i+1)
	}
	return -1
}
