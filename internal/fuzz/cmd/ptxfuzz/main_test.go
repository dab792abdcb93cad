package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestExit checks the exit statuses of what needs no oracle.
func TestExit(t *testing.T) {
	for _, args := range [][]string{nil, {"nothing"}, {"forms", "-no-such-flag"}, {"reduce", "no-such-case", "small"}} {
		if got := run(context.Background(), args); got != exitError {
			t.Errorf("%v: %d", args, got)
		}
	}
}

// TestMissing checks that what needs clang says so where it is not there.
func TestMissing(t *testing.T) {
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(tool, filepath.Join(dir, "go")); err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	t.Setenv("PATH", dir)
	for _, kind := range []string{"c", "loops", "float", "half"} {
		if got := run(context.Background(), []string{kind, "-n", "1"}); got != exitMissing {
			t.Errorf("%s: %d", kind, got)
		}
	}
}

// TestElsewhere checks that the command wants to be in the source of ptx2go.
func TestElsewhere(t *testing.T) {
	t.Chdir(t.TempDir())
	if got := run(context.Background(), []string{"forms", "-n", "1"}); got != exitError {
		t.Errorf("got %d", got)
	}
}
