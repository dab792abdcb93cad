//go:build cuda

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"testing"

	"github.com/ptx2go/ptx2go/internal/cuda"
	"github.com/ptx2go/ptx2go/internal/cuda/golden"
	"github.com/ptx2go/ptx2go/internal/cuda/testlib"
)

var lib string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "libcuda-")
	if err != nil {
		panic(err)
	}
	if lib, err = testlib.Build(dir); err != nil && !errors.Is(err, testlib.ErrNoCompiler) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

// TestProbe runs the command from end to end on a driver that interprets kernels, whose
// results are therefore equal.
func TestProbe(t *testing.T) {
	if lib == "" {
		t.Skipf("SKIPPED: %v", testlib.ErrNoCompiler)
	}
	t.Setenv(cuda.LibraryVariable, lib)
	dir := filepath.Join(t.TempDir(), "out")
	status, stdout, stderr := gpuprobe(t, "-out", dir, "-fractions", "50", "-tuples", "3000",
		"-only", `^((neg|abs|rcp\.rn|sqrt\.rn|add\.rn)\.f32|neg\.f16|cvt\.rzi\.s32\.f32|neg-abs-nan)$`)
	if status != 0 {
		t.Fatalf("status %d\n%s", status, stderr)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) != 1 || !regexp.MustCompile(`ptx2go-on-\w+_sm89_driver\S+\.txt$`).MatchString(files[0]) {
		t.Fatalf("files %v %v", files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	f, err := golden.Parse(string(data))
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	if f.Summary()+"\n" != stdout || f.Header.GPU != "ptx2go on "+runtime.GOARCH || f.Header.CUDA != "12.4" || f.Header.Fractions != 50 || f.Header.Tuples != 3000 {
		t.Errorf("%+v\n%s", f.Header, stdout)
	}
	for _, head := range []string{"abs.f32", "neg.f32", "rcp.rn.f32", "sqrt.rn.f32", "add.rn.f32", "neg.f16", "cvt.rzi.s32.f32"} {
		if e := f.Lookup(head); e == nil || e.Verdict != golden.Equal {
			t.Errorf("%s: %+v", head, e)
		}
	}
	answers := 0
	for _, a := range f.Answers {
		if a.Question == "neg-abs-nan" && a.Head == "neg.f32" {
			answers++
			if a.GPU != 0x7fffffff || a.Model != a.GPU {
				t.Errorf("%+v", a)
			}
		}
	}
	if answers != 5 {
		t.Errorf("%d answers", answers)
	}
}

func TestNoSuchGPU(t *testing.T) {
	if lib == "" {
		t.Skipf("SKIPPED: %v", testlib.ErrNoCompiler)
	}
	t.Setenv(cuda.LibraryVariable, lib)
	status, _, stderr := gpuprobe(t, "-gpu", "3", "-out", t.TempDir())
	if status != 1 || stderr != "gpuprobe: there is no GPU 3: the driver knows 1\n" {
		t.Errorf("status %d, %s", status, stderr)
	}
}
