package fpops_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ptx2go/ptx2go/internal/house/machinecode"
	"github.com/ptx2go/ptx2go/internal/house/testmode"
)

// compiled are the packages whose machine code is read: all that runs in a
// kernel.
var compiled = []string{"./runtime/...", "./examples/..."}

var listings = map[machinecode.Target]*machinecode.Code{}

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

// machineCode is that of all packages that run in kernels.
func machineCode(t *testing.T, to machinecode.Target) *machinecode.Code {
	t.Helper()
	c := listings[to]
	if c == nil {
		var err error
		if c, err = machinecode.Compile(moduleRoot(t), to, nil, compiled...); err != nil {
			t.Fatal(err)
		}
		listings[to] = c
	}
	return c
}

// written returns the lines of a file that call math.FMA.
func written(t *testing.T, file string) []machinecode.Place {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var all []machinecode.Place
	ast.Inspect(f, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "FMA" {
				if x, ok := sel.X.(*ast.Ident); ok && x.Name == "math" {
					all = append(all, machinecode.Place{File: file, Line: fset.Position(call.Lparen).Line})
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

// fusing are the files of which the compiler is to make multiply-adds, without math.FMA.
var fusing = []string{"fma32fused.go"}

// targets are processors with multiply-adds, the usual ones or all.
func targets() []machinecode.Target {
	list := []machinecode.Target{{Arch: "arm64", Level: "v1"}, {Arch: "amd64", Level: "v3"}}
	if testmode.Long() {
		for _, arch := range []string{"riscv64", "s390x", "ppc64le", "ppc64", "loong64"} {
			list = append(list, machinecode.Target{Arch: arch, Level: "v1"})
		}
	}
	return list
}

// TestNoFusion checks in the compiler's output that a fused multiply-add stands
// where the source calls math.FMA, and nowhere else but in FmaF32: Go may fuse
// x*y + z, which changes the result.
func TestNoFusion(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the compiler")
	}
	for _, to := range targets() {
		m := machineCode(t, to)
		var want []machinecode.Place
		for file := range m.Files {
			if inKernels(t, file) {
				want = append(want, written(t, file)...)
			}
		}
		if len(want) == 0 {
			t.Fatal("no call of math.FMA found: the test has lost its subject")
		}
		found := map[machinecode.Place]bool{}
		for _, x := range m.Fused {
			found[x.At] = true
			if inKernels(t, x.At.File) && !slices.Contains(want, x.At) && !slices.Contains(fusing, filepath.Base(x.At.File)) {
				t.Errorf("%s: %s at %v, where no math.FMA is written", to, x.Op, x.At)
			}
		}
		for _, p := range want {
			if !found[p] {
				t.Errorf("%s: no multiply-add at %v, where math.FMA is written", to, p)
			}
		}
	}
}

// TestFusion checks in the compiler's output that FmaF32 is one fused multiply-add, and
// that the check fails where it is not.
func TestFusion(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the compiler")
	}
	const sum = "float32(a)*float32(b) + float32(c)"
	file := filepath.Join(moduleRoot(t), "runtime/fpops", fusing[0])
	src, err := os.ReadFile(file)
	if err != nil || strings.Count(string(src), sum) != 1 {
		t.Fatalf("%v, and %d times %s in %s", err, strings.Count(string(src), sum), sum, file)
	}
	// fused returns the multiply-adds of FmaF32 if it is written otherwise.
	fused := func(to machinecode.Target, text string) (ops []string) {
		c, err := machinecode.Compile(moduleRoot(t), to, map[string]string{file: strings.Replace(string(src), sum, text, 1)}, "./runtime/fpops")
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range c.In("github.com/ptx2go/ptx2go/runtime/fpops.FmaF32") {
			ops = append(ops, x.Op)
		}
		return ops
	}
	for _, to := range targets() {
		if ops := fused(to, sum); len(ops) != 1 {
			t.Errorf("%s: FmaF32 has the multiply-adds %v, want one", to, ops)
		}
		if ops := fused(to, "float32(float32(a)*float32(b)) + float32(c)"); len(ops) != 0 {
			t.Errorf("%s: a product that is rounded is fused: %v", to, ops)
		}
	}
}

// TestFusionAtStart runs a program in which FmaF32 is not fused, though the build says that
// it is: it does not start, and says what to do, which helps.
func TestFusionAtStart(t *testing.T) {
	if testing.Short() || !strings.Contains("amd64 arm64 loong64 ppc64 ppc64le riscv64 s390x", runtime.GOARCH) {
		t.Skip("runs the compiler")
	}
	env := []string{"GOAMD64=v3"}
	if runtime.GOARCH == "amd64" {
		if cpu, err := os.ReadFile("/proc/cpuinfo"); err != nil || !strings.Contains(string(cpu), " fma ") || !strings.Contains(string(cpu), " bmi2 ") {
			t.Skip("SKIPPED: for x86 processors that have v3")
		}
	}
	dir, root := t.TempDir(), moduleRoot(t)
	file := filepath.Join(root, "runtime/fpops", fusing[0])
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const path = "github.com/ptx2go/ptx2go"
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{file: filepath.Join(dir, "spoiled.txt")}})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"go.mod":       "module start\n\ngo 1.26\n\nrequire " + path + " v0.0.0\n\nreplace " + path + " => " + root + "\n",
		"main.go":      "package main\n\nimport (\n\t\"os\"\n\n\t\"" + path + "/runtime/fpops\"\n)\n\nfunc main() {\n\tx := float32(len(os.Args))\n\tprintln(fpops.FmaRnF32(x, x, x) == 2)\n}\n",
		"spoiled.txt":  strings.Replace(string(src), "float32(a)*float32(b) +", "float32(a*b) +", 1),
		"overlay.json": string(overlay),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "true"},
		{[]string{"-overlay", "overlay.json"}, "-tags ptx2go_nofma"},
		{[]string{"-overlay", "overlay.json", "-tags", "ptx2go_nofma"}, "true"},
	} {
		cmd := exec.Command("go", append(append([]string{"run", "-mod=mod"}, c.args...), ".")...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), append(env, "GOWORK=off", "GOFLAGS=")...)
		if out, _ := cmd.CombinedOutput(); !strings.Contains(string(out), c.want) {
			t.Errorf("go run %v: %s, want %s", c.args, out, c.want)
		}
	}
}

// TestInlinedInExamples checks in the compiler's output that code which ptx2go
// generated calls none of the functions that should be inlined.
func TestInlinedInExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the compiler")
	}
	const fpops = "github.com/ptx2go/ptx2go/runtime/fpops"
	for _, to := range []machinecode.Target{{Arch: "arm64", Level: "v1"}, {Arch: "amd64", Level: "v3"}} {
		m := machineCode(t, to)
		examples := 0
		for file := range m.Files {
			if isGenerated(file) {
				examples++
			}
		}
		if examples == 0 || len(m.Calls[fpops]) == 0 {
			t.Fatal("no generated code found, or no calls: the test has lost its subject")
		}
		for pkg, functions := range m.Calls {
			if !strings.Contains(pkg, "/examples/") {
				continue
			}
			for f := range functions {
				if name, ok := strings.CutPrefix(f, fpops+"."); ok && slices.Contains(mustInline, name) {
					t.Errorf("%s: %s calls %s", to, pkg, name)
				}
			}
		}
	}
}
