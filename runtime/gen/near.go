package gen

import (
	"fmt"
	"sort"

	"github.com/ptx2go/ptx2go/runtime/internal/memory"
	"github.com/ptx2go/ptx2go/runtime/internal/wording"
)

// nearBuffer is up to how many bytes behind or in front of memory a fault says that an address is near it. The
// interpreter has the same number.
const nearBuffer = 4096

// known returns what the launch knows, as two lists by address.
func (c *CTA) known() [2][]memory.Segment {
	if c.run.kernel.Addr32 {
		return [2][]memory.Segment{c.run.addresses32().Places(), memory.Registered32()}
	}
	return [2][]memory.Segment{c.run.segments(), memory.Registered()}
}

// nearest returns the memory that an address is in or not far past, nil if there
// is none.
func (c *CTA) nearest(addr uint64) (best *memory.Segment) {
	for _, list := range c.known() {
		s := memory.Find(list, addr)
		if s != nil && addr-s.Base < s.Size+nearBuffer && (best == nil || s.Base > best.Base) {
			best = s
		}
	}
	return best
}

// behind returns the memory that an address is not far in front of, nil if there is none.
func (c *CTA) behind(addr uint64) (best *memory.Segment) {
	for _, list := range c.known() {
		i := sort.Search(len(list), func(i int) bool { return list[i].Base > addr })
		if i < len(list) && list[i].Base-addr <= nearBuffer && (best == nil || list[i].Base < best.Base) {
			best = &list[i]
		}
	}
	return best
}

// front reports whether an address is less than so many bytes in front of memory.
func (c *CTA) front(addr, within uint64) bool {
	s := c.behind(addr)
	return s != nil && s.Base-addr < within
}

// describe says what memory is: of a buffer also which parameter points into it, where that is a slice.
func (c *CTA) describe(s *memory.Segment) string {
	text := s.Describe()
	if s.Name != "" || s.Constant {
		return text
	}
	for i := range c.run.slices {
		at := c.run.shown(AddrOf(c.run.slices[i]))
		if i < len(c.run.pointers) {
			at = c.run.pointers[i].addr
		}
		if name := c.sliceName(i); name != "" && at-s.Base < s.Size {
			return fmt.Sprintf("%s (parameter %s)", text, name)
		}
	}
	return text
}

// freed says where an address is in memory that has been freed not long ago, "" if it is in none. Of memory that the
// program has since given to the launch nothing is said.
func (c *CTA) freed(addr uint64) string {
	was := memory.Freed
	if c.run.kernel.Addr32 {
		was = memory.Freed32
	}
	base, size, heap, ok := was(addr)
	if last := memory.Find(c.known()[0], base+size-1); !ok || last != nil && last.Base+last.Size > base {
		return ""
	}
	if heap {
		return notInUse
	}
	return fmt.Sprintf("is in memory that has been freed: %s into a buffer of %s", wording.Count(addr-base, "byte"), wording.Count(size, "byte"))
}

const notInUse = "is in the device heap, but not in a block that is in use"

// inHeap says of an address that is in no block of the device heap in use where that is: in one that has been freed, or
// behind one. host is what the host calls it.
func inHeap(host uint64) string {
	base, size, freed, ok := memory.HeapNear(host, nearBuffer)
	block := "a block of " + wording.Count(size, "byte") + " of malloc"
	switch {
	case !ok:
		return ""
	case freed:
		return fmt.Sprintf(": it is %s into %s that has been freed", wording.Count(host-base, "byte"), block)
	case host-base < size:
		return fmt.Sprintf(": it is %s into %s", wording.Count(host-base, "byte"), block)
	}
	return fmt.Sprintf(": it is %s past the end of %s", wording.Count(host-base-size, "byte"), block)
}
