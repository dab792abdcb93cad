package analysis

import (
	"math/bits"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// Sure returns the least and the largest number that a value may be, whatever thread of a row
// of so many computes it and with what data, without wrapping; lo > hi where that is not known.
// Ranges are those of threads that reach a place instead, which others may not.
func Sure(v *ir.Value, threads int64) (lo, hi int64) { return sure(v, threads, 6) }

func sure(v *ir.Value, threads int64, deep int) (lo, hi int64) {
	const most = 1 << 31
	if deep == 0 {
		return 1, 0
	}
	of := func(i int) (int64, int64, bool) {
		lo, hi := sure(v.Args[i], threads, deep-1)
		return lo, hi, lo <= hi
	}
	switch v.Op {
	case ir.OpConst:
		if k := ir.Signed(v.Attr.Bits, v.Type.Bits()); k > -most && k < most {
			return k, k
		}
	case ir.OpSReg:
		if IsSReg(v, "tid.x") {
			return 0, threads - 1
		}
	case ir.OpAdd:
		a, b, ok := of(0)
		c, d, also := of(1)
		if ok && also && a+c > -most && b+d < most {
			return a + c, b + d
		}
	case ir.OpMul, ir.OpShl:
		k, isConst := v.Args[1].IsConst()
		if v.Op == ir.OpShl {
			isConst, k = isConst && k < 31, 1<<(k&31)
		}
		a, b, ok := of(0)
		if isConst && ok && a >= 0 && k < most && b*int64(k) < most {
			return a * int64(k), b * int64(k)
		}
	case ir.OpAnd:
		if k, ok := v.Args[1].IsConst(); ok && k < most {
			return 0, int64(k)
		}
	case ir.OpOr, ir.OpXor:
		a, b, ok := of(0)
		c, d, also := of(1)
		if ok && also && a >= 0 && c >= 0 {
			return 0, 1<<bits.Len64(uint64(b|d)) - 1
		}
	}
	return 1, 0
}
