package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestUpToDate fails when a generated file differs from what gen would write.
func TestUpToDate(t *testing.T) {
	dir := filepath.Join("..", "..")
	want := files()
	table, err := table(dir)
	if err != nil {
		t.Fatal(err)
	}
	want[filepath.Join("fptable", "ztable.go")] = table
	for name, text := range want {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(got, text) {
			t.Errorf("%s is not up to date: run go generate in runtime/fpops", name)
		}
	}
	generated, err := filepath.Glob(filepath.Join(dir, "z*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range generated {
		if filepath.Base(path) == "zbench_test.go" { // that of genbench
			continue
		}
		if want[filepath.Base(path)] == nil {
			t.Errorf("%s is not written by gen", filepath.Base(path))
		}
	}
}

func TestGoName(t *testing.T) {
	for head, want := range map[string]string{
		"fma.rn.ftz.sat.f32":      "FmaRnFtzSatF32",
		"min.ftz.NaN.f32":         "MinFtzNaNF32",
		"cvt.rn.f16x2.f32":        "CvtRnF16x2F32",
		"testp.notanumber.f32":    "TestpNotanumberF32",
		"cvt.pack.sat.u8.s32.b32": "CvtPackSatU8S32B32",
	} {
		if got := goName(head); got != want {
			t.Errorf("goName(%q) = %q, want %q", head, got, want)
		}
	}
}
