package scalar

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// buildParam prints the read of a kernel parameter: its name, its address for
// a pointer, a piece of it for an aggregate.
func buildParam(g *memGen, v *ir.Value) gosrc.Expr {
	p := g.kernel.Params[v.Attr.Index]
	if p.view == nil && !(p.Array && g.pieces != nil) {
		g.use(p.v)
	}
	k, off := g.plan.kinds[v.ID], v.Attr.Off
	var x gosrc.Expr
	switch {
	case p.view != nil:
		x = g.paramAddr(p)
	case p.Array:
		y := piece{p, off, KindOf(v.Type)}
		x = y.load()
		if g.pieces != nil {
			x = g.piece(y).Expr()
		}
		return gosrc.Bitcast(x, k)
	default:
		x = gosrc.Name(p.GoName, p.Kind)
	}
	whole := int64(x.Kind.Bits() / 8)
	if off == 0 && int64(v.Type.Bytes()) == whole {
		return gosrc.Bitcast(x, k)
	}
	// A part of a scalar: its bits, shifted down.
	if x.Kind.IsFloat() {
		x = gosrc.Bitcast(x, sizedKind(x.Kind.Bits()))
	}
	x = gosrc.Convert(x, x.Kind.AsUnsigned())
	if off == 0 {
		return gosrc.Bitcast(truncated(x, 8*v.Type.Bytes()), k)
	}
	x = gosrc.Binary(x, ">>", gosrc.Constant(uint64(8*off), gosrc.U32), x.Kind)
	return gosrc.Bitcast(gosrc.Convert(x, sizedKind(8*v.Type.Bytes())), k)
}

// load reads it from the array.
func (y *piece) load() gosrc.Expr {
	return gosrc.Call(Runtime("Load"+y.kind.Suffix()), y.kind, gosrc.Primary(jen.Id(y.of.GoName).Index(jen.Op(":")), gosrc.NoKind), gosrc.Constant(uint64(y.off), gosrc.I64))
}

// piece is the parameter of the function at hand.
func (g *memGen) piece(y piece) *gosrc.Variable {
	v := g.pieces[y]
	if v == nil {
		v = &gosrc.Variable{Name: g.pickOuter(y.of.GoName + strconv.FormatInt(y.off, 10)), Kind: y.kind, Param: true}
		g.pieces[y] = v
	}
	g.use(v)
	return v
}

// given returns what a variable of such a function is made of where it is called, and how.
func (l pieces) given(v *gosrc.Variable) (of *gosrc.Variable, arg *jen.Statement) {
	for y, x := range l {
		if x == v {
			return y.of.v, y.load().Code()
		}
	}
	return v, jen.Id(v.Name)
}
