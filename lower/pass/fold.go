package pass

import (
	"github.com/ptx2go/ptx2go/lower/ir"
)

// fold evaluates operations on constants and applies identities of integers,
// booleans and conversions, and decides branches on constants. Float arithmetic
// is never evaluated: rounding is the business of the runtime's functions.
func fold(f *ir.Func, o *Options) bool {
	changed := false
	// One round in reverse postorder sees all arguments simplified but those
	// that come around a loop; what those bring is found in the next rounds.
	for range 8 {
		s := &folder{r: newReplacer(f), uses: uses(f)}
		for _, b := range ir.ReversePostorder(f) {
			s.block(b)
		}
		s.r.apply()
		decided := false
		for _, b := range f.Blocks {
			decided = decide(b) || decided
		}
		if !s.changed && !decided {
			break
		}
		if decided {
			unreachable(f, o)
		}
		changed = true
	}
	return changed
}

// folder simplifies the values of a function, block by block.
type folder struct {
	r       *replacer
	f       *ir.Func
	b       *ir.Block
	out     []*ir.Value // the new list of the block
	pos     *ir.Value   // gives new values their position
	uses    []int       // by value ID: how many there were when the round began
	changed bool
}

// uses counts by value ID the places that mention each value.
func uses(f *ir.Func) []int {
	n := make([]int, f.NumValues())
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			for _, a := range v.Args {
				n[a.ID]++
			}
		}
		for _, c := range b.Ctrl {
			n[c.ID]++
		}
	}
	return n
}

// once reports whether a value has a single use. A comparison with a sum that is there
// anyway, such as a loop's counter, stays one: of what the sum is made of, it would keep
// two values of the counter alive.
func (s *folder) once(v *ir.Value) bool { return s.uses[v.ID] <= 1 }

func (s *folder) block(b *ir.Block) {
	s.f, s.b, s.out = b.Func, b, make([]*ir.Value, 0, len(b.Values))
	phis := len(b.Phis())
	var consts []*ir.Value // phis that turned out constant
	for i, v := range b.Values {
		s.r.args(v)
		if i < phis {
			if c := constPhi(v); c != nil {
				s.become(v, c.Attr.Bits)
				v.Attr.Hi = c.Attr.Hi
				consts = append(consts, v)
				continue
			}
			s.out = append(s.out, v)
			if i == phis-1 {
				s.out = append(s.out, consts...)
				consts = nil
			}
			continue
		}
		if len(consts) > 0 {
			s.out = append(s.out, consts...)
			consts = nil
		}
		if !v.Pure() {
			s.out = append(s.out, v)
			continue
		}
		s.pos = v
		if w := s.simplify(v); w != v {
			s.r.replace(v, w)
			s.changed = true
			continue
		}
		s.out = append(s.out, v)
	}
	s.out = append(s.out, consts...)
	b.Values = s.out
	for i, c := range b.Ctrl {
		b.Ctrl[i] = s.r.find(c)
	}
}

// constPhi returns the constant that all arguments of a phi are equal to.
func constPhi(phi *ir.Value) *ir.Value {
	var c *ir.Value
	for _, a := range phi.Args {
		if a == phi {
			continue
		}
		if a.Op != ir.OpConst || a.Attr.Undefined || c != nil && a.Attr != c.Attr {
			return nil
		}
		c = a
	}
	return c
}

// emit adds a new value before the one that is being simplified, simplified
// itself.
func (s *folder) emit(op ir.Op, t ir.Type, args ...*ir.Value) *ir.Value {
	return s.emitAttr(op, t, ir.Attr{}, args...)
}

func (s *folder) emitAttr(op ir.Op, t ir.Type, attr ir.Attr, args ...*ir.Value) *ir.Value {
	v := s.f.NewValue(op, t, s.pos.Pos, args...)
	v.Block, v.Attr = s.b, attr
	if w := s.simplify(v); w != v {
		return w
	}
	s.out = append(s.out, v)
	return v
}

func (s *folder) konst(t ir.Type, bits uint64) *ir.Value {
	return s.emitAttr(ir.OpConst, t, ir.Attr{Bits: bits & ir.Ones(t.Bits())})
}

// become turns a value into a constant in place.
func (s *folder) become(v *ir.Value, bits uint64) *ir.Value {
	if v.Op == ir.OpPhi {
		v.Placed = true
	}
	v.Op, v.Args, v.Attr = ir.OpConst, nil, ir.Attr{Bits: bits}
	s.changed = true
	return v
}

// rewrite turns a value into another operation in place.
func (s *folder) rewrite(v *ir.Value, op ir.Op, args ...*ir.Value) *ir.Value {
	v.Op, v.Args, v.Attr = op, args, ir.Attr{}
	s.changed = true
	return s.simplify(v)
}

// compare turns a value into a comparison in place.
func (s *folder) compare(v *ir.Value, op ir.Op, c ir.Cmp, args ...*ir.Value) *ir.Value {
	v.Op, v.Args, v.Attr = op, args, ir.Attr{Cmp: c}
	s.changed = true
	return s.simplify(v)
}

// simplify returns an equal value: v itself, perhaps changed in place, or one
// that exists.
func (s *folder) simplify(v *ir.Value) *ir.Value {
	switch v.Op {
	case ir.OpSelect:
		return s.selection(v)
	case ir.OpICmp, ir.OpFCmp:
		return s.comparison(v)
	case ir.OpZext, ir.OpSext, ir.OpTrunc:
		return s.conversion(v)
	case ir.OpBitcast:
		return s.bitcast(v)
	case ir.OpFNeg, ir.OpFAbs:
		x, t := v.Args[0], v.Type
		if bits, ok := x.IsConst(); ok && !ir.IsNaN(t, bits) {
			sign := uint64(1) << (t.Bits() - 1)
			if v.Op == ir.OpFNeg {
				return s.become(v, bits^sign)
			}
			return s.become(v, bits&^sign)
		}
		if v.Op == ir.OpFAbs && (x.Op == ir.OpFAbs || x.Op == ir.OpFNeg) {
			return s.rewrite(v, ir.OpFAbs, x.Args[0])
		}
		return v
	case ir.OpCanon:
		if bits, ok := v.Args[0].IsConst(); ok {
			if ir.IsNaN(ir.F32, bits) {
				bits = 0x7fffffff
			}
			return s.become(v, bits)
		}
		return v
	case ir.OpToGeneric, ir.OpFromGeneric:
		x := v.Args[0]
		if (x.Op == ir.OpToGeneric || x.Op == ir.OpFromGeneric) && x.Op != v.Op && x.Attr.Space == v.Attr.Space {
			return x.Args[0]
		}
		return v
	}
	if len(v.Args) == 0 || !v.Type.IsInt() || v.Type.Bits() > 64 {
		return v
	}
	switch v.Op {
	case ir.OpNeg, ir.OpAbs, ir.OpNot:
		return s.unary(v)
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpMulHiS, ir.OpMulHiU, ir.OpDivS, ir.OpDivU, ir.OpRemS, ir.OpRemU,
		ir.OpMinS, ir.OpMinU, ir.OpMaxS, ir.OpMaxU, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpShl, ir.OpShrS, ir.OpShrU:
		return s.binary(v)
	}
	return v
}

// decide turns a branch on a constant into a jump, and a branch on a negated
// condition into the opposite branch.
func decide(b *ir.Block) bool {
	if len(b.Ctrl) != 1 || b.Term != ir.If && b.Term != ir.Switch {
		return false
	}
	c := b.Ctrl[0]
	if b.Term == ir.If && c.Op == ir.OpNot {
		b.Succs = []*ir.Block{b.Succs[1], b.Succs[0]}
		b.Ctrl = []*ir.Value{c.Args[0]}
		return true
	}
	n, ok := c.IsConst()
	if !ok {
		return false
	}
	keep := int(n)
	if b.Term == ir.If {
		keep = 1 - int(n&1)
	} else if n >= uint64(len(b.Succs)) {
		return false // a fault, at run time
	}
	for i := len(b.Succs) - 1; i >= 0; i-- {
		if i != keep {
			removeEdge(b, i)
		}
	}
	b.Term, b.Ctrl = ir.Jump, nil
	return true
}
