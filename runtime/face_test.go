package runtime_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// TestFace: the page of the package is short, and every name on it has its sentence.
func TestFace(t *testing.T) {
	fset := token.NewFileSet()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	p, err := doc.NewFromFiles(fset, files, "runtime")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	check := func(name, text string) {
		n++
		if text = strings.TrimSpace(text); !strings.HasPrefix(text, name+" ") || !strings.HasSuffix(text, ".") {
			t.Errorf("%s: its comment is %q", name, text)
		}
	}
	funcs := p.Funcs
	groups := p.Consts
	for _, x := range p.Types {
		check(x.Name, x.Doc)
		funcs = append(funcs, x.Funcs...)
		groups = append(groups, x.Consts...)
	}
	for _, f := range funcs {
		check(f.Name, f.Doc)
	}
	for _, g := range groups {
		if !strings.HasSuffix(strings.TrimSpace(g.Doc), ".") {
			t.Errorf("%v: the comment is %q", g.Names, g.Doc)
		}
	}
	if n < 40 || n > 70 {
		t.Errorf("%d types and functions", n)
	}
	if len(p.Vars) > 0 {
		t.Errorf("there are variables: %v", p.Vars[0].Names)
	}
}
