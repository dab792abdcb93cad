package runtime_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// face is the documentation of the package.
func face(t *testing.T) *doc.Package {
	t.Helper()
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
	return p
}

// TestFace: the page of the package is short, and every name on it has its sentence.
func TestFace(t *testing.T) {
	p := face(t)
	n := 0
	check := func(name, text string) {
		n++
		if text = strings.TrimSpace(text); !strings.HasPrefix(text, name+" ") || !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, ":") && !strings.Contains(text, "\n\n") {
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

// TestMembers: types are declared here, not aliases of what other packages have, so that go doc shows their
// fields and methods; and each of these has its comment, or is named in that of its type.
func TestMembers(t *testing.T) {
	fields, methods := 0, 0
	for _, x := range face(t).Types {
		spec := x.Decl.Specs[0].(*ast.TypeSpec)
		if spec.Assign.IsValid() {
			t.Errorf("%s is an alias: go doc shows nothing of it", x.Name)
		}
		for _, m := range x.Methods {
			methods++
			if text := strings.TrimSpace(m.Doc); !strings.HasPrefix(text, m.Name+" ") {
				t.Errorf("%s.%s: its comment is %q", x.Name, m.Name, text)
			}
		}
		s, ok := spec.Type.(*ast.StructType)
		if !ok {
			continue
		}
		told := x.Doc // also by what stands before a group of fields
		for _, f := range s.Fields.List {
			told += f.Doc.Text()
		}
		for _, f := range s.Fields.List {
			if len(f.Names) == 0 {
				t.Errorf("%s embeds something: go doc does not show the members of that", x.Name)
			}
			for _, name := range f.Names {
				if !name.IsExported() {
					continue
				}
				fields++
				if f.Comment.Text() == "" && !strings.Contains(told, name.Name) {
					t.Errorf("%s.%s has no comment", x.Name, name.Name)
				}
			}
		}
	}
	if fields < 100 || methods < 60 {
		t.Errorf("%d fields and %d methods: some are missing", fields, methods)
	}
}

// TestGoDoc asks go doc for members, as people do.
func TestGoDoc(t *testing.T) {
	if testing.Short() {
		t.Skip("runs go doc")
	}
	for name, want := range map[string]string{
		"Launch.Grid":        "Grid Dim3 // CTAs",
		"Fault.Kernel":       "Kernel string",
		"Kernel.LaunchArgs":  "func (k *Kernel) LaunchArgs(ctx context.Context, l Launch, args ...any) error",
		"Module.Load":        "func (m *Module) Load() *Instance",
		"Thread.LoadU32":     "func (t *Thread) LoadU32(addr uint64) uint32",
		"Unfinished.Where":   "Where []Standing",
		"Sampler.Normalized": "Normalized bool",
	} {
		out, err := exec.Command("go", "doc", ".", name).CombinedOutput()
		if text := strings.Join(strings.Fields(string(out)), " "); err != nil || !strings.Contains(text, want) {
			t.Errorf("go doc . %s: %v, without %q:\n%s", name, err, want, out)
		}
	}
}
