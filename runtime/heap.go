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
// It is a buddy allocator: blocks are powers of two, halved and joined again
// within chunks. Chunks are known to every launch; an access is checked against
// its chunk, not its block.
var heap = struct {
	sync.Mutex
	limit  uint64
	total  uint64 // of all chunks
	live   map[uint64]heapBlock
	unused map[uint64]heapBlock
	lists  [64][]uint64 // addresses by class; those that are no longer unused are skipped
}{limit: 8 << 20, live: map[uint64]heapBlock{}, unused: map[uint64]heapBlock{}}

// heapBlock is a block of 1<<class bytes of a chunk.
type heapBlock struct {
	class int
	chunk *heapSpan
}

// heapSpan is a chunk of 1<<class bytes.
type heapSpan struct {
	base  uint64
	class int
}

const (
	heapChunk = 20 // logarithm of the usual size of a chunk
	heapMin   = 4  // logarithm of the smallest block, which is also the alignment
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
	want := max(heapMin, bits.Len64(size-1))
	addr, b, ok := heapTake(want)
	if !ok {
		if addr, b, ok = heapGrow(want); !ok {
			return 0
		}
	}
	for b.class > want {
		b.class--
		heapPut(addr+1<<b.class, b)
	}
	heap.live[addr] = b
	return addr
}

// heapTake removes the smallest unused block of at least the class.
func heapTake(class int) (addr uint64, b heapBlock, ok bool) {
	for ; class < len(heap.lists); class++ {
		for list := &heap.lists[class]; len(*list) > 0; {
			addr = (*list)[len(*list)-1]
			*list = (*list)[:len(*list)-1]
			if b, ok = heap.unused[addr]; ok && b.class == class {
				delete(heap.unused, addr)
				return addr, b, true
			}
		}
	}
	return 0, heapBlock{}, false
}

func heapPut(addr uint64, b heapBlock) {
	heap.unused[addr] = b
	heap.lists[b.class] = append(heap.lists[b.class], addr)
}

// heapGrow makes a chunk with a block of the class, as far as the limit allows.
func heapGrow(class int) (addr uint64, b heapBlock, ok bool) {
	left := heap.limit - min(heap.total, heap.limit)
	n := max(class, heapChunk)
	for n > class && 1<<n > left {
		n--
	}
	if 1<<n > left {
		return 0, heapBlock{}, false
	}
	heap.total += 1 << n
	s := segmentOf(alignedBytes(1<<n, deviceAlign))
	s.name = heapName
	register(s)
	return s.base, heapBlock{n, &heapSpan{s.base, n}}, true
}

const heapName = "the device heap"

// Free is the device function free. Free of 0 does nothing; of an address that
// Malloc did not return it is a fault.
func (t *Thread) Free(addr uint64) {
	if addr == 0 {
		return
	}
	heap.Lock()
	defer heap.Unlock()
	b, ok := heap.live[addr]
	if !ok {
		throw(&faultPanic{kind: FaultHeap, addr: addr, hasAddr: true, msg: fmt.Sprintf("free of address %#x, which is not in use", addr)})
	}
	delete(heap.live, addr)
	for b.class < b.chunk.class {
		buddy := b.chunk.base + ((addr - b.chunk.base) ^ 1<<b.class)
		if o, ok := heap.unused[buddy]; !ok || o.class != b.class {
			break
		}
		delete(heap.unused, buddy)
		addr = min(addr, buddy)
		b.class++
	}
	if b.class == b.chunk.class && b.class > heapChunk {
		// A chunk for one large block is given back.
		heap.total -= 1 << b.class
		unregister(addr, heapName)
		return
	}
	heapPut(addr, b)
}
