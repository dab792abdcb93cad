package gen

import (
	"context"
	"fmt"
	"reflect"
	"testing"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// compiled is a module whose lines 40 to 59 were compiled from a file, in part from a
// function that was inlined, and 60 from one that no .loc names.
func compiled(k *Kernel) *Module {
	m := NewModule("k.ptx", "").CompiledFrom(&Origins{
		Files: []string{"k.cu", "a/x.cuh", "b/x.cuh"}, Funcs: []string{"scaled", "twice"},
		Lines: "40:0:4 42:1,0:7@0:5\n\t44:2,1:9@1,0:7@0:5 60:",
	})
	m.Add(k)
	return m
}

// TestFaultNamesOrigin: a fault says what its line was compiled from, and the chain of places
// where that was inlined.
func TestFaultNamesOrigin(t *testing.T) {
	for ptxLine, want := range map[int]string{
		39: "k.ptx:39", 40: "k.ptx:40 (k.cu:4)", 41: "k.ptx:41 (k.cu:4)",
		43: "k.ptx:43 (a/x.cuh:7, inlined at k.cu:5)",
		59: "k.ptx:59 (b/x.cuh:9, inlined at a/x.cuh:7, inlined at k.cu:5)", 60: "k.ptx:60", 99: "k.ptx:99",
	} {
		k := ctas("k")
		compiled(k)
		k.GoFile = "origin_test.go"
		k.Lines = lineTable(1, ptxLine)
		err := k.Run(context.Background(), Launch{}, func(c *CTA) { c.Trap() })
		f := wantFault(t, err, ptx.FaultTrap)
		if got := fmt.Sprintf("kernel k, CTA (0,0,0), thread (0,0,0), %s: trap", want); f.Error() != got {
			t.Errorf("got  %s\nwant %s", f, got)
		}
		if f.File != "k.ptx" || f.Line != ptxLine {
			t.Errorf("%+v", f)
		}
	}
	k := ctas("k")
	compiled(k)
	k.GoFile, k.Lines = "origin_test.go", "1:50"
	f := wantFault(t, k.Run(context.Background(), Launch{}, func(c *CTA) { c.Trap() }), ptx.FaultTrap)
	if want := []ptx.Place{{File: "b/x.cuh", Line: 9, Func: "twice"}, {File: "a/x.cuh", Line: 7, Func: "scaled"}, {File: "k.cu", Line: 5}}; !reflect.DeepEqual(f.Source, want) {
		t.Errorf("%v, want %v", f.Source, want)
	}
}

// TestFaultOfOrigin: code under a //line directive that names what the PTX was compiled from.
// Where one line of the PTX was compiled from there the fault names it too.
func TestFaultOfOrigin(t *testing.T) {
	for lines, want := range map[string]string{
		"1:39 2:50 3:61":      "k.ptx:50 (b/x.cuh:9, inlined at a/x.cuh:7, inlined at k.cu:5)",
		"1:39 2:50 3:51 4:61": "k.ptx (b/x.cuh:9)",
		"1:39":                "k.ptx (b/x.cuh:9)",
	} {
		k := ctas("k")
		compiled(k)
		k.GoFile, k.Lines = "k_ptx.go", lines
		f := wantFault(t, k.Run(context.Background(), Launch{}, compiledBody), ptx.FaultTrap)
		if want := "kernel k, CTA (0,0,0), thread (0,0,0), " + want + ": trap"; f.Error() != want {
			t.Errorf("got  %s\nwant %s", f, want)
		}
		f = wantFault(t, k.Run(context.Background(), Launch{}, uncompiledBody), ptx.FaultTrap)
		if want := "kernel k, CTA (0,0,0), thread (0,0,0), k.ptx:60: trap"; f.Error() != want {
			t.Errorf("got  %s\nwant %s", f, want)
		}
	}
}

//line /some/where/b/x.cuh:8
func compiledBody(c *CTA) {
	c.Trap()
}

//line /some/where/k.ptx:59
func uncompiledBody(c *CTA) {
	c.Trap()
}

//line origin_test.go:90
