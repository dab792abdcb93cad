package gen

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Modules whose addresses have 32 bits see memory in an address space of 4 GiB that
// is laid over the host's: every piece of memory has a place in it, from 4 KiB up,
// with the windows of shared and local memory at the end. Memory that every launch
// knows gets its place when it is first asked for and keeps it until Free; what only
// a launch knows, when the launch needs it, until the launch ends. Places are as
// aligned as the memory is, up to 256 bytes, and behind each is a gap.

const (
	leastAddr32    = 0x1000
	sharedWindow32 = 0xe000_0000
	localWindow32  = 0xf000_0000
	endWindows32   = 0xff00_0000
)

// space32 is what is taken of the address space, by whomever.
var space32 struct {
	sync.Mutex
	taken []span32 // sorted, disjoint
}

type span32 struct{ lo, hi uint64 }

// take32 finds a place for memory at a host address. It reports false where there is
// none.
func take32(host, size uint64) (addr uint64, ok bool) {
	space32.Lock()
	defer space32.Unlock()
	skew := host & (deviceAlign - 1)
	need := (skew+size+deviceAlign-1)&^(deviceAlign-1) + deviceAlign
	lo, i := uint64(leastAddr32), 0
	for ; i < len(space32.taken); i++ {
		if space32.taken[i].lo-lo >= need {
			break
		}
		lo = space32.taken[i].hi
	}
	if size > sharedWindow32 || lo+need > sharedWindow32 {
		return 0, false
	}
	space32.taken = slices.Insert(space32.taken, i, span32{lo, lo + need})
	return lo + skew, true
}

// give32 gives a place back.
func give32(addr uint64) {
	space32.Lock()
	defer space32.Unlock()
	i, ok := slices.BinarySearchFunc(space32.taken, addr&^(deviceAlign-1), func(s span32, lo uint64) int { return cmp.Compare(s.lo, lo) })
	if ok {
		space32.taken = slices.Delete(space32.taken, i, i+1)
	}
}

// noRoom32 is the panic where there is no place; in a kernel it is a fault.
func noRoom32(size uint64) *faultPanic {
	return &faultPanic{kind: FaultAddress, msg: fmt.Sprintf("no room for %d bytes among the 32-bit addresses", size)}
}

// Addr32 returns the address of element 0 of a slice as modules with 32-bit addresses
// see it (Kernel.Addr32), 0 for an empty slice. The slice must lie in memory of Alloc
// or Register or in a module variable, which then keep the address until Free; Addr32
// panics on any other, and where 3.5 GiB are taken already.
func Addr32[T any](s []T) uint32 {
	if len(s) == 0 {
		return 0
	}
	addr, ok := registeredAddr32(AddrOf(s))
	switch {
	case !ok:
		panic("ptx: Addr32 of a slice that is not from Alloc, Register or a module variable")
	case addr == 0:
		throw(noRoom32(uint64(len(s)) * uint64(unsafe.Sizeof(s[0]))))
	}
	return uint32(addr)
}

// registeredAddr32 returns the place of registered memory at a host address, 0 where
// there is no room. ok is false where no memory is registered.
func registeredAddr32(host uint64) (addr uint64, ok bool) {
	s := findSegment(registered(), host)
	if !s.holds(host) {
		return 0, false
	}
	base := s.addr32
	if base == 0 {
		if base = placeRegistered(s.base); base == 0 {
			return 0, true
		}
	}
	return base + host - s.base, true
}

// placeRegistered gives the registered segment at a host address a place, if there is
// one.
func placeRegistered(host uint64) uint64 {
	registry.Lock()
	defer registry.Unlock()
	s := findSegment(registry.segments, host)
	if s == nil || s.base != host {
		return 0 // freed meanwhile
	}
	if s.addr32 == 0 {
		addr, ok := take32(s.base, s.size)
		if !ok {
			return 0
		}
		s.addr32 = addr
		registry.copy.Store(nil)
		registry.copy32.Store(nil)
	}
	return s.addr32
}

// registered32 is the registered memory that has a place, by place: the bases of the
// segments are 32-bit addresses.
func registered32() []segment {
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
func byPlace(list []segment) []segment {
	out := make([]segment, 0, len(list))
	for _, s := range list {
		if s.addr32 != 0 {
			s.base = s.addr32
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(a, b segment) int { return cmp.Compare(a.base, b.base) })
	return out
}

// table32 is the places of the buffers that only one launch knows.
type table32 struct {
	host  []segment // by host address
	place []segment // by place
}

// newTable32 gives buffers places. It fails where there is no room.
func newTable32(lists ...[]Buffer) (*table32, *faultPanic) {
	t := new(table32)
	for _, list := range lists {
		for _, b := range list {
			s := segmentOf(b)
			if len(b) > 0 && !findSegment(registered(), s.base).holds(s.base) {
				t.host = append(t.host, s)
			}
		}
	}
	t.host = sortSegments(t.host)
	for i := range t.host {
		s := &t.host[i]
		var ok bool
		if s.addr32, ok = take32(s.base, s.size); !ok {
			t.free()
			return nil, noRoom32(s.size)
		}
	}
	t.place = byPlace(t.host)
	return t, nil
}

// add gives one more buffer a place, before the launch begins. Where there is no room
// its address is null.
func (t *table32) add(b Buffer) {
	s := segmentOf(b)
	if len(b) == 0 || findSegment(t.host, s.base).holds(s.base) {
		return
	}
	var ok bool
	if s.addr32, ok = take32(s.base, s.size); !ok {
		return
	}
	t.host = sortSegments(append(t.host, s))
	t.place = byPlace(t.host)
}

// free gives the places back.
func (t *table32) free() {
	for i := range t.host {
		if a := t.host[i].addr32; a != 0 {
			give32(a)
		}
	}
}

// addr returns the 32-bit address of a host address, 0 where it is in no memory that
// the launch knows.
func (t *table32) addr(host uint64) uint64 {
	if s := findSegment(t.host, host); s.holds(host) {
		return s.addr32 + host - s.base
	}
	a, _ := registeredAddr32(host)
	return a
}

// find returns the segment that holds a 32-bit address, nil if there is none.
func (t *table32) find(addr uint64) *segment {
	if s := findSegment(t.place, addr); s.holds(addr) {
		return s
	}
	if s := findSegment(registered32(), addr); s.holds(addr) {
		return s
	}
	return nil
}

// addresses is the table of a launch, which is made when it is first needed: few
// kernels do.
type addresses struct {
	once  sync.Once
	table atomic.Pointer[table32]
	owned bool     // by the run, not by the arguments of a launch by name
	args  []uint32 // of the slice parameters
	err   *faultPanic
}

// addresses32 returns the places of the launch's buffers. It is a fault if there is no
// room for them.
func (r *run) addresses32() *table32 {
	t, err := r.places()
	if err != nil {
		throw(err)
	}
	return t
}

func (r *run) places() (*table32, *faultPanic) {
	r.addr32.once.Do(func() {
		a := &r.addr32
		t := a.table.Load()
		if t == nil {
			if t, a.err = newTable32(r.bufs, r.extra); a.err != nil {
				return
			}
			a.owned = true
		}
		for i, b := range r.slices {
			n := uint64(0)
			switch {
			case i < len(r.pointers):
				n = r.pointers[i].addr
			case len(b) > 0:
				n = t.addr(segmentOf(b).base)
			}
			a.args = append(a.args, uint32(n))
		}
		a.table.Store(t)
	})
	return r.addr32.table.Load(), r.addr32.err
}

// shown returns the address by which a fault speaks of host memory: the one that the
// kernel sees, if there is one.
func (r *run) shown(host uint64) uint64 {
	for _, g := range r.guards {
		if off := host - AddrOf(g.mem); off < uint64(len(g.mem)) {
			return g.of.base + off
		}
	}
	if r.kernel.Addr32 {
		if t, err := r.places(); err == nil {
			if a := t.addr(host); a != 0 {
				return a
			}
		}
	}
	return host
}

// Addr32 returns the address of element 0 of slice parameter i, counted among those,
// in a kernel whose addresses have 32 bits: what a launch by name was given, 0 where the
// slice of another is empty.
func (c *CTA) Addr32(i int) uint32 {
	if i < len(c.args32) {
		return c.args32[i]
	}
	return c.findArgs32(i)
}

// ImageAddr32 returns the 32-bit address of what RawArgs.Image has returned for the
// launch.
func (c *CTA) ImageAddr32(image []byte) uint32 {
	return uint32(c.run.addresses32().addr(AddrOf(image)))
}

func (c *CTA) findArgs32(i int) uint32 {
	c.run.addresses32()
	c.args32 = c.run.addr32.args
	return c.args32[i]
}

// SharedToGeneric32 is SharedToGeneric where addresses have 32 bits, and so are the
// other functions of that name.
func (c *CTA) SharedToGeneric32(off uint64) uint64 { return off + sharedWindow32 }

// GenericToShared32 is cvta.to.shared.
func (c *CTA) GenericToShared32(addr uint64) uint64 { return addr - sharedWindow32 }

// LocalToGeneric32 is cvta.local.
func (c *CTA) LocalToGeneric32(off uint64) uint64 { return off + localWindow32 }

// GenericToLocal32 is cvta.to.local.
func (c *CTA) GenericToLocal32(addr uint64) uint64 { return addr - localWindow32 }

// IsShared32 is isspacep.shared.
func (c *CTA) IsShared32(addr uint64) bool { return addr-sharedWindow32 < localWindow32-sharedWindow32 }

// IsLocal32 is isspacep.local.
func (c *CTA) IsLocal32(addr uint64) bool { return addr-localWindow32 < endWindows32-localWindow32 }

// IsConst32 is isspacep.const.
func (c *CTA) IsConst32(addr uint64) bool {
	s := findSegment(registered32(), addr)
	return s.holds(addr) && s.constant
}

// IsGlobal32 is isspacep.global.
func (c *CTA) IsGlobal32(addr uint64) bool {
	return !c.IsShared32(addr) && !c.IsLocal32(addr) && !c.IsConst32(addr)
}

// hostAddr32 returns the host address of registered memory with a name at a 32-bit
// address, 0 where there is none.
func hostAddr32(addr uint64, name string) uint64 {
	if s := findSegment(registered32(), addr); s.holds(addr) && s.name == name {
		return uint64(uintptr(unsafe.Add(s.ptr, addr-s.base)))
	}
	return 0
}
