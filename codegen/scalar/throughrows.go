package scalar

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// throughRows is what is at hand while gangs are printed that go through the rows of a CTA.
type throughRows struct {
	list    []rowState // of the rows that are side by side
	at      int        // the one at hand
	differs []bool     // by value ID: each row has a variable of its own

	squares map[*schedule.Window]bool // that begin one element further on in each row
	ahead   map[*ir.Value]bool        // what is computed once, in front of all rows
	counted bool                      // as is which threads run
	row     string                    // the number of the first
	count   threadRange               // which threads of each row run
}

// rowState is how code speaks of one of the rows.
type rowState struct {
	byVal map[*ir.Value]*gosrc.Variable
	y, z  *gosrc.Variable
	clean map[*schedule.Window]*opening
	slots map[*ir.Slot]*gosrc.Variable
	count threadRange // with what is known of windows
}

// variables are those of the row at hand, or of the first one where a value is the same in all.
func (g *scope) variables(v *ir.Value) map[*ir.Value]*gosrc.Variable {
	if t := g.throughRows; t != nil && t.at > 0 && !t.differs[v.ID] {
		return t.list[0].byVal
	}
	return g.byVal
}

// Row makes code speak of one of the rows that are side by side.
func (g *scope) Row(nth int) {
	t := g.throughRows
	if t == nil {
		return
	}
	s := &t.list[nth]
	t.at = nth
	g.byVal, g.slots, g.ctx.clean = s.byVal, s.slots, s.clean
	g.coords[1], g.coords[2] = s.y, s.z
	g.ctx.tid[1], g.ctx.tid[2] = s.y.Name, s.z.Name
}

// number is the number of the row at hand.
func (t *throughRows) number() *jen.Statement {
	if t.at == 0 {
		return jen.Id(t.row)
	}
	return jen.Id(t.row).Op("+").Lit(t.at)
}
