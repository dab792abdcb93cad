package gen

import "math"

// Below returns how many threads of a row of n pass the guard i+tx < limit, in
// 32-bit arithmetic. It reports false where i+tx wraps for one of them, so that
// those that pass need not be the first ones.
func Below(i, limit int32, n uint32) (m int, ok bool) {
	if int64(i)+int64(n) > math.MaxInt32 {
		return 0, false
	}
	return int(max(0, min(int64(limit)-int64(i), int64(n)))), true
}

// BelowU is Below for a guard of unsigned numbers.
func BelowU(i, limit, n uint32) (m int, ok bool) {
	if int64(i)+int64(n) > math.MaxUint32 {
		return 0, false
	}
	return int(max(0, min(int64(limit)-int64(i), int64(n)))), true
}

// Inside reports whether elements first to first+m-1 lie in the slice, and are
// indices of 32 bits.
func Inside[T any](s []T, first, m int) bool {
	return first >= 0 && first <= len(s)-m && first <= math.MaxInt32-m
}

// InsideU is Inside for indices without a sign.
func InsideU[T any](s []T, first, m int) bool {
	return first >= 0 && first <= len(s)-m && int64(first) <= math.MaxUint32-int64(m)
}
