package gen

import (
	"math"
	"testing"
)

// TestBelow compares the number of threads that pass a guard with a count of those that
// do, at every border of 32-bit arithmetic.
func TestBelow(t *testing.T) {
	borders := []uint32{0, 1, 5, 31, 32, math.MaxInt32 - 33, math.MaxInt32 - 3, math.MaxInt32, 1 << 31, 1<<31 + 7, math.MaxUint32 - 33, math.MaxUint32 - 5, math.MaxUint32}
	for _, i := range borders {
		for _, limit := range borders {
			for _, n := range []uint32{1, 2, 31, 40} {
				count := func(pass func(i uint32) bool) (m int, first bool) {
					first = true
					for tx := range n {
						if pass(i + tx) {
							first = first && m == int(tx)
							m++
						}
					}
					return m, first
				}
				check := func(what string, got int, ok bool, want int, first bool) {
					if ok && (got != want || !first) {
						t.Errorf("%s(%#x, %#x, %d) = %d, want %d (the first ones: %v)", what, i, limit, n, got, want, first)
					}
				}
				got, ok := Below(int32(i), int32(limit), n)
				want, first := count(func(i uint32) bool { return int32(i) < int32(limit) })
				check("Below", got, ok, want, first)
				if small := int64(int32(i)) < math.MaxInt32-40; small && !ok {
					t.Errorf("Below(%#x, %#x, %d) fails", i, limit, n)
				}
				got, ok = BelowU(i, limit, n)
				want, first = count(func(i uint32) bool { return i < limit })
				check("BelowU", got, ok, want, first)
				if small := i < math.MaxUint32-40; small && !ok {
					t.Errorf("BelowU(%#x, %#x, %d) fails", i, limit, n)
				}
			}
		}
	}
}

// TestInside has slices of elements without size, so that indices of 32 bits end before
// they do.
func TestInside(t *testing.T) {
	if math.MaxInt == math.MaxInt32 {
		t.Skip("no slices that are long enough")
	}
	shift := 31 // a variable, for compilers whose ints are smaller
	two := 1 << shift
	long := make([]struct{}, 3*two)
	short := make([]struct{}, 100)
	for _, test := range []struct {
		s                []struct{}
		first, m         int
		signed, unsigned bool
	}{
		{short, 0, 100, true, true},
		{short, 1, 100, false, false},
		{short, -1, 10, false, false},
		{short, 100, 0, true, true},
		{short, 101, 0, false, false},
		{long, two - 40, 30, true, true},
		{long, two - 20, 30, false, true},
		{long, two + 7, 30, false, true},
		{long, 2*two - 40, 30, false, true},
		{long, 2*two - 20, 30, false, false},
		{long, 2*two + 20, 30, false, false},
	} {
		if got := Inside(test.s, test.first, test.m); got != test.signed {
			t.Errorf("Inside(%d, %d, %d) = %v", len(test.s), test.first, test.m, got)
		}
		if got := InsideU(test.s, test.first, test.m); got != test.unsigned {
			t.Errorf("InsideU(%d, %d, %d) = %v", len(test.s), test.first, test.m, got)
		}
	}
}
