package asm_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/ptx2go/ptx2go/codegen"
	"github.com/ptx2go/ptx2go/internal/asm"
	"github.com/ptx2go/ptx2go/internal/harvest"
)

// TestBatch: modules are the same alone and together, whatever becomes of the others.
func TestBatch(t *testing.T) {
	var requests []asm.Request
	for _, name := range []string{"heat", "reduce", "saxpy", "mandelbrot", "saxpy"} {
		text, err := os.ReadFile(filepath.Join("../../examples", name, "kernel.ptx"))
		if err != nil {
			t.Fatal(err)
		}
		requests = append(requests, asm.Request{Schedule: scheduled(t, string(text)), Options: codegen.Options{
			Package: name, Source: "kernel.ptx", Output: "kernel_ptx.go", Asm: "kernel_ptx_amd64.go", ARM64: "kernel_ptx_arm64.go", Command: "ptx2go kernel.ptx", Comments: true,
		}})
	}
	broken := errors.New("broken")
	requests = append(requests, asm.Request{Guard: func(func() error) error { return broken }})
	together, err := asm.All(t.Context(), requests)
	if errors.Is(err, asm.ErrUnavailable) {
		t.Skipf("SKIPPED: %v", err)
	} else if err != nil {
		t.Fatal(err)
	}
	last := len(requests) - 1
	if together[last].Err != broken {
		t.Errorf("got %v, want the error of one module", together[last].Err)
	}
	for i, r := range requests[:last] {
		alone, err := asm.Files(t.Context(), r.Schedule, r.Options)
		if err != nil {
			t.Fatal(err)
		}
		if together[i].Err != nil {
			t.Errorf("%s: %v", r.Options.Package, together[i].Err)
		} else if !alone.Vectorised() || !bytes.Equal(alone.For(harvest.AMD64).Source, together[i].For(harvest.AMD64).Source) ||
			alone.For(harvest.ARM64).Source == nil || !reflect.DeepEqual(alone, together[i]) {
			t.Errorf("%s is another one in a batch", r.Options.Package)
		}
	}
}
