package scalar

import (
	"cmp"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// Which threads of a row run is computed in front of the loop over them:
//
//	if y >= height {
//		return
//	}
//	lo, hi, ok := ptx.Between(i, 1, int64(width), 0, c.Dim.X)
//	for tx := lo; tx < hi; tx++ { ... }

// row prints what is computed in front of the loop over x, and how the row is left where a
// gate is closed.
func (g *rowGen) row(leave gosrc.StmtKind) {
	g.front = g.plan.inFront(g.body.Row, g.body.Gates)
	g.rowValues(leave)
}

// rowValues prints what is computed in front of the loop over the threads of the row at hand: of
// rows side by side what is not the same in all of them stands there for each.
func (g *rowGen) rowValues(leave gosrc.StmtKind) {
	asked := map[*ir.Value]bool{} // what the gates are made of
	var ask func(v *ir.Value)
	ask = func(v *ir.Value) {
		if !asked[v] {
			asked[v] = true
			for _, a := range v.Args {
				ask(a)
			}
		}
	}
	for _, x := range g.body.Gates {
		ask(x.Cond)
	}
	t := g.throughRows
	there := func(v *ir.Value) bool { return t != nil && (t.ahead[v] || t.at > 0 && !t.differs[v.ID]) }
	define := func(ofGates bool) {
		for _, v := range g.body.Row {
			if asked[v] == ofGates && !there(v) {
				g.define(v)
			}
		}
	}
	define(true)
	g.gates(leave)
	define(false)
}

// gates prints how a row is left of which no thread does anything.
func (g *rowGen) gates(leave gosrc.StmtKind) {
	var closed gosrc.Expr
	for i, x := range g.body.Gates {
		c := g.value(x.Cond)
		if x.Holds {
			c = g.negate(x.Cond, c)
		}
		if i == 0 {
			closed = c
		} else {
			closed = gosrc.Binary(closed, "||", c, gosrc.Bool)
		}
	}
	if len(g.body.Gates) == 0 {
		return
	}
	st := &gosrc.Stmt{Kind: gosrc.IfStmt, Code: closed.Code(), Body: gosrc.NewBlock()}
	g.at(st, g.body.Gates[0].Block.Pos)
	for _, gate := range g.body.Gates {
		g.comesFrom(st, g.originOfGuard(gate)...)
	}
	g.push(st)
	st.Body.Add(&gosrc.Stmt{Kind: leave})
}

// threads prints which threads of a row run.
func (g *rowGen) threads() threadRange {
	r := threadRange{width: jen.Id("c").Dot("Dim").Dot("X")}
	most, below := int64(schedule.MaxRow), []jen.Code(nil)
	rest := slices.Clone(g.body.Spans)
	rest = slices.DeleteFunc(rest, func(s schedule.Span) bool {
		n, ok := g.limit(&s)
		upper, isConst := s.Upper()
		switch {
		case !ok:
		case isConst:
			most = min(most, max(upper, 0))
		default:
			below = append(below, n)
		}
		return ok
	})
	if most < schedule.MaxRow {
		below = slices.Insert(below, 0, jen.Code(jen.Id(gosrc.Num(most))))
	}
	if len(below) > 0 {
		r.width = jen.Id("min").Call(append([]jen.Code{r.width}, below...)...)
	}
	if len(below) > 0 && (g.body.Clean != nil || g.loops()) && len(rest) == 0 {
		r.hi = &gosrc.Variable{Name: g.names.Pick("m"), Kind: gosrc.U32}
		g.vars = append(g.vars, r.hi)
		g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{r.hi}, RHS: []jen.Code{r.width}, Origins: g.originOfSpans(g.body.Spans)})
	}
	// Those that bound a row from above leave where it begins.
	slices.SortStableFunc(rest, func(s, t schedule.Span) int { return cmp.Compare(between(g.body, &s), between(g.body, &t)) })
	for len(rest) > 0 {
		var list, others []schedule.Span
		for _, s := range rest {
			if s.Beside(&rest[0]) {
				list = append(list, s)
			} else {
				others = append(others, s)
			}
		}
		g.span(&r, &r, list)
		rest = others
	}
	return r
}

// between orders spans: 0 for those of ptx.Below, 1 for those of ptx.Between.
func between(b *schedule.Body, s *schedule.Span) int {
	if b.Above(s) {
		return 0
	}
	return 1
}

// span prints which threads of a range are in spans of the same numbers, into the variables
// of a range: of the same one, or of another that has none yet.
func (g *rowGen) span(r, into *threadRange, list []schedule.Span) {
	first := &list[0]
	k := indexKind(first.Signed)
	args, by := []jen.Code{g.sum(first.Index, k).Typed()}, ""
	if first.Step > 1 {
		args, by = append(args, jen.Lit(int(first.Step))), "By"
	}
	from, to := g.edges(list, func(s schedule.Span) *schedule.Edge { return s.From }, k), g.edges(list, func(s schedule.Span) *schedule.Edge { return s.To }, k)
	above := g.body.Above(first) && r.lo == nil
	begin, end := r.begin(), r.end()
	g.useRange(r)
	bound := func(v **gosrc.Variable, wish string) {
		if *v == nil {
			*v = g.temp(wish, gosrc.U32)
		}
	}
	if n, ok := g.limit(first); ok && above && len(list) == 1 {
		bound(&into.hi, "m")
		g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{into.hi}, RHS: []jen.Code{jen.Id("min").Call(end, n)}, Origins: g.originOfSpans(list)})
		return
	}
	ok := g.temp("ok", gosrc.Bool)
	if !first.Sure() {
		into.oks = append(into.oks, ok)
	}
	if above {
		bound(&into.hi, "m")
		args = append(args, extreme("min", to), end)
		g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{into.hi, ok}, RHS: []jen.Code{Runtime("Below" + by).Call(args...)}, Origins: g.originOfSpans(list)})
		return
	}
	bound(&into.lo, "lo")
	bound(&into.hi, "hi")
	if len(from) == 0 {
		from = append(from, jen.Id(map[bool]string{true: "-1 << 31", false: "0"}[first.Signed]))
	}
	if len(to) == 0 {
		to = append(to, jen.Id(map[bool]string{true: "1 << 31", false: "1 << 32"}[first.Signed]))
	}
	args = append(args, extreme("max", from), extreme("min", to), begin, end)
	g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{into.lo, into.hi, ok}, RHS: []jen.Code{Runtime("Between" + by).Call(args...)}, Origins: g.originOfSpans(list)})
}

// edges prints the edges of some spans.
func (g *rowGen) edges(list []schedule.Span, of func(schedule.Span) *schedule.Edge, k gosrc.Kind) []jen.Code {
	var out []jen.Code
	for _, s := range list {
		e := of(s)
		switch {
		case e == nil:
		case e.Value == nil:
			out = append(out, gosrc.Constant(uint64(e.Plus), gosrc.I64).Code())
		default:
			x := gosrc.Convert(gosrc.Convert(g.value(e.Value), k), gosrc.I64)
			out = append(out, offset(x, e.Plus).Code())
		}
	}
	return out
}

// extreme prints the least or the largest of some numbers.
func extreme(fn string, list []jen.Code) jen.Code {
	if len(list) == 1 {
		return list[0]
	}
	return jen.Id(fn).Call(list...)
}

// loop prints the head of the loop over the threads that run.
//
// Where the body has a loop itself, Go's compiler would keep what counts threads and their
// number in registers while that runs, and spill what it computes. So it finds them in
// memory: the thread is named in the CTA, if it is at all.
//
// Where gangs run, the loop over them stands in front: enter prints what their code finds at
// its beginning.
func (g *rowGen) loop(r *threadRange, named bool, enter func(in *rowGen)) *gosrc.Stmt {
	tx := func() *jen.Statement { return jen.Id("tx") }
	inner := named && g.loops()
	next := func(op string) *jen.Statement {
		step := jen.Lit(int(max(r.step, 1)))
		switch {
		case inner:
			return tx().Op("=").Id("c").Dot("X").Op(op).Add(step)
		case r.step > 0:
			return tx().Op(op + "=").Add(step)
		}
		return tx().Op(op + op)
	}
	var head *jen.Statement
	var deps []*gosrc.Variable
	gangs := g.inGangs(nil)
	switch {
	case g.f.Order == ir.Descending: // as far as the number before 0, which is none of a thread
		last := r.end()
		if gangs {
			last, deps = g.gangsOf(r, enter)
		}
		head = tx().Op(":=").Add(last).Op("-").Lit(1).Op(";")
		if r.lo != nil {
			head.Id("tx").Op(">=").Id(r.lo.Name).Op("&&")
		}
		head.Id("tx").Op("<").Add(r.end()).Op(";").Add(next("-"))
	case gangs:
		var first *jen.Statement
		first, deps = g.gangsOf(r, enter)
		g.push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: tx().Op(":=").Add(first), Deps: deps})
		head, deps = jen.Op(";").Id("tx").Op("<").Add(r.end()).Op(";").Add(next("+")), nil
	case r.lo != nil:
		head = tx().Op(":=").Id(r.lo.Name).Op(";").Id("tx").Op("<").Id(r.hi.Name).Op(";").Add(next("+"))
	case inner, r.step > 0:
		head = tx().Op(":=").Uint32().Call(jen.Lit(int(r.from))).Op(";").Id("tx").Op("<").Add(r.end()).Op(";").Add(next("+"))
	default:
		head = tx().Op(":=").Range().Add(r.end())
	}
	g.useRange(r)
	g.deps = append(g.deps, deps...)
	return g.push(&gosrc.Stmt{Kind: gosrc.ForStmt, Code: head, Body: gosrc.NewBlock(), Label: threadsLabel, Origins: g.originOfThreads()})
}

// loops reports whether a thread may go round.
func (g *source) loops() bool { return len(ir.Loops(g.f, ir.Dominators(g.f)).All) > 0 }
