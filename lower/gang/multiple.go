package gang

import (
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// multiples is what is certainly a multiple of a warp where rows of threads are whole warps, as in chains:
// %ntid.x, so that blockIdx.x*blockDim.x + threadIdx.x numbers the threads of each warp from a multiple of 32 on.
type multiples struct {
	rows bool   // %ntid.x is
	args []bool // by argument of a region
}

// mostFactors is how many operations deep multiples are looked for.
const mostFactors = 6

// arguments are the multiples in a region by what it is given.
func (m multiples) arguments(run *ir.Value) multiples {
	args := make([]bool, len(run.Args))
	for i, a := range run.Args {
		args[i] = m.first(a, WarpSize, WarpSize, mostFactors)
	}
	return multiples{m.rows, args}
}

// first reports whether the first lane of every gang of so many lanes has a multiple of a
// power of two.
func (m multiples) first(v *ir.Value, of, lanes int64, deep int) bool {
	if deep == 0 {
		return false
	}
	arg := func(i int, of int64) bool { return m.first(v.Args[i], of, lanes, deep-1) }
	low := func(i int) (int64, bool) { // a power of two that a constant argument is a multiple of
		k, ok := v.Args[i].IsConst()
		return int64(min(k&-k, 1<<62)), ok && k != 0
	}
	switch v.Op {
	case ir.OpConst:
		return v.Attr.Bits%uint64(of) == 0
	case ir.OpArg:
		return m.args != nil && m.args[v.Attr.Index] && of <= WarpSize
	case ir.OpSReg:
		switch {
		case analysis.IsSReg(v, "tid.x"):
			return of <= lanes
		case analysis.IsSReg(v, "ntid.x"):
			return m.rows && of <= WarpSize
		}
		return analysis.WholeRows(v) && of <= WarpSize
	case ir.OpZext, ir.OpSext, ir.OpTrunc:
		return arg(0, of)
	case ir.OpAdd, ir.OpSub, ir.OpOr, ir.OpXor:
		return arg(0, of) && arg(1, of)
	case ir.OpAnd:
		return arg(0, of) || arg(1, of)
	case ir.OpMul:
		for i := range 2 {
			if k, ok := low(i); ok {
				return k >= of || arg(1-i, of/k)
			}
		}
		return arg(0, of) || arg(1, of)
	case ir.OpShl:
		if k, ok := v.Args[1].IsConst(); ok && k < 20 {
			return 1<<k >= of || arg(0, of>>k)
		}
	}
	return false
}

// multiple reports whether a value that is given to a region, the length of its rows or where one begins is a
// multiple of a warp.
func (m multiples) multiple(v *ir.Value) bool {
	return (v.Op == ir.OpArg || v.Op == ir.OpSReg && !analysis.IsSReg(v, "tid.x")) && m.first(v, WarpSize, 1, 1)
}
