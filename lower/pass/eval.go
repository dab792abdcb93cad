package pass

import (
	"math"
	"math/bits"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// EvalInt computes an integer operation on numbers of type t, at most 64 bits
// wide. The bits above the type are zero in arguments and result.
func EvalInt(op ir.Op, t ir.Type, x, y uint64) (uint64, bool) {
	sx, sy, m := ir.Signed(x, t.Bits()), ir.Signed(y, t.Bits()), ir.Ones(t.Bits())
	r := uint64(0)
	switch op {
	case ir.OpAdd:
		r = x + y
	case ir.OpSub:
		r = x - y
	case ir.OpMul:
		r = x * y
	case ir.OpMulHiU:
		hi, lo := bits.Mul64(x, y)
		if t == ir.I64 {
			r = hi
		} else {
			r = lo >> t.Bits()
		}
	case ir.OpMulHiS:
		if t == ir.I64 {
			hi, _ := bits.Mul64(x, y)
			if sx < 0 {
				hi -= y
			}
			if sy < 0 {
				hi -= x
			}
			r = hi
		} else {
			r = uint64(sx * sy >> t.Bits())
		}
	case ir.OpDivU, ir.OpRemU, ir.OpDivS, ir.OpRemS:
		if y == 0 {
			return m, true // quotient and remainder by zero are all ones
		}
		switch op {
		case ir.OpDivU:
			r = x / y
		case ir.OpRemU:
			r = x % y
		case ir.OpDivS:
			r = uint64(sx / sy)
		default:
			r = uint64(sx % sy)
		}
	case ir.OpMinS:
		r = uint64(min(sx, sy))
	case ir.OpMinU:
		r = min(x, y)
	case ir.OpMaxS:
		r = uint64(max(sx, sy))
	case ir.OpMaxU:
		r = max(x, y)
	case ir.OpNeg:
		r = -x
	case ir.OpAbs:
		r = x
		if sx < 0 {
			r = -x
		}
	case ir.OpAnd:
		r = x & y
	case ir.OpOr:
		r = x | y
	case ir.OpXor:
		r = x ^ y
	case ir.OpNot:
		r = ^x
	case ir.OpShl:
		if y < uint64(t.Bits()) {
			r = x << y
		}
	case ir.OpShrU:
		if y < uint64(t.Bits()) {
			r = x >> y
		}
	case ir.OpShrS:
		r = uint64(sx >> min(y, 63))
	default:
		return 0, false
	}
	return r & m, true
}

// evalCmp compares two constants of type t, integers or floats.
func evalCmp(c ir.Cmp, t ir.Type, x, y uint64) (result, ok bool) {
	if t == ir.F32 {
		return evalFCmp(c, float64(math.Float32frombits(uint32(x))), float64(math.Float32frombits(uint32(y))))
	}
	if t == ir.F64 {
		return evalFCmp(c, math.Float64frombits(x), math.Float64frombits(y))
	}
	if !t.IsInt() || t.Bits() > 64 {
		return false, false
	}
	return c.Ints(t.Bits(), x, y), true
}

func evalFCmp(c ir.Cmp, x, y float64) (result, ok bool) {
	nan := x != x || y != y
	switch c {
	case ir.EqF:
		return x == y, true
	case ir.NeF:
		return x != y && !nan, true
	case ir.LtF:
		return x < y, true
	case ir.LeF:
		return x <= y, true
	case ir.GtF:
		return x > y, true
	case ir.GeF:
		return x >= y, true
	case ir.EquF:
		return x == y || nan, true
	case ir.NeuF:
		return x != y, true
	case ir.LtuF:
		return x < y || nan, true
	case ir.LeuF:
		return x <= y || nan, true
	case ir.GtuF:
		return x > y || nan, true
	case ir.GeuF:
		return x >= y || nan, true
	case ir.NumF:
		return !nan, true
	case ir.NanF:
		return nan, true
	}
	return false, false
}

// evalConv converts a constant between integer types.
func evalConv(op ir.Op, from, to ir.Type, x uint64) uint64 {
	if op == ir.OpSext {
		x = uint64(ir.Signed(x, from.Bits()))
	}
	return x & ir.Ones(to.Bits())
}

// isNaN reports whether the bits of a float constant are a NaN.
func isNaN(t ir.Type, x uint64) bool {
	switch t {
	case ir.F32:
		return x&0x7fffffff > 0x7f800000
	case ir.F64:
		return x&math.MaxInt64 > 0x7ff0000000000000
	}
	return false
}
