package schedule

import (
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// cutKernel schedules the first kernel of masks.txtar: a shuffle in a loop under masks,
// with a barrier in front and one after.
func cutKernel(t *testing.T) (*Schedule, *Kernel) {
	t.Helper()
	s := scheduleOf(t, "testdata/masks.txtar")
	return s, s.Kernels[0]
}

// first returns the first value of an operation in some functions.
func first(t *testing.T, op ir.Op, list ...*ir.Func) *ir.Value {
	t.Helper()
	for _, f := range list {
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				if v.Op == op {
					return v
				}
			}
		}
	}
	t.Fatalf("there is no %s", op)
	return nil
}

// before puts a new value before another.
func before(v *ir.Value, op ir.Op, typ ir.Type, args ...*ir.Value) *ir.Value {
	w := v.Block.Func.NewValue(op, typ, 0, args...)
	for i, x := range v.Block.Values {
		if x == v {
			v.Block.Insert(i, w)
			return w
		}
	}
	panic("not in its block")
}

// TestVerify breaks the parts of a kernel in every way that Verify knows.
func TestVerify(t *testing.T) {
	sreg := func(v *ir.Value, name string) *ir.Value {
		r := before(v, ir.OpSReg, ir.I32)
		r.Attr.SReg = name
		return r
	}
	for _, test := range []struct {
		name, want string
		change     func(t *testing.T, k *Kernel)
	}{
		{"a slot that is not declared", "the kernel has no slot away", func(t *testing.T, k *Kernel) {
			v := first(t, ir.OpSlotLoad, k.Regions...)
			v.Attr.Slot = &ir.Slot{Name: "away", Type: v.Type}
		}},
		{"a slot without a number", "has the number 7 of another", func(t *testing.T, k *Kernel) { k.CTA.Slots[1].ID = 7 }},
		{"a slot that nothing stores", "nothing is ever stored in slot new, which is read", func(t *testing.T, k *Kernel) {
			v := first(t, ir.OpSlotLoad, k.Regions...)
			v.Attr.Slot = &ir.Slot{Name: "new", Type: v.Type, ID: len(k.CTA.Slots)}
			k.CTA.Slots = append(k.CTA.Slots, v.Attr.Slot)
		}},
		{"a mask of a region that is no mask", "its mask r2 is not a slot of bits", func(t *testing.T, k *Kernel) {
			k.Regions[0].Mask = first(t, ir.OpSlotAll, k.CTA).Attr.Slot
		}},
		{"a mask of a sync point that is no mask", "Warp: its mask r2 is not a slot of bits", func(t *testing.T, k *Kernel) {
			first(t, ir.OpWarp, k.CTA).Attr.Slot = first(t, ir.OpSlotAll, k.CTA).Attr.Slot
		}},
		{"a mask that SlotAny looks at", "(SlotAny): the slot r2 is i32", func(t *testing.T, k *Kernel) {
			first(t, ir.OpSlotAny, k.CTA).Attr.Slot = first(t, ir.OpSlotAll, k.CTA).Attr.Slot
		}},
		{"arithmetic on a vector", "Add: argument 0 is a vector", func(t *testing.T, k *Kernel) {
			v := first(t, ir.OpWarp, k.CTA)
			before(v, ir.OpAdd, ir.I32, v.Args[0], v.Args[1])
		}},
		{"a branch by a vector", "If by the vector", func(t *testing.T, k *Kernel) {
			shfl := first(t, ir.OpWarp, k.CTA)
			e := before(first(t, ir.OpSlotSet, k.CTA), ir.OpExtract, ir.I1, shfl)
			e.Attr.Index = 1
			shfl.Block.Ctrl[0] = e
		}},
		{"a region that gets a vector", "Run: argument 0 is a vector", func(t *testing.T, k *Kernel) {
			shfl, set := first(t, ir.OpWarp, k.CTA), first(t, ir.OpSlotSet, k.CTA)
			e := before(set, ir.OpExtract, ir.I1, shfl)
			e.Attr.Index = 1
			for _, v := range shfl.Block.Values {
				if v.Op == ir.OpRun {
					r := v.Attr.Func
					r.Args, r.ArgNames = append(r.Args, ir.I1), append(r.ArgNames, "")
					r.ArgFacts, r.ArgFrom = append(r.ArgFacts, ir.Fact{}), append(r.ArgFrom, nil)
					v.Args = append(v.Args, e)
				}
			}
		}},
		{"a value of the CTA set for the threads", "is not a vector", func(t *testing.T, k *Kernel) {
			set := first(t, ir.OpSlotSet, k.CTA)
			set.Args[0] = set.Block.Func.Blocks[0].Values[0]
		}},
		{"a vector that is read too early", "Warp: argument 0 is not read right before it", func(t *testing.T, k *Kernel) {
			v := first(t, ir.OpWarp, k.CTA)
			before(v, ir.OpSlotFill, ir.Void, v.Args[1]).Attr.Slot = v.Args[0].Attr.Slot
		}},
		{"a vector that is set too late", "SlotSet: not right after what gives", func(t *testing.T, k *Kernel) {
			v := first(t, ir.OpSlotSet, k.CTA)
			before(v, ir.OpAdd, ir.I32, k.CTA.Blocks[0].Values[0], k.CTA.Blocks[0].Values[0])
		}},
		{"a slot that is set from another at once", "SlotSet: not right after what gives", func(t *testing.T, k *Kernel) {
			set := first(t, ir.OpSlotSet, k.CTA)
			all := before(set, ir.OpSlotAll, set.Attr.Slot.Type)
			all.Attr.Slot = set.Attr.Slot
			set.Args[0] = all
		}},
		{"a sync point in a region", "region 1: v", func(t *testing.T, k *Kernel) {
			b := k.Regions[0].Blocks[0]
			b.Add(ir.OpLockstep, ir.Void, 0)
		}},
		{"a function that synchronises, called by a region", "calls a function that synchronises, or ends its thread", func(t *testing.T, k *Kernel) {
			f := &ir.Func{Name: "f"}
			k.Func.Module.Add(f)
			b := f.NewBlock("")
			b.Add(ir.OpLockstep, ir.Void, 0)
			b.SetTerm(ir.Ret, 0)
			k.Regions[0].Blocks[0].Add(ir.OpCall, ir.Void, 0).Attr.Func = f
		}},
		{"a region with another number of arguments", "Run): 0 arguments, want 1", func(t *testing.T, k *Kernel) {
			r := k.Regions[0]
			r.Args = append(r.Args, ir.I32)
		}},
		{"an argument without a name", "0 arguments, 1 names, 0 facts, 0 values", func(t *testing.T, k *Kernel) {
			k.Regions[0].ArgNames = []string{"n"}
		}},
		{"a value that is two arguments", "region 1: v0 is two of its arguments", func(t *testing.T, k *Kernel) {
			r, run := k.Regions[0], first(t, ir.OpRun, k.CTA)
			v := before(run, ir.OpConst, ir.I32)
			for range 2 {
				r.Args, r.ArgNames = append(r.Args, v.Type), append(r.ArgNames, "")
				r.ArgFacts, r.ArgFrom = append(r.ArgFacts, ir.Fact{}), append(r.ArgFrom, k.Func.Blocks[0].Values[0])
				run.Args = append(run.Args, v)
			}
		}},
		{"a region that nothing runs", "nothing runs it", func(t *testing.T, k *Kernel) {
			v := first(t, ir.OpRun, k.CTA)
			v.Attr.Func = k.Regions[1]
		}},
		{"a region of no schedule", "Run: no region of the schedule", func(t *testing.T, k *Kernel) { k.Regions = k.Regions[1:] }},
		{"the number of a thread in the CTA", "SReg: a value of a thread in the function of the CTA", func(t *testing.T, k *Kernel) {
			sreg(first(t, ir.OpRun, k.CTA), "tid.y")
		}},
		{"the lane in the CTA", "SReg: a value of a thread in the function of the CTA", func(t *testing.T, k *Kernel) {
			sreg(first(t, ir.OpRun, k.CTA), "laneid")
		}},
		{"the warp in the CTA", "SReg: a value of a thread in the function of the CTA", func(t *testing.T, k *Kernel) {
			sreg(first(t, ir.OpRun, k.CTA), "warpid")
		}},
		{"a store by the CTA", "Store: a value of a thread in the function of the CTA", func(t *testing.T, k *Kernel) {
			run := first(t, ir.OpRun, k.CTA)
			p := before(run, ir.OpParam, ir.I64)
			st := before(run, ir.OpStore, ir.Void, p, p)
			st.Attr.Space, st.Attr.Mem = ir.Global, ir.I64
		}},
		{"a thread that ends in a region", "ends with Exit", func(t *testing.T, k *Kernel) {
			b := k.Regions[0].Blocks[0]
			b.Term = ir.Exit
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, k := cutKernel(t)
			if err := s.Verify(); err != nil {
				t.Fatal(err)
			}
			test.change(t, k)
			err := s.Verify()
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "a part of kernel warp0: ") {
				t.Errorf("%v, want %q\n%s", err, test.want, Print(s))
			}
		})
	}
}

// TestVerifyFirst breaks the masks of first threads in every way that Verify knows.
func TestVerifyFirst(t *testing.T) {
	for _, test := range []struct {
		name, want string
		change     func(s *Schedule, k *Kernel)
	}{
		{"more threads than are in the mask", "threads run that are not in its mask, the first 16", func(_ *Schedule, k *Kernel) {
			for _, r := range k.Regions {
				if r.Mask != nil {
					r.Mask.First = 16
				}
			}
		}},
		{"a loop over all threads", "threads run that are not in its mask, the first 32", func(s *Schedule, k *Kernel) {
			for _, r := range k.Regions {
				s.Body(r).Spans = nil
			}
		}},
		{"the elements of the mask", "SlotAny: the mask first has no elements", func(_ *Schedule, k *Kernel) {
			v := first(t, ir.OpWarp, k.CTA)
			before(v, ir.OpSlotAny, ir.I1).Attr.Slot = v.Attr.Slot
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := scheduleOf(t, "testdata/first.txtar")
			test.change(s, s.Kernels[0])
			if err := s.Verify(); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, want %q", err, test.want)
			}
		})
	}
}

// TestVerifyRegisters: what is the same for the threads of a CTA may stand in its function.
func TestVerifyRegisters(t *testing.T) {
	s, k := cutKernel(t)
	for _, name := range []string{"ctaid.x", "ntid.y", "nctaid.z"} {
		v := before(first(t, ir.OpRun, k.CTA), ir.OpSReg, ir.I32)
		v.Attr.SReg = name
	}
	if err := s.Verify(); err != nil {
		t.Error(err)
	}
}
