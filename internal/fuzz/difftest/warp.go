package difftest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// warpState is what is known about the lanes that execute the code together.
type warpState struct {
	mask  string // register with their mask, "" in plain kernels
	level int    // 0: all lanes of the warp that have not ended
	cta   bool   // all threads of the CTA are here: barriers may be
	bits  int    // plain kernels: xor with these bits leads to a lane that is here, or that does not exist
}

// warps fills the body of a kernel of class Warps.
func (g *gen) warps() {
	s, f := &g.sync, g.fn
	f.body = append(f.body, g.newUniform())
	if s.plain {
		s.warp = warpState{cta: true, bits: 31}
		f.body = append(f.body, g.plainWarps(g.between(3, 12))...)
		return
	}
	m := f.declare("b32", "m")
	f.decls = append(f.decls, ".reg .pred %always;")
	first := lines("setp.eq.u32 %always, 0, 0;", fmt.Sprintf("vote.sync.ballot.b32 %s, %%always, 0xffffffff;", m))
	if g.chance(3) {
		first = lines(fmt.Sprintf("activemask.b32 %s;", m))
	}
	first.fixed = true
	f.body = append(f.body, first)
	f.readable = append(f.readable, m)
	s.warp = warpState{mask: m, cta: true}
	f.body = append(f.body, g.warped(g.between(3, 12))...)
}

// warped returns up to n statements that the lanes of the mask execute together.
func (g *gen) warped(n int) []*node {
	var out []*node
	w := &g.sync.warp
	for range n {
		if g.budget <= 0 {
			break
		}
		g.spend(4)
		k := g.n(100)
		if g.depth >= 4 && k >= 72 && k < 95 {
			k = g.n(72)
		}
		switch {
		case k < 16:
			out = append(out, g.shuffle())
		case k < 24 || k < 28 && w.level > 0:
			out = append(out, g.collective())
		case k < 28:
			out = append(out, g.product())
		case k < 55:
			out = append(out, g.together()...)
		case k < 58:
			out = append(out, linef("bar.warp.sync %s;", g.mask()))
		case k < 72:
			out = append(out, g.code(g.between(1, 4))...)
		case k < 82:
			out = append(out, g.splitMask())
		case k < 86:
			out = append(out, g.warpBranch())
		case k < 90:
			out = append(out, g.warpLoop())
		case k < 94:
			out = append(out, g.maskLoop())
		case k < 97:
			if w.cta && w.level == 0 {
				out = append(out, g.exchange(g.barrier(true), g.barrier(true)))
			}
		case k < 98:
			if w.level == 0 {
				p := g.src(isa.Pred)
				out = append(out, lines(fmt.Sprintf("vote.sync.ballot.b32 %s, !%s, %s;", w.mask, p, w.mask), fmt.Sprintf("@%s exit;", p)))
			}
		default:
			out = append(out, g.atomic("shared", "shacc"))
		}
	}
	return out
}

// mask names the lanes that are here. A full mask stands for all that there
// are.
func (g *gen) mask() string {
	if g.sync.plain || g.sync.warp.level == 0 && g.chance(3) {
		return g.pick("-1", "0xffffffff")
	}
	return g.sync.warp.mask
}

func (g *gen) shuffle() *node {
	mode := g.pick("up", "down", "bfly", "idx")
	clamp := 31
	if mode == "up" {
		clamp = 0
	}
	if g.chance(3) {
		width := 1 << g.n(6)
		clamp |= (32 - width) << 8
	} else if g.chance(4) {
		clamp = g.n(0x2000)
	}
	b := fmt.Sprint([]int{1, 2, 4, 8, 16, 3, 31, 0, 32, 33}[g.n(10)])
	c := fmt.Sprint(clamp)
	switch {
	case g.sync.plain && g.chance(4):
		b = g.uniformReg()
	case g.sync.plain:
	case g.chance(4):
		b = g.src(isa.B32)
	case g.chance(10):
		c = g.src(isa.B32)
	}
	d := g.dst(isa.B32)
	if g.chance(2) {
		d += "|" + g.dst(isa.Pred)
	}
	a := g.src(isa.B32)
	if lit, ok := g.literal(isa.B32); ok && g.chance(10) {
		a = lit
	}
	return linef("shfl.sync.%s.b32 %s, %s, %s, %s, %s;", mode, d, a, b, c, g.mask())
}

// collective is an instruction that the lanes here execute together, any of the table but
// a shuffle.
func (g *gen) collective() *node {
	forms := warpForms()
	heads := forms[g.n(len(forms))]
	m := heads[g.n(len(heads))]
	given := map[string]string{"m": g.mask()}
	if t := m.Type(); t == isa.B32 && g.chance(2) && m.Form.Opcode == "match" { // so that lanes agree
		a := g.fn.u32()
		given["a"] = a
		return lines(fmt.Sprintf("and.b32 %s, %s, %d;", a, g.src(t), []int{0, 1, 3, 15}[g.n(4)]), g.operands(m, given))
	}
	return linef("%s", g.operands(m, given))
}

// product is an instruction that all lanes of a warp execute together, of fragments of matrices. Registers are so few that D
// often takes the place of what it is computed of.
func (g *gen) product() *node {
	forms := fragmentForms()
	heads := forms[g.n(len(forms))]
	m := heads[g.n(len(heads))]
	var list []string
	for _, i := range m.Bind(len(m.Form.Operands)) {
		o, t := &m.Form.Operands[i], m.OperandType(i)
		n := m.VecLens(i)
		switch {
		case o.Dest:
			list = append(list, "{"+strings.Join(g.distinct(t, false, n[0]), ", ")+"}")
		case len(n) > 0:
			var registers []string
			for range n[0] {
				registers = append(registers, g.src(t))
			}
			list = append(list, "{"+strings.Join(registers, ", ")+"}")
		case o.Is(isa.KReg):
			list = append(list, g.src(t))
		default:
			s, _ := g.immediate(o, t)
			list = append(list, s)
		}
	}
	return linef("%s %s;", m.Head, strings.Join(list, ", "))
}

// partner computes the number of another lane that is here, or the own.
func (g *gen) partner() (string, []string) {
	w := &g.sync.warp
	t := g.fn.u32()
	if w.mask == "" {
		if w.bits == 31 && g.chance(4) {
			return t, []string{fmt.Sprintf("add.u32 %s, %%lanelin, %d;", t, g.between(1, 31)), fmt.Sprintf("and.b32 %s, %s, 31;", t, t)}
		}
		return t, []string{fmt.Sprintf("xor.b32 %s, %%lanelin, %d;", t, g.n(32)&w.bits)}
	}
	b, q := g.fn.u32(), g.fn.predi()
	how := fmt.Sprintf("xor.b32 %s, %%lanelin, %d;", t, []int{1, 2, 4, 8, 16, 31, 5}[g.n(7)])
	if g.chance(3) {
		how = fmt.Sprintf("add.u32 %s, %%lanelin, %d;", t, g.between(1, 31))
	}
	return t, []string{
		how,
		fmt.Sprintf("and.b32 %s, %s, 31;", t, t),
		fmt.Sprintf("shr.u32 %s, %s, %s;", b, w.mask, t),
		fmt.Sprintf("and.b32 %s, %s, 1;", b, b),
		fmt.Sprintf("setp.ne.u32 %s, %s, 0;", q, b),
		fmt.Sprintf("selp.u32 %s, %s, %%lanelin, %s;", t, t, q),
	}
}

// friend computes the number of a lane that computes the own one likewise.
func (g *gen) friend() (string, []string) {
	w := &g.sync.warp
	if w.mask == "" {
		t := g.fn.u32()
		return t, []string{fmt.Sprintf("xor.b32 %s, %%lanelin, %d;", t, g.n(32)&w.bits)}
	}
	t, b, q := g.fn.u32(), g.fn.u32(), g.fn.predi()
	return t, []string{
		fmt.Sprintf("xor.b32 %s, %%lanelin, %d;", t, 1<<g.n(5)),
		fmt.Sprintf("shr.u32 %s, %s, %s;", b, w.mask, t),
		fmt.Sprintf("and.b32 %s, %s, 1;", b, b),
		fmt.Sprintf("setp.ne.u32 %s, %s, 0;", q, b),
		fmt.Sprintf("selp.u32 %s, %s, %%lanelin, %s;", t, t, q),
	}
}

// together exchanges words through shared memory without a barrier: the lanes
// of a warp run in lockstep.
func (g *gen) together() []*node {
	v := g.pick(".volatile", ".volatile", "", "")
	typ := "u32"
	rt := isa.U32
	if g.sync.all[1].float {
		typ, rt = "f32", isa.F32
	}
	t, before := g.partner()
	a := g.fn.u64()
	addr := fmt.Sprintf("mad.wide.u32 %s, %s, 4, %%shwarp;", a, t)
	ld := func(d, at string) string { return fmt.Sprintf("ld%s.shared.%s %s, [%s];", v, typ, d, at) }
	st := func(at, s string) string { return fmt.Sprintf("st%s.shared.%s [%s], %s;", v, typ, at, s) }
	x, y := g.fn.declare(typ, "v"), g.fn.declare(typ, "v")
	add := fmt.Sprintf("add.%s %s, %s, %s;", typ, x, x, y)
	// Lines of one group stay together, so that every access has the partner
	// that it was made for.
	group := append(before, addr)
	switch g.n(5) {
	case 0: // publish, read
		group = append(group, st("%shown1", g.src(rt)), ld(g.dst(rt), a))
	case 1: // one step of a reduction
		group = append(group, ld(x, "%shown1"), ld(y, a), add, st("%shown1", x))
	case 2: // read, then publish
		group = append(group, ld(g.dst(rt), a), st("%shown1", g.src(rt)))
	case 3: // write to each other
		t, before = g.friend()
		group = append(before, fmt.Sprintf("mad.wide.u32 %s, %s, 4, %%shwarp;", a, t), st(a, g.src(rt)), ld(g.dst(rt), "%shown1"))
	case 4: // a loop over distances
		if g.sync.warp.mask == "" && g.sync.warp.bits != 31 {
			break
		}
		return []*node{g.reduction(v, typ)}
	}
	return []*node{lines(group...)}
}

// reduction is the classic loop over halving distances.
func (g *gen) reduction(v, typ string) *node {
	d := g.fn.u32()
	t, b := g.fn.u32(), g.fn.u32()
	q, a := g.fn.predi(), g.fn.u64()
	x, y := g.fn.declare(typ, "v"), g.fn.declare(typ, "v")
	n := &node{kind: kLoop, whole: true, variant: g.n(4), counter: g.fn.u32(), test: g.fn.predi(), limit: "5"}
	n.lines = []string{fmt.Sprintf("mov.u32 %s, 16;", d)}
	n.latch = []string{fmt.Sprintf("shr.u32 %s, %s, 1;", d, d)}
	var test []string
	if m := g.sync.warp.mask; m != "" {
		test = []string{
			fmt.Sprintf("shr.u32 %s, %s, %s;", b, m, t),
			fmt.Sprintf("and.b32 %s, %s, 1;", b, b),
			fmt.Sprintf("setp.ne.u32 %s, %s, 0;", q, b),
			fmt.Sprintf("selp.u32 %s, %s, %%lanelin, %s;", t, t, q),
		}
	}
	step := []string{
		fmt.Sprintf("mad.wide.u32 %s, %s, 4, %%shwarp;", a, t),
		fmt.Sprintf("ld%s.shared.%s %s, [%%shown1];", v, typ, x),
		fmt.Sprintf("ld%s.shared.%s %s, [%s];", v, typ, y, a),
		fmt.Sprintf("%s.%s %s, %s, %s;", g.pick("add", "max", "sub"), typ, x, x, y),
		fmt.Sprintf("st%s.shared.%s [%%shown1], %s;", v, typ, x),
	}
	body := lines(slices.Concat([]string{fmt.Sprintf("xor.b32 %s, %%lanelin, %s;", t, d)}, test, step)...)
	if len(test) == 0 && g.chance(2) {
		// Only the lower half adds; the others wait.
		body = &node{kind: kIf, whole: true, variant: g.n(2), cond: q, lines: []string{fmt.Sprintf("setp.lt.u32 %s, %%lanelin, %s;", q, d)}}
		body.body = []*node{lines(append([]string{fmt.Sprintf("add.u32 %s, %%lanelin, %s;", t, d)}, step...)...)}
		if g.chance(2) {
			body.body = append(body.body, g.code(1)...)
		}
	}
	g.spend(50)
	n.body = []*node{body}
	if g.chance(2) {
		g.nest(5, func() { n.body = append(n.body, g.code(1)...) })
	}
	return n
}

// under runs fn for the lanes of another mask.
func (g *gen) under(mask string, fn func()) {
	old := g.sync.warp
	g.sync.warp = warpState{mask: mask, level: old.level + 1}
	g.sync.level++
	g.nest(1, func() { g.with(mask, fn) })
	g.sync.level--
	g.sync.warp = old
}

// splitMask is a branch of which each way has the mask of its lanes.
func (g *gen) splitMask() *node {
	m := g.sync.warp.mask
	yes, no := g.fn.declare("b32", "m"), g.fn.declare("b32", "m")
	p := g.src(isa.Pred)
	n := &node{kind: kIf, whole: true, variant: g.n(2), cond: p, lines: []string{
		fmt.Sprintf("vote.sync.ballot.b32 %s, %s, %s;", yes, p, m),
		fmt.Sprintf("xor.b32 %s, %s, %s;", no, yes, m),
	}}
	g.under(yes, func() { n.body = g.warped(g.between(1, 4)) })
	if g.chance(2) {
		g.under(no, func() { n.other = g.warped(g.between(1, 4)) })
	}
	if g.chance(2) {
		n.after = []string{fmt.Sprintf("bar.warp.sync %s;", m)}
	}
	return n
}

// warpBranch is a branch that all lanes of the mask take the same way.
func (g *gen) warpBranch() *node {
	q := g.fn.predi()
	n := &node{kind: kIf, whole: true, variant: g.n(2), cond: q, lines: []string{
		fmt.Sprintf("vote.sync.%s.pred %s, %s, %s;", g.pick("any", "all"), q, g.pred(), g.mask()),
	}}
	old := g.sync.warp.cta
	g.sync.warp.cta = false
	g.nest(1, func() {
		n.body = g.warped(g.between(1, 3))
		if g.chance(2) {
			n.other = g.warped(g.between(1, 3))
		}
	})
	g.sync.warp.cta = old
	return n
}

// warpLoop is a loop of as many turns for all lanes of the mask.
func (g *gen) warpLoop() *node {
	most := 3
	if g.times*most > 60 {
		most = 1
	}
	limit, before := fmt.Sprint(most), []string(nil)
	cta := g.sync.warp.cta
	if g.chance(2) {
		limit = g.fn.u32()
		before = []string{fmt.Sprintf("redux.sync.%s.b32 %s, %s, %s;", g.pick("and", "or"), limit, g.src(isa.B32), g.mask()), fmt.Sprintf("and.b32 %s, %s, %d;", limit, limit, most)}
		cta = false
	}
	n := &node{kind: kLoop, whole: true, variant: g.n(4), counter: g.fn.u32(), test: g.fn.predi(), limit: limit, lines: before}
	old := g.sync.warp.cta
	g.sync.warp.cta = cta
	g.nest(most, func() { g.with(n.counter, func() { n.body = g.warped(g.between(1, 3)) }) })
	g.sync.warp.cta = old
	return n
}

// maskLoop is a loop that lanes leave one after another; the mask is of those
// that are still in it.
func (g *gen) maskLoop() *node {
	most := 3
	if g.times*most > 60 {
		most = 1
	}
	m, limit, q := g.fn.declare("b32", "m"), g.fn.u32(), g.fn.predi()
	outer := g.sync.warp.mask
	n := &node{kind: kLoop, whole: true, variant: []int{0, 2}[g.n(2)], counter: g.fn.u32(), test: g.fn.predi(), limit: limit}
	n.lines = []string{
		fmt.Sprintf("and.b32 %s, %s, %d;", limit, g.src(isa.B32), most),
		fmt.Sprintf("setp.ne.u32 %s, %s, 0;", q, limit),
		fmt.Sprintf("vote.sync.ballot.b32 %s, %s, %s;", m, q, outer),
	}
	// The next mask, before some leave.
	next := g.fn.u32()
	n.latch = []string{
		fmt.Sprintf("add.u32 %s, %s, 1;", next, n.counter),
		fmt.Sprintf("setp.lt.u32 %s, %s, %s;", q, next, limit),
		fmt.Sprintf("vote.sync.ballot.b32 %s, %s, %s;", m, q, m),
	}
	if g.chance(2) {
		n.after = []string{fmt.Sprintf("bar.warp.sync %s;", outer)}
	}
	g.nest(most, func() {
		g.under(m, func() { n.body = g.warped(g.between(1, 3)) })
	})
	return n
}

// plainWarps returns up to n statements that need no masks: warp operations
// stand in uniform code, and branches are such that lanes know who is with them.
func (g *gen) plainWarps(n int) []*node {
	var out []*node
	w := &g.sync.warp
	for range n {
		if g.budget <= 0 {
			break
		}
		g.spend(4)
		k := g.n(100)
		if g.depth >= 4 && k >= 65 && k < 90 {
			k = g.n(65)
		}
		switch {
		case k < 12 && w.cta:
			out = append(out, g.shuffle())
		case k < 20 && w.cta:
			out = append(out, g.collective())
		case k < 22 && w.cta:
			out = append(out, g.product())
		case k < 48:
			out = append(out, g.together()...)
		case k < 65:
			out = append(out, g.code(g.between(1, 3))...)
		case k < 80:
			out = append(out, g.laneBranch())
		case k < 88 && w.cta:
			out = append(out, g.plainLoop())
		case k < 95 && w.cta:
			out = append(out, g.exchange(g.barrier(true), g.barrier(true)))
		case k < 97 && w.cta:
			out = append(out, linef("@%s exit;", g.pred()))
		default:
			out = append(out, g.atomic("shared", "shacc"))
		}
	}
	return out
}

// laneBranch is a branch on the number of the lane or thread.
func (g *gen) laneBranch() *node {
	q, t := g.fn.predi(), g.fn.u32()
	w := g.sync.warp
	n := &node{kind: kIf, whole: true, variant: g.n(2), cond: q}
	inner := warpState{level: w.level + 1, bits: w.bits}
	c := 1 << g.n(5)
	leader := false
	switch g.n(5) {
	case 0: // whole warps
		n.lines = []string{fmt.Sprintf("setp.lt.u32 %s, %%tidlin, %d;", q, 32*g.between(0, g.warpsOf()))}
	case 1:
		n.lines = []string{fmt.Sprintf("setp.lt.u32 %s, %%lanelin, %d;", q, c)}
		inner.bits &= c - 1
	case 2:
		n.lines = []string{fmt.Sprintf("setp.lt.u32 %s, %%tidlin, %d;", q, c)}
		inner.bits &= c - 1
	case 3:
		n.lines = []string{fmt.Sprintf("and.b32 %s, %%lanelin, %d;", t, c), fmt.Sprintf("setp.%s.u32 %s, %s, 0;", g.pick("eq", "ne"), q, t)}
		inner.bits &^= c
	case 4:
		n.lines = []string{fmt.Sprintf("setp.eq.u32 %s, %s, 0;", q, g.pick("%lanelin", "%tidlin"))}
		inner.bits = 0
		leader = w.level == 0
	}
	g.sync.warp = inner
	g.sync.level++
	g.nest(1, func() {
		n.body = g.plainWarps(g.between(1, 4))
		if leader {
			typ, rt := "u32", isa.U32
			if g.sync.all[1].float {
				typ, rt = "f32", isa.F32
			}
			for range g.between(1, 3) {
				n.body = append(n.body, linef("ld.shared.%s %s, [%%shwarp+%d];", typ, g.dst(rt), 4*g.n(32)))
			}
		} else if g.chance(3) {
			n.other = g.plainWarps(g.between(1, 3))
		}
	})
	g.sync.level--
	g.sync.warp = w
	return n
}

// plainLoop is a loop that all threads of the CTA take together.
func (g *gen) plainLoop() *node {
	most := 3
	if g.times*most > 60 {
		most = 1
	}
	limit, before := fmt.Sprint(most), []string(nil)
	if g.chance(2) {
		limit = g.fn.u32()
		before = []string{fmt.Sprintf("and.b32 %s, %s, %d;", limit, g.uniformReg(), most)}
	}
	n := &node{kind: kLoop, whole: true, variant: g.n(4), counter: g.fn.u32(), test: g.fn.predi(), limit: limit, lines: before}
	g.nest(most, func() { g.with(n.counter, func() { n.body = g.plainWarps(g.between(1, 4)) }) })
	return n
}
