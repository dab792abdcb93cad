// Package devmem hands out device memory: zeroed, aligned to 256 bytes, on Linux outside of
// the Go heap, and given back to the operating system when it is free. It is an allocator
// of address space and knows nothing of launches, which package gen tells what there is.
//
// # Addresses
//
// What is free goes to the next allocation of its size, at the same address, as a GPU's
// driver does: programs look up what they know of a buffer by its address, and count the
// addresses that they have seen. One past the end of a piece of memory is inside of no
// other. Addresses stay mapped for the life of the process where memory is outside of the
// heap, so that a slice of memory that has been freed reads something, but does not crash.
//
// # Where it lies
//
// On Linux memory is taken from anonymous mappings. A page takes memory when it is first
// touched, and takes none when it is free; some free pages are kept for what comes next.
// Elsewhere, and under the race detector, which does not see such mappings, memory comes
// from the heap in large pieces, which the garbage collector takes when all of one is free.
package devmem

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"unsafe"
)

// Align is the alignment of device memory in bytes, that of a GPU's driver.
const Align = 256

// Error says what is wrong with an allocation. errors.Is finds it.
type Error string

func (e Error) Error() string { return "ptx: " + string(e) }

// ErrOutOfMemory is that there is not as much memory as is asked for, or as much as the
// limit allows.
const ErrOutOfMemory Error = "out of device memory"

// Space is what device memory is taken from. The zero Space has the limit of the machine.
type Space struct {
	mu     sync.Mutex
	live   map[uintptr]block
	holes  []hole // sorted by address; two never touch
	recent [64]span
	newest int     // of recent
	dirty  uintptr // bytes of holes that may hold something
	used   uint64  // bytes that Alloc was asked for
	limit  uint64  // 0: that of the machine
}

// region is a piece of address space. Its last Align bytes are nobody's.
type region struct {
	mem    []byte
	object int   // the file descriptor of what it is mapped from, for other processes: 0 where it is memory of its own
	partly error // why not all of it is
}

func (r *region) start() uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(r.mem))) }

type span struct{ base, size uintptr }

// block is memory in use.
type block struct {
	*region
	size uintptr // what it takes
	n    uint64  // bytes that were asked for
}

// hole is memory that is free.
type hole struct {
	*region
	span
	dirty uintptr // at most so many bytes of it are not zero
}

func (h *hole) end() uintptr { return h.base + h.size }

// bytes returns the memory of a span of the region.
func (r *region) bytes(s span) []byte {
	off := s.base - r.start()
	return r.mem[off : off+s.size : off+s.size]
}

// keepDirty is how many bytes of free memory may keep their pages, and clearAtMost from
// which size on zeroed pages are had from the operating system.
const (
	keepDirty   = 32 << 20
	clearAtMost = 4 << 20
	most        = math.MaxInt / 2 // of which sums do not wrap
)

// Alloc returns n zeroed bytes, n > 0, or an error that is ErrOutOfMemory.
func (s *Space) Alloc(n uint64) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if limit := min(s.total(), most); n > limit || s.used > limit-n {
		return nil, fmt.Errorf("%w: %d bytes, of %d are %d in use", ErrOutOfMemory, n, limit, s.used)
	}
	size := (uintptr(n) + Align) &^ (Align - 1) // one byte more at least
	i, at, ok := s.find(size)
	if !ok {
		r, err := newRegion(size)
		if err != nil {
			return nil, fmt.Errorf("%w: %d bytes: %v", ErrOutOfMemory, n, err)
		}
		at = r.start()
		i, _ = s.search(at)
		s.holes = slices.Insert(s.holes, i, hole{region: r, span: span{at, uintptr(len(r.mem)) - Align}})
	}
	r, clean := s.cut(i, span{at, size})
	mem := r.bytes(span{at, size})
	if !clean {
		r.zero(mem)
	}
	if s.live == nil {
		s.live = map[uintptr]block{}
	}
	s.live[at] = block{r, size, n}
	s.used += n
	return mem[:n:n], nil
}

// Free gives the memory back that Alloc returned at an address. It reports false where
// there is none.
func (s *Space) Free(addr uintptr) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, ok := s.live[addr]
	if !ok {
		return false
	}
	delete(s.live, addr)
	s.used -= b.n
	s.newest = (s.newest + 1) % len(s.recent)
	s.recent[s.newest] = span{addr, b.size}
	s.dirty += b.size
	s.join(hole{b.region, span{addr, b.size}, b.size})
	if s.dirty > keepDirty {
		s.trim()
	}
	return true
}

// Has reports whether a part of n bytes at an address is, or may become, memory of Alloc.
func (s *Space) Has(addr, n uintptr) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	in := func(r *region) bool {
		return addr-r.start() < uintptr(len(r.mem)) || r.start()-addr < n
	}
	for _, b := range s.live {
		if in(b.region) {
			return true
		}
	}
	return slices.ContainsFunc(s.holes, func(h hole) bool { return in(h.region) })
}

// Share makes the memory that Alloc returned at an address one that other processes can map: it returns the file
// descriptor of an object, which is the Space's, and where the memory is in it. Nobody may write to memory of the Space
// meanwhile.
func (s *Space) Share(addr uintptr) (object int, at uint64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, ok := s.live[addr]
	if !ok {
		return 0, 0, errNothing
	}
	if err := b.share(); err != nil {
		return 0, 0, err
	}
	return b.object, uint64(addr - b.start()), nil
}

var errNothing = errors.New("no memory was allocated there")

// SetLimit sets how many bytes Alloc may give out in all, 0 for what the machine has.
func (s *Space) SetLimit(bytes uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.limit = bytes
}

// Info returns how many bytes are in use, and of how many.
func (s *Space) Info() (used, total uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.used, s.total()
}

func (s *Space) total() uint64 {
	if s.limit != 0 {
		return s.limit
	}
	return machineMemory()
}

// search returns the number of the first hole that begins at an address or behind it.
func (s *Space) search(addr uintptr) (int, bool) {
	return slices.BinarySearchFunc(s.holes, addr, func(h hole, addr uintptr) int {
		switch {
		case h.base < addr:
			return -1
		case h.base > addr:
			return 1
		}
		return 0
	})
}

// find returns a hole for a size and the place in it: where memory of the size was freed
// last, else the beginning of the smallest hole, the lowest of several.
func (s *Space) find(size uintptr) (i int, at uintptr, ok bool) {
	for k := range s.recent {
		last := &s.recent[(s.newest+len(s.recent)-k)%len(s.recent)]
		if last.size != size {
			continue
		}
		i, found := s.search(last.base)
		if !found {
			i--
		}
		at := last.base
		last.size = 0 // it is given out now, or gone
		if i >= 0 && at+size <= s.holes[i].end() {
			return i, at, true
		}
	}
	i = -1
	for k := range s.holes {
		if h := &s.holes[k]; h.size >= size && (i < 0 || h.size < s.holes[i].size) {
			if i = k; h.size == size {
				break
			}
		}
	}
	if i < 0 {
		return 0, 0, false
	}
	return i, s.holes[i].base, true
}

// cut takes a part out of a hole. clean says that it is all zeros.
func (s *Space) cut(i int, part span) (r *region, clean bool) {
	h := s.holes[i]
	s.dirty -= h.dirty
	var rest []hole
	add := func(base, end uintptr) {
		if base < end {
			d := min(h.dirty, end-base)
			s.dirty += d
			rest = append(rest, hole{h.region, span{base, end - base}, d})
		}
	}
	add(h.base, part.base)
	add(part.base+part.size, h.end())
	s.holes = slices.Replace(s.holes, i, i+1, rest...)
	return h.region, h.dirty == 0
}

// join adds a hole, as one with those that it touches.
func (s *Space) join(h hole) {
	i, _ := s.search(h.base)
	from, to := i, i
	if to < len(s.holes) && h.end() == s.holes[to].base {
		h.size += s.holes[to].size
		h.dirty += s.holes[to].dirty
		to++
	}
	if i > 0 && s.holes[i-1].end() == h.base {
		from--
		h.base = s.holes[from].base
		h.size += s.holes[from].size
		h.dirty += s.holes[from].dirty
	}
	s.holes = slices.Replace(s.holes, from, to, h)
}

// trim gives back what is free.
func (s *Space) trim() {
	s.dirty = 0
	s.holes = slices.DeleteFunc(s.holes, func(h hole) bool {
		return h.dirty > 0 && h.size == uintptr(len(h.mem))-Align && dropsRegions
	})
	for i := range s.holes {
		if h := &s.holes[i]; h.dirty > 0 {
			h.dirty = min(h.dirty, h.size-h.release(h.bytes(h.span)))
			s.dirty += h.dirty
		}
	}
}

// zero clears memory that may hold something.
func (r *region) zero(mem []byte) {
	if len(mem) > clearAtMost {
		in := pages(mem)
		if r.release(mem) == uintptr(len(in)) && len(in) > 0 {
			before := unsafe.Pointer(unsafe.SliceData(in))
			n := uintptr(before) - uintptr(unsafe.Pointer(unsafe.SliceData(mem)))
			clear(mem[:n])
			clear(mem[n+uintptr(len(in)):])
			return
		}
	}
	clear(mem)
}
