package gen

import (
	"fmt"
	"iter"
	"math/bits"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// A warp instruction of a whole CTA at once, for generated code that runs the regions
// between two sync points for all threads and keeps what crosses them in arrays with one
// element per thread:
//
//	for w := range c.EachWarp(nil, 0xffffffff) {
//		warpops.ShflDownB32(d[w.Lo:w.Hi], nil, w.Lanes, a[w.Lo:w.Hi], []uint32{16}, []uint32{31})
//	}

// WarpLanes are lanes of a warp that execute an instruction together.
type WarpLanes struct {
	Lo, Hi int    // the threads of the warp are those from number Lo up to Hi
	Lanes  uint32 // the lanes that take part
}

// EachWarp yields the lanes that execute a warp instruction together, warp by warp. on
// says which threads come to it, nil for all. masks are the lanes that they wait for, one
// for all threads or one for each; lanes of different masks come one group after the
// other. Without a mask all that are there come together.
//
// It is a fault if a lane is not in its mask, or waits for one that is there with another
// mask.
func (c *CTA) EachWarp(on []bool, masks ...uint32) iter.Seq[WarpLanes] {
	return func(yield func(WarpLanes) bool) { c.eachWarp(on, c.Dim.X, masks, yield) }
}

// EachWarpBelow is EachWarp for the threads whose X is below x.
func (c *CTA) EachWarpBelow(x uint32, masks ...uint32) iter.Seq[WarpLanes] {
	return func(yield func(WarpLanes) bool) { c.eachWarp(nil, x, masks, yield) }
}

func (c *CTA) eachWarp(on []bool, x uint32, masks []uint32, yield func(WarpLanes) bool) {
	n := int(c.Threads)
	for lo := 0; lo < n; lo += 32 {
		w := WarpLanes{Lo: lo, Hi: min(lo+32, n)}
		there := c.below(x, lo)
		if on != nil {
			there = 0
			for i, p := range on[lo:w.Hi] {
				there |= Bit(p) << i
			}
		}
		for rest := there; rest != 0; rest &^= w.Lanes {
			w.Lanes = rest
			if len(masks) > 0 {
				w.Lanes = c.meet(lo, rest, there, masks)
			}
			if !yield(w) {
				return
			}
		}
	}
}

// below returns the lanes of the warp that begins with a thread whose X is below x.
func (c *CTA) below(x uint32, lo int) (lanes uint32) {
	n := min(32, int(c.Threads)-lo)
	switch {
	case x >= c.Dim.X:
	case c.Rows == 1:
		n = max(0, min(n, int(x)-lo))
	default:
		for i := range n {
			lanes |= Bit(uint32(lo+i)%c.Dim.X < x) << i
		}
		return lanes
	}
	return 1<<n - 1
}

// meet returns those of rest, of all lanes that are there, that have the mask of the lowest.
func (c *CTA) meet(lo int, rest, there uint32, masks []uint32) (group uint32) {
	lead := lo + bits.TrailingZeros32(rest)
	mask := masks[0]
	group = rest
	if len(masks) > 1 {
		mask, group = masks[lead], 0
		for m := rest; m != 0; m &= m - 1 {
			if i := bits.TrailingZeros32(m); masks[lo+i] == mask {
				group |= 1 << i
			}
		}
	}
	switch {
	case group&^mask != 0:
		lane := bits.TrailingZeros32(group &^ mask)
		c.atThread(lo + lane)
		throw(&faultPanic{kind: ptx.FaultWarp, msg: notInMask("a warp instruction", mask, lane)})
	case there&mask != group:
		c.atThread(lead)
		throw(&faultPanic{kind: ptx.FaultDeadlock, msg: fmt.Sprintf("deadlock: a warp instruction with mask %#x waits for lanes that are there with other masks, %#x", mask, there&mask&^group)})
	}
	return group
}

// atThread makes a fault name a thread.
func (c *CTA) atThread(thread int) {
	c.X = uint32(thread) % c.Dim.X
	c.Y, c.Z = c.Row(uint32(thread) / c.Dim.X)
}

// notInMask says that a lane executes an operation whose mask does not name it.
func notInMask(op string, mask uint32, lane int) string {
	return fmt.Sprintf("%s with mask %#x is executed by lane %d, which is not in it", op, mask, lane)
}

// Members are the lanes that a warp instruction waits for, as a mask.
type Members uint64

// Present are those that come to a warp instruction together, as the forms without .sync
// have it.
const Present Members = 1 << 32

// meet executes a warp instruction, a function of warpops, together with the lanes that it
// waits for.
func (t *Thread) meet(at int, members Members, name string, in ...uint64) (out *warpResults) {
	op := waitOp{kind: opWarp, at: at, warp: name, mask: uint32(members)}
	if members == Present {
		op.kind = opPresent
	}
	copy(op.in[:], in)
	return &t.wait(op).out
}

// carrier is what a register of 32 or 64 bits is in Go.
type carrier interface {
	~int32 | ~uint32 | ~float32 | ~int64 | ~uint64 | ~float64
}

// As views the values of an array as their bits in another type of the same size; nil stays nil.
func As[To, From carrier](s []From) []To {
	if unsafe.Sizeof(*new(To)) != unsafe.Sizeof(*new(From)) {
		panic("ptx: values of an array as those of another size")
	}
	return unsafe.Slice((*To)(unsafe.Pointer(unsafe.SliceData(s))), len(s))
}
