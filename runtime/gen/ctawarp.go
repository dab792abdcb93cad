package gen

import (
	"fmt"
	"math/bits"
	"unsafe"
)

// The warp operations and barrier reductions of a whole CTA at once, for
// generated code that runs the regions between two sync points for all threads
// and keeps what crosses them in arrays with one element per thread. alive says
// which threads have not ended, nil for all. Every thread that is alive
// executes the operation.

// word32 is what a register of 32 bits is in Go: a result is its bits, whatever is done
// with them next.
type word32 interface {
	~int32 | ~uint32 | ~float32
}

// matched is a value that match compares.
type matched interface {
	~int32 | ~uint32 | ~int64 | ~uint64 | ~float32 | ~float64
}

// words views an array of 32-bit values as their bits; nil stays nil.
func words[T word32](s []T) []uint32 {
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(s))), len(s))
}

// operand is an operand of a warp operation that is the same for all threads, or has an
// element for each.
type operand struct {
	same uint32
	each []uint32
}

func (o *operand) at(thread int) uint32 {
	if o.each != nil {
		return o.each[thread]
	}
	return o.same
}

// warpsOf calls do for every warp with the number of its first thread, the
// number of its lanes, the mask of those that are alive and that of the operation. Lanes
// with different masks are different groups. It is a fault if a lane is not in its mask,
// or waits for one that is in another group.
func warpsOf(c *CTA, op opKind, masks operand, alive []bool, do func(first, lanes int, active, mask uint32)) {
	n := int(c.Threads)
	for first := 0; first < n; first += 32 {
		lanes := min(32, n-first)
		active := uint32(1)<<lanes - 1
		if lanes == 32 {
			active = ^uint32(0)
		}
		if alive != nil {
			active = 0
			for i := range lanes {
				if alive[first+i] {
					active |= 1 << i
				}
			}
		}
		for rest := active; rest != 0; {
			lead := first + bits.TrailingZeros32(rest)
			mask := masks.at(lead)
			group := rest
			if masks.each != nil {
				group = 0
				for m := rest; m != 0; m &= m - 1 {
					if i := bits.TrailingZeros32(m); masks.each[first+i] == mask {
						group |= 1 << i
					}
				}
			}
			switch {
			case group&^mask != 0:
				c.notMember(op, mask, first+bits.TrailingZeros32(group&^mask))
			case active&mask != group:
				c.atThread(lead)
				throw(&faultPanic{kind: FaultDeadlock, msg: fmt.Sprintf("deadlock: %s with mask %#x waits for lanes that are there with other masks, %#x", opNames[op], mask, active&mask&^group)})
			}
			do(first, lanes, group, mask)
			rest &^= group
		}
	}
}

// notMember faults because a thread executes a warp operation whose mask does not
// name its lane.
func (c *CTA) notMember(op opKind, mask uint32, thread int) {
	c.atThread(thread)
	throw(&faultPanic{kind: FaultWarp, msg: notInMask(op, mask, thread&31)})
}

// atThread makes a fault name a thread.
func (c *CTA) atThread(thread int) {
	c.X = uint32(thread) % c.Dim.X
	c.Y, c.Z = c.Row(uint32(thread) / c.Dim.X)
}

// notInMask says that a lane executes an operation whose mask does not name it.
func notInMask(op opKind, mask uint32, lane int) string {
	return fmt.Sprintf("%s with mask %#x is executed by lane %d, which is not in it", opNames[op], mask, lane)
}

// WarpSyncCTA is bar.warp.sync (section 9.7.13.2) for all threads.
func WarpSyncCTA(c *CTA, mask uint32, alive []bool) {
	warpsOf(c, opWarpSync, operand{same: mask}, alive, func(int, int, uint32, uint32) {})
}

// WarpSyncEach is WarpSyncCTA with a mask for every thread, on which those of a warp
// agree. The other functions that end in Each are alike.
func WarpSyncEach[M word32](c *CTA, mask []M, alive []bool) {
	warpsOf(c, opWarpSync, operand{each: words(mask)}, alive, func(int, int, uint32, uint32) {})
}

// ShflCTA is shfl (section 9.7.9.6) for all threads: dst and ok may be nil.
func ShflCTA[D, S word32](c *CTA, mode ShflMode, dst []D, ok []bool, src []S, b, clamp, mask uint32, alive []bool) {
	shflCTA(c, mode, words(dst), ok, words(src), operand{same: b}, operand{same: clamp}, operand{same: mask}, alive)
}

// ShflEach is ShflCTA with operands for every thread.
func ShflEach[D, S, B, C, M word32](c *CTA, mode ShflMode, dst []D, ok []bool, src []S, b []B, clamp []C, mask []M, alive []bool) {
	shflCTA(c, mode, words(dst), ok, words(src), operand{each: words(b)}, operand{each: words(clamp)}, operand{each: words(mask)}, alive)
}

func shflCTA(c *CTA, mode ShflMode, out []uint32, ok []bool, in []uint32, b, clamp, mask operand, alive []bool) {
	warpsOf(c, opShfl+opKind(mode), mask, alive, func(first, lanes int, active, mask uint32) {
		var v [32]uint32
		copy(v[:lanes], in[first:])
		for m := active & mask; m != 0; m &= m - 1 {
			i := uint32(bits.TrailingZeros32(m))
			from, inside := shflSource(mode, i, b.at(first+int(i)), clamp.at(first+int(i)))
			x := v[i]
			if active&mask>>from&1 != 0 {
				x = v[from]
			}
			if out != nil {
				out[first+int(i)] = x
			}
			if ok != nil {
				ok[first+int(i)] = inside
			}
		}
	})
}

// lanesOf packs the predicates of a warp into a mask.
func lanesOf(p []bool, first, lanes int) uint32 {
	var m uint32
	for i := range lanes {
		if p[first+i] {
			m |= 1 << i
		}
	}
	return m
}

// voteCTA gives every lane that takes part the result for its warp.
func voteCTA[T any](c *CTA, op opKind, dst []T, p []bool, mask operand, alive []bool, f func(p, active, mask uint32) T) {
	warpsOf(c, op, mask, alive, func(first, lanes int, active, mask uint32) {
		if dst == nil {
			return
		}
		r := f(lanesOf(p, first, lanes), active, mask)
		for m := active & mask; m != 0; m &= m - 1 {
			dst[first+bits.TrailingZeros32(m)] = r
		}
	})
}

// BallotCTA is vote.ballot (section 9.7.13.9) for all threads.
func BallotCTA[D word32](c *CTA, dst []D, p []bool, mask uint32, alive []bool) {
	voteCTA(c, opBallot, words(dst), p, operand{same: mask}, alive, BallotLanes)
}

// BallotEach is BallotCTA with a mask for every thread.
func BallotEach[D, M word32](c *CTA, dst []D, p []bool, mask []M, alive []bool) {
	voteCTA(c, opBallot, words(dst), p, operand{each: words(mask)}, alive, BallotLanes)
}

// VoteAllCTA is vote.all for all threads.
func VoteAllCTA(c *CTA, dst, p []bool, mask uint32, alive []bool) {
	voteCTA(c, opVoteAll, dst, p, operand{same: mask}, alive, VoteAllLanes)
}

// VoteAllEach is VoteAllCTA with a mask for every thread.
func VoteAllEach[M word32](c *CTA, dst, p []bool, mask []M, alive []bool) {
	voteCTA(c, opVoteAll, dst, p, operand{each: words(mask)}, alive, VoteAllLanes)
}

// VoteAnyCTA is vote.any for all threads.
func VoteAnyCTA(c *CTA, dst, p []bool, mask uint32, alive []bool) {
	voteCTA(c, opVoteAny, dst, p, operand{same: mask}, alive, VoteAnyLanes)
}

// VoteAnyEach is VoteAnyCTA with a mask for every thread.
func VoteAnyEach[M word32](c *CTA, dst, p []bool, mask []M, alive []bool) {
	voteCTA(c, opVoteAny, dst, p, operand{each: words(mask)}, alive, VoteAnyLanes)
}

// VoteUniCTA is vote.uni for all threads.
func VoteUniCTA(c *CTA, dst, p []bool, mask uint32, alive []bool) {
	voteCTA(c, opVoteUni, dst, p, operand{same: mask}, alive, VoteUniLanes)
}

// VoteUniEach is VoteUniCTA with a mask for every thread.
func VoteUniEach[M word32](c *CTA, dst, p []bool, mask []M, alive []bool) {
	voteCTA(c, opVoteUni, dst, p, operand{each: words(mask)}, alive, VoteUniLanes)
}

// MatchAnyCTA is match.any (section 9.7.13.10) for all threads.
func MatchAnyCTA[D word32, T matched](c *CTA, dst []D, v []T, mask uint32, alive []bool) {
	matchAnyCTA(c, words(dst), v, operand{same: mask}, alive)
}

// MatchAnyEach is MatchAnyCTA with a mask for every thread.
func MatchAnyEach[D word32, T matched, M word32](c *CTA, dst []D, v []T, mask []M, alive []bool) {
	matchAnyCTA(c, words(dst), v, operand{each: words(mask)}, alive)
}

func matchAnyCTA[T matched](c *CTA, dst []uint32, v []T, mask operand, alive []bool) {
	warpsOf(c, opMatchAny32, mask, alive, func(first, lanes int, active, mask uint32) {
		if dst == nil {
			return
		}
		var in [32]uint64
		var out [32]uint32
		widen(in[:lanes], v[first:])
		MatchAnyLanes64(&out, &in, active, mask)
		for m := active & mask; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m)
			dst[first+i] = out[i]
		}
	})
}

// MatchAllCTA is match.all for all threads: dst and ok may be nil.
func MatchAllCTA[D word32, T matched](c *CTA, dst []D, ok []bool, v []T, mask uint32, alive []bool) {
	matchAllCTA(c, words(dst), ok, v, operand{same: mask}, alive)
}

// MatchAllEach is MatchAllCTA with a mask for every thread.
func MatchAllEach[D word32, T matched, M word32](c *CTA, dst []D, ok []bool, v []T, mask []M, alive []bool) {
	matchAllCTA(c, words(dst), ok, v, operand{each: words(mask)}, alive)
}

func matchAllCTA[T matched](c *CTA, dst []uint32, ok []bool, v []T, mask operand, alive []bool) {
	warpsOf(c, opMatchAll32, mask, alive, func(first, lanes int, active, mask uint32) {
		var in [32]uint64
		widen(in[:lanes], v[first:])
		r, all := MatchAllLanes64(&in, active, mask)
		for m := active & mask; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m)
			if dst != nil {
				dst[first+i] = r
			}
			if ok != nil {
				ok[first+i] = all
			}
		}
	})
}

// widen copies the bits of values of 32 or 64 bits.
func widen[T any](dst []uint64, v []T) {
	p := unsafe.Pointer(unsafe.SliceData(v))
	if unsafe.Sizeof(*new(T)) == 4 {
		for i, x := range unsafe.Slice((*uint32)(p), len(dst)) {
			dst[i] = uint64(x)
		}
		return
	}
	copy(dst, unsafe.Slice((*uint64)(p), len(dst)))
}

// ReduxCTA is redux.sync (section 9.7.13.12) for all threads.
func ReduxCTA[D, S word32](c *CTA, op ReduxOp, dst []D, v []S, mask uint32, alive []bool) {
	reduxCTA(c, op, words(dst), words(v), operand{same: mask}, alive)
}

// ReduxEach is ReduxCTA with a mask for every thread.
func ReduxEach[D, S, M word32](c *CTA, op ReduxOp, dst []D, v []S, mask []M, alive []bool) {
	reduxCTA(c, op, words(dst), words(v), operand{each: words(mask)}, alive)
}

func reduxCTA(c *CTA, op ReduxOp, out, in []uint32, mask operand, alive []bool) {
	warpsOf(c, opRedux+opKind(op), mask, alive, func(first, lanes int, active, mask uint32) {
		if out == nil {
			return
		}
		var a [32]uint32
		copy(a[:lanes], in[first:])
		r := ReduxLanes(op, &a, active, mask)
		for m := active & mask; m != 0; m &= m - 1 {
			out[first+bits.TrailingZeros32(m)] = r
		}
	})
}

// ActiveCTA is activemask (section 9.7.13.11) for all threads.
func ActiveCTA[D word32](c *CTA, dst []D, alive []bool) {
	if dst == nil {
		return
	}
	out := words(dst)
	warpsOf(c, opActiveMask, operand{same: ^uint32(0)}, alive, func(first, lanes int, active, _ uint32) {
		for m := active; m != 0; m &= m - 1 {
			out[first+bits.TrailingZeros32(m)] = active
		}
	})
}

// CountTrue is bar.red.popc (section 9.7.13.1): how many of the threads that
// are alive have a true predicate.
func CountTrue(c *CTA, p, alive []bool) uint32 {
	n := uint32(0)
	for i, x := range p {
		if x && (alive == nil || alive[i]) {
			n++
		}
	}
	return n
}

// AllTrue is bar.red.and.
func AllTrue(c *CTA, p, alive []bool) bool {
	for i, x := range p {
		if !x && (alive == nil || alive[i]) {
			return false
		}
	}
	return true
}

// AnyTrue is bar.red.or.
func AnyTrue(c *CTA, p, alive []bool) bool { return CountTrue(c, p, alive) > 0 }
