package codegen

import "testing"

// TestFileBase: what names at package level begin with follows from the Go file, of
// which a folder has only one of a name.
func TestFileBase(t *testing.T) {
	for _, tt := range []struct{ output, source, base string }{
		{"saxpy_ptx.go", "saxpy.ptx", "saxpy"},
		{"my-kernels.v2_ptx.go", "k.ptx", "myKernelsV2"},
		{"fast.go", "k.ptx", "fast"},
		{"3d_ptx.go", "3d.ptx", "v3d"},
		{"", "k.ptx", "k"},
	} {
		if got := fileBase(Options{Output: tt.output, Source: tt.source}); got != tt.base {
			t.Errorf("%s of %s: %s, want %s", tt.output, tt.source, got, tt.base)
		}
	}
}
