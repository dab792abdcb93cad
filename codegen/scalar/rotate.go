package scalar

import (
	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// rotations are the funnel shifts that rotate a value which is both of their words, to the
// left or to the right.
var rotations = map[string]struct{ left bool }{"ShfLWrapB32": {true}, "ShfRWrapB32": {false}}

// Funnel returns by how much a funnel shift by a constant, modulo the width, shifts its two words
// to the left; false for everything else.
func Funnel(v *ir.Value) (left uint64, ok bool) {
	r, ok := rotations[v.Attr.Name]
	if !ok {
		return 0, false
	}
	n, ok := v.Args[2].IsConst()
	if !r.left {
		n = -n
	}
	return n & 31, ok
}

// rotation prints a funnel shift of a value and itself as what it is called in Go:
// bits.RotateLeft32(x, 26).
func (g *funcGen) rotation(v *ir.Value) (gosrc.Expr, bool) {
	r, ok := rotations[v.Attr.Name]
	if !ok || v.Args[0] != v.Args[1] {
		return gosrc.Expr{}, false
	}
	n, constant := Funnel(v)
	if !constant && !r.left {
		return gosrc.Expr{}, false
	}
	x := gosrc.Convert(g.value(v.Args[0]), gosrc.U32)
	if x.IsConst {
		x = gosrc.Primary(x.Typed(), gosrc.U32)
	}
	var count gosrc.Expr
	if constant {
		count = gosrc.Constant(n, gosrc.Int)
	} else {
		count = gosrc.Convert(g.value(v.Args[2]), gosrc.Int)
	}
	return gosrc.Call(jen.Qual("math/bits", "RotateLeft32"), gosrc.U32, x, count), true
}
