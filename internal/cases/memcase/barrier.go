package memcase

import (
	"fmt"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// Barriers (manual 9.7.13.1 and 9.7.13.2). Threads write to shared memory, wait, and
// read what others wrote; or vote.

const warpSize = 32

// barrierOperands writes the number of a barrier and, if n is not 0, of its threads,
// in one of four ways.
func barrierOperands(b *code, way, id, n int) string {
	s := b.either(way, id)
	if n > 0 {
		s += ", " + b.either(way/2, n)
	}
	return s
}

// barrierSync has every head that waits: all threads of a CTA, once with their
// number and once without, then two groups at barriers of their own.
func (c *folder) barrierSync(name string, heads []*isa.Match) written {
	const block = 3 * warpSize
	h := c.newHand(name, 2, block, (4*4*len(heads)+15)/16*16)
	h.head = fmt.Sprintf("\t.shared .align 4 .b32 cells[%d];\n", block)
	tid := c.special(&h.code, "%tid.x")
	base := h.symbol("cells")
	own := h.part(base, tid, 4)
	round := 0
	// exchange writes, waits, reads the cell of another thread of the group and waits.
	exchange := func(head string, first, group int, operands func() string) {
		r := round
		round++
		v, other, at := h.reg(isa.U32), h.reg(isa.U32), h.reg(isa.U32)
		h.line("mad.lo.u32 %s, %s, 0x10003, %d;", v, h.idx, r)
		h.line("st.shared.u32 [%s], %s;", own, v)
		h.line("%s %s;", head, operands())
		// The other one: (tid - first + 37 + r) mod group + first.
		h.line("add.u32 %s, %s, %d;", at, tid, 37+r)
		if first > 0 {
			h.line("sub.u32 %s, %s, %d;", at, at, first)
		}
		h.line("rem.u32 %s, %s, %d;", at, at, group)
		h.line("add.u32 %s, %s, %d;", at, at, first)
		h.line("ld.shared.u32 %s, [%s];", other, h.part(base, at, 4))
		h.line("%s %s;", head, operands())
		h.keepEach(isa.U32, other, func(thread int) uint64 {
			t := thread % block
			if t < first || t >= first+group {
				return 0
			}
			o := (t-first+37+r)%group + first
			return uint64((thread-t+o)*0x10003 + r)
		})
	}
	for i, m := range heads {
		counted := m.Form.ID != "bar-0000"
		exchange(m.Head, 0, block, func() string { return barrierOperands(&h.code, i, i%16, 0) })
		if !counted {
			continue
		}
		exchange(m.Head, 0, block, func() string { return barrierOperands(&h.code, i+1, 15-i%16, block) })
		h.when("lt", tid, "64", func() {
			exchange(m.Head, 0, 64, func() string { return barrierOperands(&h.code, i+2, 1, 64) })
		})
		h.when("ge", tid, "64", func() {
			exchange(m.Head, 64, 32, func() string { return barrierOperands(&h.code, i+3, 2, 32) })
		})
		h.line("bar.sync 0;")
	}
	return h.done()
}

// barrierArrive has every head that only arrives: warp 0 produces, warp 1 consumes,
// through one cell a lane, with a barrier for full and one for empty.
func (c *folder) barrierArrive(name string, heads []*isa.Match) written {
	const block = 2 * warpSize
	sync := "bar.sync"
	h := c.newHand(name, 2, block, 4*2*len(heads))
	h.head = fmt.Sprintf("\t.shared .align 4 .b32 cells[%d];\n", warpSize)
	tid := c.special(&h.code, "%tid.x")
	lane := h.reg(isa.U32)
	h.line("and.b32 %s, %s, 31;", lane, tid)
	cell := h.part(h.symbol("cells"), lane, 4)
	h.when("lt", tid, "32", func() {
		for i, m := range heads {
			for way := range 2 {
				r := 2*i + way
				h.line("%s %s;", sync, barrierOperands(&h.code, 0, 2, block))
				v := h.reg(isa.U32)
				h.line("mad.lo.u32 %s, %s, 77, %d;", v, h.idx, r)
				h.line("st.shared.u32 [%s], %s;", cell, v)
				h.line("%s %s;", m.Head, barrierOperands(&h.code, 3*way, 1, block))
			}
		}
	})
	h.when("ge", tid, "32", func() {
		for i, m := range heads {
			for way := range 2 {
				r := 2*i + way
				h.line("%s %s;", m.Head, barrierOperands(&h.code, 2*way+1, 2, block))
				h.line("%s %s;", sync, barrierOperands(&h.code, 0, 1, block))
				v := h.reg(isa.U32)
				h.line("ld.shared.u32 %s, [%s];", v, cell)
				h.keepEach(isa.U32, v, func(thread int) uint64 {
					if thread%block < warpSize {
						return 0
					}
					return uint64((thread-warpSize)*77 + r)
				})
			}
		}
	})
	return h.done()
}

// votes are what threads bring to a reduction, by the CTA's number of the thread.
var votes = []func(t int) bool{
	func(int) bool { return true },
	func(int) bool { return false },
	func(t int) bool { return t == 0 },
	func(t int) bool { return t != 65 },
	func(t int) bool { return t%3 == 0 },
	func(t int) bool { return t >= 64 },
}

// barrierReduce has every head that reduces a predicate, plain and negated, over all
// threads, counted or not, and over two groups at a time.
func (c *folder) barrierReduce(name string, heads []*isa.Match) written {
	const block = 3 * warpSize
	h := c.newHand(name, 1, block, (3*3*len(heads)+15)/16*16)
	tid := c.special(&h.code, "%tid.x")
	// The votes come from memory, a byte each.
	in := h.part(h.param("p_in"), tid, len(votes))
	h.l.in = make([]byte, block*len(votes))
	preds := make([]string, len(votes))
	for i, vote := range votes {
		r, p := h.reg(isa.U32), h.reg(isa.Pred)
		h.line("ld.global.u8 %s, [%s+%d];", r, in, i)
		h.line("setp.ne.u32 %s, %s, 0;", p, r)
		preds[i] = p
		for t := range block {
			if vote(t) {
				h.l.in[t*len(votes)+i] = 1
			}
		}
	}
	reduce := func(m *isa.Match, vote int, negated bool, first, group int, operands string) {
		result := func(thread int) uint64 {
			if t := thread % block; t < first || t >= first+group {
				return 0
			}
			n := 0
			for t := first; t < first+group; t++ {
				if votes[vote](t) != negated {
					n++
				}
			}
			switch {
			case m.Has("popc"):
				return uint64(n)
			case m.Has("and") && n == group, m.Has("or") && n > 0:
				return 1
			}
			return 0
		}
		pred := preds[vote]
		if negated {
			pred = "!" + pred
		}
		if m.Has("popc") {
			d := h.reg(isa.U32)
			h.line("%s %s, %s, %s;", m.Head, d, operands, pred)
			h.keepEach(isa.U8, d, result)
			return
		}
		d := h.reg(isa.Pred)
		h.line("%s %s, %s, %s;", m.Head, d, operands, pred)
		h.keepPred(d, func(thread int) bool { return result(thread) != 0 })
	}
	for i, m := range heads {
		for n := range len(votes) / 2 {
			way := i + n
			v := (3*i + n) % len(votes)
			reduce(m, v, way%3 == 1, 0, block, barrierOperands(&h.code, way, 5+way%11, way/4%2*block))
			h.when("lt", tid, "32", func() {
				reduce(m, v, way%2 == 1, 0, 32, barrierOperands(&h.code, way+1, 3, 32))
			})
			h.when("ge", tid, "32", func() {
				reduce(m, v, way%2 == 0, 32, 64, barrierOperands(&h.code, way+2, 4, 64))
			})
		}
	}
	return h.done()
}

// barrierDiverged has the heads that need not be executed by all threads of a warp
// together: odd and even lanes wait at places of their own.
func (c *folder) barrierDiverged(name string, heads []*isa.Match) written {
	const block = 2 * warpSize
	h := c.newHand(name, 1, block, 4*2*len(heads))
	h.head = fmt.Sprintf("\t.shared .align 4 .b32 cells[%d];\n", block)
	tid := c.special(&h.code, "%tid.x")
	odd, across := h.reg(isa.U32), h.reg(isa.U32)
	h.line("and.b32 %s, %s, 1;", odd, tid)
	h.line("xor.b32 %s, %s, 33;", across, tid)
	base := h.symbol("cells")
	own, other := h.part(base, tid, 4), h.part(base, across, 4)
	for i, m := range heads {
		for half := range 2 {
			h.when("eq", odd, fmt.Sprint(half), func() {
				v, w := h.reg(isa.U32), h.reg(isa.U32)
				h.line("mad.lo.u32 %s, %s, 5, %d;", v, tid, 1000*i+half)
				h.line("st.shared.u32 [%s], %s;", own, v)
				h.line("%s %s;", m.Head, barrierOperands(&h.code, i, 5, i%2*block))
				if half == 1 {
					h.line("add.u32 %s, %s, 1;", v, v)
				}
				h.line("ld.shared.u32 %s, [%s];", w, other)
				h.keepEach(isa.U32, w, func(t int) uint64 {
					if t%2 != half {
						return 0
					}
					return uint64((t^33)*5 + 1000*i + 1 - half)
				})
			})
		}
		h.line("bar.sync 0;")
	}
	return h.done()
}

// warpBarrier has bar.warp.sync: lanes exchange cells, all of a warp and halves of it.
func (c *folder) warpBarrier(name string) written {
	h := c.newHand(name, 2, 2*warpSize, 16)
	h.head = fmt.Sprintf("\t.shared .align 4 .b32 cells[%d];\n", 2*warpSize)
	tid := c.special(&h.code, "%tid.x")
	base := h.symbol("cells")
	own := h.part(base, tid, 4)
	round := func(r, flip int, mask string) {
		v, at, w := h.reg(isa.U32), h.reg(isa.U32), h.reg(isa.U32)
		h.line("mad.lo.u32 %s, %s, 9, %d;", v, h.idx, r)
		h.line("st.shared.u32 [%s], %s;", own, v)
		h.line("bar.warp.sync %s;", mask)
		h.line("xor.b32 %s, %s, %d;", at, tid, flip)
		h.line("ld.shared.u32 %s, [%s];", w, h.part(base, at, 4))
		h.line("bar.warp.sync %s;", mask)
		h.keepEach(isa.U32, w, func(thread int) uint64 {
			in := r < 2 || (thread%32 < 16) == (r == 2)
			if !in {
				return 0
			}
			return uint64((thread^flip)*9 + r)
		})
	}
	round(0, 31, "0xffffffff")
	m := h.reg(isa.B32)
	h.line("mov.b32 %s, -1;", m)
	round(1, 7, m)
	lane := h.reg(isa.U32)
	h.line("and.b32 %s, %s, 31;", lane, tid)
	h.when("lt", lane, "16", func() { round(2, 15, "0xffff") })
	h.when("ge", lane, "16", func() {
		m := h.reg(isa.B32)
		h.line("mov.b32 %s, 0xffff0000;", m)
		round(3, 8, m)
	})
	return h.done()
}

// barriers are the kernels of the barrier rows that a module may use.
func (c *folder) barriers() []written {
	pick := func(rows string, ok func(m *isa.Match) bool) (out []*isa.Match) {
		for _, m := range c.allHeads(rows) {
			if ok == nil || ok(m) {
				out = append(out, m)
			}
		}
		return out
	}
	if c.version.Less(isa.Version{Major: 6}) {
		return []written{
			c.barrierSync("sync", pick("bar-0000 bar-0001", nil)),
			c.barrierArrive("arrive", pick("bar-0002", nil)),
			c.barrierReduce("reduce", pick("bar-0003 bar-0004", nil)),
		}
	}
	free := func(m *isa.Match) bool { return m.Form.Opcode == "barrier" && !m.Has("aligned") }
	return []written{
		c.barrierSync("sync", pick("bar-0000 bar-0001 barrier-0000", nil)),
		c.barrierArrive("arrive", pick("bar-0002 barrier-0001", nil)),
		c.barrierReduce("popc", pick("bar-0003 barrier-0002", nil)),
		c.barrierReduce("reduce", pick("bar-0004 barrier-0003", nil)),
		c.barrierDiverged("diverged", pick("barrier-0000", free)),
		c.warpBarrier("warp"),
	}
}
