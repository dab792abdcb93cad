package driver

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestRunner: programs for another processor run by the command that the go command would run them by, if there is
// one.
func TestRunner(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	path := filepath.Join(dir, "go_"+runtime.GOOS+"_riscv64_exec")
	for _, x := range []struct {
		goarch string
		there  bool
		want   string
	}{
		{"", true, ""}, {runtime.GOARCH, true, ""}, {"riscv64", true, path}, {"mips", true, ""}, {"riscv64", false, ""},
	} {
		t.Setenv("GOARCH", x.goarch)
		os.Remove(path)
		if x.there {
			if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if got := runner(); got != x.want && runtime.GOARCH != "riscv64" && runtime.GOOS != "windows" {
			t.Errorf("GOARCH=%s, there: %v: %q, want %q", x.goarch, x.there, got, x.want)
		}
	}
}
