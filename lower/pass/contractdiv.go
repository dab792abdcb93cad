package pass

import (
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// quotient returns the factors of a division, computed before v: the scaled dividend,
// and the reciprocal of the divisor, which is scaled with it where it is subnormal or, for
// .full, huge. See fpops.DivApproxF32.
func (c *contractor) quotient(v, div *ir.Value, q intrin.Quotient) (a, r *ir.Value) {
	e := &emitter{b: v.Block, pos: div.Pos}
	a, b := div.Args[0], div.Args[1]
	scale := func(cmp ir.Cmp, limit, factor uint64) {
		is := e.add(ir.OpFCmp, ir.I1, e.add(ir.OpFAbs, ir.F32, b), e.konst(ir.F32, limit))
		is.Attr.Cmp = cmp
		x := e.konst(ir.F32, factor)
		a = e.add(ir.OpSelect, ir.F32, is, e.add(ir.OpFMul, ir.F32, a, x), a)
		b = e.add(ir.OpSelect, ir.F32, is, e.add(ir.OpFMul, ir.F32, b, x), b)
	}
	if q.Full {
		scale(ir.GtF, 0x7e800000, 0x3e800000) // above 2^126 by 1/4
	}
	if q.Product == "F32" {
		scale(ir.LtF, 0x00800000, 0x4b800000) // subnormals by 2^24
	}
	r = e.add(ir.OpIntrin, ir.F32, b)
	r.Attr.Name = "RcpApproxFtzF32"
	c.before[v] = append(c.before[v], e.out...)
	return a, r
}
