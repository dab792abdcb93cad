package analysis

import (
	"math/bits"

	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// bitFacts says of every integer of a function, by value ID, which power of two divides
// it and which number it does not exceed, as one without a sign.
type bitFacts struct {
	low  []int64 // at most maxAlign
	high []uint64
}

func newBitFacts(f *ir.Func, order []*ir.Block) *bitFacts {
	x := &bitFacts{low: make([]int64, f.NumValues()), high: make([]uint64, f.NumValues())}
	for i := range x.low { // what is no integer, or never reached
		x.low[i], x.high[i] = 1, ir.Ones(ir.I64.Bits())
	}
	for _, b := range order {
		for _, v := range b.Values {
			if v.Type.IsInt() && v.Type.Bits() <= 64 {
				x.low[v.ID] = maxAlign // until something says less
				x.high[v.ID] = ir.Ones(v.Type.Bits())
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, b := range order {
			for _, v := range b.Values {
				if x.low[v.ID] == 1 {
					continue
				}
				if n := x.divisor(v); n < x.low[v.ID] {
					x.low[v.ID], changed = n, true
				}
			}
		}
	}
	for _, b := range order {
		for _, v := range b.Values {
			if v.Type.IsInt() && v.Type.Bits() <= 64 {
				x.high[v.ID] = min(x.most(v), ir.Ones(v.Type.Bits()))
			}
		}
	}
	return x
}

// divisor returns a power of two that divides the value if those of its arguments hold.
func (x *bitFacts) divisor(v *ir.Value) int64 {
	arg := func(i int) int64 { return x.low[v.Args[i].ID] }
	switch v.Op {
	case ir.OpConst:
		return lowBit(int64(v.Attr.Bits))
	case ir.OpShl:
		if k, ok := v.Args[1].IsConst(); ok && k < 20 { // what is shifted out leaves zeros
			return min(arg(0)<<k, maxAlign)
		}
		return arg(0)
	case ir.OpShrU, ir.OpShrS:
		if k, ok := v.Args[1].IsConst(); ok && k < 20 {
			return max(arg(0)>>k, 1)
		}
	case ir.OpMul:
		return min(arg(0)*arg(1), maxAlign)
	case ir.OpAnd:
		return max(arg(0), arg(1))
	case ir.OpAdd, ir.OpSub, ir.OpOr, ir.OpXor:
		return min(arg(0), arg(1))
	case ir.OpSelect:
		return min(arg(1), arg(2))
	case ir.OpZext, ir.OpSext, ir.OpTrunc, ir.OpNeg:
		if v.Args[0].Type == ir.I1 {
			return 1
		}
		return arg(0)
	case ir.OpArg, ir.OpSlotLoad:
		return max(v.Given().Multiple, 1)
	case ir.OpPhi:
		n := int64(maxAlign)
		for i := range v.Args {
			n = min(n, arg(i))
		}
		return n
	}
	return 1
}

// most returns a number that the value does not exceed, given those of its arguments.
func (x *bitFacts) most(v *ir.Value) uint64 {
	arg := func(i int) uint64 { return x.high[v.Args[i].ID] }
	konst := func(i int) (uint64, bool) {
		k, ok := v.Args[i].IsConst()
		return k & ir.Ones(v.Args[i].Type.Bits()), ok
	}
	all := ir.Ones(v.Type.Bits())
	switch v.Op {
	case ir.OpConst:
		return v.Attr.Bits & all
	case ir.OpSReg:
		if r := isa.LookupSRegPart(v.Attr.SReg); r.Bounded && r.Lo >= 0 {
			return uint64(r.Hi)
		}
	case ir.OpArg, ir.OpSlotLoad:
		if x := v.Given(); x.Bounded && x.Lo >= 0 {
			return uint64(x.Hi)
		}
	case ir.OpAnd:
		return min(arg(0), arg(1))
	case ir.OpOr, ir.OpXor:
		return 1<<bits.Len64(max(arg(0), arg(1))) - 1
	case ir.OpAdd:
		if n, carry := bits.Add64(arg(0), arg(1), 0); carry == 0 && n <= all {
			return n
		}
	case ir.OpMul:
		if hi, n := bits.Mul64(arg(0), arg(1)); hi == 0 && n <= all {
			return n
		}
	case ir.OpShl:
		if k, ok := konst(1); ok && k < 64 && arg(0) <= all>>k {
			return arg(0) << k
		}
	case ir.OpShrU:
		if k, ok := konst(1); ok {
			return arg(0) >> min(k, 64)
		}
		return arg(0)
	case ir.OpDivU:
		if k, ok := konst(1); ok && k > 0 {
			return arg(0) / k
		}
	case ir.OpRemU:
		if k, ok := konst(1); ok && k > 0 {
			return min(arg(0), k-1)
		}
	case ir.OpMinU:
		return min(arg(0), arg(1))
	case ir.OpMaxU:
		return max(arg(0), arg(1))
	case ir.OpSelect:
		return max(arg(1), arg(2))
	case ir.OpZext:
		return arg(0)
	case ir.OpSext:
		if n := arg(0); n <= ir.Ones(v.Args[0].Type.Bits())>>1 {
			return n
		}
	case ir.OpTrunc:
		return arg(0)
	}
	return all
}
