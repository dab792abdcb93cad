package scalar

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// Gangs that go through the rows of a CTA by themselves do so in a function of their own, which
// returns the number of rows completed; it stops before the first row that is not a whole number
// of gangs or fails a check. The loop over rows goes on from there.
//
//	for row := sgemmRows1(c, ...); row < c.Rows; row++ { ... }
//
// Where rows are side by side, every statement about a row stands there once for each.

// Rows is how many rows are side by side.
func (g *Gang) Rows() int {
	if g.throughRows == nil {
		return 1
	}
	return len(g.throughRows.list)
}

// OfRow reports whether what all gangs of a row share is another thing in each row.
func (g *Gang) OfRow(v *ir.Value) bool {
	t := g.throughRows
	return t != nil && !t.ahead[v] && (g.front[v] || v.Op == ir.OpSReg && t.differs[v.ID])
}

// gangRows prints the function of gangs that go through the rows of the CTA, if there is one. It
// returns the call, and what that mentions.
func (g *rowGen) gangRows() (call *jen.Statement, deps []*gosrc.Variable) {
	if g.gangs == nil || g.body.Clean == nil || !g.inGangs(g.body.Clean) {
		return nil, nil
	}
	rows := g.gangs.Plan(g.body).Rows
	if rows == nil {
		return nil, nil
	}
	in := g.ofGangs()
	in.names, in.outer = gosrc.NewNamer(g.names), nil
	in.names.Reserve("tx", "ty", "tz")
	in.ctx.tid[0] = "tx"
	t := &throughRows{list: make([]rowState, rows.Beside), differs: rows.Differs, row: "row", squares: map[*schedule.Window]bool{}, ahead: map[*ir.Value]bool{}}
	for v := range rows.Square {
		t.squares[in.body.Clean.Use[v].Window] = true
	}
	in.throughRows = t
	if in.parts == nil {
		t.row = in.names.Pick("row")
	}
	head := jen.Op(";").Id(t.row).Op("<").Id("c").Dot("Rows").Op(";").Id(t.row).Op("++")
	if n := rows.Beside; n > 1 {
		head = jen.Op(";").Id(t.row).Op("+").Lit(n).Op("<=").Id("c").Dot("Rows").Op(";").Id(t.row).Op("+=").Lit(n)
	}
	in.rowStates(g.slots)
	in.aheadOfRows()
	loop := in.push(&gosrc.Stmt{Kind: gosrc.ForStmt, Code: head, Body: gosrc.NewBlock(), Label: in.pickOuter("rows")})
	in.cur = loop.Body
	in.push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: doneTo(jen.Id(t.row), gosrc.U32)})
	in.push(leaving()).Body.Add(&gosrc.Stmt{Kind: gosrc.BreakStmt, Label: loop.Label})
	places := in.placeRows()
	in.frontOfRows()
	in.maybeRows()
	in.cleanRows(loop)
	gosrc.Tidy(in.root)
	for _, s := range places {
		for i, v := range s.LHS {
			if !v.Used() {
				s.LHS[i] = nil
			}
		}
	}
	n := gangCount{at: jen.Id(t.row), kind: gosrc.U32, first: in.ctx.at}
	return in.callGangs("Rows", n)
}

// allRows prints, into the function of a row, that gangs do all rows where the first one is at hand.
func (g *rowGen) allRows() {
	call, deps := g.gangRows()
	if call == nil {
		return
	}
	c := jen.Id("c")
	ask := c.Clone().Dot("MayDoRows").Call().Op("&&").Add(c).Dot("DoneTo").Call(call)
	st := g.push(&gosrc.Stmt{Kind: gosrc.IfStmt, Code: ask, Body: gosrc.NewBlock(), Deps: deps})
	st.Body.Add(&gosrc.Stmt{Kind: gosrc.ReturnStmt})
}

// rowStates names what code speaks of in each of the rows at hand.
func (g *rowGen) rowStates(slots map[*ir.Slot]*gosrc.Variable) {
	t := g.throughRows
	for k := range t.list {
		s := &t.list[k]
		s.byVal, s.slots = map[*ir.Value]*gosrc.Variable{}, slots
		s.y, s.z = g.coordinate("ty", k), g.coordinate("tz", k)
	}
	g.Row(0)
}

// aheadOfRows prints what is the same for all rows, and which of their threads run where that is:
// nothing is done where these are no whole gangs.
func (g *rowGen) aheadOfRows() {
	t := g.throughRows
	g.front = g.plan.inFront(g.body.Row, g.body.Gates)
	there := func(v *ir.Value) bool { return t.ahead[v] || trivial(v) && !t.differs[v.ID] }
	for _, v := range g.body.Row {
		switch v.Op {
		case ir.OpDivS, ir.OpDivU, ir.OpRemS, ir.OpRemU: // by what may be zero, where a gate is closed
			continue
		}
		if !t.differs[v.ID] && !slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return !there(a) }) {
			t.ahead[v] = true
			g.define(v)
		}
	}
	edge := func(e *schedule.Edge) bool { return e == nil || e.Value == nil || there(e.Value) }
	for _, s := range g.body.Spans {
		if !edge(s.From) || !edge(s.To) || slices.ContainsFunc(s.Index.Terms, func(a analysis.Term) bool { return !there(a.Value) }) {
			return
		}
	}
	g.countRows()
	t.counted = true
	st := g.push(&gosrc.Stmt{Kind: gosrc.IfStmt, Code: g.someAlone(), Body: gosrc.NewBlock()})
	st.Body.Add(&gosrc.Stmt{Kind: gosrc.ReturnStmt, RHS: []jen.Code{jen.Lit(0)}})
}

// countRows prints which threads of the rows at hand run, and how many they are.
func (g *rowGen) countRows() {
	t := g.throughRows
	t.count = g.threads()
	g.countInt(&t.count)
	g.deps = nil
}

// someAlone is whether some threads are in no gang, or something wraps.
func (g *rowGen) someAlone() *jen.Statement {
	t := g.throughRows
	c := g.countInt(&t.count).Code().Op("%").Lit(g.gangs.Lanes()).Op("!=").Lit(0)
	for _, ok := range t.count.oks {
		g.use(ok)
		c.Op("||").Op("!").Id(ok.Name)
	}
	return c
}

// placeRows prints where the rows at hand are.
func (g *rowGen) placeRows() (places []*gosrc.Stmt) {
	t := g.throughRows
	for k := range t.list {
		s := &t.list[k]
		t.at = k
		places = append(places, g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{s.y, s.z}, RHS: []jen.Code{jen.Id("c").Dot("Row").Call(t.number())}}))
	}
	return places
}

// coordinate is a variable for %tid.y or %tid.z of one of the rows at hand.
func (g *rowGen) coordinate(name string, k int) *gosrc.Variable {
	if k > 0 {
		return g.temp(name, gosrc.U32)
	}
	v := &gosrc.Variable{Name: name, Kind: gosrc.U32}
	g.vars = append(g.vars, v)
	return v
}

// frontOfRows prints what is computed once for each row, and which of its threads run.
func (g *rowGen) frontOfRows() {
	t := g.throughRows
	leave := gosrc.ContinueStmt
	if len(t.list) > 1 {
		leave = gosrc.BreakStmt
	}
	for k := range t.list {
		g.Row(k)
		g.rowValues(leave)
		if k == 0 && !t.counted {
			g.countRows()
		}
		s := &t.list[k]
		s.count = t.count
		if k > 0 { // what all rows share begins in all of them at one place
			s.count.starts = slices.DeleteFunc(slices.Clone(t.list[0].count.starts), func(b start) bool { return g.ownWindow(b.of) })
		}
		g.starts(g.body.Clean, &s.count)
	}
	g.Row(0)
}

// ownWindow reports whether each of the rows that are side by side has a window of its own.
func (g *scope) ownWindow(x *schedule.Window) bool {
	return slices.ContainsFunc(x.First, func(s schedule.Summand) bool {
		for _, term := range s.Terms {
			if g.throughRows.differs[term.Value.ID] {
				return true
			}
		}
		return false
	})
}

// maybeRows prints that the rows at hand are left to others where they have no whole gangs, or a clean
// loop would not do.
func (g *rowGen) maybeRows() {
	t := g.throughRows
	var conds []*jen.Statement
	asked := map[string]bool{}
	ask := func(c *jen.Statement) {
		if text := gosrc.Plain(c); !asked[text] {
			asked[text] = true
			conds = append(conds, c)
		}
	}
	for k := range t.list {
		g.Row(k)
		for _, c := range g.mayClean(g.body.Clean, &t.list[k].count) {
			ask(c)
		}
	}
	for _, x := range g.body.Clean.Windows {
		for k := 1; k < len(t.list) && t.squares[x]; k++ {
			ask(g.stepsOn(x, k))
		}
	}
	g.Row(0)
	var parts *jen.Statement
	switch no := func() *jen.Statement { return jen.Op("!").Parens(conjunction(conds)) }; {
	case t.counted && len(conds) == 0:
		return
	case t.counted:
		parts = no()
	case len(conds) == 0:
		parts = g.someAlone()
	default:
		parts = g.someAlone().Op("||").Line().Add(no())
	}
	st := g.push(&gosrc.Stmt{Kind: gosrc.IfStmt, Code: parts, Body: gosrc.NewBlock()})
	st.Body.Add(&gosrc.Stmt{Kind: gosrc.BreakStmt})
}

// stepsOn prints that a window begins so many elements behind that of the first row at hand.
func (g *rowGen) stepsOn(x *schedule.Window, k int) *jen.Statement {
	t := g.throughRows
	begin := func(k int) gosrc.Expr {
		g.Row(k)
		return gosrc.Convert(g.first(x, &t.list[k].count), gosrc.Int)
	}
	return gosrc.Binary(begin(k), "==", offset(begin(0), int64(k)), gosrc.Bool).Code()
}

// cleanRows prints the windows of the rows at hand, and the loops over their gangs.
func (g *rowGen) cleanRows(loop *gosrc.Stmt) {
	t, w := g.throughRows, g.body.Clean
	g.ctx.loop = w
	g.cleanPlan()
	at := "tx"
	if t.count.lo != nil {
		at = g.names.Pick("i")
	}
	var lead *gosrc.Variable // of the first row
	for k := range t.list {
		g.Row(k)
		s := &t.list[k]
		var own *gosrc.Variable
		windows := slices.Clone(w.Windows)
		if k > 0 {
			windows = slices.DeleteFunc(windows, func(x *schedule.Window) bool { return !g.ownWindow(x) })
		}
		s.clean, own = g.open(windows, &s.count)
		for x, o := range t.list[0].clean {
			if s.clean[x] == nil {
				s.clean[x] = o
			}
		}
		if own = g.cutSlots(at, own, &s.count); k == 0 {
			lead = own
		}
		s.slots = g.slots
	}
	g.Row(0)
	g.ctx.facts = g.body.CleanFacts(w)
	g.ctx.at = &gosrc.Variable{Name: at, Kind: gosrc.Int}
	g.index = g.ctx.at
	deps, count := t.count.n, jen.Id(t.count.n.Name)
	if lead != nil { // the Go compiler knows that indices below its length are inside
		deps, count = lead, jen.Len(jen.Id(lead.Name))
	}
	first := jen.Null()
	n := gangCount{at: jen.Id(at), kind: gosrc.Int, first: g.ctx.at, deps: []*gosrc.Variable{deps}}
	n.head = func(lanes int) *jen.Statement {
		return first.Clone().Op(";").Id(at).Op("<").Add(count.Clone()).Op("-").Lit(lanes - 1).Op(";").Id(at).Op("+=").Lit(lanes)
	}
	g.outer = g.names
	gang := &Gang{memGen: memGen{g.funcGen}, Clean: w, Jam: len(t.list), Front: map[any]*gosrc.Variable{}, lead: loop}
	enter := func(in *rowGen) { in.cleanThread(&t.count) }
	begin := jen.Id(at).Op(":=").Lit(0)
	if len(t.list) == 1 {
		if gang.Jam = g.gangs.Plan(g.body).Jam; gang.Jam > 1 { // two loops
			gang.inRow = g.push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: begin})
		} else {
			first = begin
		}
		g.gangsInRow(gang, n, enter)
		return
	}
	first = begin
	g.plan = g.plan.alone()
	for k := range t.list {
		t.list[k].byVal = g.ofFront(t.list[k].byVal)
	}
	g.Row(0)
	g.gangsAt(gang, n, g.gangs.Lanes(), enter)
}
