package memcase

import (
	"fmt"
	"strings"

	"github.com/ptx2go/ptx2go/internal/cases/seeded"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// Asynchronous copies from global to shared memory (manual 9.7.9.25.3).

// copies has every head of cp.async in every way that its operands can be written:
// the whole, some of the bytes, none, or an ignored source. Bytes that are not copied
// are zero. Windows are a thread's own.
func (c *folder) copies(name string) written {
	heads := c.allHeads("cp-0000 cp-0001")
	sizes := func(m *isa.Match) []int {
		if m.Has("cg") {
			return []int{16}
		}
		return []int{4, 8, 16}
	}
	const ways, block = 8, 3
	size := 0
	for _, m := range heads {
		for _, n := range sizes(m) {
			size += ways / 2 * (n + 4)
		}
	}
	size = (size + 16*len(heads) + 255) / 256 * 256
	r := seeded.For(c.name + name)
	h := c.newHand(name, 1, block, 16)
	h.head = fmt.Sprintf("\t.shared .align 16 .b8 win[%d];\n", size*block)
	tid := c.special(&h.code, "%tid.x")
	win := h.part(h.symbol("win"), tid, size)
	mem := h.part(h.param("p_mem"), tid, size)
	src := h.part(h.param("p_in"), tid, 256)
	h.l.in = r.Bytes(256 * block)
	h.l.mem = r.Bytes(size * block)
	h.l.want = append([]byte(nil), h.l.mem...)
	h.fill(win, mem, size, true)
	policy, yes, no := h.reg(isa.B64), h.reg(isa.Pred), h.reg(isa.Pred)
	h.line("createpolicy.fractional.L2::evict_first.b64 %s;", policy)
	h.line("setp.lt.u32 %s, %s, 1000;", yes, tid)
	h.line("setp.gt.u32 %s, %s, 1000;", no, tid)
	waits := []string{"cp.async.wait_all", "cp.async.wait_group 0", "cp.async.wait_group 1"}
	at := 0
	for i, m := range heads {
		for k, n := range sizes(m) {
			for j := range ways / 2 {
				way := (i + 3*k + j*2) % ways
				given := n // bytes that are copied
				var from string
				switch way {
				case 0, 1:
				case 2:
					given, from = 0, "0"
				case 3:
					given = n / 2
					from = fmt.Sprint(given)
				case 4:
					given = r.Below(n + 1)
					from = h.u32(given)
				case 5:
					given, from = 0, yes
				case 6:
					from = no
				case 7:
					from = "!" + yes
				}
				if at = (at + n - 1) / n * n; at+n > size {
					panic("no room in " + name)
				}
				off := r.Below(256/n) * n
				ops := []string{fmt.Sprintf("[%s+%d]", win, at), fmt.Sprintf("[%s+%d]", src, off), fmt.Sprint(n)}
				if from != "" {
					ops = append(ops, from)
				}
				if m.Has("L2::cache_hint") {
					ops = append(ops, policy)
				}
				h.line("%s %s;", m.Head, strings.Join(ops, ", "))
				for t := range block {
					w := h.l.want[t*size+at : t*size+at+n]
					clear(w)
					copy(w, h.l.in[256*t+off:256*t+off+given])
				}
				at += n + r.Below(2)*4
			}
		}
		h.line("cp.async.commit_group;")
		h.line("%s;", waits[i%len(waits)])
	}
	h.line("cp.async.wait_all;")
	h.fill(win, mem, size, false)
	return h.done()
}

// fill copies a window of shared memory from global memory, or to it.
func (h *hand) fill(window, mem string, size int, in bool) {
	i, w, m, v, p, loop := h.reg(isa.U64), h.reg(isa.U64), h.reg(isa.U64), h.reg(isa.U32), h.reg(isa.Pred), h.label()
	h.line("mov.u64 %s, 0;", i)
	h.place(loop)
	h.line("add.u64 %s, %s, %s;", w, window, i)
	h.line("add.u64 %s, %s, %s;", m, mem, i)
	if in {
		h.line("ld.global.u32 %s, [%s];", v, m)
		h.line("st.shared.u32 [%s], %s;", w, v)
	} else {
		h.line("ld.shared.u32 %s, [%s];", v, w)
		h.line("st.global.u32 [%s], %s;", m, v)
	}
	h.line("add.u64 %s, %s, 4;", i, i)
	h.line("setp.lt.u64 %s, %s, %d;", p, i, size)
	h.line("@%s bra %s;", p, loop)
}

// copiesArrive has the heads by which copies arrive at a barrier object: each lane of
// a warp copies 16 bytes, and all wait for all.
func (c *folder) copiesArrive(name string) written {
	heads := c.allHeads("cp-0005")
	h := c.newHand(name, 1, warpSize, 16*len(heads))
	h.head = fmt.Sprintf("\t.shared .align 8 .b64 objects[%d];\n\t.shared .align 16 .b8 win[%d];\n", len(heads), 16*warpSize)
	tid := c.special(&h.code, "%tid.x")
	h.l.in = seeded.For(c.name + name).Bytes(16 * warpSize * len(heads))
	win, objects, in := h.symbol("win"), h.symbol("objects"), h.param("p_in")
	mine := h.part(win, tid, 16)
	other := h.reg(isa.U32)
	h.line("xor.b32 %s, %s, 21;", other, tid)
	others := h.part(win, other, 16)
	h.when("eq", tid, "0", func() {
		for i := range heads {
			h.line("mbarrier.init.shared.b64 [objects+%d], %d;", 8*i, warpSize)
		}
	})
	h.line("bar.sync 0;")
	for i, m := range heads {
		from := h.part(in, tid, 16)
		h.line("cp.async.cg.shared.global [%s], [%s+%d], 16;", mine, from, 16*warpSize*i)
		bar := fmt.Sprintf("objects+%d", 8*i)
		if m.Space() == isa.SpaceNone {
			g := h.reg(isa.U64)
			h.line("cvta.shared.u64 %s, %s;", g, objects)
			bar = fmt.Sprintf("%s+%d", g, 8*i)
		}
		h.line("%s [%s];", m.Head, bar)
		if !m.Has("noinc") {
			h.line("mbarrier.arrive.shared.b64 _, [objects+%d];", 8*i)
		}
		p, again := h.reg(isa.Pred), h.label()
		h.place(again)
		h.line("mbarrier.test_wait.parity.shared.b64 %s, [objects+%d], 0;", p, 8*i)
		h.line("@!%s bra %s;", p, again)
		quad := []string{h.reg(isa.U32), h.reg(isa.U32), h.reg(isa.U32), h.reg(isa.U32)}
		h.line("ld.shared.v4.u32 {%s}, [%s];", strings.Join(quad, ", "), others)
		for k, q := range quad {
			h.keepEach(isa.U32, q, func(t int) uint64 {
				return get(h.l.in[16*(warpSize*i+(t^21))+4*k:], 4).lo
			})
		}
		h.line("bar.sync 0;")
	}
	return h.done()
}
