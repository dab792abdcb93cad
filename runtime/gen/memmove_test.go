package gen

import (
	"math"
	"slices"
	"strings"
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

// TestMemmoveBlocks copies and sets local memory of which the end is in another block of
// the stack than the start.
func TestMemmoveBlocks(t *testing.T) {
	err := inThread(Launch{}, ctas("k"), func(th *Thread) {
		const n = 12000 // the 4 KiB of the first block and the 8 KiB of the next
		first := th.Alloca(4000, 16)
		second := th.Alloca(n-4000, 16)
		from, to := th.LocalToGeneric(first), th.LocalToGeneric(first+100)
		if second != first+4000 || th.local.at(first, n) != nil {
			t.Fatal("one block is enough")
		}
		at := func(i uint64) uint8 { return th.LocalLoadU8(first + i) }
		for i := range uint64(n) {
			th.LocalStoreU8(first+i, uint8(i%251))
		}
		th.Memmove(to, from, n-100)
		for i := range uint64(n - 100) {
			if got := at(100 + i); got != uint8(i%251) {
				t.Fatalf("byte %d behind the copy is %d", i, got)
			}
		}
		th.Memmove(from, to, n-100)
		for i := range uint64(n - 100) {
			if got := at(i); got != uint8(i%251) {
				t.Fatalf("byte %d behind the copy back is %d", i, got)
			}
		}
		if th.Memset(from+1, 7, n-1) != from+1 || at(0) != 0 || at(1) != 7 || at(3999) != 7 || at(4000) != 7 || at(n-1) != 7 {
			t.Error("memset")
		}
		th.Memmove(from, to, n)
	})
	if err == nil || !strings.Contains(err.Error(), "too near the end of local memory") {
		t.Error(err)
	}
}
