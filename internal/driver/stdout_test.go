package driver

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// full is an output with room for some bytes.
type full struct{ room int }

var errFull = errors.New("the disk is full")

func (f *full) Write(p []byte) (int, error) {
	n := min(len(p), f.room)
	f.room -= n
	if n < len(p) {
		return n, errFull
	}
	return n, nil
}

// TestStdoutFull: whatever a command prints, it fails where that cannot be written, and says
// so once.
func TestStdoutFull(t *testing.T) {
	const cases = "../cases/casefile/testdata/cases/"
	file := func(name, text string) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	bad := file("bad.ptx", ".version 8.0\n")
	missing := file("missing.ptx", ".version 8.0\n.target sm_90a\n.address_size 64\n.entry k() { wgmma.fence.sync.aligned; ret; }\n")
	saxpy := cases + "saxpy/kernel.ptx"
	for _, args := range [][]string{
		{"isa"}, {"isa", "-json"}, {"isa", "-missing", missing}, {"help"}, {"help", "run"}, {"check", "-help"}, {"version"}, {"-version"},
		{"check", "-json", bad}, {"-json", "-o", filepath.Join(t.TempDir(), "x_ptx.go"), bad}, {"-o", "-", saxpy},
		{"run", cases + "saxpy"}, {"run", cases + "printf_forms"}, {"verify", cases + "saxpy"}, {"verify", "-json", cases + "saxpy"},
		{"run", "-block", "32", "-kernel", "saxpy", saxpy, "u32:32", "f32:2", "buf:f32:32", "y=buf:f32:32"},
	} {
		var e bytes.Buffer
		for _, room := range []int{0, 10} {
			e.Reset()
			status := Main(t.Context(), args, Stdio{In: strings.NewReader(""), Out: &full{room}, Err: &e})
			if status != exitError || strings.Count(e.String(), errFull.Error()) != 1 {
				t.Errorf("%s with room for %d bytes: status %d, %s", strings.Join(args, " "), room, status, e.String())
			}
		}
	}
}
