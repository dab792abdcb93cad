package schedule

import (
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// TestUses: an address that a view stands for is not needed, the parts of its index are,
// and used by the access itself.
func TestUses(t *testing.T) {
	s := scheduleOf(t, "testdata/memory.txtar")
	m := memoryOf{s.Memory, t, s}
	f := m.function("views")
	load := m.value(f, "x")
	address, tid := load.Args[0], first(t, ir.OpSReg, f)
	plain := NewUses(f, func(v *ir.Value) []*ir.Value { return v.Args })
	if !plain.Needed[address.ID] || len(plain.Values[address.ID]) != 1 {
		t.Errorf("by their arguments: the address is needed: %v, by %d", plain.Needed[address.ID], len(plain.Values[address.ID]))
	}
	viewed := NewUses(f, m.Operands)
	if viewed.Needed[address.ID] || len(viewed.Values[address.ID]) > 0 {
		t.Error("through views: the address is needed")
	}
	// x and y are indexed by it, and raw twice: what widens it is no part of an index.
	if users := viewed.Values[tid.ID]; len(users) != 4 || users[0] != load {
		t.Errorf("through views: %%tid.x is used by %v, want four accesses, the load of x first", users)
	}
}
