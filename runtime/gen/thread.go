package gen

import (
	ptx "github.com/ptx2go/ptx2go/runtime"
)

// Thread is one thread of a CTA, for code that cannot be a loop over threads:
// device functions and coroutines.
type Thread struct {
	*CTA
	X, Y, Z uint32 // %tid

	local localStack
	depth int
	co    *coroutine

	caller *Caller // what functions of the program get
}

// reset empties the local stack.
func (t *Thread) reset() {
	t.local.reset()
	t.depth = 0
}

// Linear returns the number of the thread in the CTA, x fastest.
func (t *Thread) Linear() uint32 { return t.X + t.Dim.X*(t.Y+t.Dim.Y*t.Z) }

// LaneID returns %laneid, the place of the thread in its warp: 0 to 31.
func (t *Thread) LaneID() uint32 { return t.Linear() & 31 }

// WarpID returns %warpid, the number of the warp in the CTA.
func (t *Thread) WarpID() uint32 { return t.Linear() >> 5 }

// LanemaskEq returns %lanemask_eq, the bit of the thread's lane.
func (t *Thread) LanemaskEq() uint32 { return 1 << t.LaneID() }

// LanemaskLt returns %lanemask_lt, the bits of the lanes below.
func (t *Thread) LanemaskLt() uint32 { return 1<<t.LaneID() - 1 }

// LanemaskLe returns %lanemask_le, the bits of the lane and those below.
func (t *Thread) LanemaskLe() uint32 { return t.LanemaskLt() | t.LanemaskEq() }

// LanemaskGe returns %lanemask_ge, the bits of the lane and those above.
func (t *Thread) LanemaskGe() uint32 { return ^t.LanemaskLt() }

// LanemaskGt returns %lanemask_gt, the bits of the lanes above.
func (t *Thread) LanemaskGt() uint32 { return ^t.LanemaskLe() }

// The depth of calls that a thread, and all coroutines of a CTA together, may
// reach. They keep Go stacks from taking all memory; a GPU runs out of its
// 512 KiB of local memory per thread earlier.
const (
	maxDepth    = 10000
	maxDepthCTA = 1 << 18
)

// Enter counts a call of a device function. Functions that may recurse call it
// first, and Leave before they return. A call that is too deep is a fault. Enter
// polls: a recursion may take for ever without being deep.
func (t *Thread) Enter() {
	t.Poll()
	t.depth++
	t.CTA.depth++
	if t.depth > maxDepth || t.CTA.depth > maxDepthCTA {
		panic(tooDeep{})
	}
}

// Leave ends what Enter began.
func (t *Thread) Leave() {
	t.depth--
	t.CTA.depth--
}

// tooDeep is the panic of a call that is nested too deeply.
type tooDeep struct{}

func (tooDeep) fault() *faultPanic {
	return &faultPanic{kind: ptx.FaultStack, msg: "calls are nested too deeply"}
}

func (t tooDeep) Error() string { return t.fault().msg }

// Exit ends the thread from inside a device function that [CTA.Coroutines]
// runs. Elsewhere generated code must return instead.
func (t *Thread) Exit() {
	if t.co == nil {
		panic("ptx: Exit outside of a coroutine")
	}
	panic(exitThread{})
}
