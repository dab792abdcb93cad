package driver

import (
	"math"
	"runtime"
	"slices"
	"testing"
	"unsafe"

	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/vmem"
)

const piece = MemGranularity

// virtualMemory skips a test where there is none.
func virtualMemory(t *testing.T) {
	t.Helper()
	if !SupportsVirtualMemory() {
		t.Skip("SKIPPED: no memory apart from addresses on " + runtime.GOOS)
	}
}

// TestVirtualMemory maps two pieces of memory side by side: kernels and copies see one. One of them is mapped
// at another place as well.
func TestVirtualMemory(t *testing.T) {
	virtualMemory(t)
	m := start(t)
	free, _, err := MemGetInfo()
	ok(t, err)
	at := must(t, func() (DevicePtr, error) { return MemAddressReserve(4*piece, 0, 0) })
	var pieces []MemHandle
	for i := range 2 {
		h := must(t, func() (MemHandle, error) { return MemCreate(piece, 0, false) })
		ok(t, MemMap(at+DevicePtr(i*piece), piece, h))
		pieces = append(pieces, h)
	}
	ok(t, MemMap(at+3*piece, piece, pieces[1]))
	if now, _, _ := MemGetInfo(); free-now < 2*piece {
		t.Errorf("%d bytes were free, and are %d", free, now)
	}
	wants(t, "no access yet", MemsetD8(at, 1, 1), ErrInvalidValue)
	both := map[Device]MemAccess{0: MemAccessReadWrite}
	ok(t, MemSetAccess(at, 2*piece, both))
	ok(t, MemSetAccess(at+3*piece, piece, both))

	n, none, two := uint32(2*piece/4), DevicePtr(0), float32(2)
	ok(t, MemsetD32(at, math.Float32bits(4), int64(n)))
	ok(t, LaunchKernel(function(t, m, "add"), int(n+255)/256, 1, 1, 256, 1, 1, 0, 0, []unsafe.Pointer{p(&at), p(&none), p(&at), p(&two), p(&n)}))
	for _, x := range [][2]DevicePtr{{at, at + piece}, {at + 3*piece, at + 4*piece}} {
		got := read[float32](t, x[0], piece/4)
		if want := slices.Repeat([]float32{8}, piece/4); !slices.Equal(got, want) {
			t.Errorf("at %#x are %g, ...", x[0], got[:4])
		}
	}
	if a := must(t, func() (MemAccess, error) { return MemGetAccess(at+5, 0) }); a != MemAccessReadWrite {
		t.Errorf("access is %d", a)
	}

	// Mistakes.
	_, err = MemCreate(piece+1, 0, false)
	wants(t, "odd size", err, ErrInvalidValue)
	_, err = MemCreate(1<<50, 0, false)
	wants(t, "too much", err, ErrOutOfMemory)
	_, err = MemAddressReserve(piece, 3*piece, 0)
	wants(t, "odd alignment", err, ErrInvalidValue)
	wants(t, "mapped already", MemMap(at+piece, 2*piece, pieces[0]), ErrInvalidValue)
	wants(t, "beyond the memory", MemMap(at+2*piece, 2*piece, pieces[0]), ErrInvalidValue)
	wants(t, "beyond the addresses", MemMap(at+4*piece, piece, pieces[0]), ErrInvalidValue)
	wants(t, "a part", MemUnmap(at, piece/2), ErrInvalidValue)
	wants(t, "a hole", MemUnmap(at, 4*piece), ErrInvalidValue)
	wants(t, "still mapped", MemAddressFree(at, 4*piece), ErrInvalidValue)
	wants(t, "not MemAlloc's", MemFree(at), ErrInvalidValue)
	_, err = MemExport(pieces[0])
	wants(t, "not shareable", err, ErrInvalidValue)

	// Memory stays where it is mapped, and comes back by its address.
	ok(t, MemRelease(pieces[0]))
	wants(t, "released", MemRelease(pieces[0]), ErrInvalidValue)
	again := must(t, func() (MemHandle, error) { return MemRetain(at + 100) })
	ok(t, MemUnmap(at, 2*piece))
	wants(t, "unmapped", MemsetD8(at, 1, 1), ErrInvalidValue)
	ok(t, MemMap(at+2*piece, piece, again))
	ok(t, MemSetAccess(at+2*piece, 2*piece, both))
	if got := read[float32](t, at+2*piece, 2*piece/4); got[0] != 8 || got[len(got)-1] != 8 {
		t.Errorf("%g and %g, want 8", got[0], got[len(got)-1])
	}
	ok(t, MemUnmap(at+2*piece, 2*piece))
	ok(t, MemAddressFree(at, 4*piece))
	ok(t, MemRelease(again))
	ok(t, MemRelease(pieces[1]))
	if now, _, _ := MemGetInfo(); now != free {
		t.Errorf("%d bytes were free, and are %d", free, now)
	}
}

// TestMemorySharedByDescriptor maps memory that came as a file descriptor, as from another process.
func TestMemorySharedByDescriptor(t *testing.T) {
	virtualMemory(t)
	start(t)
	h := must(t, func() (MemHandle, error) { return MemCreate(piece, 0, true) })
	fd := must(t, func() (int, error) { return MemExport(h) })
	other := must(t, func() (MemHandle, error) { return MemImport(fd) })
	_, err := MemImport(0)
	wants(t, "standard input", err, ErrInvalidValue)
	at := must(t, func() (DevicePtr, error) { return MemAddressReserve(2*piece, 0, 0) })
	ok(t, MemMap(at, piece, h))
	ok(t, MemMap(at+piece, piece, other))
	ok(t, MemSetAccess(at, 2*piece, map[Device]MemAccess{0: MemAccessReadWrite}))
	ok(t, MemsetD32(at, 5, piece/4))
	if got := read[uint32](t, at+piece, piece/4); got[0] != 5 || got[len(got)-1] != 5 {
		t.Errorf("%d and %d, want 5", got[0], got[len(got)-1])
	}
	ok(t, MemUnmap(at, 2*piece))
	ok(t, MemAddressFree(at, 2*piece))
	ok(t, MemRelease(h))
	ok(t, MemRelease(other))
	vmem.Close(fd)
}

// TestReadOnlyMemory checks that a kernel which writes to memory that may only be read ends its context.
func TestReadOnlyMemory(t *testing.T) {
	virtualMemory(t)
	m := start(t)
	h := must(t, func() (MemHandle, error) { return MemCreate(piece, 0, false) })
	at := must(t, func() (DevicePtr, error) { return MemAddressReserve(piece, 0, 0) })
	ok(t, MemMap(at, piece, h))
	ok(t, MemSetAccess(at, piece, map[Device]MemAccess{0: MemAccessRead}))
	if got := read[uint32](t, at, 1); got[0] != 0 {
		t.Errorf("new memory has %d", got[0])
	}
	n, none, two := uint32(4), DevicePtr(0), float32(2)
	wants(t, "write", LaunchKernel(function(t, m, "add"), 1, 1, 1, 32, 1, 1, 0, 0, []unsafe.Pointer{p(&at), p(&none), p(&at), p(&two), p(&n)}), ErrIllegalAddress)
	ok(t, MemUnmap(at, piece))
	ok(t, MemAddressFree(at, piece))
	ok(t, MemRelease(h))
}

// TestVirtualMemoryCounts checks that memory without addresses leaves less for other allocations.
func TestVirtualMemoryCounts(t *testing.T) {
	virtualMemory(t)
	start(t)
	used, _ := ptx.MemoryInfo()
	ptx.SetMemoryLimit(used + uint64(virtualBytes.Load()) + 2*piece)
	defer ptx.SetMemoryLimit(0)
	h := must(t, func() (MemHandle, error) { return MemCreate(piece, 0, false) })
	_, err := MemAllocManaged(piece+1, MemAttachGlobal)
	wants(t, "more than is left", err, ErrOutOfMemory)
	ok(t, MemFree(must(t, func() (DevicePtr, error) { return MemAlloc(piece) })))
	ok(t, MemRelease(h))
	ok(t, MemFree(must(t, func() (DevicePtr, error) { return MemAlloc(2 * piece) })))
}
