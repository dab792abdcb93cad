package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestDocComments checks that the comment of a declaration begins with its name, as go doc
// expects, so that none is left that speaks of another function; and that the comment of a
// group says more than the type of its members.
func TestDocComments(t *testing.T) {
	n := 0
	for _, name := range tree(t) {
		data := read(t, name)
		if filepath.Ext(name) != ".go" || generated.Match(data) {
			continue
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, data, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			continue // of a test of the parser
		}
		n += len(file.Decls)
		for _, m := range misnamed(file) {
			t.Errorf("%s: %s", fset.Position(m.at), m.why)
		}
	}
	if n < 1000 {
		t.Fatalf("only %d declarations found", n)
	}
}

// misname is a comment that does not fit its declaration.
type misname struct {
	at  token.Pos
	why string
}

// isRun matches functions that go test runs, which are described by what they show.
var isRun = regexp.MustCompile(`^(Test|Benchmark|Fuzz|Example)`)

// saysNothing matches comments of a group such as "The modes."
var saysNothing = regexp.MustCompile(`^The( [a-z]+){1,2}\.\n$`)

// misnamed returns the comments of a file that do not fit.
func misnamed(file *ast.File) (bad []misname) {
	begins := func(doc *ast.CommentGroup, names ...string) {
		words := strings.FieldsFunc(doc.Text(), func(r rune) bool { return strings.ContainsRune(" \n,.:[(", r) })
		if len(words) > 1 && slices.Contains([]string{"A", "An", "The"}, words[0]) {
			words = words[1:]
		}
		if len(words) > 0 && !slices.Contains(names, words[0]) {
			bad = append(bad, misname{doc.Pos(), "the comment of " + names[0] + " begins with " + words[0]})
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if !isRun.MatchString(d.Name.Name) {
				begins(d.Doc, d.Name.Name)
			}
		case *ast.GenDecl:
			if d.Lparen.IsValid() {
				if saysNothing.MatchString(d.Doc.Text()) {
					bad = append(bad, misname{d.Doc.Pos(), "the comment of a group says no more than its type"})
				}
				continue // groups have comments of sections
			}
			switch s := d.Specs[0].(type) {
			case *ast.TypeSpec:
				begins(d.Doc, s.Name.Name)
			case *ast.ValueSpec:
				var names []string
				for _, n := range s.Names {
					names = append(names, n.Name)
				}
				begins(d.Doc, names...)
			}
		}
	}
	return bad
}

// TestMisnamed checks that comments that do not fit are found.
func TestMisnamed(t *testing.T) {
	const src = `package p

// bar does it.
func foo() {}

// A T is right.
type T int

// x, or y, is right.
var y, x int

// Limits of what there is.
const c = 1

// The modes.
const (
	a T = iota
	b
)

func none() {}
`
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range misnamed(file) {
		got = append(got, m.why)
	}
	want := []string{"the comment of foo begins with bar", "the comment of c begins with Limits", "the comment of a group says no more than its type"}
	if !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}
