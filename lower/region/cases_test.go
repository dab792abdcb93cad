package region_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/house/testmode"
	"github.com/ptx2go/ptx2go/lower/builder"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

// TestCases structures every function of the conformance cases, as built and
// before any pass.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("../../../shared/cases/*/*.ptx")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("SKIPPED: the conformance cases are not here")
	}
	funcs := 0
	for _, path := range testmode.Pick(files, 50, func(path string) string { return path }) {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		l := diag.NewList(diag.NewFile(path, string(src)))
		ast := frontend.Parse(l.File, l)
		if l.Errors() == 0 {
			frontend.Check(ast, l)
		}
		if l.Errors() > 0 {
			t.Errorf("%s: errors", path)
			continue
		}
		m := builder.Module([]*frontend.Module{ast}, l, builder.Options{Externs: map[string]bool{"vprintf": true, "malloc": true, "free": true}})
		if ir.VerifyModule(m) != nil {
			continue // what is not supported yet leaves gaps
		}
		for _, f := range m.Funcs {
			if len(f.Blocks) > 0 {
				funcs++
				region.Check(t, f)
			}
		}
		// The modules are a good test of the text form as well.
		first := ir.Print(m)
		again, err := ir.Parse(path, first)
		if err != nil {
			t.Errorf("%s: %v", path, err)
		} else if ir.Print(again) != first {
			t.Errorf("%s: prints differently after reading", path)
		}
		if t.Failed() {
			t.Fatal(path)
		}
	}
	if funcs < 100 {
		t.Errorf("only %d functions", funcs)
	}
}
