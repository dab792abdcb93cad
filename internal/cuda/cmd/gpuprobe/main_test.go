package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/cuda"
	"github.com/ptx2go/ptx2go/internal/cuda/golden"
)

// gpuprobe runs the command.
func gpuprobe(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	status = run(t.Context(), args, &out, &err)
	return status, out.String(), err.String()
}

func TestUsage(t *testing.T) {
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"-help", 0, "-budget"},
		{"-nothing", 2, "not defined"},
		{"file", 2, `unknown argument "file"`},
		{"-only (", 2, "missing closing"},
		{"-fractions 0", 2, "-fractions from 1"},
		{"-fractions 8388609", 2, "-fractions from 1"},
		{"-tuples 0", 2, "-tuples positive"},
		{"-recheck /does/not/exist", 1, "no such file"},
		{"-table /does/not/exist", 1, "no such file"},
	} {
		status, _, stderr := gpuprobe(t, strings.Fields(c.args)...)
		if status != c.status || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: status %d, %s", c.args, status, stderr)
		}
	}
}

func TestNotBuilt(t *testing.T) {
	if cuda.Built {
		t.Skip("this test is built with GPU support")
	}
	status, _, stderr := gpuprobe(t, "-out", t.TempDir())
	if status != 1 || !strings.Contains(stderr, "gpuprobe: this ptx2go was built without GPU support: build with -tags cuda") {
		t.Errorf("status %d, %s", status, stderr)
	}
}

func TestTable(t *testing.T) {
	f := &golden.File{
		Header: golden.Header{Date: "2026-01-31", GPU: "NVIDIA H200", Target: "sm_90", Driver: "570.86.15", CUDA: "12.8"},
		Entries: []*golden.Entry{
			{Kind: golden.Unary, Head: "rcp.approx.f32", Class: "approximate", Verdict: golden.Equal},
			{Kind: golden.Unary, Head: "tanh.approx.f32", Class: "approximate", Verdict: golden.NoModel},
			{Kind: golden.Tuples, Head: "min3.f32", Class: "arithmetic", Verdict: golden.Equal},
			{Kind: golden.Tuples, Head: "min.f32", Class: "arithmetic", Verdict: golden.Differs, Count: 1},
		},
	}
	path := filepath.Join(t.TempDir(), f.Name())
	if err := os.WriteFile(path, []byte(f.Format()), 0o644); err != nil {
		t.Fatal(err)
	}
	status, stdout, stderr := gpuprobe(t, "-table", path)
	want := "rcp.approx.f32\tH200 sm_90\t2026-01-31\t570.86.15\tequal\nmin.f32\tH200 sm_90\t2026-01-31\t570.86.15\tdiffers\n"
	if status != 0 || stdout != want {
		t.Errorf("status %d\n%s%s", status, stdout, stderr)
	}
}

func TestRecheck(t *testing.T) {
	f := &golden.File{
		Header: golden.Header{Date: "2026-01-31", GPU: "NVIDIA H200", Target: "sm_90", Driver: "570.86.15", CUDA: "12.8", Fractions: 1, Tuples: 1},
		Entries: []*golden.Entry{
			{Kind: golden.Small, Head: "neg.f16", Class: "arithmetic", Verdict: golden.Skipped, HasSums: true, Sum: 1},
			{Kind: golden.Small, Head: "abs.f16", Class: "arithmetic", Verdict: golden.Skipped, HasSums: true, Sum: 1},
		},
	}
	path := filepath.Join(t.TempDir(), f.Name())
	if err := os.WriteFile(path, []byte(f.Format()), 0o644); err != nil {
		t.Fatal(err)
	}
	status, stdout, stderr := gpuprobe(t, "-recheck", path, "-only", "^neg")
	if status != 0 || !strings.HasSuffix(stdout, ": 1 differs, 1 skipped\n") || !strings.Contains(stderr, "neg.f16") {
		t.Errorf("status %d\n%s%s", status, stdout, stderr)
	}
	data, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(data), "small neg.f16 differs") {
		t.Errorf("%v\n%s", err, data)
	}
}
