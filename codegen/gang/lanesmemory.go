package gang

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

func init() {
	ofLanes[ir.OpLoad] = (*lanes).loadAll
	numbers[ir.OpInside] = (*lanes).insideAll
	acts[ir.OpBail] = act((*lanes).bailOut)
	acts[ir.OpStore] = act((*lanes).store)
	acts[ir.OpAtomic] = act((*lanes).atomic)
	acts[ir.OpInside] = func(p *lanes, v *ir.Value) bool {
		some := p.some(v)
		if some {
			p.insideSome(v)
		}
		return some
	}
}

// bailOut prints that the function is left where a condition holds.
func (p *lanes) bailOut(v *ir.Value) {
	if q := p.question(v); q != nil && p.whole[q] != nil {
		return // the access says so
	}
	s := &gosrc.Stmt{Kind: gosrc.IfStmt, Code: p.Number(v.Args[0]).Code(), Body: gosrc.NewBlock()}
	p.Push(s, nil)
	p.In(s.Body, func() { p.Return(v.Args[1]) })
}

// unless prints that the function is left where a condition does not hold.
func (p *lanes) unless(ok *gosrc.Variable, first *ir.Value) {
	s := &gosrc.Stmt{Kind: gosrc.IfStmt, Code: jen.Op("!").Add(p.Use(ok)), Body: gosrc.NewBlock()}
	p.Push(s, nil)
	p.In(s.Body, func() { p.Return(first) })
}

// order is how the elements that the lanes access follow each other.
func (p *lanes) order(v *ir.Value) (stride int64) {
	return v.Attr.Stride / p.Memory().Access(v).Unit(v)
}

// some reports whether the lanes of an access are elsewhere than side by side, or not all there: the function of
// it says itself whether it is inside.
func (p *lanes) some(v *ir.Value) bool {
	return v.Args[0].Varying || v.Attr.Masked || apart(v, p.order(v))
}

// apart reports whether lanes access vectors that are no number of vectors apart: of those some may lie at no multiple
// of their size where the first does.
func apart(v *ir.Value, stride int64) bool { return v.Vec() > 1 && stride%int64(v.Vec()) != 0 }

// inRow reports whether lanes access vectors that follow each other.
func (p *lanes) inRow(v *ir.Value) bool {
	return !v.Args[0].Varying && v.Vec() > 1 && p.order(v) == int64(v.Vec())
}

// byLane reports whether each lane accesses memory by an index of its own, or some lanes do other than elements that
// follow each other.
func (p *lanes) byLane(v *ir.Value) bool {
	stride := p.order(v)
	return v.Args[0].Varying || apart(v, stride) || v.Attr.Masked && (v.Vec() > 1 || stride != 1)
}

// fuse finds the questions whether some lanes are inside that the access behind them answers itself, as nothing is
// done in between.
func (p *lanes) fuse() {
	for _, b := range p.Func().Blocks {
		for i, q := range b.Values {
			if q.Op != ir.OpInside || !p.some(q) || !p.asksOnce(q) {
				continue
			}
			for _, v := range b.Values[i+1:] {
				if v.IsAccess() && v.Args[0] == q.Args[0] && v.Mask() == q.Mask() && v.Attr.Stride == q.Attr.Stride && v.Attr.Cross == q.Attr.Cross && v.Attr.Mem == q.Attr.Mem && v.Attr.Vec == q.Attr.Vec && p.asks[v] == nil {
					p.whole[q], p.asks[v] = v, q
					break
				}
				if v.HasEffect() && v.Op != ir.OpBail {
					break
				}
			}
		}
	}
}

// asksOnce reports whether a question is one of a Bail of its block alone.
func (p *lanes) asksOnce(q *ir.Value) bool {
	not := p.Users(q)
	if len(not) != 1 || not[0].Op != ir.OpNot {
		return false
	}
	bail := p.Users(not[0])
	return len(bail) == 1 && bail[0].Op == ir.OpBail && bail[0].Block == q.Block && !p.endsBlock(q) && !p.endsBlock(not[0])
}

// question is what a Bail asks about memory, nil where it asks something else.
func (p *lanes) question(bail *ir.Value) *ir.Value {
	if not := bail.Args[0]; not.Op == ir.OpNot && not.Args[0].Op == ir.OpInside {
		return not.Args[0]
	}
	return nil
}

// firstOf is the thread at which the gang of an access begins, by the Bail of its question.
func (p *lanes) firstOf(q *ir.Value) *ir.Value { return p.Users(p.Users(q)[0])[0].Args[1] }

// at is the place of an access: without an index where that differs by lane.
func (p *lanes) at(v *ir.Value) scalar.Place {
	if v.Args[0].Varying {
		return p.Array(v)
	}
	return p.Gang.Locate(v, v.Attr.Masked)
}

// lanesIn is the mask of an access.
func (p *lanes) lanesIn(v *ir.Value) vector {
	if m := v.Mask(); m != nil {
		return p.vector(m)
	}
	return p.all()
}

// insideAll is the question whether what all lanes access together is inside.
func (p *lanes) insideAll(v *ir.Value) gosrc.Expr {
	place, stride, n := p.at(v), p.order(v), int64(v.Vec())
	from, last := int64(0), int64(p.plan.Width-1)
	switch {
	case v.Attr.Cross != 0:
		from, n = -int64(v.Attr.Cross), n+last
	case stride < 0:
		from, n = stride*last, n-stride*last
	default:
		n += stride * last
	}
	ask := scalar.Runtime("Inside").Call(place.Slice.Clone(), add(laneZero(place), from).Code(), jen.Id(gosrc.Num(n)))
	if v.Attr.Write && p.Memory().Access(v).Base.Kind == analysis.BaseParam {
		ask = scalar.Runtime("Writable").Call(jen.Id("c"), place.Slice.Clone(), add(laneZero(place), from).Code(), jen.Id(gosrc.Num(n)))
	}
	x := gosrc.Primary(ask, gosrc.Bool)
	if v.Vec() > 1 && !p.Memory().Access(v).Aligned {
		// Of all lanes: they are whole vectors apart.
		size := v.Vec() * v.Attr.Mem.Bytes()
		aligned := scalar.Runtime("Aligned").Call(place.Slice.Clone().Index(laneZero(place).Code().Op(":")), jen.Lit(size))
		x = gosrc.Binary(x, "&&", gosrc.Primary(aligned, gosrc.Bool), gosrc.Bool)
	}
	return x
}

// insideSome prints the question whether what some lanes access is inside: by loading it.
func (p *lanes) insideSome(v *ir.Value) {
	if p.whole[v] != nil {
		return
	}
	place := p.at(v)
	ok := p.Variable(v)
	p.Assign(v, append(make([]*gosrc.Variable, v.Vec()), ok), gosrc.Primary(p.loadSome(v, place), gosrc.NoKind))
	if guard, is := p.guarded(v); is && v.Attr.Write {
		p.Assign(nil, []*gosrc.Variable{ok}, gosrc.Binary(ok.Expr(), "&&", guard, gosrc.Bool))
	}
}

// guarded is the question whether a slice may be written at all.
func (p *lanes) guarded(v *ir.Value) (gosrc.Expr, bool) {
	if p.Memory().Access(v).Base.Kind != analysis.BaseParam {
		return gosrc.Expr{}, false
	}
	return gosrc.Primary(scalar.Runtime("Writable").Call(jen.Id("c"), p.at(v).Slice.Clone(), jen.Lit(0), jen.Lit(0)), gosrc.Bool), true
}

// guard prints that a slice is one that may be written, where an access answers a question.
func (p *lanes) guard(v *ir.Value) {
	q := p.asks[v]
	if q == nil {
		return
	}
	if x, is := p.guarded(v); is {
		s := &gosrc.Stmt{Kind: gosrc.IfStmt, Code: gosrc.Not(x).Code(), Body: gosrc.NewBlock()}
		p.Push(s, nil)
		p.In(s.Body, func() { p.Return(p.firstOf(q)) })
	}
}

// loadSome is a load of some lanes, or of lanes anywhere, which says whether it can.
func (p *lanes) loadSome(v *ir.Value, place scalar.Place) *jen.Statement {
	name := elemName(place.Elem)
	switch stride := p.order(v); {
	case p.inRow(v):
		return p.vec("LoadMasked"+vecName(v, place.Elem)).Call(place.Slice, laneZero(place).Code(), p.lanesIn(v).code)
	case v.Vec() > 1, v.Args[0].Varying, stride != 1:
		place = p.Array(v)
		return p.vec("Gather"+vecName(v, place.Elem)).Call(place.Slice, p.indices(v).code, p.lanesIn(v).code)
	case v.Attr.Cross != 0:
		in := p.swap(p.lanesIn(v), v.Attr.Cross)
		return p.vec("LoadMasked"+name).Call(place.Slice, add(laneZero(place), -int64(v.Attr.Cross)).Code(), in.code)
	}
	return p.vec("LoadMasked"+name).Call(place.Slice, laneZero(place).Code(), p.lanesIn(v).code)
}

// load prints a load of one element that is a statement.
func (p *lanes) load(v *ir.Value) {
	q, used := p.asks[v], len(p.Users(v)) > 0 || p.endsBlock(v)
	if q == nil && !used {
		return
	}
	place := p.at(v)
	code := p.loadSome(v, place)
	var t, ok *gosrc.Variable
	plain := place.Elem == scalar.MemKind(v) && place.Elem == p.Kind(v) && v.Attr.Cross == 0
	switch {
	case used && plain:
		t = p.Variable(v)
	case used:
		t = p.NewVariable(p.Wish(v), p.vec(typeOf(place.Elem)))
	}
	if q != nil {
		ok = p.NewVariable("ok", jen.Bool())
	}
	p.Assign(v, []*gosrc.Variable{t, ok}, gosrc.Primary(code, gosrc.NoKind))
	if ok != nil {
		p.unless(ok, p.firstOf(q))
	}
	if used && !plain {
		x := p.named(t, place.Elem)
		if v.Attr.Cross != 0 {
			x = p.swap(x, v.Attr.Cross)
		}
		p.Assign(nil, []*gosrc.Variable{p.Variable(v)}, p.read(v, x).as(p.Kind(v)).expr())
	}
}

// read converts what was read to the carrier of the result.
func (p *lanes) read(v *ir.Value, x vector) vector {
	a := accessPrinter{p.printer}
	return a.fromMemory(v, x)
}

// loadAll is a load of all lanes, which are side by side, or at a distance.
func (p *lanes) loadAll(v *ir.Value) vector {
	place := p.at(v)
	return p.read(v, p.loadAt(v, place))
}

func (p *lanes) loadAt(v *ir.Value, place scalar.Place) vector {
	name, stride := elemName(place.Elem), p.order(v)
	switch {
	case v.Attr.Cross != 0:
		return p.swap(p.call(place.Elem, "Load"+name, place.Slice.Clone(), add(laneZero(place), -int64(v.Attr.Cross)).Code()), v.Attr.Cross)
	case stride == 1:
		return p.call(place.Elem, "Load"+name, place.Slice.Clone(), laneZero(place).Code())
	}
	return p.call(place.Elem, "LoadStrided"+name, place.Slice.Clone(), laneZero(place).Code(), jen.Id(gosrc.Num(stride)))
}

// store prints a store.
func (p *lanes) store(v *ir.Value) {
	p.guard(v)
	place := p.at(v)
	name, stride := elemName(place.Elem), p.order(v)
	var vals []jen.Code
	for _, x := range v.Unmasked()[1:] {
		vals = append(vals, p.toStore(v, x, place.Elem).code)
	}
	first := func() *jen.Statement { return laneZero(place).Code() }
	switch {
	case p.byLane(v) && p.inRow(v):
		args := append(append([]jen.Code{place.Slice, first()}, vals...), p.lanesIn(v).code)
		p.stored(v, p.vec("StoreMasked"+vecName(v, place.Elem)).Call(args...))
	case p.byLane(v):
		place = p.Array(v)
		p.stored(v, p.vec("Scatter"+vecName(v, place.Elem)).Call(append([]jen.Code{place.Slice, p.indices(v).code}, append(vals, p.lanesIn(v).code)...)...))
	case v.Vec() > 1 && stride == int64(v.Vec()):
		p.Effect(v, p.vec("Store"+vecName(v, place.Elem)).Call(append([]jen.Code{place.Slice, first()}, vals...)...))
	case v.Vec() > 1:
		for n, x := range vals {
			p.Effect(v, p.vec("StoreStrided"+name).Call(place.Slice.Clone(), add(laneZero(place), int64(n)).Code(), jen.Id(gosrc.Num(stride)), x))
		}
	case v.Attr.Cross != 0:
		x := p.swap(p.toStore(v, v.Args[1], place.Elem), v.Attr.Cross)
		at := add(laneZero(place), -int64(v.Attr.Cross)).Code()
		if v.Attr.Masked {
			p.storeSome(v, place, at, x.code, p.swap(p.lanesIn(v), v.Attr.Cross))
			return
		}
		p.Effect(v, p.vec("Store"+name).Call(place.Slice, at, x.code))
	case v.Attr.Masked:
		p.storeSome(v, place, first(), vals[0], p.lanesIn(v))
	case stride == 1:
		p.Effect(v, p.vec("Store"+name).Call(place.Slice, first(), vals[0]))
	default:
		p.Effect(v, p.vec("StoreStrided"+name).Call(place.Slice, first(), jen.Id(gosrc.Num(stride)), vals[0]))
	}
}

// toStore converts a value to what the memory holds.
func (p *lanes) toStore(v, x *ir.Value, elem gosrc.Kind) vector {
	a := accessPrinter{p.printer}
	return a.toMemory(v, x, elem)
}

// storeSome prints a store of some of the lanes, side by side. Shared memory is this goroutine's: there the
// elements of the others may be written back.
func (p *lanes) storeSome(v *ir.Value, place scalar.Place, first *jen.Statement, x jen.Code, in vector) {
	fn, b := "StoreMasked", p.Memory().Access(v).Base
	if v.Attr.Space == ir.Shared || b.Kind == analysis.BaseSymbol && b.Sym.Space == ir.Shared {
		fn = "StoreOwn"
	}
	p.stored(v, p.vec(fn+elemName(place.Elem)).Call(place.Slice, first, x, in.code))
}

// stored prints a store that does nothing where an index is outside.
func (p *lanes) stored(v *ir.Value, store *jen.Statement) {
	q := p.asks[v]
	if q == nil {
		p.Effect(v, store)
		return
	}
	ok := p.NewVariable("ok", jen.Bool())
	p.Assign(v, []*gosrc.Variable{ok}, gosrc.Primary(store, gosrc.NoKind))
	p.unless(ok, p.firstOf(q))
}

// atomic prints an atomic operation of the lanes, one after the other.
func (p *lanes) atomic(v *ir.Value) {
	fn, cell, operand := p.Atomic(v)
	p.guard(v)
	idx := p.indices(v)
	place := p.Array(v)
	x := p.vector(v.Args[1])
	if x.kind.IsFloat() != operand.IsFloat() {
		x = x.bits(operand)
	}
	if x.kind.IsInt() {
		x = x.as(operand)
	}
	slice := place.Slice
	if place.Elem != cell {
		slice = scalar.Runtime("Cells").Types(cell.Type()).Call(slice)
	}
	used := len(p.Users(v)) > 0 || p.endsBlock(v)
	var old, ok *gosrc.Variable
	if used {
		old = p.NewVariable(p.Wish(v), p.vec(typeOf(operand)))
	}
	if p.asks[v] != nil {
		ok = p.NewVariable("ok", jen.Bool())
	}
	p.Assign(v, []*gosrc.Variable{old, ok}, gosrc.Primary(p.vec("Each"+fn).Call(slice, idx.code, x.code, p.lanesIn(v).code), gosrc.NoKind))
	if ok != nil {
		p.unless(ok, p.firstOf(p.asks[v]))
	}
	if used {
		p.keep(v, p.named(old, operand).carried(p.Kind(v)))
	}
}

// indices is the index of each lane, in elements, of 32 bits: where a lane has a larger one it is outside.
func (p *lanes) indices(v *ir.Value) vector {
	id := indexOf{v.Args[0], v.Mask(), p.Memory().Access(v).Unit(v), v.Block}
	x, there := p.index[id]
	if !there {
		x = p.indicesOf(v)
		if x.name != nil {
			p.index[id] = x
		}
	}
	if x.name != nil {
		return p.named(x.name, x.kind)
	}
	return x
}

func (p *lanes) indicesOf(v *ir.Value) vector {
	terms, off, _ := p.Terms(v)
	if !v.Args[0].Varying {
		// The first lane's, and the distances from it.
		first := gosrc.Convert(laneZero(p.at(v)), gosrc.I64)
		by := p.of(gosrc.I64, "Ramp", jen.Lit(0), jen.Id(gosrc.Num(p.order(v))))
		return p.short(v, p.of(gosrc.I64, "Splat", first.Code()).method("Add", by.code))
	}
	if len(terms) == 1 && off == 0 && terms[0].Scale == 1 && terms[0].Value.Type == ir.I32 {
		// Without a sign, what is above the largest slice is negative here, which is outside.
		return p.lane(terms[0].Value).as(gosrc.I32)
	}
	var order []analysis.Term
	for _, varying := range []bool{false, true} { // first what the lanes share
		for _, t := range terms {
			if t.Value.Varying == varying {
				order = append(order, t)
			}
		}
	}
	sum := p.sum(vector{}, order, off, p.lane)
	return p.short(v, sum)
}

// lane is a value in each lane, be it a number or a vector.
func (p *lanes) lane(v *ir.Value) vector {
	if v.Varying {
		return p.vector(v)
	}
	return p.splatNow(gosrc.Convert(p.Number(v), p.Kind(v)))
}

// short prints indices of 32 bits. Where it is asked whether the lanes are inside, the function is left if one
// needs more.
func (p *lanes) short(v *ir.Value, sum vector) vector {
	q := p.asks[v]
	if v.Op == ir.OpInside {
		q = v
	}
	i := p.NewVariable("i", p.vec("I32"))
	var ok *gosrc.Variable
	if q != nil {
		ok = p.NewVariable("ok", jen.Bool())
	}
	p.Assign(nil, []*gosrc.Variable{i, ok}, gosrc.Primary(p.vec("NarrowI64").Call(sum.code, p.lanesIn(v).code), gosrc.NoKind))
	if ok != nil {
		p.unless(ok, p.firstOf(q))
	}
	return p.named(i, gosrc.I32)
}
