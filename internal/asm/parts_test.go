package asm

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/ptx2go/ptx2go/codegen"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/pipeline"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// TestParts: a module is the same whether its gangs are compiled together or one by one.
func TestParts(t *testing.T) {
	var requests []Request
	for _, path := range []string{
		"../../examples/heat/kernel.ptx", "../../examples/reduce/kernel.ptx", "../../examples/saxpy/kernel.ptx",
		"../cases/casefile/testdata/cases/mem_st/kernel.ptx", "../cases/casefile/testdata/cases/fp_fma_f32/kernel.ptx",
		"../cases/casefile/testdata/cases/mem_atom/kernel.ptx", "../cases/casefile/testdata/cases/fp_ex2_f16/kernel.ptx",
	} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f := diag.NewFile("kernel.ptx", string(text))
		m := pipeline.Lower(f, diag.NewList(f), pipeline.Options{})
		if m == nil {
			t.Fatalf("%s is refused", path)
		}
		requests = append(requests, Request{Schedule: schedule.New(m, schedule.Options{}), Options: codegen.Options{
			Package: filepath.Base(filepath.Dir(path)), Source: "kernel.ptx", Output: "kernel_ptx.go", Asm: "kernel_ptx_amd64.go", ARM64: "kernel_ptx_arm64.go", Command: "ptx2go kernel.ptx", Comments: true,
		}})
	}
	var lists [][]*Module
	for _, size := range []int{1 << 30, 1} {
		list, err := inParts(t.Context(), requests, size)
		if errors.Is(err, ErrUnavailable) {
			t.Skipf("SKIPPED: %v", err)
		} else if err != nil {
			t.Fatal(err)
		}
		lists = append(lists, list)
	}
	for i, r := range requests {
		whole, cut := lists[0][i], lists[1][i]
		if whole.Err != nil || cut.Err != nil {
			t.Errorf("%s: whole %v, in parts %v", r.Options.Package, whole.Err, cut.Err)
		} else if !reflect.DeepEqual(whole, cut) {
			t.Errorf("%s is another one in parts", r.Options.Package)
		}
	}
}

// TestSplit: parts have what they need at the lines of the whole, and nothing else.
func TestSplit(t *testing.T) {
	f := &codegen.File{Name: "vector.go", Leaves: []codegen.Leaf{{Name: "one"}, {Name: "two"}, {Name: "three"}}, Source: []byte(`package vector

import (
	"a"
	b "c"
)

type shared struct{ x b.T }

// one is first.
//
//go:noinline
func one() int { return f1v }

//go:noinline
func two(s *shared) int { return a.F(f2v) }

func three() {
}

// Vectors.
var (
	f1v = b.V(0)
	f2v = a.V(0)
)
`)}
	parts, large, err := split(f, 64)
	if err != nil || len(large) > 0 {
		t.Fatal(large, err)
	}
	want := []string{`package vector

import (

	b "c"
)

type shared struct{ x b.T }

// one is first.
//
//go:noinline
func one() int { return f1v }







// Vectors.
var (
	f1v = b.V(0)

)
`, `package vector

import (
	"a"
	b "c"
)

type shared struct{ x b.T }






//go:noinline
func two(s *shared) int { return a.F(f2v) }

func three() {
}

// Vectors.
var (

	f2v = a.V(0)
)
`}
	if len(parts) != len(want) {
		t.Fatalf("%d parts, want %d", len(parts), len(want))
	}
	for i := range want {
		if got := string(parts[i]); got != want[i] {
			t.Errorf("part %d: got\n%s\nwant\n%s", i+1, got, want[i])
		}
	}
}
