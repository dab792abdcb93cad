package gen

import (
	ptx "github.com/ptx2go/ptx2go/runtime"
	"github.com/ptx2go/ptx2go/runtime/internal/memory"
)

// Malloc is the device function malloc: it returns the address of size bytes,
// 16-byte aligned and not cleared, or 0 if the heap is full or the size is 0.
func (t *Thread) Malloc(size uint64) uint64 { return t.MallocAligned(size, memory.HeapAlign) }

// MallocAligned is the device function __nv_aligned_device_malloc: Malloc with
// another alignment. It returns 0 if that is not a power of two.
func (t *Thread) MallocAligned(size, align uint64) uint64 {
	addr := memory.Malloc(size, align)
	if addr != 0 && t.run.kernel.Addr32 {
		addr, _ = memory.Addr32(addr)
	}
	return addr
}

// Free is the device function free. Free of 0 does nothing; of an address that
// Malloc did not return, or that was freed before, it is a fault.
func (t *Thread) Free(addr uint64) {
	if addr == 0 {
		return
	}
	given := addr
	if t.run.kernel.Addr32 {
		addr = memory.Host32(addr, memory.HeapName)
	}
	if !memory.Free(addr) {
		throwAddr(ptx.FaultHeap, given, "is given to free, but is not in use%s", inHeap(addr))
	}
}
