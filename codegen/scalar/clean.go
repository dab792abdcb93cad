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
// does, and leave how the row is left behind it.
func (g *funcGen) emitClean(r *threadRange, body func(loop *gosrc.Stmt), leave gosrc.StmtKind) {
	w := g.body.Clean
	var cond *jen.Statement
	and := func(c *jen.Statement) {
		if cond == nil {
			cond = c
		} else {
			cond.Op("&&").Add(c)
		}
	}
	for _, ok := range r.oks {
		g.use(ok)
		and(jen.Id(ok.Name))
	}
	for _, x := range w.Windows {
		and(g.inside(x, r))
	}
	st := &gosrc.Stmt{Kind: gosrc.IfStmt, Code: cond, Body: gosrc.NewBlock()}
	g.push(st)
	saved, general := g.cur, *g
	g.cur = st.Body
	// The loops are different scopes: each may call its variables what it likes.
	g.names, g.outer = gosrc.NewNamer(general.names), general.names
	slices, first := g.cut(w.Windows, r)
	g.use(first)
	g.use(r.lo)
	loop := &gosrc.Stmt{Kind: gosrc.ForStmt, Body: gosrc.NewBlock(), Label: g.pickOuter(threadsLabel)}
	g.ctx.clean, g.ctx.facts, g.ctx.at = slices, g.body.Facts(true), "tx"
	g.byVal = map[*ir.Value]*gosrc.Variable{}
	for v, x := range general.byVal {
		if g.front[v] {
			g.byVal[v] = x
		}
	}
	g.tuples = map[*ir.Value][]*gosrc.Variable{}
	if r.lo != nil {
		g.ctx.at = g.names.Pick("i")
		g.coords[0] = &gosrc.Variable{Name: "tx", Kind: gosrc.U32}
		g.vars = append(g.vars, g.coords[0])
	} else {
		g.ctx.tx = gosrc.Int
	}
	loop.Code = jen.Id(g.ctx.at).Op(":=").Range().Id(first.Name)
	g.push(loop)
	g.cur = loop.Body
	if r.lo != nil {
		x := jen.Id(r.lo.Name).Op("+").Uint32().Parens(jen.Id(g.ctx.at))
		g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{g.coords[0]}, RHS: []jen.Code{x}, Lead: true})
	}
	body(loop)
	g.cur = st.Body
	g.push(&gosrc.Stmt{Kind: leave})
	g.cur = saved
	g.names, g.outer, g.ctx = general.names, nil, general.ctx
	g.byVal, g.tuples, g.coords = general.byVal, general.tuples, general.coords
}

// faultsBeside reports whether a thread of the clean loop may fault, so that it must be
// known.
func (g *funcGen) faultsBeside(use map[*ir.Value]*schedule.Window) bool {
	return g.faultsIn(func(v *ir.Value) bool { return use[v] == nil })
}
