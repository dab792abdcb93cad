package builder

import (
	"math"
	"strings"

	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// What an assembler knows of approximate instructions: where an operand is a constant, the
// unit of a GPU is not asked, and the bits are others. An H100 and its driver have said so, of
// 200 constants an instruction.

// assembled returns an approximate instruction as an assembler computes it; nil where that leaves
// it to the unit.
func (b *fn) assembled(name string, t ir.Type, args []*ir.Value) *ir.Value {
	if len(args) == 0 || b.module.opt.Model.IsAccurate() {
		return nil
	}
	last := args[len(args)-1]
	if last.Op != ir.OpConst {
		return nil
	}
	if exact := intrin.Assembled(name); exact != "" {
		return b.intrinsic(exact, t, args...)
	}
	if q, ok := intrin.LookupQuotient(name); ok {
		return b.divided(q, args[0], math.Float32frombits(uint32(last.Attr.Bits)))
	}
	return nil
}

// divided is div.approx and div.full by a constant (section 9.7.3.8): a product with its
// reciprocal, which is correctly rounded, and both operands are scaled as in fpops.DivApproxF32.
func (b *fn) divided(q intrin.Quotient, x *ir.Value, y float32) *ir.Value {
	const leastNormal, huge = 0x1p-126, 0x1p126
	size := float32(math.Abs(float64(y)))
	scale := float32(1)
	switch ftz := strings.HasPrefix(q.Product, "Ftz"); {
	case q.Full && size > huge:
		scale = 0.25
	case size < leastNormal && ftz:
		y = float32(math.Copysign(0, float64(y)))
	case size < leastNormal:
		scale = 0x1p24
	}
	r := 1 / float32(y*scale)
	if math.Abs(float64(r)) < leastNormal {
		r = float32(math.Copysign(0, float64(r)))
	}
	product := func(x *ir.Value, y float32) *ir.Value {
		return b.intrinsic("MulRn"+q.Product, ir.F32, x, b.konst(ir.F32, uint64(math.Float32bits(y))))
	}
	if scale != 1 {
		x = product(x, scale)
	}
	v := product(x, r)
	v.Attr.Contract = b.contractible()
	return v
}
