package codegen

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// store prints a store of all its elements.
func (g *funcGen) store(v *ir.Value) {
	p := g.locate(v)
	size := int64(v.Attr.Mem.Bytes())
	n := v.Vec()
	if n > 1 {
		p = g.steady(v, p)
	}
	for i := range n {
		x := g.value(v.Args[1+i])
		if x.kind == kBool {
			x = g.boolToInt(x, kU8)
		}
		fn := "Store" + kindSuffix[kindOf(v.Attr.Mem)]
		if strong(v, p.space) {
			fn += "Volatile"
		}
		var code *jen.Statement
		switch {
		case p.view == nil:
			x = g.stored(v, x, kindOf(v.Attr.Mem))
			code = g.memoryFunc(p.space, fn).Call(offset(p.addr, int64(i)*size).jen(), x.jen())
		case p.view.bytes:
			x = g.stored(v, x, kindOf(v.Attr.Mem))
			code = g.file.rt(fn).Call(p.bytes().jen(), convert(offset(p.index, int64(i)*size), kI64).jen(), x.jen())
		case strong(v, p.space):
			code = g.atomicStore(v, p, i, x)
		default:
			x = g.stored(v, x, p.view.elem)
			code = index(p.slice.Clone(), p.at(i), kNone).code.Op("=").Add(x.jen())
		}
		g.emit(v, &stmt{kind: stCode, code: code})
	}
}

func (g *funcGen) atomicStore(v *ir.Value, p place, i int, x expr) *jen.Statement {
	ptr := pointer(p, i)
	k := p.view.elem
	if k.isFloat() {
		return g.file.rt("AtomicStore"+kindSuffix[k]).Call(ptr.jen(), g.stored(v, x, k).jen())
	}
	u := k.asUnsigned()
	return g.file.rt("AtomicStore"+strconv.Itoa(k.bits())).Call(g.as(ptr, k, u).jen(), g.stored(v, x, u).jen())
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
		p = g.steady(v, g.locate(v))
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
			fn := "Load" + kindSuffix[memKind(v).asUnsigned()]
			at := offset(convert(g.value(v.Args[0]), kU64), int64(i*v.Attr.Mem.Bytes()))
			x := call(g.file.rt(fn), memKind(v).asUnsigned(), expr{code: g.paramImage(), prec: precPrimary}, convert(at, kI64))
			list = append(list, g.loaded(v, x, k))
			continue
		}
		list = append(list, g.loaded(v, g.element(v, p, i), k))
	}
	g.assign(v, vars, list...)
}
