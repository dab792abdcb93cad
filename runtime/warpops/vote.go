package warpops

import "math/bits"

// VoteAllPred reports whether all are true (section 9.7.13.9).
func VoteAllPred(d Uniform[bool], lanes uint32, a []bool) { d.set(lanes, ballot(lanes, a) == lanes) }

// VoteAnyPred reports whether any is true.
func VoteAnyPred(d Uniform[bool], lanes uint32, a []bool) { d.set(lanes, ballot(lanes, a) != 0) }

// VoteUniPred reports whether all are the same.
func VoteUniPred(d Uniform[bool], lanes uint32, a []bool) {
	b := ballot(lanes, a)
	d.set(lanes, b == lanes || b == 0)
}

// VoteBallotB32 returns the lanes where a is true.
func VoteBallotB32(d Uniform[uint32], lanes uint32, a []bool) { d.set(lanes, ballot(lanes, a)) }

func ballot(lanes uint32, a []bool) (b uint32) {
	if len(a) == 1 {
		return lanes & -bit(a[0])
	}
	for i, p := range a {
		b |= bit(p) << i
	}
	return b & lanes
}

// MatchAnyB32 gives each lane the lanes that have its value (section 9.7.13.10).
func MatchAnyB32(d []uint32, lanes uint32, a []uint32) { matchAny(d, lanes, a) }

// MatchAnyB64 is MatchAnyB32 for values of 64 bits.
func MatchAnyB64(d []uint32, lanes uint32, a []uint64) { matchAny(d, lanes, a) }

func matchAny[T uint32 | uint64](d []uint32, lanes uint32, a []T) {
	if d == nil {
		return
	}
	var same [32]uint32
	for left := lanes; left != 0; {
		i := bits.TrailingZeros32(left)
		same[i] = equal(left, a, at(a, i))
		left &^= same[i]
	}
	// Now that all are compared: d may be a.
	for _, s := range same {
		for m := s; m != 0; m &= m - 1 {
			d[bits.TrailingZeros32(m)] = s
		}
	}
}

// equal returns the lanes whose value is x.
func equal[T uint32 | uint64](lanes uint32, a []T, x T) (same uint32) {
	for m := lanes; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m)
		same |= bit(at(a, i) == x) << i
	}
	return same
}

// MatchAllB32 returns the lanes and true where all have the same value, 0 and false where
// they have not.
func MatchAllB32(d Uniform[uint32], p Uniform[bool], lanes uint32, a []uint32) {
	matchAll(d, p, lanes, a)
}

// MatchAllB64 is MatchAllB32 for values of 64 bits.
func MatchAllB64(d Uniform[uint32], p Uniform[bool], lanes uint32, a []uint64) {
	matchAll(d, p, lanes, a)
}

func matchAll[T uint32 | uint64](d Uniform[uint32], p Uniform[bool], lanes uint32, a []T) {
	all := equal(lanes, a, at(a, bits.TrailingZeros32(lanes))) == lanes
	p.set(lanes, all)
	d.set(lanes, lanes&-bit(all))
}
