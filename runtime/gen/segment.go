package gen

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"
)

// segment is a piece of memory that addresses may point into.
type segment struct {
	base, size uint64
	ptr        unsafe.Pointer // to base; keeps the memory alive
	name       string         // of a module variable, or the heap's; empty for Alloc
	constant   bool           // not to be written: const state space, or parameters
	heap       *heapSpan      // of the device heap: its blocks
	foreign    bool           // memory of the program, which may take it away
	addr32     uint64         // where modules with 32-bit addresses see it; 0 if none has asked
}

func segmentOf(b []byte) segment {
	p := unsafe.Pointer(unsafe.SliceData(b))
	return segment{base: uint64(uintptr(p)), size: uint64(len(b)), ptr: p}
}

// sortSegments sorts by address and joins what overlaps, so that the result is
// disjoint. Overlapping segments are parts of one slice.
func sortSegments(s []segment) []segment {
	slices.SortFunc(s, func(a, b segment) int { return cmp.Compare(a.base, b.base) })
	out := s[:0]
	for _, x := range s {
		if n := len(out); n > 0 && x.base < out[n-1].base+out[n-1].size {
			last := &out[n-1]
			last.size = max(last.size, x.base+x.size-last.base)
			last.constant = last.constant && x.constant
			continue
		}
		out = append(out, x)
	}
	return out
}

// findSegment returns the last segment that starts at or below the address.
// The address may be behind its end.
func findSegment(s []segment, addr uint64) *segment {
	lo, hi := 0, len(s)
	for lo < hi {
		if m := int(uint(lo+hi) / 2); s[m].base <= addr {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo == 0 {
		return nil
	}
	return &s[lo-1]
}

func (s *segment) holds(addr uint64) bool { return s != nil && addr-s.base < s.size }

// registry is the memory that every launch knows: that of Alloc and of module
// variables. Launches read a copy that lasts until the next change.
var registry struct {
	sync.Mutex
	segments []segment // sorted, disjoint
	copy     atomic.Pointer[[]segment]
	copy32   atomic.Pointer[[]segment] // see registered32
	freed    [64]span                  // the last that were unregistered, for faults
	next     int                       // the next of freed to be replaced
	foreign  atomic.Int64              // segments that are the program's
}

type span struct{ base, size uint64 }

// wasFreed reports whether an address lies in memory that was registered not long
// ago.
func wasFreed(addr uint64) bool {
	registry.Lock()
	defer registry.Unlock()
	for _, s := range registry.freed {
		if addr-s.base < s.size {
			return true
		}
	}
	return false
}

func register(s segment) { registerNew(s) }

// registerNew reports whether nothing of the segment was registered before.
func registerNew(s segment) bool {
	registry.Lock()
	defer registry.Unlock()
	i, _ := slices.BinarySearchFunc(registry.segments, s.base, func(s segment, base uint64) int { return cmp.Compare(s.base, base) })
	if i > 0 && s.base-registry.segments[i-1].base < registry.segments[i-1].size ||
		i < len(registry.segments) && registry.segments[i].base-s.base < s.size {
		return false
	}
	registry.segments = slices.Insert(registry.segments, i, s)
	if s.foreign {
		registry.foreign.Add(1)
	}
	registry.copy.Store(nil)
	for i := range registry.freed {
		registry.freed[i].without(s.base, (s.base+s.size+deviceAlign)&^(deviceAlign-1))
	}
	return true
}

// without takes what begins at lo and ends before hi, and is in use again, out of the
// span; of what is left on both sides it keeps the lower.
func (s *span) without(lo, hi uint64) {
	switch end := s.base + s.size; {
	case hi <= s.base || end <= lo:
	case s.base < lo:
		s.size = lo - s.base
	default:
		hi = min(hi, end)
		s.base, s.size = hi, end-hi
	}
}

// unregister forgets the segment that starts at base and has that name.
func unregister(base uint64, name string) bool {
	registry.Lock()
	defer registry.Unlock()
	i, ok := slices.BinarySearchFunc(registry.segments, base, func(s segment, base uint64) int { return cmp.Compare(s.base, base) })
	if !ok || registry.segments[i].name != name {
		return false
	}
	if a := registry.segments[i].addr32; a != 0 {
		give32(a)
		registry.copy32.Store(nil)
	}
	s := &registry.segments[i]
	registry.freed[registry.next%len(registry.freed)] = span{s.base, s.size}
	registry.next++
	if s.foreign {
		registry.foreign.Add(-1)
	}
	registry.segments = slices.Delete(registry.segments, i, i+1)
	registry.copy.Store(nil)
	return true
}

func registered() []segment {
	if p := registry.copy.Load(); p != nil {
		return *p
	}
	registry.Lock()
	defer registry.Unlock()
	p := registry.copy.Load()
	if p == nil {
		s := slices.Clone(registry.segments)
		p = &s
		registry.copy.Store(p)
	}
	return *p
}

// segments returns the buffers of the launch, sorted. They are collected when
// they are first needed: few kernels do.
func (r *run) segments() []segment {
	if p := r.known.Load(); p != nil {
		return *p
	}
	s := make([]segment, 0, len(r.bufs)+len(r.extra))
	for _, list := range [2][]Buffer{r.bufs, r.extra} {
		for _, b := range list {
			if len(b) > 0 {
				s = append(s, segmentOf(b))
			}
		}
	}
	if len(r.image) > 0 {
		i := segmentOf(r.image)
		i.constant = true
		s = append(s, i)
	}
	s = sortSegments(s)
	r.known.Store(&s)
	return s
}

// lookup finds the segment that holds an address.
func (r *run) lookup(addr uint64) *segment {
	if r.kernel.Addr32 {
		return r.addresses32().find(addr)
	}
	if s := findSegment(r.segments(), addr); s.holds(addr) {
		return s
	}
	if s := findSegment(registered(), addr); s.holds(addr) {
		return s
	}
	return nil
}
