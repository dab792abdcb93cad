package scalar

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// The clean loop of a row (schedule.Clean) ranges over the slices that its windows are:
//
//	m, ok := ptx.Below(i, int64(n), c.Dim.X)
//	if ok && ptx.Inside(x, i, m) {
//		xs := x[i:][:m]
//		for tx := range xs { ... xs[tx] ... }
//		return
//	}

// emitClean prints the clean loop in front of the general one: body prints what a thread
// does, and leave how the row is left behind it. It reports whether the clean loop runs
// whatever happens, as there is nothing to ask: nothing stands behind it then.
func (g *rowGen) emitClean(r threadRange, body func(in *rowGen, loop *gosrc.Stmt), leave gosrc.StmtKind) (always bool) {
	around := g.cur
	ranges := g.sides(&r)
	for i, w := range g.body.Clean.All() {
		g.starts(w, &ranges[i])
	}
	var conds []*jen.Statement
	for _, ok := range r.oks {
		g.use(ok)
		conds = append(conds, jen.Id(ok.Name))
	}
	for i, w := range g.body.Clean.All() {
		conds = append(conds, g.mayClean(w, &ranges[i])...)
	}
	st := &gosrc.Stmt{Kind: gosrc.BlockStmt, Body: gosrc.NewBlock()}
	if always = len(conds) == 0; !always {
		st = &gosrc.Stmt{Kind: gosrc.IfStmt, Code: conjunction(conds), Body: gosrc.NewBlock()}
	}
	g.push(st)
	// The loops are different scopes: each may call its variables what it likes.
	in := g.inner()
	in.names, in.outer = gosrc.NewNamer(g.names), g.names
	loops := g.body.Clean.All()
	for i := range loops {
		if g.f.Order == ir.Descending {
			i = len(loops) - 1 - i
		}
		g.cur = st.Body
		in.cleanLoop(loops[i], ranges[i], body)
	}
	g.cur = st.Body
	if !always {
		g.push(&gosrc.Stmt{Kind: leave})
	}
	g.cur = around
	return always
}

// cleanLoop prints one clean loop, for the threads of a range.
func (g *rowGen) cleanLoop(w *schedule.Clean, r threadRange, body func(in *rowGen, loop *gosrc.Stmt)) {
	in := g.inner()
	in.ctx.loop = w
	in.cleanPlan()
	gangs := g.inGangs(w)
	at, inside := "tx", gosrc.NewNamer(g.names)
	switch {
	case r.lo != nil && gangs: // for both loops, and beside those of another range
		at = g.names.Pick("i")
	case r.lo != nil:
		at = inside.Pick("i")
	}
	openings, lead := in.open(w.Windows, &r)
	lead = in.cutSlots(at, lead, &r)
	loop := &gosrc.Stmt{Kind: gosrc.ForStmt, Body: gosrc.NewBlock(), Label: g.pickOuter(threadsLabel), Origins: g.originOfThreads()}
	in.ctx.clean, in.ctx.facts = openings, g.body.CleanFacts(w)
	in.byVal = g.ofFront(g.byVal)
	in.tuples = map[*ir.Value][]*gosrc.Variable{}
	in.ctx.at = &gosrc.Variable{Name: at, Kind: gosrc.Int}
	in.index = in.ctx.at
	count := in.rangeOver(lead, &r)
	loop.Code = jen.Id(at).Op(":=").Range().Add(count)
	last := lengthOf(count, lead != nil)
	if gangs {
		end, deps := in.cleanGangs(w, at, count, lead != nil, &r, inside)
		if g.f.Order == ir.Descending {
			last, loop.Deps = end, deps
		} else {
			g.countGangs(at, end, deps, last)
			loop.Code = jen.Op(";").Id(at).Op("<").Add(last).Op(";").Id(at).Op("++")
		}
	} else {
		loop.Index, loop.Over = in.ctx.at, count
	}
	if g.f.Order == ir.Descending {
		loop.Index = nil // the condition mentions it
		loop.Code = jen.Id(at).Op(":=").Add(last).Op("-").Lit(1).Op(";").Id(at).Op(">=").Lit(0).Op(";").Id(at).Op("--")
	}
	g.push(loop)
	g.cur = loop.Body
	in.names = inside
	in.cleanThread(&r)
	in.points(w.Windows)
	body(in, loop)
	gosrc.Tidy(loop.Body)
}

// countGangs prints how many threads of a clean loop gangs run, by the call that runs them. It is
// none where fewer are a gang.
func (g *rowGen) countGangs(at string, call *jen.Statement, deps []*gosrc.Variable, count *jen.Statement) {
	if !g.fewBelow() {
		g.push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: jen.Id(at).Op(":=").Add(call), Deps: deps})
		return
	}
	g.push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: jen.Id(at).Op(":=").Lit(0)})
	s := &gosrc.Stmt{Kind: gosrc.IfStmt, Code: count.Clone().Op(">=").Lit(g.gangs.Lanes()), Body: gosrc.NewBlock()}
	g.push(s)
	s.Body.Add(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: jen.Id(at).Op("=").Add(call), Deps: deps})
}

// sides prints which threads of a range are on the sides of what splits a clean loop, one
// range for each loop.
func (g *rowGen) sides(r *threadRange) []threadRange {
	s := g.body.Split
	if s == nil {
		return []threadRange{*r}
	}
	in := threadRange{width: r.width}
	g.span(r, &in, []schedule.Span{*s})
	r.oks = append(r.oks, in.oks...)
	a, b := in.lo, in.hi
	if s.From == nil {
		in.lo = r.lo
	}
	if s.To == nil {
		in.hi = r.hi
	}
	before, behind := *r, *r
	before.hi, behind.lo = a, b
	out := []threadRange{}
	for _, side := range s.Sides() {
		switch side {
		case schedule.Before:
			out = append(out, before)
		case schedule.In:
			out = append(out, in)
		default:
			out = append(out, behind)
		}
	}
	return out
}

// mayClean prints the conditions of a clean loop.
func (g *rowGen) mayClean(w *schedule.Clean, r *threadRange) (list []*jen.Statement) {
	if r.lo != nil && len(w.Windows) > 0 {
		g.countInt(r)
	}
	for _, e := range w.Exact {
		list = append(list, g.exact(e, r))
	}
	return append(list, g.checks(w, r)...)
}

// conjunction joins conditions, on several lines where they are many.
func conjunction(list []*jen.Statement) *jen.Statement {
	cond := list[0]
	for _, c := range list[1:] {
		cond.Op("&&")
		if len(list) > 3 {
			cond.Line()
		}
		cond.Add(c)
	}
	return cond
}

// cutSlots prints the elements of slots that belong to the threads of a row that run, and
// makes them what the code of a clean loop sees of the slots, at the number of the thread.
// It returns the first slice with an element for each thread.
func (g *rowGen) cutSlots(at string, lead *gosrc.Variable, r *threadRange) *gosrc.Variable {
	parts := map[*ir.Slot]*gosrc.Variable{}
	cut := func(s *ir.Slot) {
		if s == nil || parts[s] != nil {
			return
		}
		whole := g.slot(s)
		part := &gosrc.Variable{Name: g.names.Pick(whole.Name + "s"), Type: whole.Type, Kind: whole.Kind, PerThread: true, At: at, Part: true}
		parts[s] = part
		g.vars = append(g.vars, part)
		row := jen.Id("row")
		if t := g.throughRows; t != nil && t.at > 0 {
			row = jen.Parens(t.number())
		}
		first := row.Op("*").Id("c").Dot("Dim").Dot("X")
		if r.lo != nil {
			g.use(r.lo)
			first.Op("+").Id(r.lo.Name)
		}
		g.use(whole)
		g.cut(part, jen.Id(whole.Name).Index(first.Op(":")), lead, r)
		if lead == nil {
			lead = part
		}
	}
	cut(g.mask())
	for _, b := range g.f.Blocks {
		for _, v := range b.Values {
			cut(v.Attr.Slot)
		}
	}
	g.slots = parts
	return lead
}

// rangeOver prints what the clean loop ranges over.
func (g *rowGen) rangeOver(lead *gosrc.Variable, r *threadRange) *jen.Statement {
	switch {
	case lead != nil:
		g.use(lead)
		return jen.Id(lead.Name)
	case r.n != nil:
		g.use(r.n)
		return jen.Id(r.n.Name)
	}
	g.useRange(r)
	return jen.Int().Parens(r.count())
}

// cleanPlan is the plan of the clean loop, in which what goes through windows does not
// fault. What stands in front of both loops is the same for both.
func (g *scope) cleanPlan() {
	general := g.plan
	s := *general.sites
	s.inside = g.ctx.loop.Use
	g.plan = newPlan(g.body, general.operands, &s, general.given)
	for _, v := range g.body.Row {
		g.plan.inline[v.ID] = general.inline[v.ID]
		if g.front[v] {
			g.plan.shared.Separate(v)
		}
	}
}

// faultsBeside reports whether a thread of the clean loop at hand may fault, so that it must
// be known.
func (g *rowGen) faultsBeside() bool {
	runs := g.body.Runs(g.ctx.loop)
	return g.faultsIn(func(v *ir.Value) bool { return runs[v.Block] && g.ctx.loop.Use[v].Window == nil })
}
