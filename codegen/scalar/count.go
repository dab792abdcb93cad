package scalar

import (
	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// noteCount notes how a loop counts, for the block that asks whether it goes on.
func (g *funcGen) noteCount(header *ir.Block) {
	if g.counts == nil {
		g.counts, g.testOf = analysis.Counts(g.f), map[*ir.Block]*gosrc.Count{}
	}
	n, ok := g.counts[header]
	if !ok {
		return
	}
	saved := g.deps
	g.deps = nil
	c := &gosrc.Count{Counter: g.variable(n.Counter), AtEnd: n.AtEnd}
	limit := g.value(n.Limit)
	if limit.IsConst {
		limit = gosrc.Convert(limit, c.Counter.Kind)
	}
	if signed := limit.Kind.Signed(); limit.Kind == c.Counter.Kind && limit.Kind.Bits() == n.Limit.Type.Bits() && (signed && n.Signed || !signed && n.Unsigned) {
		c.Limit, c.Deps = &limit, g.deps
	}
	g.deps = saved
	g.testOf[n.Test] = c
}
