package difftest

import (
	"fmt"
	"slices"
)

// guards fills a kernel in which comparisons say which threads do anything: of indices
// from anywhere in the range of 32 bits, so that they wrap in the middle of a row, with
// limits beside them, with a sign and without; joined by and, or and not, in branches
// adjacent and inside of each other, mixed with what is the same for a row and
// with what is no range of threads. What a thread accesses lies at its own index, in arrays
// with a few elements around those of the threads.
func (g *gen) guards() {
	if g.chance(4) {
		g.steps()
		return
	}
	k, f := g.k, g.fn
	k.Block = [3]uint32{uint32(g.between(1, 70)), uint32([]int{1, 1, 2, 5}[g.n(4)]), 1}
	k.Grid = [3]uint32{uint32(g.between(1, 3)), uint32(g.between(1, 2)), 1}
	f.decls = append(f.decls, ".reg .u32 %tx, %x, %y, %w, %lin, %v, %v1, %one;", ".reg .u64 %a, %b;")
	f.head = append(f.head,
		"mov.u32 %tx, %tid.x;", "mov.u32 %w, %ntid.x;", "mov.u32 %x, %ctaid.x;", "mad.lo.s32 %x, %x, %w, %tx;",
		"mov.u32 %w, %ntid.y;", "mov.u32 %y, %ctaid.y;", "mov.u32 %v, %tid.y;", "mad.lo.s32 %y, %y, %w, %v;",
		fmt.Sprintf("mad.lo.s32 %%lin, %%y, %d, %%x;", k.Grid[0]*k.Block[0]))
	const around = 4
	bytes := 4 * (k.Threads() + 2*around)
	g.buffer("out", g.bytesOf(bytes), "%out")
	g.buffer("in", g.bytesOf(bytes), "%in")
	f.readable = []string{"%x", "%y", "%lin", "%tx"}

	var work []*node
	for range g.between(1, 3) {
		work = append(work, g.atOwn(around)...)
	}
	behind := g.chance(4) // a second part after a barrier, or without one
	list := g.guarded(work, g.between(1, 3), !behind)
	if behind {
		if g.chance(3) {
			list = append(list, must("bar.sync 0;"))
		}
		list = append(list, g.guarded(g.atOwn(around), g.between(1, 2), true)...)
	}
	f.body = append(f.body, list...)
	f.tail = append(f.tail, "DONE:", "ret;")
}

// number returns a parameter with a value.
func (g *gen) number(v uint32) string {
	p := &param{name: fmt.Sprintf("p%d", len(g.k.params)), typ: "u32", value: put(nil, uint64(v), 4)}
	g.k.params = append(g.k.params, p)
	r := g.fn.u32()
	g.fn.head = append(g.fn.head, fmt.Sprintf("ld.param.u32 %s, [%s];", r, p.name))
	return r
}

// numeral is a number, as a register or a constant.
func (g *gen) numeral(v uint32) string {
	if g.chance(3) {
		return fmt.Sprint(int32(v))
	}
	return g.number(v)
}

// border returns a number at which arithmetic of 32 bits goes round, or something small.
func (g *gen) border() uint32 { return []uint32{0, 0, 0, 1 << 31, 1 << 31, 1000}[g.n(6)] }

// test returns lines that ask whether threads go on, and the predicate.
func (g *gen) test(depth int) ([]string, string) {
	p := g.fn.predi()
	if depth > 0 && g.chance(2) {
		ls, q := g.test(depth - 1)
		ms, r := g.test(depth - 1)
		op := g.pick("and", "and", "and", "or")
		ls = append(append(ls, ms...), fmt.Sprintf("%s.pred %s, %s, %s;", op, p, q, r))
		if g.chance(4) {
			ls = append(ls, fmt.Sprintf("not.pred %s, %s;", p, p))
		}
		return ls, p
	}
	is := g.pick("lt", "le", "gt", "ge", "lt", "le", "gt", "ge", "lt", "ge", "ne", "eq")
	sign := g.pick("s32", "u32")
	switch g.n(8) {
	case 0: // the same for a row
		return []string{fmt.Sprintf("setp.%s.%s %s, %%y, %s;", is, sign, p, g.numeral(uint32(g.n(4))))}, p
	case 1:
		return []string{fmt.Sprintf("setp.%s.u64 %s, %s, 0;", g.pick("ne", "ne", "ne", "ne", "eq"), p, g.pick("%in", "%out"))}, p
	case 2: // of several threads apart
		r := g.fn.u32()
		return []string{fmt.Sprintf("and.b32 %s, %%x, %d;", r, g.between(1, 7)), fmt.Sprintf("setp.%s.u32 %s, %s, %d;", is, p, r, g.n(7))}, p
	}
	// An index, somewhere, and a limit beside it.
	width := int(g.k.Grid[0] * g.k.Block[0])
	index, at := g.pick("%x", "%x", "%x", "%tx"), uint32(0)
	var ls []string
	by := 1
	if g.chance(3) {
		ls, index, by = g.multiple(index)
	}
	if g.chance(3) {
		at = g.border() + uint32(g.between(-by*width-5, 5))
		r := g.fn.u32()
		switch g.n(4) {
		case 0:
			ls = append(ls, fmt.Sprintf("sub.s32 %s, %s, %s;", r, g.number(at), index)) // downwards
			is = map[string]string{"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}[is]
		case 1:
			ls = append(ls, fmt.Sprintf("sub.s32 %s, %s, %s;", r, index, g.numeral(-at)))
		default:
			ls = append(ls, fmt.Sprintf("add.s32 %s, %s, %s;", r, index, g.numeral(at)))
		}
		index = r
	}
	limit := at + uint32(g.between(-4, by*width+4))
	if g.chance(4) {
		limit = g.border() + uint32(g.between(-3, 3))
	}
	a, b := index, g.numeral(limit)
	if b[0] == '%' && g.chance(3) {
		a, b = b, a
		is = map[string]string{"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}[is]
	}
	return append(ls, fmt.Sprintf("setp.%s.%s %s, %s, %s;", is, sign, p, a, b)), p
}

// multiple returns lines that compute a multiple of an index, and a little more, as of threads that do several elements
// each.
func (g *gen) multiple(of string) (ls []string, r string, by int) {
	r = g.fn.u32()
	if g.chance(2) {
		by = g.between(2, 5)
		return []string{fmt.Sprintf("mad.lo.s32 %s, %s, %d, %s;", r, of, by, g.numeral(uint32(g.n(3))))}, r, by
	}
	k := g.between(1, 3)
	by = 1 << k
	ls = []string{fmt.Sprintf("shl.b32 %s, %s, %d;", r, of, k)}
	if g.chance(2) { // nothing is carried
		ls = append(ls, fmt.Sprintf("or.b32 %s, %s, %d;", r, r, g.n(by)))
	}
	return ls, r, by
}

// guarded puts guards around statements. Where ends is set threads may end that do not pass.
func (g *gen) guarded(work []*node, n int, ends bool) []*node {
	for range n {
		ls, p := g.test(2)
		switch {
		case ends && g.chance(2):
			work = slices.Insert(work, 0, must(append(ls, g.pick("@!"+p+" bra DONE;", "@!"+p+" bra DONE;", "@!"+p+" ret;", "@"+p+" bra DONE;"))...))
		default:
			x := &node{kind: kIf, whole: true, variant: g.n(2), cond: p, lines: ls, body: work}
			if g.chance(8) {
				x.other = g.atOwn(1)
			}
			work = []*node{x}
		}
	}
	return work
}

// atOwn is what a thread does at its own index: loads around it, and a store, in a branch
// or a loop.
func (g *gen) atOwn(around int) []*node {
	g.fn.counts["own"]++
	address := func(reg, array string, off int) []string {
		at := fmt.Sprintf("%d", 4*(off+4))
		if g.chance(2) {
			return []string{fmt.Sprintf("mul.wide.%s %s, %%lin, 4;", g.pick("s32", "u32"), reg), fmt.Sprintf("add.s64 %s, %s, %s;", reg, array, reg), fmt.Sprintf("add.s64 %s, %s, %s;", reg, reg, at)}
		}
		return []string{fmt.Sprintf("mad.wide.%s %s, %%lin, 4, %s;", g.pick("s32", "u32"), reg, array), fmt.Sprintf("add.s64 %s, %s, %s;", reg, reg, at)}
	}
	ls := append(address("%a", "%in", g.between(-around, around-1)), "ld.global.u32 %v, [%a];")
	if g.chance(2) {
		ls = append(append(ls, address("%a", "%in", g.between(-around, around-1))...), "ld.global.u32 %v1, [%a];", "mad.lo.u32 %v, %v1, 3, %v;")
	}
	out := []*node{must(ls...)}
	switch g.n(6) {
	case 3: // what lies before, where there is something
		p, r, k, index := g.fn.predi(), g.fn.u32(), g.between(1, 5), g.pick("%x", "%x", "%tx")
		out = append(out, &node{kind: kIf, whole: true, variant: g.n(2), cond: p, lines: []string{fmt.Sprintf("setp.%s.%s %s, %s, %d;", g.pick("ge", "gt"), g.pick("s32", "u32"), p, index, k)},
			body:  []*node{must(fmt.Sprintf("sub.s32 %s, %s, %d;", r, index, k), fmt.Sprintf("mad.wide.%s %%a, %s, 4, %%in;", g.pick("s32", "u32"), r), "ld.global.u32 %v1, [%a];", "xor.b32 %v, %v, %v1;")},
			other: []*node{must("add.u32 %v, %v, 1;")}})
	case 0:
		ls, p := g.test(1)
		out = append(out, &node{kind: kIf, variant: g.n(2), cond: p, lines: ls, body: []*node{lines("add.u32 %v, %v, 77;")}})
	case 1:
		out = append(out, &node{kind: kLoop, variant: g.n(4), counter: g.fn.u32(), test: g.fn.predi(), limit: fmt.Sprint(g.between(1, 3)), body: []*node{lines("mad.lo.u32 %v, %v, 5, %x;")}})
	case 2:
		r := g.fn.u32()
		out = append(out, must(fmt.Sprintf("and.b32 %s, %%v, %d;", r, 3), fmt.Sprintf("mad.wide.u32 %%a, %s, 4, %%in;", r), "ld.global.u32 %v1, [%a];", "xor.b32 %v, %v, %v1;"))
	}
	return append(out, must(append(address("%b", "%out", 0), "add.u32 %v, %v, %lin;", "ld.global.u32 %v1, [%b];", "mad.lo.u32 %v, %v1, 7, %v;", "st.global.u32 [%b], %v;")...))
}
