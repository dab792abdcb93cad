package memcase

import (
	"github.com/ptx2go/ptx2go/internal/cases/seeded"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// Hints about caches change nothing that a program can see. Each stands between a
// store and a load of the bytes that it is about.

// hints has every head of prefetch and its like, in memory of every kind that it may
// be about.
func (c *folder) hints(name string) written {
	rows := "prefetch-0000 prefetchu-0000"
	if !c.version.Less(isa.Version{Major: 7, Minor: 4}) {
		rows += " prefetch-0001 applypriority-0000 discard-0000"
	}
	heads := c.allHeads(rows)
	h := c.newHand(name, 2, 3, (4*3*len(heads)+15)/16*16)
	h.head = "\t.local .align 128 .b8 stack[128];\n\t.shared .align 128 .b8 tile[128];\n"
	mem := h.part(h.param("p_mem"), h.idx, 256)
	h.l.mem = seeded.For(c.name + name).Bytes(256 * h.threads())
	h.l.want = append([]byte(nil), h.l.mem...)
	local, generic := h.symbol("stack"), map[string]string{}
	for _, s := range [][3]string{{"global", mem}, {"local", local}} {
		generic[s[0]] = h.reg(isa.U64)
		h.line("cvta.%s.u64 %s, %s;", s[0], generic[s[0]], s[1])
	}
	n := 0
	for _, m := range heads {
		spaces := []string{"global", "local"}
		switch {
		case m.Space() == isa.SpaceGlobal, m.Form.Opcode == "applypriority", m.Form.Opcode == "discard", m.Form.Opcode == "prefetchu":
			spaces = spaces[:1]
		case m.Space() == isa.SpaceLocal:
			spaces = spaces[1:]
		}
		for _, s := range spaces {
			base := map[string]string{"global": mem, "local": local}[s]
			at := base
			if m.Space() == isa.SpaceNone {
				at = generic[s]
			}
			v, w, k := h.reg(isa.U32), h.reg(isa.U32), n
			n++
			h.line("mad.lo.u32 %s, %s, 777, %d;", v, h.idx, k)
			h.line("st.%s.u32 [%s+%d], %s;", s, base, 4*(k%32), v)
			tail := ""
			if m.Form.Opcode == "applypriority" || m.Form.Opcode == "discard" {
				tail = ", 128"
			}
			if m.Form.Opcode == "discard" {
				// The second half of the window: what was there is lost, and has to be
				// written before it is read.
				h.line("%s [%s+128]%s;", m.Head, at, tail)
				for b := 0; b < 128; b += 8 {
					z := h.reg(isa.U64)
					h.line("mov.u64 %s, %d;", z, b+k)
					h.line("st.global.u64 [%s+%d], %s;", mem, 128+b, z)
					for t := range h.threads() {
						put(h.l.want[256*t+128+b:], 8, word{lo: uint64(b + k)})
					}
				}
			} else {
				h.line("%s [%s]%s;", m.Head, at, tail)
			}
			h.line("ld.%s.u32 %s, [%s+%d];", s, w, base, 4*(k%32))
			h.keepEach(isa.U32, w, func(t int) uint64 { return uint64(777*t + k) })
			if s == "global" {
				for t := range h.threads() {
					put(h.l.want[256*t+4*(k%32):], 4, word{lo: uint64(777*t + k)})
				}
			}
		}
	}
	return h.done()
}

// policies has every head that makes a cache policy. Loads, stores and atomic
// operations take the policies.
func (c *folder) policies(name string) written {
	heads := c.allHeads("createpolicy-0000 createpolicy-0001 createpolicy-0002")
	h := c.newHand(name, 2, 3, (4*len(heads)+15)/16*16)
	mem := h.part(h.param("p_mem"), h.idx, 16)
	h.l.mem = make([]byte, 16*h.threads())
	h.l.want = make([]byte, len(h.l.mem))
	in := h.part(h.param("p_in"), h.idx, 16)
	h.l.in = make([]byte, 16*h.threads())
	for t := range h.threads() {
		put(h.l.in[16*t:], 4, word{lo: uint64([]uint32{0x3f800000, 0x3f000000, 0x3d800000}[t%3])}) // 1, 1/2, 1/16
		put(h.l.in[16*t+8:], 8, word{lo: 0x10f0000000000000})                                      // CUDA's access property "normal"
	}
	fraction, property, base := h.fetch(isa.F32, in, 0), h.fetch(isa.B64, in, 8), h.reg(isa.U64)
	h.line("cvta.global.u64 %s, %s;", base, mem)
	totals := make([]uint64, h.threads())
	for i, m := range heads {
		pol := h.reg(isa.B64)
		switch m.Form.ID {
		case "createpolicy-0000":
			switch i % 3 {
			case 0:
				h.line("%s %s;", m.Head, pol)
			case 1:
				h.line("%s %s, 0f3F000000;", m.Head, pol)
			case 2:
				h.line("%s %s, %s;", m.Head, pol, fraction)
			}
		case "createpolicy-0001":
			at := base
			if m.Space() == isa.SpaceGlobal {
				at = mem
			}
			h.line("%s %s, [%s], %s, %s;", m.Head, pol, at, h.either(i, 128), h.either(i/2, 4096))
		default:
			h.line("%s %s, %s;", m.Head, pol, property)
		}
		v := h.reg(isa.U32)
		add := func(t int) uint64 { totals[t] += uint64(i + t); return totals[t] }
		n := h.reg(isa.U32)
		h.line("add.u32 %s, %s, %d;", n, h.idx, i)
		switch i % 3 {
		case 0:
			h.line("red.global.add.L2::cache_hint.u32 [%s], %s, %s;", mem, n, pol)
			h.line("ld.global.L2::cache_hint.u32 %s, [%s], %s;", v, mem, pol)
		case 1:
			h.line("ld.global.u32 %s, [%s];", v, mem)
			h.line("add.u32 %s, %s, %s;", v, v, n)
			h.line("st.global.L2::cache_hint.u32 [%s], %s, %s;", mem, v, pol)
		case 2:
			h.line("atom.global.add.L2::cache_hint.u32 %s, [%s], %s, %s;", v, mem, n, pol)
			h.line("add.u32 %s, %s, %s;", v, v, n)
		}
		h.keepEach(isa.U32, v, add)
	}
	for t, n := range totals {
		put(h.l.want[16*t:], 4, word{lo: n})
	}
	return h.done()
}

// hintKernels are the kernels of a module.
func (c *folder) hintKernels() []written {
	out := []written{c.hints("hints")}
	if !c.version.Less(isa.Version{Major: 7, Minor: 4}) {
		out = append(out, c.policies("policies"))
	}
	return out
}
