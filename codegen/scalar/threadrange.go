package scalar

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// limit prints the number of threads that a span of %tid.x selects, the first ones, if that
// is one number.
func (g *rangeGen) limit(s *schedule.Span) (jen.Code, bool) {
	upper, isConst := s.Upper()
	switch {
	case !s.Sure() || s.From != nil:
	case isConst:
		return jen.Id(gosrc.Num(min(max(upper, 0), schedule.MaxRow))), true
	case !s.Signed && s.To.Plus == 0 && s.Step == 1:
		return gosrc.Convert(g.value(s.To.Value), gosrc.U32).Code(), true
	}
	return nil, false
}

// howMany is how many threads run, an int or an uint32.
func (g *rangeGen) howMany(r *threadRange) *jen.Statement {
	if r.n != nil {
		g.use(r.n)
		return jen.Id(r.n.Name)
	}
	g.useRange(r)
	return r.count()
}

// countInt is count as an int, in a variable.
func (g *rangeGen) countInt(r *threadRange) gosrc.Expr {
	if r.n == nil {
		r.n = &gosrc.Variable{Name: g.names.Pick("n"), Kind: gosrc.Int}
		g.vars = append(g.vars, r.n)
		deps := g.deps
		g.deps = nil
		g.useRange(r)
		g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{r.n}, RHS: []jen.Code{jen.Int().Parens(r.count())}})
		g.deps = deps
	}
	g.use(r.n)
	return r.n.Expr()
}

// useRange notes that the statement being built mentions a range.
func (g *rangeGen) useRange(r *threadRange) {
	g.use(r.lo)
	g.use(r.hi)
}

// originOfThreads are those of what says which threads of a row run.
func (g *rangeGen) originOfThreads() (list []gosrc.Origin) {
	if g.origins == nil {
		return nil
	}
	return append(g.originOfSpans(g.body.Spans), g.origins.head)
}

// position is the number of the thread among those that run.
func (g *memGen) position() gosrc.Expr {
	g.use(g.ctx.at)
	return g.ctx.at.Expr()
}

// cleanThread prints which thread of the row runs, by its number among those of a range.
func (g *rangeGen) cleanThread(r *threadRange) {
	if r.lo == nil {
		g.coords[0], g.ctx.tx = g.ctx.at, gosrc.Int
		return
	}
	g.coords[0] = &gosrc.Variable{Name: "tx", Kind: gosrc.U32}
	g.vars = append(g.vars, g.coords[0])
	g.use(r.lo)
	x := gosrc.Binary(r.lo.Expr(), "+", gosrc.Convert(g.position(), gosrc.U32), gosrc.U32)
	g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{g.coords[0]}, RHS: []jen.Code{x.Code()}, Lead: true})
}

// lengthOf is how many times a loop goes round that ranges over something.
func lengthOf(count *jen.Statement, isSlice bool) *jen.Statement {
	if isSlice {
		return jen.Len(count.Clone())
	}
	return count.Clone()
}
