package builder

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// casesDir holds kernels of many kinds, compiled by several producers.
const casesDir = "../../../shared/cases"

// notYet lists the opcodes in the conformance cases that cannot be lowered yet, up
// to their first dot. What one of them can do in one form may be missing in
// another: see docs/ISA.md.
var notYet = map[string]bool{
	"alloca": true, "cp": true,
	// Approximations.
	"cos": true, "div": true, "ex2": true, "lg2": true, "rcp": true, "rsqrt": true, "sin": true, "sqrt": true, "tanh": true,
	// Video.
	"vabsdiff": true, "vabsdiff4": true, "vadd": true, "vadd4": true, "vavrg4": true, "vmad": true, "vmax": true,
	"vmin": true, "vset": true, "vshl": true, "vshr": true, "vsub": true,
}

// TestCases builds every module of the conformance cases.
func TestCases(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(casesDir, "*", "*.ptx"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("SKIPPED: the conformance cases are not here")
	}
	var opt Options
	for _, path := range files {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		l := diag.NewList(diag.NewFile(path, string(src)))
		ast := frontend.Parse(l.File, l)
		frontend.Check(ast, l)
		if l.Errors() > 0 {
			t.Error(report(l))
			continue
		}
		m := Module([]*frontend.Module{ast}, l, opt)
		for _, d := range l.Sorted() {
			head, ok := strings.CutPrefix(d.Msg, "not supported yet: ")
			opcode, _, _ := strings.Cut(head, ".")
			if d.Severity == diag.Error && !(ok && notYet[opcode]) {
				t.Errorf("%s: %s", l.File.Position(d.Pos), d.Msg)
			}
		}
		if err := ir.VerifyModule(m); err != nil && l.Errors() == 0 {
			t.Errorf("%s: %v", path, err)
		}
	}
}
