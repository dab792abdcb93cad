package scalar

import (
	"maps"
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// EmitGangs prints the functions of a kernel again whose threads run as gangs, and those
// that call them, behind Emit. It returns the name of the one that stands for Body, "" where
// there is none; narrower is that of an earlier call for narrower gangs.
func (k *Kernel) EmitGangs(p GangPrinter, narrower string) (body string, funcs []GangFunc) {
	k.gangFuncs, k.laneFuncs, k.narrower = nil, nil, narrower
	switch k.Form {
	case schedule.Rows:
		return k.rowGangs(p)
	case schedule.Regions:
		return k.partGangs(p)
	}
	return "", nil
}

// rowGangs is EmitGangs for a kernel that runs as rows.
func (k *Kernel) rowGangs(p GangPrinter) (body string, funcs []GangFunc) {
	g := newFuncGen(k.mod, k.Func, k, nil)
	if p.Plan(g.body).Why != nil {
		return "", nil
	}
	g.gangs = p
	for _, q := range k.Params {
		q.v, q.addrVar = q.variable(), &gosrc.Variable{Name: q.Addr, Kind: gosrc.U64, Param: true}
	}
	k.imageVar = &gosrc.Variable{Name: "params", Type: jen.Index().Byte(), Param: true}
	body = k.mod.Names.Pick(k.Body + strconv.Itoa(p.Lanes()))
	return body, append([]GangFunc{{Name: body, Code: k.rowFunc(g, body)}}, k.gangFuncs...)
}

// partGangs is EmitGangs for a kernel that is cut.
func (k *Kernel) partGangs(p GangPrinter) (body string, funcs []GangFunc) {
	s := k.parts
	if s.plain == nil {
		s.plain = maps.Clone(s.regions)
	}
	if k.narrower == "" { // else what has no gangs of this width has narrower ones
		s.regions = maps.Clone(s.plain)
	}
	for _, f := range k.Sched.Regions {
		if p.Plan(k.mod.sched.Body(f)).Why != nil {
			continue
		}
		g := newFuncGen(k.mod, f, k, s.given)
		g.parts, g.gangs = s, p
		name := k.mod.Names.Pick(s.regions[f].base + "x" + strconv.Itoa(p.Lanes()))
		funcs = append(funcs, GangFunc{Name: name, Code: s.region(g, name)})
	}
	chains, warps := s.chains(p)
	if len(funcs)+len(chains) == 0 {
		return "", nil
	}
	g := newFuncGen(k.mod, k.Sched.CTA, k, s.given)
	g.parts, g.frame, g.chains = s, s.frame, chains
	g.separate()
	body = k.mod.Names.Pick(k.Body + strconv.Itoa(p.Lanes()))
	return body, slices.Concat([]GangFunc{{Name: body, Code: s.cta(g, body)}}, warps, funcs, k.gangFuncs)
}
