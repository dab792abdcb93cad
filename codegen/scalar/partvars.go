package scalar

import (
	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// parts prints a kernel that the schedule has cut: a function for each region, which
// loops over the threads, and one for the control flow of the CTA.
type parts struct {
	k       *Kernel
	sched   *schedule.Kernel
	names   *gosrc.Namer // what all parts mention
	slots   map[*ir.Slot]*slotVar
	aside   map[*ir.Slot]*slotVar // what a chain keeps of them until its last warp is through
	kinds   []gosrc.Kind          // of the values of sched.Cut
	regions map[*ir.Func]*regionFunc
	plain   map[*ir.Func]*regionFunc // regions as they are without gangs, once there are any with
	frame   *layout                  // of the local variables, nil where there are none

	knowledge []known // of the values of the CTA function, see known
	flushed   []bool  // of the same, see isFlushed
}

// slotVar is the array that a slot is in Go, one element a thread.
type slotVar struct {
	name string
	kind gosrc.Kind
}

// regionFunc is the function of a region.
type regionFunc struct {
	name   string
	base   string // what it is called without gangs
	params []*gosrc.Variable
	slot   map[*gosrc.Variable]*ir.Slot // those that are slots
	arg    map[*gosrc.Variable]int      // those that are arguments of the region
}

// chooseKinds chooses the carriers of what parts give each other, as if the kernel
// were one function.
func (s *parts) chooseKinds() {
	f := s.sched.Cut
	p := &plan{f: f, operands: s.sched.Operands, kinds: make([]gosrc.Kind, f.NumValues())}
	p.chooseKinds()
	s.kinds = p.kinds
}

func (s *parts) slotKind(x *ir.Slot) gosrc.Kind {
	if x.From == nil || x.From.Type != x.Type {
		return KindOf(x.Type)
	}
	return s.kinds[x.From.ID]
}

func (s *parts) slotName(x *ir.Slot) string {
	switch {
	case x.Name != "":
		return ParamName(s.k.Func.Name, x.Name)
	case x.Type == ir.I1:
		return "p"
	case x.Type.IsFloat():
		return "f"
	}
	return "r"
}

// given returns the carrier of a value that comes from another part, or goes there.
func (s *parts) given(v *ir.Value) (gosrc.Kind, bool) {
	switch {
	case v.Op == ir.OpSlotLoad, v.Op == ir.OpSlotStore:
		return s.slotKind(v.Attr.Slot), true
	case v.Op == ir.OpArg:
		return s.argKind(v.Block.Func, v.Attr.Index), true
	}
	return gosrc.NoKind, false
}

func (s *parts) argKind(f *ir.Func, i int) gosrc.Kind { return s.kinds[f.ArgFrom[i].ID] }
