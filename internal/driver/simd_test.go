package driver

import (
	"testing"

	"github.com/ptx2go/ptx2go/internal/experiment"
)

// TestSimdName: what decides when a file is built stays where the go command looks for it.
func TestSimdName(t *testing.T) {
	for path, want := range map[string]string{
		"saxpy_ptx.go":            "saxpy_simd_ptx.go",
		"a/b_c_ptx.go":            "a/b_c_simd_ptx.go",
		"fast.go":                 "fast_simd.go",
		"ptx.go":                  "ptx_simd.go",
		"k_linux_amd64.go":        "k_simd_linux_amd64.go",
		"k_ptx_linux.go":          "k_simd_ptx_linux.go",
		"k_linux_ptx.go":          "k_linux_simd_ptx.go",
		"k_test.go":               "k_simd_test.go",
		"k_windows_amd64_test.go": "k_simd_windows_amd64_test.go",
		"linux.go":                "linux_simd.go",
		"_ptx.go":                 "_simd_ptx.go",
		"out.txt":                 "out_simd.txt",
	} {
		got := simdName(path)
		if got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
		if a, b := ruleOf(path, nil), ruleOf(got, nil); len(a) != len(b) {
			t.Errorf("%s is built where %v holds, %s where %v does", path, a, got, b)
		}
	}
}

// TestBuiltWith: no gangs are printed for files that no build has together with them.
func TestBuiltWith(t *testing.T) {
	for _, c := range []struct {
		path, tags string
		want       bool
	}{
		{"k_ptx.go", "", true},
		{"k_ptx.go", "linux && amd64", true},
		{"k_ptx.go", "arm64", false},
		{"k_ptx.go", "!amd64", false},
		{"k_ptx.go", "!goexperiment.simd", false},
		{"k_ptx.go", "go1.26", true},
		{"k_ptx.go", "!go1.27", false},
		{"k_ptx.go", "go1.28", false},
		{"k_arm64.go", "", false},
		{"k_amd64.go", "", true},
		{"k_amd64.go", "suite", true},
	} {
		if got := builtWith(c.path, c.tags, experiment.Constraint); got != c.want {
			t.Errorf("%s with %q: %v", c.path, c.tags, got)
		}
	}
}
