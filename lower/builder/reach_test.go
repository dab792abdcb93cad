package builder

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/diag"
)

// TestUnusedVariables checks which variables are built, and that there is a note of the others.
func TestUnusedVariables(t *testing.T) {
	const (
		head  = ".version %s\n.target sm_70\n.address_size 64\n"
		entry = ".visible .entry k(.param .u64 p)\n{\n\t.reg .u64 %%a;\n\t%s;\n\tret;\n}\n"
	)
	for _, test := range []struct {
		name, version, vars, use string
		entries                  []string
		want, note               string
	}{
		{"used in a function", "7.0", ".global .u32 a;\n.const .u32 b;\n", "mov.u64 %a, a+2; ld.const.u32 %a, [b]", nil, "a b", ""},
		{"not used", "7.0", ".global .u32 a[] = {1, 2, 3};\n", "ret", nil, "",
			"k.ptx:4:14: note: variable a of 12 bytes is left out: nothing refers to it, and without .visible the host does not know it\n"},
		{"several", "7.0", ".global .u32 a[8];\n.global .u32 b;\n.const .u64 c;\n.global .u8 d;", "mov.u64 %a, b", nil, "b",
			"k.ptx:4:14: note: 3 variables of 41 bytes are left out, a the first: nothing refers to them, and without .visible the host does not know them\n"},
		{"the host knows them", "7.0", ".visible .global .u32 a;\n.weak .const .u32 b;\n.common .global .u32 c;\n", "ret", nil, "a b c", ""},
		{"used by an initialiser", "7.0", ".global .u32 a;\n.global .u32 b;\n.visible .global .u64 c[2] = {generic(a), b};\n", "ret", nil, "a b c", ""},
		{"used by an initialiser of one that is not", "7.0", ".global .u32 a;\n.global .u64 b = a;\n", "ret", nil, "",
			"k.ptx:4:14: note: 2 variables of 12 bytes are left out, a the first: nothing refers to them, and without .visible the host does not know them\n"},
		{"before compilers wrote .visible", "3.0", ".global .u32 a;\n", "ret", nil, "a", ""},
		{"of an entry that is chosen", "7.0", ".visible .global .u32 a;\n.global .u32 b;\n.global .u32 c;\n", "mov.u64 %a, b", []string{"k"}, "b", ""},
		{"shared memory, and references", "7.0", ".shared .u32 a;\n.global .texref b;\n", "ret", nil, "a b", ""},
	} {
		target := fmt.Sprintf(head, test.version)
		if test.version == "3.0" {
			target = strings.Replace(target, "sm_70", "sm_30", 1)
		}
		file := diag.NewFile("k.ptx", target+test.vars+fmt.Sprintf(entry, test.use))
		l := diag.NewList(file)
		ast := frontend.Parse(file, l)
		frontend.Check(ast, l)
		m := Module([]*frontend.Module{ast}, l, Options{Entries: test.entries})
		var notes strings.Builder
		l.Print(&notes)
		if notes.String() != test.note {
			t.Errorf("%s: got\n%swant\n%s", test.name, notes.String(), test.note)
		}
		var names []string
		for _, s := range m.Symbols {
			names = append(names, s.Name)
		}
		for _, r := range m.Refs {
			names = append(names, r.Name)
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%s: built are %q, want %q", test.name, got, test.want)
		}
	}
}

// TestUnusedName checks that of two modules' variables of one name the second is called as if
// the first were built.
func TestUnusedName(t *testing.T) {
	const text = ".version 7.0\n.target sm_70\n.address_size 64\n.global .u32 a;\n.visible .entry %s()\n{\n\t.reg .u64 %%a;\n\t%s;\n\tret;\n}\n"
	file := diag.Join(diag.NewFile("1.ptx", fmt.Sprintf(text, "k1", "ret")), diag.NewFile("2.ptx", fmt.Sprintf(text, "k2", "mov.u64 %a, a")))
	l := diag.NewList(file)
	mods := frontend.ParseAll(file, l)
	for _, m := range mods {
		frontend.Check(m, l)
	}
	frontend.Link(mods, l)
	m := Module(mods, l, Options{})
	if m == nil || len(m.Symbols) != 1 || m.Symbols[0].Name != "a$2" {
		var notes strings.Builder
		l.Print(&notes)
		t.Errorf("built are %v\n%s", m.Symbols, notes.String())
	}
}
