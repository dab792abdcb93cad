package scalar

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
)

// Sums and products of expressions.

// offset adds a constant to an index or address.
func offset(x gosrc.Expr, n int64) gosrc.Expr {
	if n == 0 {
		return x
	}
	if x.IsConst {
		x.Bits += uint64(n)
		return x
	}
	k := x.Kind
	if k != gosrc.U64 && k != gosrc.I64 {
		k = gosrc.Int
	}
	return gosrc.Binary(gosrc.Convert(x, k), "+", gosrc.Constant(uint64(n), k), k)
}

// scale multiplies an index by a constant.
func scale(x gosrc.Expr, k int64) gosrc.Expr {
	if k == 1 {
		return x
	}
	return gosrc.Binary(x, "*", gosrc.Constant(uint64(k), x.Kind), x.Kind)
}

// opaque makes an expression that may be negated, shifted and the like
// at run time: Go evaluates constant expressions exactly and refuses those
// that overflow, so a lone constant goes through a function.
func opaque(x gosrc.Expr) gosrc.Expr {
	if !x.IsConst || x.Kind == gosrc.Bool {
		return x
	}
	if x.Kind.IsFloat() {
		fn, h := "Float32frombits", x.Bits&0xffffffff
		if x.Kind == gosrc.F64 {
			fn, h = "Float64frombits", x.Bits
		}
		return gosrc.Primary(jen.Qual("math", fn).Call(jen.Id(gosrc.Hex(h))), x.Kind)
	}
	return gosrc.Primary(Runtime("Opaque").Call(x.Typed()), x.Kind)
}

// truncated prints the low bits of an integer as something that Go computes, where it would
// take a conversion for a copy.
func truncated(x gosrc.Expr, bits int) gosrc.Expr {
	return gosrc.Call(Runtime("Trunc"+strconv.Itoa(bits)), sizedKind(bits), x)
}
