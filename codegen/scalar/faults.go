package scalar

import (
	"github.com/ptx2go/ptx2go/lower/ir"
)

// needsThread reports whether the body speaks of its thread as an object.
func (g *memGen) needsThread() bool { return g.mod.memory.NeedsThread(g.body) }

// asksThread reports whether it does so other than for its own variables.
func (g *memGen) asksThread() bool { return g.mod.memory.AsksThread(g.body, nil) != nil }

// faults reports whether the body can fault, so that the thread must be known.
func (g *source) faults() bool { return g.faultsIn(func(*ir.Value) bool { return true }) }

// faultsIn is faults of those accesses that are in something.
func (g *source) faultsIn(in func(access *ir.Value) bool) bool {
	for _, b := range g.f.Blocks {
		if b.Term == ir.Switch {
			return true
		}
		for _, v := range b.Values {
			switch v.Op {
			case ir.OpTrap, ir.OpNote, ir.OpCall, ir.OpCallIndirect, ir.OpAlloca, ir.OpStackRestore:
				return true
			}
			if v.IsAccess() && in(v) || v.IsImage() {
				return true
			}
		}
	}
	return false
}
