package codegen

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/ptx2go/ptx2go/internal/house/machinecode"
	"github.com/ptx2go/ptx2go/internal/house/testmode"
)

// TestFusion generates Go for the PTX of each file in testdata that has an fma.rn.f32, and
// finds in the compiler's output that each one is one fused instruction. It finds less
// where FmaF32 is written in a way that the compiler may take apart.
func TestFusion(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the compiler")
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const fused = "fma32fused.go" // where they are written
	const path = "github.com/ptx2go/ptx2go"
	write("go.mod", "module fused\n\ngo 1.26\n\nrequire "+path+" v0.0.0\n\nreplace "+path+" => "+root+"\n")
	want := map[string]int{} // by function
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		src := string(generated(t, name, string(ar.Files[0].Data))[0].Source)
		if !strings.Contains(src, ".FmaF32(") && !strings.Contains(src, ".FmaFtzF32(") {
			continue
		}
		write(filepath.Join(name, name+"_ptx.go"), src)
		for f, n := range calls(t, src, "FmaF32", "FmaScaleF32", "FmaRnSatF32") {
			want["fused/"+name+"."+f] = n
		}
		for f, n := range calls(t, src, "FmaFtzF32") {
			want["fused/"+name+"."+f] += 2 * n // once more for what may be tiny
		}
	}
	if len(want) < 5 {
		t.Fatalf("fma in %d functions only: the test has lost its subject", len(want))
	}
	targets := []machinecode.Target{{Arch: "amd64", Level: "v3"}}
	for _, arch := range testmode.Pick([]string{"arm64", "riscv64", "s390x", "ppc64le", "ppc64", "loong64"}, 1, func(a string) string { return a }) {
		targets = append(targets, machinecode.Target{Arch: arch})
	}
	// differ returns the functions that have another number of instructions.
	differ := func(to machinecode.Target, overlay map[string]string) (list []string) {
		c, err := machinecode.Compile(dir, to, overlay, "./...")
		if err != nil {
			t.Fatal(err)
		}
		for f, n := range want {
			got := 0
			for _, x := range c.In(f) {
				if filepath.Base(x.At.File) == fused {
					got++
				}
			}
			if got != n {
				t.Logf("%s: %s has %d multiply-adds for %d fma.rn.f32", to, f, got, n)
				list = append(list, f)
			}
		}
		return list
	}
	for _, to := range targets {
		if len(differ(to, nil)) > 0 {
			t.Errorf("%s: the fma above are not fused", to)
		}
	}
	// Without the conversions, loads join the product or the sum before the two meet.
	file := filepath.Join(root, "runtime/fpops", fused)
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	spoiled := strings.Replace(string(src), "float32(a)*float32(b) + float32(c)", "a*b + c", 1)
	if spoiled == string(src) || len(differ(targets[0], map[string]string{file: spoiled})) == 0 {
		t.Error("the test does not notice that FmaF32 is spoiled")
	}
}

// calls counts the calls of some functions in each function of a file.
func calls(t *testing.T, src string, names ...string) map[string]int {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	n := map[string]int{}
	for _, d := range f.Decls {
		fd, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		ast.Inspect(fd, func(x ast.Node) bool {
			if call, ok := x.(*ast.CallExpr); ok {
				if sel, ok := call.Fun.(*ast.SelectorExpr); ok && slices.Contains(names, sel.Sel.Name) {
					n[fd.Name.Name]++
				}
			}
			return true
		})
	}
	return n
}
