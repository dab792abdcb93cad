package cloop

import "fmt"

const (
	maxDepth = 3 // of loops in each other
	maxStep  = 4 // the largest step
)

// rounds are how many rounds a loop goes at most, by how deep it stands.
var rounds = [maxDepth]int{40, 9, 5}

// loop is one that is being written.
type loop struct {
	step  string     // the variable that it goes on by, "" for none
	known bool       // the step has a value, whatever way a round takes
	nudge string     // a statement that brings the end of the loop nearer, "" for none
	plain bool       // nothing leaves it, or goes on, other than at its end
	next  func(*gen) // writes what must come before a continue
}

// counter is how a loop counts.
type counter struct {
	name, typ string
	limit     string // a variable of the type
	down      bool
}

// counters are the types of counters. All hold the numbers that a loop counts to, with a few
// steps beyond.
var counters = []string{"i32", "i32", "i32", "u32", "u32", "i64", "u64", "i16", "u16", "u8"}

// loop writes a loop of any kind.
func (g *gen) loop() {
	g.left--
	switch k := g.rng.IntN(20); {
	case k < 11:
		g.counting()
	case k < 13:
		g.toNumber()
	case k < 15:
		g.toZero()
	case k < 16:
		g.shifting()
	case k < 18:
		g.growing()
	default:
		g.walking()
	}
}

// depth is how deep the next loop stands, where those of functions stand in one that calls.
func (g *gen) depth() int {
	if g.helper {
		return len(g.loops) + 1
	}
	return len(g.loops)
}

// limit is a number of rounds, for this thread or for all.
func (g *gen) limit() string {
	most := rounds[g.depth()]
	switch k := g.rng.IntN(10); {
	case k < 3:
		return fmt.Sprint(1 + g.rng.IntN(most))
	case k < 6 && most >= length/2:
		return g.choose("n", "n + 2", "n >> 1")
	case k < 7 && len(g.loops) == 0 && !g.helper:
		return "(tid & 7) + 2"
	}
	mask := 15
	for mask > most {
		mask >>= 1
	}
	return fmt.Sprintf("(%s & %d)", g.expr(1), mask)
}

// inside writes the body of a loop, in whose middle the step is chosen where it has no value
// yet, and tail at its end.
func (g *gen) inside(l *loop, tail ...string) {
	l.plain = g.percent(50)
	g.loops = append(g.loops, l)
	if l.step != "" && !l.known {
		if g.percent(60) {
			g.block(2)
		}
		g.pickStep(l)
	}
	g.block(3)
	for _, t := range tail {
		g.line("%s", t)
	}
	g.loops = g.loops[:len(g.loops)-1]
}

// pickStep assigns the step on all ways.
func (g *gen) pickStep(l *loop) {
	s := l.step
	switch g.rng.IntN(7) {
	case 0:
		g.line("%s = %s ? %s : %s;", s, g.cond(1), g.amount(), g.amount())
	case 1:
		g.line("%s = 1 + (%s & 3);", s, g.element())
	case 2: // one way goes on at once
		if l.plain {
			g.line("%s = %s;", s, g.amount())
			break
		}
		scope := g.open("if (%s)", g.cond(1))
		l.next(g)
		g.change()
		g.line("continue;")
		g.close(scope, "")
		g.line("%s = %s;", s, g.amount())
	case 3:
		scope := g.open("switch (%s & 3)", g.leaf())
		g.line("case 0: %s = %s; break;", s, g.amount())
		g.line("case 1: %s = %s;%s break;", s, g.amount(), g.choose("", " "+g.changed()+" ^= 5;"))
		g.line("default: %s = %s;", s, g.amount())
		g.close(scope, "")
	default:
		scope := g.open("if (%s)", g.cond(1))
		g.assignIn(s)
		g.scope, g.indent = g.scope[:scope], g.indent-1
		if g.percent(30) {
			g.open("} else if (%s)", g.cond(1))
			g.assignIn(s)
			g.scope, g.indent = g.scope[:scope], g.indent-1
		}
		g.open("} else")
		g.assignIn(s)
		g.close(scope, "")
	}
	l.known = true
	g.scope = append(g.scope, variable{s, "i32"})
}

// assignIn assigns a step in a branch, which may do something else, too.
func (g *gen) assignIn(step string) {
	first := g.percent(50)
	if first {
		g.line("%s = %s;", step, g.amount())
	}
	if g.percent(60) {
		if g.left > 0 && g.percent(40) && g.depth() < maxDepth {
			g.loop()
		} else {
			g.change()
		}
	}
	if !first {
		g.line("%s = %s;", step, g.amount())
	}
}

// counting writes a loop that counts by steps to a limit, in one of the ways to spell that.
func (g *gen) counting() {
	c := counter{name: g.name("j"), typ: g.choose(counters...), limit: g.name("l"), down: g.percent(25)}
	scope := g.open("")
	g.line("%s %s = (%s)(%s);", c.typ, c.limit, c.typ, g.limit())
	// Downwards it stops before what an unsigned number has no room for.
	test, op, start, nudge := c.name+" < "+c.limit, "+=", g.choose("0", "0", "1", "3"), c.name+"++"
	if c.down {
		test, op, start, nudge = fmt.Sprintf("%s > %d", c.name, maxStep), "-=", c.limit+" + "+g.choose("4", "5"), ""
		if c.typ[0] == 'i' {
			test, start, nudge = c.name+" > 0", c.limit, c.name+"--"
		}
	}
	l := &loop{nudge: g.choose("", "", nudge)}
	if l.nudge == "" && !c.down && c.typ[0] == 'i' {
		l.nudge = g.choose("", c.limit+"--")
	}
	// Who steps: a constant, a variable with a value from the start or not, one of the body.
	own := false
	by := fmt.Sprint(1 + g.rng.IntN(maxStep))
	if g.percent(75) {
		l.step = g.name("s")
		by = l.step
		switch k := g.rng.IntN(10); {
		case k < 5:
			g.line("i32 %s;", l.step)
		case k < 8:
			own = true
		default:
			l.known = true
			g.line("i32 %s = %s;", l.step, g.amount())
			g.scope = append(g.scope, variable{l.step, "i32"})
		}
	}
	update := fmt.Sprintf("%s %s %s", c.name, op, by)
	here := func(g *gen) { // takes a step before a continue
		g.line("%s %s %d;", c.name, op, 1+g.rng.IntN(maxStep))
	}
	value := func(g *gen) { // gives the step a value there
		if l.step != "" && (!l.known || g.percent(50)) {
			g.line("%s = %s;", l.step, g.amount())
		}
	}
	behind := len(g.scope)
	declare := func() {
		g.line("%s %s = %s;", c.typ, c.name, start)
		g.scope = append(g.scope, variable{c.name, c.typ})
		behind = len(g.scope)
	}
	declareStep := func() {
		if own {
			g.line("i32 %s;", l.step)
		}
	}
	switch way := g.rng.IntN(6); {
	case way < 2 && !own:
		l.next = value
		if g.percent(60) {
			g.open("for (%s %s = %s; %s; %s)", c.typ, c.name, start, test, update)
			g.scope = append(g.scope, variable{c.name, c.typ})
		} else {
			declare()
			g.open("for (; %s; %s)", test, update)
		}
		g.inside(l)
		g.close(behind, "")
	case way == 2 && !own: // the step is taken where a continue goes, too
		l.next = value
		declare()
		g.open("do")
		g.inside(l)
		g.close(behind, " while ((%s) %s);", update, test[len(c.name)+1:])
	case way == 3:
		l.next = here
		declare()
		g.open("do")
		declareStep()
		g.inside(l, update+";")
		g.close(behind, " while (%s);", test)
	case way == 4:
		l.next = here
		declare()
		g.open("for (;;)")
		declareStep()
		g.line("if (!(%s)) break;", test)
		g.inside(l, update+";")
		g.close(behind, "")
	default:
		l.next = here
		declare()
		g.open("while (%s)", test)
		declareStep()
		g.inside(l, update+";")
		g.close(behind, "")
	}
	g.close(scope, "")
}

// toNumber writes a loop that counts by one until it meets a number.
func (g *gen) toNumber() {
	i, typ, lim := g.name("j"), g.choose(counters...), g.name("l")
	scope := g.open("")
	g.line("%s %s = (%s)(%s);", typ, lim, typ, g.limit())
	inner := g.open("for (%s %s = 0; %s != %s; %s)", typ, i, i, lim, g.choose(i+"++", "++"+i, i+" += 1"))
	g.scope = append(g.scope, variable{i, typ})
	g.inside(&loop{next: func(*gen) {}})
	g.close(inner, "")
	g.close(scope, "")
}

// toZero writes a loop that counts down by one, and asks before it does.
func (g *gen) toZero() {
	i, typ := g.name("j"), g.choose(counters...)
	scope := g.open("")
	g.line("%s %s = (%s)(%s);", typ, i, typ, g.limit())
	g.scope = append(g.scope, variable{i, typ})
	inner := g.open("while (%s-- %s 0)", i, g.choose(">", "!="))
	g.inside(&loop{next: func(*gen) {}})
	g.close(inner, "")
	g.change()
	g.close(scope, "")
}

// shifting writes a loop that shifts a number to nothing.
func (g *gen) shifting() {
	x, typ := g.name("x"), g.choose("u32", "u64", "u16")
	scope := g.open("")
	l := &loop{step: g.name("s")}
	l.next = func(g *gen) {
		if !l.known {
			g.line("%s = %s;", l.step, g.amount())
		}
	}
	g.line("i32 %s;", l.step)
	g.line("%s %s = (%s)(%s) >> %d;", typ, x, typ, g.expr(1), 4*g.rng.IntN(4))
	if l.known = g.percent(40); l.known {
		g.line("%s = %s;", l.step, g.amount())
	}
	g.scope = append(g.scope, variable{x, typ})
	if len(g.loops) > 0 {
		g.line("%s &= 0xff;", x)
	}
	inner := g.open("for (; %s; %s >>= %s)", x, x, l.step)
	g.inside(l)
	g.close(inner, "")
	g.close(scope, "")
}

// growing writes a loop whose counter is multiplied.
func (g *gen) growing() {
	i, typ := g.name("j"), g.choose("i32", "u32", "i64", "u64")
	scope := g.open("")
	l := &loop{next: func(*gen) {}, nudge: g.choose("", i+"++", i+" += "+i)}
	most := []int{500, 40, 12}[g.depth()]
	update := fmt.Sprintf(g.choose("%s += %[1]s", "%s = %[1]s * 3 + 1", "%s += (%[1]s >> 1) + 1", "%s <<= 1"), i)
	inner := g.open("for (%s %s = 1; %s < %d; %s)", typ, i, i, 2+g.rng.IntN(most), update)
	g.scope = append(g.scope, variable{i, typ})
	g.inside(l)
	g.close(inner, "")
	g.close(scope, "")
}

// walking writes a loop whose counter is a pointer.
func (g *gen) walking() {
	p, end := g.name("p"), g.name("e")
	scope := g.open("")
	g.line("const u32 GLOBAL *%s = in + %d + (%s & 15);", p, margin, g.leaf())
	g.line("const u32 GLOBAL *%s = %s + (%s);", end, p, g.limit())
	l := &loop{nudge: g.choose("", end+"--")}
	by := g.choose("1", "2", "3")
	if g.percent(60) {
		l.step = g.name("s")
		by = l.step
		g.line("i32 %s;", l.step)
	}
	l.next = func(g *gen) {
		if l.step != "" && !l.known {
			g.line("%s = %s;", l.step, g.amount())
		}
	}
	inner := g.open("for (; %s < %s; %s += %s)", p, end, p, by)
	t := g.changed()
	g.line("%s ^= *%s;", t, p)
	g.inside(l)
	g.close(inner, "")
	g.close(scope, "")
}
