package scalar

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// A region that does not ask where its threads are has no rows: it ranges over the slots.
//
//	b, c = b[:len(a)], c[:len(a)]
//	for t := range a { ... a[t] ... b[t] ... c[t] ... }

// flat reports whether all threads of the CTA do what a region does, and neither they nor
// a fault ask for coordinates.
func (g *rowGen) flat() bool {
	if g.faults() || g.needsThread() || len(g.body.Spans) > 0 || g.body.Lanes != nil || g.f.Order != ir.AnyOrder {
		return false
	}
	for _, b := range g.f.Blocks {
		for _, v := range b.Values {
			if g.plan.needed[v.ID] && v.Op == ir.OpSReg && !analysis.Inherent(v).In(analysis.CTA) {
				return false
			}
		}
	}
	return g.anySlot() != nil
}

// overSlots prints the loop of a region that is flat, as the body of its function.
func (g *rowGen) overSlots() {
	g.row(gosrc.ReturnStmt)
	gangs := g.gangs != nil // in this loop: nothing is known of the threads of a clean one besides
	if gangs {
		first, deps := g.slotGangs()
		g.push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: jen.Id("t").Op(":=").Add(first), Deps: deps})
	}
	loop := g.push(&gosrc.Stmt{Kind: gosrc.ForStmt, Body: gosrc.NewBlock(), Label: threadsLabel, Origins: g.originOfThreads()})
	g.cur = loop.Body
	g.unmasked()
	g.tree(loop)
	if g.body.Polls.Start {
		pollThreads(loop.Body)
	}
	g.cur = g.root
	gosrc.Tidy(g.root)
	first := g.sameLength()
	if first == nil {
		loop.Code = jen.Range().Id("c").Dot("Threads") // nothing is left that mentions one
		return
	}
	loop.Deps = append(loop.Deps, first)
	if gangs {
		loop.Code = jen.Op(";").Id("t").Op("<").Len(jen.Id(first.Name)).Op(";").Id("t").Op("++")
		return
	}
	loop.Code = jen.Id("t").Op(":=").Range().Id(first.Name)
}

// sameLength prints that all slots of a region have one length, which spares the loop over
// the first one the checks of the others. It returns the first, nil where there is none.
func (g *goFunc) sameLength() *gosrc.Variable {
	var first *gosrc.Variable
	var names, cuts []jen.Code
	st := &gosrc.Stmt{Kind: gosrc.CodeStmt}
	for _, p := range g.root.Parameters() {
		switch {
		case !p.PerThread:
			continue
		case first == nil:
			first = p
		default:
			names = append(names, jen.Id(p.Name))
			cuts = append(cuts, jen.Id(p.Name).Index(jen.Op(":").Len(jen.Id(first.Name))))
		}
		st.Deps = append(st.Deps, p)
	}
	if len(names) > 0 {
		st.Code = jen.List(names...).Op("=").List(cuts...)
		g.root.Insert(0, st)
	}
	return first
}
