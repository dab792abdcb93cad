package memory

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/ptx2go/ptx2go/runtime/internal/wording"
)

// Segment is a piece of memory that addresses may point into.
type Segment struct {
	Base, Size uint64
	Ptr        unsafe.Pointer // to base; keeps the memory alive
	Name       string         // of a module variable, or the heap's; empty for Alloc
	Constant   bool           // not to be written: const state space, or parameters
	heap       *heapSpan      // of the device heap: its blocks
	Foreign    bool           // memory of the program, which may take it away
	addr32     uint64         // where modules with 32-bit addresses see it; 0 if none has asked
}

// Of returns the memory of a slice.
func Of(b []byte) Segment {
	p := unsafe.Pointer(unsafe.SliceData(b))
	return Segment{Base: uint64(uintptr(p)), Size: uint64(len(b)), Ptr: p}
}

// Sort sorts by address and joins what overlaps, so that the result is
// disjoint. Overlapping segments are parts of one slice.
func Sort(s []Segment) []Segment {
	slices.SortFunc(s, func(a, b Segment) int { return cmp.Compare(a.Base, b.Base) })
	out := s[:0]
	for _, x := range s {
		if n := len(out); n > 0 && x.Base < out[n-1].Base+out[n-1].Size {
			last := &out[n-1]
			last.Size = max(last.Size, x.Base+x.Size-last.Base)
			last.Constant = last.Constant && x.Constant
			continue
		}
		out = append(out, x)
	}
	return out
}

// Find returns the last segment that starts at or below the address.
// The address may be past its end.
func Find(s []Segment, addr uint64) *Segment {
	lo, hi := 0, len(s)
	for lo < hi {
		if m := int(uint(lo+hi) / 2); s[m].Base <= addr {
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

// Holds reports whether an address lies in the segment, which may be nil.
func (s *Segment) Holds(addr uint64) bool { return s != nil && addr-s.Base < s.Size }

// registry is the memory that every launch knows: that of Alloc and of module
// variables. Launches read a copy that lasts until the next change.
var registry struct {
	sync.Mutex
	segments []Segment // sorted, disjoint
	copy     atomic.Pointer[[]Segment]
	copy32   atomic.Pointer[[]Segment] // see Registered32
	freed    [64]span                  // the last that were unregistered, for faults
	next     int                       // the next of freed to be replaced
	foreign  atomic.Int64              // segments that are the program's
}

// span is a part of memory that was registered, which was of bytes from start on; kernels with 32-bit addresses have
// seen that at addr32, if it is not 0.
type span struct {
	base, size, start, of, addr32 uint64
	heap                          bool // it was the device heap's
}

// Freed returns what an address was in that is memory which was registered not long ago, and whether that was the
// device heap's.
func Freed(addr uint64) (base, size uint64, heap, ok bool) {
	registry.Lock()
	defer registry.Unlock()
	for _, s := range registry.freed {
		if addr-s.base < s.size {
			return s.start, s.of, s.heap, true
		}
	}
	return 0, 0, false, false
}

// Freed32 is Freed for an address of 32 bits.
func Freed32(addr uint64) (base, size uint64, heap, ok bool) {
	registry.Lock()
	defer registry.Unlock()
	for _, s := range registry.freed {
		if s.addr32 != 0 && addr-s.addr32 < s.of {
			return s.addr32, s.of, s.heap, true
		}
	}
	return 0, 0, false, false
}

// Register makes a segment known to every launch. It reports false, and does nothing, if a part
// of it is known already.
func Register(s Segment) bool {
	registry.Lock()
	defer registry.Unlock()
	i, _ := slices.BinarySearchFunc(registry.segments, s.Base, func(s Segment, base uint64) int { return cmp.Compare(s.Base, base) })
	if i > 0 && s.Base-registry.segments[i-1].Base < registry.segments[i-1].Size ||
		i < len(registry.segments) && registry.segments[i].Base-s.Base < s.Size {
		return false
	}
	registry.segments = slices.Insert(registry.segments, i, s)
	if s.Foreign {
		registry.foreign.Add(1)
	}
	registry.copy.Store(nil)
	for i := range registry.freed {
		registry.freed[i].without(s.Base, (s.Base+s.Size+Align)&^(Align-1))
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
	i, ok := slices.BinarySearchFunc(registry.segments, base, func(s Segment, base uint64) int { return cmp.Compare(s.Base, base) })
	if !ok || registry.segments[i].Name != name {
		return false
	}
	if a := registry.segments[i].addr32; a != 0 {
		Give32(a)
		registry.copy32.Store(nil)
	}
	s := &registry.segments[i]
	registry.freed[registry.next%len(registry.freed)] = span{s.Base, s.Size, s.Base, s.Size, s.addr32, name == HeapName}
	registry.next++
	if s.Foreign {
		registry.foreign.Add(-1)
	}
	registry.segments = slices.Delete(registry.segments, i, i+1)
	registry.copy.Store(nil)
	return true
}

// Registered returns the memory that every launch knows, by address.
func Registered() []Segment {
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

// InUse returns the segment, which may be nil, or the block of the device heap in it
// that holds an address.
func (s *Segment) InUse(addr uint64) (m Segment, ok bool) {
	switch {
	case s == nil:
		return Segment{}, false
	case s.heap == nil:
		return *s, true
	}
	h, ok := s.Block(addr)
	if !ok {
		return Segment{}, false
	}
	return Segment{Base: h.Base, Size: h.Size, Ptr: h.ptr}, true
}

// Describe says what the memory is, for faults: "variable counter of 4 bytes".
func (s *Segment) Describe() string {
	switch {
	case s.Name == HeapName:
		return HeapName
	case s.Name != "" && s.Constant:
		return fmt.Sprintf("constant variable %s of %s", s.Name, wording.Count(s.Size, "byte"))
	case s.Name != "":
		return fmt.Sprintf("variable %s of %s", s.Name, wording.Count(s.Size, "byte"))
	case s.Constant:
		return "the kernel's parameters"
	}
	return "a buffer of " + wording.Count(s.Size, "byte")
}

// InHeap reports whether the segment is a chunk of the device heap, of which only the blocks in use
// may be accessed.
func (s *Segment) InHeap() bool { return s.heap != nil }

// Bytes returns the memory of the segment.
func (s *Segment) Bytes() []byte { return unsafe.Slice((*byte)(s.Ptr), s.Size) }

// Foreign reports whether memory of the program is registered, which the program may unmap or
// protect while launches know it.
func Foreign() bool { return registry.foreign.Load() > 0 }
