package notation

import (
	"fmt"
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

// Errorf returns an error with the file and the line.
func (r Row) Errorf(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", r.file, r.line, fmt.Errorf(format, args...))
}

// Cell parses the cell of a column; an empty one is nil.
func Cell[P any](r Row, column string) (*P, error) {
	text := r.Get(column)
	if text == "" {
		return nil, nil
	}
	p, err := Parse[P](text)
	if err != nil {
		return nil, r.Errorf("%s: %v", column, err)
	}
	return p, nil
}

// First returns the first cell, which names the row.
func (r Row) First() string { return r.cells[0] }
