package codegen

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// store prints a store of all its elements.
func (g *funcGen) store(v *ir.Value) {
	p := g.locate(v)
	if v.Vec() > 1 {
		g.storeVector(v, p)
		return
	}
	x := g.value(v.Args[1])
	if x.kind == kBool {
		x = g.boolToInt(x, kU8)
	}
	fn := "Store" + kindOf(v.Attr.Mem).suffix()
	if strong(v, p.space) {
		fn += "Volatile"
	}
	var code *jen.Statement
	switch {
	case p.view == nil:
		x = g.stored(v, x, kindOf(v.Attr.Mem))
		code = g.memoryFunc(p.space, fn).Call(p.addr.jen(), x.jen())
	case p.view.bytes:
		x = g.stored(v, x, kindOf(v.Attr.Mem))
		code = rt(fn).Call(p.bytes().jen(), convert(p.index, kI64).jen(), x.jen())
	case strong(v, p.space):
		code = g.atomicStore(v, p, 0, x)
	default:
		x = g.stored(v, x, p.view.elem)
		code = index(p.slice.Clone(), p.at(0), kNone).jen().Op("=").Add(x.jen())
	}
	g.emit(v, &stmt{kind: stCode, code: code})
}

// storeVector prints a store of several elements: all of them are read before the
// first is written, which may be where another is read.
func (g *funcGen) storeVector(v *ir.Value, p place) {
	p = g.vectorPlace(v, p)
	if strong(v, p.space) {
		g.storeStrong(v, p)
		return
	}
	vals := make([]expr, v.Vec())
	for i := range vals {
		vals[i] = g.stored(v, g.value(v.Args[1+i]), p.view.elem)
	}
	var to, from []jen.Code
	for i, x := range vals {
		to = append(to, index(p.slice.Clone(), p.at(i), kNone).jen())
		from = append(from, x.jen())
	}
	g.use(p.vec)
	g.emit(v, &stmt{kind: stCode, code: jen.List(to...).Op("=").List(from...)})
}

// storeStrong is storeVector where each element is written by an atomic store.
func (g *funcGen) storeStrong(v *ir.Value, p place) {
	vars := make([]*variable, v.Vec())
	for i := range vars {
		x := g.value(v.Args[1+i])
		vars[i] = g.temp("x", x.kind)
		g.assign(v, vars[i:i+1], x)
	}
	for i, w := range vars {
		g.use(w)
		g.use(p.vec)
		g.emit(v, &stmt{kind: stCode, code: g.atomicStore(v, p, i, w.expr())})
	}
}

// vectorPlace returns the place of a vector access as a pointer to an array, behind which
// all elements are inside and aligned; where that is certain, the place as it is.
func (g *funcGen) vectorPlace(v *ir.Value, p place) place {
	if p.view != nil && !p.view.bytes && p.aligned && p.isArray() {
		return g.steady(v, p)
	}
	n := v.Vec()
	elem := memKind(v).asUnsigned()
	if p.view != nil && !p.view.bytes {
		elem = p.view.elem
	}
	array := jen.Index(jen.Id(strconv.Itoa(n))).Add(elem.id())
	var ptr *jen.Statement
	switch {
	case p.view == nil:
		ptr = g.vectorAt(v, p, array)
	case p.view.bytes:
		ptr = rt("BytesAt").Types(array).Call(p.bytes().jen(), convert(p.index, kI64).jen())
	default:
		ptr = rt("Vec").Types(array).Call(p.bytes().jen(), convert(p.index, kInt).jen())
	}
	t := g.temp("v", kNone)
	t.typ = jen.Op("*").Add(array)
	g.assign(v, []*variable{t}, primary(ptr, kNone))
	return place{view: &view{elem: elem}, slice: jen.Id(t.name), index: constant(0, kInt), space: p.space, vec: t}
}

// vectorAt prints the pointer to a vector at an address without a view.
func (g *funcGen) vectorAt(v *ir.Value, p place, array *jen.Statement) *jen.Statement {
	fn, of := "At", g.thread()
	switch {
	case p.space == ir.Shared:
		fn, of = "SharedAt", g.ctaArg()
	case p.space == ir.Local:
		fn = "LocalAt"
	case v.Op == ir.OpStore:
		fn = "AtWrite"
	}
	return rt(fn).Types(array).Call(of, p.addr.jen())
}

func (g *funcGen) atomicStore(v *ir.Value, p place, i int, x expr) *jen.Statement {
	ptr := pointer(p, i)
	k := p.view.elem
	if k.isFloat() {
		return rt("AtomicStore"+k.suffix()).Call(ptr.jen(), g.stored(v, x, k).jen())
	}
	u := k.asUnsigned()
	return rt("AtomicStore"+strconv.Itoa(k.bits())).Call(g.as(ptr, k, u).jen(), g.stored(v, x, u).jen())
}

// steady puts the index or address of a vector access in a variable, unless it
// is one already or a constant.
func (g *funcGen) steady(v *ir.Value, p place) place {
	x := &p.index
	wish := "i"
	if p.view == nil {
		x, wish = &p.addr, "a"
	}
	if x.isConst || x.atom {
		return p
	}
	t := g.temp(wish, x.kind)
	g.assign(v, []*variable{t}, *x)
	*x = t.expr()
	g.use(t)
	return p
}

// loadVector prints a load of several elements into the variables of a tuple.
func (g *funcGen) loadVector(v *ir.Value, vars []*variable) {
	var p place
	if v.Attr.Space != ir.ParamSpace {
		p = g.vectorPlace(v, g.locate(v))
		g.use(p.vec)
	}
	var list []expr
	for i := range v.Vec() {
		k := kNone
		if vars[i] != nil {
			k = vars[i].kind
		} else {
			k = kindOf(v.Results[i])
		}
		if v.Attr.Space == ir.ParamSpace {
			fn := "Load" + memKind(v).asUnsigned().suffix()
			at := offset(convert(g.value(v.Args[0]), kU64), int64(i*v.Attr.Mem.Bytes()))
			x := call(rt(fn), memKind(v).asUnsigned(), primary(g.paramImage(), kNone), convert(at, kI64))
			list = append(list, g.loaded(v, x, k))
			continue
		}
		list = append(list, g.loaded(v, g.element(v, p, i), k))
	}
	g.assign(v, vars, list...)
}
