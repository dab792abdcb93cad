// Package notation is the grammar of the tables of package isa: how the cells of their
// columns are written. It knows no instruction, type or register; what the words mean is
// for package isa. docs/TABLE.md describes the columns, with examples.
package notation

import (
	"errors"
	"fmt"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// grammar is built when the first cell is parsed: programs that use the tables do not.
var grammar = sync.OnceValue(func() *participle.Parser[columns] {
	return participle.MustBuild[columns](participle.Lexer(lexer.MustSimple(tokens)), participle.UseLookahead(participle.MaxLookahead))
})

// Parse parses a cell of the column that P is the production of. The error says the
// column in the cell, counted from 1.
func Parse[P any](cell string) (*P, error) {
	p, err := participle.ParserForProduction[P](grammar())
	if err != nil {
		panic(err) // no production of the grammar
	}
	tree, err := p.ParseString("", cell)
	if err == nil {
		return tree, nil
	}
	var at participle.Error
	if errors.As(err, &at) {
		return nil, &CellError{at.Position().Column, cell, at.Message()}
	}
	return nil, err
}

// CellError is a mistake in a cell.
type CellError struct {
	Column  int // in the cell, counted from 1
	cell    string
	message string
}

func (e *CellError) Error() string {
	return fmt.Sprintf("column %d of %q: %s", e.Column, e.cell, e.message)
}
