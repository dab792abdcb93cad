package notation

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Row is a line of a table.
type Row struct {
	file    string
	line    int
	columns []string
	cells   []string
}

// ReadTSV takes a table apart: the first line names the columns, every other is a row.
// file is for errors.
func ReadTSV(file, text string) ([]Row, error) {
	var columns []string
	var rows []Row
	for line := range strings.Lines(text) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if columns == nil {
			columns = cells
			continue
		}
		r := Row{file, len(rows) + 2, columns, cells}
		if len(cells) != len(columns) {
			return nil, r.Errorf("%d columns, not %d", len(cells), len(columns))
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// Get returns the cell of a column, "" where the table has no such column.
func (r Row) Get(column string) string {
	for i, c := range r.columns {
		if c == column {
			return r.cells[i]
		}
	}
	return ""
}

// Errorf returns an error with the file, the line and the column in bytes: of the cell whose
// name the message begins with, "types: ...", or of the row.
func (r Row) Errorf(format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	column, _, _ := strings.Cut(err.Error(), ":")
	return r.at(column, 0, err)
}

// at returns an error at some byte of a cell.
func (r Row) at(column string, offset int, err error) error {
	at := 1
	if i := slices.Index(r.columns, column); i >= 0 && i < len(r.cells) {
		at = len(strings.Join(r.cells[:i], "\t")) + offset + min(i, 1) + 1
	}
	return fmt.Errorf("%s:%d:%d: %w", r.file, r.line, at, err)
}

// Cell parses the cell of a column; an empty one is nil.
func Cell[P any](r Row, column string) (*P, error) {
	text := r.Get(column)
	if text == "" {
		return nil, nil
	}
	p, err := Parse[P](text)
	if err != nil {
		offset := 0
		var in *CellError
		if errors.As(err, &in) {
			offset = in.Column - 1
		}
		return nil, r.at(column, offset, fmt.Errorf("%s: %w", column, err))
	}
	return p, nil
}

// First returns the first cell, which names the row.
func (r Row) First() string { return r.cells[0] }
