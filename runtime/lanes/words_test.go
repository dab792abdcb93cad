package lanes

import (
	"math/rand/v2"
	"testing"
	"unsafe"
)

// TestWords reads and writes elements alone and two at once, of each size.
func TestWords(t *testing.T) {
	testWords[uint8](t)
	testWords[uint16](t)
	testWords[uint32](t)
}

func testWords[T uint8 | uint16 | uint32](t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	for range 100 {
		var s [40]T
		for i := range s {
			s[i] = T(r.Uint32())
		}
		p, i, j := unsafe.Pointer(&s), r.IntN(20), r.IntN(20)
		if got := element[T](p, uint64(i)); got != s[i] {
			t.Fatalf("element %d is %#x, want %#x", i, got, s[i])
		}
		if got, want := two[T](p, uint64(i)|uint64(j)<<32), uint64(s[i])|uint64(s[j])<<32; got != want {
			t.Fatalf("elements %d and %d are %#x, want %#x", i, j, got, want)
		}
		at := unsafe.Pointer(&s[20])
		if got, want := far[T](at, -j), uint64(s[20])|uint64(s[20-j])<<32; got != want {
			t.Fatalf("elements 20 and %d are %#x, want %#x", 20-j, got, want)
		}
		want := s
		want[i] = T(r.Uint32())
		set(p, uint64(i), want[i])
		want[20], want[20+j] = 1, 1<<7|1
		setFar[T](at, j, 1|(1<<7|1)<<32)
		if j == 0 {
			want[20] = 1<<7 | 1 // the second of two stores
		}
		if s != want {
			t.Fatalf("%v, want %v", s, want)
		}
	}
	var m [8][4]uint32
	if side(unsafe.Pointer(&m), 16, 3) != &m[3] {
		t.Error("a side is elsewhere")
	}
}

// TestPresent replaces indices of lanes that are not in a mask by one that is.
func TestPresent(t *testing.T) {
	for b := 1; b <= allLanes && b < 1<<16; b++ {
		in := make([]bool, Width)
		for l := range in {
			in[l] = b>>l&1 != 0
		}
		got := make([]int32, Width)
		StoreI32(got, 0, present(RampI32(100, 1), LoadM(in, 0)))
		Clear()
		for l, x := range got {
			if other := x - 100; other < 0 || other >= Width || !in[other] || in[l] && int(other) != l {
				t.Fatalf("lane %d of %#x has the index of lane %d", l, b, other)
			}
		}
	}
}
