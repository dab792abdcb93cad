package schedule

import (
	"errors"
	"fmt"
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Verify checks the parts of the kernels that were cut: each as ir.Verify does, and
// together for what printer and interpreter rely on. Then it checks the bodies of all
// functions, and the memory that they access. What it finds is a mistake of this package.
func (s *Schedule) Verify() error {
	var list []error
	syncs := synchronising(ir.NewCallGraph(s.Module, s.Module.AddressTaken())) // as it is now
	for _, k := range s.Kernels {
		if k.Form != Regions {
			continue
		}
		c := &checker{k: k, syncs: syncs}
		for _, f := range k.Funcs() {
			if err := ir.Verify(f); err != nil {
				c.list = append(c.list, err)
			}
		}
		if len(c.list) == 0 { // else nothing is safe to ask
			c.kernel()
		}
		for _, err := range c.list {
			list = append(list, fmt.Errorf("a part of kernel %s: %w", k.Func.Name, err))
		}
	}
	if len(list) == 0 {
		list = append(s.verifyBodies(), s.verifyMemory()...)
	}
	return errors.Join(list...)
}

// checker collects the violations in a kernel.
type checker struct {
	k       *Kernel
	syncs   map[ir.CallNode]bool
	list    []error
	read    map[*ir.Slot]bool
	written map[*ir.Slot]bool
	runs    map[*ir.Func]bool
}

// part reports a violation in a part.
func (c *checker) part(f *ir.Func, format string, args ...any) {
	name := "the CTA"
	if i := slices.Index(c.k.Regions, f); i >= 0 {
		name = fmt.Sprintf("region %d", i+1)
	}
	c.list = append(c.list, fmt.Errorf("%s: %s", name, fmt.Sprintf(format, args...)))
}

// value reports a violation at a value.
func (c *checker) value(v *ir.Value, format string, args ...any) {
	c.part(v.Block.Func, "v%d %s: %s", v.ID, v.Op, fmt.Sprintf(format, args...))
}

func (c *checker) kernel() {
	c.read, c.written, c.runs = map[*ir.Slot]bool{}, map[*ir.Slot]bool{}, map[*ir.Func]bool{}
	for i, s := range c.k.CTA.Slots {
		if s.ID != i {
			c.part(c.k.CTA, "slot %s has the number %d of another", s.Name, s.ID)
		}
	}
	for _, f := range c.k.Funcs() {
		c.slots(f)
		for _, b := range f.Blocks {
			if b.Term == ir.Exit {
				c.part(f, "%s ends with Exit", b)
			}
		}
	}
	for _, s := range c.k.CTA.Slots {
		if c.read[s] && !c.written[s] {
			c.part(c.k.CTA, "nothing is ever stored in slot %s, which is read", s.Name)
		}
	}
	for _, f := range c.k.Regions {
		c.region(f)
	}
	c.cta()
	for _, f := range c.k.Regions {
		if !c.runs[f] {
			c.part(f, "nothing runs it")
		}
	}
}

// slots checks the slots that a part uses.
func (c *checker) slots(f *ir.Func) {
	declared := func(s *ir.Slot) bool { return s.First > 0 || slices.Contains(c.k.CTA.Slots, s) }
	if m := f.Mask; m != nil {
		c.read[m] = true
		if !declared(m) || m.Type != ir.I1 {
			c.part(f, "its mask %s is not a slot of bits of the kernel", m.Name)
		}
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			s := v.Attr.Slot
			if s == nil {
				continue
			}
			if !declared(s) {
				c.value(v, "the kernel has no slot %s", s.Name)
			}
			switch {
			case s.First > 0 && v.Op != ir.OpWarp && (v.Op != ir.OpBarrier || v.Type != ir.Void):
				c.value(v, "the mask %s has no elements", s.Name)
			case v.Op == ir.OpSlotStore || v.Op == ir.OpSlotSet || v.Op == ir.OpSlotFill:
				c.written[s] = true
			case v.Convergent() && s.Type != ir.I1:
				c.value(v, "its mask %s is not a slot of bits", s.Name)
				fallthrough
			default:
				c.read[s] = true
			}
		}
	}
}

// region checks that threads do not meet in a region.
func (c *checker) region(f *ir.Func) {
	if n := len(f.Args); len(f.ArgNames) != n || len(f.ArgFacts) != n || len(f.ArgFrom) != n {
		c.part(f, "%d arguments, %d names, %d facts, %d values", n, len(f.ArgNames), len(f.ArgFacts), len(f.ArgFrom))
	}
	for i, v := range f.ArgFrom {
		if v != nil && slices.Contains(f.ArgFrom[:i], v) {
			c.part(f, "v%d is two of its arguments", v.ID)
		}
	}
	if f.Order != ir.AnyOrder && !c.k.CTA.FirstRow && !hasOneRow(c.k.Func) {
		c.part(f, "an order of its threads, which may be in several rows")
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Convergent() {
				c.value(v, "a sync point in a region")
			}
		}
	}
	if v := syncingCall(f, c.syncs); v != nil {
		c.value(v, "calls a function that synchronises, or ends its thread")
	}
}

// cta checks the function of the CTA.
func (c *checker) cta() {
	for _, b := range c.k.CTA.Blocks {
		for _, v := range b.Values {
			switch {
			case v.Op == ir.OpRun:
				c.runs[v.Attr.Func] = true
				if !slices.Contains(c.k.Regions, v.Attr.Func) {
					c.value(v, "no region of the schedule")
				}
			case v.Op == ir.OpSlotSet && !v.Args[0].Vector():
				c.value(v, "v%d is not a vector", v.Args[0].ID)
			case v.Attr.Slot != nil, v.Convergent(), v.Vector(), v.Op == ir.OpNote:
			case !analysis.Inherent(v).In(analysis.CTA):
				c.value(v, "a value of a thread in the function of the CTA")
			}
			c.vectors(v)
		}
		for _, v := range b.Ctrl {
			if v.Vector() {
				c.part(c.k.CTA, "%s: %s by the vector v%d", b, b.Term, v.ID)
			}
		}
	}
}

// vectors checks the arguments of a value that are vectors, and those that must be. The
// printer names the array of a slot where a vector is used: right before that it is
// read, right after the operation a result is set.
func (c *checker) vectors(v *ir.Value) {
	for i, a := range v.Args {
		switch {
		case v.Op == ir.OpWarp, v.Op == ir.OpBarrier && i == 2:
			if v.Op == ir.OpBarrier && !a.Vector() {
				c.value(v, "argument %d is no vector", i)
			}
			if a.Vector() && (a.Op != ir.OpSlotAll || !c.adjacent(a, v, ir.OpSlotAll)) {
				c.value(v, "argument %d is not read right before it", i)
			}
		case v.Op == ir.OpSlotSet && a.Vector():
			from := a
			if a.Op == ir.OpExtract {
				from = a.Args[0]
			}
			if !from.Convergent() || !c.adjacent(from, v, ir.OpExtract, ir.OpSlotSet) {
				c.value(v, "not right after what gives v%d", a.ID)
			}
		case a.Vector() && v.Op != ir.OpExtract:
			c.value(v, "argument %d is a vector", i)
		}
	}
}

// adjacent reports whether between two values of a block there are only some operations.
func (c *checker) adjacent(from, to *ir.Value, between ...ir.Op) bool {
	if from.Block != to.Block {
		return false
	}
	list := from.Block.Values
	for _, v := range list[slices.Index(list, from)+1 : slices.Index(list, to)] {
		if !slices.Contains(between, v.Op) {
			return false
		}
	}
	return true
}
