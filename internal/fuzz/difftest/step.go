package difftest

import "fmt"

// steps fills a kernel in which threads add to a word of shared memory what another one at
// some distance has, step by step, between barriers: that of a thread before them, or
// after them, where there is one. Or two threads exchange their words where they are in the
// wrong order, or some lanes add to theirs.
func (g *gen) steps() {
	k, f := g.k, g.fn
	k.Block, k.Grid = [3]uint32{uint32(g.between(2, 96)), uint32([]int{1, 1, 2}[g.n(3)]), 1}, [3]uint32{uint32(g.between(1, 2)), 1, 1}
	n := int(k.Block[0])
	k.bounds = fmt.Sprintf(".maxntid %d, %d\n", n, k.Block[1])
	k.decls = append(k.decls, ".shared .align 4 .b8 steps[1024];")
	f.decls = append(f.decls, ".reg .u32 %tx, %x, %w, %v, %o;", ".reg .f32 %ka, %kb;", ".reg .u64 %a, %s, %g, %b;", ".reg .pred %q;")
	f.head = append(f.head, "mov.u32 %tx, %tid.x;", "mov.u32 %w, %ntid.x;", "mov.u32 %x, %ctaid.x;", "mov.u32 %o, %tx;")
	if k.Block[1] > 1 {
		f.head = append(f.head, "mov.u32 %v, %tid.y;", "mad.lo.s32 %o, %v, %w, %tx;", "mov.u32 %v, %ntid.y;", "mul.lo.u32 %w, %w, %v;")
	}
	f.head = append(f.head, "mad.lo.s32 %x, %x, %w, %o;")
	g.buffer("out", g.bytesOf(4*k.Threads()), "%out")
	f.head = append(f.head, "mov.u64 %a, steps;", "mad.wide.u32 %s, %o, 4, %a;", "mad.wide.u32 %g, %x, 4, %out;", "ld.global.u32 %v, [%g];", "st.shared.u32 [%s], %v;", "bar.sync 0;")
	for range g.between(1, 4) {
		switch g.n(6) {
		case 0, 1:
			g.sortStep(n)
			continue
		case 2:
			g.laneStep()
			continue
		}
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

// sortStep adds a step in which two of n threads exchange their words of shared memory, or
// do something like that.
func (g *gen) sortStep(n int) {
	f, skip := g.fn, fmt.Sprintf("SKIP%d", len(g.fn.body))
	typ, x, y := g.pick("u32", "s32"), "%v", "%w"
	if g.chance(3) {
		typ, x, y = "f32", "%ka", "%kb"
	}
	stores := []string{fmt.Sprintf("st.shared.%s [%%s], %s;", typ, y), fmt.Sprintf("st.shared.%s [%%b], %s;", typ, x)}
	switch g.n(8) {
	case 0:
		stores = stores[:1]
	case 1:
		stores[1] = fmt.Sprintf("st.shared.%s [%%b], %s;", typ, y)
	case 2:
		stores = append(stores, "st.global.u32 [%g], %tx;")
	}
	step := []string{fmt.Sprintf("xor.b32 %%o, %%tx, %d;", 1<<g.n(6)), "setp.le.u32 %q, %o, %tx;", "@%q bra " + skip + ";",
		fmt.Sprintf("setp.ge.u32 %%q, %%o, %d;", n), "@%q bra " + skip + ";", "sub.s32 %o, %o, %tx;", "mad.wide.s32 %b, %o, 4, %s;",
		fmt.Sprintf("ld.shared.%s %s, [%%s];", typ, x), fmt.Sprintf("ld.shared.%s %s, [%%b];", typ, y),
		fmt.Sprintf("setp.%s.%s %%q, %s, %s;", g.pick("gt", "le"), typ, x, y), g.pick("@%q", "@!%q") + " bra " + skip + ";"}
	f.body = append(f.body, must(append(append(step, stores...), skip+":", "bar.sync 0;")...))
}

// laneStep adds a step in which threads do something whose place in a piece of the row says so.
func (g *gen) laneStep() {
	f, skip := g.fn, fmt.Sprintf("SKIP%d", len(g.fn.body))
	of := 1 << g.between(1, 6)
	f.body = append(f.body, must(fmt.Sprintf("and.b32 %%o, %%tx, %d;", of-1),
		fmt.Sprintf("setp.%s.%s %%q, %%o, %d;", g.pick("lt", "ge", "eq", "ne", "gt"), g.pick("u32", "s32"), g.between(0, of)), g.pick("@%q", "@!%q")+" bra "+skip+";",
		"ld.shared.u32 %v, [%s];", "mad.lo.u32 %v, %v, 3, %tx;", "st.shared.u32 [%s], %v;", skip+":", "bar.sync 0;"))
	if g.chance(2) {
		f.body = append(f.body, must("ld.shared.u32 %v, [%s];", fmt.Sprintf("shfl.sync.up.b32 %%w|%%q, %%v, %d, 0, -1;", g.between(1, 16)), "@%q add.u32 %v, %v, %w;",
			fmt.Sprintf("setp.lt.u32 %%q, %%o, %d;", g.between(0, of)), "add.u32 %w, %w, %o;", "selp.b32 %v, %v, %w, %q;", "st.shared.u32 [%s], %v;", "bar.sync 0;"))
	}
}
