package isa

import (
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
)

// TestTablesCurrent compares the generated rows with the files.
func TestTablesCurrent(t *testing.T) {
	want, err := ReadTables(os.DirFS("."), ".")
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range want.Forms { // what is made when it is asked for
		f.shapes()
		Forms()[i].shapes()
	}
	same := func(what string, got, want any) {
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s is not current: go generate .", what)
		}
	}
	for i, f := range want.Forms {
		same(f.ID, Forms()[i], f)
	}
	same("the newest version", NewestVersion(), want.newest)
	same("the number of opcodes", len(Opcodes()), len(want.opcodes))
	for i, o := range want.opcodes {
		same(o.name, tables.opcodes[i], o)
	}
	same("special_registers.tsv", SRegs(), want.SRegs)
	same("directives.tsv", Directives(), want.Directives)
}

// edit returns the tables with one row each, in which a cell is another.
func edit(t *testing.T, table, column, cell string) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	for name, text := range map[string]string{
		"instructions.tsv": `id	group	opcode	syntax	types	modifiers	operands	ptx	sm	gates	never	semantics	document	tier	src	nforms	corpus_hits	as	lower	proof
x-0	group	x	x{.$R}.$T d,a{,c}	f32	R=rn|rz;T=f32|f64	d:r a:ri c:ri(u32)	1.0	sm_10	rz:ptx2.0,sm_20	R=rz+T=f64	text	-	0	9.7	6	1	+rn!$R	T=f32: fop FAdd;call	oracle
`,
		"special_registers.tsv": `name	type	dims	since	min_sm	meaning	cpu_definition	uniform	range	as	seed	tier	src
%tid	v4.u32 (v4.u16 before 2.0)	x y z	1.0	sm_10	text	text	thread row layer	0..1023 0..1023 0..63		-	0	10.1
`,
		"directives.tsv": `directive	kind	grammar	scope	since	min_sm	meaning	cpu_treatment	seed	tier	src
.version	module	text	text	1.0	sm_10	text	text	-	0	11.1.1
`,
	} {
		if name == table {
			lines := strings.Split(text, "\n")
			columns, cells := strings.Split(lines[0], "\t"), strings.Split(lines[1], "\t")
			found := false
			for i, c := range columns {
				if c == column {
					cells[i], found = cell, true
				}
			}
			if !found {
				t.Fatalf("%s has no column %s", table, column)
			}
			text = lines[0] + "\n" + strings.Join(cells, "\t") + "\n"
		}
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}

// TestReadErrors changes cells of correct rows. What is wrong is an error with file, line and
// column.
func TestReadErrors(t *testing.T) {
	if _, err := ReadTables(edit(t, "", "", ""), "."); err != nil {
		t.Fatal(err)
	}
	const forms, sregs, directives = "instructions.tsv", "special_registers.tsv", "directives.tsv"
	for _, c := range []struct{ table, column, cell, want string }{
		{forms, "syntax", "x.$Z d,a{,c}", "syntax: column modifiers has no choice Z"},
		{forms, "syntax", "x.$T.$R$T d,a{,c}", "syntax: two choices in one modifier"},
		{forms, "syntax", "x.$R.$T{::cta} d,a{,c}", ""},
		{forms, "syntax", "x.{$T} d,a{,c}", "syntax: a modifier can be empty"},
		{forms, "syntax", "x{.$R.$T d,a{,c}", `syntax: column 9 of "x{.$R.$T d,a{,c}"`},
		{forms, "syntax", "x{.$R}.$T d,a{,c", `unexpected token`},
		{forms, "syntax", "x{.$R}.$T d,b{,c}", "operands: nothing describes b of the syntax"},
		{forms, "syntax", "x{.$R}.$T d,a", "operands: c is not in the syntax"},
		{forms, "syntax", "x{.$R}.$T d,a,a{,c}", "syntax: two operands are named a"},
		{forms, "syntax", "x{.$R}.$T d,a,128{,c}", ""},
		{forms, "modifiers", "R=rn|rz", "column modifiers has no choice T"},
		{forms, "modifiers", "R=rn|rz;T=f32|f64;T=f16", "modifiers: choice T is there twice"},
		{forms, "modifiers", "R=rn|rz;T", `modifiers: column 10 of "R=rn|rz;T"`},
		{forms, "operands", "d:r a:ri c:ri(u33)", "there is no type u33"},
		{forms, "operands", "d:r a:rx c:ri", "operands: a: there is no kind rx"},
		{forms, "operands", "d:r a:ri c", `operands: column 11 of "d:r a:ri c"`},
		{forms, "operands", "d:r a:ri a:ri c:ri", "operands: a is there twice"},
		{forms, "operands", "d:r a:ri(?rz) c:ri", "operands: a is always there"},
		{forms, "operands", "d:r a:ri c:ri(?rz)", ""},
		{forms, "operands", "d:r a:ri($X) c:ri", "operands: column modifiers has no choice X"},
		{forms, "operands", "d:r a:i(0..) c:ri", "operands: column 12"},
		{forms, "ptx", "1", "ptx: column 1"},
		{forms, "ptx", "", "ptx: a version is missing"},
		{forms, "sm", "sm_7", "there is no target sm_7"},
		{forms, "sm", "sm_71", "there is no target sm_71"},
		{forms, "sm", "sm_80,sm_90", "sm: column 6"},
		{forms, "sm", "", "sm: a target is missing"},
		{forms, "sm", "-", ""},
		{forms, "tier", "one", `tier: "one" is no number`},
		{forms, "gates", "ru:ptx2.0", "gates: ru is no modifier of the syntax"},
		{forms, "gates", "R=ru:ptx2.0", "gates: ru is not in choice R"},
		{forms, "gates", "$X:ptx2.0", "gates: column modifiers has no choice X"},
		{forms, "gates", "rz", "gates: column 3"},
		{forms, "gates", "rz:2.0", `gates: column 4 of "rz:2.0"`},
		{forms, "gates", "rz:until3.0@sm_20;*:sm_90a/sm_100f", ""},
		{forms, "gates", "rz:ptx3.0@sm_20;*:ptx3.0@sm_21x", "gates: column 26"},
		{forms, "never", "R=rz+", "never: column 6"},
		{forms, "never", "!R=rz", "never: column 3"},
		{forms, "never", "!$R+T!=f32", ""},
		{forms, "as", "+rn", "as: column 4"},
		{forms, "as", "-sat?", "as: column 6"},
		{forms, "as", "fma;rn>rz;-rn?T=f32;div.approx", ""},
		{forms, "lower", "op", "lower: op needs a name"},
		{forms, "lower", "call x", "lower: call takes no name"},
		{forms, "lower", "cal", `lower: column 1 of "cal": unexpected token "cal"`},
		{forms, "lower", "mem add", `lower: column 5 of "mem add": unexpected token "add"`},
		{forms, "lower", "mem atom", `lower: column 9 of "mem atom"`},
		{forms, "lower", "mem atom $Q", "lower: column modifiers has no choice Q"},
		{forms, "lower", "mem load relaxed volatile", `column 18`},
		{forms, "lower", "undefined", "lower: undefined needs a reason"},
		{forms, "lower", "undefined x # y", "lower: undefined takes no name"},
		{forms, "lower", "other # somewhere", "lower: other is for rows without a grammar"},
		{forms, "lower", "T=f32: none # not yet;call", ""},
		{forms, "proof", "proved", "proof: column 1"},
		{forms, "proof", "oracle;", "proof: column 8"},
		{forms, "proof", "+: oracle", "proof: column 1"},
		{forms, "proof", "T=f32 oracle", "proof: column"},
		{sregs, "name", "tid", "name: column 1"},
		{sregs, "name", "%e0..%f3", "name: %e0..%f3 is no range"},
		{sregs, "type", "v4.u33", "there is no type u33"},
		{sregs, "uniform", "thread row", "uniform, range: one word or 3"},
		{sregs, "uniform", "grid", "uniform: column 1"},
		{sregs, "range", "1..x", "range: column 4"},
		{sregs, "range", "3..1", "range: 3..1 is empty"},
		{sregs, "as", "1.5", "as: column 1"},
		{directives, "since", "1.0-1.x", "since: column 4"},
		{directives, "since", "1.0 (in 1.x only)", ""},
		{directives, "directive", ".version {", "directive: column 10"},
	} {
		_, err := ReadTables(edit(t, c.table, c.column, c.cell), ".")
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s %q: %v", c.column, c.cell, err)
		case c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.table+":2:") || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s %q: got %v, want %q", c.column, c.cell, err, c.want)
		}
	}
}

// TestReadElsewhere reads the lower column of rows without a grammar.
func TestReadElsewhere(t *testing.T) {
	for _, c := range []struct{ cell, want string }{
		{"", ""},
		{"other # somewhere", "somewhere"},
		{"call", "error"},
		{"other", "error"},
		{"other # ", "error"},
		{"none # x", "error"},
	} {
		files := edit(t, "instructions.tsv", "operands", "-")
		text := string(files["instructions.tsv"].Data)
		files["instructions.tsv"].Data = []byte(strings.Replace(text, "\tT=f32: fop FAdd;call\t", "\t"+c.cell+"\t", 1))
		tables, err := ReadTables(files, ".")
		if (err != nil) != (c.want == "error") {
			t.Errorf("%q: %v", c.cell, err)
		} else if err == nil && tables.Forms[0].Elsewhere != c.want {
			t.Errorf("%q is elsewhere %q", c.cell, tables.Forms[0].Elsewhere)
		}
	}
}
