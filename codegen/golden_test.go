package codegen

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	goversions "go/version"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/goversion"
	"github.com/ptx2go/ptx2go/internal/pinned"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	gangs "github.com/ptx2go/ptx2go/lower/gang"
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
	return filesOf(t, schedule.New(lowered(t, name+".ptx", src), schedule.Options{Verify: true}), options(name))
}

// shown is a PTX text as Go, as golden files have it: with gangs of eight lanes alone, but for that which is
// about gangs of both widths.
func shown(t *testing.T, name, src string) []File {
	t.Helper()
	s, opt := schedule.New(lowered(t, name+".ptx", src), schedule.Options{Verify: true}), options(name)
	if name != "widths" {
		opt.NoAsm = map[Gangs]bool{}
		for _, k := range s.Kernels {
			opt.NoAsm[Gangs{k.Func.Name, gangs.Widest}] = true
		}
	}
	return filesOf(t, s, opt)
}

func filesOf(t *testing.T, s *schedule.Schedule, opt Options) []File {
	t.Helper()
	files, err := Files(s, opt)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// options are those of the golden files.
func options(name string) Options {
	return Options{
		Package: "golden", Source: name + ".ptx", Output: name + "_ptx.go", Asm: name + "_ptx_amd64.go", AsmTags: "amd64",
		Command: "ptx2go " + name + ".ptx", Comments: true,
	}
}

// TestGolden generates Go for the PTX of each file in testdata and compares it
// with what stands behind it: out.go, and where a kernel has gangs out_amd64.go and vector.go. Whatever
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
			all := generated(t, name, src)
			again := generated(t, name, src)
			for i, f := range all {
				if len(again) != len(all) || !bytes.Equal(f.Source, again[i].Source) {
					t.Error("two runs give different code")
				}
			}
			sources[name] = all
			check(t, std, all, strings.Count(src, "\n"))
			got := shown(t, name, src)
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
var goldenNames = []string{"out.go", "out_amd64.go", Vector}

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

// importers are those of what generated code may import: of the files that every build has, and of the
// source of gangs.
type importers struct {
	scalar types.Importer
	gangs  func() types.Importer // nil where it cannot be read; takes a while where it is first asked for
	arm64  func() types.Importer // likewise, of those on arm64
}

func exports(t *testing.T) importers {
	t.Helper()
	paths := []string{scalar.RuntimePath, scalar.FPOpsPath, scalar.IntOpsPath, scalar.WarpOpsPath, "context", "math", "structs"}
	std := importers{scalar: exported(t, os.Environ(), paths...)}
	why := pinned.Available(t.Context())
	if v := runtime.Version(); why == nil && goversions.Lang(v) != goversion.Latest {
		why = fmt.Errorf("%s cannot read what %s has compiled", v, goversion.Pinned)
	}
	if why != nil {
		t.Run("types of gangs", func(t *testing.T) { t.Skipf("SKIPPED: %v", why) })
		return std
	}
	std.gangs = sync.OnceValue(func() types.Importer {
		return exported(t, pinned.Environment("amd64", os.Environ()), append(paths, scalar.GangPath(8), scalar.GangPath(16), "simd/archsimd")...)
	})
	std.arm64 = sync.OnceValue(func() types.Importer {
		return exported(t, pinned.Environment("arm64", os.Environ()), append(paths, scalar.GangPath(4), "simd/archsimd")...)
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
	for n, f := range files {
		// The first file alone, as it is built without gangs, and with what calls these; the source of gangs is
		// a package of its own.
		of, im := parsed[:n+1], std.scalar
		if isVector(f.Name) {
			of, im = parsed[n:n+1], nil
			gangs := std.gangs
			if f.Name == VectorARM64 {
				gangs = std.arm64
			}
			if gangs != nil {
				im = gangs()
			}
		}
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
		if im == nil { // exports says so; what is declared here is asked nevertheless
			conf := types.Config{Importer: none{}, Error: func(err error) {
				if !strings.Contains(err.Error(), errNone.Error()) {
					t.Error(err)
				}
			}}
			_, _ = conf.Check("golden", fset, of, nil) // Error has told
			continue
		}
		conf := types.Config{Importer: im, Error: func(err error) { t.Error(err) }}
		if _, err := conf.Check("golden", fset, of, info); err != nil {
			t.Fatalf("%s does not type-check", f.Name)
		}
		for _, msg := range floatMistakes(parsed[n], info) {
			t.Error(msg(fset))
		}
		if !isVector(f.Name) {
			checkLines(t, parsed[n], bytes.Count(f.Source, []byte("\n")), ptxLines)
		}
	}
}

// none is an importer without packages.
type none struct{}

var errNone = errors.New("no package here")

func (none) Import(string) (*types.Package, error) { return nil, errNone }

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
// ascending order, both in their files; PTX line 0 is none. Behind an empty line are PTX lines
// with their text, in ascending order too.
func checkLines(t *testing.T, file *ast.File, goLines, ptxLines int) {
	t.Helper()
	// The last constant: where debug information says what lines were compiled from, that is behind it.
	i := len(file.Decls) - 1
	for file.Decls[i].(*ast.GenDecl).Tok != token.CONST {
		i--
	}
	spec := file.Decls[i].(*ast.GenDecl).Specs[0].(*ast.ValueSpec)
	text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	table, texts, _ := strings.Cut(text, "\n\n")
	for l := range strings.Lines(texts) {
		number, text, ok := strings.Cut(strings.TrimSpace(l), " ")
		n, err := strconv.Atoi(number)
		if !ok || err != nil || text == "" || n <= last || n > ptxLines {
			t.Errorf("line table: text %q after %d; the PTX file has %d lines", l, last, ptxLines)
		}
		last = n
	}
	last = 0
	for _, pair := range strings.Fields(table) {
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

// vet runs go vet over the sources, in a module of their own: over what every build has, and over the source
// of gangs as it is compiled.
func vet(t *testing.T, sources map[string][]File) {
	t.Helper()
	built, vectors := map[string]string{}, map[string]string{}
	for name, list := range sources {
		for _, f := range list {
			if isVector(f.Name) {
				vectors[filepath.Join(name, f.Name)] = string(f.Source)
				built[filepath.Join(name, "gangs_amd64.s")] = "" // functions without a body are elsewhere
			} else {
				built[filepath.Join(name, f.Name)] = string(f.Source)
			}
		}
	}
	vetModule(t, os.Environ(), built)
	if pinned.Available(t.Context()) == nil { // exports says so
		vetModule(t, pinned.Environment("amd64", os.Environ()), vectors)
	}
}

// vetModule runs go vet over a module with some files.
func vetModule(t *testing.T, env []string, files map[string]string) {
	t.Helper()
	if len(files) == 0 {
		return
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	tmp := t.TempDir()
	const module = "github.com/ptx2go/ptx2go"
	files["go.mod"] = fmt.Sprintf("module golden\n\ngo 1.26\n\nrequire %s v0.0.0\n\nreplace %s => %s\n", module, module, root)
	for path, text := range files {
		path = filepath.Join(tmp, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "vet", "./...")
	cmd.Dir, cmd.Env = tmp, append(slices.Clip(env), "GOWORK=off", "GOFLAGS=-mod=mod")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("go vet: %v\n%s", err, out)
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
