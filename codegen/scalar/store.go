package scalar

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// stmtStore prints a store of all its elements.
func stmtStore(g *memGen, v *ir.Value) {
	p := g.locate(v)
	if v.Vec() > 1 {
		g.storeVector(v, p)
		return
	}
	x := g.value(v.Args[1])
	fn := "Store" + KindOf(v.Attr.Mem).Suffix()
	if strong(v, p.space) {
		fn += "Volatile"
	}
	var code *jen.Statement
	switch {
	case p.slice == nil:
		x = stored(v, x, KindOf(v.Attr.Mem))
		code = g.memoryFunc(p.space, fn).Call(p.addr.Code(), x.Code())
	case p.bytewise:
		x = stored(v, x, KindOf(v.Attr.Mem))
		code = Runtime(fn).Call(p.asBytes().Code(), gosrc.Convert(p.index, gosrc.I64).Code(), x.Code())
	case strong(v, p.space):
		code = g.atomicStore(v, p, 0, x)
	default:
		x = stored(v, x, p.elem)
		code = gosrc.Index(p.slice.Clone(), p.at(0), gosrc.NoKind).Code().Op("=").Add(x.Code())
	}
	g.emit(v, &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: code})
}

// storeVector prints a store of several elements: all of them are read before the
// first is written, which may be where another is read.
func (g *memGen) storeVector(v *ir.Value, p place) {
	p = g.vectorPlace(v, p)
	if strong(v, p.space) {
		g.storeStrong(v, p)
		return
	}
	vals := make([]gosrc.Expr, v.Vec())
	for i := range vals {
		vals[i] = stored(v, g.value(v.Args[1+i]), p.elem)
	}
	var to, from []jen.Code
	for i, x := range vals {
		to = append(to, gosrc.Index(p.slice.Clone(), p.at(i), gosrc.NoKind).Code())
		from = append(from, x.Code())
	}
	g.use(p.vec)
	g.emit(v, &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: jen.List(to...).Op("=").List(from...)})
}

// storeStrong is storeVector where each element is written by an atomic store.
func (g *memGen) storeStrong(v *ir.Value, p place) {
	vars := make([]*gosrc.Variable, v.Vec())
	for i := range vars {
		x := g.value(v.Args[1+i])
		vars[i] = g.temp("x", x.Kind)
		g.assign(v, vars[i:i+1], x)
	}
	for i, w := range vars {
		g.use(w)
		g.use(p.vec)
		g.emit(v, &gosrc.Stmt{Kind: gosrc.CodeStmt, Code: g.atomicStore(v, p, i, w.Expr())})
	}
}

// vectorPlace returns the place of a vector access as a pointer to an array, behind which
// all elements are inside and aligned; where that is certain, the place as it is.
func (g *memGen) vectorPlace(v *ir.Value, p place) place {
	if p.slice != nil && !p.bytewise && p.aligned && p.array {
		return g.steady(v, p)
	}
	n := v.Vec()
	elem := memKind(v).AsUnsigned()
	if p.slice != nil && !p.bytewise {
		elem = p.elem
	}
	array := jen.Index(jen.Id(strconv.Itoa(n))).Add(elem.Type())
	var ptr *jen.Statement
	switch {
	case p.slice == nil:
		ptr = g.vectorAt(v, p, array)
	case p.bytewise:
		ptr = Runtime("BytesAt").Types(array).Call(p.asBytes().Code(), gosrc.Convert(p.index, gosrc.I64).Code())
	default:
		ptr = Runtime("Vec").Types(array).Call(p.asBytes().Code(), gosrc.Convert(p.index, gosrc.Int).Code())
	}
	t := g.temp("v", gosrc.NoKind)
	t.Type = jen.Op("*").Add(array)
	g.assign(v, []*gosrc.Variable{t}, gosrc.Primary(ptr, gosrc.NoKind))
	return place{slice: jen.Id(t.Name), elem: elem, index: gosrc.Constant(0, gosrc.Int), space: p.space, vec: t}
}

// vectorAt prints the pointer to a vector at an address without a view.
func (g *memGen) vectorAt(v *ir.Value, p place, array *jen.Statement) *jen.Statement {
	fn, of := "At", g.thread
	switch {
	case p.space == ir.Shared:
		fn, of = "SharedAt", g.ctaArg
	case p.space == ir.Local:
		fn = "LocalAt"
	case v.Writes():
		fn = "AtWrite"
	}
	return Runtime(fn).Types(array).Call(of(), p.addr.Code())
}

func (g *memGen) atomicStore(v *ir.Value, p place, i int, x gosrc.Expr) *jen.Statement {
	ptr := pointer(p, i)
	k := p.elem
	if k.IsFloat() {
		return Runtime("AtomicStore"+k.Suffix()).Call(ptr.Code(), stored(v, x, k).Code())
	}
	u := k.AsUnsigned()
	return Runtime("AtomicStore"+strconv.Itoa(k.Bits())).Call(g.as(ptr, k, u).Code(), stored(v, x, u).Code())
}

// steady puts the index or address of a vector access in a variable, unless it
// is one already or a constant.
func (g *memGen) steady(v *ir.Value, p place) place {
	x := &p.index
	wish := "i"
	if p.slice == nil {
		x, wish = &p.addr, "a"
	}
	if x.IsConst || x.Atom {
		return p
	}
	t := g.temp(wish, x.Kind)
	g.assign(v, []*gosrc.Variable{t}, *x)
	*x = t.Expr()
	g.use(t)
	return p
}

// loadVector prints a load of several elements into the variables of a tuple.
func (g *memGen) loadVector(v *ir.Value, vars []*gosrc.Variable) {
	var p place
	x := g.plan.vectors[v]
	switch {
	case v.Attr.Space == ir.ParamSpace:
		p = g.vectorPlace(v, place{slice: g.paramImage(), bytewise: true, index: g.value(v.Args[0]), space: ir.ParamSpace})
	case x != nil:
		p = g.amongVectors(v, x)
	default:
		p = g.vectorPlace(v, g.locate(v))
	}
	g.use(p.vec)
	var list []gosrc.Expr
	for i := range v.Vec() {
		k := gosrc.NoKind
		if vars[i] != nil {
			k = vars[i].Kind
		} else {
			k = KindOf(v.Results[i])
		}
		list = append(list, loaded(v, g.element(v, p, i), k))
	}
	g.assign(v, vars, list...)
}
