package tensor_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/cuda/golden/tensor"
)

// files are the recordings by their names.
func files(t *testing.T) map[string][]*tensor.Record {
	t.Helper()
	dir := "testdata"
	if d := os.Getenv("TENSOR_DIR"); d != "" {
		dir = d
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.rec.gz"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no recordings: %v", err)
	}
	all := map[string][]*tensor.Record{}
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		records, err := tensor.Read(f)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		f.Close()
		all[strings.TrimSuffix(filepath.Base(name), ".rec.gz")] = records
	}
	return all
}

// products calls f for all products of matrices.
func products(t *testing.T, f func(t *testing.T, r *tensor.Record)) {
	n := 0
	for name, records := range files(t) {
		t.Run(name, func(t *testing.T) {
			for _, r := range records {
				if r.Products() {
					n++
					f(t, r)
				}
			}
		})
	}
	if n == 0 {
		t.Error("no products")
	}
}

// The inputs that this package makes are those that the GPU got.
func TestInputs(t *testing.T) {
	check := func(t *testing.T, r *tensor.Record) {
		h := sha256.New()
		for tile := range r.Tiles {
			h.Write(r.Input(tile))
		}
		if got := hex.EncodeToString(h.Sum(nil))[:16]; got != r.Inputs {
			t.Errorf("%s %s: inputs have hash %s, those of the GPU %s", r.Form, r.Family, got, r.Inputs)
		}
	}
	products(t, check)
	for _, r := range files(t)["wmma_raw"] {
		check(t, r)
	}
}
