package main

import (
	"image/png"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/ptx2go/ptx2go/examples/cu"
)

func TestRun(t *testing.T) {
	if err := cu.Available(); err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	path := filepath.Join(t.TempDir(), "out.png")
	if err := run(io.Discard, path, 32, 5, 3, 1, 1e-3); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if m.Bounds().Dx() != 32 || m.Bounds().Dy() != 32 {
		t.Errorf("a picture of %v", m.Bounds())
	}
	colours := map[any]bool{}
	for i := range 32 {
		for j := range 32 {
			colours[m.At(i, j)] = true
		}
	}
	if len(colours) < 50 {
		t.Errorf("%d colours", len(colours))
	}
	if err := run(io.Discard, path, 31, 5, 3, 1, 1e-3); err == nil {
		t.Error("31 places: no error")
	}
}
