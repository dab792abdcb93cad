package devmem

import (
	"errors"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/ptx2go/ptx2go/internal/house/testmode"
)

func addr(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }

func (s *Space) mustAlloc(t *testing.T, n uint64) []byte {
	t.Helper()
	b, err := s.Alloc(n)
	if err != nil {
		t.Fatal(err)
	}
	if uint64(len(b)) != n || cap(b) != len(b) || addr(b)%Align != 0 {
		t.Fatalf("%d bytes: %d of %d at %#x", n, len(b), cap(b), addr(b))
	}
	return b
}

// TestRandom allocates and frees at random: memory is zero, aligned, nobody else's, and
// one past its end is nobody's. In the end all of it is holes again.
func TestRandom(t *testing.T) {
	rounds := 20000
	if testmode.Long() {
		rounds = 1000000
	}
	r := rand.New(rand.NewPCG(3, 4))
	var s Space
	var live [][]byte
	size := func() uint64 {
		switch r.IntN(100) {
		case 0:
			return 1 + r.Uint64N(9<<20)
		case 1, 2, 3:
			return 1 + r.Uint64N(1<<16)
		}
		return 256 * (1 + r.Uint64N(8)) // what is full to the end
	}
	for i := range rounds {
		if len(live) > 60 || len(live) > 0 && r.IntN(2) == 0 {
			k := r.IntN(len(live))
			b := live[k]
			if b[0] != b[len(b)-1] {
				t.Fatalf("round %d: somebody has written to %#x", i, addr(b))
			}
			if !s.Free(addr(b)) {
				t.Fatalf("round %d: %#x is not in use", i, addr(b))
			}
			live = slices.Delete(live, k, k+1)
			continue
		}
		b := s.mustAlloc(t, size())
		for _, x := range [...]int{0, len(b) / 3, len(b) / 2, len(b) - 1} {
			if b[x] != 0 {
				t.Fatalf("round %d: byte %d of %d is %d", i, x, len(b), b[x])
			}
		}
		if len(b) <= 1<<16 {
			for x, v := range b {
				if v != 0 {
					t.Fatalf("round %d: byte %d is %d", i, x, v)
				}
			}
		}
		for _, o := range live {
			if addr(b) <= addr(o)+uintptr(len(o)) && addr(o) <= addr(b)+uintptr(len(b)) {
				t.Fatalf("round %d: %#x of %d bytes meets %#x of %d", i, addr(b), len(b), addr(o), len(o))
			}
		}
		mark := byte(1 + r.IntN(255))
		for x := range b[:min(len(b), 1<<16)] {
			b[x] = mark
		}
		b[len(b)/2], b[len(b)-1] = mark, mark
		live = append(live, b)
	}
	for _, b := range live {
		s.Free(addr(b))
	}
	if used, _ := s.Info(); used != 0 || len(s.live) != 0 {
		t.Errorf("%d bytes in use in the end", used)
	}
	for _, h := range s.holes {
		if h.base != h.start() || h.size != uintptr(len(h.mem))-Align {
			t.Errorf("a hole of %d bytes in a region of %d", h.size, len(h.mem))
		}
	}
}

// TestSameAddress frees and allocates again: the address is the one that was freed last,
// whatever was freed beside it.
func TestSameAddress(t *testing.T) {
	var s Space
	sizes := []uint64{1, 256, 257, 4096, 100000, 1 << 20, 5 << 20}
	var all [][]byte
	for range 3 {
		for _, n := range sizes {
			all = append(all, s.mustAlloc(t, n))
		}
	}
	for k, b := range all {
		// A hole that would fit as well.
		s.Free(addr(all[(k+3)%len(all)]))
		s.Free(addr(b))
		if got := s.mustAlloc(t, uint64(len(b))); addr(got) != addr(b) {
			t.Errorf("%d bytes at %#x, they were at %#x", len(b), addr(got), addr(b))
		}
		all[(k+3)%len(all)] = s.mustAlloc(t, uint64(len(all[(k+3)%len(all)])))
	}
	seen := map[uintptr]bool{}
	for range 1000 {
		var some [][]byte
		for range 10 {
			some = append(some, s.mustAlloc(t, 12345))
		}
		for _, b := range some {
			seen[addr(b)] = true
			s.Free(addr(b))
		}
	}
	if len(seen) != 10 {
		t.Errorf("ten at a time are at %d addresses", len(seen))
	}
}

func TestLimit(t *testing.T) {
	s := Space{limit: 1000}
	a := s.mustAlloc(t, 600)
	for _, n := range []uint64{401, 1 << 20, 1<<64 - 1, 1 << 63, 1<<64 - 256} {
		if b, err := s.Alloc(n); !errors.Is(err, ErrOutOfMemory) {
			t.Errorf("%d bytes: %d, %v", n, len(b), err)
		}
	}
	b := s.mustAlloc(t, 400)
	if used, total := s.Info(); used != 1000 || total != 1000 {
		t.Errorf("%d of %d bytes in use", used, total)
	}
	if s.Free(addr(a)+1) || !s.Free(addr(a)) || s.Free(addr(a)) || !s.Free(addr(b)) || s.Free(0) {
		t.Error("Free of something else")
	}
	s.SetLimit(1<<64 - 1)
	if _, err := s.Alloc(1<<63 - 5); !errors.Is(err, ErrOutOfMemory) {
		t.Errorf("half of the address space: %v", err)
	}
	s.SetLimit(0)
	if _, total := s.Info(); total < 64<<20 {
		t.Errorf("the machine has %d bytes", total)
	}
}

// TestHas looks at what memory is in use, or free, or nobody's.
func TestHas(t *testing.T) {
	var s Space
	const far = ^uintptr(0) >> 2
	mine := make([]byte, 1000)
	if s.Has(addr(mine), 1000) {
		t.Error("an empty space has memory")
	}
	b, other := s.mustAlloc(t, 5000), s.mustAlloc(t, 1000)
	for range 2 { // in use, then free
		for _, x := range []struct {
			off, n uintptr
			want   bool
		}{{0, 1, true}, {4999, 1, true}, {100, 100, true}, {^uintptr(0), 2, true}, {^uintptr(99), 200, true}, {^far, 1, false}, {far, far, false}} {
			if got := s.Has(addr(b)+x.off, x.n); got != x.want {
				t.Errorf("%d bytes at %#x: %t", x.n, x.off, got)
			}
		}
		s.Free(addr(b))
	}
	s.Free(addr(other))
	if s.Has(addr(mine), 1000) {
		t.Error("memory of the program is the space's")
	}
}

// resident is how many bytes of the process are in memory.
func resident(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	n, err := strconv.Atoi(strings.Fields(string(text))[1])
	if err != nil {
		t.Fatal(err)
	}
	return n * os.Getpagesize()
}

// TestResident looks at what the process takes: nothing for memory that nobody has
// touched, as much as has been, and nothing after Free; and not more with each round.
func TestResident(t *testing.T) {
	if dropsRegions {
		t.Skip("SKIPPED: memory comes from the heap here")
	}
	size, rounds := 128<<20, 20000
	if testmode.Long() {
		size, rounds = 1<<30, 1000000
	}
	var s Space
	within := func(what string, before, want int) {
		t.Helper()
		got := resident(t) - before
		t.Logf("%s: %+.1f MiB", what, float64(got)/(1<<20))
		if slack := 24 << 20; got < want-slack || got > want+slack {
			t.Errorf("%s: %d bytes, want %d", what, got, want)
		}
	}
	runtime.GC()
	before := resident(t)
	b := s.mustAlloc(t, uint64(size))
	within("allocated", before, 0)
	for i := 0; i < len(b); i += 4096 {
		b[i] = 1
	}
	within("touched", before, size)
	s.Free(addr(b))
	within("freed", before, 0)
	b = s.mustAlloc(t, uint64(size))
	if b[0] != 0 || b[len(b)-4096] != 0 {
		t.Error("not zero again")
	}
	within("allocated again", before, 0)
	s.Free(addr(b))
	for i := range rounds {
		b := s.mustAlloc(t, uint64(1+i%5000))
		b[0] = 1
		s.Free(addr(b))
	}
	within("many small ones", before, 0)
	regions := map[*region]bool{}
	for _, h := range s.holes {
		regions[h.region] = true
	}
	if len(regions) > 2 {
		t.Errorf("%d regions", len(regions))
	}
}

func BenchmarkAllocFree(b *testing.B) {
	var s Space
	for b.Loop() {
		m, err := s.Alloc(4096)
		if err != nil {
			b.Fatal(err)
		}
		s.Free(addr(m))
	}
}
