package gang

import (
	"math/bits"
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/gang"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// load prints a load, if it is a statement, with what must hold so that it is as hoped.
func (p *accessPrinter) load(v *ir.Value) {
	if p.Inline(v) {
		return
	}
	if r := p.record(v); r != nil {
		if v == r.At {
			p.loadRecord(r)
		}
		return
	}
	if p.square(v) {
		if p.nth == 0 {
			p.loadSquare(v)
		}
		return
	}
	number := p.plan.Number(v) && !p.spread[v] || p.sharesTuple(v)
	inside := p.plan.Access[v].Order != gang.Gather && p.Memory().Access(v).Inside
	if inside && (number || len(p.Users(v)) == 0) { // nobody needs its place
		if !p.window(v) {
			p.allExact(v)
		}
		if number {
			p.Define(v)
		}
		return
	}
	place := p.place(v)
	if number {
		p.check(v, place)
		p.Define(v)
		return
	}
	if v.Type == ir.Tuple {
		p.loadTuple(v, place)
		return
	}
	x := p.element(v, place)
	if x.Is(p.vecs[p.one(v)]) || len(p.Users(v)) == 0 {
		return // it is there already, or nobody wants it
	}
	p.set(v, p.variable(v), x, -1)
}

// sharesTuple reports whether a load gives all lanes the same integers.
func (p *accessPrinter) sharesTuple(v *ir.Value) bool {
	return v.Type == ir.Tuple && p.plan.Access[v].Order == gang.Splat && sharesTuple(p.plan, p.Users(v))
}

// buildLoad is a load that is printed where it is used.
func buildLoad(p *printer, v *ir.Value) vector {
	a := accessPrinter{p}
	return a.element(v, a.place(v))
}

// check prints what must hold of an access by the index of the first lane: that the numbers in
// it do not wrap, and that all that the lanes at hand may access is inside. Gangs side by side
// are checked with the first of them.
func (p *accessPrinter) check(v *ir.Value, place scalar.Place) {
	p.checkExact(v)
	if place.Inside || p.checkedOnce[v] || p.nth > 0 {
		return
	}
	// Vectors of elements are asked whether they are inside and aligned at once.
	if r := p.reach(v); place.Guard || !p.within(v) || r.n > int64(v.Vec()*p.plan.Width) {
		p.checkReach(v, place, r)
	}
	if v.Vec() > 1 {
		p.checkAligned(v)
	}
}

// checkExact prints that the numbers in the index of an access do not wrap.
func (p *accessPrinter) checkExact(v *ir.Value) {
	if !p.window(v) {
		for _, e := range p.plan.Access[v].Exact {
			p.exact(e)
		}
	}
}

// reach is what lanes access of a slice: n elements, from that distance from the first lane's on.
type reach struct{ from, n int64 }

// reach is what all gangs side by side access.
func (p *accessPrinter) reach(v *ir.Value) reach {
	a, n, last := p.plan.Access[v], int64(v.Vec()), p.allLanes()-1
	switch {
	case a.Order == gang.Splat:
		return reach{0, n}
	case a.Order == gang.Swapped:
		return reach{-int64(a.Cross), n + last}
	case a.Stride < 0:
		return reach{a.Stride * last, n - a.Stride*last}
	}
	return reach{0, n + a.Stride*last}
}

// checkReach prints that elements are inside.
func (p *accessPrinter) checkReach(v *ir.Value, place scalar.Place, r reach) {
	first := add(laneZero(place), r.from)
	args := []jen.Code{place.Slice.Clone(), first.Code(), jen.Id(gosrc.Num(r.n))}
	ask := scalar.Runtime("Inside")
	switch {
	case place.Guard:
		ask = scalar.Runtime("Writable")
		args = append([]jen.Code{jen.Id("c")}, args...)
	case p.quad(v, place):
		ask, args = p.vec("Quads"), args[:2]
	}
	p.bail(jen.Op("!").Add(ask.Call(args...)))
}

// within reports whether each lane has a vector of elements of its own.
func (p *accessPrinter) within(v *ir.Value) bool {
	return v.Vec() > 1 && p.plan.Access[v].Order != gang.Splat
}

// checkAligned prints that a vector of elements begins at a multiple of its size.
func (p *accessPrinter) checkAligned(v *ir.Value) {
	place := p.Locate(v)
	switch {
	case p.within(v):
		p.bail(jen.Op("!").Add(p.vec("Within").Call(place.Slice.Clone(), laneZero(place).Code(), jen.Id(strconv.Itoa(v.Vec())))))
	case !p.Memory().Access(v).Aligned:
		size := v.Vec() * v.Attr.Mem.Bytes()
		p.bail(jen.Op("!").Add(scalar.Runtime("Aligned").Call(place.Slice.Clone().Index(laneZero(place).Code().Op(":")), jen.Lit(size))))
	}
}

// exact prints that a number of 32 bits does not wrap from the first lane to the last.
func (p *accessPrinter) exact(e gang.Exact) {
	if slices.ContainsFunc(p.scopes, func(x scope) bool { return slices.Contains(x.exacts, e) }) {
		return
	}
	here := &p.scopes[len(p.scopes)-1]
	here.exacts = append(here.exacts, e)
	k, least, most := gosrc.U32, int64(0), int64(1<<32-1)
	if e.Signed {
		k, least, most = gosrc.I32, -1<<31, 1<<31-1
	}
	x := gosrc.Convert(p.Number(e.Value), k)
	op, limit := ">", most-e.Stride*(p.allLanes()-1)
	if e.Stride < 0 {
		op, limit = "<", least-e.Stride*(p.allLanes()-1)
	}
	p.bail(gosrc.Binary(x, op, gosrc.Constant(uint64(limit), k), gosrc.Bool).Code())
}

// manySplats is how many floats of one block of code are loaded as numbers, and then put into
// all lanes, which is faster. Of more, Go's compiler loads the numbers together, and spills them
// with legacy SSE; of integers it does so with few.
const manySplats = 16

// splats counts the floats that a block loads into all lanes.
func (p *accessPrinter) splats(b *ir.Block) (n int) {
	for _, v := range b.Values {
		if v.Op == ir.OpLoad && p.Needed(v) && p.plan.Access[v].Order == gang.Splat && !p.plan.Number(v) {
			n += v.Vec()
		}
	}
	return n
}

// calls reports whether a block gathers or scatters, which are calls: a float that was loaded
// for all lanes in front of one would be spilled as it came.
func (p *accessPrinter) calls(b *ir.Block) bool {
	return slices.ContainsFunc(b.Values, func(v *ir.Value) bool {
		a, ok := p.plan.Access[v]
		return ok && p.Needed(v) && a.Order == gang.Gather
	})
}

// splatAt loads an element into all lanes. One of fewer than 32 bits goes through a number.
func (p *accessPrinter) splatAt(v *ir.Value, place scalar.Place, off int64) vector {
	i := add(laneZero(place), off).Code()
	if place.Elem.Bits() < 32 || !p.spread[v] && !p.calls(v.Block) && p.splats(v.Block) <= manySplats {
		return p.splatNow(gosrc.Primary(place.Slice.Clone().Index(i), place.Elem))
	}
	return p.of(place.Elem, "LoadSplat", place.Slice.Clone(), i)
}

// element is what a load of one element gives the lanes.
func (p *accessPrinter) element(v *ir.Value, place scalar.Place) vector {
	a := p.plan.Access[v]
	name := elemName(place.Elem)
	some := p.some(v)
	var x vector
	if e := (evenPrinter{p}); e.prints(v) {
		return p.fromMemory(v, e.load(v))
	}
	masked := a.Order == gang.Gather || a.Order == gang.Strided && some || a.Order == gang.Contiguous && some || a.Order == gang.Swapped && some
	if !masked {
		p.checked(v, &place)
		if len(p.Users(v)) == 0 {
			return x
		}
	}
	switch {
	case a.Order == gang.Splat:
		x = p.splatAt(v, place, 0)
	case a.Order == gang.Contiguous && some:
		p.allExact(v)
		x = p.loaded(v, p.target, place, p.vec("LoadMasked"+name).Call(place.Slice, laneZero(place).Code(), p.mask().code))
	case a.Order == gang.Swapped && some:
		in := p.swap(p.mask(), a.Cross)
		x = p.swap(p.loaded(v, p.temporary, place, p.vec("LoadMasked"+name).Call(place.Slice, swappedFirst(place, a).Code(), in.code)), a.Cross)
	case a.Order == gang.Contiguous:
		x = p.call(place.Elem, "Load"+name, place.Slice.Clone(), laneZero(place).Code())
	case a.Order == gang.Swapped && !some:
		x = p.swap(p.call(place.Elem, "Load"+name, place.Slice.Clone(), swappedFirst(place, a).Code()), a.Cross)
	case a.Order == gang.Strided && !some:
		x = p.strided(v, place)
	default:
		idx := p.indices(v)
		at := p.anywhere(v)
		fn := "Gather"
		if a.Same {
			fn = "GatherSame"
		}
		x = p.loaded(v, p.target, at, p.vec(fn+name).Call(at.Slice, idx.code, p.mask().code))
	}
	if x.code == nil {
		return x // nobody wants it
	}
	return p.fromMemory(v, x)
}

// fromMemory converts what was read to the carrier of the result, which may be wider.
func (p *accessPrinter) fromMemory(v *ir.Value, x vector) vector {
	k, mk := p.Kind(v), scalar.MemKind(v)
	if v.Type == ir.Tuple {
		k = scalar.KindOf(v.Results[0])
	}
	if x.kind.IsFloat() != mk.IsFloat() {
		x = x.bits(mk)
	}
	if mk.IsInt() {
		x = x.as(mk)
	}
	if k == gosrc.Bool {
		zero := p.splat(gosrc.Constant(0, x.kind))
		return vector{pkg: p.pkg, code: p.of(x.kind, "NotEqual", x.code, zero.code).code, kind: k}
	}
	if k.IsFloat() != x.kind.IsFloat() {
		return x.bits(k)
	}
	return x.as(k)
}

// loaded prints a load that may fail, into a variable that to makes, and returns what it gives.
func (p *accessPrinter) loaded(v *ir.Value, to func(*ir.Value, gosrc.Kind) *gosrc.Variable, place scalar.Place, load *jen.Statement) vector {
	var t, ok *gosrc.Variable
	if len(p.Users(v)) > 0 {
		t = to(v, place.Elem)
	}
	if !place.Inside {
		ok = p.NewVariable("ok", jen.Bool())
	}
	p.Assign(v, []*gosrc.Variable{t, ok}, gosrc.Primary(load, gosrc.NoKind))
	if ok != nil {
		p.bail(jen.Op("!").Id(ok.Name), ok)
	}
	if t == nil {
		return vector{pkg: p.pkg, kind: place.Elem}
	}
	return p.named(t, place.Elem)
}

// target is the variable that a load, or the result of an atomic operation, is assigned to: that of its value where nothing is to be
// done with what it gives.
func (p *accessPrinter) target(v *ir.Value, elem gosrc.Kind) *gosrc.Variable {
	if (v.Op == ir.OpLoad && elem == scalar.MemKind(v) || v.Op == ir.OpAtomic) && elem == p.Kind(v) && !p.blends(v, -1) {
		return p.variable(v)
	}
	return p.temporary(v, elem)
}

// temporary is a variable for a load with which something is still to be done.
func (p *accessPrinter) temporary(v *ir.Value, elem gosrc.Kind) *gosrc.Variable {
	return p.NewVariable(p.nameOf(p.Wish(v)), p.vec(typeOf(elem)))
}

// checked prints the checks of an access whose place is built already, and builds it anew: the
// checks are statements of their own.
func (p *accessPrinter) checked(v *ir.Value, place *scalar.Place) {
	if place.Inside && (p.window(v) || p.checkedOnce[v] || len(p.plan.Access[v].Exact) == 0) {
		return
	}
	p.check(v, *place)
	*place = p.place(v)
}

// allExact prints that no number in the index of an access wraps.
func (p *accessPrinter) allExact(v *ir.Value) {
	for _, e := range p.plan.Access[v].Exact {
		p.Aside(func() { p.exact(e) })
	}
}

// distances is the part of a slice that lanes access at a distance, and where in it they do.
func (p *accessPrinter) distances(v *ir.Value, place scalar.Place) (from *jen.Statement, idx vector) {
	stride, first := p.plan.Access[v].Stride, laneZero(place)
	base := int64(0)
	if stride < 0 {
		base = -stride * (int64(p.plan.Width - 1))
		first = add(first, -base)
	}
	w := p.once(key{bits: uint64(stride), kind: gosrc.Int}, "by"+strconv.FormatInt(max(stride, -stride), 10), "I32", func() vector {
		return p.call(gosrc.I32, "RampI32", jen.Id(gosrc.Num(base)), jen.Id(gosrc.Num(stride)))
	})
	if !first.IsConst || first.Bits != 0 {
		place.Slice = place.Slice.Clone().Index(first.Code().Op(":"))
	}
	return place.Slice, p.named(w, gosrc.I32)
}

// strided is what lanes load at a distance.
func (p *accessPrinter) strided(v *ir.Value, place scalar.Place) vector {
	by := jen.Id(gosrc.Num(p.plan.Access[v].Stride))
	return p.call(place.Elem, "LoadStrided"+elemName(place.Elem), place.Slice.Clone(), laneZero(place).Code(), by)
}

// storeStrided prints what lanes store at a distance.
func (p *accessPrinter) storeStrided(v *ir.Value, place scalar.Place, x vector) {
	by := jen.Id(gosrc.Num(p.plan.Access[v].Stride))
	p.Effect(v, p.vec("StoreStrided"+elemName(place.Elem)).Call(place.Slice, laneZero(place).Code(), by, x.code))
}

// indices is the index of each lane, in elements, and leaves the loop where one of a lane at
// hand needs more than 32 bits.
func (p *accessPrinter) indices(v *ir.Value) vector {
	if p.stepped(v) {
		return p.steps(v, p.plan.Access[v].Stride)
	}
	terms, off, _ := p.Terms(v)
	if p.plan.Access[v].Short {
		// Without a sign, what is above the largest slice is negative here, which is outside.
		return p.vector(terms[0].Value).as(gosrc.I32)
	}
	// First what the lanes share.
	sum := p.sum(vector{}, slices.Concat(p.only(terms, false), p.only(terms, true)), off, p.vector)
	return p.index32(sum)
}

// farthest bounds the index of the first lane where those of the others are counted from it in 32 bits.
const farthest = 1<<31 - maxStep*gang.Widest

// maxStep is more than lanes of a Strided access are apart, in elements.
const maxStep = 1 << 21

// stepped reports whether lanes that access elements by an index of their own have them at a distance from
// each other in all of the slice. What is inside whichever lanes are there must not ask whether numbers
// wrap: threads may have stored before.
func (p *accessPrinter) stepped(v *ir.Value) bool {
	a := p.plan.Access[v]
	return (a.Order == gang.Strided || a.Order == gang.Contiguous) && !p.window(v) && (len(a.Exact) == 0 || !p.Memory().Access(v).Inside)
}

// steps are the indices of lanes at a distance from each other, by that of the first lane.
func (p *accessPrinter) steps(v *ir.Value, stride int64) vector {
	p.allExact(v)
	i := p.NewVariable("i", jen.Int())
	i.Kind = gosrc.Int
	p.Assign(nil, []*gosrc.Variable{i}, laneZero(p.place(v)))
	p.bail(jen.Id(i.Name).Op("<").Id(gosrc.Num(-farthest)).Op("||").Id(i.Name).Op(">").Id(gosrc.Num(farthest)), i)
	return p.call(gosrc.I32, "RampI32", jen.Int32().Call(p.Use(i)), jen.Id(gosrc.Num(stride)))
}

// only are the terms that differ by lane, or those that do not.
func (p *accessPrinter) only(terms []analysis.Term, vary bool) (out []analysis.Term) {
	for _, t := range terms {
		if (p.shape(t.Value).Class == gang.Varying) == vary {
			out = append(out, t)
		}
	}
	return out
}

// loadTuple prints a load of a vector by each lane.
func (p *accessPrinter) loadTuple(v *ir.Value, place scalar.Place) {
	a, vars := p.plan.Access[v], p.elements(v)
	name := strconv.Itoa(v.Vec()) + elemName(place.Elem)
	if gang.ByLane(v, a, p.some(v)) {
		p.gatherTuple(v, vars)
		return
	}
	if a.Order == gang.Splat {
		p.checked(v, &place)
		if p.quad(v, place) {
			x := p.call(place.Elem, "LoadQuadF32", place.Slice, laneZero(place).Code())
			raw := p.rawTuple(v, place.Elem, vars)
			p.Assign(v, raw, p.call(place.Elem, "SplatQuadF32", x.code).expr())
			p.convertTuple(v, place.Elem, raw, vars)
			return
		}
		for i, w := range vars {
			if w == nil {
				continue
			}
			p.setElement(v, i, p.fromMemory(v, p.splatAt(v, p.Locate(v), int64(i))))
		}
		return
	}
	p.checked(v, &place)
	if a.Order == gang.Strided {
		for i, w := range vars {
			if w == nil {
				continue
			}
			at := p.place(v)
			at.Index = add(laneZero(at), int64(i))
			p.setElement(v, i, p.fromMemory(v, p.strided(v, at)))
		}
		return
	}
	raw := p.rawTuple(v, place.Elem, vars)
	p.Assign(v, raw, gosrc.Primary(p.vec("Load"+name).Call(place.Slice, laneZero(place).Code()), gosrc.NoKind))
	p.convertTuple(v, place.Elem, raw, vars)
}

// rawTuple are the variables that a vector is loaded into: its own, or where these are of another type, or other lanes
// need what they hold, others, of which convertTuple makes them.
func (p *accessPrinter) rawTuple(v *ir.Value, elem gosrc.Kind, vars []*gosrc.Variable) []*gosrc.Variable {
	raw := slices.Clone(vars)
	for i, w := range vars {
		if w != nil && (typeOf(elem) != typeOf(p.tupleKind(v, 0)) || p.blendsElement(v, i)) {
			raw[i] = p.NewVariable(w.Name, p.vec(typeOf(elem)))
		}
	}
	return raw
}

func (p *accessPrinter) convertTuple(v *ir.Value, elem gosrc.Kind, raw, vars []*gosrc.Variable) {
	for i, w := range vars {
		if w != raw[i] {
			p.setElement(v, i, p.fromMemory(v, p.named(raw[i], elem)))
		}
	}
}

// gatherTuple prints a load of a vector by each lane: of some lanes whose vectors follow each other, or by its own index.
func (p *accessPrinter) gatherTuple(v *ir.Value, vars []*gosrc.Variable) {
	array := p.anywhere(v)
	name := strconv.Itoa(v.Vec()) + elemName(array.Elem)
	var load *jen.Statement
	if p.plan.Access[v].Order == gang.Contiguous {
		p.allExact(v)
		place := p.Locate(v)
		load = p.vec("LoadMasked"+name).Call(place.Slice, laneZero(place).Code(), p.mask().code)
	} else {
		load = p.vec("Gather"+name).Call(array.Slice, p.indices(v).code, p.mask().code)
	}
	raw := p.rawTuple(v, array.Elem, vars)
	var ok *gosrc.Variable
	if !array.Inside {
		ok = p.NewVariable("ok", jen.Bool())
	}
	p.Assign(v, append(slices.Clip(raw), ok), gosrc.Primary(load, gosrc.NoKind))
	if ok != nil {
		p.bail(jen.Op("!").Id(ok.Name), ok)
	}
	p.convertTuple(v, array.Elem, raw, vars)
}

// quad reports whether a load gives all lanes the same four floats, of a slice that is asked whether
// they are inside: all four are loaded at once.
func (p *accessPrinter) quad(v *ir.Value, place scalar.Place) bool {
	return v.Op == ir.OpLoad && v.Vec() == 4 && p.plan.Access[v].Order == gang.Splat && !p.Memory().Access(v).Inside && !p.window(v) &&
		place.Elem == gosrc.F32 && p.tupleKind(v, 0) == gosrc.F32
}

// toMemory converts a value to what the memory holds.
func (p *accessPrinter) toMemory(v, a *ir.Value, elem gosrc.Kind) vector {
	return p.inMemory(p.vector(a), elem)
}

// inMemory converts a vector to what the memory holds.
func (p *accessPrinter) inMemory(x vector, elem gosrc.Kind) vector {
	if x.kind == gosrc.Bool {
		x = p.call(gosrc.U32, "U32FromM", x.code)
		x.kind = gosrc.U8
	}
	if x.kind.IsFloat() || elem.IsFloat() {
		if x.kind.IsFloat() != elem.IsFloat() {
			x = x.bits(elem)
		}
		return x
	}
	return x.as(elem)
}

// store prints a store: of the lanes at hand.
func (p *accessPrinter) store(v *ir.Value) {
	if r := p.record(v); r != nil {
		if v == r.At {
			p.storeRecord(r)
		}
		return
	}
	if p.square(v) {
		if p.nth == p.Jam-1 {
			p.storeSquare(v)
		}
		return
	}
	a, place := p.plan.Access[v], p.place(v)
	name := elemName(place.Elem)
	i := func() *jen.Statement { return laneZero(place).Code() }
	var vals []jen.Code
	values := func() {
		for _, x := range v.Args[1:] {
			vals = append(vals, p.toMemory(v, x, place.Elem).code)
		}
	}
	switch {
	case a.Order == gang.Splat:
		p.checkAhead(v)
		p.checked(v, &place)
		for n, x := range v.Args[1:] {
			at := p.place(v)
			p.storeLast(v, name, at.Slice, add(laneZero(at), int64(n)).Code(), p.toMemory(v, x, at.Elem))
		}
	case a.Order == gang.Contiguous && p.part() != nil:
		if !place.Inside {
			p.allExact(v)
		}
		p.guard(place)
		keptPrinter{p}.storing(v)
		place = p.Locate(v)
		values()
		p.storeSome(v, place, i(), p.mask(), vals...)
	case gang.ByLane(v, a, p.part() != nil):
		p.guard(place)
		idx := p.indices(v)
		place = p.anywhere(v)
		values()
		args := append(append([]jen.Code{place.Slice, idx.code}, vals...), p.mask().code)
		p.stored(v, place, p.vec("Scatter"+strconv.Itoa(v.Vec())+name).Call(args...))
	case v.Vec() > 1 && a.Order == gang.Strided:
		p.checkAhead(v)
		p.checked(v, &place)
		for n, x := range v.Args[1:] {
			at := p.place(v)
			at.Index = add(laneZero(at), int64(n))
			p.storeStrided(v, at, p.toMemory(v, x, at.Elem))
		}
	case v.Vec() > 1:
		p.checkAhead(v)
		p.checked(v, &place)
		place = p.place(v)
		values()
		p.Effect(v, p.vec("Store"+strconv.Itoa(v.Vec())+name).Call(append([]jen.Code{place.Slice, i()}, vals...)...))
	case a.Order == gang.Contiguous:
		p.checkAhead(v)
		p.checked(v, &place)
		keptPrinter{p}.storing(v)
		place = p.place(v)
		values()
		p.Effect(v, p.vec("Store"+name).Call(place.Slice, i(), vals[0]))
	case a.Order == gang.Swapped && p.part() == nil:
		p.checked(v, &place)
		x := p.swap(p.toMemory(v, v.Args[1], place.Elem), a.Cross)
		p.Effect(v, p.vec("Store"+name).Call(place.Slice, swappedFirst(place, a).Code(), x.code))
	case a.Order == gang.Swapped:
		p.guard(place)
		x, in := p.swap(p.toMemory(v, v.Args[1], place.Elem), a.Cross), p.swap(p.mask(), a.Cross)
		p.storeSome(v, place, swappedFirst(place, a).Code(), in, x.code)
	case a.Order == gang.Strided && (p.part() == nil || p.window(v)):
		p.checkAhead(v)
		p.checked(v, &place)
		keptPrinter{p}.storing(v)
		place = p.place(v)
		if p.part() == nil {
			p.storeStrided(v, place, p.toMemory(v, v.Args[1], place.Elem))
			return
		}
		values()
		from, idx := p.distances(v, place)
		p.Effect(v, p.vec("Scatter"+name).Call(from, idx.code, vals[0], p.mask().code))
	case evenPrinter{p}.prints(v):
		p.guard(place)
		keptPrinter{p}.storing(v)
		evenPrinter{p}.store(v, p.toMemory(v, v.Args[1], place.Elem))
	default:
		p.guard(place)
		idx := p.indices(v)
		keptPrinter{p}.storing(v)
		place = p.place(v)
		values()
		p.stored(v, place, p.vec("Scatter"+name).Call(place.Slice, idx.code, vals[0], p.mask().code))
	}
}

// storeSome prints a store of some lanes, from an index on. Shared memory is this goroutine's:
// there the elements of the others may be written back.
func (p *accessPrinter) storeSome(v *ir.Value, place scalar.Place, first *jen.Statement, in vector, x ...jen.Code) {
	b := p.Memory().Access(v).Base
	own, name := v.Attr.Space == ir.Shared || b.Kind == analysis.BaseSymbol && b.Sym.Space == ir.Shared, vecName(v, place.Elem)
	args := append(append([]jen.Code{place.Slice, first}, x...), in.code)
	switch {
	case v.Vec() > 1:
		p.stored(v, place, p.vec("StoreMasked"+name).Call(args...))
	case own && p.plan.Access[v].Whole:
		p.Effect(v, p.storeMerged(place.Slice, place.Elem, first, x[0], in))
	case own:
		p.stored(v, place, p.vec("StoreOwn"+name).Call(args...))
	default:
		p.stored(v, place, p.vec("StoreMasked"+name).Call(args...))
	}
}

// swappedFirst is the index of the first of the elements that lanes access which have changed
// places.
func swappedFirst(place scalar.Place, a gang.Pattern) gosrc.Expr {
	return add(laneZero(place), -int64(a.Cross))
}

// guard prints that a slice is one that may be written.
func (p *accessPrinter) guard(place scalar.Place) {
	if place.Guard && p.nth == 0 {
		p.bail(jen.Op("!").Add(scalar.Runtime("Writable").Call(jen.Id("c"), place.Slice.Clone(), jen.Lit(0), jen.Lit(0))))
	}
}

// stored prints a store that does nothing where an index is outside.
func (p *accessPrinter) stored(v *ir.Value, place scalar.Place, store *jen.Statement) {
	if place.Inside {
		p.Effect(v, store)
		return
	}
	ok := p.NewVariable("ok", jen.Bool())
	p.Assign(v, []*gosrc.Variable{ok}, gosrc.Primary(store, gosrc.NoKind))
	p.bail(jen.Op("!").Id(ok.Name), ok)
}

// storeLast prints the store of all lanes at hand to one place, where the last one's value
// stays.
func (p *accessPrinter) storeLast(v *ir.Value, name string, slice, index *jen.Statement, x vector) {
	if !p.frame.known || v.Attr.Mem.Bytes() != 4 {
		p.Effect(v, p.vec("StoreLast"+name).Call(slice, index, x.code, p.mask().code))
		return
	}
	if last := bits.Len8(p.frame.lanes) - 1; last > 0 {
		x = x.method("Permute", p.places([gang.Width]int{last, last, last, last, last, last, last, last}).code)
	}
	p.Effect(v, p.vec("StoreFirst"+name).Call(slice, index, x.code))
}
