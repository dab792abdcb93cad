package analysis

import (
	"math"

	"github.com/ptx2go/ptx2go/lower/ir"
)

// interval is a set of numbers lo..hi; lo > hi is empty.
type interval struct{ lo, hi int64 }

var empty = interval{1, 0}

func (x interval) join(y interval) interval {
	switch {
	case x.lo > x.hi:
		return y
	case y.lo > y.hi:
		return x
	}
	return interval{min(x.lo, y.lo), max(x.hi, y.hi)}
}

// plus and times saturate: unbounded is the whole range of int64.
func (x interval) plus(y interval) interval {
	return interval{addSat(x.lo, y.lo), addSat(x.hi, y.hi)}
}

func (x interval) times(k int64) interval {
	if k < 0 {
		return interval{mulSat(x.hi, k), mulSat(x.lo, k)}
	}
	return interval{mulSat(x.lo, k), mulSat(x.hi, k)}
}

// add, sub and mul are sums, differences and products as they are, and whether all of them are
// numbers of 64 bits; where not, they saturate.
func (x interval) add(y interval) (r interval, exact bool) {
	r = x.plus(y)
	return r, r == interval{x.lo + y.lo, x.hi + y.hi}
}

func (x interval) sub(y interval) (r interval, exact bool) {
	lo, hi := x.lo-y.hi, x.hi-y.lo
	if (x.lo < y.hi) != (lo < 0) || (x.hi < y.lo) != (hi < 0) {
		return x.plus(y.times(-1)), false
	}
	return interval{lo, hi}, true
}

func (x interval) mul(k int64) (r interval, exact bool) {
	r = x.times(k)
	lo, hi := x.lo*k, x.hi*k
	if k < 0 {
		lo, hi = hi, lo
	}
	return r, r == interval{lo, hi}
}

func addSat(a, b int64) int64 {
	switch s := a + b; {
	case a == math.MinInt64 || b == math.MinInt64 || a < 0 && b < 0 && s >= 0:
		return math.MinInt64
	case a == math.MaxInt64 || b == math.MaxInt64 || a > 0 && b > 0 && s < 0:
		return math.MaxInt64
	default:
		return s
	}
}

func mulSat(a, k int64) int64 {
	if a == 0 || k == 0 {
		return 0
	}
	if p := a * k; p/k == a && a != math.MinInt64 && a != math.MaxInt64 {
		return p
	}
	if (a < 0) == (k < 0) {
		return math.MaxInt64
	}
	return math.MinInt64
}

// typeRange is the range of a signed integer of the type.
func typeRange(t ir.Type) interval {
	if n := t.Bits(); n == 0 || n >= 64 {
		return interval{math.MinInt64, math.MaxInt64}
	}
	return interval{-1 << (t.Bits() - 1), 1<<(t.Bits()-1) - 1}
}
