package notation

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// parsers parse the examples of docs/TABLE.md, by the name of their block.
var parsers = map[string]func(string) error{
	"condition":      parses[Cond],
	"syntax":         parses[Syntax],
	"modifiers":      parses[Modifiers],
	"operands":       parses[Operands],
	"ptx":            parses[Since],
	"sm":             parses[Targets],
	"gates":          parses[Gates],
	"never":          parses[Conds],
	"as":             parses[Renames],
	"lower":          parses[Rules],
	"proof":          parses[Proofs],
	"name":           parses[Registers],
	"type":           parses[RegisterType],
	"since":          parses[Since],
	"uniform":        parses[Groups],
	"range":          parses[Ranges],
	"as (registers)": parses[SameAs],
	"directive":      parses[DirectiveNames],
}

func parses[P any](cell string) error {
	_, err := Parse[P](cell)
	return err
}

// TestPage parses every example of docs/TABLE.md, and looks for every column there.
func TestPage(t *testing.T) {
	data, err := os.ReadFile("../../../docs/TABLE.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	unused := maps.Clone(parsers)
	for i, block := range strings.Split(page, "```cells ")[1:] {
		name, rest, _ := strings.Cut(block, "\n")
		body, _, ok := strings.Cut(rest, "```")
		parse := parsers[name]
		if !ok || parse == nil {
			t.Errorf("block %d, %s, is not closed, or of no column", i, name)
			continue
		}
		delete(unused, name)
		for line := range strings.Lines(body) {
			cell, meaning, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
			if !ok || strings.TrimSpace(meaning) == "" {
				t.Errorf("%s: %q does not say what it means", name, line)
			}
			if err := parse(cell); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if len(unused) > 0 {
		t.Errorf("no examples of %v", slices.Sorted(maps.Keys(unused)))
	}
	for _, table := range []string{"instructions.tsv", "special_registers.tsv", "directives.tsv"} {
		_, section, ok := strings.Cut(page, "\n## "+table+"\n")
		if !ok {
			t.Errorf("no section about %s", table)
		}
		section, _, _ = strings.Cut(section, "\n## ")
		text, err := os.ReadFile("../" + table)
		if err != nil {
			t.Fatal(err)
		}
		header, _, _ := strings.Cut(string(text), "\n")
		for column := range strings.SplitSeq(header, "\t") {
			if !strings.Contains(section, "`"+column+"`") {
				t.Errorf("nothing about column %s of %s", column, table)
			}
		}
	}
}

// TestErrors parses what is no cell. The error says where.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ name, cell, want string }{
		{"condition", "a+", `column 3 of "a+"`},
		{"condition", "!T=f32", `column 3 of`},
		{"condition", "a||b", `column 3 of`},
		{"syntax", "add..f32 d", `column 4 of`},
		{"syntax", "add.f32  ,d", `column 10 of`},
		{"syntax", "add.f32 d,[a", `of "add.f32 d,[a"`},
		{"modifiers", "T=", `column 3 of`},
		{"operands", "d:", `column 3 of`},
		{"operands", "d:r(", `column 5 of`},
		{"gates", "a:b", `column 3 of`},
		{"lower", "call # x;y", "column 11"},
		{"proof", "Oracle", `column 1 of "Oracle"`},
		{"range", "1...2", "column 4"},
		{"name", "%a..%b..%c", "column 7"},
		{"ptx", "7.8~", `column 4 of "7.8~"`},
	} {
		err := parsers[c.name](c.cell)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %q: got %v, want %s", c.name, c.cell, err, c.want)
		}
	}
}

// TestReadTSV takes tables apart that are no tables.
func TestReadTSV(t *testing.T) {
	rows, err := ReadTSV("f", "a\tb\n1\t2\n3\t4\n")
	if err != nil || len(rows) != 2 || rows[1].Get("b") != "4" || rows[0].First() != "1" || rows[0].Get("c") != "" {
		t.Errorf("%v, %v", rows, err)
	}
	if _, err := ReadTSV("f", "a\tb\n1\t2\n3\n"); err == nil || err.Error() != "f:3:1: 1 columns, not 2" {
		t.Error(err)
	}
	row := rows[1]
	for message, want := range map[string]string{"b: wrong": "f:3:3: b: wrong", "a: wrong": "f:3:1: a: wrong", "no column": "f:3:1: no column"} {
		if err := row.Errorf("%s", message); err.Error() != want {
			t.Errorf("%q, want %q", err, want)
		}
	}
	rows, err = ReadTSV("f", "id\tgates\nx\trz:2.0\n")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Cell[Gates](rows[0], "gates"); err == nil || !strings.HasPrefix(err.Error(), "f:2:6: gates: column 4 of ") {
		t.Errorf("a mistake in a cell: %v", err)
	}
}
