package gen

import (
	"math"
	"testing"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// borders are indices and limits at which 32-bit arithmetic can go wrong.
var borders = []uint32{0, 1, 5, 31, 32, 40, math.MaxInt32 - 33, math.MaxInt32 - 3, math.MaxInt32, 1 << 31, 1<<31 + 7, math.MaxUint32 - 33, math.MaxUint32 - 5, math.MaxUint32}

// distances are what sums grow by from one thread to the next.
var distances = []int{1, 2, 3, 4, 1 << 12}

// pass counts the threads from lo on and below hi that pass first <= i+by*tx < limit, in
// 32-bit arithmetic, and returns the first, and whether they follow each other.
func pass[T int32 | uint32](i T, by int, first, limit int64, lo, hi uint32) (from, n uint32, adjacent bool) {
	adjacent = true
	for tx := lo; tx < hi; tx++ {
		if x := int64(i + T(by)*T(tx)); first <= x && x < limit {
			if n == 0 {
				from = tx
			}
			adjacent = adjacent && tx == from+n
			n++
		}
	}
	return from, n, adjacent
}

// TestBelow compares the threads that pass a guard with those that do, at every border.
func TestBelow(t *testing.T) {
	for _, i := range borders {
		for _, limit := range borders {
			for _, plus := range []int64{0, 1} {
				for _, n := range []uint32{1, 2, 31, 40} {
					for _, by := range distances {
						below(t, int32(i), by, int64(int32(limit))+plus, n)
						below(t, i, by, int64(limit)+plus, n)
					}
				}
			}
		}
	}
	if m, _ := Below(uint32(3), 10, 0); m != 0 {
		t.Errorf("%d threads of none", m)
	}
}

func below[T int32 | uint32](t *testing.T, i T, by int, limit int64, n uint32) {
	t.Helper()
	m, ok := BelowBy(i, by, limit, n)
	from, want, adjacent := pass(i, by, math.MinInt64, limit, 0, n)
	switch wraps := i+T(by)*T(n-1) < i; {
	case ok == wraps:
		t.Errorf("BelowBy(%d, %d, %d, %d): %v, but wraps: %v", i, by, limit, n, ok, wraps)
	case ok && (m != want || want > 0 && from > 0 || !adjacent), !ok && m != n:
		t.Errorf("BelowBy(%d, %d, %d, %d) = %d, %v; %d from %d pass", i, by, limit, n, m, ok, want, from)
	}
	if one, same := Below(i, limit, n); by == 1 && (one != m || same != ok) {
		t.Errorf("Below(%d, %d, %d) = %d, %v, but with a distance of 1 %d, %v", i, limit, n, one, same, m, ok)
	}
}

// TestBetween does the same for guards with two limits.
func TestBetween(t *testing.T) {
	for _, i := range borders {
		for _, first := range borders {
			for _, limit := range borders {
				for _, r := range [][2]uint32{{0, 0}, {0, 1}, {0, 31}, {0, 40}, {3, 40}, {7, 6}, {39, 40}} {
					for _, by := range distances {
						between2(t, int32(i), by, int64(int32(first)), int64(int32(limit))+1, r[0], r[1])
						between2(t, i, by, int64(first)+1, int64(limit), r[0], r[1])
					}
				}
			}
			for _, by := range distances {
				between2(t, int32(i), by, -1<<31, int64(int32(first)), 0, 40)
				between2(t, int32(i), by, int64(int32(first)), 1<<31, 0, 40)
				between2(t, i, by, int64(first), 1<<32, 0, 40)
			}
		}
	}
}

func between2[T int32 | uint32](t *testing.T, i T, by int, first, limit int64, lo, hi uint32) {
	t.Helper()
	sum := func(tx uint32) T { return i + T(by)*T(tx) }
	from, to, ok := BetweenBy(i, by, first, limit, lo, hi)
	start, want, adjacent := pass(i, by, first, limit, lo, hi)
	tame := true // nothing wraps from one that passes to the next
	for tx := from; tx+1 < to; tx++ {
		tame = tame && sum(tx) < sum(tx+1)
	}
	sides := [2]bool{} // somebody passes before the sum has wrapped, and behind
	for tx := lo; tx < hi; tx++ {
		if x := int64(sum(tx)); first <= x && x < limit {
			if sum(tx) < sum(lo) {
				sides[1] = true
			} else {
				sides[0] = true
			}
		}
	}
	wrong := from > to || from < lo || to > max(lo, hi) || ok == (sides == [2]bool{true, true})
	switch {
	case ok:
		wrong = wrong || to-from != want || want > 0 && from != start || !adjacent || !tame
	default:
		wrong = wrong || from != lo || to != hi
	}
	if wrong {
		t.Errorf("BetweenBy(%d, %d, %d, %d, %d, %d) = %d, %d, %v; %d from %d pass", i, by, first, limit, lo, hi, from, to, ok, want, start)
	}
	if a, b, same := Between(i, first, limit, lo, hi); by == 1 && (a != from || b != to || same != ok) {
		t.Errorf("Between(%d, %d, %d, %d, %d) = %d, %d, %v, but with a distance of 1 %d, %d, %v", i, first, limit, lo, hi, a, b, same, from, to, ok)
	}
}

func TestInside(t *testing.T) {
	s := make([]int32, 100)
	for _, test := range []struct {
		first, n int
		want     bool
	}{
		{0, 100, true},
		{1, 100, false},
		{-1, 10, false},
		{99, 1, true},
		{100, 0, true},
		{101, 0, false},
		{100, -31, true}, // no thread of a loop
		{101, -31, false},
		{math.MaxInt, 1, false},
		{math.MinInt, 1, false},
	} {
		if got := Inside(s, test.first, test.n); got != test.want {
			t.Errorf("Inside(%d, %d) = %v", test.first, test.n, got)
		}
	}
	if !Inside(s, 60, uint32(40)) || Inside(s, 61, uint32(40)) {
		t.Error("Inside of so many threads")
	}
}

// TestSpans compares with Go's own checks of each element.
func TestSpans(t *testing.T) {
	s := make([]uint8, 40)
	for _, by := range []int{0, 1, -1, 5, -5, 6, -39, math.MaxInt / 16, math.MinInt / 16} {
		for _, n := range []int{1, 2, 8} {
			for first := -2; first < 43; first++ {
				want := true
				for k := range n {
					want = want && first+k*by >= 0 && first+k*by < len(s)
				}
				if got := Spans(s, first, by, n); got != want {
					t.Errorf("Spans(%d, %d, %d) = %v", first, by, n, got)
				}
			}
		}
	}
	if Spans(s, math.MaxInt, 1, 8) || Spans(s, math.MinInt, -1, 8) || Spans(s[:0], 0, 0, 1) {
		t.Error("Spans far outside")
	}
}

func TestAligned(t *testing.T) {
	s := ptx.Alloc[float32](16)
	defer ptx.Free(s)
	for i := range s {
		for n := uintptr(4); n <= 16; n *= 2 {
			if got, want := Aligned(s[i:], n), uintptr(i)*4%n == 0; got != want {
				t.Errorf("Aligned(s[%d:], %d) = %v", i, n, got)
			}
		}
	}
}

// TestExact compares with sums of more bits, at every border of 32-bit arithmetic.
func TestExact(t *testing.T) {
	for _, i := range []uint32{0, 1, math.MaxInt32 - 33, math.MaxInt32 - 3, math.MaxInt32, 1 << 31, 1<<31 + 7, math.MaxUint32 - 33, math.MaxUint32 - 5, math.MaxUint32} {
		for n := range 40 {
			signed, unsigned := true, true
			for k := range int64(n) {
				signed = signed && int64(int32(i))+k == int64(int32(i+uint32(k)))
				unsigned = unsigned && int64(i)+k == int64(i+uint32(k))
			}
			if got := Exact(int32(i), n); got != signed {
				t.Errorf("Exact(int32 %#x, %d) = %v", i, n, got)
			}
			if got := Exact(i, uint32(n)); got != unsigned {
				t.Errorf("Exact(uint32 %#x, %d) = %v", i, n, got)
			}
		}
	}
}

// TestWords: elements of bytes, in any part of a buffer.
func TestWords(t *testing.T) {
	all := BytesOf(make([]uint64, 4))
	for from := range 9 {
		for to := from; to <= len(all); to++ {
			b := all[from:to]
			want := 0
			if from%4 == 0 {
				want = (to - from) / 4
			}
			if w := Words[uint32](b); len(w) != want || want > 0 && &BytesOf(w)[0] != &b[0] {
				t.Errorf("%d to %d: %d elements, want %d", from, to, len(w), want)
			}
		}
	}
}

// TestApart: parts of a buffer, of elements of two sizes.
func TestApart(t *testing.T) {
	s := make([]uint32, 12)
	all := BytesOf(s)
	for i := range s {
		for j := i; j <= len(s); j++ {
			for from := range len(all) {
				for _, n := range []int{0, 1, 5} {
					to := min(from+n, len(all))
					overlap := max(4*i, from) < min(4*j, to)
					x, y := s[i:j], all[from:to]
					if overlap && (Apart(x, y) || Apart(y, x)) || !overlap && i < j && from < to && (!Apart(x, y) || !Apart(y, x)) {
						t.Fatalf("elements %d to %d, bytes %d to %d: Apart is wrong", i, j, from, to)
					}
				}
			}
		}
	}
}
