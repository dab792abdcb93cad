package interp

// heap is the memory of the device functions malloc and free. It is that of a
// Machine: what one kernel allocates another may free.
//
// Memory is handed out in granules, first fit after the last block. An access
// that is not inside of one block in use is a fault.
type heap struct {
	limit uint64
	base  uint64            // address of mem
	mem   []byte            // all of it, made by the first malloc
	block []uint64          // by granule: the address of the block that has it, 0 for none
	sizes map[uint64]uint64 // granules of the blocks in use, by address
	next  uint64            // granule at which the search begins
	freed []freedBlock      // by granule: the block that has had it last, for faults; made by the first free
}

// freedBlock is a block that was freed.
type freedBlock struct{ base, granules uint64 }

const (
	heapGranule = 16

	// DefaultHeap is the limit where Options.Heap is 0: that of CUDA.
	DefaultHeap = 8 << 20
)

// malloc returns the address of size bytes, at a multiple of align, or 0. The
// bytes are zero when they are first used.
func (x *Machine) malloc(size, align uint64) uint64 {
	h := &x.heap
	if size == 0 || size > h.limit || align == 0 || align&(align-1) != 0 || align > h.limit {
		return 0
	}
	if h.mem == nil {
		mem := alignedBytes(int64(h.limit / heapGranule * heapGranule))
		base, err := x.Address(mem)
		if err != nil {
			return 0
		}
		h.mem, h.base = mem, base
		h.block = make([]uint64, len(h.mem)/heapGranule)
		h.sizes = map[uint64]uint64{}
	}
	need := (size + heapGranule - 1) / heapGranule
	base := h.base
	for _, from := range [2]uint64{h.next, 0} {
		for at, n := from, uint64(0); at < uint64(len(h.block)); at++ {
			first := at - n // n granules before this one are free
			switch {
			case h.block[at] != 0:
				n = 0
				continue
			case n == 0 && (base+at*heapGranule)&(align-1) != 0:
				continue
			}
			if n++; n < need {
				continue
			}
			for i := first; i <= at; i++ {
				h.block[i] = base + first*heapGranule
			}
			if h.freed != nil {
				clear(h.freed[first : at+1])
			}
			h.next = at + 1
			h.sizes[base+first*heapGranule] = need
			return base + first*heapGranule
		}
	}
	return 0
}

// free gives a block back. It reports whether the address is that of one.
func (h *heap) free(addr uint64) bool {
	if addr == 0 {
		return true
	}
	n, ok := h.sizes[addr]
	if !ok {
		return false
	}
	delete(h.sizes, addr)
	first := (addr - h.base) / heapGranule
	clear(h.block[first : first+n])
	if h.freed == nil {
		h.freed = make([]freedBlock, len(h.block))
	}
	for i := first; i < first+n; i++ {
		h.freed[i] = freedBlock{addr, n}
	}
	return true
}

// at returns the memory from an address to the end of its block, if n bytes there
// are in a block in use.
func (h *heap) at(addr uint64, n int) []byte {
	off := addr - h.base
	if h.mem == nil || off >= uint64(len(h.mem)) {
		return nil
	}
	b := h.block[off/heapGranule]
	if b == 0 {
		return nil
	}
	end := b - h.base + h.sizes[b]*heapGranule
	if uint64(n) > end-off {
		return nil
	}
	return h.mem[off:end:end]
}
