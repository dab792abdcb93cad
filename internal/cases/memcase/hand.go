package memcase

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/internal/cases/listed"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// hand is a kernel whose instructions and effects are written side by side: what a
// step emits for all threads, it computes for each.
type hand struct {
	code
	c        *folder
	l        launch
	head     string // variables of the kernel
	decl     string // of the module, and functions
	parts    []int  // where each result is in a thread's record, and its size
	sizes    []int
	values   [][]uint64 // by result and thread
	record   int
	idx, out string
}

// newHand begins a kernel. record is the room for the results of a thread.
func (c *folder) newHand(name string, grid, block, record int) *hand {
	h := &hand{c: c, record: record, l: launch{kernel: name, grid: grid, block: block}}
	h.idx = c.index(&h.code)
	h.out = h.part(h.param("p_out"), h.idx, record)
	return h
}

// threads is the number of threads of the launch.
func (h *hand) threads() int { return h.l.grid * h.l.block }

// keepEach stores a register as a result, with its value for each thread of the
// launch.
func (h *hand) keepEach(t isa.Type, reg string, value func(thread int) uint64) {
	at, size := 0, t.Bits()/8
	if n := len(h.parts); n > 0 {
		at = h.parts[n-1] + h.sizes[n-1]
	}
	at = (at + size - 1) / size * size
	if at+size > h.record {
		panic("too many results in " + h.l.kernel)
	}
	h.parts, h.sizes = append(h.parts, at), append(h.sizes, size)
	col := make([]uint64, h.threads())
	for i := range col {
		col[i] = value(i)
	}
	h.values = append(h.values, col)
	h.keep(t, reg, h.out, at)
}

// keepPred stores a predicate as 0 or 1.
func (h *hand) keepPred(p string, value func(thread int) bool) {
	r := h.reg(isa.U32)
	h.line("selp.u32 %s, 1, 0, %s;", r, p)
	h.keepEach(isa.U8, r, func(t int) uint64 {
		if value(t) {
			return 1
		}
		return 0
	})
}

// done ends the kernel and computes its buffers.
func (h *hand) done() written {
	h.line("ret;")
	h.l.out = make([]byte, h.record*h.threads())
	for i, col := range h.values {
		for t, v := range col {
			put(h.l.out[t*h.record+h.parts[i]:], h.sizes[i], word{lo: v})
		}
	}
	text := h.decl + ".visible .entry " + h.l.kernel + "(.param .u64 p_in, .param .u64 p_mem, .param .u64 p_out)\n{\n" +
		h.head + h.declared() + "}\n"
	return written{text: text, launches: []launch{h.l}}
}

// allHeads are the heads of some rows that the module may use.
func (c *folder) allHeads(rows string) []*isa.Match {
	var out []*isa.Match
	for _, id := range strings.Fields(rows) {
		f := listed.Find(id)
		heads := c.heads(f, false)
		listed.MayUse(c.name, f, heads)
		out = append(out, heads...)
	}
	return out
}

// u32 puts a number into a register.
func (b *code) u32(n int) string {
	r := b.reg(isa.U32)
	b.line("mov.u32 %s, %d;", r, n)
	return r
}

// either writes a number as it is or in a register.
func (b *code) either(way, n int) string {
	if way%2 == 0 {
		return fmt.Sprint(n)
	}
	return b.u32(n)
}

// symbol returns the address of a variable of the kernel in a register.
func (b *code) symbol(name string) string {
	r := b.reg(isa.U64)
	b.line("mov.u64 %s, %s;", r, name)
	return r
}

// when branches around what emit writes unless a comparison holds.
func (b *code) when(cond, x, y string, emit func()) {
	not := map[string]string{"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt"}[cond]
	p, skip := b.reg(isa.Pred), b.label()
	b.line("setp.%s.u32 %s, %s, %s;", not, p, x, y)
	b.line("@%s bra %s;", p, skip)
	emit()
	b.place(skip)
}

// place writes a label.
func (b *code) place(label string) { fmt.Fprintf(&b.text, "%s:\n", label) }

// bytesOf lays out 32-bit numbers.
func bytesOf(words []uint32) []byte {
	b := make([]byte, 4*len(words))
	for i, w := range words {
		put(b[4*i:], 4, word{lo: uint64(w)})
	}
	return b
}
