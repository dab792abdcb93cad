package cloop

import "fmt"

// expr is an expression of type u32, which may be built of others to a depth.
func (g *gen) expr(depth int) string {
	if depth <= 0 || g.percent(30) {
		return g.leaf()
	}
	l, r := g.expr(depth-1), g.expr(depth-1)
	switch g.rng.IntN(12) {
	case 0, 1, 2:
		return fmt.Sprintf("(%s + %s)", l, r)
	case 3, 4:
		return fmt.Sprintf("(%s - %s)", l, r)
	case 5:
		return fmt.Sprintf("%s * %du", l, 3+g.rng.IntN(30))
	case 6:
		return fmt.Sprintf("(%s ^ %s)", l, r)
	case 7:
		return fmt.Sprintf("(%s & %s)", l, r)
	case 8:
		return fmt.Sprintf("(%s >> %d)", l, 1+g.rng.IntN(7))
	case 9:
		return fmt.Sprintf("(%s %% %du)", l, 2+g.rng.IntN(12))
	case 10:
		return fmt.Sprintf("(%s ? %s : %s)", g.cond(0), l, r)
	}
	return fmt.Sprintf("(%s | %s)", l, r)
}

// leaf is a variable, an element, or a constant, of type u32.
func (g *gen) leaf() string {
	switch k := g.rng.IntN(10); {
	case k < 2:
		return g.element()
	case k < 3 && g.array:
		return fmt.Sprintf("m[%s & 7]", g.read())
	case k < 4:
		return fmt.Sprintf("%du", g.rng.IntN(1<<g.rng.IntN(12)))
	}
	return g.read()
}

// read is a variable as u32. Those that were declared last are read more often.
func (g *gen) read() string {
	i := g.rng.IntN(len(g.scope))
	v := g.scope[max(i, g.rng.IntN(len(g.scope)))]
	if v.typ == "u32" {
		return v.name
	}
	return "(u32)" + v.name
}

// element is an element of the input.
func (g *gen) element() string {
	return fmt.Sprintf("in[(%s + %du) & %d]", g.read(), g.rng.IntN(40), inputMask)
}

// cond is a condition, which may be built of others to a depth.
func (g *gen) cond(depth int) string {
	if depth > 0 && g.percent(30) {
		l, r := g.cond(depth-1), g.cond(depth-1)
		return g.choose(
			fmt.Sprintf("(%s && %s)", l, r), fmt.Sprintf("(%s || %s)", l, r), fmt.Sprintf("!(%s)", l))
	}
	switch g.rng.IntN(5) {
	case 0:
		return fmt.Sprintf("(%s & %d)", g.leaf(), 1<<g.rng.IntN(4))
	case 1:
		mask := 1<<(1+g.rng.IntN(3)) - 1
		return fmt.Sprintf("(%s & %d) == %d", g.leaf(), mask, g.rng.IntN(mask+1))
	case 2:
		return fmt.Sprintf("%s %s %s", g.leaf(), g.compare(), g.leaf())
	case 3:
		return fmt.Sprintf("(i32)%s %s (i32)%s", g.expr(1), g.compare(), g.leaf())
	}
	return fmt.Sprintf("%s %% %du == %du", g.read(), 2+g.rng.IntN(5), g.rng.IntN(2))
}

func (g *gen) compare() string { return g.choose("<", "<=", ">", ">=", "==", "!=") }
