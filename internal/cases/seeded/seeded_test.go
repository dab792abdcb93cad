package seeded

import "testing"

// What a name stands for never changes: the cases are made of it.
func TestFor(t *testing.T) {
	r := For("fp_add_f32")
	for i, want := range []uint64{0x6be07caa93d2d01e, 0x792c4329627e8521, 0x5f16b991b8376cfe} {
		if got := r.Next(); got != want {
			t.Errorf("number %d is %#x, want %#x", i, got, want)
		}
	}
	if a, b := For("a").Next(), For("b").Next(); a == b {
		t.Error("two names, one list")
	}
}

func TestRanges(t *testing.T) {
	r := For("ranges")
	var seen [4]int
	for range 400 {
		seen[r.Below(4)]++
		if n := r.Between(-3, 3); n < -3 || n > 3 {
			t.Fatalf("%d", n)
		}
	}
	for i, n := range seen {
		if n < 50 {
			t.Errorf("%d comes %d times in 400", i, n)
		}
	}
	top := 0
	for _, b := range r.Bytes(1000) {
		top += int(b >> 7)
	}
	if top < 400 || top > 600 {
		t.Errorf("%d of 1000 bytes have their top bit", top)
	}
}
