package ir

import (
	"fmt"
	"io"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// The tokens of the text form. Lines count: tokEOL stands for the end of a line
// and all empty lines and comments after it.
const (
	tokEOL lexer.TokenType = iota + 1
	tokLine
	tokValue
	tokBlock
	tokWord
	tokInt
	tokString
	tokPunct
)

// scanner is the lexer of the text form, for participle.
type scanner struct {
	src  string
	i    int
	pos  lexer.Position
	last lexer.TokenType
}

type scannerDef struct{}

// Symbols returns the names of the tokens in the grammar.
func (scannerDef) Symbols() map[string]lexer.TokenType {
	return map[string]lexer.TokenType{
		"EOF": lexer.EOF, "EOL": tokEOL, "Line": tokLine, "Value": tokValue, "Block": tokBlock,
		"Word": tokWord, "Int": tokInt, "String": tokString, "Punct": tokPunct,
	}
}

func (d scannerDef) Lex(name string, r io.Reader) (lexer.Lexer, error) {
	src, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return d.LexString(name, string(src))
}

func (scannerDef) LexString(name, src string) (lexer.Lexer, error) {
	return &scanner{src: src, pos: lexer.Position{Filename: name, Line: 1, Column: 1}, last: tokEOL}, nil
}

// skip passes over blanks and comments, and newlines where eol is set.
func (s *scanner) skip(eol bool) {
	for s.i < len(s.src) {
		switch c := s.src[s.i]; {
		case c == ' ' || c == '\t' || c == '\r':
		case c == '\n' && eol:
			s.i++
			s.pos.Line++
			s.pos.Column = 1
			s.pos.Offset = s.i
			continue
		case c == '/' && s.i+1 < len(s.src) && s.src[s.i+1] == '/':
			for s.i < len(s.src) && s.src[s.i] != '\n' {
				s.advance(1)
			}
			continue
		default:
			return
		}
		s.advance(1)
	}
}

func (s *scanner) advance(n int) {
	s.i += n
	s.pos.Column += n
	s.pos.Offset = s.i
}

// Next returns the next token.
func (s *scanner) Next() (lexer.Token, error) {
	s.skip(s.last == tokEOL)
	if s.i >= len(s.src) {
		// The last line may lack its end.
		if s.last != tokEOL {
			s.last = tokEOL
			return lexer.Token{Type: tokEOL, Pos: s.pos}, nil
		}
		return lexer.EOFToken(s.pos), nil
	}
	start, pos := s.i, s.pos
	typ, n := s.scan(s.src[s.i:])
	if n == 0 {
		return lexer.Token{}, participle.Errorf(pos, "unexpected %q", s.src[s.i:s.i+1])
	}
	if typ == tokEOL {
		s.skip(true)
	} else {
		s.advance(n)
	}
	s.last = typ
	return lexer.Token{Type: typ, Value: s.src[start : start+n], Pos: pos}, nil
}

// scan returns the type and length of the token at the start of a text that is
// not empty, 0 where there is none.
func (s *scanner) scan(src string) (lexer.TokenType, int) {
	digits := func(i int, hex bool) int {
		for i < len(src) && isDigit(src[i], hex) {
			i++
		}
		return i
	}
	switch c := src[0]; {
	case c == '\n':
		return tokEOL, 1
	case c == ';':
		i := 1
		for i < len(src) && src[i] == ' ' {
			i++
		}
		if end := digits(i, false); end > i {
			return tokLine, end
		}
	case wordByte(c, false):
		i := 1
		for i < len(src) && wordByte(src[i], true) {
			i++
		}
		if digits(1, false) == i && i > 1 {
			switch c {
			case 'v':
				return tokValue, i
			case 'b':
				return tokBlock, i
			}
		}
		return tokWord, i
	case c == '-' && len(src) > 1 && src[1] == '>', c == '<' && len(src) > 1 && src[1] == '-':
		return tokPunct, 2
	case isDigit(c, false), c == '-':
		i := 0
		if c == '-' {
			i = 1
		}
		if len(src) > i+1 && src[i] == '0' && (src[i+1] == 'x' || src[i+1] == 'f' || src[i+1] == 'd') {
			if end := digits(i+2, true); end > i+2 {
				return tokInt, end
			}
			return 0, 0
		}
		if end := digits(i, false); end > i {
			return tokInt, end
		}
	case c == '"':
		for i := 1; i < len(src) && src[i] != '\n'; i++ {
			switch src[i] {
			case '\\':
				i++
			case '"':
				return tokString, i + 1
			}
		}
	default:
		for _, p := range []byte("@:=<>(),.") {
			if c == p {
				return tokPunct, 1
			}
		}
	}
	return 0, 0
}

func isDigit(c byte, hex bool) bool {
	return '0' <= c && c <= '9' || hex && ('a' <= c && c <= 'f' || 'A' <= c && c <= 'F')
}

// textError is an error of the reader at a place of the text.
func textError(pos lexer.Position, format string, args ...any) error {
	return fmt.Errorf("%s: %s", pos, fmt.Sprintf(format, args...))
}
