package difftest

import "fmt"

// steps fills a kernel in which threads add to a word of shared memory what another one at
// some distance has, step by step, between barriers: that of a thread in front of them, or
// behind them, where there is one.
func (g *gen) steps() {
	k, f := g.k, g.fn
	k.Block, k.Grid = [3]uint32{uint32(g.between(2, 96)), 1, 1}, [3]uint32{uint32(g.between(1, 2)), 1, 1}
	n := int(k.Block[0])
	k.bounds = fmt.Sprintf(".maxntid %d\n", n)
	k.decls = append(k.decls, ".shared .align 4 .b8 steps[1024];")
	f.decls = append(f.decls, ".reg .u32 %tx, %x, %w, %v, %o;", ".reg .u64 %a, %s, %g;", ".reg .pred %q;")
	f.head = append(f.head, "mov.u32 %tx, %tid.x;", "mov.u32 %w, %ntid.x;", "mov.u32 %x, %ctaid.x;", "mad.lo.s32 %x, %x, %w, %tx;")
	g.buffer("out", g.bytesOf(4*k.Threads()), "%out")
	f.head = append(f.head, "mov.u64 %a, steps;", "mad.wide.u32 %s, %tx, 4, %a;", "mad.wide.u32 %g, %x, 4, %out;", "ld.global.u32 %v, [%g];", "st.shared.u32 [%s], %v;", "bar.sync 0;")
	for range g.between(1, 4) {
		d := g.between(1, min(n-1, 9))
		at, test := -4*d, fmt.Sprintf("setp.lt.%s %%q, %%tx, %d;", g.pick("u32", "s32"), d)
		if g.chance(3) {
			at, test = 4*d, fmt.Sprintf("setp.ge.%s %%q, %%tx, %d;", g.pick("u32", "s32"), n-d)
		}
		skip := fmt.Sprintf("SKIP%d", len(f.body))
		f.body = append(f.body, must("mov.u32 %o, 0;", test, "@%q bra "+skip+";", fmt.Sprintf("ld.shared.u32 %%o, [%%s+%d];", at), skip+":", "bar.sync 0;",
			"ld.shared.u32 %v, [%s];", fmt.Sprintf("mad.lo.u32 %%v, %%o, %d, %%v;", g.between(1, 3)), "st.shared.u32 [%s], %v;", "bar.sync 0;"))
	}
	f.tail = append(f.tail, "ld.shared.u32 %v, [%s];", "st.global.u32 [%g], %v;", "ret;")
}
