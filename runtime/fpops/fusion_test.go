package fpops_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
)

// target is an architecture whose compiler fuses multiplications and additions.
type target struct{ arch, level string }

// compiled are the packages whose machine code is read: all that runs in a
// kernel.
var compiled = []string{"./runtime/...", "./examples/..."}

// place is a line of the source.
type place struct {
	file string
	line int
}

func (p place) String() string { return fmt.Sprintf("%s:%d", p.file, p.line) }

// machineCode is what the tests want to know of it.
type machineCode struct {
	fused map[place]string           // multiply-adds: where they come from, and what they are
	calls map[string]map[string]bool // from package to functions of fpops that it calls
	files map[string]bool            // source files that code comes from
}

var (
	multiplyAdd = regexp.MustCompile(`^(VF|F|WF)N?M(ADD|SUB)`)
	listings    = map[target]*machineCode{}
)

// moduleRoot is the folder of the module.
var moduleRoot = func() func(t *testing.T) string {
	dir := sync.OnceValues(func() (string, error) {
		out, err := exec.Command("go", "env", "GOMOD").Output()
		return filepath.Dir(strings.TrimSpace(string(out))), err
	})
	return func(t *testing.T) string {
		t.Helper()
		root, err := dir()
		if err != nil {
			t.Fatal(err)
		}
		return root
	}
}()

// disassemble compiles the packages for a target and reads the listing.
func disassemble(t *testing.T, to target) *machineCode {
	t.Helper()
	if m := listings[to]; m != nil {
		return m
	}
	cmd := exec.Command("go", append([]string{"build", "-gcflags=-S"}, compiled...)...)
	cmd.Dir = moduleRoot(t)
	cmd.Env = append(os.Environ(), "GOARCH="+to.arch, "GOAMD64="+to.level, "CGO_ENABLED=0")
	listing, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, listing[:min(len(listing), 2000)])
	}
	m := &machineCode{map[place]string{}, map[string]map[string]bool{}, map[string]bool{}}
	pkg := ""
	for line := range strings.SplitSeq(string(listing), "\n") {
		if name, _, ok := strings.Cut(line, " STEXT "); ok { // path/to/pkg.Func STEXT size=...
			dir, name, _ := cutLast(name, "/")
			name, _, _ = strings.Cut(name, ".")
			pkg = dir + "/" + name
			continue
		}
		// <tab>0x0010 00016 (file.go:12)<tab>FMADDD<tab>F0, F1, F2, F3
		before, rest, ok := strings.Cut(line, ")\t")
		if !ok || !strings.HasPrefix(line, "\t0x") {
			continue
		}
		_, before, _ = strings.Cut(before, "(")
		file, number, _ := cutLast(before, ":")
		op, operands, _ := strings.Cut(rest, "\t")
		m.files[file] = true
		if multiplyAdd.MatchString(op) {
			n, err := strconv.Atoi(number)
			if err != nil {
				t.Fatal(err)
			}
			m.fused[place{file, n}] = op
		}
		if callee, ok := strings.CutSuffix(operands, "(SB)"); ok {
			if dir, name, _ := cutLast(callee, "/fpops."); strings.HasSuffix(dir, "/runtime") {
				if m.calls[pkg] == nil {
					m.calls[pkg] = map[string]bool{}
				}
				m.calls[pkg][name] = true
			}
		}
	}
	listings[to] = m
	return m
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return "", s, false
}

// written returns the lines of a file that call math.FMA.
func written(t *testing.T, file string) []place {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var all []place
	ast.Inspect(f, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "FMA" {
				if x, ok := sel.X.(*ast.Ident); ok && x.Name == "math" {
					all = append(all, place{file, fset.Position(call.Lparen).Line})
				}
			}
		}
		return true
	})
	return all
}

// inKernels reports whether a file's code runs in kernels: all of the runtime,
// and of the examples what was generated.
func inKernels(t *testing.T, file string) bool {
	file, ok := strings.CutPrefix(file, moduleRoot(t)+"/")
	return ok && (!strings.HasPrefix(file, "examples/") || isGenerated(file))
}

func isGenerated(file string) bool { return strings.HasSuffix(file, "_ptx.go") }

// TestNoFusion checks in the compiler's output that a fused multiply-add stands
// where the source calls math.FMA, and nowhere else: Go may fuse x*y + z, which
// changes the result.
func TestNoFusion(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the compiler")
	}
	targets := []target{{"arm64", "v1"}, {"amd64", "v3"}}
	if testmode.Long() {
		targets = append(targets, target{"riscv64", "v1"}, target{"s390x", "v1"}, target{"ppc64le", "v1"}, target{"loong64", "v1"})
	}
	for _, to := range targets {
		m := disassemble(t, to)
		var want []place
		for file := range m.files {
			if inKernels(t, file) {
				want = append(want, written(t, file)...)
			}
		}
		if len(want) == 0 {
			t.Fatal("no call of math.FMA found: the test has lost its subject")
		}
		for p, op := range m.fused {
			if inKernels(t, p.file) && !slices.Contains(want, p) {
				t.Errorf("%s/%s: %s at %v, where no math.FMA is written", to.arch, to.level, op, p)
			}
		}
		for _, p := range want {
			if m.fused[p] == "" {
				t.Errorf("%s/%s: no multiply-add at %v, where math.FMA is written", to.arch, to.level, p)
			}
		}
	}
}

// TestInlinedInExamples checks in the compiler's output that code which ptx2go
// generated calls none of the functions that should be inlined.
func TestInlinedInExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the compiler")
	}
	for _, to := range []target{{"arm64", "v1"}, {"amd64", "v3"}} {
		m := disassemble(t, to)
		examples := 0
		for file := range m.files {
			if isGenerated(file) {
				examples++
			}
		}
		if examples == 0 || len(m.calls["github.com/ptx2go/ptx2go/runtime/fpops"]) == 0 {
			t.Fatal("no generated code found, or no calls: the test has lost its subject")
		}
		for pkg, functions := range m.calls {
			if !strings.Contains(pkg, "/examples/") {
				continue
			}
			for f := range functions {
				if slices.Contains(mustInline, f) {
					t.Errorf("%s/%s: %s calls %s", to.arch, to.level, pkg, f)
				}
			}
		}
	}
}
