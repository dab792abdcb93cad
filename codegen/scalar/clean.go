package scalar

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// The clean loop of a row (schedule.Clean) ranges over the slices that its windows are:
//
//	if m, ok := ptx.Below(i, n, c.Dim.X); ok && ptx.Inside(x, i, m) {
//		xs := x[i:][:m]
//		for tx := range xs { ... xs[tx] ... }
//		return
//	}

// emitClean prints the clean loop in front of the general one.
func (g *funcGen) emitClean(w *schedule.Clean) {
	sign := indexKind(w.Signed)
	m := &gosrc.Variable{Name: g.names.Pick("m"), Kind: gosrc.Int}
	ok := &gosrc.Variable{Name: g.names.Pick("ok"), Kind: gosrc.Bool}
	g.vars = append(g.vars, m, ok)
	i := g.sum(w.Index, sign)
	if !i.IsConst && !i.Atom {
		t := g.temp("i", sign)
		g.assign(nil, []*gosrc.Variable{t}, i)
		i = t.Expr()
		g.use(t)
	}
	limit := gosrc.Convert(g.value(w.Limit), sign)
	g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{m, ok}, RHS: []jen.Code{indexed("Below", w.Signed).Call(i.Code(), limit.Code(), jen.Id("c").Dot("Dim").Dot("X"))}})

	cond := jen.Id(ok.Name)
	for _, x := range w.Windows {
		cond.Op("&&").Add(g.inside(x, m))
	}
	g.use(m)
	g.use(ok)
	st := &gosrc.Stmt{Kind: gosrc.IfStmt, Code: cond, Body: gosrc.NewBlock()}
	g.push(st)
	saved := g.cur
	g.cur = st.Body
	slices, lead := g.cut(w.Windows, m)
	g.use(lead)
	loop := &gosrc.Stmt{Kind: gosrc.ForStmt, Code: jen.Id("tx").Op(":=").Range().Id(lead.Name), Body: gosrc.NewBlock(), Label: threadsLabel}
	g.push(loop)
	g.cur = loop.Body
	general := g.ctx
	g.ctx.clean = slices
	// The loops are different scopes: each may call its variables what it likes.
	vars, names := g.byVal, g.names
	g.names = gosrc.NewNamer(names)
	g.byVal = map[*ir.Value]*gosrc.Variable{}
	for v, x := range vars {
		if g.front[v] {
			g.byVal[v] = x
		}
	}
	for _, b := range w.Blocks {
		g.values(b)
	}
	g.byVal, g.names = vars, names
	g.ctx = general
	g.cur = st.Body
	g.push(&gosrc.Stmt{Kind: gosrc.ReturnStmt})
	g.cur = saved
}
