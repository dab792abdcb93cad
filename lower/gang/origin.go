package gang

import (
	"fmt"
	"slices"

	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// because returns why the lanes differ in a value, for the end of a line: the nearest value from
// which that comes.
func (p *Plan) because(v *ir.Value) string {
	if p.Shape[v.ID].Class == Uniform {
		return ", left in different rounds"
	}
	list := []*ir.Value{v}
	seen := map[*ir.Value]bool{}
	for ; len(list) > 0; list = list[1:] {
		v := list[0]
		if why := p.differs(v); why != "" {
			return fmt.Sprintf(", as v%d %s", v.ID, why)
		}
		for _, a := range v.Args {
			if !seen[a] && p.Shape[a.ID].Class != Uniform {
				seen[a] = true
				list = append(list, a)
			}
		}
	}
	return ""
}

// differs returns why the lanes differ in a value, if that is not for its arguments.
func (p *Plan) differs(v *ir.Value) string {
	s := p.Shape[v.ID]
	if u := p.flow.u; v.Op == ir.OpPhi && s.Class == Varying && !u.Ways(v.Block).In(analysis.Gang) {
		return "comes on different paths"
	}
	switch {
	case s.Class == Affine || s.Class == Crossed:
		return fmt.Sprintf("grows by %d", s.Stride)
	case v.IsAccess():
		return "comes from memory"
	case v.Op == ir.OpPhi:
		return ""
	case !slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return p.Shape[a.ID].Class != Uniform }):
		return "differs in each thread"
	}
	return ""
}
