package vector

import (
	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// emitter appends values and blocks to a function with lanes.
type emitter struct {
	f     *ir.Func
	first *ir.Value // the %tid.x of the first lane
	at    *ir.Block // where it has come to; nil where control does not come
	pos   diag.Pos  // of what is appended
}

// add appends a new value.
func (x *emitter) add(op ir.Op, t ir.Type, varying bool, args ...*ir.Value) *ir.Value {
	v := x.at.Add(op, t, x.pos, args...)
	v.Varying = varying
	return v
}

// lanewise appends a value that is computed in each lane.
func (x *emitter) lanewise(op ir.Op, t ir.Type, args ...*ir.Value) *ir.Value {
	return x.add(op, t, true, args...)
}

func (x *emitter) splat(v *ir.Value) *ir.Value { return x.lanewise(ir.OpSplat, v.Type, v) }

func (x *emitter) constant(t ir.Type, bits uint64) *ir.Value {
	v := x.add(ir.OpConst, t, false)
	v.Attr.Bits = bits & ir.Ones(t.Bits())
	return v
}

// plus adds uniform integers; it adds no zero.
func (x *emitter) plus(t ir.Type, a, b *ir.Value) *ir.Value {
	if n, ok := a.IsConst(); ok && n == 0 {
		return b
	}
	return x.add(ir.OpAdd, t, false, a, b)
}

func (x *emitter) argument(i int) *ir.Value {
	v := x.add(ir.OpArg, x.f.Args[i], false)
	v.Attr.Index, v.Name = i, x.f.ArgNames[i]
	return v
}

func (x *emitter) icmp(c ir.Cmp, a, b *ir.Value) *ir.Value {
	v := x.add(ir.OpICmp, ir.I1, false, a, b)
	v.Attr.Cmp = c
	return v
}

// like appends a copy of a value of the body with other arguments.
func (x *emitter) like(v *ir.Value, varying bool, args ...*ir.Value) *ir.Value {
	w := x.at.AddLike(v, args...)
	w.Varying = varying
	return w
}

// bail leaves the gang where a condition holds.
func (x *emitter) bail(cond *ir.Value) { x.add(ir.OpBail, ir.Void, false, cond, x.first) }

// unless leaves the gang where a condition does not hold.
func (x *emitter) unless(cond *ir.Value) { x.bail(x.add(ir.OpNot, ir.I1, false, cond)) }

func (x *emitter) newBlock() *ir.Block { return x.f.NewBlock("") }

func (x *emitter) jump(to *ir.Block) {
	if x.at != nil {
		x.at.SetTerm(ir.Jump, x.pos, to)
		x.at = nil
	}
}

func (x *emitter) branch(cond *ir.Value, yes, no *ir.Block) {
	x.at.SetTerm(ir.If, x.pos, yes, no)
	x.at.Ctrl = []*ir.Value{cond}
	x.at = nil
}
