package scalar

import (
	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// newPlan decides for each value of a body whether it is an expression or has a variable, which it
// shares with which others, and what its carrier is.
func newPlan(body *schedule.Body, operands func(*ir.Value) []*ir.Value, sites *sites, given func(*ir.Value) (gosrc.Kind, bool)) *plan {
	f, u := body.Func, body.Uses
	n := f.NumValues()
	p := &plan{
		f: f, given: given, sites: sites, operands: operands, needed: u.Needed, users: u.Values, term: u.Ctrl,
		inline: make([]bool, n), root: make([]*ir.Value, n),
		order: make([]int, n), kinds: make([]gosrc.Kind, n), vectors: map[*ir.Value]*vectors{},
	}
	for _, b := range f.Blocks {
		for i, v := range b.Values {
			p.order[v.ID] = i
		}
	}
	p.chooseInline()
	p.chooseKinds()
	p.coalesce()
	return p
}
