package gang

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
	"github.com/ptx2go/ptx2go/lower/region"
)

// sharesTuple reports whether the results of a load are numbers, of which these are the users.
func sharesTuple(p *gang.Plan, users []*ir.Value) bool {
	return len(users) > 0 && p.Number(users[0])
}

// prepare finds what has variables of its own: loads that are checked, what lanes share that
// is computed from vectors, and the numbers that lanes have from different rounds of a loop when they are
// read: these have a vector beside the number.
func (p *printer) prepare() {
	p.apart = map[*ir.Value]bool{}
	note := func(a *ir.Value, s gang.Shape) {
		if p.plan.Number(a) && s.Class == gang.Varying {
			p.apart[a] = true
		}
	}
	p.Body().Tree.Walk(func(n *region.Node) bool {
		switch n.Kind {
		case region.Basic:
			for _, v := range n.Block.Values {
				if v.Op == ir.OpPhi || !p.Needed(v) {
					continue
				}
				if p.plan.FromVectors(v) || p.Jam > 1 && p.commonVector(v) || v.Op == ir.OpLoad && v.Attr.Space != ir.ParamSpace && !p.simple(v) {
					p.Separate(v)
				}
				for _, a := range p.Memory().Operands(v) {
					note(a, p.plan.At(a, v.Block))
				}
			}
		case region.If, region.Switch:
			note(n.Block.Ctrl[0], p.plan.At(n.Block.Ctrl[0], n.Block))
		case region.Edge:
			for _, phi := range n.To.Phis() {
				if p.Needed(phi) {
					note(phi.Args[n.Pred], p.plan.AtEdge(phi.Args[n.Pred], n))
				}
			}
		}
		return true
	})
	for v := range p.apart {
		p.Separate(v)
	}
	p.spread = map[*ir.Value]bool{}
	p.Body().Tree.Walk(func(n *region.Node) bool {
		if n.Kind == region.Basic {
			for _, v := range n.Block.Values {
				p.spread[v] = p.Needed(v) && p.spreads(v)
			}
		}
		return true
	})
}

// shape is what the lanes have of a value where it is read.
func (p *printer) shape(v *ir.Value) gang.Shape {
	if p.edge != nil {
		return p.plan.AtEdge(v, p.edge)
	}
	return p.plan.At(v, p.block)
}

// vector is the vector of a value where it is read.
func (p *printer) vector(v *ir.Value) vector {
	if p.varying != nil {
		return p.varying(v)
	}
	k := p.Kind(v)
	if holds, ok := p.Known(v); ok {
		return p.splat(gosrc.Truth(holds))
	}
	if lanes, ok := p.plan.Lanes[v]; ok {
		return p.lanesOf(lanes)
	}
	switch s := p.shape(v); {
	case p.plan.Number(v) && s.Class == gang.Varying:
		return p.named(p.copyOf(v), k)
	case p.plan.Number(v) && s.Class == gang.Affine:
		return p.ramp(v, s.Stride)
	case p.plan.Number(v) && s.Class == gang.Crossed:
		return p.crossed(v, s)
	case p.plan.Number(v) && !p.spread[v], v.Op == ir.OpConst, v.Op == ir.OpParam && v.Type != ir.Tuple, v.Op == ir.OpArg:
		return p.splatOf(v)
	case p.Fixed(v): // computed in front of the loops
		return p.splatOf(v)
	case p.Inline(v):
		return p.build(v)
	}
	return p.named(p.variable(v), k)
}

// splatOf is a number in all lanes.
func (p *printer) splatOf(v *ir.Value) vector {
	if v.Op == ir.OpConst {
		return p.splat(gosrc.Constant(v.Attr.Bits, p.Kind(v)))
	}
	if !p.Fixed(v) {
		x := p.Number(v)
		return p.splatNow(gosrc.Convert(x, p.Kind(v)))
	}
	k := p.Kind(v)
	id := key{v: v}
	if p.OfRow(v) {
		id.row = 1
		if !p.common(v) {
			id.row += p.nth
		}
	}
	return p.named(p.once(id, p.Wish(v)+"v", typeOf(k), func() vector {
		return p.splatNow(gosrc.Convert(p.Number(v), k))
	}), k)
}

// splat is a constant in all lanes, computed in front of the loop.
func (p *printer) splat(c gosrc.Expr) vector {
	w := p.once(key{bits: c.Bits, kind: c.Kind}, constName(c), typeOf(c.Kind), func() vector { return p.constantSplat(c) })
	return p.named(w, c.Kind)
}

// once is the variable of what is computed in front of the loops, for all that ask for it.
func (p *printer) once(id key, wish, typ string, build func() vector) *gosrc.Variable {
	w := p.Front[id]
	if w == nil {
		w = p.NewFront(wish, p.vec(typ))
		p.Front[id] = w
		p.Aside(func() { p.InFront(w, build().expr(), id.row > 0) })
	}
	return w
}

// constName is the wish for the name of a constant.
func constName(c gosrc.Expr) string {
	if c.Kind == gosrc.Bool {
		return map[bool]string{false: "none", true: "all"}[c.Bits&1 != 0]
	}
	return "k"
}

// constantSplat is a constant in all lanes, computed here.
func (p *printer) constantSplat(c gosrc.Expr) vector {
	switch k := carried(c.Kind); {
	case k == gosrc.Bool:
		return p.splatNow(c)
	case c.Bits == 0:
		return vector{pkg: p.pkg, code: p.vec(typeOf(k)).Values(), kind: c.Kind}
	default:
		return vector{pkg: p.pkg, code: p.Splat(gosrc.Convert(c, k).Bits, k).Dot(typeOf(k)).Call(), kind: c.Kind}
	}
}

// carried is the carrier of a lane, which has 32 bits at least.
func carried(k gosrc.Kind) gosrc.Kind {
	switch {
	case k == gosrc.Int:
		return gosrc.I64
	case k == gosrc.Bool || k.Bits() >= 32:
		return k
	case k.Signed():
		return gosrc.I32
	}
	return gosrc.U32
}

// splatNow is a number in all lanes.
func (p *printer) splatNow(x gosrc.Expr) vector {
	if x.IsConst && x.Kind != gosrc.Bool {
		return p.constantSplat(x)
	}
	k := x.Kind
	if k.Bits() < 32 && k != gosrc.Bool {
		k = carried(k)
		return vector{pkg: p.pkg, code: p.of(k, "Splat", gosrc.Convert(x, k).Code()).code, kind: x.Kind}
	}
	return p.of(k, "Splat", x.Code())
}

// ramp is a number that counts up from lane to lane.
func (p *printer) ramp(v *ir.Value, stride int64) vector {
	k := p.Kind(v)
	return p.of(k, "Ramp", gosrc.Convert(p.numberOf(v, stride), k).Code(), gosrc.Constant(uint64(stride), k).Code())
}

// crossed is a number that counts up from lane to lane, where lanes have changed places.
func (p *printer) crossed(v *ir.Value, s gang.Shape) vector {
	k := p.Kind(v)
	w := p.once(key{bits: uint64(s.Stride), cross: s.Cross, kind: k}, "by"+strconv.FormatInt(s.Stride, 10), typeOf(k), func() vector {
		cross, stride := p.of(k, "Splat", jen.Lit(s.Cross)), p.of(k, "Splat", gosrc.Constant(uint64(s.Stride), k).Code())
		return p.of(k, "Ramp", jen.Lit(0), jen.Lit(1)).method("Xor", cross.code).method("Sub", cross.code.Clone()).method("Mul", stride.code)
	})
	return p.splatNow(gosrc.Convert(p.numberOf(v, s.Stride), k)).method("Add", p.Use(w)).extended()
}

// swap lets lanes of 32 bits change places.
func (p *printer) swap(x vector, cross int) vector {
	w := p.once(key{cross: cross, kind: gosrc.Int}, "swap"+strconv.Itoa(cross), "U32", func() vector {
		return p.of(gosrc.U32, "Ramp", jen.Lit(0), jen.Lit(1)).method("Xor", p.of(gosrc.U32, "Splat", jen.Lit(cross)).code)
	})
	if x.kind == gosrc.Bool {
		return p.call(gosrc.Bool, "PermuteM", x.code, p.Use(w))
	}
	return x.method("Permute", p.Use(w))
}

// all are all lanes.
func (p *printer) all() vector { return p.splat(gosrc.Truth(true)) }

// part is the mask of the lanes at hand, nil where all are there.
func (p *printer) part() masks {
	if p.frame.whole {
		return nil
	}
	return p.frame.mask
}

// mask are the lanes at hand.
func (p *printer) mask() vector {
	if m := p.part(); m != nil {
		return m.of(p)
	}
	return p.all()
}

// variable is the variable of a vector.
func (p *printer) variable(v *ir.Value) *gosrc.Variable {
	id := p.one(v)
	w := p.vecs[id]
	if w == nil {
		w = p.NewVariable(p.nameOf(p.Wish(v)), p.vec(typeOf(p.Kind(v))))
		p.vecs[id] = w
	}
	return w
}

// copyOf is the vector of a number that lanes have from different rounds.
func (p *printer) copyOf(v *ir.Value) *gosrc.Variable {
	id := one{v, p.nth}
	w := p.copies[id]
	if w == nil {
		w = p.NewVariable(p.nameOf(p.Wish(v)+"v"), p.vec(typeOf(p.Kind(v))))
		p.copies[id] = w
	}
	return w
}

// set assigns a vector to its variable, at an Edge or where it is computed: for the lanes at
// hand alone where the others need what they have.
func (p *printer) set(v *ir.Value, w *gosrc.Variable, x vector, edge int) {
	defined := v
	if edge >= 0 {
		defined = nil
	}
	p.Assign(defined, []*gosrc.Variable{w}, p.blended(v, w, x, edge).expr())
}

// blended is what an assignment of a vector to its variable leaves there.
func (p *printer) blended(v *ir.Value, w *gosrc.Variable, x vector, edge int) vector {
	if !p.blends(v, edge) {
		return x
	}
	return p.merged(w, p.Kind(v), x)
}

// merged is a vector for the lanes at hand, and what its variable holds for the others.
func (p *printer) merged(w *gosrc.Variable, k gosrc.Kind, x vector) vector {
	return p.of(k, "Merge", x.code, p.Use(w), p.mask().code)
}

// blends reports whether lanes that are not at hand need what the variable holds.
func (p *printer) blends(v *ir.Value, edge int) bool {
	return p.part() != nil && p.plan.Blends(v, edge)
}

// elements are the variables of what a load of a vector gives, nil where nothing needs one: those that it has already
// where it is printed again.
func (p *printer) elements(v *ir.Value) []*gosrc.Variable {
	vars := p.tuples[p.one(v)]
	if vars == nil {
		vars = make([]*gosrc.Variable, len(v.Results))
		p.tuples[p.one(v)] = vars
	}
	for _, u := range p.Users(v) {
		if u.Op == ir.OpExtract && vars[u.Attr.Index] == nil {
			vars[u.Attr.Index] = p.NewVariable(p.nameOf(p.Wish(u)), p.vec(typeOf(p.tupleKind(v, u.Attr.Index))))
		}
	}
	return vars
}

// setElement is set of an element of a vector that is loaded.
func (p *printer) setElement(v *ir.Value, i int, x vector) {
	w := p.tuples[p.one(v)][i]
	if p.blendsElement(v, i) {
		x = p.merged(w, p.tupleKind(v, i), x)
	}
	p.Assign(v, []*gosrc.Variable{w}, x.expr())
}

// blendsElement is blends of an element of a vector that is loaded.
func (p *printer) blendsElement(v *ir.Value, i int) bool {
	return slices.ContainsFunc(p.Users(v), func(u *ir.Value) bool {
		return u.Op == ir.OpExtract && u.Attr.Index == i && p.blends(u, -1)
	})
}

// values prints the values of a block.
func (p *printer) values(b *ir.Block) {
	p.block = b
	for _, v := range b.Values {
		if v.Op != ir.OpPhi && p.Needed(v) {
			p.each(v, func() { p.define(v) })
		}
	}
}

// define prints the statement of a value, if it has one.
func (p *printer) define(v *ir.Value) {
	a := accessPrinter{p}
	switch own := p.plan.Access[v].Own; {
	case own && v.Op == ir.OpLoad:
		p.Aside(func() { ownPrinter{&a}.load(v) })
	case own:
		ownPrinter{&a}.store(v)
	case v.Op == ir.OpLoad && v.Attr.Space != ir.ParamSpace:
		p.Aside(func() { a.load(v) }) // what it gives may be needed by no statement
		keptPrinter{&a}.keep(v)
	case v.Op == ir.OpStore:
		a.store(v)
	case v.Op == ir.OpAtomic:
		p.Aside(func() { a.atomic(v) })
	case v.Op == ir.OpSlotStore:
		a.slotStore(v)
	case v.Op == ir.OpFence && p.Fences(v): // the threads of a gang are of one goroutine
		p.Effect(v, p.vec("Fence").Call())
	case v.Op == ir.OpFence:
		p.Define(v)
	case p.Inline(v):
	case p.plan.FromVectors(v):
		p.Assign(v, []*gosrc.Variable{p.Variable(v)}, p.shared(v))
	case p.plan.Number(v):
		p.Define(v)
	case v.Op == ir.OpSelect:
		p.selection(v)
	case len(p.Users(v)) > 0 || p.endsBlock(v):
		p.set(v, p.variable(v), p.build(v).as(p.Kind(v)), -1)
	}
	if p.apart[v] {
		p.copy(v, -1)
	}
}

// endsBlock reports whether a value decides where a block leads.
func (p *printer) endsBlock(v *ir.Value) bool { return len(p.Body().Uses.Ctrl[v.ID]) > 0 }

// copy prints the vector of a number that lanes have from different rounds: each gang's own,
// though the number is that of all.
func (p *printer) copy(v *ir.Value, edge int) {
	defer p.at(0)
	k := p.Kind(v)
	for nth := range p.Jam {
		p.at(nth)
		x := p.splatNow(gosrc.Convert(p.Number(v), k))
		switch s := p.plan.Shape[v.ID]; s.Class {
		case gang.Affine:
			x = p.ramp(v, s.Stride)
		case gang.Crossed:
			x = p.crossed(v, s)
		}
		p.set(v, p.copyOf(v), x, edge)
	}
}

// shared is a predicate that is computed from vectors, and that the lanes share.
func (p *printer) shared(v *ir.Value) gosrc.Expr {
	x := p.build(v)
	if p.part() != nil {
		x = p.call(gosrc.Bool, "AndM", x.code, p.mask().code)
	}
	return gosrc.Primary(p.call(gosrc.Bool, "Any", x.code).code, gosrc.Bool)
}

// condition is a condition that the lanes share, and its opposite.
func (p *printer) condition(v *ir.Value) (c, not gosrc.Expr) {
	c = p.Number(v)
	p.Aside(func() { not = p.Negated(v) })
	return c, not
}

// selection prints a select: for a condition that the lanes share an if.
func (p *printer) selection(v *ir.Value) {
	k, w := p.Kind(v), p.variable(v)
	c := v.Args[0]
	if holds, ok := p.Known(c); ok {
		x := v.Args[1]
		if !holds {
			x = v.Args[2]
		}
		p.set(v, w, p.operand(x, k), -1)
		return
	}
	if !p.plan.Number(c) || p.shape(c).Class != gang.Uniform || p.blends(v, -1) {
		x, y := p.operand(v.Args[1], k), p.operand(v.Args[2], k)
		p.set(v, w, p.of(k, "Merge", x.code, y.code, p.vector(c).code), -1)
		return
	}
	p.Assign(v, []*gosrc.Variable{w}, p.operand(v.Args[2], k).expr())
	cond, _ := p.condition(c)
	s := &gosrc.Stmt{Kind: gosrc.IfStmt, Code: cond.Code(), Body: gosrc.NewBlock()}
	p.Push(s, nil)
	p.In(s.Body, func() { p.Assign(nil, []*gosrc.Variable{w}, p.operand(v.Args[1], k).expr()) })
}

// operand is a value with a carrier of its width.
func (p *printer) operand(v *ir.Value, k gosrc.Kind) vector { return p.vector(v).as(k) }

// lanesOf are lanes that are known.
func (p *printer) lanesOf(lanes uint8) vector {
	switch lanes {
	case 0, 1<<gang.Width - 1:
		return p.splat(gosrc.Truth(lanes != 0))
	}
	id := key{bits: uint64(lanes), kind: gosrc.Bool, cross: -1}
	return p.constant(id, "lanes", "M", p.vec("LanesM").Call(jen.Id(fmt.Sprintf("%#x", lanes))))
}

// places are the lanes of a gang that lanes read from.
func (p *printer) places(index [gang.Width]int) vector {
	list, digits := uint64(0), ""
	for l, i := range index {
		list |= uint64(i) << (3 * l)
		digits = strconv.Itoa(i) + digits
	}
	id := key{bits: list, kind: gosrc.U32, cross: -1}
	return p.constant(id, "from", "U32", p.vec("Places").Call(jen.Id("0o"+digits)))
}

// constant is a vector that is the same for all gangs.
func (p *printer) constant(id key, wish, typ string, x *jen.Statement) vector {
	return p.named(p.once(id, wish, typ, func() vector { return vector{pkg: p.pkg, code: x} }), id.kind)
}

// simple reports whether a load is one expression.
func (p *printer) simple(v *ir.Value) bool {
	o := p.plan.Access[v].Order
	return !p.plan.Access[v].Own && p.safe(v) && (o == gang.Contiguous || o == gang.Splat) && v.Type != ir.Tuple
}

// spreads reports whether an integer that the lanes share is loaded into all of them, as nothing
// asks for the number.
func (p *printer) spreads(v *ir.Value) bool {
	if v.Op != ir.OpLoad || v.Type == ir.Tuple || v.Attr.Space == ir.ParamSpace || !p.plan.Number(v) || v.Attr.Mem.Bytes() < 4 || p.endsBlock(v) || p.apart[v] {
		return false
	}
	return !slices.ContainsFunc(p.Users(v), func(u *ir.Value) bool {
		return p.plan.Number(u) || u.IsAccess() || u.Op == ir.OpPhi || builders[u.Op] == nil || p.bounds(u)
	})
}

// bounds reports whether a value compares what counts up from lane to lane to decide where a block leads: see whole.go.
func (p *printer) bounds(v *ir.Value) bool {
	return v.Op == ir.OpICmp && p.endsBlock(v) && slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return p.plan.Shape[a.ID].Class == gang.Affine })
}

// safe reports whether nothing is to be checked for an access.
func (p *printer) safe(v *ir.Value) bool {
	a := p.Memory().Access(v)
	return p.window(v) || a.Inside && p.plan.Access[v].Order != gang.Gather && len(p.plan.Access[v].Exact) == 0
}

// window reports whether an access goes through a window of the clean loop at hand.
func (p *printer) window(v *ir.Value) bool {
	return p.Clean != nil && p.Clean.Use[v].Window != nil
}

// builders print the operations that have a vector form, but for accesses.
var builders map[ir.Op]func(*printer, *ir.Value) vector

// keptPrinter prints what is kept so that stores can be undone.
type keptPrinter struct{ *accessPrinter }

// keep prints that what a load in a loop gives is kept where nothing has been stored.
func (p keptPrinter) keep(load *ir.Value) {
	i := slices.IndexFunc(p.undos, func(u *undo) bool { return u.load == load })
	if i < 0 || len(p.loops) == 0 {
		return
	}
	u := p.undos[i]
	if p.nth == len(u.kept) {
		u.kept = append(u.kept, p.NewVariable(p.nameOf("kept"), p.vec(typeOf(p.Kind(load)))))
	}
	w := u.kept[p.nth : p.nth+1]
	if !u.full {
		x := p.vector(load)
		p.Assign(nil, w, p.of(x.kind, "Merge", p.Use(w[0]), x.code, p.Use(u.stored[p.nth])).expr())
		return
	}
	s := &gosrc.Stmt{Kind: gosrc.IfStmt, Code: jen.Op("!").Add(p.Use(u.stored[0])), Body: gosrc.NewBlock()}
	p.Push(s, nil)
	p.In(s.Body, func() { p.Assign(nil, w, p.vector(load).expr()) })
}

// storing prints that the gang at hand is about to store.
func (p keptPrinter) storing(v *ir.Value) {
	for _, u := range p.undos {
		if !slices.Contains(u.stores, v) {
			continue
		}
		switch u.done = true; {
		case !u.full:
			x := p.call(gosrc.Bool, "OrM", p.Use(u.stored[p.nth]), p.mask().code)
			p.Assign(nil, u.stored[p.nth:p.nth+1], x.expr())
		case p.nth == 0:
			p.Assign(nil, u.stored, gosrc.Truth(true))
		}
	}
}
