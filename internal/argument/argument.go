// Package argument is the notation of the expressions of the command line: the functions of
// -extern, and the arguments and variables of ptx2go run. It knows how they are written and
// says where one is wrong; what names, types and numbers mean is for who asks.
package argument

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// grammar is built when the first expression is parsed.
var grammar = sync.OnceValue(func() *participle.Parser[expressions] {
	return participle.MustBuild[expressions](participle.Lexer(lexer.MustSimple(tokens)), participle.UseLookahead(participle.MaxLookahead))
})

// parse parses an expression. want says, for the place of a mistake, what should be there.
func parse[P any](expr string, want func(at int) string) (*P, error) {
	p, err := participle.ParserForProduction[P](grammar())
	if err != nil {
		panic(err) // no production of the grammar
	}
	tree, err := p.ParseString("", expr)
	if err == nil {
		return tree, nil
	}
	var wrong *participle.UnexpectedTokenError
	if !errors.As(err, &wrong) {
		return nil, &Error{Expr: expr, Text: err.Error(), Want: want(0)}
	}
	at := wrong.Unexpected.Pos.Offset
	text := fmt.Sprintf("unexpected %q", wrong.Unexpected.Value)
	if wrong.Unexpected.EOF() {
		at, text = len(expr), "unexpected end"
	}
	return nil, &Error{expr, at, text, want(at)}
}

// Word is a part of an expression.
type Word struct {
	Text string
	At   int // offset in the expression
}

func word(tokens ...lexer.Token) Word {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteString(t.Value)
	}
	return Word{b.String(), tokens[0].Pos.Offset}
}

// Errorf returns an error about a place of an expression.
func Errorf(expr string, at int, format string, args ...any) error {
	return &Error{Expr: expr, At: at, Text: fmt.Sprintf(format, args...)}
}

// Error is a mistake in an expression.
type Error struct {
	Expr string
	At   int    // offset of the mistake
	Text string // what is wrong
	Want string // what should be there, or ""
}

// Error returns what is wrong, and below it the expression with a caret under the mistake.
// It does not begin with the expression.
func (e *Error) Error() string {
	s := e.Text
	if strings.IndexFunc(e.Expr, func(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError }) < 0 {
		s += "\n\t" + e.Expr + "\n\t" + strings.Repeat(" ", utf8.RuneCountInString(e.Expr[:e.At])) + "^"
	}
	if e.Want != "" {
		s += "\n\twant " + e.Want
	}
	return s
}
