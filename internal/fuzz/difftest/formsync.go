package difftest

import (
	"fmt"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// formBarrier is a barrier of all threads, or of warps that arrive and warps that
// wait, between a store of each thread and a load of what another stored.
func (g *gen) formBarrier(m *isa.Match) *node {
	g.form.shared = true
	x := g.instance(m)
	if m.Has("warp") { // bar.warp.sync
		return g.formWarpBarrier(x)
	}
	threads := 32 * g.warpsOf()
	id := g.between(1, 15)
	// A number in a register may be any that is the same for all threads.
	number := func(n int) string {
		if m.Form.ID == "bar-0000" || g.chance(2) {
			return fmt.Sprint(n)
		}
		r := g.fn.u32()
		x.before = append(x.before, fmt.Sprintf("and.b32 %s, %%ntlin, 0;", r), fmt.Sprintf("add.u32 %s, %s, %d;", r, r, n))
		return r
	}
	x.values["a"], x.values["b"] = number(id), number(threads)
	off := 4 * g.n(formScratch/4)
	v, w := g.fn.u32(), g.fn.u32()
	x.before = append(x.before, fmt.Sprintf("ld.global.b32 %s, %s;", v, g.column(isa.B32, 4, anything)), fmt.Sprintf("st.shared.b32 [%%shown+%d], %s;", off, v))
	load := []string{fmt.Sprintf("ld.shared.b32 %s, [%%shnext+%d];", w, off), "bar.sync 0;", fmt.Sprintf("st.global.b32 [%%own+%d], %s;", g.result(4), w)}
	if !m.Has("arrive") {
		s := x.text()
		x.after = append(load, x.after...)
		return x.lines(s)
	}
	// The first warp arrives and goes on; the others wait, and read what it
	// stored.
	q, first, done, base := g.fn.predi(), g.label(), g.label(), g.fn.u64()
	return x.lines(
		fmt.Sprintf("setp.lt.u32 %s, %%tidlin, 32;", q),
		fmt.Sprintf("mov.u32 %s, 0;", w),
		fmt.Sprintf("@%s bra %s;", q, first),
		fmt.Sprintf("barrier.sync %d, %d;", id, threads),
		fmt.Sprintf("mov.u64 %s, shform;", base),
		fmt.Sprintf("mad.wide.u32 %s, %%lanelin, %d, %s;", base, formScratch, base),
		fmt.Sprintf("ld.shared.b32 %s, [%s+%d];", w, base, off),
		fmt.Sprintf("bra %s;", done),
		first+":",
		x.text(),
		done+":",
		"bar.sync 0;",
		fmt.Sprintf("st.global.b32 [%%own+%d], %s;", g.result(4), w),
	)
}

// formWarpBarrier is bar.warp.sync between a store of each lane and a load of
// what another stored.
func (g *gen) formWarpBarrier(x *instance) *node {
	off := 4 * g.n(formScratch/4)
	v, w, q, a := g.fn.u32(), g.fn.u32(), g.fn.predi(), g.fn.u64()
	x.values["m"] = "0xffffffff"
	x.before = append(x.before,
		fmt.Sprintf("ld.global.b32 %s, %s;", v, g.column(isa.B32, 4, anything)), fmt.Sprintf("st.shared.b32 [%%shown+%d], %s;", off, v))
	return x.lines(
		x.text(),
		// The neighbour, if it is of the same warp.
		fmt.Sprintf("xor.b32 %s, %%tidlin, 1;", w),
		fmt.Sprintf("setp.lt.u32 %s, %s, %%ntlin;", q, w),
		fmt.Sprintf("selp.u32 %s, %s, %%tidlin, %s;", w, w, q),
		fmt.Sprintf("mov.u64 %s, shform;", a),
		fmt.Sprintf("mad.wide.u32 %s, %s, %d, %s;", a, w, formScratch, a),
		fmt.Sprintf("ld.shared.b32 %s, [%s+%d];", w, a, off),
		"bar.warp.sync -1;",
		fmt.Sprintf("st.global.b32 [%%own+%d], %s;", g.result(4), w),
	)
}

// formWarp is an instruction that all lanes of a warp execute together.
func (g *gen) formWarp(m *isa.Match) *node {
	x := g.instance(m)
	mask := g.pick("-1", "0xffffffff")
	if g.chance(3) {
		mask = g.fn.declare("b32", "m")
		x.before = append(x.before, fmt.Sprintf("mov.b32 %s, -1;", mask))
	}
	x.values["m"], x.values["membermask"] = mask, mask
	if m.Form.Opcode == "shfl" {
		clamp := 31
		if m.Has("up") {
			clamp = 0
		}
		switch g.n(4) {
		case 0, 1:
			clamp |= (32 - 1<<g.n(6)) << 8
		case 2:
			clamp = g.n(0x2000)
		}
		x.values["c"] = fmt.Sprint(clamp)
		if g.chance(4) {
			r := g.fn.u32()
			x.before = append(x.before, fmt.Sprintf("mov.u32 %s, %d;", r, clamp))
			x.values["c"] = r
		}
	}
	if m.Form.Opcode == "match" && g.chance(2) { // so that lanes agree
		a := g.fn.declare(m.Type().String(), "ma")
		x.before = append(x.before, fmt.Sprintf("ld.global.%v %s, %s;", m.Type(), a, g.column(m.Type(), m.Type().Bytes(), anything)),
			fmt.Sprintf("and.%v %s, %s, 3;", m.Type(), a, a))
		x.values["a"] = a
	}
	return x.lines(x.text())
}
