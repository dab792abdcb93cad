package pass

import (
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/analysis"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// emitter appends new values to the list that a block is going to have.
type emitter struct {
	b   *ir.Block
	out []*ir.Value
	pos diag.Pos
}

func (e *emitter) add(op ir.Op, t ir.Type, args ...*ir.Value) *ir.Value {
	v := e.b.Func.NewValue(op, t, e.pos, args...)
	v.Block = e.b
	e.out = append(e.out, v)
	return v
}

func (e *emitter) konst(t ir.Type, bits uint64) *ir.Value {
	v := e.add(ir.OpConst, t)
	v.Attr.Bits = bits
	return v
}

// bitcast returns v as type t of the same width.
func (e *emitter) bitcast(v *ir.Value, t ir.Type) *ir.Value {
	if v.Type == t {
		return v
	}
	return e.add(ir.OpBitcast, t, v)
}

// asInt returns the bits of a value as an integer.
func (e *emitter) asInt(v *ir.Value) *ir.Value {
	if v.Type.IsInt() {
		return v
	}
	return e.add(ir.OpBitcast, ir.IntOfBits(v.Type.Bits()), v)
}

// resize returns an integer in another width.
func (e *emitter) resize(v *ir.Value, t ir.Type, signed bool) *ir.Value {
	switch n := v.Type.Bits(); {
	case n == t.Bits():
		return v
	case n > t.Bits():
		return e.add(ir.OpTrunc, t, v)
	case signed:
		return e.add(ir.OpSext, t, v)
	}
	return e.add(ir.OpZext, t, v)
}

// sum returns a sum of 64 bits.
func (e *emitter) sum(off int64, terms []analysis.Term) *ir.Value {
	var sum *ir.Value
	plus := func(v *ir.Value) {
		if sum == nil {
			sum = v
		} else {
			sum = e.add(ir.OpAdd, ir.I64, sum, v)
		}
	}
	for _, t := range terms {
		v := e.resize(t.Value, ir.I64, t.Ext == analysis.ExtSigned)
		if t.Scale != 1 {
			v = e.add(ir.OpMul, ir.I64, v, e.konst(ir.I64, uint64(t.Scale)))
		}
		plus(v)
	}
	if off != 0 || sum == nil {
		plus(e.konst(ir.I64, uint64(off)))
	}
	return sum
}

// convert does to the contents of memory what a Load of memory type mem with
// result type t does.
func (e *emitter) convert(v *ir.Value, mem, t ir.Type, signed bool) *ir.Value {
	if v.Type == t {
		return v
	}
	if t.Bits() == mem.Bits() {
		return e.bitcast(v, t)
	}
	return e.bitcast(e.resize(e.asInt(v), ir.IntOfBits(t.Bits()), signed), t)
}

// placeAfter inserts new values after existing ones of the block; what follows
// a phi and is none itself stands behind all phis.
func placeAfter(b *ir.Block, after map[*ir.Value][]*ir.Value) {
	out := make([]*ir.Value, 0, len(b.Values))
	var rest []*ir.Value
	for _, v := range b.Values {
		if v.Op != ir.OpPhi {
			out = append(out, rest...)
			rest = nil
		}
		out = append(out, v)
		for _, w := range after[v] {
			if v.Op == ir.OpPhi && w.Op != ir.OpPhi {
				rest = append(rest, w)
			} else {
				out = append(out, w)
			}
		}
	}
	b.Values = append(out, rest...)
}
