package memory

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"unsafe"
)

// Modules whose addresses have 32 bits see memory in an address space of 4 GiB that
// is laid over the host's: every piece of memory has a place in it, from 4 KiB up,
// with the windows of shared and local memory at the end. Memory that every launch
// knows gets its place when it is first asked for and keeps it until Free; what only
// a launch knows, when the launch needs it, until the launch ends. Places are as
// aligned as the memory is, up to 256 bytes, and after each is a gap.

// The places of memory; after End32 come the windows of shared and local memory.
const (
	First32 = 0x1000
	End32   = 0xe000_0000
)

// space32 is what is taken of the address space, by whomever.
var space32 struct {
	sync.Mutex
	taken []span32 // sorted, disjoint
}

type span32 struct{ lo, hi uint64 }

// Take32 finds a place for memory at a host address. It reports false where there is
// none.
func Take32(host, size uint64) (addr uint64, ok bool) {
	space32.Lock()
	defer space32.Unlock()
	skew := host & (Align - 1)
	need := (skew+size+Align-1)&^(Align-1) + Align
	lo, i := uint64(First32), 0
	for ; i < len(space32.taken); i++ {
		if space32.taken[i].lo-lo >= need {
			break
		}
		lo = space32.taken[i].hi
	}
	if size > End32 || lo+need > End32 {
		return 0, false
	}
	space32.taken = slices.Insert(space32.taken, i, span32{lo, lo + need})
	return lo + skew, true
}

// Give32 gives a place back.
func Give32(addr uint64) {
	space32.Lock()
	defer space32.Unlock()
	i, ok := slices.BinarySearchFunc(space32.taken, addr&^(Align-1), func(s span32, lo uint64) int { return cmp.Compare(s.lo, lo) })
	if ok {
		space32.taken = slices.Delete(space32.taken, i, i+1)
	}
}

// Taken32 is how many places are taken.
func Taken32() int {
	space32.Lock()
	defer space32.Unlock()
	return len(space32.taken)
}

// NoRoom32 is the error if there is no place.
func NoRoom32(size uint64) error {
	return fmt.Errorf("no room for %d bytes among the 32-bit addresses", size)
}

// Addr32 returns the place of registered memory at a host address, 0 where
// there is no room. ok is false where no memory is registered.
func Addr32(host uint64) (addr uint64, ok bool) {
	s := Find(Registered(), host)
	if !s.Holds(host) {
		return 0, false
	}
	base := s.addr32
	if base == 0 {
		if base = placeRegistered(s.Base); base == 0 {
			return 0, true
		}
	}
	return base + host - s.Base, true
}

// placeRegistered gives the registered segment at a host address a place, if there is
// one.
func placeRegistered(host uint64) uint64 {
	registry.Lock()
	defer registry.Unlock()
	s := Find(registry.segments, host)
	if s == nil || s.Base != host {
		return 0 // freed meanwhile
	}
	if s.addr32 == 0 {
		addr, ok := Take32(s.Base, s.Size)
		if !ok {
			return 0
		}
		s.addr32 = addr
		for i := range registry.freed {
			if f := &registry.freed[i]; f.addr32 < addr+s.Size && addr < f.addr32+f.of {
				f.addr32 = 0 // another has its place now
			}
		}
		registry.copy.Store(nil)
		registry.copy32.Store(nil)
	}
	return s.addr32
}

// Registered32 is the registered memory that has a place, by place: the bases of the
// segments are 32-bit addresses.
func Registered32() []Segment {
	if p := registry.copy32.Load(); p != nil {
		return *p
	}
	registry.Lock()
	defer registry.Unlock()
	p := registry.copy32.Load()
	if p == nil {
		s := byPlace(registry.segments)
		p = &s
		registry.copy32.Store(p)
	}
	return *p
}

// byPlace returns the segments that have a place with that as their base, sorted.
func byPlace(list []Segment) []Segment {
	out := make([]Segment, 0, len(list))
	for _, s := range list {
		if s.addr32 != 0 {
			s.Base = s.addr32
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(a, b Segment) int { return cmp.Compare(a.Base, b.Base) })
	return out
}

// Table32 is the places of the buffers that only one launch knows.
type Table32 struct {
	host  []Segment // by host address
	place []Segment // by place
}

// NewTable32 gives buffers places. It fails where there is no room.
func NewTable32[B ~[]byte](lists ...[]B) (*Table32, error) {
	t := new(Table32)
	for _, list := range lists {
		for _, b := range list {
			s := Of(b)
			if len(b) > 0 && !Find(Registered(), s.Base).Holds(s.Base) {
				t.host = append(t.host, s)
			}
		}
	}
	t.host = Sort(t.host)
	for i := range t.host {
		s := &t.host[i]
		var ok bool
		if s.addr32, ok = Take32(s.Base, s.Size); !ok {
			t.Free()
			return nil, NoRoom32(s.Size)
		}
	}
	t.place = byPlace(t.host)
	return t, nil
}

// Add gives one more buffer a place, before the launch begins. Where there is no room
// its address is null.
func (t *Table32) Add(b []byte) {
	s := Of(b)
	if len(b) == 0 || Find(t.host, s.Base).Holds(s.Base) {
		return
	}
	var ok bool
	if s.addr32, ok = Take32(s.Base, s.Size); !ok {
		return
	}
	t.host = Sort(append(t.host, s))
	t.place = byPlace(t.host)
}

// Free gives the places back.
func (t *Table32) Free() {
	for i := range t.host {
		if a := t.host[i].addr32; a != 0 {
			Give32(a)
		}
	}
}

// Addr returns the 32-bit address of a host address, 0 where it is in no memory that
// the launch knows.
func (t *Table32) Addr(host uint64) uint64 {
	if s := Find(t.host, host); s.Holds(host) {
		return s.addr32 + host - s.Base
	}
	a, _ := Addr32(host)
	return a
}

// Find returns the segment that holds a 32-bit address, nil if there is none.
func (t *Table32) Find(addr uint64) *Segment {
	if s := Find(t.place, addr); s.Holds(addr) {
		return s
	}
	if s := Find(Registered32(), addr); s.Holds(addr) {
		return s
	}
	return nil
}

// Host32 returns the host address of registered memory with a name at a 32-bit
// address, 0 where there is none.
func Host32(addr uint64, name string) uint64 {
	if s := Find(Registered32(), addr); s.Holds(addr) && s.Name == name {
		return uint64(uintptr(unsafe.Add(s.Ptr, addr-s.Base)))
	}
	return 0
}

// Places returns the buffers by their 32-bit addresses, which are the bases of the segments.
func (t *Table32) Places() []Segment { return t.place }
