package interp

import (
	"math/big"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// Integers of n bits travel zero-extended.

// signExtend extends n bits to m bits.
func signExtend(x uint64, n, m int) (lo, hi uint64) {
	s := ir.Signed(x, n)
	if m <= 64 {
		return uint64(s) & ir.Ones(m), 0
	}
	return uint64(s), uint64(s >> 63)
}

// The 128-bit integers are rare: they are big numbers for the time of an
// operation.

func bigUnsigned(lo, hi uint64) *big.Int {
	x := new(big.Int).SetUint64(hi)
	return x.Lsh(x, 64).Or(x, new(big.Int).SetUint64(lo))
}

func bigSigned(lo, hi uint64) *big.Int {
	x := bigUnsigned(lo, hi)
	if hi>>63 != 0 {
		x.Sub(x, new(big.Int).Lsh(big.NewInt(1), 128))
	}
	return x
}

func words128(x *big.Int) (lo, hi uint64) {
	m := new(big.Int).Lsh(big.NewInt(1), 128)
	x = new(big.Int).And(x, m.Sub(m, big.NewInt(1)))
	lo = new(big.Int).And(x, new(big.Int).SetUint64(^uint64(0))).Uint64()
	return lo, x.Rsh(x, 64).Uint64()
}

// integer128 is integer for 128 bits. The amount of a shift is in b alone.
func integer128(op ir.Op, a, aHi, b, bHi uint64) (lo, hi uint64) {
	x, y := bigUnsigned(a, aHi), bigUnsigned(b, bHi)
	sx, sy := bigSigned(a, aHi), bigSigned(b, bHi)
	amount := uint(128)
	if b < 128 {
		amount = uint(b)
	}
	r := new(big.Int)
	pick := func(p, q *big.Int, first bool) *big.Int {
		if first {
			return p
		}
		return q
	}
	switch op {
	case ir.OpAdd:
		r.Add(x, y)
	case ir.OpSub:
		r.Sub(x, y)
	case ir.OpMul:
		r.Mul(x, y)
	case ir.OpMulHiU:
		r.Rsh(r.Mul(x, y), 128)
	case ir.OpMulHiS:
		r.Rsh(r.Mul(sx, sy), 128)
	case ir.OpDivU, ir.OpDivS, ir.OpRemU, ir.OpRemS:
		if op == ir.OpDivS || op == ir.OpRemS {
			x, y = sx, sy
		}
		switch {
		case y.Sign() == 0:
			r.SetInt64(-1)
		case op == ir.OpDivU || op == ir.OpDivS:
			r.Quo(x, y)
		default:
			r.Rem(x, y)
		}
	case ir.OpMinS:
		r = pick(sx, sy, sx.Cmp(sy) <= 0)
	case ir.OpMaxS:
		r = pick(sx, sy, sx.Cmp(sy) >= 0)
	case ir.OpMinU:
		r = pick(x, y, x.Cmp(y) <= 0)
	case ir.OpMaxU:
		r = pick(x, y, x.Cmp(y) >= 0)
	case ir.OpNeg:
		r.Neg(x)
	case ir.OpAbs:
		r.Abs(sx)
	case ir.OpAnd:
		r.And(x, y)
	case ir.OpOr:
		r.Or(x, y)
	case ir.OpXor:
		r.Xor(x, y)
	case ir.OpNot:
		r.Not(x)
	case ir.OpShl:
		r.Lsh(x, amount)
	case ir.OpShrU:
		r.Rsh(x, amount)
	case ir.OpShrS:
		r.Rsh(sx, amount)
	default:
		panic("interp: integer operation " + op.String())
	}
	return words128(r)
}
