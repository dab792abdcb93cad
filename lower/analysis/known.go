package analysis

import (
	"math"
	"math/bits"

	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// mostBits is how many operations deep mayBeSet looks.
const mostBits = 8

// CarriesNothing reports whether a sum of two integers has no bit that is set in both, so that it is what a bitwise or
// is.
func CarriesNothing(a, b *ir.Value) bool { return mayBeSet(a, mostBits)&mayBeSet(b, mostBits) == 0 }

// NarrowFactors reports whether both factors of a product of 64 bits are certainly integers of 32, without a sign or with
// one.
func NarrowFactors(v *ir.Value) (unsigned, signed bool) {
	a, b := v.Args[0], v.Args[1]
	unsigned, signed = narrow(a)
	u, s := narrow(b)
	return unsigned && u, signed && s
}

// narrow reports whether an integer of 64 bits is certainly one of 32, without a sign or with one.
func narrow(v *ir.Value) (unsigned, signed bool) {
	set := mayBeSet(v, mostBits)
	k, constant := v.IsConst()
	signed = set>>31 == 0 || v.Op == ir.OpSext || constant && k == uint64(int64(int32(k)))
	return set>>32 == 0, signed
}

// mayBeSet returns the bits of an integer that are not certainly zero. None is wider than 64 bits: pass halves splits them.
func mayBeSet(v *ir.Value, deep int) uint64 {
	if deep == 0 {
		return math.MaxUint64
	}
	all := ir.Ones(v.Type.Bits())
	arg := func(i int) uint64 { return mayBeSet(v.Args[i], deep-1) }
	switch v.Op {
	case ir.OpConst:
		return v.Attr.Bits & all
	case ir.OpSReg: // none is negative
		if r := isa.LookupSRegPart(v.Attr.SReg); r.Bounded {
			return 1<<bits.Len64(uint64(r.Hi)) - 1
		}
	case ir.OpAnd:
		return arg(0) & arg(1)
	case ir.OpOr, ir.OpXor:
		return arg(0) | arg(1)
	case ir.OpAdd:
		if a, b := arg(0), arg(1); a&b == 0 {
			return a | b
		}
	case ir.OpSelect:
		return arg(1) | arg(2)
	case ir.OpZext, ir.OpTrunc:
		return arg(0) & all
	case ir.OpMul:
		if k, ok := v.Args[1].IsConst(); ok && k&(k-1) == 0 {
			return arg(0) * k & all
		}
	case ir.OpShl, ir.OpShrU:
		k, ok := v.Args[1].IsConst()
		switch {
		case !ok:
		case v.Op == ir.OpShl:
			return arg(0) << k & all
		default:
			return arg(0) >> k
		}
	}
	return all
}
