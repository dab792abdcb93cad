package scalar

import (
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// parts prints a kernel that the schedule has cut: a function for each region, which
// loops over the threads, and one for the control flow of the CTA.
type parts struct {
	k       *Kernel
	sched   *schedule.Kernel
	names   *gosrc.Namer // what all parts mention
	slots   map[*ir.Slot]*slotVar
	kinds   []gosrc.Kind // of the values of sched.Cut
	regions map[*ir.Func]*regionFunc
	frame   *layout // of the local variables, nil where there are none

	knowledge []known // of the values of the CTA function, see known
	flushed   []bool  // of the same, see isFlushed
}

// slotVar is the array that a slot is in Go, one element a thread.
type slotVar struct {
	name string
	kind gosrc.Kind
}

// regionFunc is the function of a region.
type regionFunc struct {
	name   string
	base   string // what it is called without gangs
	params []*gosrc.Variable
	slot   map[*gosrc.Variable]*ir.Slot // those that are slots
	arg    map[*gosrc.Variable]int      // those that are arguments of the region
}

// emitParts prints the CTA function and those of the regions.
func (k *Kernel) emitParts() []jen.Code {
	s := &parts{
		k: k, sched: k.Sched, names: gosrc.NewNamer(k.mod.Names),
		slots: map[*ir.Slot]*slotVar{}, regions: map[*ir.Func]*regionFunc{},
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
	return append(append([]jen.Code{s.cta(cta, k.Body)}, out...), cta.frameType())
}

// chooseKinds chooses the carriers of what parts give each other, as if the kernel
// were one function.
func (s *parts) chooseKinds() {
	f := s.sched.Cut
	p := &plan{f: f, operands: s.sched.Operands, kinds: make([]gosrc.Kind, f.NumValues())}
	p.chooseKinds()
	s.kinds = p.kinds
}

func (s *parts) slotKind(x *ir.Slot) gosrc.Kind {
	if x.From == nil || x.From.Type != x.Type {
		return KindOf(x.Type)
	}
	return s.kinds[x.From.ID]
}

func (s *parts) slotName(x *ir.Slot) string {
	switch {
	case x.Name != "":
		return ParamName(s.k.Func.Name, x.Name)
	case x.Type == ir.I1:
		return "p"
	case x.Type.IsFloat():
		return "f"
	}
	return "r"
}

// given returns the carrier of a value that comes from another part, or goes there.
func (s *parts) given(v *ir.Value) (gosrc.Kind, bool) {
	switch {
	case v.Op == ir.OpSlotLoad, v.Op == ir.OpSlotStore:
		return s.slotKind(v.Attr.Slot), true
	case v.Op == ir.OpArg && v.Block.Func.Part == ir.RegionPart:
		return s.argKind(v.Block.Func, v.Attr.Index), true
	}
	return gosrc.NoKind, false
}

func (s *parts) argKind(f *ir.Func, i int) gosrc.Kind { return s.kinds[f.ArgFrom[i].ID] }

// slot is the variable of a slot in the function at hand: a parameter of a region, and
// declared at the beginning of the CTA function.
func (g *funcGen) slot(x *ir.Slot) *gosrc.Variable {
	if v := g.slots[x]; v != nil {
		return v
	}
	s := g.parts.slots[x]
	v := &gosrc.Variable{Name: s.name, Type: jen.Index().Add(s.kind.Type()), Kind: s.kind, PerThread: true, Param: g.f.Part == ir.RegionPart}
	g.slots[x] = v
	return v
}

// region prints the function of a region.
func (s *parts) region(g *funcGen, name string) jen.Code {
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
func (g *funcGen) overRows() {
	known := g.mindsThread(g.faults()) || !g.storesSlot() // the thread, to who asks
	rows, place := g.rows()
	g.row(gosrc.ContinueStmt)
	threads := g.lanes(g.threads())
	always := g.body.Clean != nil && g.emitClean(threads, func(in *funcGen, loop *gosrc.Stmt) {
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
func (g *funcGen) generalLoop(threads *threadRange, known bool) {
	loop := g.loop(threads, known, (*funcGen).threadIndex)
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
func (g *funcGen) threadIndex() {
	g.index = &gosrc.Variable{Name: "t", Kind: gosrc.U32}
	g.vars = append(g.vars, g.index)
	x := gosrc.Convert(g.txExpr(), gosrc.U32)
	g.use(&gosrc.Variable{Name: "row", Kind: gosrc.U32})
	g.push(&gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{g.index}, RHS: []jen.Code{jen.Id("row").Op("*").Id("c").Dot("Dim").Dot("X").Op("+").Add(x.Code())}, Lead: true})
}

// mask returns the slot of a region's mask, nil where it has none: that threads are the
// first ones of a row is a matter of the loop.
func (g *funcGen) mask() *ir.Slot {
	if m := g.f.Mask; m != nil && m.First == 0 {
		return m
	}
	return nil
}

// unmasked prints that threads do nothing that are not in the mask of a region.
func (g *funcGen) unmasked() {
	if m := g.mask(); m != nil {
		v := g.slot(m)
		g.use(v)
		g.push(&gosrc.Stmt{Kind: gosrc.IfStmt, Code: jen.Op("!").Add(v.Expr().Code()), Body: gosrc.CodeBlock(jen.Continue())})
	}
}

// storesSlot reports whether a region keeps something for other regions: it mentions the
// number of the thread then.
func (g *funcGen) storesSlot() bool {
	for _, b := range g.f.Blocks {
		if slices.ContainsFunc(b.Values, func(v *ir.Value) bool { return v.Op == ir.OpSlotStore }) {
			return true
		}
	}
	return false
}

// argName is the name that an argument of a part would like.
func (g *funcGen) argName(i int) string {
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
	g.frames()
	for i, x := range k.Sched.CTA.Slots {
		v := g.slot(x)
		st := &gosrc.Stmt{Kind: gosrc.AssignStmt, LHS: []*gosrc.Variable{v}, Whole: true,
			RHS: []jen.Code{Runtime("Spill").Types(v.Kind.Type()).Call(jen.Id("c"), jen.Lit(i))}}
		g.vars = append(g.vars, v)
		g.push(st)
	}
	g.tree(nil)
	k.leaveNarrow(g)
	return g.finish(name, k.signature(jen.Id("c").Op("*").Add(Runtime("CTA"))), nil)
}
