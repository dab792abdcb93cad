package build

import (
	"slices"
	"testing"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// TestBuilders checks that the ISA table and the builders name each other.
func TestBuilders(t *testing.T) {
	names := isa.Builders()
	for _, n := range names {
		if _, ok := builders[n]; !ok {
			t.Errorf("the table names the builder %q, which does not exist", n)
		}
	}
	for n := range builders {
		if !slices.Contains(names, n) {
			t.Errorf("no form of the table uses the builder %q", n)
		}
	}
}

// TestOperations checks that every operation of the table is one of the IR's.
func TestOperations(t *testing.T) {
	n := 0
	for _, f := range isa.Forms() {
		heads := 0
		for head := range f.Expand {
			if heads++; heads > 200 {
				break // arithmetic has fewer
			}
			ms, miss := isa.Resolve(f.Opcode, head)
			if miss != nil {
				continue // a combination that the form's row excludes
			}
			for _, m := range ms {
				if l := m.Lowering(); l.Verb == isa.LowerOp {
					n++
					if _, ok := opByName[l.Name]; !ok {
						t.Errorf("%s is lowered to the operation %q, which does not exist", m.Head, l.Name)
					}
				}
			}
		}
	}
	if n == 0 {
		t.Error("no form is lowered to an operation")
	}
}
