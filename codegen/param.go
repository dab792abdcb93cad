package codegen

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// buildParam prints the read of a kernel parameter: its name, its address for
// a pointer, a piece of it for an aggregate.
func (g *funcGen) buildParam(v *ir.Value) expr {
	return g.paramPieces(v)[0]
}

// paramPieces prints the elements of a parameter that a Param reads.
func (g *funcGen) paramPieces(v *ir.Value) []expr {
	p := g.kernel.params[v.Attr.Index]
	if p.view == nil {
		g.use(p.v)
	}
	elem := v.Type
	if v.Type == ir.Tuple {
		elem = v.Results[0]
	}
	size := int64(elem.Bytes())
	var out []expr
	for i := range v.Vec() {
		out = append(out, g.paramPiece(v, p, elem, v.Attr.Off+int64(i)*size))
	}
	return out
}

func (g *funcGen) paramPiece(v *ir.Value, p *param, elem ir.Type, off int64) expr {
	k := kindOf(elem)
	if v.Type != ir.Tuple {
		k = g.plan.kinds[v.ID]
	}
	var x expr
	switch {
	case p.view != nil:
		x = g.paramAddr(p)
	case p.array:
		mk := kindOf(elem)
		x = call(rt("Load"+mk.suffix()), mk, primary(jen.Id(p.name).Index(jen.Op(":")), kNone), constant(uint64(off), kI64))
		return bitcast(x, k)
	default:
		x = name(p.name, p.kind)
	}
	whole := int64(x.kind.bits() / 8)
	if off == 0 && int64(elem.Bytes()) == whole {
		return bitcast(x, k)
	}
	// A part of a scalar: its bits, shifted down.
	if x.kind.isFloat() {
		x = bitcast(x, sizedKind(x.kind.bits()))
	}
	x = convert(x, x.kind.asUnsigned())
	if off != 0 {
		x = binary(x, ">>", constant(uint64(8*off), kU32), x.kind)
	}
	x = convert(x, sizedKind(8*elem.Bytes()))
	return bitcast(x, k)
}

// paramImage names the bytes of all parameters, for addresses into them.
func (g *funcGen) paramImage() *jen.Statement {
	g.kernel.usesImage = true
	g.use(g.kernel.imageVar)
	return jen.Id("params")
}

// takesParamAddress reports whether a kernel reaches its parameters by address.
func takesParamAddress(f *ir.Func) bool {
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			switch v.Op {
			case ir.OpLoad, ir.OpStore, ir.OpAtomic, ir.OpToGeneric, ir.OpFromGeneric, ir.OpIsSpace:
				if v.Attr.Space == ir.ParamSpace {
					return true
				}
			}
		}
	}
	return false
}
