package driver

import (
	"testing"
	"unsafe"
)

// TestShared asks for more shared memory than there is without asking.
func TestShared(t *testing.T) {
	m := start(t)
	as(t, 9, 0)
	turn, large := function(t, m, "turn"), function(t, m, "large")
	x := alloc(t, 256)
	ok(t, LaunchKernel(turn, 1, 1, 1, 256, 1, 1, 1024, 0, []unsafe.Pointer{p(&x)}))
	if got := read[uint32](t, x, 256); got[0] != 255 || got[255] != 0 {
		t.Errorf("%v", got)
	}
	const much = 100 << 10
	launch := func() error {
		return LaunchKernel(turn, 1, 1, 1, 256, 1, 1, much, 0, []unsafe.Pointer{p(&x)})
	}
	wants(t, "without asking", launch(), ErrInvalidValue, "FuncSetAttribute")
	ok(t, FuncSetAttribute(turn, FuncMaxDynamicSharedSizeBytes, much))
	ok(t, launch())
	wants(t, "too much", FuncSetAttribute(turn, FuncMaxDynamicSharedSizeBytes, perSM().mostShared+1), ErrInvalidValue)
	ok(t, run(large, 1, 0, p(&x)))
	for _, test := range []struct {
		f    Function
		a    FunctionAttribute
		want int
	}{
		{turn, FuncMaxThreadsPerBlock, 256}, {large, FuncMaxThreadsPerBlock, 1024},
		{turn, FuncSharedSizeBytes, 0}, {large, FuncSharedSizeBytes, 48 << 10},
		{turn, FuncMaxDynamicSharedSizeBytes, much}, {large, FuncMaxDynamicSharedSizeBytes, 0},
		{turn, FuncBinaryVersion, 90}, {turn, FuncLocalSizeBytes, 0},
	} {
		if got := must(t, func() (int, error) { return FuncGetAttribute(test.a, test.f) }); got != test.want {
			t.Errorf("attribute %d: %d, want %d", test.a, got, test.want)
		}
	}
}

func TestOccupancy(t *testing.T) {
	m := start(t)
	as(t, 9, 0)
	add, turn, large := function(t, m, "add"), function(t, m, "turn"), function(t, m, "large")
	for _, test := range []struct {
		f             Function
		block, shared int
		want          int
	}{
		{add, 1024, 0, 2}, {add, 256, 0, 8}, {add, 33, 0, 32}, {add, 1, 0, 32}, {add, 512, 48 << 10, 4}, {add, 64, 20 << 10, 10},
		{add, 1025, 0, 0}, {turn, 257, 0, 0}, {turn, 256, 0, 8}, {large, 32, 0, 4}, {large, 32, 1, 0}, {add, 32, 48<<10 + 1, 0},
	} {
		got, err := OccupancyMaxActiveBlocksPerMultiprocessor(test.f, test.block, test.shared)
		if ok(t, err); got != test.want {
			t.Errorf("%d threads, %d bytes: %d blocks, want %d", test.block, test.shared, got, test.want)
		}
	}
	processors := must(t, func() (int, error) { return DeviceGetAttribute(MultiprocessorCount, 0) })
	for _, test := range []struct {
		f           Function
		limit       int
		grid, block int
	}{{add, 0, 2, 1024}, {add, 100, 32, 64}, {add, 1000, 4, 512}, {turn, 0, 8, 256}} {
		grid, block, err := OccupancyMaxPotentialBlockSize(test.f, nil, 0, test.limit)
		if ok(t, err); block != test.block || grid != test.grid*processors {
			t.Errorf("at most %d threads: %d blocks of %d", test.limit, grid, block)
		}
	}
	_, block, err := OccupancyMaxPotentialBlockSize(add, func(block int) int { return 256 * block }, 0, 0)
	if ok(t, err); block > 192 || block == 0 {
		t.Errorf("with 256 bytes for each thread: %d", block)
	}
}
