package codegen

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/experiment"
	"github.com/ptx2go/ptx2go/internal/goversion"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/pass"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata")

// lowered takes a PTX text to SSA after all passes.
func lowered(t *testing.T, name, src string) *ir.Module {
	t.Helper()
	l := diag.NewList(diag.NewFile(name, src))
	m := pipeline.Lower(l.File, l, pipeline.Options{Pass: pass.Options{Verify: true}})
	if m == nil {
		var b strings.Builder
		l.Print(&b)
		t.Fatal(b.String())
	}
	return m
}

// generated is a PTX text as Go.
func generated(t *testing.T, name, src string) []File {
	t.Helper()
	files, err := Files(schedule.New(lowered(t, name+".ptx", src), schedule.Options{}), options(name))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// options are those of the golden files.
func options(name string) Options {
	return Options{
		Package: "golden", Source: name + ".ptx", Output: name + "_ptx.go", SIMD: name + "_simd_ptx.go",
		Command: "ptx2go " + name + ".ptx", Comments: true,
	}
}

// TestGolden generates Go for the PTX of each file in testdata and compares it
// with what stands behind it: out.go, and out_simd.go where a kernel has gangs. Whatever
// the file, the Go code must be right in some respects, see check.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no testdata", err)
	}
	std := exports(t)
	sources := map[string][]File{}
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		t.Run(name, func(t *testing.T) {
			ar, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			must := split(ar)
			src := string(ar.Files[0].Data)
			got := generated(t, name, src)
			again := generated(t, name, src)
			for i, f := range got {
				if len(again) != len(got) || !bytes.Equal(f.Source, again[i].Source) {
					t.Error("two runs give different code")
				}
			}
			sources[name] = got
			check(t, std, got, strings.Count(src, "\n"))
			if hasGoto := bytes.Contains(got[0].Source, []byte("goto ")); hasGoto != (name == "irreducible") {
				t.Errorf("goto: %v", hasGoto)
			}
			if *update {
				ar.Files = ar.Files[:1]
				for i, f := range got {
					ar.Files = append(ar.Files, txtar.File{Name: goldenNames[i], Data: f.Source})
				}
				ar.Files = append(ar.Files, must...)
				if err := os.WriteFile(path, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			for i, file := range goldenNames {
				have, want := "", ""
				if i < len(got) {
					have = string(got[i].Source)
				}
				if i+1 < len(ar.Files) {
					want = string(ar.Files[i+1].Data)
				}
				if have != want {
					t.Errorf("%s has changed (go test -run TestGolden -update rewrites it):\n%s", file, firstChange(have, want))
				}
			}
		})
	}
	vet(t, sources)
}

// goldenNames are what Files returns, in the golden files.
var goldenNames = []string{"out.go", "out_simd.go"}

// firstChange shows two texts where they begin to differ.
func firstChange(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	i := 0
	for i < len(g) && i < len(w) && g[i] == w[i] {
		i++
	}
	part := func(s []string) string { return strings.Join(s[min(i, len(s)):min(i+8, len(s))], "\n") }
	return fmt.Sprintf("line %d, got:\n%s\nwant:\n%s", i+1, part(g), part(w))
}

// importers are those of what generated code may import: as it is built everywhere, and
// with gangs.
type importers struct {
	scalar types.Importer
	gangs  func() types.Importer // nil where gangs are not built; takes a while where it is first asked for
}

func exports(t *testing.T) importers {
	t.Helper()
	paths := []string{scalar.RuntimePath, scalar.FPOpsPath, scalar.IntOpsPath, scalar.WarpOpsPath, "context", "math"}
	std := importers{scalar: exported(t, os.Environ(), paths...)}
	if !goversion.HasSIMD(runtime.Version()) {
		t.Run("types of gangs", func(t *testing.T) { t.Skip("SKIPPED: gangs are not built by " + runtime.Version()) })
		return std
	}
	std.gangs = sync.OnceValue(func() types.Importer {
		return exported(t, append(experiment.Env(os.Environ(), true), "GOARCH=amd64"), append(paths, scalar.GangPath(8), "simd/archsimd")...)
	})
	return std
}

// exported returns an importer of packages as they are built in an environment.
func exported(t *testing.T, env []string, paths ...string) types.Importer {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-export", "-deps", "-f", "{{.ImportPath}}={{.Export}}"}, paths...)...)
	cmd.Env = env
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "=")
		files[path] = file
	}
	return importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		if files[path] == "" {
			return nil, fmt.Errorf("generated code must not import %s", path)
		}
		return os.Open(files[path])
	})
}

// check finds what is wrong with generated code: types, formatting, products
// that Go may fuse, conversions that depend on the machine, and a line table
// that leads nowhere.
func check(t *testing.T, std importers, files []File, ptxLines int) {
	t.Helper()
	fset := token.NewFileSet()
	var parsed []*ast.File
	for _, f := range files {
		if formatted, err := format.Source(f.Source); err != nil || !bytes.Equal(formatted, f.Source) {
			t.Errorf("%s: not as gofmt writes it: %v", f.Name, err)
		}
		file, err := parser.ParseFile(fset, f.Name, f.Source, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if !ast.IsGenerated(file) {
			t.Errorf("%s: not marked as generated", f.Name)
		}
		parsed = append(parsed, file)
	}
	// The first file alone, as it is built without gangs, and all together.
	im := std.scalar
	for n := range files {
		if n > 0 {
			if std.gangs == nil {
				break // exports says so
			}
			im = std.gangs()
		}
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
		conf := types.Config{Importer: im, Error: func(err error) { t.Error(err) }}
		if _, err := conf.Check("golden", fset, parsed[:n+1], info); err != nil {
			t.Fatalf("%s does not type-check", files[n].Name)
		}
		for _, msg := range floatMistakes(parsed[n], info) {
			t.Error(msg(fset))
		}
		checkLines(t, parsed[n], bytes.Count(files[n].Source, []byte("\n")), ptxLines)
	}
}

// floatMistakes lists the products of floats that are not the operand of a
// conversion, which Go may fuse with a sum, and the conversions of floats to
// integers, whose results differ between machines where they overflow.
func floatMistakes(file *ast.File, info *types.Info) []func(*token.FileSet) string {
	is := func(e ast.Expr, flag types.BasicInfo) bool {
		tv := info.Types[e]
		b, ok := types.Default(tv.Type).Underlying().(*types.Basic)
		return ok && tv.Value == nil && b.Info()&flag != 0
	}
	var out []func(*token.FileSet) string
	add := func(pos token.Pos, what string) {
		out = append(out, func(fset *token.FileSet) string { return fset.Position(pos).String() + ": " + what })
	}
	rounded := map[ast.Expr]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if len(n.Args) != 1 || !info.Types[n.Fun].IsType() {
				return true
			}
			if is(n, types.IsFloat) {
				rounded[n.Args[0]] = true
			}
			if is(n, types.IsInteger) && is(n.Args[0], types.IsFloat) {
				add(n.Pos(), "a float becomes an integer unguarded")
			}
		case *ast.BinaryExpr:
			if n.Op == token.MUL && is(n, types.IsFloat) && !rounded[n] {
				add(n.Pos(), "a product that is not rounded")
			}
		case *ast.AssignStmt:
			if n.Tok == token.MUL_ASSIGN && is(n.Lhs[0], types.IsFloat) {
				add(n.Pos(), "a product that is not rounded")
			}
		}
		return true
	})
	return out
}

// checkLines reads the table of lines: pairs of a Go line and a PTX line, in
// ascending order, both in their files; PTX line 0 is none.
func checkLines(t *testing.T, file *ast.File, goLines, ptxLines int) {
	t.Helper()
	spec := file.Decls[len(file.Decls)-1].(*ast.GenDecl).Specs[0].(*ast.ValueSpec)
	text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	for _, pair := range strings.Fields(text) {
		parts := strings.Split(pair, ":")
		g, err1 := strconv.Atoi(parts[0])
		p, err2 := strconv.Atoi(parts[1])
		if err1 != nil || err2 != nil || g <= last || g > goLines || p < 0 || p > ptxLines {
			t.Errorf("line table: %s after %d; the Go file has %d lines, the PTX file %d", pair, last, goLines, ptxLines)
		}
		last = g
	}
	if last == 0 {
		t.Error("the line table is empty")
	}
}

// vet runs go vet over the sources, in a module of their own: as they are built everywhere,
// and with gangs where some have them.
func vet(t *testing.T, sources map[string][]File) {
	t.Helper()
	tmp := t.TempDir()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	const module = "github.com/ptx2go/ptx2go"
	files := map[string]string{"go.mod": fmt.Sprintf("module golden\n\ngo 1.26\n\nrequire %s v0.0.0\n\nreplace %s => %s\n", module, module, root)}
	gangs := false
	for name, list := range sources {
		gangs = gangs || len(list) > 1
		for _, f := range list {
			files[filepath.Join(name, f.Name)] = string(f.Source)
		}
	}
	for path, text := range files {
		path = filepath.Join(tmp, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, simd := range []bool{false, true} {
		if simd && !gangs {
			continue
		}
		cmd := exec.Command("go", "vet", "./...")
		cmd.Dir = tmp
		cmd.Env = append(experiment.Env(os.Environ(), simd), "GOWORK=off", "GOFLAGS=-mod=mod")
		if simd {
			cmd.Env = append(cmd.Env, "GOARCH=amd64")
		}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("go vet, with gangs %v: %v\n%s", simd, err, out)
		}
	}
}

// TestChecksFind makes sure that check can fail.
func TestChecksFind(t *testing.T) {
	const src = `package golden

func f(a, b float32, c float64) (float32, int32, float64) {
	c *= 2
	return a*b + 1, int32(a), float64(c*c) + float64((c * c))
}
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "x.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	if _, err := new(types.Config).Check("golden", fset, []*ast.File{file}, info); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, msg := range floatMistakes(file, info) {
		got = append(got, msg(fset))
	}
	want := []string{
		"x.go:4:2: a product that is not rounded",
		"x.go:5:9: a product that is not rounded",
		"x.go:5:18: a float becomes an integer unguarded",
		"x.go:5:52: a product that is not rounded",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got:\n%s", strings.Join(got, "\n"))
	}
}
