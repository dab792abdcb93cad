package memory

import (
	"math/bits"
	"sync"
	"sync/atomic"
	"unsafe"
)

// heap is the memory of the device functions malloc and free. One heap serves
// all launches of the process, as on a GPU: what one kernel allocates another
// may free.
//
// It is a buddy allocator: blocks are powers of two, halved within chunks, and
// joined again when there is no block of the size that is asked for. What does
// not fit in a usual chunk has one of its own. Chunks are known to every launch; an
// access must be inside of one block that is in use. A block that was freed rests before it is used again, so
// that accesses of it are faults, where others take memory meanwhile.
var heap = struct {
	sync.Mutex
	limit   uint64
	total   uint64 // of all chunks
	live    map[uint64]heapBlock
	unused  map[uint64]heapBlock
	lists   [64][]uint64   // addresses by class; those that are no longer unused are skipped
	freed   uint64         // bytes since blocks were joined
	resting []restingBlock // in the order in which they were freed
	rests   uint64         // bytes of them
	taken   uint64         // blocks that malloc has returned
	chunks  map[uint64]*heapSpan
}{limit: DefaultHeap, live: map[uint64]heapBlock{}, unused: map[uint64]heapBlock{}, chunks: map[uint64]*heapSpan{}}

// heapBlock is a block of 1<<class bytes of a chunk, or with the class heapWhole
// a chunk that is one block.
type heapBlock struct {
	base  uint64 // which may be below the address that malloc returned
	class int
	chunk *heapSpan
}

// restingBlock is a block that has been freed, with what it was in use as.
type restingBlock struct {
	heapBlock
	was heapUse
}

// heapSpan is a chunk of size bytes. Threads look for blocks while others take and
// free them: uses has, for each granule of 1<<heapMin bytes, a heapUse of the block in
// use that begins there, or one of the only block.
type heapSpan struct {
	base, size uint64
	uses       []atomic.Uint64
	only       uint64 // bytes of it that the kernel may access, in whole granules
}

// heapUse says of a block in use its class, the granules at its beginning that are not
// the kernel's, those that are, and which malloc has returned it; 0 is no block. Of a
// block that is a whole chunk it says the first two.
type heapUse uint64

const (
	useClass    = 5 // bits
	useGranules = heapChunk - heapMin + 1
)

func newHeapUse(class int, skip, granules, number uint64) heapUse {
	return heapUse(uint64(class+2) | skip<<useClass | granules<<(useClass+useGranules) | number<<(useClass+2*useGranules))
}

func (u heapUse) class() int { return int(u&(1<<useClass-1)) - 2 }

func (u heapUse) skip() uint64 { return uint64(u) >> useClass & (1<<useGranules - 1) << heapMin }

func (u heapUse) bytes() uint64 {
	return uint64(u) >> (useClass + useGranules) & (1<<useGranules - 1) << heapMin
}

// find returns the block in use that has the place at an offset in the chunk, and where
// it begins; nil if there is none. A block begins at a multiple of the size that its
// class says.
func (c *heapSpan) find(off uint64) (use *atomic.Uint64, start uint64) {
	if len(c.uses) == 1 {
		off = 0
	}
	for class := heapMin; class <= heapChunk; class++ {
		start = off >> class << class
		use = &c.uses[start>>heapMin]
		if u := heapUse(use.Load()); u != 0 && (u.class() == class || u.class() == heapWhole) {
			return use, start
		}
	}
	return nil, 0
}

// HeapAlign is the alignment of what malloc returns, and the size of the smallest block.
const HeapAlign = 1 << heapMin

const (
	heapChunk = 20 // logarithm of the usual size of a chunk
	heapMin   = 4  // logarithm of HeapAlign
	heapWhole = -1

	heapRest = 256 << 10 // bytes that rest, unless they are needed

	DefaultHeap = 8 << 20 // as on a GPU
)

// SetHeapLimit sets how many bytes the device function malloc may take in all.
// It is 8 MiB at first, as on a GPU, and at most 1 TiB. What is in use already
// stays.
func SetHeapLimit(bytes uint64) {
	heap.Lock()
	defer heap.Unlock()
	heap.limit = min(bytes, 1<<40)
}

// ResetHeap frees everything that malloc has returned, as resetting a GPU does. No
// launch may be using it.
func ResetHeap() {
	heap.Lock()
	defer heap.Unlock()
	for _, c := range heap.chunks {
		heapDrop(c)
	}
	registry.Lock()
	for i := range registry.freed {
		if registry.freed[i].heap {
			registry.freed[i] = span{}
		}
	}
	registry.Unlock()
	clear(heap.live)
	clear(heap.unused)
	clear(heap.lists[:])
	heap.freed, heap.resting, heap.rests = 0, nil, 0
}

// Malloc takes a block of the device heap. It returns its address, and 0 if the heap is full, the size
// is 0 or the alignment is not a power of two.
func Malloc(size, align uint64) uint64 {
	heap.Lock()
	defer heap.Unlock()
	if size == 0 || size > heap.limit || align == 0 || align&(align-1) != 0 || align > heap.limit {
		return 0
	}
	// A block is aligned to its size in its chunk, and the chunk to Align.
	room := max(size, align)
	if align > Align {
		room = size + align - Align
	}
	b, ok := heapTake(room)
	if !ok {
		return 0
	}
	addr := (b.base + align - 1) &^ (align - 1)
	heap.live[addr] = b
	heap.taken++
	skip, granules := (addr-b.base)>>heapMin, (size+1<<heapMin-1)>>heapMin
	if b.class == heapWhole {
		b.chunk.only, granules = granules<<heapMin, 0
	}
	b.chunk.uses[(b.base-b.chunk.base)>>heapMin].Store(uint64(newHeapUse(b.class, skip, granules, heap.taken)))
	return addr
}

// heapTake takes a block of at least size bytes.
func heapTake(size uint64) (heapBlock, bool) {
	if size > 1<<heapChunk {
		s, ok := heapGrow((size + Align - 1) &^ (Align - 1))
		if !ok {
			return heapBlock{}, false
		}
		return heapBlock{s.base, heapWhole, s}, true
	}
	want := max(heapMin, bits.Len64(size-1))
	b, ok := heapFind(want)
	if !ok && heap.freed >= 1<<want {
		heapJoin()
		b, ok = heapFind(want)
	}
	for class := heapChunk; !ok && class >= want; class-- {
		// A smaller chunk where the limit leaves no more.
		if s, grown := heapGrow(1 << class); grown {
			b, ok = heapBlock{s.base, class, s}, true
		}
	}
	if !ok {
		// Trying to grow has joined what there is.
		if b, ok = heapFind(want); !ok {
			return heapBlock{}, false
		}
	}
	for b.class > want {
		b.class--
		heapPut(heapBlock{b.base + 1<<b.class, b.class, b.chunk})
	}
	return b, true
}

// heapFind removes the smallest unused block of at least the class.
func heapFind(class int) (heapBlock, bool) {
	for ; class < len(heap.lists); class++ {
		for list := &heap.lists[class]; len(*list) > 0; {
			addr := (*list)[len(*list)-1]
			*list = (*list)[:len(*list)-1]
			if b, ok := heap.unused[addr]; ok && b.class == class {
				delete(heap.unused, addr)
				return b, true
			}
		}
	}
	return heapBlock{}, false
}

func heapPut(b heapBlock) {
	heap.unused[b.base] = b
	heap.lists[b.class] = append(heap.lists[b.class], b.base)
}

// heapJoin joins all unused blocks whose other half is unused as well.
func heapJoin() {
	if heap.freed == 0 {
		return // the other halves are in use
	}
	heap.freed = 0
	for class := heapMin; class < heapChunk; class++ {
		list := heap.lists[class]
		heap.lists[class] = nil
		for _, addr := range list {
			b, ok := heap.unused[addr]
			if !ok || b.class != class {
				continue
			}
			other := b.chunk.base + ((addr - b.chunk.base) ^ 1<<class)
			if o, ok := heap.unused[other]; !ok || o.class != class || 1<<class == b.chunk.size {
				heap.lists[class] = append(heap.lists[class], addr)
				continue
			}
			delete(heap.unused, addr)
			delete(heap.unused, other)
			heapPut(heapBlock{min(addr, other), class + 1, b.chunk})
		}
	}
}

// heapGrow makes a chunk, as far as the limit allows. Chunks that nothing is in
// make way for it.
func heapGrow(size uint64) (*heapSpan, bool) {
	left := func() uint64 { return heap.limit - min(heap.total, heap.limit) }
	if size > left() {
		heapWake(0)
		heapJoin()
		for _, c := range heap.chunks {
			if b, ok := heap.unused[c.base]; ok && 1<<b.class == c.size {
				delete(heap.unused, c.base)
				heapDrop(c)
			}
		}
	}
	if size > left() {
		return nil, false
	}
	heap.total += size
	s := Of(Aligned(int(size), Align))
	c := &heapSpan{base: s.Base, size: size, uses: make([]atomic.Uint64, 1)}
	if size <= 1<<heapChunk {
		c.uses = make([]atomic.Uint64, size>>heapMin)
	}
	s.Name, s.heap = HeapName, c
	Register(s)
	heap.chunks[c.base] = c
	return c, true
}

// heapDrop gives a chunk back.
func heapDrop(c *heapSpan) {
	heap.total -= c.size
	delete(heap.chunks, c.base)
	unregister(c.base, HeapName)
}

// HeapName is what faults call the memory of malloc.
const HeapName = "the device heap"

// Free gives back a block that Malloc has returned. It reports false if there is none in use at the
// address.
func Free(addr uint64) bool {
	heap.Lock()
	defer heap.Unlock()
	b, ok := heap.live[addr]
	if !ok {
		return false
	}
	delete(heap.live, addr)
	use := &b.chunk.uses[(b.base-b.chunk.base)>>heapMin]
	was := heapUse(use.Load())
	use.Store(0)
	if b.class == heapWhole {
		heapDrop(b.chunk)
		return true
	}
	if 1<<b.class > heapRest/4 { // it would wake all others
		heapFree(b)
		return true
	}
	heap.resting = append(heap.resting, restingBlock{b, was})
	heap.rests += 1 << b.class
	heapWake(heapRest)
	return true
}

// HeapNear says, for faults, which block an address is in, of those in use and those that have been freed not long ago; or
// behind which of those in use it is, up to so many bytes.
func HeapNear(addr, within uint64) (base, size uint64, freed, ok bool) {
	heap.Lock()
	defer heap.Unlock()
	for _, b := range heap.resting {
		if start := b.base + b.was.skip(); addr-start < b.was.bytes() {
			return start, b.was.bytes(), true, true
		}
	}
	for start, b := range heap.live {
		n := heapUse(b.chunk.uses[(b.base-b.chunk.base)>>heapMin].Load()).bytes()
		if b.class == heapWhole {
			n = b.chunk.only
		}
		if addr >= start && addr-start < n+within && (!ok || start > base) {
			base, size, ok = start, n, true
		}
	}
	return base, size, false, ok
}

// heapFree lets a block be used again.
func heapFree(b heapBlock) {
	heap.freed += 1 << b.class
	heapPut(b)
}

// heapWake lets blocks be used again, those that have rested longest, until at most so many bytes rest.
func heapWake(rest uint64) {
	for heap.rests > rest {
		b := heap.resting[0]
		heap.resting = heap.resting[1:]
		heap.rests -= 1 << b.class
		heapFree(b.heapBlock)
	}
}

// Block is a block of the device heap that a thread has found. It is looked at before each access,
// because other threads may free it.
type Block struct {
	Base, Size uint64 // the address by which the kernel speaks of the block
	ptr        unsafe.Pointer
	use        *atomic.Uint64
	was        uint64 // what use was, as long as the block is in use
}

// At returns the memory of n bytes at an address, nil if they are not in the block, or if it is no
// longer in use.
func (h *Block) At(addr, n uint64) unsafe.Pointer {
	off := addr - h.Base
	if off >= h.Size || n > h.Size-off || h.use.Load() != h.was {
		return nil
	}
	return unsafe.Add(h.ptr, off)
}

// Block returns the block in use that holds an address of a chunk of the heap.
func (s *Segment) Block(addr uint64) (h Block, ok bool) {
	off := addr - s.Base
	use, start := s.heap.find(off)
	if use == nil {
		return Block{}, false
	}
	was := heapUse(use.Load())
	size := was.bytes()
	if was.class() == heapWhole {
		size = s.heap.only
	}
	start += was.skip()
	if was == 0 || off-start >= size {
		return Block{}, false
	}
	return Block{s.Base + start, size, unsafe.Add(s.Ptr, start), use, uint64(was)}, true
}
