package scalar

import (
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// emitParts prints the CTA function and those of the regions.
func (k *Kernel) emitParts() []jen.Code {
	s := &parts{
		k: k, sched: k.Sched, names: gosrc.NewNamer(k.mod.Names),
		slots: map[*ir.Slot]*slotVar{}, aside: map[*ir.Slot]*slotVar{}, regions: map[*ir.Func]*regionFunc{},
	}
	s.chooseKinds()
	k.parts = s
	var gens []*funcGen
	var plans []*plan
	for _, f := range k.Sched.Funcs() {
		g := newFuncGen(k.mod, f, k, s.given)
		g.parts = s
		gens = append(gens, g)
		plans = append(plans, g.plan)
	}
	k.bindParams(plans...)
	s.names.Reserve("c", "t", "th", "tx", "ty", "tz", "row", "sh", "loc", "i", "w", threadsLabel)
	k.imageVar = &gosrc.Variable{Name: "params", Type: jen.Index().Byte(), Param: true}
	for _, p := range k.Params {
		p.v = p.variable()
		p.addrVar = &gosrc.Variable{Name: p.Addr, Kind: gosrc.U64, Param: true}
		s.names.Reserve(p.GoName)
		if p.Addr != "" {
			s.names.Reserve(p.Addr)
		}
	}
	for _, x := range k.Sched.CTA.Slots {
		s.slots[x] = &slotVar{name: s.names.Pick(s.slotName(x)), kind: s.slotKind(x)}
	}
	var out []jen.Code
	last := len(gens) - 1
	cta := gens[last]
	if len(cta.f.Locals) > 0 {
		s.frame = cta.frameLayout()
	}
	for _, g := range gens[:last] {
		out = append(out, s.region(g, k.mod.Names.Pick(k.mod.KernelBase(k.Func)+"Part"+strconv.Itoa(len(s.regions)+1))))
	}
	cta.frame = s.frame
	return append(append([]jen.Code{s.cta(cta, k.Body)}, out...), (&memGen{cta}).frameType())
}

// region prints the function of a region.
func (s *parts) region(f *funcGen, name string) jen.Code {
	g := newRowGen(f)
	r := &regionFunc{name: name, base: name, slot: map[*gosrc.Variable]*ir.Slot{}, arg: map[*gosrc.Variable]int{}}
	if other := s.regions[g.f]; other != nil {
		r.base = other.base
	}
	s.regions[g.f] = r
	g.names = gosrc.NewNamer(s.names)
	g.ctx = context{cta: "c", tid: [3]string{"tx", "ty", "tz"}, tx: gosrc.U32}
	for i := range g.f.Args {
		v := &gosrc.Variable{Name: g.names.Pick(g.argName(i)), Kind: s.argKind(g.f, i), Param: true}
		g.args = append(g.args, v)
		r.arg[v] = i
	}
	g.prologue()
	if len(g.f.Locals) > 0 {
		g.frameBaseFrom(jen.Id("c"))
	}
	if g.flat() {
		g.overSlots()
	} else {
		g.overRows()
	}
	r.params = g.root.Parameters()
	for x, v := range g.slots {
		r.slot[v] = x
	}
	return g.finish(r.name, append([]jen.Code{jen.Id("c").Op("*").Add(Runtime("CTA"))}, gosrc.GroupParams(r.params)...), nil)
}

// overRows prints the loops of a region over the rows of the CTA and the threads of a row.
func (g *rowGen) overRows() {
	known := g.mindsThread(g.faults()) || !g.storesSlot() // the thread, to who asks
	rows, place := g.rows()
	g.row(gosrc.ContinueStmt)
	threads := g.lanes(g.threads())
	always := g.body.Clean != nil && g.emitClean(threads, func(in *rowGen, loop *gosrc.Stmt) {
		if in.mindsThread(in.faultsBeside()) {
			in.nameThread()
		}
		in.unmasked()
		in.tree(loop)
		if in.body.Polls.Start {
			pollThreads(loop.Body)
		}
	}, gosrc.ContinueStmt)
	if !always {
		g.generalLoop(&threads, known)
	}
	g.cur = g.root
	gosrc.Tidy(g.root)
	if !known && !g.usesTID[1] && !g.usesTID[2] {
		rows.Body.Remove(place)
	}
	gosrc.Tidy(g.root)
}

// generalLoop prints the loop over the threads of a row that does whatever they do.
func (g *rowGen) generalLoop(threads *threadRange, known bool) {
	loop := g.loop(threads, known, (*rowGen).threadIndex)
	g.cur = loop.Body
	g.ctx.facts = g.body.Facts(false)
	if known {
		g.nameThread()
	}
	g.threadIndex()
	g.unmasked()
	g.frameOfThread()
	g.tree(loop)
	if g.body.Polls.Start {
		pollThreads(loop.Body)
	}
}

// threadIndex prints the number of the thread in the CTA.
func (g *rowGen) threadIndex() {
	g.index = &gosrc.Variable{Name: "t", Kind: gosrc.U32}
	g.vars = append(g.vars, g.index)
	x := gosrc.Convert(g.txExpr(), gosrc.U32)
	g.use(&gosrc.Variable{Name: "row", Kind: gosrc.U32})
	g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{g.index}, RHS: []jen.Code{jen.Id("row").Op("*").Id("c").Dot("Dim").Dot("X").Op("+").Add(x.Code())}, Lead: true})
}

// storesSlot reports whether a region keeps something for other regions: it mentions the
// number of the thread then.
func (g *source) storesSlot() bool {
	for _, b := range g.f.Blocks {
		if slices.ContainsFunc(b.Values, func(v *ir.Value) bool { return v.Op == ir.OpSlotStore }) {
			return true
		}
	}
	return false
}

// argName is the name that an argument of a part would like.
func (g *source) argName(i int) string {
	if n := g.f.ArgNames[i]; n != "" {
		return ParamName(g.f.Name, n)
	}
	switch t := g.f.Args[i]; {
	case t == ir.I1:
		return "p"
	case t.IsFloat():
		return "f"
	}
	return "r"
}

// cta prints the function of the CTA.
func (s *parts) cta(g *funcGen, name string) jen.Code {
	k := s.k
	g.names = gosrc.NewNamer(s.names)
	g.ctx = context{cta: "c", tid: [3]string{"0", "0", "0"}}
	(&memGen{g}).frames()
	slots := k.Sched.CTA.Slots
	for i, x := range slots {
		g.spill(g.slot(x), i)
	}
	if g.chains != nil {
		g.aside = map[*ir.Slot]*gosrc.Variable{}
		for _, x := range slots {
			if a := s.aside[x]; a != nil {
				v := &gosrc.Variable{Name: a.name, Type: jen.Index().Add(a.kind.Type()), Kind: a.kind, PerThread: true}
				g.spill(v, len(slots)+len(g.aside))
				g.aside[x] = v
			}
		}
	}
	g.tree(nil)
	k.leaveNarrow(g)
	return g.finish(name, k.signature(jen.Id("c").Op("*").Add(Runtime("CTA"))), nil)
}

// spill prints the memory of what the threads keep in a slot.
func (g *funcGen) spill(v *gosrc.Variable, number int) {
	g.vars = append(g.vars, v)
	g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{v}, Whole: true,
		RHS: []jen.Code{Runtime("Spill").Types(v.Kind.Type()).Call(jen.Id("c"), jen.Lit(number))}})
}

// rows prints the loop over the rows of a CTA, and what names the place of one.
func (g *rowGen) rows() (rows, place *gosrc.Stmt) {
	head := jen.Id("row").Op(":=").Range().Id("c").Dot("Rows")
	call, deps := g.gangRows()
	if call != nil {
		head = jen.Id("row").Op(":=").Add(call).Op(";").Id("row").Op("<").Id("c").Dot("Rows").Op(";").Id("row").Op("++")
	}
	rows = g.push(&gosrc.Stmt{Kind: gosrc.ForStmt, Code: head, Body: gosrc.NewBlock(), Deps: deps})
	g.cur = rows.Body
	place = g.push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: jen.List(jen.Id("c").Dot("Y"), jen.Id("c").Dot("Z")).Op("=").Id("c").Dot("Row").Call(jen.Id("row"))})
	for i, w := range []struct{ name, field string }{{"ty", "Y"}, {"tz", "Z"}} {
		g.coords[i+1] = &gosrc.Variable{Name: w.name, Kind: gosrc.U32}
		g.vars = append(g.vars, g.coords[i+1])
		g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{g.coords[i+1]}, RHS: []jen.Code{jen.Id("c").Dot(w.field)}})
	}
	return rows, place
}
