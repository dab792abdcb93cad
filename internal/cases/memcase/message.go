package memcase

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// Messages from one thread to another (manual 8, the memory consistency model): the
// sender writes data, which is weak, and then raises a flag; the receiver waits for
// the flag and reads the data. What orders the data before the flag, and the flag
// before the data, is what a kernel is about.

// signal says how a flag is raised and awaited. Texts have %s for the address of
// the flag, and as result register of the wait.
type signal struct {
	before string // the sender, between the data and the flag
	raise  string // writes 1 to the flag: address
	wait   string // reads it: register, address
	after  string // the receiver, between the flag and the data
	typ    isa.Type
	shared bool // data and flag are in shared memory
}

// messages sends a message for each signal, in turns from one side to the other, so
// that one waits for the other all the time. The sides are two warps of a CTA, or two
// CTAs.
func (c *folder) messages(name string, ctas bool, signals []signal) written {
	grid, block := 1, 2*warpSize
	if ctas {
		grid, block = 2, warpSize
	}
	n := len(signals)
	h := c.newHand(name, grid, block, (4*n+15)/16*16)
	tid := c.special(&h.code, "%tid.x")
	side, lane := h.reg(isa.U32), h.reg(isa.U32)
	h.line("shr.u32 %s, %s, 5;", side, h.idx)
	h.line("and.b32 %s, %s, 31;", lane, tid)
	global := h.param("p_mem")
	places := [2]string{global, global}
	if !ctas {
		h.head = fmt.Sprintf("\t.shared .align 8 .b8 cells[%d];\n", 16*n)
		places[1] = h.symbol("cells")
		// Thread t clears 16 bytes.
		for at := 0; at < n; at += block {
			at := at
			i := h.reg(isa.U32)
			h.line("add.u32 %s, %s, %d;", i, tid, at)
			h.when("lt", i, fmt.Sprint(n), func() {
				p, z := h.part(places[1], i, 16), h.reg(isa.U64)
				h.line("mov.u64 %s, 0;", z)
				h.line("st.shared.u64 [%s], %s;", p, z)
				h.line("st.shared.u64 [%s+8], %s;", p, z)
			})
		}
		h.line("bar.sync 0;")
	}
	h.l.mem, h.l.want = make([]byte, 16*n), make([]byte, 16*n)
	end := h.label()
	p := h.reg(isa.Pred)
	h.line("setp.ne.u32 %s, %s, 0;", p, lane)
	h.line("@%s bra %s;", p, end)
	data := func(i int) uint64 { return uint64(i)*0x01010101 + 0x1234 }
	for i, s := range signals {
		space, base := "global", places[0]
		if s.shared {
			space, base = "shared", places[1]
		} else {
			put(h.l.want[16*i:], 4, word{lo: data(i)})
			put(h.l.want[16*i+8:], s.typ.Bits()/8, word{lo: 1})
		}
		flag := h.reg(isa.U64)
		h.line("add.u64 %s, %s, %d;", flag, base, 16*i+8)
		h.when("eq", side, fmt.Sprint(i%2), func() {
			v := h.reg(isa.U32)
			h.line("mov.u32 %s, %d;", v, data(i))
			h.line("st.%s.u32 [%s+%d], %s;", space, base, 16*i, v)
			if s.before != "" {
				h.line("%s;", s.before)
			}
			one := h.reg(s.typ)
			h.line("mov.%s %s, 1;", s.typ, one)
			h.line("%s;", strings.ReplaceAll(fmt.Sprintf(s.raise, flag), "ONE", one))
		})
		h.when("ne", side, fmt.Sprint(i%2), func() {
			again, f, q, w := h.label(), h.reg(s.typ), h.reg(isa.Pred), h.reg(isa.U32)
			h.place(again)
			h.line("%s;", fmt.Sprintf(s.wait, f, flag))
			h.line("setp.eq.%s %s, %s, 0;", s.typ, q, f)
			h.line("@%s bra %s;", q, again)
			if s.after != "" {
				h.line("%s;", s.after)
			}
			h.line("ld.%s.u32 %s, [%s+%d];", space, w, base, 16*i)
			h.keepEach(isa.U32, w, func(thread int) uint64 {
				if thread%warpSize != 0 || thread/warpSize == i%2 {
					return 0
				}
				return data(i)
			})
		})
	}
	h.place(end)
	return h.done()
}

// fenced are messages ordered by fences, of scopes as wide as the sides are apart.
func (c *folder) fenced(ctas bool) []signal {
	var out []signal
	rows := "membar-0000"
	modern := !c.version.Less(isa.Version{Major: 6})
	if modern {
		rows = "membar-0000 fence-0000 fence-0001"
	}
	for _, m := range c.allHeads(rows) {
		scope := m.HasAny("cta", "cluster", "gl", "gpu", "sys")
		if (scope == "cta" || scope == "cluster") && ctas || m.Has("acquire") {
			continue
		}
		if scope == "gl" {
			scope = "gpu"
		}
		before, after := m.Head, strings.Replace(m.Head, "release", "acquire", 1)
		for _, space := range []string{"global", "shared"} {
			if space == "shared" && ctas {
				continue
			}
			s := signal{before: before, after: after, typ: isa.U32, shared: space == "shared"}
			s.raise = "st.volatile." + space + ".u32 [%s], ONE"
			s.wait = "ld.volatile." + space + ".u32 %s, [%s]"
			if modern && !m.Has("sc") {
				s.raise = "st.relaxed." + scope + "." + space + ".u32 [%s], ONE"
				s.wait = "ld.relaxed." + scope + "." + space + ".u32 %s, [%s]"
			}
			out = append(out, s)
		}
	}
	return out
}

// ordered are messages whose flags are raised by releasing and awaited by acquiring
// operations: stores and loads, atomic operations, reductions.
func (c *folder) ordered(ctas bool) []signal {
	raises := []string{
		"st.release.SC.SP.TY [%s], ONE", "st.release.SC.TY [%s], ONE",
		"red.release.SC.SP.or.TY [%s], ONE", "atom.release.SC.SP.exch.TY _, [%s], ONE",
		"atom.acq_rel.SC.SP.cas.TY _, [%s], 0, ONE", "atom.acq_rel.SC.or.TY _, [%s], ONE",
	}
	waits := []string{
		"ld.acquire.SC.SP.TY %s, [%s]", "ld.acquire.SC.TY %s, [%s]",
		"atom.acquire.SC.SP.or.TY %s, [%s], 0", "atom.acq_rel.SC.SP.cas.TY %s, [%s], 7, 7",
	}
	scopes := strings.Fields("cta cluster gpu sys")
	if ctas {
		scopes = scopes[2:]
	}
	var out []signal
	for _, sc := range scopes {
		for _, sp := range []string{"global", "shared", "shared::cta"} {
			if sp != "global" && ctas {
				continue
			}
			for i := range max(len(raises), len(waits)) {
				typ := []isa.Type{isa.B32, isa.B64}[len(out)%2]
				fill := strings.NewReplacer("SC", sc, "SP", sp, "TY", typ.String()).Replace
				raise, wait := fill(raises[i%len(raises)]), fill(waits[len(out)%len(waits)])
				g := sp == "shared" || sp == "shared::cta"
				if g && (!strings.Contains(raise, "shared") || !strings.Contains(wait, "shared")) {
					continue // by generic addresses of global memory only
				}
				out = append(out, signal{raise: raise, wait: wait, typ: typ, shared: g})
			}
		}
	}
	return out
}

// plainFences has the fences that order nothing which a kernel could see: between two
// accesses of one thread.
func (c *folder) plainFences(name, rows string) written {
	heads := c.allHeads(rows)
	h := c.newHand(name, 2, 3, (4*len(heads)+15)/16*16)
	p := h.part(h.param("p_mem"), h.idx, 4*len(heads))
	h.l.mem = make([]byte, 4*len(heads)*h.threads())
	h.l.want = make([]byte, len(h.l.mem))
	for i, m := range heads {
		v, w := h.reg(isa.U32), h.reg(isa.U32)
		h.line("mad.lo.u32 %s, %s, 1000, %d;", v, h.idx, i)
		h.line("st.global.u32 [%s+%d], %s;", p, 4*i, v)
		h.line("%s;", m.Head)
		h.line("ld.global.u32 %s, [%s+%d];", w, p, 4*i)
		h.keepEach(isa.U32, w, func(thread int) uint64 { return uint64(1000*thread + i) })
		for t := range h.threads() {
			put(h.l.want[4*(t*len(heads)+i):], 4, word{lo: uint64(1000*t + i)})
		}
	}
	return h.done()
}

// messageKernels are the kernels of a module.
func (c *folder) messageKernels() []written {
	if c.version.Less(isa.Version{Major: 6}) {
		return []written{c.messages("membar_warps", false, c.fenced(false)), c.messages("membar_ctas", true, c.fenced(true))}
	}
	return []written{
		c.messages("fence_warps", false, c.fenced(false)),
		c.messages("fence_ctas", true, c.fenced(true)),
		c.messages("order_warps", false, c.ordered(false)),
		c.messages("order_ctas", true, c.ordered(true)),
		c.plainFences("plain", "membar-0000 membar-0001 fence-0000 fence-0001 fence-0002 fence-0004"),
	}
}
