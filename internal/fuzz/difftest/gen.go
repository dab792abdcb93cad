package difftest

import (
	"fmt"
	"math/rand/v2"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// Class is what a random kernel exercises.
type Class uint8

const (
	Rows     Class = iota // no synchronisation: arithmetic, control flow, calls, memory
	Barriers              // barriers, in uniform and divergent control flow
	Warps                 // warp operations, and exchange inside a warp without a barrier
	Streams               // a few accesses at the index of the thread, after a guard; some fault
	Forms                 // every form of the ISA table by turns
	Guards                // comparisons that say which threads of a row do anything
	NumClasses
)

func (c Class) String() string {
	return [...]string{"rows", "barriers", "warps", "streams", "forms", "guards"}[c]
}

// fn is a function under construction.
type fn struct {
	name   string
	decls  []string // registers of constructs, local variables
	head   []string // fixed text before the body
	body   []*node
	tail   []string // fixed text after it
	sig    *signature
	counts map[string]int

	readable []string  // u32 registers that random code may read
	regions  []*region // memory that it may access
	cost     int       // values that a thread executes at most, roughly
}

// declare adds a register of its own for a construct.
func (f *fn) declare(typ, prefix string) string {
	n := f.counts[prefix]
	f.counts[prefix]++
	name := fmt.Sprintf("%%%s%d", prefix, n)
	f.decls = append(f.decls, fmt.Sprintf(".reg .%s %s;", typ, name))
	return name
}

func (f *fn) u32() string   { return f.declare("u32", "t") }
func (f *fn) u64() string   { return f.declare("u64", "a") }
func (f *fn) predi() string { return f.declare("pred", "q") }

// gen makes one kernel.
type gen struct {
	rng *rand.Rand
	k   *Kernel
	fn  *fn

	depth  int // of constructs around
	loops  int // of loops around that may be left early
	times  int // how often the place runs at most, by the loops around
	budget int // values left for the function, roughly
	exits  bool
	callee []*fn // functions that may be called here
	sync   syncState
	form   *formState // of class Forms
}

func newGen(seed uint64, class Class) *gen {
	g := &gen{rng: rand.New(rand.NewPCG(seed, uint64(class))), times: 1}
	g.fn = g.function("k")
	return g
}

func (g *gen) function(name string) *fn { return &fn{name: name, counts: map[string]int{}} }

func (g *gen) n(n int) int         { return g.rng.IntN(n) }
func (g *gen) chance(one int) bool { return g.rng.IntN(one) == 0 }
func (g *gen) between(a, b int) int {
	return a + g.rng.IntN(b-a+1)
}

// pick returns one of the strings.
func (g *gen) pick(s ...string) string { return s[g.n(len(s))] }

// spend takes n values off the budget.
func (g *gen) spend(n int) { g.budget -= n * g.times }

// code returns up to n random statements without sync points.
func (g *gen) code(n int) []*node {
	var out []*node
	for range n {
		if g.budget <= 0 {
			break
		}
		out = append(out, g.statement())
	}
	return out
}

func (g *gen) statement() *node {
	g.spend(2)
	k := g.n(100)
	if g.depth >= 5 && k >= 74 && k < 95 {
		k = g.n(74)
	}
	switch {
	case k < 46:
		return lines(g.instruction())
	case k < 64:
		return g.access()
	case k < 67:
		return g.shiftAndTest()
	case k < 69:
		return g.carry()
	case k < 72:
		return g.pack()
	case k < 73:
		return g.read()
	case k < 74:
		if g.fn == g.k.entry {
			return g.atomic("global", "%acc")
		}
		return g.read()
	case k < 83:
		return g.branch()
	case k < 89:
		return g.loop()
	case k < 91:
		return g.choose()
	case k < 93:
		if g.sync.plain {
			return g.loop() // gotos at the level of the CTA ask for coroutines
		}
		return g.graph()
	case k < 95:
		return g.walk()
	case k < 97:
		if g.loops > 0 {
			return &node{kind: []nodeKind{kBreak, kContinue}[g.n(2)], cond: g.pred()}
		}
		return g.pack()
	case k < 98:
		if g.exits {
			return linef("@%s %s;", g.pred(), g.pick("exit", "ret"))
		}
		return g.read()
	}
	if len(g.callee) > 0 {
		return g.call()
	}
	return g.access()
}

// nest runs fn one level deeper.
func (g *gen) nest(times int, fn func()) {
	old := g.times
	g.depth++
	g.times *= times
	fn()
	g.depth--
	g.times = old
}

// condition returns lines that compute a predicate, and the predicate; no lines
// where it takes what a register holds.
func (g *gen) condition() ([]string, string) {
	if g.chance(3) {
		return nil, g.pred()
	}
	p := g.src(isa.Pred)
	t := []isa.Type{isa.U32, isa.S32, isa.U64, isa.S64, isa.F32, isa.F64, isa.U16, isa.S16}[g.n(8)]
	b := g.src(t)
	if lit, ok := g.literal(t); ok && g.chance(2) {
		b = lit
	}
	return []string{fmt.Sprintf("setp.%s.%v %s, %s, %s;", g.pick("eq", "ne", "lt", "le", "gt", "ge"), t, p, g.src(t), b)}, p
}

func (g *gen) branch() *node {
	n := &node{kind: kIf, variant: g.n(2)}
	n.lines, n.cond = g.condition()
	g.nest(1, func() {
		n.body = g.code(g.between(1, 4))
		if g.chance(2) {
			n.other = g.code(g.between(1, 4))
		}
	})
	return n
}

// turns returns how many turns a loop may take, and the limit: a constant, or a
// register that lines in front bring into range.
func (g *gen) turns() (most int, limit string, before []string) {
	most = []int{1, 2, 3, 5, 7}[g.n(5)]
	for most > 1 && g.times*most > 300 {
		most /= 2
	}
	if g.chance(2) {
		return most, fmt.Sprint(most), nil
	}
	if most&(most+1) != 0 {
		most = 3
	}
	limit = g.fn.u32()
	return most, limit, []string{fmt.Sprintf("and.b32 %s, %s, %d;", limit, g.src(isa.B32), most)}
}

func (g *gen) loop() *node {
	most, limit, before := g.turns()
	n := &node{kind: kLoop, variant: g.n(4), counter: g.fn.u32(), test: g.fn.predi(), limit: limit, lines: before}
	g.loops++
	g.nest(most, func() {
		g.with(n.counter, func() { n.body = g.code(g.between(1, 5)) })
	})
	g.loops--
	return n
}

// with lets random code in fn read the register.
func (g *gen) with(reg string, fn func()) {
	old := g.fn.readable
	g.fn.readable = append(old[:len(old):len(old)], reg)
	fn()
	g.fn.readable = old
}

func (g *gen) choose() *node {
	n := &node{kind: kSwitch, variant: g.n(4), counter: g.fn.u32()}
	blocks := g.between(1, 5)
	n.lines = []string{
		fmt.Sprintf("and.b32 %s, %s, 15;", n.counter, g.src(isa.B32)),
		fmt.Sprintf("min.u32 %s, %s, %d;", n.counter, n.counter, blocks-1),
	}
	if g.chance(3) {
		n.lines = []string{fmt.Sprintf("rem.u32 %s, %s, %d;", n.counter, g.src(isa.U32), blocks)}
	}
	g.nest(1, func() {
		for range blocks {
			n.blocks = append(n.blocks, block{body: g.code(g.between(0, 3))})
		}
	})
	return n
}

func (g *gen) graph() *node {
	turns := g.between(3, 20)
	n := &node{kind: kGraph, counter: g.fn.u32(), test: g.fn.predi(), limit: fmt.Sprint(turns)}
	blocks := g.between(2, 7)
	if g.chance(2) {
		n.cond, n.variant = g.pred(), g.n(blocks)
	}
	g.nest(turns/2+1, func() {
		for range blocks {
			b := block{body: g.code(g.between(0, 3)), cond: g.pred(), next: [2]int{g.n(blocks + 1), g.n(blocks + 1)}}
			if len(b.body) > 0 && g.chance(2) {
				b.body = append(b.body, linef("setp.%s.s32 %s, %s, %s;", g.pick("lt", "eq", "ne"), trimNot(b.cond), g.src(isa.S32), g.src(isa.S32)))
			}
			n.blocks = append(n.blocks, b)
		}
	})
	return n
}

func trimNot(cond string) string {
	if cond[0] == '!' {
		return cond[1:]
	}
	return cond
}

// shiftAndTest puts a shift beside comparisons of its count with the widths of
// registers: compilers like to share the tests.
func (g *gen) shiftAndTest() *node {
	t := []isa.Type{isa.B16, isa.B32, isa.B64, isa.U32, isa.S32, isa.U64, isa.S64, isa.S16}[g.n(8)]
	op := g.pick("shl", "shr")
	if op == "shl" {
		t = isa.BitsType(t.Bits())
	}
	count := g.src(isa.U32)
	width := g.pick("8", "16", "32", "64", "31", "63")
	var out []string
	shift := fmt.Sprintf("%s.%v %s, %s, %s;", op, t, g.dst(t), g.src(t), count)
	test := fmt.Sprintf("setp.%s.%s %s, %s, %s;", g.pick("eq", "ne", "lt", "gt", "ge", "le"), g.pick("u32", "s32"), g.dst(isa.Pred), count, width)
	if g.chance(3) {
		out = append(out, fmt.Sprintf("and.b32 %s, %s, %d;", count2(g, count), g.src(isa.B32), []int{63, 127, 255}[g.n(3)]))
	}
	if g.chance(2) {
		out = append(out, shift, test)
	} else {
		out = append(out, test, shift)
	}
	if g.chance(2) {
		out = append(out, fmt.Sprintf("%s.%v %s, %s, %s;", op, t, g.dst(t), g.src(t), count))
	}
	return lines(out...)
}

// count2 returns the register if random code may write it, else another.
func count2(g *gen, reg string) string {
	for _, r := range g.fn.readable {
		if r == reg {
			return g.dst(isa.B32)
		}
	}
	return reg
}

// carry is a chain of additions or subtractions with the carry flag, which is
// not kept across other statements.
func (g *gen) carry() *node {
	w := g.pick("u32", "s32", "u64", "s64")
	t, _ := isa.ParseType(w)
	operand := func() string {
		if lit, ok := g.literal(t); ok && g.chance(5) {
			return lit
		}
		return g.src(t)
	}
	first, next := "add", "addc"
	switch g.n(4) {
	case 0:
		first, next = "sub", "subc"
	case 1:
		first, next = "mad.lo", "madc.hi"
	}
	step := func(op, cc string) string {
		s := fmt.Sprintf("%s%s.%s %s, %s, %s", op, cc, w, g.dst(t), operand(), operand())
		if op[0] == 'm' {
			s += ", " + operand()
		}
		return s + ";"
	}
	out := []string{step(first, ".cc")}
	for range g.n(3) {
		out = append(out, step(next, ".cc"))
	}
	if g.chance(6) {
		next = g.pick("addc", "subc")
	}
	return lines(append(out, step(next, ""))...)
}

// pack moves between a register and the parts of it.
func (g *gen) pack() *node {
	type split struct{ whole, part, n int }
	s := []split{{32, 16, 2}, {64, 32, 2}, {64, 16, 4}}[g.n(3)]
	whole, part := isa.BitsType(s.whole), isa.BitsType(s.part)
	if g.chance(2) {
		list := g.distinct(part, false, s.n)
		if g.chance(6) {
			list[g.n(s.n)] = "_"
		}
		return linef("mov.%v %s, %s;", whole, vector(list), g.src(whole))
	}
	var list []string
	for range s.n {
		list = append(list, g.src(part))
	}
	return linef("mov.%v %s, %s;", whole, g.dst(whole), vector(list))
}

func vector(list []string) string {
	s := "{"
	for i, x := range list {
		if i > 0 {
			s += ", "
		}
		s += x
	}
	return s + "}"
}

// read brings a special register, or the state of a construct, into play.
func (g *gen) read() *node {
	if n := len(g.fn.readable); n > 0 && g.chance(2) {
		r := g.fn.readable[g.n(n)]
		switch g.n(4) {
		case 0:
			return linef("cvt.u16.u32 %s, %s;", g.dst(isa.U16), r)
		case 1:
			return linef("cvt.rn.f32.u32 %s, %s;", g.dst(isa.F32), r)
		case 2:
			return linef("mul.wide.u32 %s, %s, %d;", g.dst(isa.U64), r, g.n(100))
		}
		return linef("mov.u32 %s, %s;", g.dst(isa.U32), r)
	}
	sreg := g.pick("%tid", "%ntid", "%ctaid", "%nctaid") + "." + g.pick("x", "y", "z")
	if g.chance(4) {
		sreg = g.pick("%laneid", "%warpid", "%lanemask_lt", "%lanemask_le", "%lanemask_gt", "%lanemask_ge", "%lanemask_eq")
	}
	return linef("mov.u32 %s, %s;", g.dst(isa.U32), sreg)
}
