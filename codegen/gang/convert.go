package gang

import (
	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/codegen/scalar"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// as converts lanes as Go converts numbers of their carriers.
func (x vector) as(k gosrc.Kind) vector {
	if x.kind == k {
		return x
	}
	from, to := typeOf(x.kind), typeOf(k)
	y := vector{pkg: x.pkg, code: x.code, kind: k}
	if from != to {
		y = x.call(k, to+"From"+from, x.code)
	}
	if k.Bits() < 32 && !holds(k, x.kind) {
		return y.extended()
	}
	return y
}

// holds reports whether a carrier holds all numbers of another one.
func holds(k, of gosrc.Kind) bool {
	return k.Signed() == of.Signed() && k.Bits() >= of.Bits() || k.Signed() && k.Bits() > of.Bits()
}

// extended extends lanes of 8 and 16 bits after an operation whose result may need more.
func (x vector) extended() vector {
	switch x.kind {
	case gosrc.I8:
		return x.call(x.kind, "S8", x.code)
	case gosrc.I16:
		return x.call(x.kind, "S16", x.code)
	case gosrc.U8:
		return x.call(x.kind, "U8", x.code)
	case gosrc.U16:
		return x.call(x.kind, "U16", x.code)
	}
	return x
}

// bits gives lanes the carrier k with the same bits: floats as integers, and the reverse.
func (x vector) bits(k gosrc.Kind) vector {
	switch {
	case x.kind == k:
		return x
	case x.kind == gosrc.F32 && k.IsInt():
		return x.call(gosrc.U32, "BitsF32", x.code).as(k)
	case x.kind == gosrc.F64 && k.IsInt():
		return x.call(gosrc.U64, "BitsF64", x.code).as(k)
	case k == gosrc.F32:
		return x.call(k, "F32FromBits", x.as(gosrc.U32).code)
	case k == gosrc.F64:
		return x.call(k, "F64FromBits", x.as(gosrc.U64).code)
	}
	return x.as(k)
}

// carried gives lanes the carrier of what is kept of them, which has as many bits.
func (x vector) carried(k gosrc.Kind) vector {
	if k.IsFloat() != x.kind.IsFloat() {
		return x.bits(k)
	}
	return x.as(k)
}

// tupleKind is the carrier of a result of a vector load.
func (p *printer) tupleKind(v *ir.Value, i int) gosrc.Kind { return scalar.KindOf(v.Results[i]) }
