package schedule

import (
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// Uses tells what of a function has to be computed, and who uses it.
type Uses struct {
	Needed []bool        // by value ID: it has an effect, or something needed uses it
	Values [][]*ir.Value // by value ID: the needed values that use it, in their order, once for every operand
	Ctrl   [][]*ir.Block // by value ID: the blocks whose terminator uses it
}

// NewUses analyses a function whose values are computed from what operands returns.
func NewUses(f *ir.Func, operands func(*ir.Value) []*ir.Value) *Uses {
	n := f.NumValues()
	u := &Uses{Needed: analysis.Needed(f, operands), Values: make([][]*ir.Value, n), Ctrl: make([][]*ir.Block, n)}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if !u.Needed[v.ID] {
				continue
			}
			for _, a := range operands(v) {
				u.Values[a.ID] = append(u.Values[a.ID], v)
			}
		}
		for _, c := range b.Ctrl {
			u.Ctrl[c.ID] = append(u.Ctrl[c.ID], b)
		}
	}
	return u
}
