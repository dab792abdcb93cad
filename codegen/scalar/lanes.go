package scalar

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
)

// Threads whose place in a piece of the row says that they run have a loop of their own in a
// loop over the pieces, or one of all pieces where each has one of them:
//
//	for w := uint32(0); w < c.Dim.X; w += 32 {
//		hi := min(w+32, c.Dim.X)
//		lo := min(w+4, hi)
//		for tx := lo; tx < hi; tx++ { ... }
//	}
//	for tx := uint32(0); tx < c.Dim.X; tx += 32 { ... }

// lanes prints the loop over the pieces of a row, and returns which threads of a piece run,
// of those of a range that begins with the row.
func (g *rowGen) lanes(r threadRange) threadRange {
	l := g.body.Lanes
	if l == nil {
		return r
	}
	if l.One() {
		r.from, r.step = l.From, l.Of
		return r
	}
	w := &gosrc.Variable{Name: "w", Kind: gosrc.U32}
	of := jen.Lit(int(l.Of))
	g.useRange(&r)
	pieces := g.push(&gosrc.Stmt{
		Kind: gosrc.ForStmt, Body: gosrc.NewBlock(),
		Code: jen.Id("w").Op(":=").Uint32().Call(jen.Lit(0)).Op(";").Id("w").Op("<").Add(r.end()).Op(";").Id("w").Op("+=").Add(of),
	})
	g.cur = pieces.Body
	piece := threadRange{oks: r.oks, lo: w, hi: g.temp("hi", gosrc.U32)}
	g.useRange(&r)
	g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{piece.hi}, RHS: []jen.Code{jen.Id("min").Call(jen.Id("w").Op("+").Lit(int(l.To)), r.end())}})
	if l.From > 0 {
		piece.lo = g.temp("lo", gosrc.U32)
		g.use(piece.hi)
		g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{piece.lo}, RHS: []jen.Code{jen.Id("min").Call(jen.Id("w").Op("+").Lit(int(l.From)), jen.Id(piece.hi.Name))}})
	}
	return piece
}
