package interp

import (
	"fmt"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// nearby is up to how many bytes behind or in front of memory an address is said to be near it. Generated code
// has the same number, and says all that follows in the same words.
const nearby = 4096

// unknown says why an address outside of all memory of the launch cannot be accessed: what it is near to, and how far.
func (g *grid) unknown(addr uint64) string {
	var below, above *segment
	for i := range g.segments {
		if s := &g.segments[i]; s.base <= addr {
			below = s
		} else {
			above = s
			break
		}
	}
	switch {
	case addr == 0:
		return "is a null pointer"
	case addr < nearby && (above == nil || above.base-addr >= addr):
		return fmt.Sprintf("is %s past a null pointer", count(addr))
	case g.m.heap.holds(addr):
		return g.m.heap.unknown(addr)
	}
	if g.m.opt.Freed != nil {
		if base, size, ok := g.m.opt.Freed(addr); ok {
			return fmt.Sprintf("is in memory that has been freed: %s into a buffer of %s", count(addr-base), count(size))
		}
	}
	const head = "is in no buffer known to the launch"
	if below != nil && addr-below.base-uint64(len(below.mem)) < nearby {
		return g.over(below, addr)
	}
	if above != nil && above.base-addr <= nearby {
		return fmt.Sprintf("%s: it is %s in front of %s", head, count(above.base-addr), g.describe(above))
	}
	return head
}

// over says how an access at an address leaves memory at its end.
func (g *grid) over(s *segment, addr uint64) string {
	past := addr - s.base - uint64(len(s.mem))
	if past>>63 != 0 {
		return "reaches over the end of " + g.describe(s)
	}
	return fmt.Sprintf("is in no buffer known to the launch: it is %s past the end of %s", count(past), g.describe(s))
}

// describe says what memory is: a variable of the module, or a buffer, and which parameter points into it.
func (g *grid) describe(s *segment) string {
	size := count(uint64(len(s.mem)))
	for sym, b := range g.m.globals {
		if len(b) > 0 && &b[0] == &s.mem[0] {
			if s.constant {
				return fmt.Sprintf("constant variable %s of %s", sym.Name, size)
			}
			return fmt.Sprintf("variable %s of %s", sym.Name, size)
		}
	}
	for _, p := range g.kernel.f.Params {
		if p.Type.Bits() != g.m.addressBits() || p.Type.IsFloat() {
			continue
		}
		if at, _ := element(g.params[p.Off:], p.Type); at-s.base < uint64(len(s.mem)) {
			return fmt.Sprintf("a buffer of %s (parameter %s)", size, p.Name)
		}
	}
	return "a buffer of " + size
}

// holds reports whether an address is in the memory that malloc takes blocks of.
func (h *heap) holds(addr uint64) bool { return h.mem != nil && addr-h.base < uint64(len(h.mem)) }

// unknown says what is wrong with an access at an address of the heap.
func (h *heap) unknown(addr uint64) string {
	if b := h.block[(addr-h.base)/heapGranule]; b != 0 {
		return fmt.Sprintf("reaches over the end of a block of %s of the device heap", count(h.sizes[b]*heapGranule))
	}
	return "is in the device heap, but not in a block that is in use" + h.near(addr)
}

// near says which block of those in use an address is in or behind, or of those that have been freed; "" where it is not
// in the heap, or near nothing.
func (h *heap) near(addr uint64) string {
	if !h.holds(addr) {
		return ""
	}
	at := (addr - h.base) / heapGranule
	if len(h.freed) > 0 {
		if b := h.freed[at]; b.granules > 0 {
			return fmt.Sprintf(": it is %s into a block of %s of malloc that has been freed", count(addr-b.base), count(b.granules*heapGranule))
		}
	}
	for ; (addr-h.base)-at*heapGranule < nearby+heapGranule; at-- {
		if b := h.block[at]; b != 0 {
			size := h.sizes[b] * heapGranule
			switch past := addr - b - size; {
			case past>>63 != 0:
				return fmt.Sprintf(": it is %s into a block of %s of malloc", count(addr-b), count(size))
			case past < nearby:
				return fmt.Sprintf(": it is %s past the end of a block of %s of malloc", count(past), count(size))
			}
			return ""
		}
		if at == 0 {
			break
		}
	}
	return ""
}

// unreached says why n bytes from an address on are not in one piece of memory of a space, in which the address itself
// is.
func (g *grid) unreached(space ir.Space, addr uint64, n int) string {
	bytes := diag.Count(n, "byte")
	switch s := g.find(addr); {
	case space == ir.Local:
		return "is too near the end of local memory for " + bytes
	case space == ir.Shared:
		return "is too near the end of shared memory for " + bytes
	case s != nil:
		return "reaches over the end of " + g.describe(s)
	case g.m.heap.holds(addr):
		h := &g.m.heap
		return fmt.Sprintf("is too near the end of a block of %s of the device heap for %s", count(h.sizes[h.block[(addr-h.base)/heapGranule]]*heapGranule), bytes)
	}
	return "is too near the end of its memory for " + bytes
}

// count spells a number of bytes.
func count(n uint64) string { return diag.Count(int(n), "byte") }
