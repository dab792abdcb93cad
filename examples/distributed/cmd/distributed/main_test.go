package main

import (
	"context"
	"flag"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

func TestMain(m *testing.M) {
	flag.Parse()
	beam.Init()
	os.Exit(m.Run())
}

func TestRun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.png")
	if err := run(context.Background(), path, 64, 40, 5); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if c, err := png.DecodeConfig(f); err != nil || c.Width != 64 || c.Height != 40 {
		t.Errorf("a picture of %d by %d, %v", c.Width, c.Height, err)
	}
	if err := run(context.Background(), path, 0, 40, 5); err == nil {
		t.Error("a picture without pixels has no error")
	}
}
