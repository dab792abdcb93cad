package scalar

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
	"github.com/ptx2go/ptx2go/lower/schedule"
)

// A function with lanes is printed as any other: its control flow, and what is one number. What is a vector
// spells who knows vectors. It is a leaf: it is given, by its parameters, all that a function around it knows
// of a launch.
//
//	func scaleGangs4x1(c *ptx.CTA, first, end uint32, ctaidX, ntidX uint32, x []float32) uint32

// laneGen prints a function with lanes.
type laneGen struct {
	in    *memGen
	body  *LaneBody
	given map[any]*outside // by what it is
	gang  *Gang
	first *gosrc.Variable // the first of the threads that are to run
	end   *gosrc.Variable
}

// laneCall calls the function with lanes of the body at hand for threads of the row. It returns the call,
// whose result is the thread that comes next, and what that mentions. flat: they are all of the CTA, which has no
// rows there.
func (g *rowGen) laneCall(l *LaneBody, first, end jen.Code, flat bool) (call *jen.Statement, deps []*gosrc.Variable) {
	f := g.kernel.laneFuncs[l.Func]
	if f == nil {
		f = g.printLanes(l)
		if g.kernel.laneFuncs == nil {
			g.kernel.laneFuncs = map[*ir.Func]*laneFunc{}
		}
		g.kernel.laneFuncs[l.Func] = f
	}
	saved := g.deps
	g.deps = nil
	args := []jen.Code{jen.Id("c"), first, end}
	for _, arg := range f.args {
		args = append(args, g.laneArg(&arg, flat))
	}
	deps, g.deps = g.deps, saved
	return jen.Id(f.name).Call(args...), deps
}

// printLanes prints the function.
func (g *rowGen) printLanes(l *LaneBody) *laneFunc {
	in := &memGen{newFuncGen(g.mod, l.Func, g.kernel, g.givenToLanes(l))}
	in.plan.vectors, in.plan.lanes = nil, true
	in.names = gosrc.NewNamer(g.mod.Names)
	in.reserveNames("c", "sh")
	in.parts, in.pieces = g.parts, pieces{}
	in.sharedVar, in.sharedUse = g.sharedVar, g.sharedUse
	in.ctx = context{cta: "c"}
	lane := &laneGen{in: in, body: l, given: map[any]*outside{}}
	in.lane = lane
	for _, w := range g.args {
		in.names.Reserve(w.Name)
	}
	number := func(wish string) *gosrc.Variable {
		return &gosrc.Variable{Name: in.names.Pick(wish), Kind: gosrc.U32, Param: true}
	}
	lane.first, lane.end = number("first"), number("end")
	in.args = append(slices.Clone(g.args), lane.first, lane.end)
	lane.gang = &Gang{memGen: *in, Jam: 1, Front: map[any]*gosrc.Variable{}, RowSlot: lane.rowSlot}
	in.vectors = g.gangs.Vectors(lane.gang)
	// What gangs share is computed in front of this, unless there is a loop over gangs.
	lane.gang.lead = in.push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: doneTo(jen.Id(lane.first.Name), gosrc.U32)})
	lane.gang.inRow = lane.gang.lead
	in.tree(nil)

	root := in.root
	gosrc.Tidy(root)
	gosrc.Coalesce(root)
	gosrc.CountLoops(root)
	gosrc.JoinLeaves(root)
	gosrc.Unlabel(root)
	mentioned, _ := root.Detach()
	free := slices.DeleteFunc(mentioned, func(v *gosrc.Variable) bool { return slices.Contains(in.vars, v) })
	gosrc.Declare(in.vars, root, in.irreducible)
	f := &laneFunc{name: g.mod.Names.Pick(g.mod.KernelBase(g.kernel.Func) + gangsOfLanes(g.gangs.Lanes()) + strconv.Itoa(len(g.kernel.gangFuncs)+1))}
	params := []*gosrc.Variable{lane.first, lane.end}
	for _, v := range free {
		if v != lane.first && v != lane.end && !slices.Contains(params, v) {
			params = append(params, v)
			f.args = append(f.args, lane.passed(v))
		}
	}
	body := root.Print(g.mod.marks, g.mod.Comments)
	head := append([]jen.Code{jen.Id("c").Op("*").Add(Runtime("CTA"))}, gosrc.GroupParams(params)...)
	g.kernel.gangFuncs = append(g.kernel.gangFuncs, leaf(f.name, head, gosrc.U32.Type(), body, g.mod.Head(g.f)))
	return f
}

// givenToLanes is the carrier of what other parts of the kernel give a function with lanes.
func (g *rowGen) givenToLanes(l *LaneBody) func(*ir.Value) (gosrc.Kind, bool) {
	return func(v *ir.Value) (gosrc.Kind, bool) {
		switch {
		case v.Op == ir.OpSlotGet:
			return g.parts.slotKind(v.Attr.Slot), true
		case v.Op == ir.OpArg && v.Attr.Index < len(g.args):
			return g.args[v.Attr.Index].Kind, true
		case v.Op == ir.OpArg:
			return gosrc.U32, true
		}
		return gosrc.NoKind, false
	}
}

// passed is how what a function with lanes mentions is passed to it.
func (l *laneGen) passed(v *gosrc.Variable) outside {
	for _, o := range l.given {
		if o.v == v {
			return *o
		}
	}
	of, arg := l.in.pieces.given(v)
	return outside{v: v, same: of, code: arg}
}

// laneArg is what a function with lanes is given.
func (g *rowGen) laneArg(o *outside, flat bool) jen.Code {
	switch {
	case o.register != nil:
		return buildSReg(&g.memGen, o.register).Code()
	case o.access != nil:
		return g.sliceOf(o.access)
	case o.slot != nil:
		part := g.slots
		g.slots = g.whole
		all := g.slot(o.slot)
		g.slots = part
		g.deps = append(g.deps, all)
		if flat {
			return jen.Id(all.Name)
		}
		return jen.Id(all.Name).Index(jen.Id("row").Op("*").Id("c").Dot("Dim").Dot("X").Op(":"))
	}
	g.deps = append(g.deps, o.same)
	return o.code.Clone()
}

// fromOutside is a parameter of the function, by what it is.
func (l *laneGen) fromOutside(what any, wish string, k gosrc.Kind, typ *jen.Statement, is outside) *gosrc.Variable {
	o := l.given[what]
	if o == nil {
		is.v = &gosrc.Variable{Name: l.in.pickOuter(wish), Kind: k, Type: typ, Param: true}
		o = &is
		l.given[what] = o
	}
	l.in.use(o.v)
	return o.v
}

func (l *laneGen) coordinate(v *ir.Value) gosrc.Expr {
	name := v.Attr.SReg
	if of, dim, ok := strings.Cut(name, "."); ok {
		name = of + strings.ToUpper(dim[:1]) + dim[1:]
	}
	return l.fromOutside(v.Attr.SReg, name, gosrc.U32, nil, outside{register: v}).Expr()
}

// memory is of a variable of the module, or of shared memory from a place on.
func (l *laneGen) memory(a *schedule.Access) *jen.Statement {
	type part struct {
		of    *ir.Symbol
		reach schedule.Reach
	}
	id := part{a.Base.Sym, a.Reach}
	if a.Reach == schedule.Anywhere {
		id.of = nil
	}
	typ := jen.Index().Add(l.in.mod.elem(a.View).Type())
	w := l.fromOutside(id, gosrc.LowerFirst(gosrc.Identifier(localName(a.Base.Sym.Name))), gosrc.NoKind, typ, outside{access: a})
	return jen.Id(w.Name)
}

// rowSlot is the array of a slot, of which the first element is that of the first thread of the row.
func (l *laneGen) rowSlot(x *ir.Slot) (array *jen.Statement, elem gosrc.Kind) {
	s := l.in.parts.slots[x]
	w := l.fromOutside(x, s.name, gosrc.NoKind, jen.Index().Add(s.kind.Type()), outside{slot: x})
	return jen.Id(w.Name), s.kind
}

// Return prints that the function is left, with the thread that comes next.
func (g *Gang) Return(first *ir.Value) {
	g.Push(&gosrc.Stmt{Kind: gosrc.ReturnStmt, RHS: []jen.Code{gosrc.Convert(g.value(first), gosrc.U32).Code()}}, nil)
}

// Through is the memory that an address points into, as a slice; false where that is not known.
func (g *Gang) Through(addr *ir.Value) (slice *jen.Statement, ok bool) {
	base := g.mod.memory.Provenance(g.f).Of(addr)
	a := g.mod.memory.Whole(g.f, &base)
	if a == nil {
		return nil, false
	}
	s := g.sliceOf(a)
	if isArray(a) {
		s = s.Index(jen.Op(":"))
	}
	return s, true
}

// perValue is how many instructions a value of a function with lanes is estimated to be.
const perValue = 8

// loop prints what stands at the beginning of a loop of a function with lanes: where it has come to, and
// how often it goes round, or a poll.
func (l *laneGen) loop(n *region.Node, s *gosrc.Stmt) {
	g := l.in
	of := l.body.Of
	saved := g.cur
	g.cur = s.Body
	defer func() { g.cur = saved }()
	if n.Block == l.body.Gangs {
		l.gang.lead, l.gang.inRow = s, s
		first := n.Block.Phis()[0]
		g.push(&gosrc.Stmt{Kind: gosrc.CodeStmt, Code: doneTo(gosrc.Convert(g.value(first), gosrc.U32).Code(), gosrc.U32)})
		rounds := g.kernel.mostGangs(g.f.Lanes)
		switch {
		case of.Polls.Start: // the function says so itself
		case g.kernel.pollsGangs(of, rounds, perValue*g.f.CountValues()):
			s := g.push(leaving())
			l.gang.In(s.Body, func() { l.gang.Return(first) })
		default:
			g.push(atMost(rounds))
		}
		return
	}
	if slices.ContainsFunc(n.Block.Values, func(v *ir.Value) bool { return v.Op == ir.OpPoll }) {
		return
	}
	if short, ok := of.Polls.Short[l.body.Loops[n.Block]]; ok && !isLong(short.Rounds*short.Cost) && !oneByOne(n.Body) {
		g.push(atMost(short.Rounds))
		return
	}
	g.push(pollOfGangs())
}
