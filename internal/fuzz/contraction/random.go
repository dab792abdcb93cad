package contraction

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Classes are what random kernels have beside products, sums and differences.
var Classes = []string{"plain", "neg", "equal", "const", "mix", "guard", "flow", "memory"}

// Random returns a random kernel of a class. The same generator in the same state gives
// the same kernel.
func Random(rng *rand.Rand, name, class string, t *Type) *Kernel {
	for {
		g := &graph{rng: rng, class: class, vals: []string{"a", "b", "c", "d", "e", "f"}, product: map[string]bool{}, free: map[string]bool{}}
		if class == "flow" { // what branches and loops can change
			for i := range 3 {
				if g.chance(50) {
					g.say("mul.T r%d, %s, %s", i, g.pick(false), g.pick(false))
					g.define(fmt.Sprintf("r%d", i), true)
				} else {
					g.say("mov.B r%d, %s", i, g.pick(false))
					g.define(fmt.Sprintf("r%d", i), false)
				}
			}
			g.regs = 3
		}
		if g.chance(70) { // products first, and then what may share them
			for range 2 + rng.IntN(4) {
				r := g.dest()
				g.last = fmt.Sprintf("mul.T %%s, %s, %s", g.vals[rng.IntN(inputs)], g.vals[rng.IntN(inputs)])
				g.say(g.last, r)
				g.define(r, true)
			}
			g.sums = true
		}
		for range 3 + rng.IntN(8) {
			g.step()
		}
		g.end()
		if body := strings.Join(g.list, "; "); t.has(body) {
			return &Kernel{name, body}
		}
	}
}

// graph is a kernel that is being written.
type graph struct {
	rng     *rand.Rand
	class   string
	list    []string        // statements
	vals    []string        // registers that have a value wherever the next statement is
	product map[string]bool // of a mul
	free    map[string]bool // nothing uses it yet
	regs    int
	labels  int
	stores  int
	last    string // the last mul or add, to be repeated
	deep    int
	sums    bool // more of them than products
}

func (g *graph) chance(percent int) bool { return g.rng.IntN(100) < percent }

func (g *graph) say(format string, args ...any) {
	g.list = append(g.list, fmt.Sprintf(format, args...))
}

// pick returns an operand: for a sum mostly a product, and one that is not used yet.
func (g *graph) pick(sum bool) string {
	for range 12 {
		i := len(g.vals) - 1 - min(g.rng.IntN(len(g.vals)), g.rng.IntN(len(g.vals)))
		v := g.vals[i]
		switch {
		case sum && !g.product[v] && g.chance(85), sum && g.product[v] && !g.free[v] && g.chance(40), !sum && g.product[v] && g.chance(93):
			continue
		}
		delete(g.free, v)
		return v
	}
	return g.vals[g.rng.IntN(inputs)]
}

// dest returns a register for a result: mostly a new one.
func (g *graph) dest() string {
	if len(g.vals) > inputs+1 && g.chance(8) {
		return g.vals[inputs+g.rng.IntN(len(g.vals)-inputs)]
	}
	g.regs++
	return fmt.Sprintf("r%d", g.regs-1)
}

func (g *graph) define(r string, product bool) {
	g.vals = slices.DeleteFunc(g.vals, func(v string) bool { return v == r })
	g.vals = append(g.vals, r)
	g.product[r], g.free[r] = product, true
}

func (g *graph) arith(guard string) {
	op := []string{"mul", "mul", "mul", "mul", "add", "add", "add", "sub", "sub"}[g.rng.IntN(9)]
	if op != "mul" && !slices.ContainsFunc(g.vals, func(v string) bool { return g.product[v] }) {
		op = "mul"
	} else if op == "mul" && g.sums && g.chance(60) {
		op = []string{"add", "sub"}[g.rng.IntN(2)]
	}
	mod := ""
	if g.class != "plain" && g.class != "flow" && g.chance(6) {
		mod = ".rn"
	}
	if g.class == "mix" && mod == "" && g.chance(8) {
		mod = ".sat"
	}
	x, y := g.pick(op != "mul"), g.pick(op != "mul")
	if op != "mul" && g.chance(35) {
		y = g.pick(false)
	}
	if op != "mul" && g.chance(50) {
		x, y = y, x
	}
	r := g.dest()
	if guard != "" && !slices.Contains(g.vals, r) {
		g.say("mov.B %s, %s", r, g.vals[g.rng.IntN(inputs)])
	}
	g.last = fmt.Sprintf("%s%s.T %%s, %s, %s", op, mod, x, y)
	g.say("%s"+g.last, guard, r)
	g.define(r, op == "mul")
}

// guard is one for some instructions of the class.
func (g *graph) guard(percent int) string {
	if g.class != "guard" || !g.chance(percent) {
		return ""
	}
	return []string{"@p ", "@p ", "@!p ", "@q "}[g.rng.IntN(4)]
}

func (g *graph) unary(op string) {
	x, r := g.pick(true), g.dest()
	g.say("%s %s, %s", op, r, x)
	g.define(r, g.product[x] && !strings.HasPrefix(op, "abs"))
}

func (g *graph) step() {
	if g.chance(70) || g.class == "plain" {
		g.arith(g.guard(35))
		return
	}
	switch g.class {
	case "neg":
		switch k := g.rng.IntN(10); {
		case k < 5:
			g.unary("neg.T")
		case k < 6:
			g.unary("abs.T")
		case k < 8:
			g.unary("mov.B")
		default:
			g.fma()
		}
	case "equal":
		if g.last != "" && g.chance(80) {
			r, s := g.dest(), g.last
			if g.chance(25) { // b*a for a*b
				op, ops, _ := strings.Cut(s, " %s, ")
				x, y, _ := strings.Cut(ops, ", ")
				s = op + " %s, " + y + ", " + x
			}
			g.say(s, r)
			g.define(r, strings.HasPrefix(s, "mul"))
		}
	case "const":
		r := g.dest()
		g.say("mov.B %s, K(%s)", r, []string{"40000000", "3f800000", "bf800000", "0", "80000000", "3eaaaaab", "bf99999a", "3f000000"}[g.rng.IntN(8)])
		g.define(r, false)
	case "mix":
		switch g.rng.IntN(6) {
		case 0:
			x, y, r := g.pick(true), g.pick(false), g.dest()
			g.say("selp.B %s, %s, %s, %s", r, x, y, []string{"p", "q"}[g.rng.IntN(2)])
			g.define(r, false)
		case 1:
			x, y, z, r := g.pick(true), g.pick(false), g.pick(true), g.dest()
			g.say("setp.lt.T P0, %s, %s", x, y)
			g.say("selp.B %s, %s, %s, P0", r, z, y)
			g.define(r, false)
		case 2:
			x, y, r := g.pick(true), g.pick(false), g.dest()
			g.say("min.T %s, %s, %s", r, x, y)
			g.define(r, false)
		case 3:
			x, y, r := g.pick(true), g.pick(true), g.dest()
			g.say("%s.ftz.T %s, %s, %s", []string{"mul", "add", "sub"}[g.rng.IntN(3)], r, x, y)
			g.define(r, false)
		case 4:
			g.unary("neg.T")
		default:
			g.fma()
		}
	case "guard":
		switch g.rng.IntN(5) {
		case 0:
			if g.stores < outs-2 {
				g.stores++
				g.say("%sOUT(%s)", g.guard(80), g.pick(false))
			}
		case 1:
			g.say("%sadd.u32 i1, i1, i0", g.guard(80))
		case 2:
			g.say("@q st.shared.B SHARED, %s", g.pick(false))
		case 3:
			x, r := g.pick(false), g.dest()
			if !slices.Contains(g.vals, r) {
				g.say("mov.B %s, %s", r, g.vals[g.rng.IntN(inputs)])
			}
			g.say("%smov.B %s, %s", g.guard(90), r, x)
			g.define(r, false)
		default:
			g.unary("neg.T")
		}
	case "flow":
		g.flow()
	case "memory":
		switch g.rng.IntN(6) {
		case 0:
			x, r := g.pick(true), g.dest()
			g.say("st.local.B LOCAL, %s", x)
			if g.chance(30) {
				g.arith("")
			}
			g.say("ld.local.B %s, LOCAL", r)
			g.define(r, g.product[x])
		case 1:
			x, r := g.pick(true), g.dest()
			g.say("st.shared.B SHARED, %s", x)
			g.say("ld.shared.B %s, SHARED", r)
			g.define(r, false)
		case 2:
			if g.stores < outs-2 {
				g.stores++
				g.say("OUT(%s)", g.pick(g.chance(30)))
			}
		case 3:
			r := g.dest()
			g.say("ld.global.B %s, [%%in+8]", r)
			g.define(r, false)
		case 4:
			g.say("%s", []string{"bar.sync 0", "membar.gl", "bar.warp.sync 0xffff", "atom.shared.add.u32 i5, SHARED, 1", "mov.u32 i5, %clock"}[g.rng.IntN(5)])
		default:
			g.arith("")
		}
	}
}

func (g *graph) fma() {
	x, y, z, r := g.pick(false), g.pick(false), g.pick(true), g.dest()
	g.say("fma.rn.T %s, %s, %s, %s", r, x, y, z)
	g.define(r, false)
}

// flow writes a branch or a loop with some statements in it. What is defined there is
// known there only, but for registers that have had a value before.
func (g *graph) flow() {
	if g.deep > 1 {
		g.arith("")
		return
	}
	g.deep++
	g.labels++
	n := g.labels
	inner := func() {
		vals := slices.Clone(g.vals)
		old := g.regs
		for range 1 + g.rng.IntN(3) {
			if g.chance(60) { // change what was there before
				x, y := g.pick(true), g.pick(false)
				r := fmt.Sprintf("r%d", g.rng.IntN(old))
				if slices.Contains(vals, r) {
					g.say("%s.T %s, %s, %s", []string{"mul", "add", "sub"}[g.rng.IntN(3)], r, x, y)
					continue
				}
			}
			g.step()
		}
		if g.stores < outs-3 && g.chance(40) {
			g.stores++
			g.say("OUT(%s)", g.pick(true))
		}
		g.vals = slices.DeleteFunc(g.vals, func(v string) bool { return !slices.Contains(vals, v) })
	}
	pred := []string{"@p", "@!p", "@q"}[g.rng.IntN(3)]
	switch g.rng.IntN(5) {
	case 0, 1:
		g.say("%s bra L%d", pred, n)
		inner()
		g.say("L%d:", n)
	case 2:
		g.say("%s bra L%d", pred, n)
		inner()
		g.say("bra M%d", n)
		g.say("L%d:", n)
		inner()
		g.say("M%d:", n)
	case 3:
		g.say("mov.u32 i%d, 0", 3+n)
		g.say("L%d:", n)
		inner()
		g.say("add.u32 i%d, i%[1]d, 1", 3+n)
		g.say("setp.%s P%d, i%d, %s", []string{"le", "lt"}[g.rng.IntN(2)]+".u32", n, 3+n, []string{"i0", "i1", "2", "3"}[g.rng.IntN(4)])
		g.say("@P%d bra L%d", n, n)
	default:
		g.say("L%d:", n)
	}
	g.deep--
}

// end stores what nothing uses: sums, and some of the products.
func (g *graph) end() {
	for i := len(g.vals) - 1; i >= inputs && g.stores < outs-1; i-- {
		if v := g.vals[i]; g.free[v] && (!g.product[v] || g.chance(15)) || g.class == "flow" && g.chance(40) || g.chance(6) {
			g.stores++
			g.say("OUT(%s)", v)
		}
	}
}
