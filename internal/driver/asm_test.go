package driver

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ptx2go/ptx2go/internal/harvest"
)

// TestAsmName: the file is for amd64, and for the system of the Go file.
func TestAsmName(t *testing.T) {
	for path, want := range map[string]string{
		"saxpy_ptx.go":     "saxpy_ptx_amd64.go",
		"a_b/c_ptx.go":     "a_b/c_ptx_amd64.go",
		"k_ptx_linux.go":   "k_ptx_linux_amd64.go",
		"k_ptx_amd64.go":   "k_ptx_asm_amd64.go",
		"k_linux_amd64.go": "k_asm_linux_amd64.go",
		"linux_amd64.go":   "linux_asm_amd64.go",
		"fast.go":          "fast_amd64.go",
		"out.txt":          "out_amd64.txt",
	} {
		if got := asmName(path, harvest.AMD64); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
}

// TestCgoFiles: the builds with files that import "C" together with the output.
func TestCgoFiles(t *testing.T) {
	for name, c := range map[string]struct {
		files      map[string]string
		tags, want string
	}{
		"none":           {map[string]string{"a.go": "package k\n\nimport \"unsafe\"\n"}, "", ""},
		"always":         {map[string]string{"a.go": "package k\n\nimport \"C\"\n"}, "", "cgo"},
		"with a tag":     {map[string]string{"a.go": "//go:build cuda\n\npackage k\n\nimport \"C\"\n"}, "", "cgo && cuda"},
		"one system":     {map[string]string{"a_windows.go": "package k\n\nimport \"C\"\n"}, "", "cgo && windows"},
		"another system": {map[string]string{"a_windows.go": "package k\n\nimport \"C\"\n"}, "linux", ""},
		"arm64":          {map[string]string{"a_arm64.go": "package k\n\nimport \"C\"\n"}, "", ""},
		"two": {map[string]string{
			"a.go": "//go:build cuda\n\npackage k\n\nimport \"C\"\n", "b.go": "//go:build hip || rocm\n\npackage k\n\nimport \"C\"\n",
		}, "", "(cgo && cuda) || (cgo && (hip || rocm))"},
		"twice the same": {map[string]string{
			"a.go": "//go:build cuda\n\npackage k\n\nimport \"C\"\n", "b.go": "//go:build cuda\n\npackage k\n\nimport \"C\"\n",
		}, "", "cgo && cuda"},
		"not Go": {map[string]string{"a.c": "import \"C\"\n", "_a.go": "package k\n\nimport \"C\"\n"}, "", ""},
	} {
		dir := t.TempDir()
		for file, text := range c.files {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if _, when := (cgoFiles{}).beside(filepath.Join(dir, "k_ptx.go"), c.tags, harvest.AMD64); when != c.want {
			t.Errorf("%s: got %q, want %q", name, when, c.want)
		}
	}
}
