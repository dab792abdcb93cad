package mutate

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// mutants finds those of the body of a function f(a, b int, s []int, p, q bool) bool.
func mutants(t *testing.T, body string) (src string, list []*Mutant) {
	t.Helper()
	src = "package p\n\nfunc g(int) bool { return false }\n\nfunc f(a, b int, s []int, p, q bool) bool {\n" + body + "\n}\n"
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: importer.Default()}
	if _, err := conf.Check("p", fset, []*ast.File{f}, info); err != nil {
		t.Fatal(err)
	}
	w := &walker{fset: fset, info: info, src: []byte(src), file: "p.go"}
	w.walk(f)
	return src, slices.DeleteFunc(w.out, func(m *Mutant) bool { return m.Func != "f" })
}

// TestOperators makes sure that each kind of mistake is made, and what compiled compiles still.
func TestOperators(t *testing.T) {
	for _, test := range []struct {
		body string
		want []string // what the line of the body becomes
	}{
		{"return a < b", []string{"return a <= b", "return a >= b"}},
		{"return a == b", []string{"return a != b"}},
		{"return p && q", []string{"return p", "return q"}},
		{"return p || g(a)", []string{"return p", "return g(a)"}},
		{"return !p", []string{"return p"}},
		{"return true", []string{"return false"}},
		{"return g(a - b)", []string{"return g(a + b)"}},
		{"return g(a & b)", []string{"return g(a | b)"}},
		{"return g(a << b)", []string{"return g(a >> b)"}},
		{"return g(max(a, b))", []string{"return g(min(a, b))"}},
		{"return g(7)", []string{"return g(8)", "return g(6)"}},
		{"return g(s[0x10])", []string{"return g(s[17])", "return g(s[15])"}},
		{"if p { return q }; return q", []string{"if (p) && false { return q }; return q", "if (p) || true { return q }; return q"}},
		{"for p { g(a) }; return q", []string{"for (p) && false { g(a) }; return q", "for p { ; }; return q"}},
		{"a = b; return q", []string{";; return q"}},
		{"a++; return q", []string{";; return q"}},
		{"switch { case p: a = b }; return q", []string{"switch { case (p) && false: a = b }; return q", "switch { case (p) || true: a = b }; return q", "switch { case p: ; }; return q"}},
		{`panic("a" + "b")`, nil},
		{"x := a; return g(x)", nil},
	} {
		_, list := mutants(t, test.body)
		var got []string
		for _, m := range list {
			_, after, ok := strings.Cut(m.Diff(), "\n+")
			if !ok {
				t.Fatalf("%q", m.Diff())
			}
			got = append(got, after)
			if _, err := parser.ParseFile(token.NewFileSet(), "p.go", "package p\nfunc f() bool {\n"+after+"\n}\n", 0); err != nil {
				t.Errorf("%s: %v", after, err)
			}
		}
		slices.Sort(got)
		slices.Sort(test.want)
		if !slices.Equal(got, test.want) {
			t.Errorf("%s:\ngot  %q\nwant %q", test.body, got, test.want)
		}
	}
}

// TestIDs makes sure that no two mutants have one name, and that Apply changes the one place.
func TestIDs(t *testing.T) {
	src, list := mutants(t, "if p { a = 1 }\nif p { a = 1 }\nreturn g(1 + 1)")
	seen := map[string]bool{}
	file := filepath.Join(t.TempDir(), "p.go")
	if err := os.WriteFile(file, []byte(src), 0o600); err != nil {
		t.Fatal(err)
	}
	texts := map[string]bool{src: true}
	for _, m := range list {
		if seen[m.ID()] {
			t.Errorf("two mutants %s", m.ID())
		}
		seen[m.ID()] = true
		m.File = file
		out, err := m.Apply()
		if err != nil {
			t.Fatal(err)
		}
		if texts[string(out)] {
			t.Errorf("%s is no change, or that of another", m.ID())
		}
		texts[string(out)] = true
	}
	if len(list) < 10 {
		t.Errorf("only %d mutants", len(list))
	}
}

// TestEquivalent makes sure that every entry of the list is for a mutant of today, and has a
// reason.
func TestEquivalent(t *testing.T) {
	list, err := Equivalent()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("../../..")
	all, err := Load(Packages)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range Stale(list, all) {
		t.Errorf("equivalent.txt: there is no such mutant: %s", id)
	}
	if len(all) < 10000 {
		t.Errorf("only %d mutants", len(all))
	}
	a, b := Pick(all, 7, 50), Pick(all, 7, 100)
	if !slices.Equal(a, b[:50]) {
		t.Error("the first 50 of a seed depend on how many are wanted")
	}
	if c := Pick(all[1:], 7, 50); !slices.Contains(a, all[0]) && !slices.Equal(a, c) {
		t.Error("those of a seed depend on what else there is")
	}
	for text, bad := range map[string]bool{
		"# nothing\n": false, "f g: a => b\n\twhy\n": false, "f g: a => b\n": true, "\twhy\n": true,
		"a\n\tx\na\n\ty\n": true, "a\nb\n\tx\n": true,
	} {
		if _, err := parseEquivalent(text); (err != nil) != bad {
			t.Errorf("%q: %v", text, err)
		}
	}
}
