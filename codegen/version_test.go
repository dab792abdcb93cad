package codegen

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"strings"
	"testing"
)

// TestOutdated: a file for another version of the runtime does not build, and what is
// undefined says what to do.
func TestOutdated(t *testing.T) {
	src, err := os.ReadFile("../examples/saxpy/kernel_ptx.go")
	if err != nil {
		t.Fatal(err)
	}
	name := "RunPtx2goAgain" + version
	if n := strings.Count(string(src), name); n != 1 {
		t.Fatalf("the file mentions %s %d times", name, n)
	}
	std := exports(t)
	for _, v := range []string{"0", version} {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "kernel_ptx.go", strings.Replace(string(src), name, "RunPtx2goAgain"+v, 1), 0)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		c := types.Config{Importer: std.scalar, Error: func(err error) { got = append(got, err.Error()) }}
		c.Check("saxpy", fset, []*ast.File{f}, nil)
		switch {
		case v == version && len(got) > 0:
			t.Errorf("version %s does not build: %q", v, got)
		case v != version && (len(got) != 1 || !strings.Contains(got[0], "undefined: ptx.RunPtx2goAgain0")):
			t.Errorf("version %s: got %q", v, got)
		}
	}
}
