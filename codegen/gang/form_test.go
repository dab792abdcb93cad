package gang

import (
	"testing"

	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// besides are the operations of values that are looked at by themselves, or that are printed by other
// means than a builder.
var besides = map[ir.Op]bool{
	ir.OpConst: true, ir.OpArg: true, ir.OpParam: true, ir.OpPhi: true, ir.OpExtract: true, ir.OpSelect: true,
	ir.OpLoad: true, ir.OpSlotLoad: true,
}

// TestBuilders: whatever plans take to have a form for vectors has a builder, and nothing else.
func TestBuilders(t *testing.T) {
	forms := 0
	for i := range ir.Ops {
		op := ir.Op(i)
		if op == ir.OpInvalid || besides[op] {
			continue
		}
		if has := builders[op] != nil; has != gang.HasForm(op) {
			t.Errorf("%s: a form: %v, a builder: %v", op, gang.HasForm(op), has)
		} else if has {
			forms++
		}
	}
	if forms < 30 {
		t.Errorf("only %d operations have a form", forms)
	}
}
