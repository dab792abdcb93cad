package ir

import (
	"fmt"
	"math/bits"
	"slices"
)

// A function with lanes, a GangPart, is what many threads do at once. Its Lanes threads are a gang:
// threads of a row whose %tid.x follow each other. A value is varying or uniform. A varying value
// has a number for each lane, and an operation on varying values is done in each lane by itself. A
// uniform value is one number, as in any other function. A varying I1 is a mask.
//
// Nothing is masked that does not say so: an operation without an effect is computed in all lanes.
// Some of them may have nothing to do there, and what they get is not used. Effects name the lanes
// that have them, and branches are on uniform conditions: a side of a branch to which only some
// lanes go is code that stands behind Any of their mask.
//
// How lanes find their elements in memory is said by the address. If it is varying each lane has its
// own, a gather or a scatter. If it is uniform it is that of the first lane, and each lane accesses
// what is Attr.Stride bytes behind the lane before it. Without a Stride there is one access for the
// gang. Atomic operations have a varying address, and the lanes do them in turn, from the first to
// the last, all of them before any goes on.
//
// The last two arguments of the function are first and end, I32: the threads of the row that are to
// run, by their %tid.x. It runs gangs, from first on, and returns how far it has come: the threads
// before that are done, those from there on have done nothing. Where a gang cannot go on, Bail
// returns the first thread of it. What a gang has done until then is done again by its threads one
// by one, so behind an effect that must not be done again (Attr.Again) there is no Bail.

// MaxLanes is how many lanes a function may have at most.
const MaxLanes = 32

// lanes checks what a function with lanes must satisfy beyond types, and that others have none.
func (c *checker) lanes() {
	f := c.f
	if gang := f.Part == GangPart; gang != (f.Lanes != 0) {
		c.violation("%s: a gang has lanes, and nothing else has", f.Name)
		return
	} else if !gang {
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				if v.Varying || Ops[v.Op].Flags&Gang != 0 || v.Attr.Masked || v.Attr.Stride != 0 || v.Attr.Again {
					c.value(b, v, "in a function without lanes")
				}
			}
		}
		return
	}
	if n := f.Lanes; n < 2 || n > MaxLanes || bits.OnesCount(uint(n)) != 1 {
		c.violation("%s: %d lanes", f.Name, n)
	}
	if n := len(f.Args); n < 2 || f.Args[n-1] != I32 || f.Args[n-2] != I32 || !slices.Equal(f.Results, []Type{I32}) {
		c.violation("%s: a gang is given the first and the last thread, and returns one", f.Name)
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if s := f.lane(v); s != "" {
				c.value(b, v, "%s", s)
			}
		}
		for _, v := range b.Ctrl {
			if v.Varying {
				c.block(b, "%s: v%d is varying", b.Term, v.ID)
			}
		}
	}
	c.wayBack()
}

// laneRule says which arguments and results of an operation of a GangPart are varying.
type laneRule uint8

const (
	lanewise    laneRule = iota // all arguments and the result, or none
	spreads                     // the result alone
	gathers                     // the arguments alone
	once                        // nothing
	accesses                    // see lane
	ofSlot                      // see lane
	unsupported                 // has no meaning for lanes
)

var laneRules = func() (rules [numOps]laneRule) {
	for op, info := range Ops {
		if info.Flags&Pure == 0 {
			rules[op] = unsupported
		}
	}
	for op, r := range map[Op]laneRule{
		OpSplat: spreads, OpRamp: spreads, OpAny: gathers, OpAll: gathers,
		OpApart: once, OpBail: once, OpPoll: once, OpFence: once,
		OpLoad: accesses, OpStore: accesses, OpAtomic: accesses, OpInside: accesses,
		OpSlotGet: ofSlot, OpSlotPut: ofSlot,
		OpIsRef: unsupported, OpIsSpace: unsupported,
	} {
		rules[op] = r
	}
	return rules
}()

// lane checks which of the arguments and results of a value are varying.
func (f *Func) lane(v *Value) string {
	rule, args := laneRules[v.Op], v.Unmasked()
	if m := v.Mask(); m != nil && !(m.Varying && m.Type == I1) {
		return "the mask is no varying i1"
	}
	if v.Attr.Cross != 0 && (v.Attr.Stride == 0 || v.Attr.Cross < 0 || v.Attr.Cross >= f.Lanes) {
		return fmt.Sprintf("lanes that change places by %d", v.Attr.Cross)
	}
	all := func(list []*Value, varying bool) string {
		for _, a := range list {
			if a.Varying != varying {
				return fmt.Sprintf("v%d is %s", a.ID, map[bool]string{true: "varying", false: "uniform"}[a.Varying])
			}
		}
		return ""
	}
	result := func(varying bool) string {
		if v.Varying != varying {
			return "the result is " + map[bool]string{true: "varying", false: "uniform"}[v.Varying]
		}
		return ""
	}
	either := func(a, b string) string {
		if a != "" {
			return a
		}
		return b
	}
	switch rule {
	case lanewise:
		if v.Op == OpSReg && (!v.Coordinate() || v.Attr.SReg == "tid.x") {
			return "a register of each thread"
		}
		if v.Op == OpUndef {
			return ""
		}
		return either(all(args, v.Varying), result(v.Varying && len(args) > 0))
	case spreads:
		return either(all(args, false), result(true))
	case gathers:
		return either(all(args, true), result(false))
	case once:
		return either(all(args, false), result(false))
	case ofSlot:
		if v.Op == OpSlotPut {
			return either(all(args[:1], false), all(args[1:], true))
		}
		return all(args[:1], false)
	case accesses:
		return f.laneAccess(v, all, result)
	}
	return "has no meaning for lanes"
}

// laneAccess is lane for what accesses memory, or asks whether it can.
func (f *Func) laneAccess(v *Value, all func([]*Value, bool) string, result func(bool) string) string {
	each := v.Args[0].Varying || v.Attr.Stride != 0 // each lane has an element of its own
	switch {
	case v.Args[0].Varying && v.Attr.Stride != 0:
		return "an address of each lane, and a distance between them"
	case !each && v.Attr.Masked:
		return "a mask of lanes that have one element"
	case v.Op == OpAtomic && !v.Args[0].Varying:
		return "an atomic operation of no lane"
	case v.Op == OpInside:
		return result(false)
	case v.Type != Void && result(each) != "":
		return result(each)
	}
	return all(v.Unmasked()[1:], each)
}

// wayBack checks that no gang is left behind an effect that must not be done again.
func (c *checker) wayBack() {
	f := c.f
	// The gang of a Bail is the one that begins with its last argument. It is begun where that is defined.
	begins := map[*Block]bool{}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op == OpBail || v.Op == OpPoll {
				begins[v.Args[len(v.Args)-1].Block] = true
			}
		}
	}
	done := map[*Block]bool{} // where such an effect may have been done at the beginning
	var walk func(b *Block, after bool)
	walk = func(b *Block, after bool) {
		for _, v := range b.Values {
			switch {
			case v.Op == OpBail || v.Op == OpPoll:
				if after {
					c.value(b, v, "behind an effect that must not be done again")
				}
			case v.Writes() || v.HasEffect() && v.Op != OpFence:
				after = after || !v.Attr.Again
			}
		}
		if !after {
			return
		}
		for _, s := range b.Succs {
			if !done[s] && !begins[s] {
				done[s] = true
				walk(s, true)
			}
		}
	}
	for _, b := range f.Blocks {
		walk(b, false)
	}
}

// checkInside checks that a question about an access is one of an access that there may be.
func checkInside(v *Value) string { return checkMem(v, v.Attr.Write) }

// checkGangSlot checks the slot of a GangPart.
func checkGangSlot(v *Value) string {
	s := v.Attr.Slot
	if s == nil || !slices.Contains(v.Block.Func.Slots, s) {
		return "no slot of the gang"
	}
	t := v.Type
	if v.Op == OpSlotPut {
		t = v.Args[1].Type
	}
	if t != s.Type {
		return fmt.Sprintf("the slot %s is %s", s.Name, s.Type)
	}
	return ""
}
