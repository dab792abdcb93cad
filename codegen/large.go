package codegen

import (
	"fmt"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// A function of the module is one of Go, and the time that the Go compiler takes for it
// grows faster than its size: for 6,000 blocks it was 3 to 13 s of processor time where
// they are nested or in a row, and a minute where 4,500 of them jump to others near by,
// four times as much for twice as many. A straight line of 60,000 values did not end in
// 90 s, one of 10,000 takes 2. Beyond these limits that is said.
const (
	manyBlocks = 6_000
	manyValues = 40_000
)

// NoteLarge adds a note for each function that the Go compiler will take long for.
func NoteLarge(m *ir.Module, l *diag.List) {
	live := reached(m, ir.NewCallGraph(m, m.AddressTaken()))
	for _, f := range m.Funcs {
		values := f.CountValues()
		if !live[f] || len(f.Blocks) <= manyBlocks && values <= manyValues {
			continue
		}
		l.Add(diag.Diagnostic{Pos: f.Pos, Len: len(f.Name), Severity: diag.Note, Code: "large",
			Msg:  fmt.Sprintf("%s becomes a Go function of %d blocks and %d values, which the Go compiler may take minutes for", f.Name, len(f.Blocks), values),
			Hint: "-entry leaves out kernels that are not needed; run -engine=interp needs no compiler"})
	}
}
