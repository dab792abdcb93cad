package pass

import (
	"slices"

	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// unary simplifies Neg, Abs and Not.
func (s *folder) unary(v *ir.Value) *ir.Value {
	x := v.Args[0]
	if c, ok := x.IsConst(); ok {
		r, _ := ir.EvalInt(v.Op, v.Type, c, 0)
		return s.become(v, r)
	}
	if x.Op == v.Op && v.Op != ir.OpAbs {
		return x.Args[0]
	}
	switch {
	case v.Op == ir.OpAbs && x.Op == ir.OpAbs:
		return x
	case v.Op == ir.OpNeg && x.Op == ir.OpSub:
		return s.rewrite(v, ir.OpSub, x.Args[1], x.Args[0])
	case v.Op == ir.OpNot && (x.Op == ir.OpICmp || x.Op == ir.OpFCmp):
		return s.compare(v, x.Op, x.Attr.Cmp.Negated(), slices.Clone(x.Args)...)
	}
	return v
}

// binary simplifies the integer operations with two arguments.
func (s *folder) binary(v *ir.Value) *ir.Value {
	if _, ok := v.Args[0].IsConst(); ok && ir.Ops[v.Op].Flags&ir.Commutes != 0 {
		if _, ok := v.Args[1].IsConst(); !ok {
			v.Args = []*ir.Value{v.Args[1], v.Args[0]}
			s.changed = true
		}
	}
	x, y := v.Args[0], v.Args[1]
	a, aConst := x.IsConst()
	c, cConst := y.IsConst()
	if aConst && cConst {
		r, _ := ir.EvalInt(v.Op, v.Type, a, c)
		return s.become(v, r)
	}
	if x == y {
		switch v.Op {
		case ir.OpSub, ir.OpXor:
			return s.become(v, 0)
		case ir.OpAnd, ir.OpOr, ir.OpMinS, ir.OpMinU, ir.OpMaxS, ir.OpMaxU:
			return x
		}
	}
	if aConst && a == 0 {
		switch v.Op {
		case ir.OpSub:
			return s.rewrite(v, ir.OpNeg, y)
		case ir.OpShl, ir.OpShrU, ir.OpShrS:
			return x
		}
	}
	if v.Op == ir.OpShrS && aConst && a == ir.Ones(v.Type.Bits()) {
		return x
	}
	if cConst {
		return s.withConst(v, x, c)
	}
	if v.Op == ir.OpAnd || v.Op == ir.OpOr {
		return s.absorb(v, x, y)
	}
	switch {
	case v.Op == ir.OpAdd && y.Op == ir.OpNeg:
		return s.rewrite(v, ir.OpSub, x, y.Args[0])
	case v.Op == ir.OpAdd && x.Op == ir.OpNeg:
		return s.rewrite(v, ir.OpSub, y, x.Args[0])
	case v.Op == ir.OpSub && y.Op == ir.OpNeg:
		return s.rewrite(v, ir.OpAdd, x, y.Args[0])
	case v.Op == ir.OpSub && x.Op == ir.OpAdd && x.Args[0] == y:
		return x.Args[1]
	case v.Op == ir.OpSub && x.Op == ir.OpAdd && x.Args[1] == y:
		return x.Args[0]
	case v.Op == ir.OpAdd && x.Op == ir.OpSub && x.Args[1] == y:
		return x.Args[0]
	case v.Op == ir.OpAdd && y.Op == ir.OpSub && y.Args[1] == x:
		return y.Args[0]
	}
	return v
}

// absorb leaves out what a chain of And or Or has already: (a & b) & a.
func (s *folder) absorb(v, x, y *ir.Value) *ir.Value {
	const depth = 4
	switch {
	case inChain(v.Op, x, y, depth):
		return x
	case inChain(v.Op, y, x, depth):
		return y
	case y.Op == v.Op && inChain(v.Op, x, y.Args[0], depth):
		return s.rewrite(v, v.Op, x, y.Args[1])
	case y.Op == v.Op && inChain(v.Op, x, y.Args[1], depth):
		return s.rewrite(v, v.Op, x, y.Args[0])
	}
	return v
}

// inChain reports whether x is an operation op that has y among its operands, or theirs.
func inChain(op ir.Op, x, y *ir.Value, depth int) bool {
	if x == y {
		return true
	}
	return depth > 0 && x.Op == op && (inChain(op, x.Args[0], y, depth-1) || inChain(op, x.Args[1], y, depth-1))
}

// withConst simplifies an operation whose second argument is the constant c.
func (s *folder) withConst(v, x *ir.Value, c uint64) *ir.Value {
	t, ones := v.Type, ir.Ones(v.Type.Bits())
	top := ones>>1 + 1 // the sign bit
	width := uint64(t.Bits())
	switch v.Op {
	case ir.OpAdd, ir.OpSub:
		return s.addConst(v, x, c)
	case ir.OpMul:
		switch {
		case c == 0:
			return s.become(v, 0)
		case c == 1:
			return x
		case c == ones:
			return s.rewrite(v, ir.OpNeg, x)
		}
		if x.Op == ir.OpMul {
			if d, ok := x.Args[1].IsConst(); ok {
				return s.rewrite(v, ir.OpMul, x.Args[0], s.konst(t, c*d))
			}
		}
	case ir.OpMulHiU, ir.OpMulHiS:
		if c == 0 || v.Op == ir.OpMulHiU && c == 1 {
			return s.become(v, 0)
		}
	case ir.OpDivU, ir.OpDivS:
		if c == 1 {
			return x
		}
	case ir.OpRemU, ir.OpRemS:
		if c == 1 {
			return s.become(v, 0)
		}
	case ir.OpAnd:
		switch {
		case c == 0:
			return s.become(v, 0)
		case c == ones:
			return x
		case x.Op == ir.OpZext && ir.Ones(x.Args[0].Type.Bits())&^c == 0:
			return x // the mask keeps every bit there is
		}
		if x.Op == ir.OpAnd {
			if d, ok := x.Args[1].IsConst(); ok {
				return s.rewrite(v, ir.OpAnd, x.Args[0], s.konst(t, c&d))
			}
		}
	case ir.OpOr:
		switch c {
		case 0:
			return x
		case ones:
			return s.become(v, ones)
		}
	case ir.OpXor:
		switch c {
		case 0:
			return x
		case ones:
			return s.rewrite(v, ir.OpNot, x)
		}
	case ir.OpMinU, ir.OpMaxU:
		switch {
		case c == 0 && v.Op == ir.OpMinU, c == ones && v.Op == ir.OpMaxU:
			return s.become(v, c)
		case c == ones, c == 0: // no more than the most, no less than the least
			return x
		}
	case ir.OpMinS, ir.OpMaxS:
		switch {
		case c == top && v.Op == ir.OpMinS, c == top-1 && v.Op == ir.OpMaxS:
			return s.become(v, c)
		case c == top-1, c == top:
			return x
		}
	case ir.OpShl, ir.OpShrU, ir.OpShrS:
		switch {
		case c == 0:
			return x
		case c >= width && v.Op != ir.OpShrS:
			return s.become(v, 0)
		case c >= width:
			return s.rewrite(v, v.Op, x, s.konst(ir.I32, width-1))
		}
		// Two shifts the same way add up, clamping as each does: both are less than the width.
		if x.Op == v.Op {
			if d, ok := x.Args[1].IsConst(); ok {
				return s.rewrite(v, v.Op, x.Args[0], s.konst(ir.I32, c+d))
			}
		}
	}
	return v
}

// addConst collects the constants of a chain of additions and subtractions. The
// sum is spelled with the smaller constant: x+4 or x-4.
func (s *folder) addConst(v, x *ir.Value, c uint64) *ir.Value {
	t := v.Type
	if v.Op == ir.OpSub {
		c = -c & ir.Ones(t.Bits())
	}
	if c == 0 {
		return x
	}
	if x.Op == ir.OpAdd || x.Op == ir.OpSub {
		if d, ok := x.Args[1].IsConst(); ok {
			if x.Op == ir.OpSub {
				d = -d
			}
			return s.rewrite(v, ir.OpAdd, x.Args[0], s.konst(t, c+d))
		}
		if d, ok := x.Args[0].IsConst(); ok { // (d-y)+c: a sum has its constant in the second place
			return s.rewrite(v, ir.OpSub, s.konst(t, c+d), x.Args[1])
		}
	}
	op := ir.OpAdd
	if n := ir.Signed(c, t.Bits()); n < 0 && c != ir.Ones(t.Bits())>>1+1 {
		op, c = ir.OpSub, uint64(-n)
	}
	if v.Op != op {
		v.Op, v.Args = op, []*ir.Value{x, s.konst(t, c)}
		s.changed = true
	}
	return v
}

// conversion simplifies Zext, Sext and Trunc.
func (s *folder) conversion(v *ir.Value) *ir.Value {
	x, t := v.Args[0], v.Type
	if c, ok := x.IsConst(); ok && x.Type.Bits() <= 64 && t.Bits() <= 64 {
		return s.become(v, ir.EvalConv(v.Op, x.Type, t, c))
	}
	switch v.Op {
	case ir.OpZext:
		if x.Op == ir.OpZext {
			return s.rewrite(v, ir.OpZext, x.Args[0])
		}
		if y := wholeSReg(x); y != nil && y.Type == t {
			return y
		}
	case ir.OpSext:
		if y := wholeSReg(x); y != nil && y.Type == t {
			return y
		}
		if x.Op == ir.OpSext || x.Op == ir.OpZext { // a zero-extended value has no sign
			return s.rewrite(v, x.Op, x.Args[0])
		}
	case ir.OpTrunc:
		switch x.Op {
		case ir.OpTrunc:
			return s.rewrite(v, ir.OpTrunc, x.Args[0])
		case ir.OpZext, ir.OpSext:
			y := x.Args[0]
			switch {
			case y.Type == t:
				return y
			case y.Type.Bits() > t.Bits():
				return s.rewrite(v, ir.OpTrunc, y)
			default:
				return s.rewrite(v, x.Op, y)
			}
		case ir.OpShl:
			// The low bits of x<<c are those of the low bits of x, shifted.
			if c, ok := x.Args[1].IsConst(); ok && c < uint64(t.Bits()) && extended(x.Args[0], t) {
				return s.rewrite(v, ir.OpShl, s.emit(ir.OpTrunc, t, x.Args[0]), x.Args[1])
			}
		case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor:
			// The low bits of the result depend on the low bits of the
			// arguments alone: compute in the narrow type if that costs nothing.
			if t != ir.I1 && extended(x.Args[0], t) && extended(x.Args[1], t) {
				return s.rewrite(v, x.Op, s.emit(ir.OpTrunc, t, x.Args[0]), s.emit(ir.OpTrunc, t, x.Args[1]))
			}
		}
	}
	return v
}

// wholeSReg returns the special register of which v is the low half and which has
// nothing in its high half, nil where it is something else. The 16-bit registers of PTX
// 1.x hold the smaller ones whole.
func wholeSReg(v *ir.Value) *ir.Value {
	if v.Op != ir.OpTrunc || v.Type != ir.I16 {
		return nil
	}
	if y := v.Args[0]; y.Op == ir.OpSReg {
		if p := isa.LookupSRegPart(y.Attr.SReg); p.Bounded && p.Lo >= 0 && p.Hi < 1<<15 {
			return y
		}
	}
	return nil
}

// extended reports whether truncation of the value to t is free: it is a
// constant, or was extended from t.
func extended(v *ir.Value, t ir.Type) bool {
	return v.Op == ir.OpConst || (v.Op == ir.OpZext || v.Op == ir.OpSext) && v.Args[0].Type == t
}

// bitcast simplifies chains of Bitcasts and Bitcasts of constants.
func (s *folder) bitcast(v *ir.Value) *ir.Value {
	x := v.Args[0]
	switch {
	case x.Type == v.Type:
		return x
	case x.Op == ir.OpBitcast:
		return s.rewrite(v, ir.OpBitcast, x.Args[0])
	case x.Op == ir.OpConst:
		return s.become(v, x.Attr.Bits)
	}
	return v
}

// selection simplifies Select.
func (s *folder) selection(v *ir.Value) *ir.Value {
	c, x, y := v.Args[0], v.Args[1], v.Args[2]
	if n, ok := c.IsConst(); ok {
		if n&1 != 0 {
			return x
		}
		return y
	}
	if x == y || x.Op == ir.OpConst && y.Op == ir.OpConst && x.Attr == y.Attr {
		return x
	}
	if c.Op == ir.OpNot {
		return s.rewrite(v, ir.OpSelect, c.Args[0], y, x)
	}
	// The same choice a second time has been made already.
	if x.Op == ir.OpSelect && x.Args[0] == c {
		return s.rewrite(v, ir.OpSelect, c, x.Args[1], y)
	}
	if y.Op == ir.OpSelect && y.Args[0] == c {
		return s.rewrite(v, ir.OpSelect, c, x, y.Args[2])
	}
	if v.Type == ir.I1 {
		xb, xConst := x.IsConst()
		yb, yConst := y.IsConst()
		switch {
		case xConst && yConst && xb > yb:
			return c
		case xConst && yConst:
			return s.rewrite(v, ir.OpNot, c)
		case xConst && xb == 1 || x == c:
			return s.rewrite(v, ir.OpOr, c, y)
		case yConst && yb == 0 || y == c:
			return s.rewrite(v, ir.OpAnd, c, x)
		}
	}
	if v.Type.IsInt() && v.Type.Bits() <= 64 && v.Type != ir.I1 {
		xb, xConst := x.IsConst()
		yb, yConst := y.IsConst()
		if xConst && yConst && xb == 1 && yb == 0 {
			return s.rewrite(v, ir.OpZext, c)
		}
	}
	return v
}

// comparison simplifies ICmp and FCmp.
func (s *folder) comparison(v *ir.Value) *ir.Value {
	x, y, t := v.Args[0], v.Args[1], v.Args[0].Type
	a, aConst := x.IsConst()
	c, cConst := y.IsConst()
	if aConst && cConst {
		r, _ := v.Attr.Cmp.Eval(t, a, c)
		return s.become(v, bit(r))
	}
	if v.Op == ir.OpFCmp {
		return v
	}
	if x == y {
		r, _ := v.Attr.Cmp.Eval(t, 0, 0)
		return s.become(v, bit(r))
	}
	if aConst {
		return s.compare(v, ir.OpICmp, v.Attr.Cmp.Mirrored(), y, x)
	}
	if w := s.extremes(v); w != v || !cConst {
		return w
	}
	eq := v.Attr.Cmp == ir.Eq || v.Attr.Cmp == ir.Ne
	switch {
	case t == ir.I1 && eq:
		if (c == 1) == (v.Attr.Cmp == ir.Eq) {
			return x
		}
		return s.rewrite(v, ir.OpNot, x)
	case c == 0 && v.Attr.Cmp == ir.LtU:
		return s.become(v, 0)
	case c == 0 && v.Attr.Cmp == ir.GeU:
		return s.become(v, 1)
	case c == 0 && v.Attr.Cmp == ir.LeU, c == 1 && v.Attr.Cmp == ir.LtU:
		return s.compare(v, ir.OpICmp, ir.Eq, x, s.konst(t, 0))
	case c == 0 && v.Attr.Cmp == ir.GtU, c == 1 && v.Attr.Cmp == ir.GeU:
		return s.compare(v, ir.OpICmp, ir.Ne, x, s.konst(t, 0))
	}
	if x.Op == ir.OpSelect {
		// A boolean that took the way through an integer.
		p, pConst := x.Args[1].IsConst()
		q, qConst := x.Args[2].IsConst()
		if pConst && qConst {
			rp, _ := v.Attr.Cmp.Eval(t, p, c)
			rq, _ := v.Attr.Cmp.Eval(t, q, c)
			return s.boolean(v, x.Args[0], rp, rq)
		}
	}
	if x.Op == ir.OpZext {
		from := x.Args[0].Type
		if from == ir.I1 {
			rp, _ := v.Attr.Cmp.Eval(t, 1, c)
			rq, _ := v.Attr.Cmp.Eval(t, 0, c)
			return s.boolean(v, x.Args[0], rp, rq)
		}
		if eq && c <= ir.Ones(from.Bits()) {
			return s.compare(v, ir.OpICmp, v.Attr.Cmp, x.Args[0], s.konst(from, c))
		}
	}
	if eq && (x.Op == ir.OpAdd || x.Op == ir.OpSub) && s.once(x) {
		if d, ok := x.Args[1].IsConst(); ok {
			if x.Op == ir.OpAdd {
				d = -d
			}
			return s.compare(v, ir.OpICmp, v.Attr.Cmp, x.Args[0], s.konst(t, c+d))
		}
	}
	if eq && c == 0 && x.Op == ir.OpSub && s.once(x) {
		return s.compare(v, ir.OpICmp, v.Attr.Cmp, x.Args[0], x.Args[1])
	}
	return v
}

// boolean turns v into the function of the predicate p that is t where p is
// true and f where it is false.
func (s *folder) boolean(v, p *ir.Value, t, f bool) *ir.Value {
	switch {
	case t && f:
		return s.become(v, 1)
	case !t && !f:
		return s.become(v, 0)
	case t:
		return p
	}
	return s.rewrite(v, ir.OpNot, p)
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
