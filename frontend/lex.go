package frontend

import (
	"strings"

	"github.com/ptx2go/ptx2go/internal/diag"
)

// kind is the class of a token.
type kind uint8

const (
	tokEOF    kind = iota
	tokBad         // a byte that begins no token
	tokIdent       // name, %name, $name, _
	tokDot         // .word, with its :: parts
	tokInt         // 12, 0x1fU, 0b1, 017
	tokFloat       // 1.5, 1e3, 0f3f800000, 0d3ff0000000000000
	tokString      // "text", quotes included
	tokPunct       // one or two bytes of punctuation
	tokRaw         // opaque: an initialiser, a dimension, an attribute's arguments
	tokBody        // opaque: a function body with its braces
)

// token is a piece of the source. Its text is src[pos:end].
type token struct {
	kind     kind
	nl       bool // first of its line
	pos, end int32
}

// scanner cuts a stretch of the source into tokens. Comments, lines that begin
// with # (cpp markers) and lines that begin with @@ (DWARF of PTX 1.x) are
// white space. It allocates nothing, and it never fails: what it does not know
// is a tokBad.
type scanner struct {
	src string
	off int
	end int
}

func newScanner(src string, from, to int) scanner { return scanner{src: src, off: from, end: to} }

// Classes of bytes.
const (
	cSpace  = 1 << iota // blanks and line ends
	cDigit              // 0-9
	cLetter             // A-Z a-z
	cWord               // may continue an identifier
)

var class = func() (t [256]uint8) {
	for _, c := range " \t\r\n\f\v" {
		t[c] |= cSpace
	}
	for c := '0'; c <= '9'; c++ {
		t[c] |= cDigit | cWord
	}
	for c := 'a'; c <= 'z'; c++ {
		t[c] |= cLetter | cWord
		t[c-'a'+'A'] |= cLetter | cWord
	}
	t['_'] |= cWord
	t['$'] |= cWord
	return
}()

func isWord(c byte) bool   { return class[c]&cWord != 0 }
func isDigit(c byte) bool  { return class[c]&cDigit != 0 }
func isLetter(c byte) bool { return class[c]&cLetter != 0 }

// byteOrderMark may stand at the beginning of a file in UTF-8.
const byteOrderMark = "\xef\xbb\xbf"

// peekByte returns the byte at offset i, or 0 past the end.
func (s *scanner) peekByte(i int) byte {
	if i < s.end {
		return s.src[i]
	}
	return 0
}

// skipSpace moves to the next token and reports whether a line began on the
// way.
func (s *scanner) skipSpace() (nl bool) {
	src, i, end := s.src, s.off, s.end
	nl = i == 0 || isLineEnd(src[i-1])
	if i == 0 && strings.HasPrefix(src, byteOrderMark) {
		i = min(len(byteOrderMark), end)
	}
	for i < end {
		c := src[i]
		switch {
		case isLineEnd(c):
			nl = true
			i++
		case class[c]&cSpace != 0:
			i++
		case c == '/' && i+1 < end && src[i+1] == '/':
			i = lineEnd(src, i, end)
		case c == '/' && i+1 < end && src[i+1] == '*':
			for i += 2; i < end && !(src[i] == '*' && i+1 < end && src[i+1] == '/'); i++ {
				nl = nl || isLineEnd(src[i])
			}
			i = min(i+2, end)
		case c == '#' && nl:
			i = lineEnd(src, i, end)
		case c == '@' && nl && i+1 < end && src[i+1] == '@':
			i = lineEnd(src, i, end)
		default:
			s.off = i
			return nl
		}
	}
	s.off = i
	return nl
}

// isLineEnd reports whether a byte ends a line, or is the first of two that do. A
// carriage return alone ends one too, as on old systems.
func isLineEnd(c byte) bool { return c == '\n' || c == '\r' }

// lineEnd returns the offset of the byte that ends the line of i.
func lineEnd(src string, i, end int) int {
	for i < end && !isLineEnd(src[i]) {
		i++
	}
	return i
}

// next returns the next token.
func (s *scanner) next() token {
	nl := s.skipSpace()
	start := s.off
	if start >= s.end {
		return token{tokEOF, nl, int32(s.end), int32(s.end)}
	}
	c := s.src[start]
	k := tokPunct
	switch {
	case isLetter(c):
		k = tokIdent
		s.off = s.wordEnd(start + 1)
	case c == '_' || c == '$':
		// A lone _ is the sink; a lone $ is refused where it is used.
		k = tokIdent
		s.off = s.wordEnd(start + 1)
	case c == '%' && isWord(s.peekByte(start+1)):
		k = tokIdent
		s.off = s.wordEnd(start + 1)
	case isDigit(c):
		k = s.number(start)
	case c == '.':
		k = s.dot(start)
	case c == '"':
		k = tokString
		s.off = stringEnd(s.src, start, s.end)
	default:
		n := punctLen(c, s.peekByte(start+1))
		if n == 0 {
			k = tokBad
			n = 1
			for start+n < s.end && s.src[start+n]&0xC0 == 0x80 { // the rest of a UTF-8 character
				n++
			}
		}
		s.off = start + n
	}
	return token{k, nl, int32(start), int32(s.off)}
}

func (s *scanner) wordEnd(i int) int {
	for i < s.end && class[s.src[i]]&cWord != 0 {
		i++
	}
	return i
}

// punctLen returns the length of the punctuation that begins with a b, 0 where
// there is none.
func punctLen(a, b byte) int {
	switch a {
	case '<', '>', '=', '!':
		if b == '=' || (b == a && (a == '<' || a == '>')) {
			return 2
		}
		return 1
	case '&', '|':
		if b == a {
			return 2
		}
		return 1
	case '{', '}', '(', ')', '[', ']', ',', ';', ':', '+', '-', '*', '/', '%', '~', '^', '?', '@':
		return 1
	}
	return 0
}

// number scans a token that begins with a digit. Whether it is well formed is
// the literal parser's question.
func (s *scanner) number(i int) kind {
	c := s.src[i]
	if c == '0' {
		switch s.peekByte(i + 1) {
		case 'x', 'X', 'b', 'B':
			s.off = s.wordEnd(i + 2)
			return tokInt
		case 'f', 'F', 'd', 'D':
			s.off = s.wordEnd(i + 2)
			return tokFloat
		}
	}
	k := tokInt
	for isDigit(s.peekByte(i)) {
		i++
	}
	if s.peekByte(i) == '.' && !isLetter(s.peekByte(i+1)) && s.peekByte(i+1) != '_' {
		k = tokFloat
		i++
		for isDigit(s.peekByte(i)) {
			i++
		}
	}
	if e := s.exponent(i); e > i {
		k = tokFloat
		i = e
	}
	s.off = s.wordEnd(i) // the U suffix, or what makes it malformed
	return k
}

// exponent returns the end of an exponent that begins at i, or i.
func (s *scanner) exponent(i int) int {
	if c := s.peekByte(i); c != 'e' && c != 'E' {
		return i
	}
	j := i + 1
	if c := s.peekByte(j); c == '+' || c == '-' {
		j++
	}
	if !isDigit(s.peekByte(j)) {
		return i
	}
	for isDigit(s.peekByte(j)) {
		j++
	}
	return j
}

// dot scans what begins with a point: a directive or modifier such as
// .shared::cta or .2d, or a number such as .5.
func (s *scanner) dot(start int) kind {
	i := s.wordEnd(start + 1)
	if i == start+1 {
		s.off = i
		return tokBad
	}
	if isDigit(s.src[start+1]) {
		j := start + 1
		for isDigit(s.peekByte(j)) {
			j++
		}
		if e := s.exponent(j); e > j {
			j = e
		}
		if !isWord(s.peekByte(j)) && s.peekByte(j) != ':' {
			s.off = j
			return tokFloat
		}
	}
	scoped := false
	for s.peekByte(i) == ':' {
		switch {
		case s.peekByte(i+1) == ':' && isWord(s.peekByte(i+2)):
			scoped = true
			i = s.wordEnd(i + 2)
		case scoped && isDigit(s.src[i-1]) && isDigit(s.peekByte(i+1)): // .sp::2:4
			i = s.wordEnd(i + 1)
		default:
			s.off = i
			return tokDot
		}
	}
	s.off = i
	return tokDot
}

// stringEnd returns the offset after the string that begins at i. A string
// does not go beyond its line.
func stringEnd(src string, i, end int) int {
	for i++; i < end; i++ {
		switch src[i] {
		case '"':
			return i + 1
		case '\\':
			if i+1 < end && !isLineEnd(src[i+1]) {
				i++
			}
		case '\n', '\r':
			return i
		}
	}
	return end
}

// at returns the diagnostic position of a token.
func (t token) at() diag.Pos { return diag.At(int(t.pos)) }

// width returns the number of bytes of a token.
func (t token) width() int { return int(t.end - t.pos) }
