package difftest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/cases/casefile"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// array is a parameter of a kernel of class Streams that points to elements of
// one type, one for each thread that is in range, or several.
type array struct {
	reg  string
	typ  isa.Type
	per  int // elements for each index
	out  bool
	size int

	// margin is how many elements there are besides before the first index and after the
	// last: a multiple of per.
	margin int

	buf *casefile.Buffer
}

// stream fills a kernel that does what most kernels do: a few loads at the index
// of the thread, arithmetic, a store, after a guard. Arrays are exactly as long
// as the guard says, so that an access that should not be there is a fault. In
// some kernels one array is an element short.
func (g *gen) stream() {
	k, f := g.k, g.fn
	g.shape()
	if g.chance(4) {
		g.tiled()
		return
	}
	two := g.chance(3) // two dimensions
	strided := !two && g.chance(4)
	f.decls = append(f.decls, ".reg .u32 %i, %n, %sx, %sy, %sw, %stride;", ".reg .pred %guard, %guard2;")
	if two {
		k.Block = [3]uint32{uint32(g.between(1, 16)), uint32(g.between(1, 8)), 1}
		k.Grid = [3]uint32{uint32(g.between(1, 3)), uint32(g.between(1, 3)), 1}
	} else {
		k.Block[1], k.Block[2], k.Grid[1], k.Grid[2] = 1, 1, 1, 1
	}
	w, h := int(k.Grid[0]*k.Block[0]), int(k.Grid[1]*k.Block[1])
	w, h = max(1, w-g.n(4)+g.n(2)), max(1, h-g.n(3))
	if strided {
		w = g.between(1, 3*w)
	}
	if !two {
		h = 1
	}
	n := w * h
	scalar := func(reg string, v int) {
		p := &param{name: fmt.Sprintf("p%d", len(k.params)), typ: "u32", value: put(nil, uint64(v), 4)}
		k.params = append(k.params, p)
		f.head = append(f.head, fmt.Sprintf("ld.param.u32 %s, [%s];", reg, p.name))
	}
	scalar("%n", n)
	if two {
		scalar("%sw", w)
	}
	var list []*array
	for i := range g.between(2, 4) {
		a := &array{reg: fmt.Sprintf("%%arr%d", i), per: 1, out: i == 0 || g.chance(3)}
		a.typ = []isa.Type{isa.U8, isa.S8, isa.U16, isa.S16, isa.U32, isa.S32, isa.F32, isa.F32, isa.F32, isa.U64, isa.S64, isa.F64, isa.B32, isa.B16}[g.n(14)]
		if g.chance(4) {
			if a.per = g.between(2, 4); a.out && g.chance(2) { // as records have them
				a.typ = []isa.Type{isa.U32, isa.S32, isa.F32, isa.F64, isa.U64}[g.n(5)]
			}
		}
		a.size = a.typ.Bytes()
		if g.chance(3) {
			a.margin = a.per * g.between(1, 6)
		}
		elems := n*a.per + 2*a.margin
		short := g.chance(12) && k.short == nil && elems > 1
		if short {
			elems--
		}
		g.buffer(fmt.Sprintf("arr%d", i), g.bytesOf(elems*a.size), a.reg)
		a.buf = k.params[len(k.params)-1].buf
		if short {
			k.short = a.buf
		}
		if a.margin > 0 {
			f.head = append(f.head, fmt.Sprintf("add.s64 %s, %s, %d;", a.reg, a.reg, a.margin*a.size))
		}
		list = append(list, a)
		if a.out && a.per > 1 && !short && g.chance(2) {
			list = append(list, g.again(a))
		}
	}
	if g.chance(3) {
		g.exchanged(two)
	}
	g.scalar(isa.F32, g.dst(isa.F32))
	g.scalar(isa.U32, g.dst(isa.U32))
	f.readable = append(f.readable, "%i", "%n")
	g.index(two)
	g.budget = 200
	work := &node{kind: kGroup}
	g.nest(1, func() { work.body = g.perElement(list) })
	switch {
	case strided:
		f.head = append(f.head, "mov.u32 %stride, %nctaid.x;", "mul.lo.u32 %stride, %stride, %sx;")
		f.body = append(f.body, g.gridLoop(work, n))
	case two:
		f.body = append(f.body, g.guard2(work)...)
	default:
		f.body = append(f.body, g.guard(work)...)
	}
	f.tail = append(f.tail, "DONE:", "ret;")
}

// again is another parameter that points to an array.
func (g *gen) again(a *array) *array {
	b := *a
	b.reg += "again"
	g.parameter(a.buf, b.reg)
	if a.margin > 0 {
		g.fn.head = append(g.fn.head, fmt.Sprintf("add.s64 %s, %s, %d;", b.reg, b.reg, a.margin*a.size))
	}
	return &b
}

// index computes %i, and in two dimensions %sx and %sy, in one of the usual ways.
func (g *gen) index(two bool) {
	f := g.fn
	if two {
		f.head = append(f.head,
			"mov.u32 %sx, %ctaid.x;", "mov.u32 %stride, %ntid.x;", "mov.u32 %i, %tid.x;", "mad.lo.s32 %sx, %sx, %stride, %i;",
			"mov.u32 %sy, %ctaid.y;", "mov.u32 %stride, %ntid.y;", "mov.u32 %i, %tid.y;", "mad.lo.s32 %sy, %sy, %stride, %i;",
			"mad.lo.s32 %i, %sy, %sw, %sx;")
		return
	}
	switch g.n(3) {
	case 0:
		f.head = append(f.head, "mov.u32 %i, %ctaid.x;", "mov.u32 %sx, %ntid.x;", "mov.u32 %sy, %tid.x;", "mad.lo.s32 %i, %i, %sx, %sy;")
	case 1:
		f.head = append(f.head, "mov.u32 %i, %ctaid.x;", "mov.u32 %sx, %ntid.x;", "mul.lo.u32 %i, %i, %sx;", "mov.u32 %sy, %tid.x;", "add.u32 %i, %sy, %i;")
	case 2:
		f.head = append(f.head, "mov.u32 %sy, %tid.x;", "mov.u32 %sx, %ntid.x;", "mov.u32 %i, %ctaid.x;", "mad.lo.u32 %i, %sx, %i, %sy;")
	}
}

// guard lets the threads with %i < %n through.
func (g *gen) guard(work *node) []*node {
	sign := g.pick("s32", "u32")
	switch g.n(4) {
	case 0:
		return []*node{must(fmt.Sprintf("setp.ge.%s %%guard, %%i, %%n;", sign), "@%guard bra DONE;"), work}
	case 1:
		return []*node{must(fmt.Sprintf("setp.lt.%s %%guard, %%i, %%n;", sign), "@!%guard ret;"), work}
	case 2:
		return []*node{must(fmt.Sprintf("setp.le.%s %%guard, %%n, %%i;", sign), "@%guard exit;"), work}
	}
	return []*node{{kind: kIf, whole: true, variant: g.n(2), cond: "%guard", lines: []string{fmt.Sprintf("setp.lt.%s %%guard, %%i, %%n;", sign)}, body: []*node{work}}}
}

// must is lines that must stay.
func must(s ...string) *node {
	n := lines(s...)
	n.fixed = true
	return n
}

// guard2 lets the threads of the rectangle through. The height is %n / %sw.
func (g *gen) guard2(work *node) []*node {
	height := "div.u32 %stride, %n, %sw;"
	switch g.n(3) {
	case 0:
		return []*node{must(height, "setp.ge.s32 %guard, %sx, %sw;", "setp.ge.s32 %guard2, %sy, %stride;", "or.pred %guard, %guard, %guard2;", "@%guard bra DONE;"), work}
	case 1:
		return []*node{must("setp.ge.u32 %guard, %sx, %sw;", "@%guard bra DONE;", height, "setp.ge.u32 %guard2, %sy, %stride;", "@%guard2 ret;"), work}
	}
	return []*node{{kind: kIf, whole: true, cond: "%guard", lines: []string{height, "setp.lt.u32 %guard2, %sy, %stride;", "setp.lt.and.u32 %guard, %sx, %sw, %guard2;"}, body: []*node{work}}}
}

// gridLoop handles the elements %i, %i + %stride and so on, as far as %n. Its counter may be
// further on, up to where the last number is that it can reach without wrapping, or wider.
// Some threads keep a sum of what they have done.
func (g *gen) gridLoop(work *node, n int) *node {
	f := g.fn
	bits, counter, limit, stride := 32, "%i", "%n", "%stride"
	sign := g.pick("s", "u")
	var before, first []string
	switch g.n(4) {
	case 0: // wide
		bits, counter, limit, stride = 64, "%wi", "%wn", "%wstride"
		f.decls = append(f.decls, ".reg .u64 %wi, %wn, %wstride;")
		wide := "cvt." + sign + "64." + sign + "32 "
		before = []string{wide + "%wi, %i;", wide + "%wn, %n;", wide + "%wstride, %stride;"}
		first = []string{"cvt.u32.u64 %i, %wi;"}
	case 1: // further on
		most := int64(1)<<31 - 1
		if sign == "u" {
			most = 1<<32 - 1
		}
		counter, limit = "%at", "%end"
		f.decls = append(f.decls, ".reg .u32 %at, %end, %on;")
		on := most - int64(g.k.Grid[0]*g.k.Block[0]) - int64(n) + 1 - int64(g.n(6))
		before = []string{fmt.Sprintf("mov.u32 %%on, %d;", on), "add.u32 %at, %i, %on;", "add.u32 %end, %n, %on;"}
		first = []string{"sub.u32 %i, %at, %on;"}
	}
	leave := "DONE"
	if g.chance(2) {
		f.decls = append(f.decls, ".reg .u32 %self, %sum;", ".reg .u64 %psum;")
		f.head = append(f.head, "mov.u32 %self, %i;", "mov.u32 %sum, 7;")
		g.buffer("sums", make([]byte, 4*g.k.Threads()), "%sums")
		first = append(first, "mad.lo.u32 %sum, %sum, 3, %i;")
		f.tail = append([]string{"BEHIND:", "mad.wide.u32 %psum, %self, 4, %sums;", "st.global.u32 [%psum], %sum;"}, f.tail...)
		leave = g.pick("DONE", "BEHIND", "BEHIND")
	}
	f.head = append(f.head, before...)
	ask := fmt.Sprintf("setp.ge.%s%d %%guard, %s, %s;", sign, bits, counter, limit)
	next := fmt.Sprintf("add.%s%d %s, %s, %s;", sign, bits, counter, counter, stride)
	work = &node{kind: kGroup, fixed: true, body: []*node{must(first...), work}}
	if g.chance(2) {
		again := fmt.Sprintf("setp.lt.%s%d %%guard, %s, %s;", sign, bits, counter, limit)
		return &node{kind: kGroup, fixed: true, body: []*node{must(ask, "@%guard bra "+leave+";", "LOOP:"), work, must(next, again, "@%guard bra LOOP;")}}
	}
	return &node{kind: kGroup, fixed: true, body: []*node{must("LOOP:", ask, "@%guard bra "+leave+";"), work, must(next, "bra.uni LOOP;")}}
}

// at returns lines that compute the address of element i*per + more of an array.
func (g *gen) at(a *array, index string) (string, []string) {
	p := g.fn.u64()
	switch g.n(4) {
	case 0:
		return p, []string{fmt.Sprintf("mul.wide.s32 %s, %s, %d;", p, index, a.size), fmt.Sprintf("add.s64 %s, %s, %s;", p, a.reg, p)}
	case 1:
		return p, []string{fmt.Sprintf("mad.wide.u32 %s, %s, %d, %s;", p, index, a.size, a.reg)}
	case 2:
		return p, []string{fmt.Sprintf("cvt.s64.s32 %s, %s;", p, index), fmt.Sprintf("shl.b64 %s, %s, %d;", p, p, log2(a.size)), fmt.Sprintf("add.s64 %s, %s, %s;", p, p, a.reg)}
	}
	return p, []string{fmt.Sprintf("cvt.u64.u32 %s, %s;", p, index), fmt.Sprintf("mad.lo.u64 %s, %s, %d, %s;", p, p, a.size, a.reg)}
}

// perElement is what a thread does for one index.
func (g *gen) perElement(list []*array) []*node {
	var out []*node
	if i := slices.IndexFunc(list, func(a *array) bool { return a.out && a.per == 1 && a.size == 4 }); i >= 0 && g.chance(4) {
		return append(out, g.ofThread(list[i])) // so short that it may have a clean loop
	}
	if i := slices.IndexFunc(list, func(a *array) bool { return a.out && a.per > 1 }); i >= 0 && g.chance(2) {
		return append(out, g.record(list[i], list))
	}
	for range g.between(3, 10) {
		a := list[g.n(len(list))]
		switch k := g.n(14); {
		case k == 10:
			out = append(out, g.block(a))
		case k == 11:
			out = append(out, g.fixed(a))
		case k == 12:
			out = append(out, g.vector(a))
		case k == 13 && a.out:
			out = append(out, g.record(a, list))
		case k < 3:
			out = append(out, lines(g.instruction()))
		case k < 6:
			out = append(out, g.element(a, a.out && g.chance(2)))
		case k < 7 && !a.out:
			out = append(out, g.neighbour(a))
		case k < 8 && !a.out && a.per > 1:
			out = append(out, g.sum(a))
		case k < 9:
			n := &node{kind: kIf, variant: g.n(2)}
			n.lines, n.cond = g.condition()
			n.body = []*node{lines(g.instruction()), g.element(a, a.out)}
			if g.chance(2) {
				n.other = []*node{lines(g.instruction())}
			}
			out = append(out, n)
		default:
			out = append(out, g.shiftAndTest())
		}
	}
	for _, a := range list {
		if a.out {
			out = append(out, g.element(a, true))
		}
	}
	return out
}

// element loads or stores the element of the thread.
func (g *gen) element(a *array, store bool) *node {
	index := "%i"
	var before []string
	if a.per > 1 {
		index = g.fn.u32()
		before = []string{fmt.Sprintf("mad.lo.u32 %s, %%i, %d, %d;", index, a.per, g.n(a.per))}
	}
	p, ls := g.at(a, index)
	before = append(before, ls...)
	return lines(append(before, g.move(a, p, 0, store)...)...)
}

// move is a load from or a store to an address.
func (g *gen) move(a *array, p string, off int, store bool) []string {
	if store {
		s, before := g.stored(a.typ, true)
		return append(before, fmt.Sprintf("st.global.%v [%s], %s;", a.typ, offset(p, off), s))
	}
	return []string{fmt.Sprintf("ld.global%s.%v %s, [%s];", g.readOnly(a), a.typ, g.reg(a.typ, true, true), offset(p, off))}
}

func (g *gen) readOnly(a *array) string {
	if a.out {
		return ""
	}
	return g.pick("", ".nc")
}

// block loads elements at several distances from that of the thread, and stores some.
func (g *gen) block(a *array) *node {
	index := g.fn.u32()
	ls := []string{fmt.Sprintf("mul.lo.u32 %s, %%i, %d;", index, a.per)}
	p, more := g.at(a, index)
	ls = append(ls, more...)
	for range g.between(2, 12) {
		off := g.between(-a.margin, a.margin+a.per-1)
		if a.out && a.margin > 0 {
			off = g.n(a.per) // what other threads write
		}
		ls = append(ls, g.move(a, p, off*a.size, a.out && g.chance(4))...)
	}
	return lines(ls...)
}

// record loads and stores the elements of the thread's index one by one, from and to an array that is
// written, and others of as many.
func (g *gen) record(a *array, list []*array) *node {
	arrays := []*array{a}
	for _, b := range list {
		if b != a && b.per == a.per && b.typ == a.typ {
			arrays = append(arrays, b)
		}
	}
	var ls, addr []string
	for _, b := range arrays {
		index := g.fn.u32()
		p, more := g.at(b, index)
		ls = append(append(ls, fmt.Sprintf("mul.lo.u32 %s, %%i, %d;", index, b.per)), more...)
		at := g.fn.declare("u64", "rec") // which nothing else changes
		ls, addr = append(ls, fmt.Sprintf("mov.u64 %s, %s;", at, p)), append(addr, at)
	}
	v := g.fn.declare(fmt.Sprintf("b%d", 8*a.size), fmt.Sprintf("v%d_", a.size))
	to := g.rng.Perm(a.per)
	if g.chance(2) {
		slices.Sort(to)
	}
	for e := range a.per { // each number goes on to a place
		i, out := g.n(len(arrays)), g.n(len(arrays))
		for !arrays[out].out {
			out = (out + 1) % len(arrays)
		}
		off := func(e int) string { return fmt.Sprint(e * a.size) }
		ls = append(ls, fmt.Sprintf("ld.global.b%d %s, [%s+%s];", 8*a.size, v, addr[i], off(e)))
		if a.size > 2 {
			ls = append(ls, fmt.Sprintf("add.u%d %s, %s, %d;", 8*a.size, v, v, g.between(1, 99)))
		}
		ls = append(ls, fmt.Sprintf("st.global.b%d [%s+%s], %s;", 8*a.size, addr[out], off(to[e]), v))
		if g.chance(6) {
			ls = append(ls, g.move(arrays[i], addr[i], g.n(a.per)*a.size, arrays[i].out && g.chance(2))...)
		}
	}
	return lines(ls...)
}

// fixed loads elements that are the same for all threads.
func (g *gen) fixed(a *array) *node {
	if a.out {
		return g.element(a, false)
	}
	var ls []string
	for range g.between(1, 5) {
		ls = append(ls, g.move(a, a.reg, g.between(-a.margin, a.margin+a.per-1)*a.size, false)...)
	}
	return lines(ls...)
}

// vector loads the elements of an index at once, where that is possible.
func (g *gen) vector(a *array) *node {
	if a.per != 2 && a.per != 4 || a.per*a.size > 16 {
		return g.block(a)
	}
	index := g.fn.u32()
	ls := []string{fmt.Sprintf("mul.lo.u32 %s, %%i, %d;", index, a.per)}
	p, more := g.at(a, index)
	regs := make([]string, a.per)
	for i := range regs {
		regs[i] = g.reg(a.typ, true, true)
		if slices.Contains(regs[:i], regs[i]) {
			return g.block(a)
		}
	}
	off := a.per * g.between(-a.margin/a.per, a.margin/a.per)
	if a.out {
		off = 0 // what other threads write
	}
	ld := fmt.Sprintf("ld.global%s.v%d.%v {%s}, [%s];", g.readOnly(a), a.per, a.typ, strings.Join(regs, ", "), offset(p, off*a.size))
	return lines(append(append(ls, more...), ld)...)
}

// exchanged lets the threads of a CTA give each other numbers through shared memory, before
// they do anything else: each stores a few, adds what is a few threads before it, and reads
// its own and those of the first.
func (g *gen) exchanged(two bool) {
	f, per := g.fn, g.between(1, 5)
	g.k.decls = append(g.k.decls, fmt.Sprintf(".shared .align 16 .b8 exch[%d];", 4*per*1024))
	f.decls = append(f.decls, ".reg .u32 %own, %slot, %got, %all;")
	if two {
		f.head = append(f.head, "mov.u32 %own, %tid.y;", "mov.u32 %slot, %ntid.x;", "mul.lo.u32 %own, %own, %slot;", "mov.u32 %slot, %tid.x;", "add.u32 %own, %own, %slot;")
	} else {
		f.head = append(f.head, "mov.u32 %own, %tid.x;")
	}
	f.head = append(f.head, fmt.Sprintf("mul.lo.u32 %%slot, %%own, %d;", 4*per), "mov.u32 %all, exch;", "add.u32 %slot, %slot, %all;")
	for i := range per {
		f.head = append(f.head, fmt.Sprintf("mad.lo.u32 %%got, %%own, %d, %d;", g.between(1, 99), g.n(1000)), fmt.Sprintf("st.shared.u32 [%%slot+%d], %%got;", 4*i))
	}
	f.head = append(f.head, "bar.sync 0;")
	for range g.n(3) { // steps of a scan
		back, at := 1<<g.n(6), 4*g.n(per)
		f.head = append(f.head, fmt.Sprintf("setp.ge.u32 %%guard, %%own, %d;", back), "mov.u32 %got, 0;",
			fmt.Sprintf("@%%guard ld.shared.u32 %%got, [%%slot+%d];", at-4*per*back), "bar.sync 0;",
			fmt.Sprintf("ld.shared.u32 %%all, [%%slot+%d];", at), "mad.lo.u32 %got, %got, 3, %all;",
			fmt.Sprintf("st.shared.u32 [%%slot+%d], %%got;", at), "bar.sync 0;")
	}
	f.head = append(f.head, "mov.u32 %all, 0;")
	for range g.between(1, 9) {
		at := g.pick("%slot", "exch")
		f.head = append(f.head, fmt.Sprintf("ld.shared.u32 %%got, [%s+%d];", at, 4*g.n(per)), "mad.lo.u32 %all, %all, 31, %got;")
	}
	f.readable = append(f.readable, "%all")
}

// neighbour loads the element before or after the thread's where there is one.
func (g *gen) neighbour(a *array) *node {
	if a.per > 1 {
		return g.element(a, false)
	}
	q := g.fn.predi()
	p, ls := g.at(a, "%i")
	n := &node{kind: kIf, whole: true, cond: q, variant: g.n(2)}
	off := a.size
	if g.chance(2) {
		off = -off
		n.lines = []string{fmt.Sprintf("setp.gt.s32 %s, %%i, 0;", q)}
	} else {
		t := g.fn.u32()
		n.lines = []string{fmt.Sprintf("add.s32 %s, %%i, 1;", t), fmt.Sprintf("setp.lt.s32 %s, %s, %%n;", q, t)}
	}
	n.body = []*node{lines(append(ls, g.move(a, p, off, false)...)...)}
	if g.chance(3) {
		n.other = []*node{lines(g.instruction())}
	}
	return n
}

// sum is a loop over the elements of one index.
func (g *gen) sum(a *array) *node {
	j, p := g.fn.u32(), g.fn.declare("u64", "w")
	l := &node{kind: kLoop, whole: true, variant: g.n(4), counter: g.fn.u32(), test: g.fn.predi(), limit: fmt.Sprint(a.per)}
	if g.chance(2) { // a pointer that runs
		l.lines = []string{fmt.Sprintf("mul.lo.u32 %s, %%i, %d;", j, a.per), fmt.Sprintf("mad.wide.u32 %s, %s, %d, %s;", p, j, a.size, a.reg)}
		l.latch = []string{fmt.Sprintf("add.s64 %s, %s, %d;", p, p, a.size)}
		l.body = []*node{lines(g.move(a, p, 0, false)...), lines(g.instruction())}
		return l
	}
	if l.variant == 3 { // its counter runs from the number of elements down
		l.body = []*node{lines(fmt.Sprintf("mad.lo.u32 %s, %%i, %d, %s;", j, a.per, l.counter), fmt.Sprintf("mad.wide.u32 %s, %s, %d, %s;", p, j, a.size, a.reg)),
			lines(g.move(a, p, -a.size, false)...), lines(g.instruction())}
		return l
	}
	q, ls := g.at(a, j)
	l.body = []*node{lines(append(append([]string{fmt.Sprintf("mad.lo.u32 %s, %%i, %d, %s;", j, a.per, l.counter)}, ls...), g.move(a, q, 0, false)...)...), lines(g.instruction())}
	return l
}
