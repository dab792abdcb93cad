package runtime

import (
	"math"
	"slices"
	"testing"
)

func TestMemmove(t *testing.T) {
	buf := []byte{1, 2, 3, 4, 5, 6, 7, 8}
	run := func(f func(th *Thread, p uint64)) error {
		return inThread(Launch{}, ctas("k"), func(th *Thread) { f(th, AddrOf(buf)) }, BytesOf(buf))
	}
	err := run(func(th *Thread, p uint64) {
		if th.Memmove(p+2, p, 5) != p+2 || th.Memset(p, 0x1ff, 1) != p {
			t.Error("the result is not the address")
		}
		th.Memmove(0, 1, 0)
		th.Memset(0, 1, 0)
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := []byte{255, 2, 1, 2, 3, 4, 5, 8}; !slices.Equal(buf, want) {
		t.Errorf("%v, want %v", buf, want)
	}
	for _, n := range []uint64{7, 1 << 40, math.MaxUint64} {
		before := slices.Clone(buf)
		if run(func(th *Thread, p uint64) { th.Memmove(p, p+2, n) }) == nil {
			t.Errorf("a copy of %d bytes from 6", n)
		}
		if run(func(th *Thread, p uint64) { th.Memset(p+2, 0, n) }) == nil {
			t.Errorf("%d bytes of 6 set", n)
		}
		if !slices.Equal(buf, before) {
			t.Errorf("%v after a fault, was %v", buf, before)
		}
	}
}
