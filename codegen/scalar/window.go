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

// sum prints a sum that is the same for a row.
func (g *funcGen) sum(s schedule.Sum, k gosrc.Kind) gosrc.Expr {
	x := gosrc.Constant(uint64(s.Const), k)
	for i, v := range s.Values {
		switch y := gosrc.Convert(g.value(v), k); i {
		case 0:
			x = y
		default:
			x = gosrc.Binary(x, "+", y, k)
		}
	}
	if s.Const != 0 && len(s.Values) > 0 {
		x = gosrc.Binary(x, "+", gosrc.Constant(uint64(s.Const), k), k)
	}
	return x
}

// first prints the index at which a window begins.
func (g *funcGen) first(x *schedule.Window) gosrc.Expr {
	f := g.sum(x.First, indexKind(x.Signed))
	if x.Off != 0 {
		f = offset(gosrc.Convert(f, gosrc.Int), x.Off)
	}
	return f
}

// indexKind is the carrier of an index of 32 bits.
func indexKind(signed bool) gosrc.Kind {
	if signed {
		return gosrc.I32
	}
	return gosrc.U32
}

// indexed is the function of the runtime for indices of 32 bits with a sign or without.
func indexed(fn string, signed bool) *jen.Statement {
	if !signed {
		fn += "U"
	}
	return Runtime(fn)
}

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
		slice := jen.Id(g.kernel.Params[x.Param].GoName)
		cond.Op("&&").Add(indexed("Inside", x.Signed).Call(slice, gosrc.Convert(g.first(x), gosrc.Int).Code(), jen.Id(m.Name)))
	}
	g.use(m)
	g.use(ok)
	st := &gosrc.Stmt{Kind: gosrc.IfStmt, Code: cond, Body: gosrc.NewBlock()}
	g.push(st)
	saved := g.cur
	g.cur = st.Body
	slices := map[*schedule.Window]*gosrc.Variable{}
	lead := (*gosrc.Variable)(nil) // the first of them, which says how many threads there are
	for _, x := range w.Windows {
		slice := g.kernel.Params[x.Param].GoName
		v := &gosrc.Variable{Name: g.names.Pick(slice + "s"), Type: jen.Index()}
		slices[x] = v
		g.vars = append(g.vars, v)
		length := jen.Id(m.Name)
		if lead != nil {
			length = jen.Len(jen.Id(lead.Name))
			g.use(lead)
		} else {
			lead = v
		}
		g.use(m)
		from := jen.Id(slice)
		if f := g.first(x); !f.IsConst || f.Bits != 0 {
			from.Index(f.Code().Op(":"))
		}
		g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{v}, RHS: []jen.Code{from.Index(jen.Op(":").Add(length))}})
	}
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
