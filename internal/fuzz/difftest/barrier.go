package difftest

import (
	"fmt"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// Between two barriers a kernel is in one of two phases. In the first, a thread
// reads and writes only its own slots of the shared arrays; in the second all
// threads read all slots, and nobody writes. An exchange is a barrier, code of
// the second phase, and a barrier; all other code belongs to the first.

// syncState is what the generator knows about synchronisation.
type syncState struct {
	slots   int       // of each shared array: one a thread, and some for nobody
	own     []*region // the thread's own slots
	all     []*region // the arrays as a whole, for reading
	uniform []string  // registers that are the same for all threads of the CTA
	plain   bool      // only what needs no coroutines
	counted bool      // barriers may name a number of threads; threads do not exit early
	level   int       // of divergence: 0 is uniform code
	warp    warpState
	funcs   []*fn // functions with exchanges
}

// sharedArrays declares the shared arrays, the thread's addresses in them, and
// clears all slots.
func (g *gen) sharedArrays() {
	s, f, k := &g.sync, g.fn, g.k
	s.slots = (volume(k.Block) + 31) / 32 * 32
	dynamic := g.chance(3)
	k.decls = append(k.decls,
		fmt.Sprintf(".shared .align 16 .b8 shbytes[%d];", 8*s.slots),
		fmt.Sprintf(".shared .align 8 .b8 shacc[%d];", accBytes))
	words := "shwords"
	if dynamic {
		words = "shdyn"
		k.Shared = 4 * s.slots
		k.decls = append(k.decls, ".extern .shared .align 16 .b8 shdyn[];")
	} else {
		k.decls = append(k.decls, fmt.Sprintf(".shared .%s shwords[%d];", g.pick("u32", "b32", "f32", "s32"), s.slots))
	}
	float := g.chance(4)
	f.decls = append(f.decls, ".reg .u64 %shown0, %shown1, %shbase, %shwarp;", ".reg .u32 %shi;", ".reg .pred %shp;")
	s.own = []*region{
		contiguous("shared", "%shown0", false, 8, true),
		{space: "shared", base: "%shown1", n: 1, unit: 4, stride: 4, write: true, float: float},
	}
	s.all = []*region{
		contiguous("shared", "shbytes", true, 8*s.slots, false),
		{space: "shared", base: words, symbol: true, n: s.slots, unit: 4, stride: 4, float: float},
		{space: "shared", base: "shacc", symbol: true, n: accBytes / 4, unit: 4, stride: 4},
	}
	f.head = append(f.head,
		"mov.u64 %shbase, shbytes;", "mad.wide.u32 %shown0, %tidlin, 8, %shbase;",
		"mov.u64 %shbase, "+words+";", "mad.wide.u32 %shown1, %tidlin, 4, %shbase;",
		"and.b32 %shi, %tidlin, -32;", "mad.wide.u32 %shwarp, %shi, 4, %shbase;",
		"st.shared.u64 [%shown0], 0;", "st.shared.u32 [%shown1], 0;",
	)
	// Slots that belong to nobody are cleared too: an earlier launch may have
	// left something there.
	for at := volume(k.Block); at < s.slots; at += volume(k.Block) {
		n := min(s.slots-at, volume(k.Block))
		f.head = append(f.head, fmt.Sprintf("setp.lt.u32 %%shp, %%tidlin, %d;", n),
			fmt.Sprintf("@%%shp st.shared.u64 [%%shown0+%d], 0;", 8*at), fmt.Sprintf("@%%shp st.shared.u32 [%%shown1+%d], 0;", 4*at))
	}
	f.head = append(f.head, "setp.eq.u32 %shp, %tidlin, 0;")
	for i := 0; i < accBytes; i += 8 {
		f.head = append(f.head, fmt.Sprintf("@%%shp st.shared.u64 [shacc+%d], %d;", i, g.n(1000)))
	}
	f.head = append(f.head, "bar.sync 0;")
	// Accesses in divergent code that might meet those of other lanes ask for
	// coroutines.
	if !s.plain || g.chance(4) {
		f.regions = append(f.regions, s.own...)
		f.regions = append(f.regions, s.own...)
	}
}

// barriers fills the body of a kernel of class Barriers.
func (g *gen) barriers() {
	s, f := &g.sync, g.fn
	s.counted = !s.plain && g.chance(2)
	s.warp = warpState{cta: true, bits: 31}
	for range 3 {
		f.body = append(f.body, g.newUniform())
	}
	f.readable = append(f.readable, s.uniform...)
	if !s.counted && g.chance(3) {
		f.body = append(f.body, linef("@%s %s;", g.pred(), g.pick("exit", "ret")))
	}
	f.body = append(f.body, g.synced(g.between(2, 8))...)
}

// synced returns up to n statements of uniform code, with barriers.
func (g *gen) synced(n int) []*node {
	var out []*node
	for range n {
		if g.budget <= 0 {
			break
		}
		g.spend(4)
		k := g.n(100)
		if g.depth >= 4 && k >= 50 && k < 80 {
			k = g.n(50)
		}
		if g.sync.plain && (k >= 68 && k < 85 || k >= 96) {
			out = append(out, g.plainWarps(2)...)
			continue
		}
		switch {
		case k < 35:
			out = append(out, g.exchange(g.barrier(true), g.barrier(true)))
		case k < 50:
			out = append(out, g.code(g.between(1, 4))...)
		case k < 58:
			out = append(out, g.uniformBranch())
		case k < 68:
			out = append(out, g.uniformLoop())
		case k < 75:
			out = append(out, g.divergentBarriers())
		case k < 80:
			out = append(out, g.unequalLoops())
		case k < 85:
			out = append(out, g.someWarps())
		case k < 90:
			out = append(out, g.change())
		case k < 94:
			out = append(out, g.atomic("shared", "shacc"))
		case k < 96:
			if !g.sync.counted {
				out = append(out, linef("@%s %s;", g.pred(), g.pick("exit", "ret")))
			}
		default:
			if n := len(g.sync.funcs); n > 0 {
				out = append(out, lines(g.callTo(g.sync.funcs[g.n(n)], g.sync.funcs[g.n(n)].name, "")...))
			}
		}
	}
	return out
}

// warpsOf returns the number of warps of a CTA.
func (g *gen) warpsOf() int { return (volume(g.k.Block) + 31) / 32 }

// barrier returns a barrier of all threads, in uniform code or not. Some deliver
// a value.
func (g *gen) barrier(uniform bool) string {
	id := g.n(8) // the others are for some of the warps
	if !uniform {
		return fmt.Sprintf("barrier.sync %d;", id)
	}
	count := ""
	if g.sync.counted && g.chance(3) {
		count = fmt.Sprintf(", %d", 32*g.warpsOf())
	}
	switch g.n(8) {
	case 0:
		return fmt.Sprintf("bar.red.popc.u32 %s, %d%s, %s;", g.uniformReg(), id, count, g.pred())
	case 1:
		return fmt.Sprintf("bar.red.%s.pred %s, %d%s, %s;", g.pick("and", "or"), g.dst(isa.Pred), id, count, g.pred())
	case 2:
		return fmt.Sprintf("barrier.sync %d%s;", id, count)
	case 3:
		return fmt.Sprintf("barrier.sync.aligned %d%s;", id, count)
	}
	return fmt.Sprintf("bar.sync %d%s;", id, count)
}

// newUniform adds a register that is the same for all threads of the CTA: it
// comes from memory, or in a way that a compiler sees.
func (g *gen) newUniform() *node {
	r := g.fn.declare("u32", "un")
	g.sync.uniform = append(g.sync.uniform, r)
	if !g.sync.plain || g.chance(6) {
		return linef("ld.global.u32 %s, [%%in0+%d];", r, 4*g.n(128))
	}
	return linef("mad.lo.u32 %s, %%ctalin, %d, %%count;", r, g.n(100))
}

func (g *gen) uniformReg() string { return g.sync.uniform[g.n(len(g.sync.uniform))] }

// exchange is code of the first phase, a barrier, code of the second, and a
// barrier.
func (g *gen) exchange(first, second string) *node {
	n := &node{kind: kGroup}
	for _, r := range g.sync.own {
		n.body = append(n.body, lines(g.accessTo(r, true)...))
	}
	if g.chance(2) {
		n.body = append(n.body, g.code(g.between(1, 3))...)
	}
	if g.chance(4) {
		n.body = append(n.body, g.atomic("shared", "shacc"))
	}
	n.body = append(n.body, barrierNode(first))
	g.reading(g.sync.all, func() {
		for range g.between(1, 3) {
			n.body = append(n.body, lines(g.accessTo(g.sync.all[g.n(len(g.sync.all))], false)...))
		}
		if g.chance(2) {
			n.body = append(n.body, g.code(g.between(1, 3))...)
		}
		if g.sync.level == 0 && g.chance(4) && (!g.sync.plain || g.chance(4)) {
			n.body = append(n.body, linef("ld.shared.u32 %s, [%s+%d];", g.uniformReg(), g.sync.all[1].base, 4*g.n(g.sync.slots)))
		}
	})
	n.body = append(n.body, barrierNode(second))
	return n
}

func barrierNode(s string) *node {
	n := lines(s)
	n.fixed = true
	return n
}

// reading runs fn where the thread's own slots must not be written and other
// memory may be read.
func (g *gen) reading(more []*region, fn func()) {
	old := g.fn.regions
	var list []*region
	for _, r := range old {
		if r.space != "shared" {
			list = append(list, r)
		}
	}
	g.fn.regions = append(append(list, more...), more...)
	fn()
	g.fn.regions = old
}

// change changes a uniform register.
func (g *gen) change() *node {
	d, a := g.uniformReg(), g.uniformReg()
	switch g.n(4) {
	case 0:
		return linef("add.u32 %s, %s, %d;", d, a, g.n(100))
	case 1:
		return linef("mad.lo.u32 %s, %s, %d, %s;", d, a, g.n(1000)*2+1, g.uniformReg())
	case 2:
		return linef("add.u32 %s, %s, %%ctalin;", d, a)
	}
	return linef("shr.u32 %s, %s, %d;", d, a, g.n(32))
}

// uniformTest computes a predicate that is the same for all threads.
func (g *gen) uniformTest() (string, string) {
	q := g.fn.predi()
	r := g.uniformReg()
	if g.chance(2) {
		t := g.fn.u32()
		return fmt.Sprintf("and.b32 %s, %s, %d; setp.ne.u32 %s, %s, 0;", t, r, 1<<g.n(6), q, t), q
	}
	return fmt.Sprintf("setp.%s.s32 %s, %s, %d;", g.pick("lt", "ge"), q, r, g.n(100)), q
}

func (g *gen) uniformBranch() *node {
	test, q := g.uniformTest()
	n := &node{kind: kIf, variant: g.n(2), lines: []string{test}, cond: q}
	g.nest(1, func() {
		n.body = g.synced(g.between(1, 3))
		if g.chance(2) {
			n.other = g.synced(g.between(1, 3))
		}
	})
	return n
}

func (g *gen) uniformLoop() *node {
	most := g.between(1, 4)
	for most > 1 && g.times*most > 40 {
		most /= 2
	}
	limit := fmt.Sprint(most)
	var before []string
	if g.chance(2) {
		most = 3
		limit = g.fn.u32()
		before = []string{fmt.Sprintf("and.b32 %s, %s, 3;", limit, g.uniformReg())}
	}
	n := &node{kind: kLoop, whole: true, variant: g.n(4), counter: g.fn.u32(), test: g.fn.predi(), limit: limit, lines: before}
	g.nest(most, func() {
		g.with(n.counter, func() { n.body = g.synced(g.between(1, 3)) })
	})
	return n
}

// diverge runs fn for code that not all threads of the CTA execute together.
func (g *gen) diverge(fn func()) {
	g.sync.level++
	g.nest(1, fn)
	g.sync.level--
}

// fix marks nodes that must stay, since others wait for the same barriers.
func fix(list []*node) []*node {
	for _, n := range list {
		n.fixed = true
	}
	return list
}

// divergentBarriers is a branch with the same number of exchanges on both ways.
func (g *gen) divergentBarriers() *node {
	n := &node{kind: kIf, whole: true, variant: g.n(2)}
	n.lines, n.cond = g.condition()
	count := g.between(1, 3)
	a, b := g.barrier(false), g.barrier(false)
	arm := func() []*node {
		var out []*node
		if count > 1 && g.chance(3) {
			l := &node{kind: kLoop, whole: true, fixed: true, variant: g.n(4), counter: g.fn.u32(), test: g.fn.predi(), limit: fmt.Sprint(count)}
			g.nest(count, func() { l.body = fix([]*node{g.exchange(a, b)}) })
			return []*node{l}
		}
		for range count {
			out = append(out, fix([]*node{g.exchange(a, b)})...)
			out = append(out, g.code(g.n(3))...)
		}
		return out
	}
	g.diverge(func() { n.body, n.other = arm(), arm() })
	return n
}

// unequalLoops are two loops with exchanges that take as many turns together for
// every thread.
func (g *gen) unequalLoops() *node {
	total := []int{1, 3, 7}[g.n(3)]
	for total > 1 && g.times*total > 40 {
		total /= 2
	}
	if total&(total+1) != 0 {
		total = 1
	}
	t, u := g.fn.u32(), g.fn.u32()
	a, b := g.barrier(false), g.barrier(false)
	loop := func(limit string, before ...string) *node {
		l := &node{kind: kLoop, whole: true, fixed: true, variant: []int{0, 2, 3}[g.n(3)], counter: g.fn.u32(), test: g.fn.predi(), limit: limit, lines: before}
		g.nest(total, func() { l.body = fix([]*node{g.exchange(a, b)}) })
		return l
	}
	n := &node{kind: kGroup}
	g.diverge(func() {
		n.body = []*node{
			loop(t, fmt.Sprintf("and.b32 %s, %s, %d;", t, g.src(isa.B32), total)),
			loop(u, fmt.Sprintf("sub.u32 %s, %d, %s;", u, total, t)),
		}
	})
	return n
}

// someWarps is an exchange among the first warps, with a barrier of their own.
// They may be ahead of the others, which only touch their own slots meanwhile.
func (g *gen) someWarps() *node {
	w := g.warpsOf()
	if !g.sync.counted || w < 2 {
		return g.exchange(g.barrier(true), g.barrier(true))
	}
	k := g.between(1, w-1)
	q := g.fn.predi()
	n := &node{kind: kIf, whole: true, variant: g.n(2), lines: []string{fmt.Sprintf("setp.lt.u32 %s, %%tidlin, %d;", q, 32*k)}, cond: q}
	bar := func() string {
		// Each count has a barrier of its own: a warp that does not take part goes on,
		// and may come to the next exchange before the others have left this one.
		return fmt.Sprintf("%s %d, %d;", g.pick("bar.sync", "barrier.sync"), 7+k, 32*k)
	}
	all := g.sync.all
	g.diverge(func() {
		// Only the slots of these warps, and no atomics, which others may be at.
		g.sync.all = []*region{
			contiguous("shared", "shbytes", true, 8*32*k, false),
			{space: "shared", base: all[1].base, symbol: true, n: 32 * k, unit: 4, stride: 4, float: all[1].float},
		}
		for range g.between(1, 2) {
			e := &node{kind: kGroup, fixed: true}
			for _, r := range g.sync.own {
				e.body = append(e.body, lines(g.accessTo(r, true)...))
			}
			e.body = append(e.body, barrierNode(bar()))
			g.reading(g.sync.all, func() {
				e.body = append(e.body, lines(g.accessTo(g.sync.all[g.n(2)], false)...), lines(g.accessTo(g.sync.all[g.n(2)], false)...))
			})
			e.body = append(e.body, barrierNode(bar()))
			n.body = append(n.body, e)
		}
		if g.chance(2) {
			n.other = g.code(2)
		}
	})
	g.sync.all = all
	return n
}
