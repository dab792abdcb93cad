package gosrc

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

func TestDirectives(t *testing.T) {
	src := `package k

// first is a function.
func first(x, y []int) {
	n := len(x)
	x[0] = 1 // st.a
	y[n] = 2 // st.b
	if n > 3 {
		x[1] = max(
			4,
			5,
		) // st.c
	} else {
		x[2] = 6 // st.d
	}
}

func second() {
	// above
	println() // call
}

func third() {
	println()
}

const last = 1
`
	pairs := []LinePair{{6, 10, "", 10}, {7, 11, "y", 11}, {8, 12, "", 12}, {9, 20, "", 20}, {14, 21, "", 21}, {20, 11, "", 11}}
	want := `package k

// first is a function.
//
//line k_ptx.go:1
func first(x, y []int) {
	n := len(x)
//line dir/k.ptx:10
	x[0] = 1 // st.a
	y[n] = 2 // st.b
	if n > 3 {
//line dir/k.ptx:20
		x[1] = max(
//line dir/k.ptx:20
			4,
//line dir/k.ptx:20
			5,
		) // st.c
	} else {
//line dir/k.ptx:21
		x[2] = 6 // st.d
	}
//line k_ptx.go:24
}

//line k_ptx.go:1
func second() {
	// above
//line dir/k.ptx:11
	println() // call
//line k_ptx.go:32
}

func third() {
	println()
}

const last = 1
`
	text, err := Directives(&Text{Source: []byte(src), Pairs: pairs}, func(line int) (string, int) { return "dir/k.ptx", line }, "k_ptx.go", true)
	if err != nil {
		t.Fatal(err)
	}
	got, moved := text.Source, text.Pairs
	if string(got) != want {
		t.Errorf("got:\n%s", got)
	}
	// The pairs speak of the lines as they are now.
	lines, old := strings.Split(string(got), "\n"), strings.Split(src, "\n")
	if len(moved) != len(pairs) {
		t.Fatalf("%d pairs of %d", len(moved), len(pairs))
	}
	for i, p := range moved {
		if p.PTX != pairs[i].PTX || p.Refs != pairs[i].Refs || strings.Fields(lines[p.Go-1])[0] != strings.Fields(old[pairs[i].Go-1])[0] {
			t.Errorf("pair %v became %v", pairs[i], p)
		}
	}
	// For profiles the beginning of a function is of its first line, too.
	profiled, err := Directives(&Text{Source: []byte(src), Pairs: pairs}, func(line int) (string, int) { return "dir/k.ptx", line }, "k_ptx.go", false)
	if err != nil {
		t.Fatal(err)
	}
	const head = "//\n//line dir/k.ptx:10\nfunc first(x, y []int) {\n//line dir/k.ptx:10\n\tn := len(x)\n//line dir/k.ptx:10\n\tx[0] = 1"
	if !strings.Contains(string(profiled.Source), head) {
		t.Errorf("for profiles:\n%s", profiled.Source)
	}
	// What the toolchain makes of it.
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "k_ptx.go", got, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	// A debugger shows parameters at every line of the PTX.
	for _, d := range f.Decls[:2] {
		if p := fset.Position(d.(*ast.FuncDecl).Type.Pos()); p.Filename != "k_ptx.go" || p.Line != 1 {
			t.Errorf("%s is at %v", d.(*ast.FuncDecl).Name, p)
		}
	}
	p := fset.Position(f.Decls[len(f.Decls)-1].Pos())
	if p.Filename != "k_ptx.go" || lines[p.Line-1] != "const last = 1" {
		t.Errorf("the last declaration is at %v", p)
	}
}
