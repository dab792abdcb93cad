package scalar

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// What only a CTA function does: it runs regions, and synchronises the threads of the
// CTA by operations on the arrays of all of them.

// stmtRun prints the call of a region.
func stmtRun(g *memGen, v *ir.Value) {
	r := g.parts.regions[v.Attr.Func]
	args := []jen.Code{jen.Id("c")}
	for _, p := range r.params {
		switch i, isArg := r.arg[p]; {
		case isArg:
			args = append(args, gosrc.Convert(g.value(v.Args[i]), p.Kind).Code())
		case r.slot[p] != nil:
			w := g.slot(r.slot[p])
			g.use(w)
			args = append(args, jen.Id(w.Name))
		default:
			g.use(p)
			args = append(args, jen.Id(p.Name))
		}
	}
	g.push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: jen.Id(r.name).Call(args...)})
}

func buildSlotLoad(g *memGen, v *ir.Value) gosrc.Expr {
	w := g.slot(v.Attr.Slot)
	g.use(w)
	return gosrc.Convert(w.Expr(), g.plan.kinds[v.ID])
}

// stmtSlotStore prints sum[t] = x.
func stmtSlotStore(g *memGen, v *ir.Value) {
	w := g.slot(v.Attr.Slot)
	a := v.Args[0]
	if !g.plan.inline[a.ID] && g.variable(a) == w {
		return // it is there already
	}
	g.assign(v, []*gosrc.Variable{w}, g.value(a))
}

// stmtSlotFill prints the filling of an array.
func stmtSlotFill(g *memGen, v *ir.Value) {
	w := g.slot(v.Attr.Slot)
	g.use(w)
	if n, ok := v.Args[0].IsConst(); ok && n == 0 {
		g.push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: jen.Id("clear").Call(jen.Id(w.Name))})
		return
	}
	set := jen.Id(w.Name).Index(jen.Id("i")).Op("=").Add(g.value(v.Args[0]).Code())
	g.push(&gosrc.Stmt{Kind: gosrc.ForStmt, Code: jen.Id("i").Op(":=").Range().Id(w.Name), Body: gosrc.CodeBlock(set)})
}

func buildSlotAny(g *memGen, v *ir.Value) gosrc.Expr {
	w := g.slot(v.Attr.Slot)
	g.use(w)
	return gosrc.Primary(jen.Qual("slices", "Contains").Call(jen.Id(w.Name), jen.True()), gosrc.Bool)
}

// stmtNothing is for what another statement prints.
func stmtNothing(*memGen, *ir.Value) {}

// sync prints a sync point of the CTA.
func (g *syncGen) sync(v *ir.Value) {
	switch v.Op {
	case ir.OpBarrier:
		if v.Attr.Bar == ir.BarSync {
			g.note(v)
			return
		}
		fn := map[ir.Bar]string{ir.BarRedPopc: "CountTrue", ir.BarRedAnd: "AllTrue", ir.BarRedOr: "AnyTrue"}[v.Attr.Bar]
		g.finishSync(v, g.call(fn, g.arrayOf(v.Args[2]), g.threadsOf(v)).Code, barrierNames[v.Attr.Bar].kind)
	case ir.OpWarp:
		g.eachWarp(v)
	default:
		panic("scalar: " + v.Op.String() + " in the function of a CTA")
	}
}

// call is a call of a function of the runtime for the CTA.
func (g *syncGen) call(fn string, args ...*jen.Statement) *gosrc.Stmt {
	list := []jen.Code{jen.Id("c")}
	for _, a := range args {
		list = append(list, a)
	}
	return &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: Runtime(fn).Call(list...)}
}
