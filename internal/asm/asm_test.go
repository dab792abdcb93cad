package asm_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/codegen"
	"github.com/ptx2go/ptx2go/internal/asm"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/goversion"
	"github.com/ptx2go/ptx2go/internal/harvest"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/schedule"
	"github.com/ptx2go/ptx2go/runtime/gen"
	"github.com/ptx2go/ptx2go/runtime/texthash"
)

// assembled makes a package of a PTX file: kernel_ptx.go and its assembly, in a folder.
func assembled(t *testing.T, pkg, ptx, dir string) {
	t.Helper()
	src, err := os.ReadFile(ptx)
	if err != nil {
		t.Fatal(err)
	}
	x, err := asm.Files(t.Context(), scheduled(t, string(src)), codegen.Options{
		Package: pkg, Source: "kernel.ptx", Output: "kernel_ptx.go", Asm: "kernel_ptx_amd64.go", Command: "ptx2go kernel.ptx", Comments: true,
		Hash: texthash.Of(string(src)),
		Line: map[string]string{"heat": "kernel.ptx"}[pkg], // and with directives in the Go
	})
	if errors.Is(err, asm.ErrUnavailable) {
		t.Skipf("SKIPPED: %v", err)
	} else if err != nil {
		t.Fatal(err)
	}
	for _, r := range x.Refused {
		t.Errorf("%s: %s", r.Kernel, r.Refusal)
	}
	files := map[string][]byte{"kernel_ptx.go": x.Files[0].Source}
	if a := x.For(harvest.AMD64); a.Go != nil {
		files[a.Go.Name], files[asm.SourceName(a.Go.Name)] = a.Go.Source, a.Source
		comments(t, string(src), string(a.Source))
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func scheduled(t *testing.T, ptx string) *schedule.Schedule {
	t.Helper()
	f := diag.NewFile("kernel.ptx", ptx)
	m := pipeline.Lower(f, diag.NewList(f), pipeline.Options{})
	if m == nil {
		t.Fatal("the PTX is refused")
	}
	return schedule.New(m, schedule.Options{})
}

// comments checks that the comments of assembly are lines of the PTX, and that what is behind each says that
// it is of that line.
func comments(t *testing.T, ptx, asm string) {
	t.Helper()
	lines, found := strings.Split(ptx, "\n"), 0
	for _, m := range regexp.MustCompile(`\t// (.*)\n#line (\d+) "(.*)"\n`).FindAllStringSubmatch(asm, -1) {
		n, err := strconv.Atoi(m[2])
		text := ""
		if err == nil && n-2 < len(lines) { // the assembler counts an instruction to the line above
			text = strings.Join(strings.Fields(lines[n-2]), " ")
		}
		if strings.Join(strings.Fields(m[1]), " ") != text || text == "" || m[3] != "kernel.ptx" {
			t.Errorf("%q stands in front of what is of line %d of %s, %q", m[1], n-1, m[3], text)
		}
		found++
	}
	if found < 2 {
		t.Errorf("%d comments", found)
	}
	if m := regexp.MustCompile(`\tJ[A-Z]+ \w+;.*|; J[A-Z]+ \w+;.*|CALL [^;\n]*; [^J].*`).FindString(asm); m != "" {
		t.Errorf("something stands behind a jump or a call: %s", m)
	}
}

// The examples whose own tests are run, with the kernels that have gangs.
var examples = map[string]string{
	"heat": "step sum", "mandelbrot": "mandelbrot", "matmul": "matmul", "reduce": "sum_shared sum_shuffle sum_volatile", "saxpy": "saxpy",
}

// TestExamples runs the tests of the examples with assembly, in ordinary builds: as the processor has
// it, and without vectors.
func TestExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	if gen.Vectors() < 8 {
		t.Skip("SKIPPED: no AVX2 and FMA")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	const module = "github.com/ptx2go/ptx2go"
	write(t, filepath.Join(dir, "go.mod"), fmt.Sprintf("module %s/examples/assembled\n\ngo 1.26\n\nrequire %s v0.0.0\n\nreplace %s => %s\n", module, module, module, root))
	for name, kernels := range examples {
		to := filepath.Join(dir, name)
		if err := os.Mkdir(to, 0o755); err != nil {
			t.Fatal(err)
		}
		list, err := filepath.Glob(filepath.Join(root, "examples", name, "*.*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range list {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(to, filepath.Base(path)), string(data))
		}
		assembled(t, name, filepath.Join(root, "examples", name, "kernel.ptx"), to)
		write(t, filepath.Join(to, "assembled_test.go"), fmt.Sprintf(gangsTest, name, strings.Fields(kernels)))
	}
	noasm := exec.CommandContext(t.Context(), "go", "test", "-tags=ptx2go_noasm", "-run=^$", "./...")
	noasm.Dir, noasm.Env = dir, append(slices.Clone(os.Environ()), "GOFLAGS=-mod=mod", "GOEXPERIMENT=", "GOWORK=off")
	if out, err := noasm.CombinedOutput(); err != nil {
		t.Errorf("without assembly: %v\n%s", err, out)
	}
	for _, toolchain := range []string{"local", goversion.Pinned} {
		for _, vectors := range []string{"16", "8", "off"} {
			for _, experiment := range []string{"", "simd"} { // of Go's, which changes nothing
				if experiment != "" && vectors != "16" {
					continue
				}
				cmd := exec.CommandContext(t.Context(), "go", "test", "-vet=all", "./...")
				cmd.Dir = dir
				cmd.Env = append(slices.Clone(os.Environ()), "GOTOOLCHAIN="+toolchain, "GOFLAGS=-mod=mod", "GOEXPERIMENT="+experiment, "GOWORK=off", "PTX2GO_VECTORS="+vectors)
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Errorf("%s, vectors %s, GOEXPERIMENT=%s: %v\n%s", toolchain, vectors, experiment, err, out)
				}
			}
		}
	}
	outdated(t, dir)
}

// outdated builds assembly that was made for another version of the runtime: what is undefined says what
// to do.
func outdated(t *testing.T, dir string) {
	t.Helper()
	path := filepath.Join(dir, "saxpy", "kernel_ptx_amd64.go")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ old, new, want string }{
		{"RunPtx2goAgainForAssembly2", "RunPtx2goAgainForAssembly0", "undefined: ptx.RunPtx2goAgainForAssembly0"},
		{"Offsetof(ptx.CTA{}.Stop)-0", "Offsetof(ptx.CTA{}.Stop)-4", "constant"},
		{"Offsetof(ptx.CTA{}.Done)-4", "Offsetof(ptx.CTA{}.Done)-0", "out of bounds"},
	} {
		if strings.Count(string(data), x.old) != 1 {
			t.Errorf("no %s in:\n%s", x.old, data)
			continue
		}
		write(t, path, strings.Replace(string(data), x.old, x.new, 1))
		cmd := exec.CommandContext(t.Context(), "go", "build", "./saxpy")
		cmd.Dir, cmd.Env = dir, append(slices.Clone(os.Environ()), "GOFLAGS=-mod=mod", "GOEXPERIMENT=", "GOWORK=off")
		if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), x.want) {
			t.Errorf("%s: %v\n%s", x.new, err, out)
		}
	}
}

// gangsTest is a test that kernels run as gangs.
const gangsTest = `package %s

import (
	"os"
	"testing"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

func TestAssembled(t *testing.T) {
	for _, name := range %#v {
		if k, ok := ptx.FindKernel(name); !ok || k.Gangs != (os.Getenv("PTX2GO_VECTORS") != "off") {
			t.Errorf("%%s: gangs %%v", name, ok && k.Gangs)
		}
	}
}
`

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
