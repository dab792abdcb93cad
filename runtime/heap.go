package runtime

import (
	"fmt"
	"math/bits"
	"sync"
)

// heap is the memory of the device functions malloc and free. One heap serves
// all launches of the process, as on a GPU: what one kernel allocates another
// may free.
//
// Blocks are powers of two, cut from chunks that are known to every launch and
// never given back. An access is checked against its chunk, not its block.
var heap = struct {
	sync.Mutex
	limit uint64
	total uint64         // of all chunks
	rest  []byte         // of the newest chunk
	free  [64][]uint64   // addresses of free blocks by the logarithm of their size
	live  map[uint64]int // logarithm of the size by address
}{limit: 8 << 20, live: map[uint64]int{}}

const (
	heapChunk = 1 << 20
	heapMin   = 4 // logarithm of the smallest block, which is also the alignment
)

// SetHeapLimit sets how many bytes the device function malloc may take in all.
// It is 8 MiB at first, as on a GPU. What is in use already stays.
func SetHeapLimit(bytes uint64) {
	heap.Lock()
	defer heap.Unlock()
	heap.limit = bytes
}

// Malloc is the device function malloc: it returns the address of size bytes,
// 16-byte aligned and not cleared, or 0 if the heap is full or the size is 0.
func (t *Thread) Malloc(size uint64) uint64 {
	heap.Lock()
	defer heap.Unlock()
	if size == 0 || size > heap.limit {
		return 0
	}
	class := max(heapMin, bits.Len64(size-1))
	if list := heap.free[class]; len(list) > 0 {
		addr := list[len(list)-1]
		heap.free[class] = list[:len(list)-1]
		heap.live[addr] = class
		return addr
	}
	n := uint64(1) << class
	if n > uint64(len(heap.rest)) {
		chunk := max(n, heapChunk)
		if chunk > heap.limit-min(heap.total, heap.limit) {
			// The last chunk is what the limit leaves, if that is enough.
			if chunk = heap.limit - min(heap.total, heap.limit); chunk < n {
				return 0
			}
		}
		heap.total += chunk
		heap.rest = alignedBytes(int(chunk), deviceAlign)
		s := segmentOf(heap.rest)
		s.name = "the device heap"
		register(s)
	}
	addr := AddrOf(heap.rest)
	heap.rest = heap.rest[n:]
	heap.live[addr] = class
	return addr
}

// Free is the device function free. Free of 0 does nothing; of an address that
// Malloc did not return it is a fault.
func (t *Thread) Free(addr uint64) {
	if addr == 0 {
		return
	}
	heap.Lock()
	defer heap.Unlock()
	class, ok := heap.live[addr]
	if !ok {
		throw(&faultPanic{kind: FaultHeap, addr: addr, hasAddr: true, msg: fmt.Sprintf("free of address %#x, which is not in use", addr)})
	}
	delete(heap.live, addr)
	heap.free[class] = append(heap.free[class], addr)
}
