package gen

import (
	"math"
	"unsafe"
)

// Below returns how many threads of a row of n pass the guard i+tx < limit, in
// 32-bit arithmetic: those below m. Where i+tx wraps for one of them, those that pass need
// not be the first ones; then it is n, and ok is false.
func Below[T int32 | uint32](i T, limit int64, n uint32) (m uint32, ok bool) {
	if i+T(n-1) < i {
		return n, false
	}
	return uint32(max(0, min(limit-int64(i), int64(n)))), true
}

// BelowBy is Below for the guard i+by*tx < limit. by is at least 1 and at most 1<<20.
func BelowBy[T int32 | uint32](i T, by int, limit int64, n uint32) (m uint32, ok bool) {
	if i+T(uint32(by)*(n-1)) < i {
		return n, false
	}
	return uint32(max(0, min(stepsTo(limit-int64(i), int64(by)), int64(n)))), true
}

// stepsTo is how many steps it takes from 0 to n or beyond, at least.
func stepsTo(n, by int64) int64 {
	if n = max(n, 0); by == 1 { // as most are
		return n
	}
	return (n + by - 1) / by
}

// Between returns which of the threads from lo on and below hi pass the guard
// first <= i+tx < limit, in 32-bit arithmetic: those from from on and below to. Where i+tx
// wraps it reports false, with the threads that it was given, unless all that pass are on
// one side.
func Between[T int32 | uint32](i T, first, limit int64, lo, hi uint32) (from, to uint32, ok bool) {
	return betweenOf(uint32(i), 1, T(0)-1 < 0, first, limit, lo, hi)
}

// BetweenBy is Between for the guard first <= i+by*tx < limit. by is at least 1 and at most 1<<20.
func BetweenBy[T int32 | uint32](i T, by int, first, limit int64, lo, hi uint32) (from, to uint32, ok bool) {
	return betweenOf(uint32(i), uint32(by), T(0)-1 < 0, first, limit, lo, hi)
}

// betweenOf is BetweenBy of the bits of i. It is no generic function: a call of one brings a table of
// types with it, which assembly does not have.
func betweenOf(i, by uint32, signed bool, first, limit int64, lo, hi uint32) (from, to uint32, ok bool) {
	if lo >= hi {
		return lo, lo, true
	}
	of := func(tx uint32) int64 {
		if signed {
			return int64(int32(i + by*tx))
		}
		return int64(i + by*tx)
	}
	wraps := hi // the thread for which the sum wraps
	if of(hi-1) < of(lo) {
		to := -i
		if signed {
			to += 1 << 31
		}
		wraps = uint32(stepsTo(int64(to), int64(by)))
	}
	from, to = between(of(lo), int64(by), first, limit, lo, wraps)
	if wraps == hi {
		return from, to, true
	}
	start, end := between(of(wraps), int64(by), first, limit, wraps, hi)
	switch {
	case start == end:
		return from, to, true
	case from == to:
		return start, end, true
	}
	return lo, hi, false
}

// between is Between where nothing wraps, and at is the sum of thread lo.
func between(at, by, first, limit int64, lo, hi uint32) (from, to uint32) {
	end := min(stepsTo(limit-at, by), int64(hi-lo))
	return lo + uint32(min(stepsTo(first-at, by), end)), lo + uint32(end)
}

// Exact reports whether i+k wraps for no k below n.
func Exact[T int32 | uint32, N int | uint32](i T, n N) bool {
	most := int64(math.MaxUint32)
	if T(0)-1 < 0 {
		most = math.MaxInt32
	}
	return int64(i)+int64(n) <= most+1
}

// Inside reports whether n elements from first on lie in the slice.
func Inside[T any, N int | uint32](s []T, first int, n N) bool {
	// For a constant n the Go compiler drops its own checks behind these, and the last one, which is for what is
	// below zero; with max(n, 0) it does not.
	return first >= 0 && first <= len(s)-int(n) && first <= len(s)
}

// Spans reports whether n elements lie in the slice that are so far apart, from first on.
func Spans[T any](s []T, first, by, n int) bool {
	return uint(first) < uint(len(s)) && uint(first+by*(n-1)) < uint(len(s))
}

// Writable is Inside for elements that are written. It reports false where a buffer of the
// launch is not to be written at all: the loop that names its thread finds out which one does.
func Writable[T any, N int | uint32](c *CTA, s []T, first int, n N) bool {
	return !c.guarded && Inside(s, first, n)
}

// Aligned reports whether the address of a slice is a multiple of a power of two.
func Aligned[T any](s []T, n uintptr) bool {
	return uintptr(unsafe.Pointer(unsafe.SliceData(s)))&(n-1) == 0
}

// Words returns the bytes of a slice as elements, but for what is left at its end: none of them
// where the first one's address is no multiple of their size.
func Words[T any](b []byte) []T {
	n := unsafe.Sizeof(*new(T))
	if !Aligned(b, n) {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/int(n))
}

// Cells returns a slice with the same memory as elements of another type of the same size, as
// atomic operations know only some.
func Cells[T, U any](s []U) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(s))), len(s))
}

// Apart reports whether no byte lies in both of two slices.
func Apart[T, U any](s []T, t []U) bool {
	p, q := uintptr(unsafe.Pointer(unsafe.SliceData(s))), uintptr(unsafe.Pointer(unsafe.SliceData(t)))
	return p+uintptr(len(s))*unsafe.Sizeof(*new(T)) <= q || q+uintptr(len(t))*unsafe.Sizeof(*new(U)) <= p
}
