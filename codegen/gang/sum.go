package gang

import (
	"math/bits"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/codegen/gosrc"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// sum is a number of 64 bits in each lane: what it begins with, if that has code, the terms in order, and an offset.
// lane is what a value is in each lane.
func (p *printer) sum(first vector, terms []analysis.Term, off int64, lane func(*ir.Value) vector) vector {
	sum := first
	plus := func(x vector) {
		if sum.code == nil {
			sum = x
			return
		}
		sum = sum.method("Add", x.code)
	}
	for _, t := range terms {
		x := lane(t.Value)
		if t.Ext != analysis.ExtNone {
			x = x.as(x.kind.WithSign(t.Ext == analysis.ExtSigned))
		}
		x = x.as(gosrc.I64)
		if n := t.Scale; n > 0 && n&(n-1) == 0 {
			if n > 1 {
				x = p.of(x.kind, "ShlAll", x.code, jen.Id(gosrc.Num(int64(bits.TrailingZeros64(uint64(n))))))
			}
		} else {
			k := p.splat(gosrc.Constant(uint64(n), gosrc.I64))
			if t.Ext == analysis.ExtSigned && n == int64(int32(n)) {
				x = p.call(gosrc.I64, "MulLowI64", x.code, k.code)
			} else {
				x = x.method("Mul", k.code)
			}
		}
		plus(x)
	}
	if off != 0 || sum.code == nil {
		plus(p.splat(gosrc.Constant(uint64(off), gosrc.I64)))
	}
	return sum
}
