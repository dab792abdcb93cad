package memcase

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/cases/seeded"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// Atomic operations of many threads on one place. What is checked does not depend on
// their order.

// contended are operations of each type. All threads of a CTA in shared memory, or of
// the grid in global memory, combine their values with one place; every third
// operation is an atom without a result.
func (c *folder) contended(name, space string) written {
	const block = 2 * warpSize
	grid := 2
	if space == "shared" {
		grid = 1
	}
	type test struct {
		op  string
		typ isa.Type
	}
	var tests []test
	add := func(ops, types string) {
		for _, op := range strings.Fields(ops) {
			for _, s := range strings.Fields(types) {
				t, _ := isa.ParseType(s)
				tests = append(tests, test{op, t})
			}
		}
	}
	add("add", "u32 s32 u64")
	add("min max", "u32 s32 u64 s64")
	add("and or xor", "b32 b64")
	add("inc dec", "u32")
	add("add", "f32 f64 f16 bf16 f16x2 bf16x2")
	if c.version.Less(isa.Version{Major: 3, Minor: 1}) {
		tests = slices.DeleteFunc(tests, func(x test) bool {
			return x.typ.Bits() == 64 && x.op != "add" || x.typ.IsFloat() && x.typ != isa.F32
		})
	}
	h := c.newHand(name, grid, block, 16)
	h.head = fmt.Sprintf("\t.shared .align 8 .b8 cells[%d];\n", 8*len(tests))
	r := seeded.For(c.name + name)
	mem, tid := h.param("p_mem"), c.special(&h.code, "%tid.x")
	in := h.part(h.param("p_in"), h.idx, 8*len(tests))
	h.l.in = make([]byte, 8*len(tests)*h.threads())
	h.l.mem = make([]byte, 8*len(tests))
	h.l.want = make([]byte, len(h.l.mem))
	base := mem
	// Shared memory comes from mem and goes back to it.
	move := func(in bool) {
		h.when("lt", tid, fmt.Sprint(len(tests)), func() {
			s, g, v := h.part(base, tid, 8), h.part(mem, tid, 8), h.reg(isa.U64)
			if in {
				h.line("ld.global.u64 %s, [%s];", v, g)
				h.line("st.shared.u64 [%s], %s;", s, v)
			} else {
				h.line("ld.shared.u64 %s, [%s];", v, s)
				h.line("st.global.u64 [%s], %s;", g, v)
			}
		})
		h.line("bar.sync 0;")
	}
	if space == "shared" {
		base = h.symbol("cells")
		move(true)
	}
	for i, x := range tests {
		f, lanes := float(x.typ)
		value := func(first bool) uint64 {
			if lanes == 0 {
				if (x.op == "inc" || x.op == "dec") && !first {
					return 12
				}
				return r.Next()
			}
			// Small whole numbers, whose sums have no rounding in any order: at most
			// 128 ones in the 8 bits of bf16.
			one := f.One()
			if first {
				one = 0
			}
			var d uint64
			for l := range lanes {
				d |= one << (uint(l) * f.Width())
			}
			return d
		}
		n := x.typ.Bits() / 8
		old := word{lo: value(true)}.mask(x.typ.Bits())
		if x.op == "inc" || x.op == "dec" {
			old.lo = 3 // within what is counted, from where every order is the same
		}
		put(h.l.mem[8*i:], 8, old)
		for t := range h.threads() {
			b := word{lo: value(false)}.mask(x.typ.Bits())
			put(h.l.in[8*(t*len(tests)+i):], 8, b)
			m := c.match(fmt.Sprintf("red.%s.%s%s.%s", space, x.op, noftz(x.typ), x.typ))
			old = combine(&access{m: m, window: map[string]window{"global": inGlobal, "shared": inShared}[space]}, x.typ, old, b, word{})
		}
		copy(h.l.want[8*i:], h.l.mem[8*i:8*i+8])
		put(h.l.want[8*i:], n, old)
		head := fmt.Sprintf("red.%s.%s%s.%s", space, x.op, noftz(x.typ), x.typ)
		v := h.fetch(c.registers(x.typ, false)[0], in, 8*i)
		if i%3 == 0 {
			h.line("atom%s _, [%s+%d], %s;", strings.TrimPrefix(head, "red"), base, 8*i, v)
		} else {
			h.line("%s [%s+%d], %s;", head, base, 8*i, v)
		}
	}
	if space == "shared" {
		h.line("bar.sync 0;")
		move(false)
	}
	return h.done()
}

func noftz(t isa.Type) string {
	if t.IsFloat() && t.Bits() < 64 && t != isa.F32 {
		return ".noftz"
	}
	return ""
}

// tickets are operations whose old values are different for every thread, and all of
// some range: each thread leaves a mark at its old value.
func (c *folder) tickets(name string) written {
	const grid, block = 3, 2 * warpSize
	const n = grid * block
	heads := []string{"atom.global.add.u32", "atom.global.inc.u32", "atom.global.dec.u32", "atom.global.add.u64", "atom.global.cas.b32"}
	h := c.newHand(name, grid, block, 16)
	mem := h.param("p_mem")
	row := 4 * (n + 4) // a counter of 16 bytes, and marks
	h.l.mem, h.l.want = make([]byte, row*len(heads)), make([]byte, row*len(heads))
	for i, head := range heads {
		at := row * i
		m := c.match(head)
		t := isa.U32
		if m.Type().Bits() == 64 {
			t = isa.U64
		}
		base, d, d32 := h.reg(isa.U64), h.reg(t), h.reg(isa.U32)
		h.line("add.u64 %s, %s, %d;", base, mem, at)
		last := uint64(n)
		switch {
		case m.Has("inc"):
			h.line("%s %s, [%s], %d;", head, d, base, n+1)
		case m.Has("dec"):
			put(h.l.mem[at:], 4, word{lo: n - 1})
			h.line("%s %s, [%s], %d;", head, d, base, n-1)
			last = n - 1 // the last one found 0 and wrote the bound
		case m.Has("cas"):
			// A loop that adds one.
			again, next, q := h.label(), h.reg(isa.U32), h.reg(isa.Pred)
			seen := h.reg(isa.U32)
			h.line("ld.volatile.global.u32 %s, [%s];", d, base)
			h.place(again)
			h.line("add.u32 %s, %s, 1;", next, d)
			h.line("mov.u32 %s, %s;", seen, d)
			h.line("%s %s, [%s], %s, %s;", head, d, base, seen, next)
			h.line("setp.ne.u32 %s, %s, %s;", q, d, seen)
			h.line("@%s bra %s;", q, again)
		default:
			h.line("%s %s, [%s], 1;", head, d, base)
		}
		if t == isa.U64 {
			h.line("cvt.u32.u64 %s, %s;", d32, d)
		} else {
			h.line("mov.u32 %s, %s;", d32, d)
		}
		v := h.u32(int(i + 1))
		h.line("st.global.u32 [%s+16], %s;", h.part(base, d32, 4), v)
		put(h.l.want[at:], t.Bits()/8, word{lo: last})
		for k := range n {
			put(h.l.want[at+16+4*k:], 4, word{lo: uint64(i + 1)})
		}
	}
	return h.done()
}

// exchanges hands values around: what all threads got and what is left is what was
// there and what all threads brought.
func (c *folder) exchanges(name string) written {
	const block = 3 * warpSize
	h := c.newHand(name, 2, block, 16)
	h.head = "\t.shared .align 8 .b64 place, total;\n"
	tid := c.special(&h.code, "%tid.x")
	place, total := h.symbol("place"), h.symbol("total")
	h.when("eq", tid, "0", func() {
		v := h.reg(isa.U64)
		h.line("mov.u64 %s, 4096;", v)
		h.line("st.shared.u64 [%s], %s;", place, v)
		h.line("mov.u64 %s, 0;", v)
		h.line("st.shared.u64 [%s], %s;", total, v)
	})
	h.line("bar.sync 0;")
	mine, got, rest, sum := h.reg(isa.U64), h.reg(isa.U64), h.reg(isa.U64), h.reg(isa.U64)
	h.line("cvt.u64.u32 %s, %s;", mine, h.idx)
	h.line("atom.shared.exch.b64 %s, [%s], %s;", got, place, mine)
	h.line("red.shared.add.u64 [%s], %s;", total, got)
	h.line("bar.sync 0;")
	h.line("ld.shared.u64 %s, [%s];", rest, place)
	h.line("ld.shared.u64 %s, [%s];", sum, total)
	h.line("add.u64 %s, %s, %s;", sum, sum, rest)
	h.keepEach(isa.U64, sum, func(thread int) uint64 {
		first := thread / block * block
		s := 4096
		for t := range block {
			s += first + t
		}
		return uint64(s)
	})
	return h.done()
}

func (c *folder) contention() []written {
	return []written{c.contended("all_global", "global"), c.contended("all_shared", "shared"), c.tickets("tickets"), c.exchanges("exchanges")}
}
