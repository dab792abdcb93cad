package scalar

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// NewModule finds out what is to be known of a module before a function of it is
// printed.
func NewModule(s *schedule.Schedule, set Options) *Module {
	m := s.Module
	taken := m.AddressTaken()
	g := &Module{
		Options: set, IR: m, sched: s, memory: s.Memory, signed: map[*schedule.View]bool{}, Names: gosrc.NewNamer(nil), marks: &gosrc.Marks{},
		Graph: s.Calls, Taken: taken,
		Vars: Vars{Symbols: map[*ir.Symbol]*SymbolVar{}, Refs: map[*ir.Ref]string{}}, Funcs: map[*ir.Func]string{},
		Externs: map[*ir.Func]ExternFunc{}, dispatch: map[string]string{},
		factors: map[uint64]string{}, splats: map[splat]string{}, Splats: map[int][]jen.Code{},
		frames: map[*ir.Func]string{}, numbers: map[*ir.Value]int{},
	}
	g.nameFunctions()
	if m.Origins {
		g.Origins = newOrigins()
	}
	return g
}
