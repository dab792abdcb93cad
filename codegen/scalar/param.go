package scalar

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// buildParam prints the read of a kernel parameter: its name, its address for
// a pointer, a piece of it for an aggregate.
func (g *funcGen) buildParam(v *ir.Value) gosrc.Expr {
	return g.paramPieces(v)[0]
}

// paramPieces prints the elements of a parameter that a Param reads.
func (g *funcGen) paramPieces(v *ir.Value) []gosrc.Expr {
	p := g.kernel.Params[v.Attr.Index]
	if p.view == nil {
		g.use(p.v)
	}
	elem := v.Type
	if v.Type == ir.Tuple {
		elem = v.Results[0]
	}
	size := int64(elem.Bytes())
	var out []gosrc.Expr
	for i := range v.Vec() {
		out = append(out, g.paramPiece(v, p, elem, v.Attr.Off+int64(i)*size))
	}
	return out
}

func (g *funcGen) paramPiece(v *ir.Value, p *Param, elem ir.Type, off int64) gosrc.Expr {
	k := KindOf(elem)
	if v.Type != ir.Tuple {
		k = g.plan.kinds[v.ID]
	}
	var x gosrc.Expr
	switch {
	case p.view != nil:
		x = g.paramAddr(p)
	case p.Array:
		mk := KindOf(elem)
		x = gosrc.Call(Runtime("Load"+mk.Suffix()), mk, gosrc.Primary(jen.Id(p.GoName).Index(jen.Op(":")), gosrc.NoKind), gosrc.Constant(uint64(off), gosrc.I64))
		return gosrc.Bitcast(x, k)
	default:
		x = gosrc.Name(p.GoName, p.Kind)
	}
	whole := int64(x.Kind.Bits() / 8)
	if off == 0 && int64(elem.Bytes()) == whole {
		return gosrc.Bitcast(x, k)
	}
	// A part of a scalar: its bits, shifted down.
	if x.Kind.IsFloat() {
		x = gosrc.Bitcast(x, sizedKind(x.Kind.Bits()))
	}
	x = gosrc.Convert(x, x.Kind.AsUnsigned())
	if off == 0 {
		return gosrc.Bitcast(truncated(x, 8*elem.Bytes()), k)
	}
	x = gosrc.Binary(x, ">>", gosrc.Constant(uint64(8*off), gosrc.U32), x.Kind)
	return gosrc.Bitcast(gosrc.Convert(x, sizedKind(8*elem.Bytes())), k)
}

// paramImage names the bytes of all parameters, for addresses into them.
func (g *funcGen) paramImage() *jen.Statement {
	g.kernel.UsesImage = true
	g.use(g.kernel.imageVar)
	return jen.Id("params")
}

// takesParamAddress reports whether a kernel reaches its parameters by address.
func takesParamAddress(f *ir.Func) bool {
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Attr.Space == ir.ParamSpace {
				return true
			}
		}
	}
	return false
}
