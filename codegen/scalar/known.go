package scalar

import (
	"math"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// known says what Go's compiler may know of a value: never more than this, so that it
// needs no thought how it finds out. It is a bound; larger is less certain.
type known uint8

const (
	unknown   known = iota // it comes from outside of the function
	knownZero              // or it may be known to be zero
	knownUnit              // or zero, 1 or -1, whose products are exact
	knownAny               // or any constant
)

// knownValues returns what Go's compiler may know of the values of a function. arg is what
// it may know of an argument. Numbers of threads and parameters are known to nobody.
func knownValues(f *ir.Func, arg func(i int) known) []known {
	a := &knowledge{arg: arg, of: make([]known, f.NumValues()), stored: map[int]known{}, factor: factors(f)}
	order := ir.ReversePostorder(f)
	for changed := true; changed; {
		changed = false
		clear(a.stored)
		for _, b := range order {
			for _, v := range b.Values {
				changed = a.visit(v) || changed
			}
		}
	}
	return a.of
}

type knowledge struct {
	arg    func(i int) known
	of     []known       // by value ID
	stored map[int]known // by width in bytes: what has been stored so far, see load
	factor map[*ir.Value]bool
}

// factors returns the values that are factors of a product that is to be fused with a sum.
func factors(f *ir.Func) map[*ir.Value]bool {
	set := map[*ir.Value]bool{}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if fused(v) {
				set[v.Args[0]], set[v.Args[1]] = true, true
			}
		}
	}
	return set
}

// fused reports whether a value is printed as a product that is fused with a sum.
func fused(v *ir.Value) bool {
	if v.Op != ir.OpIntrin || len(v.Args) != 3 {
		return false
	}
	return v.Type == ir.F32 && intrinsic(v.Attr.Name).Operator() != ""
}

// visit reports whether more may be known of a value, or of what is stored, than before.
func (a *knowledge) visit(v *ir.Value) bool {
	switch v.Op {
	case ir.OpStore:
		a.store(v.Attr.Mem, v.Args[1:])
		return false
	case ir.OpSlotStore:
		a.store(v.Attr.Slot.Type, v.Args)
		return false
	}
	if now := a.result(v); now > a.of[v.ID] {
		a.of[v.ID] = now
		return true
	}
	return false
}

func (a *knowledge) store(t ir.Type, values []*ir.Value) {
	n := t.Bits() / 8
	a.stored[n] = max(a.stored[n], a.most(values))
}

// load returns what may be known of what is loaded: Go's compiler finds it in a store in
// front of the load, but not in one of an earlier round of a loop or of another thread,
// where memory is what one of two ways has left. So only stores count that are in front in
// reverse postorder.
func (a *knowledge) load(t ir.Type) known { return a.stored[t.Bits()/8] }

func (a *knowledge) result(v *ir.Value) known {
	switch v.Op {
	case ir.OpConst:
		return knownConst(v)
	case ir.OpArg:
		return a.arg(v.Attr.Index)
	case ir.OpPhi:
		if !a.factor[v] {
			return a.most(v.Args)
		}
		m := unknown
		for _, x := range v.Args {
			if x.Op != ir.OpConst { // else hidden where it enters
				m = max(m, a.of[x.ID])
			}
		}
		return m
	case ir.OpSelect:
		x, y := a.of[v.Args[1].ID], a.of[v.Args[2].ID]
		if min(x, y) == unknown && v.Args[0].Op == ir.OpFCmp && a.of[v.Args[0].ID] == unknown {
			return unknown // which of the two it is: ranges, which decide comparisons, are those of integers
		}
		return max(x, y)
	case ir.OpExtract, ir.OpFNeg, ir.OpFAbs, ir.OpCanon:
		return a.of[v.Args[0].ID]
	case ir.OpLoad:
		if v.Attr.Space == ir.Local || v.Attr.Space == ir.Generic { // zero at first
			return max(knownZero, a.load(v.Attr.Mem))
		}
		return a.load(v.Attr.Mem)
	case ir.OpSlotLoad:
		return a.load(v.Attr.Slot.Type)
	case ir.OpCall, ir.OpCallIndirect:
		return knownAny // of a callee that is inlined
	case ir.OpSReg:
		if v.Block.Func.Part == ir.CTAPart { // of the thread at 0, 0, 0
			return knownZero
		}
		return unknown
	case ir.OpParam:
		return unknown
	}
	if !v.Pure() {
		return unknown
	}
	least, most := knownAny, unknown
	for _, x := range v.Args {
		least, most = min(least, a.of[x.ID]), max(most, a.of[x.ID])
	}
	switch {
	case least == unknown:
		return unknown
	case most == knownZero && v.Type == ir.F32:
		return a.ofZeros(v)
	}
	return knownAny
}

// ofZeros is what may be known of an f32 whose arguments may be known to be zero: sums
// and products of zeros are zero.
func (a *knowledge) ofZeros(v *ir.Value) known {
	switch v.Op {
	case ir.OpFAdd, ir.OpFSub, ir.OpFMul:
		return knownZero
	}
	if fused(v) {
		return knownZero
	}
	return knownAny
}

func (a *knowledge) most(values []*ir.Value) known {
	m := unknown
	for _, v := range values {
		m = max(m, a.of[v.ID])
	}
	return m
}

func knownConst(v *ir.Value) known {
	switch {
	case v.Attr.Bits == 0, v.Type == ir.F32 && uint32(v.Attr.Bits)<<1 == 0:
		return knownZero
	case v.Type == ir.F32 && math.Abs(float64(math.Float32frombits(uint32(v.Attr.Bits)))) == 1:
		return knownUnit
	}
	return knownAny
}

// known is what Go's compiler may know of a value of the function.
func (g *source) known(v *ir.Value) known {
	if g.knowledge == nil {
		g.knowledge = knownValues(g.f, g.knownArg)
	}
	return g.knowledge[v.ID]
}

// isFactor reports whether a value is a factor of a product that is to be fused.
func (g *source) isFactor(v *ir.Value) bool {
	if g.factors == nil {
		g.factors = factors(g.f)
	}
	return g.factors[v]
}

// knownArg is what Go's compiler may know of an argument of the function: a device
// function and a region may be inlined where they are called.
func (g *source) knownArg(i int) known {
	if g.f.Part != ir.RegionPart {
		return knownAny
	}
	return g.parts.knownArg(g.f, i)
}

// knownArg is what Go's compiler may know of an argument of a region.
func (s *parts) knownArg(region *ir.Func, i int) known {
	if s.knowledge == nil {
		s.knowledge = knownValues(s.sched.CTA, nil)
	}
	m := unknown
	for _, b := range s.sched.CTA.Blocks {
		for _, v := range b.Values {
			if v.Op == ir.OpRun && v.Attr.Func == region {
				m = max(m, s.knowledge[v.Args[i].ID])
			}
		}
	}
	return m
}
