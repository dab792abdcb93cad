package memcase

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// valueTest are heads of atomic operations that get every pair of special values as
// what memory holds and what comes to it, in as many threads as that takes.
type valueTest struct {
	name  string
	heads []string
}

// match resolves a head, which a module must allow.
func (c *folder) match(head string) *isa.Match {
	mods := strings.Split(head, ".")
	ms, miss := isa.Resolve(mods[0], mods[1:])
	if miss != nil {
		panic(head + ": " + miss.Text)
	}
	for _, m := range ms {
		if m.Gate(c.version, c.target) == nil {
			return m
		}
	}
	panic("the module may not use " + head)
}

// lanesOf is how many numbers an operation is about.
func lanesOf(m *isa.Match) int {
	_, lanes := float(m.Type())
	return m.VecLen() * max(lanes, 1)
}

// valueKernel plans the kernel of a test.
func (c *folder) valueKernel(v valueTest) *kernel {
	k := &kernel{name: v.name, grid: 4, block: 1, shared: map[string]int{}}
	for _, h := range v.heads {
		m := c.match(h)
		n := len(specials(m.Type(), operation(m)))
		if threads := (n*n + lanesOf(m) - 1) / lanesOf(m); threads > k.threads() {
			k.block = (threads + k.grid - 1) / k.grid
		}
	}
	k.window = c.windows(c.match(v.heads[0]))[0]
	for _, h := range v.heads {
		m := c.match(h)
		if ws := c.windows(m); !slices.Contains(ws, k.window) {
			panic(fmt.Sprintf("%s is of another space than the rest of %s", h, v.name))
		}
		k.pairs(&access{m: m, window: k.window}, c)
	}
	k.finish(16)
	return k
}

// pairs adds an operation whose operands are the special values.
func (k *kernel) pairs(a *access, c *folder) {
	m, t, op, n := a.m, a.elem(), operation(a.m), a.bytes()
	list := specials(t, op)
	f, lanes := float(t)
	lanes = max(lanes, 1)
	// The value of lane i of an element of a thread.
	pick := func(thread, elem int, first bool) (w word) {
		for i := range lanes {
			p := (thread*lanes*m.VecLen() + elem*lanes + i) % (len(list) * len(list))
			u := list[p%len(list)]
			if first {
				u = list[p/len(list)]
			}
			if lanes > 1 {
				u <<= uint(i) * f.Width()
			}
			w.lo |= u
		}
		if t.Bits() == 128 {
			w.hi = ^w.lo
		}
		return w.mask(t.Bits())
	}
	a.off = (k.size + n - 1) / n * n
	k.size = a.off + n
	a.reg = c.registers(t, false)[0]
	var b []source
	for i := range m.VecLen() {
		key := fmt.Sprint(a.reg, i, m.VecLen(), list)
		col, ok := k.shared[key]
		if !ok {
			col = k.column(a.reg, func(thread int) word { return pick(thread, i, false) }).column
			k.shared[key] = col
		}
		b = append(b, source{column: col})
		at, size := a.off+i*n/m.VecLen(), n/m.VecLen()
		k.start = append(k.start, func(thread int) (int, int, word) { return at, size, pick(thread, i, true) })
	}
	a.srcs = [][]source{b}
	if op == "cas" {
		a.srcs = append(a.srcs, []source{k.column(a.reg, func(thread int) word { return word{uint64(thread) * 0x0101010101010101, 7} })})
	}
	if a.sink = len(k.insts) > 0; !a.sink { // the rows' own kernels have more of the old values
		for range m.VecLen() {
			size := a.reg.Bits() / 8
			at := (k.record + size - 1) / size * size
			a.at = append(a.at, at)
			k.record = at + size
		}
	}
	k.insts = append(k.insts, a)
}
