package scalar

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// window is the slice that is a part of the window, which is declared at the beginning
// of the function.
func (g *memGen) window(from *ir.Symbol, elem gosrc.Kind) *gosrc.Variable {
	k := windowKey{from, elem}
	if v := g.windows[k]; v != nil {
		return v
	}
	wish, start := "sh"+elem.Suffix(), int64(0)
	if from != nil {
		wish, start = gosrc.LowerFirst(gosrc.Identifier(localName(from.Name))), g.mod.memory.Start(g.f, from)
	}
	if g.windows == nil {
		g.windows = map[windowKey]*gosrc.Variable{}
	}
	typ := jen.Index().Add(elem.Type())
	value := Runtime("SharedFrom").Types(elem.Type()).Call(g.ctaArg(), jen.Id(gosrc.Num(start)))
	v := &gosrc.Variable{Name: g.pickOuter(wish), Type: typ}
	st := &gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{v}, RHS: []jen.Code{value}, Whole: true}
	g.vars = append(g.vars, v)
	g.root.Insert(0, st)
	g.windows[k] = v
	return v
}
