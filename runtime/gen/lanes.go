package gen

import "math/bits"

// The warp operations on the values of 32 lanes: for generated code that keeps
// the lanes of a warp in arrays, and for the coroutines, which collect their
// operands in arrays. active are the lanes that execute the operation, mask the
// lanes that it names (the member mask); only lanes in both take part. Results
// of other lanes are left as they are.

// ShflMode is how a shuffle finds its source lane.
type ShflMode uint8

// The shuffle modes.
const (
	ShflUp ShflMode = iota
	ShflDown
	ShflBfly
	ShflIdx
)

// shflSource returns the lane that a lane reads from, and whether it is in the
// lane's segment (section 9.7.9.6). If it is not, the source is the lane
// itself.
func shflSource(mode ShflMode, lane, b, c uint32) (source uint32, ok bool) {
	b &= 31
	clamp, seg := c&31, c>>8&31
	last := int32(lane&seg | clamp&^seg)
	var j int32
	switch mode {
	case ShflUp:
		j = int32(lane) - int32(b)
		ok = j >= last
	case ShflDown:
		j = int32(lane + b)
		ok = j <= last
	case ShflBfly:
		j = int32(lane ^ b)
		ok = j <= last
	case ShflIdx:
		j = int32(lane&seg | b&^seg)
		ok = j <= last
	}
	if !ok {
		return lane, false
	}
	return uint32(j), true
}

// ShflLanes shuffles a. Lane i gets the value of its source lane in dst[i] and
// bit i of pred tells whether the source was in its segment; if not, or if the
// source lane does not take part, it gets its own value. dst may be a, b or c.
func ShflLanes(mode ShflMode, dst *[32]uint32, pred *uint32, a, b, c *[32]uint32, active, mask uint32) {
	members := active & mask
	values := *a
	for m := members; m != 0; m &= m - 1 {
		lane := uint32(bits.TrailingZeros32(m))
		j, ok := shflSource(mode, lane, b[lane], c[lane])
		if ok {
			*pred |= 1 << lane
		} else {
			*pred &^= 1 << lane
		}
		if members>>(j&31)&1 == 0 {
			j = lane
		}
		dst[lane] = values[j&31]
	}
}

// BallotLanes returns the lanes that take part and whose bit in p is set.
func BallotLanes(p, active, mask uint32) uint32 { return p & active & mask }

// VoteAllLanes reports whether the bit in p of every lane that takes part is
// set.
func VoteAllLanes(p, active, mask uint32) bool { return p&active&mask == active&mask }

// VoteAnyLanes reports whether the bit in p of any lane that takes part is set.
func VoteAnyLanes(p, active, mask uint32) bool { return p&active&mask != 0 }

// VoteUniLanes reports whether the bits in p of all lanes that take part are
// equal.
func VoteUniLanes(p, active, mask uint32) bool {
	return VoteAllLanes(p, active, mask) || !VoteAnyLanes(p, active, mask)
}

// MatchAnyLanes32 gives each lane that takes part the lanes that have the same
// value.
func MatchAnyLanes32(dst, v *[32]uint32, active, mask uint32) { matchAny(dst, v, active&mask) }

// MatchAnyLanes64 is MatchAnyLanes32 for 64-bit values.
func MatchAnyLanes64(dst *[32]uint32, v *[32]uint64, active, mask uint32) {
	matchAny(dst, v, active&mask)
}

func matchAny[T uint32 | uint64](dst *[32]uint32, v *[32]T, members uint32) {
	values := *v
	for left := members; left != 0; {
		x := values[bits.TrailingZeros32(left)]
		var same uint32
		for m := left; m != 0; m &= m - 1 {
			if i := bits.TrailingZeros32(m); values[i] == x {
				same |= 1 << i
			}
		}
		for m := same; m != 0; m &= m - 1 {
			dst[bits.TrailingZeros32(m)] = same
		}
		left &^= same
	}
}

// MatchAllLanes32 returns the lanes that take part and true where all have the
// same value, 0 and false where they have not.
func MatchAllLanes32(v *[32]uint32, active, mask uint32) (uint32, bool) {
	return matchAll(v, active&mask)
}

// MatchAllLanes64 is MatchAllLanes32 for 64-bit values.
func MatchAllLanes64(v *[32]uint64, active, mask uint32) (uint32, bool) {
	return matchAll(v, active&mask)
}

func matchAll[T uint32 | uint64](v *[32]T, members uint32) (uint32, bool) {
	for m := members; m != 0; m &= m - 1 {
		if v[bits.TrailingZeros32(m)] != v[bits.TrailingZeros32(members)] {
			return 0, false
		}
	}
	return members, true
}

// ReduxOp is the operation of a warp reduction.
type ReduxOp uint8

// The reductions.
const (
	ReduxAdd ReduxOp = iota
	ReduxMinU
	ReduxMinS
	ReduxMaxU
	ReduxMaxS
	ReduxAnd
	ReduxOr
	ReduxXor
)

// ReduxLanes combines the values of the lanes that take part; it returns 0 if
// there are none.
func ReduxLanes(op ReduxOp, v *[32]uint32, active, mask uint32) uint32 {
	members := active & mask
	if members == 0 {
		return 0
	}
	r := v[bits.TrailingZeros32(members)]
	for m := members & (members - 1); m != 0; m &= m - 1 {
		x := v[bits.TrailingZeros32(m)]
		switch op {
		case ReduxAdd:
			r += x
		case ReduxMinU:
			r = min(r, x)
		case ReduxMinS:
			r = uint32(min(int32(r), int32(x)))
		case ReduxMaxU:
			r = max(r, x)
		case ReduxMaxS:
			r = uint32(max(int32(r), int32(x)))
		case ReduxAnd:
			r &= x
		case ReduxOr:
			r |= x
		case ReduxXor:
			r ^= x
		}
	}
	return r
}
