package builder

import "github.com/ptx2go/ptx2go/lower/ir"

// The carry flag CC.CF is a hidden register. As on the hardware, subtraction
// leaves the carry of a + ^b + 1 there, which is set when nothing was borrowed,
// and subc adds it (trap 35).

func (b *fn) carryVar() varID {
	if b.carry == noVar {
		b.carry = b.newVar(ir.I1, "cc")
	}
	return b.carry
}

// carryChain builds add.cc, addc, sub.cc, subc, mad.cc and madc.
func (b *fn) carryChain() {
	t := irType(b.match.Type())
	var x, y *ir.Value
	in := false
	one := false
	switch b.match.Form.Opcode {
	case "add":
		x, y = b.value(&b.ops[1], t), b.value(&b.ops[2], t)
	case "addc":
		x, y, in = b.value(&b.ops[1], t), b.value(&b.ops[2], t), true
	case "sub":
		x, y, one = b.value(&b.ops[1], t), b.value(&b.ops[2], t), true
	case "subc":
		x, y, in = b.value(&b.ops[1], t), b.add(ir.OpNot, t, b.value(&b.ops[2], t)), true
	case "mad":
		x, y = b.product(&b.ops[1], &b.ops[2]), b.value(&b.ops[3], t)
	case "madc":
		x, y, in = b.product(&b.ops[1], &b.ops[2]), b.value(&b.ops[3], t), true
	default:
		b.giveUp()
		return
	}
	var d, out *ir.Value
	switch {
	case one:
		d = b.add(ir.OpSub, t, x, y)
		out = b.lazy(func() *ir.Value { return b.icmp(ir.GeU, x, y) })
	case in:
		sum := b.add(ir.OpAdd, t, x, y)
		d = b.add(ir.OpAdd, t, sum, b.resize(b.read(b.carryVar(), b.cur), t, false))
		out = b.lazy(func() *ir.Value {
			return b.add(ir.OpOr, ir.I1, b.icmp(ir.LtU, sum, x), b.icmp(ir.LtU, d, sum))
		})
	default:
		d = b.add(ir.OpAdd, t, x, y)
		out = b.lazy(func() *ir.Value { return b.icmp(ir.LtU, d, x) })
	}
	b.set(&b.ops[0], d, false)
	if out != nil {
		b.assign(b.carryVar(), out)
	}
}

// lazy computes the carry out where the instruction writes it.
func (b *fn) lazy(carry func() *ir.Value) *ir.Value {
	if !b.match.Has("cc") {
		return nil
	}
	return carry()
}
