package gen

import "math"

// Below returns how many threads of a row of n pass the guard i+tx < limit, in
// 32-bit arithmetic: those below m. Where i+tx wraps for one of them, those that pass need
// not be the first ones; then it is n, and ok is false.
func Below[T int32 | uint32](i T, limit int64, n uint32) (m uint32, ok bool) {
	if i+T(n-1) < i {
		return n, false
	}
	return uint32(max(0, min(limit-int64(i), int64(n)))), true
}

// Between returns which of the threads from lo on and below hi pass the guard
// first <= i+tx < limit, in 32-bit arithmetic: those from from on and below to. Where i+tx
// wraps it reports false, with the threads that it was given, unless all that pass are on
// one side.
func Between[T int32 | uint32](i T, first, limit int64, lo, hi uint32) (from, to uint32, ok bool) {
	if lo >= hi {
		return lo, lo, true
	}
	at := i + T(lo)
	wraps := hi // the thread for which the sum wraps
	if at+T(hi-lo-1) < at {
		wraps = -uint32(i)
		if T(0)-1 < 0 {
			wraps += 1 << 31
		}
	}
	from, to = between(int64(at), first, limit, lo, wraps)
	if wraps == hi {
		return from, to, true
	}
	start, end := between(int64(i+T(wraps)), first, limit, wraps, hi)
	switch {
	case start == end:
		return from, to, true
	case from == to:
		return start, end, true
	}
	return lo, hi, false
}

// between is Between where nothing wraps, and at is the sum of thread lo.
func between(at, first, limit int64, lo, hi uint32) (from, to uint32) {
	n := int64(hi - lo)
	end := max(0, min(limit-at, n))
	return lo + uint32(min(max(0, first-at), end)), lo + uint32(end)
}

// Inside reports whether elements first to first+m-1 lie in the slice, and are
// indices of 32 bits.
func Inside[T any](s []T, first int, m uint32) bool {
	return first >= 0 && first <= len(s)-int(m) && first <= math.MaxInt32-int(m)
}

// InsideU is Inside for indices without a sign.
func InsideU[T any](s []T, first int, m uint32) bool {
	return first >= 0 && first <= len(s)-int(m) && int64(first) <= math.MaxUint32-int64(m)
}
