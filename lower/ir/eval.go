package ir

import (
	"math"
	"math/bits"
)

// EvalInt computes an integer operation on numbers of type t, at most 64 bits
// wide. The bits above the type are zero in arguments and result.
func EvalInt(op Op, t Type, x, y uint64) (uint64, bool) {
	sx, sy, m := Signed(x, t.Bits()), Signed(y, t.Bits()), Ones(t.Bits())
	r := uint64(0)
	switch op {
	case OpAdd:
		r = x + y
	case OpSub:
		r = x - y
	case OpMul:
		r = x * y
	case OpMulHiU:
		hi, lo := bits.Mul64(x, y)
		if t == I64 {
			r = hi
		} else {
			r = lo >> t.Bits()
		}
	case OpMulHiS:
		if t == I64 {
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
	case OpDivU, OpRemU, OpDivS, OpRemS:
		if y == 0 {
			return m, true // quotient and remainder by zero are all ones
		}
		switch op {
		case OpDivU:
			r = x / y
		case OpRemU:
			r = x % y
		case OpDivS:
			r = uint64(sx / sy)
		default:
			r = uint64(sx % sy)
		}
	case OpMinS:
		r = uint64(min(sx, sy))
	case OpMinU:
		r = min(x, y)
	case OpMaxS:
		r = uint64(max(sx, sy))
	case OpMaxU:
		r = max(x, y)
	case OpNeg:
		r = -x
	case OpAbs:
		r = x
		if sx < 0 {
			r = -x
		}
	case OpAnd:
		r = x & y
	case OpOr:
		r = x | y
	case OpXor:
		r = x ^ y
	case OpNot:
		r = ^x
	case OpShl:
		if y < uint64(t.Bits()) {
			r = x << y
		}
	case OpShrU:
		if y < uint64(t.Bits()) {
			r = x >> y
		}
	case OpShrS:
		r = uint64(sx >> min(y, 63))
	default:
		return 0, false
	}
	return r & m, true
}

// Eval compares two constants of type t, integers or floats.
func (c Cmp) Eval(t Type, x, y uint64) (result, ok bool) {
	if t == F32 {
		return c.floats(float64(math.Float32frombits(uint32(x))), float64(math.Float32frombits(uint32(y))))
	}
	if t == F64 {
		return c.floats(math.Float64frombits(x), math.Float64frombits(y))
	}
	if !t.IsInt() || t.Bits() > 64 {
		return false, false
	}
	return c.Ints(t.Bits(), x, y), true
}

func (c Cmp) floats(x, y float64) (result, ok bool) {
	nan := x != x || y != y
	switch c {
	case EqF:
		return x == y, true
	case NeF:
		return x != y && !nan, true
	case LtF:
		return x < y, true
	case LeF:
		return x <= y, true
	case GtF:
		return x > y, true
	case GeF:
		return x >= y, true
	case EquF:
		return x == y || nan, true
	case NeuF:
		return x != y, true
	case LtuF:
		return x < y || nan, true
	case LeuF:
		return x <= y || nan, true
	case GtuF:
		return x > y || nan, true
	case GeuF:
		return x >= y || nan, true
	case NumF:
		return !nan, true
	case NanF:
		return nan, true
	}
	return false, false
}

// EvalConv converts a constant between integer types.
func EvalConv(op Op, from, to Type, x uint64) uint64 {
	if op == OpSext {
		x = uint64(Signed(x, from.Bits()))
	}
	return x & Ones(to.Bits())
}

// IsNaN reports whether the bits of a float constant are a NaN.
func IsNaN(t Type, x uint64) bool {
	switch t {
	case F32:
		return x&0x7fffffff > 0x7f800000
	case F64:
		return x&math.MaxInt64 > 0x7ff0000000000000
	}
	return false
}
