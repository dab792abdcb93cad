package cudacc

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const clang = "clang++-19"

func needsClang(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath(clang); err != nil {
		t.Skipf("SKIPPED: no %s", clang)
	}
}

// compile compiles a source of testdata, or a text.
func compile(t *testing.T, source, target string, ptx int, flags ...string) (Result, string, error) {
	t.Helper()
	var said bytes.Buffer
	r, err := Compile(t.Context(), clang, source, Options{Target: target, PTX: ptx, Flags: flags, Stderr: &said})
	return r, said.String(), err
}

// TestHeaders compiles a source that uses what the headers have, for old and new targets.
func TestHeaders(t *testing.T) {
	needsClang(t)
	for _, c := range []struct {
		target string
		ptx    int
	}{{"sm_70", 60}, {"sm_75", 63}, {"sm_80", 70}, {"sm_90", 78}} {
		r, said, err := compile(t, "testdata/all.cu", c.target, c.ptx)
		if err != nil || said != "" {
			t.Fatalf("%s: %v\n%s", c.target, err, said)
		}
		for _, want := range []string{".target " + c.target, ".entry _Z5scalePffi", ".entry _ZN2ns3addEPii", "sqrt.rn.f32", "div.rz.f32", "atom.global.max.s32", "shfl.sync.bfly", "vprintf", "__assertfail"} {
			if !strings.Contains(r.PTX, want) {
				t.Errorf("%s: no %s", c.target, want)
			}
		}
		if !r.Standalone || strings.Contains(r.PTX, os.TempDir()) {
			t.Errorf("%s: the PTX names a temporary file, or there is a toolkit", c.target)
		}
	}
}

// TestMistakes shows the compiler's errors as they are, and leaves nothing behind.
func TestMistakes(t *testing.T) {
	needsClang(t)
	t.Setenv("TMPDIR", t.TempDir())
	file := filepath.Join(t.TempDir(), "wrong.cu")
	if err := os.WriteFile(file, []byte("__global__ void k(float *x) {\n  *x = expf(*x);\n  y = 1;\n}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, said, err := compile(t, file, "sm_75", 63)
	if err == nil || !strings.Contains(said, file+":3:3: error: use of undeclared identifier 'y'") || !strings.Contains(said, "no matching function for call to 'expf'") {
		t.Errorf("%v\n%s", err, said)
	}
	if left, _ := os.ReadDir(os.TempDir()); len(left) > 0 {
		t.Errorf("%s is left", left[0].Name())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Compile(ctx, clang, file, Options{Target: "sm_75", Stderr: new(bytes.Buffer)}); !errors.Is(err, context.Canceled) {
		t.Errorf("where the user gives up: %v", err)
	}
}

// TestToolkit checks that a toolkit is used where clang finds one.
func TestToolkit(t *testing.T) {
	needsClang(t)
	dir := t.TempDir()
	for _, d := range []string{"bin", "include", "lib64", "nvvm/libdevice"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{"include/cuda.h": "#define CUDA_VERSION 12040\n", "nvvm/libdevice/libdevice.10.bc": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if !hasToolkit(t.Context(), clang, []string{"--cuda-path=" + dir}) {
		t.Error("the toolkit is not found")
	}
	if hasToolkit(t.Context(), clang, []string{"--cuda-path=" + t.TempDir()}) {
		t.Error("a toolkit is found where there is none")
	}
}

// TestFind looks for compilers in a folder.
func TestFind(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	if _, err := Find(""); err == nil {
		t.Skip("there is a toolkit in its usual place")
	} else if !errors.Is(err, ErrNone) {
		t.Error(err)
	}
	for _, name := range []string{"clang++-18", "clang++-19", "nvcc"} { // each is preferred to those before
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		if got, err := Find(""); got != path {
			t.Errorf("%s, %v; want %s", got, err, path)
		}
	}
	if _, err := Find("no-compiler"); err == nil {
		t.Error("a compiler that is not there is found")
	}
}

// TestNVCC gives a stand-in for nvcc what nvcc takes.
func TestNVCC(t *testing.T) {
	nvcc := filepath.Join(t.TempDir(), "nvcc-13")
	script := "#!/bin/sh\necho \"$@\" >&2\nwhile [ \"$1\" != -o ]; do shift; done\necho .version 9.0 >\"$2\"\n"
	if err := os.WriteFile(nvcc, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	r, err := Compile(t.Context(), nvcc, "k.cu", Options{Target: "sm_90", PTX: 78, Flags: []string{"-Xptxas", "-v"}, Stderr: &said})
	if err != nil || r.PTX != ".version 9.0\n" || r.Standalone || !strings.HasPrefix(said.String(), "-ptx -arch=compute_90 -lineinfo -Xptxas -v -o ") {
		t.Errorf("%+v %v\n%s", r, err, said.String())
	}
}
