package isa

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strconv"

	"github.com/ptx2go/ptx2go/internal/isa/notation"
)

// ReadTables reads the tables from their files in a folder, which are instructions.tsv,
// special_registers.tsv and directives.tsv. docs/TABLE.md describes them. Errors, one a
// line, say the file, the line and the column in bytes.
//
// This is for the generator, which makes Go data of the result, and for tests.
func ReadTables(files fs.FS, dir string) (Tables, error) {
	var t Tables
	var err error
	if t.Forms, err = readTable(files, path.Join(dir, "instructions.tsv"), readForm); err != nil {
		return Tables{}, err
	}
	t.opcodes = newOpcodes(t.Forms)
	for _, f := range t.Forms {
		if t.newest.Less(f.PTX) {
			t.newest = f.PTX
		}
	}
	sregs, err := readTable(files, path.Join(dir, "special_registers.tsv"), readSRegs)
	if err != nil {
		return Tables{}, err
	}
	t.SRegs = slices.Concat(sregs...)
	t.Directives, err = readTable(files, path.Join(dir, "directives.tsv"), readDirective)
	return t, err
}

// readTable reads the rows of a table, of which no two begin with the same cell.
func readTable[T any](files fs.FS, file string, read func(*reader) T) ([]T, error) {
	text, err := fs.ReadFile(files, file)
	if err != nil {
		return nil, err
	}
	rows, err := notation.ReadTSV(file, string(text))
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	var list []T
	var errs []error
	for _, row := range rows {
		r := &reader{row: row}
		list = append(list, read(r))
		if seen[row.First()] {
			r.fail("%s is there twice", row.First())
		}
		seen[row.First()] = true
		if r.err != nil {
			errs = append(errs, r.err)
		}
	}
	return list, errors.Join(errs...)
}

// reader reads a row. It keeps the first error.
type reader struct {
	row notation.Row
	err error
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = r.row.Errorf(format, args...)
	}
}

// cell parses a cell; an empty one is the production's zero value.
func cell[P any](r *reader, column string) *P {
	p, err := notation.Cell[P](r.row, column)
	if err != nil && r.err == nil {
		r.err = err
	}
	if p == nil {
		p = new(P)
	}
	return p
}

func (r *reader) text(column string) string { return r.row.Get(column) }

func (r *reader) number(column string) int {
	n, err := strconv.Atoi(r.text(column))
	if err != nil || n < 0 {
		r.fail("%s: %q is no number", column, r.text(column))
	}
	return n
}

// since reads a column with a version.
func (r *reader) since(column string) Version {
	if r.text(column) == "" {
		r.fail("%s: a version is missing", column)
		return Version{}
	}
	return r.version(cell[notation.Since](r, column).Version)
}

func (r *reader) version(s string) Version {
	v, ok := ParseVersion(s)
	if !ok && r.err == nil {
		r.fail("%q is no version", s)
	}
	return v
}

func (r *reader) targets(names []string) []Target {
	var ts []Target
	for _, s := range names {
		t, ok := ParseTarget(s)
		if !ok || !t.Known() && !t.Newer() {
			r.fail("there is no target %s", s)
		}
		ts = append(ts, t)
	}
	return ts
}

func (r *reader) typeNamed(s string) Type {
	t, ok := ParseType(s)
	if !ok {
		r.fail("there is no type %s", s)
	}
	return t
}
