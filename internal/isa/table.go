package isa

import (
	_ "embed" // the tables are files
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed instructions.tsv
var instructionsTSV string

// table is the parsed instruction table with its indexes.
type table struct {
	forms    []*Form
	byOpcode map[string][]*Form
	opcodes  []string
	words    map[string]map[string]bool // opcode -> every modifier of its forms
	later    map[string][]laterWord     // opcode -> modifiers of its placeholders
}

// loadForms parses the embedded table. The table is part of the program, so an
// error in it is a bug here: it panics, and the tests load it.
func loadForms() *table {
	rows, col := readTSV(instructionsTSV)
	t := &table{byOpcode: map[string][]*Form{}, words: map[string]map[string]bool{}, later: map[string][]laterWord{}}
	for n, r := range rows {
		f, err := parseRow(func(name string) string { return r[col[name]] })
		if err != nil {
			panic(fmt.Sprintf("isa: instructions.tsv row %s: %v", r[0], err))
		}
		f.order = n
		t.forms = append(t.forms, f)
		if f.Placeholder {
			t.later[f.Opcode] = append(t.later[f.Opcode], laterWords(f)...)
			continue
		}
		t.byOpcode[f.Opcode] = append(t.byOpcode[f.Opcode], f)
		w := t.words[f.Opcode]
		if w == nil {
			w = map[string]bool{}
			t.words[f.Opcode] = w
			t.opcodes = append(t.opcodes, f.Opcode)
		}
		addWords(f.head, w)
	}
	slices.Sort(t.opcodes)
	return t
}

// readTSV splits a table into rows of equal length and a map from column name to
// index.
func readTSV(text string) ([][]string, map[string]int) {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	header := strings.Split(lines[0], "\t")
	col := make(map[string]int, len(header))
	for i, h := range header {
		col[h] = i
	}
	var rows [][]string
	for n, line := range lines[1:] {
		r := strings.Split(line, "\t")
		if len(r) != len(header) {
			panic(fmt.Sprintf("isa: table line %d has %d columns, not %d", n+2, len(r), len(header)))
		}
		rows = append(rows, r)
	}
	return rows, col
}

// parseRow builds a form from the columns of its row.
func parseRow(get func(string) string) (*Form, error) {
	f := &Form{
		ID: get("id"), Group: get("group"), Mnemonic: get("opcode"), Syntax: get("syntax"),
		Types: get("types"), Choices: get("modifiers"), Gates: get("gates"), Never: get("never"),
		Semantics: get("semantics"), Doc: get("document"), Src: get("src"),
		As: get("as"), LowerText: get("lower"), ProofText: get("proof"),
	}
	var ok bool
	if f.PTX, ok = ParseVersion(get("ptx")); !ok {
		return nil, fmt.Errorf("bad PTX version %q", get("ptx"))
	}
	if sm := get("sm"); sm == "-" {
		f.Gone = true
		f.Targets = []Target{{Arch: 10, Text: "sm_10"}}
	} else {
		if f.Targets, ok = parseTargets(strings.Fields(sm)); !ok {
			return nil, fmt.Errorf("bad target in %q", sm)
		}
	}
	for _, c := range []struct {
		name string
		to   *int
	}{{"tier", &f.Tier}, {"nforms", &f.NForms}, {"corpus_hits", &f.Hits}} {
		n, err := strconv.Atoi(get(c.name))
		if err != nil {
			return nil, fmt.Errorf("bad %s %q", c.name, get(c.name))
		}
		*c.to = n
	}
	f.Placeholder = get("operands") == "-"
	if f.Placeholder {
		f.Opcode, _, _ = strings.Cut(f.Mnemonic, ".")
		var err error
		f.Elsewhere, err = parseOther(f.LowerText)
		return f, err
	}
	head, tail, _ := strings.Cut(f.Syntax, " ")
	choices, err := parseChoices(f.Choices)
	if err != nil {
		return nil, err
	}
	if f.Opcode, f.head, err = parseHead(head, choices); err != nil {
		return nil, err
	}
	f.shapes = sync.OnceValue(func() []shape { return expandShapes(f.head) })
	if f.Operands, err = parseOperands(tail, get("operands")); err != nil {
		return nil, err
	}
	if f.gates, err = parseGates(f.Gates); err != nil {
		return nil, err
	}
	if f.never, err = parseConds(f.Never); err != nil {
		return nil, err
	}
	if f.lower, err = parseLower(f.LowerText); err != nil {
		return nil, err
	}
	if f.proof, err = parseProof(f.ProofText); err != nil {
		return nil, err
	}
	if f.renames, err = parseAs(f.As); err != nil {
		return nil, err
	}
	return f, nil
}
