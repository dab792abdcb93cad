package buildmode

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/goversion"
	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/runtime/gen"
)

// packages have committed assembly, and tests of the bits that their kernels compute. The last one is the
// runtime's own.
var packages = strings.Fields(`./examples/saxpy ./examples/mandelbrot ./examples/matmul ./examples/reduce ./examples/heat
	./examples/vortex ./examples/fallback ./runtime/driver ./runtime/internal/leaf`)

// programs are commands that such packages are linked into.
var programs = strings.Fields("./examples/saxpy/cmd/saxpy ./examples/mandelbrot/cmd/mandelbrot ./examples/vortex/cmd/vortex")

// long skips a test that builds everything many times over.
func long(t *testing.T) {
	t.Helper()
	if !testmode.Long() {
		t.Skip("builds everything many times: only with PTX2GO_LONG=1")
	}
}

// command runs the go command with an environment.
func command(t *testing.T, dir string, env []string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s go %s: %v\n%s", strings.Join(env, " "), strings.Join(args, " "), err, out)
	}
}

// eachGo runs a test with both versions of Go.
func eachGo(t *testing.T, test func(t *testing.T, env []string)) {
	for _, toolchain := range []string{"local", goversion.Pinned} {
		t.Run(toolchain, func(t *testing.T) { test(t, []string{"GOTOOLCHAIN=" + toolchain, "GOEXPERIMENT="}) })
	}
}

// TestCross vets and links programs and tests for other operating systems.
func TestCross(t *testing.T) {
	long(t)
	eachGo(t, func(t *testing.T, env []string) {
		for _, system := range []string{"windows", "darwin", "freebsd"} {
			env := append(slices.Clip(env), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0")
			command(t, root, env, append([]string{"vet", "./runtime/..."}, packages...)...)
			command(t, root, env, append([]string{"build", "-o", t.TempDir()}, programs...)...)
			command(t, root, env, append([]string{"test", "-c", "-o", t.TempDir()}, packages...)...)
		}
	})
}

// TestModes runs tests as built in many ways. Builds with sanitizers have no assembly.
func TestModes(t *testing.T) {
	long(t)
	eachGo(t, func(t *testing.T, env []string) {
		for _, flags := range [][]string{
			{}, {"-buildmode=pie"}, {"-ldflags=-s -w"}, {"-trimpath"}, {"-cover"}, {"-gcflags=all=-N -l"}, {"-race"}, {"-tags=ptx2go_noasm"},
		} {
			command(t, root, env, slices.Concat([]string{"test", "-count=1"}, flags, packages)...)
		}
		levels := []string{"v2"}
		if gen.Vectors() >= 8 {
			levels = append(levels, "v3")
		}
		if gen.Vectors() >= 16 {
			levels = append(levels, "v4")
		}
		for _, level := range levels {
			command(t, root, append(slices.Clip(env), "GOAMD64="+level), append([]string{"test", "-count=1"}, packages...)...)
		}
		for _, sanitizer := range []string{"-race", "-asan", "-msan"} {
			command(t, root, env, slices.Concat([]string{"vet", sanitizer}, packages)...)
		}
	})
}

// TestPlugin runs a kernel of a plugin in a program that has the runtime as well, and calls what only
// races between two goroutines call.
func TestPlugin(t *testing.T) {
	long(t)
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	const module = "github.com/ptx2go/ptx2go"
	above, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	eachGo(t, func(t *testing.T, env []string) {
		env = append(slices.Clip(env), "GOFLAGS=-mod=mod", "GOWORK=off", "CGO_ENABLED=1")
		dir := t.TempDir()
		for name, text := range map[string]string{
			"go.mod":  fmt.Sprintf("module %s/runtime/plugged\n\ngo 1.26\n\nrequire %s v0.0.0\n\nreplace %s => %s\n", module, module, module, above),
			"main.go": host, "plugged/main.go": plugged,
		} {
			path := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		command(t, dir, env, "build", "-trimpath", "-buildmode=plugin", "-o", "plugged.so", "./plugged")
		command(t, dir, env, "build", "-trimpath", "-o", "host", ".")
		if t.Failed() {
			return
		}
		for _, vectors := range []string{"16", "8", "off"} {
			cmd := exec.CommandContext(t.Context(), "./host", "plugged.so")
			cmd.Dir, cmd.Env = dir, append(os.Environ(), "PTX2GO_VECTORS="+vectors)
			out, err := cmd.CombinedOutput()
			want := fmt.Sprintf("gangs %v, 0 wrong, 3 yields, some without a reason: true\n", vectors != "off" && gen.Vectors() > 0)
			if err != nil || string(out) != want {
				t.Errorf("vectors %s: %v, got\n%s, want\n%s", vectors, err, out, want)
			}
		}
	})
}

// host is a program that opens a plugin.
const host = `package main

import (
	"fmt"
	"math"
	"os"
	"plugin"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/fpops"
	"github.com/ptx2go/ptx2go/runtime/gen"
)

func main() {
	p, err := plugin.Open(os.Args[1])
	if err != nil {
		panic(err)
	}
	look := func(name string) plugin.Symbol {
		s, err := p.Lookup(name)
		if err != nil {
			panic(err)
		}
		return s
	}
	const n = 100003
	x, y, want := make([]float32, n), make([]float32, n), make([]float32, n)
	for i := range x {
		x[i], y[i] = float32(i)*0.37, 1/float32(i+1)
		want[i] = fpops.CanonF32(fpops.FmaF32(1.1, x[i], y[i]))
	}
	if err := look("Saxpy").(func(float32, []float32, []float32) error)(1.1, x, y); err != nil {
		panic(err)
	}
	wrong := 0
	for i := range y {
		if math.Float32bits(y[i]) != math.Float32bits(want[i]) {
			wrong++
		}
	}
	before, idle := gen.Yields()
	for range 3 {
		look("Yield").(func())()
	}
	after, without := gen.Yields()
	k, ok := ptx.FindKernel("saxpy")
	fmt.Printf("gangs %v, %d wrong, %d yields, some without a reason: %v\n", ok && k.Gangs, wrong, after-before, without > idle)
}
`

// plugged is the plugin.
const plugged = `package main

import (
	"context"

	"github.com/ptx2go/ptx2go/examples/saxpy"
	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/leaf"
)

func Saxpy(a float32, x, y []float32) error {
	return saxpy.Saxpy(context.Background(), ptx.Launch{Grid: ptx.D1((len(x) + 255) / 256), Block: ptx.D1(256)}, int32(len(x)), a, x, y)
}

func Yield() { leaf.Yield() }

func main() {}
`
