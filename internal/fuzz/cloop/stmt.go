package cloop

import "fmt"

// statement writes a statement.
func (g *gen) statement() {
	g.left--
	k := g.rng.IntN(100)
	switch {
	case k < 30 && g.depth() < maxDepth:
		g.loop()
	case k < 44:
		g.branch()
	case k < 50:
		g.choice()
	case k < 62 && len(g.loops) > 0 && !g.loops[len(g.loops)-1].plain:
		g.leave()
	case k < 66 && len(g.loops) > 0:
		g.turn()
	case k < 72 && g.array:
		g.line("m[%s & 7] ^= %s;", g.leaf(), g.expr(1))
	case k < 78 && !g.helper:
		g.line("out[%d + (%s & 3)] += %s;", results, g.leaf(), g.expr(1))
	case k < 82 && len(g.helpers) > 0 && len(g.loops) < 2 && !g.helper:
		g.line("%s += %s(in, %s, %s);", g.changed(), g.choose(g.helpers...), g.expr(1), g.choose("n", "5", "(i32)("+g.leaf()+" & 15)"))
	default:
		g.change()
	}
}

// block writes up to so many statements, one at least.
func (g *gen) block(most int) {
	for i := range 1 + g.rng.IntN(most) {
		if i == 0 && g.left <= 0 {
			g.change()
			return
		}
		if g.left <= 0 {
			return
		}
		g.statement()
	}
}

// changed is a variable that may be changed.
func (g *gen) changed() string { return g.choose(g.sums...) }

// change changes a variable. As unsigned numbers, which wrap.
func (g *gen) change() {
	t := g.changed()
	typ := "u32"
	for _, v := range g.scope {
		if v.name == t && v.typ == "u64" {
			typ = "u64"
		}
	}
	switch g.rng.IntN(7) {
	case 6: // a vector
		v := g.name("v")
		n, x := 2, fmt.Sprintf("%[1]s.x ^ %[1]s.y * 3u", v)
		if g.percent(50) {
			n, x = 4, fmt.Sprintf("%s ^ (%[2]s.z - %[2]s.w)", x, v)
		}
		g.line("u32x%d %s = *(const u32x%d GLOBAL *)(in + (%s & %d));", n, v, n, g.expr(1), inputMask&^(n-1))
		g.line("%s = (%s)%s + (%s);", t, typ, t, x)
	case 0:
		g.line("%s = (%s)%s * %du + %s;", t, typ, t, 3+2*g.rng.IntN(8), g.expr(1))
	case 1:
		g.line("%s ^= (%s)%s << %d;", t, typ, g.expr(1), g.rng.IntN(16))
	case 2:
		g.line("%s = (%s)%s - %s;", t, typ, t, g.expr(2))
	case 3:
		g.line("%s = %s;", t, g.expr(2))
	default:
		g.line("%s = (%s)%s + %s;", t, typ, t, g.expr(2))
	}
}

// branch writes an if, some with an else, or several.
func (g *gen) branch() {
	scope := g.open("if (%s)", g.cond(2))
	g.block(3)
	for g.percent(25) {
		g.scope, g.indent = g.scope[:scope], g.indent-1
		g.open("} else if (%s)", g.cond(1))
		g.block(2)
	}
	if g.percent(50) {
		g.scope, g.indent = g.scope[:scope], g.indent-1
		g.open("} else")
		g.block(3)
	}
	g.close(scope, "")
}

// choice writes a switch, in which some cases fall through.
func (g *gen) choice() {
	mask := g.choose("3", "7", "15")
	scope := g.open("switch (%s & %s)", g.leaf(), mask)
	next := 0
	for range 2 + g.rng.IntN(3) {
		for range 1 + g.rng.IntN(2) {
			g.line("case %d:", next)
			next += 1 + g.rng.IntN(2)
		}
		inner := g.open("")
		g.block(2)
		g.close(inner, "")
		if g.percent(70) {
			g.line("break;")
		}
	}
	if g.percent(60) {
		inner := g.open("default:")
		g.block(2)
		g.close(inner, "")
	}
	g.close(scope, "")
}

// leave writes a jump out of the loop, out of the function, or to the next round.
func (g *gen) leave() {
	l := g.loops[len(g.loops)-1]
	k := g.rng.IntN(10)
	if k >= 9 { // seldom taken, or little is left of what comes after
		scope := g.open("if (%s && (%s & 31) == %d)", g.cond(0), g.expr(1), g.rng.IntN(32))
		if g.helper {
			g.line("return %s;", g.expr(1))
		} else {
			g.line("out[0] = %s;", g.expr(1))
			g.line("return;")
		}
		g.close(scope, "")
		return
	}
	scope := g.open("if (%s)", g.cond(1))
	if g.percent(60) {
		g.change()
	}
	if k < 4 {
		g.line("break;")
	} else {
		l.next(g)
		g.line("continue;")
	}
	g.close(scope, "")
}

// turn changes what counts of the innermost loop, where the loop ends none the less.
func (g *gen) turn() {
	l := g.loops[len(g.loops)-1]
	switch {
	case l.nudge != "":
		g.line("if (%s) %s;", g.cond(1), l.nudge)
	case l.step != "" && l.known:
		g.line("if (%s) %s = %s;", g.cond(1), l.step, g.amount())
	default:
		g.change()
	}
}

// amount is what a step may be.
func (g *gen) amount() string {
	if g.percent(40) {
		return fmt.Sprintf("1 + (%s & %d)", g.leaf(), 1+2*g.rng.IntN(2))
	}
	return fmt.Sprint(1 + g.rng.IntN(maxStep))
}
