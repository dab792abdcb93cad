package builder

import (
	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/intrin"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// The comparison operators by their PTX names, for each kind of type.
var (
	signedCmp = map[string]ir.Cmp{
		"eq": ir.Eq, "ne": ir.Ne, "lt": ir.LtS, "le": ir.LeS, "gt": ir.GtS, "ge": ir.GeS,
	}
	unsignedCmp = map[string]ir.Cmp{
		"eq": ir.Eq, "ne": ir.Ne, "lt": ir.LtU, "le": ir.LeU, "gt": ir.GtU, "ge": ir.GeU,
		"lo": ir.LtU, "ls": ir.LeU, "hi": ir.GtU, "hs": ir.GeU,
	}
	floatCmp = map[string]ir.Cmp{
		"eq": ir.EqF, "ne": ir.NeF, "lt": ir.LtF, "le": ir.LeF, "gt": ir.GtF, "ge": ir.GeF,
		"equ": ir.EquF, "neu": ir.NeuF, "ltu": ir.LtuF, "leu": ir.LeuF, "gtu": ir.GtuF, "geu": ir.GeuF,
		"num": ir.NumF, "nan": ir.NanF,
	}
)

func (b *fn) icmp(c ir.Cmp, x, y *ir.Value) *ir.Value {
	v := b.add(ir.OpICmp, ir.I1, x, y)
	v.Attr.Cmp = c
	return v
}

func (b *fn) fcmp(c ir.Cmp, x, y *ir.Value) *ir.Value {
	v := b.add(ir.OpFCmp, ir.I1, x, y)
	v.Attr.Cmp = c
	return v
}

// comparison is the compare part of setp and set: operator, type of the sources,
// and what to combine the result with.
type comparison struct {
	cmp  ir.Cmp
	typ  isa.Type // of the sources
	bool ir.Op    // OpInvalid where there is no boolean operator
}

// comparison reads the modifiers of setp or set. The type compared is the last
// one.
func (b *fn) comparison() (c comparison, ok bool) {
	c.typ = b.match.Type()
	ops := unsignedCmp
	switch {
	case c.typ.IsFloat():
		ops = floatCmp
	case c.typ.IsSigned():
		ops = signedCmp
	}
	for _, t := range b.match.Tokens() {
		if x, is := ops[t]; is {
			c.cmp = x
		}
		switch t {
		case "and":
			c.bool = ir.OpAnd
		case "or":
			c.bool = ir.OpOr
		case "xor":
			c.bool = ir.OpXor
		}
	}
	if c.cmp == ir.CmpNone || c.typ.IsPacked() && c.typ != isa.F16x2 && c.typ != isa.BF16x2 {
		b.giveUp()
		return c, false
	}
	return c, b.canCompare(c.typ)
}

// canCompare makes sure that the intrinsics which a comparison needs exist.
func (b *fn) canCompare(t isa.Type) bool {
	var need string
	switch {
	case t == isa.F16, t == isa.F16x2:
		need = widenF16
	case t == isa.F32 && b.match.Has("ftz"):
		need = flushF32
	}
	if need == "" {
		return true
	}
	if _, ok := intrin.Lookup(need); !ok {
		b.giveUp()
		return false
	}
	return true
}

const (
	widenF16 = "CvtF32F16"
	flushF32 = "FtzF32"
)

// comparable prepares a source for the comparison: halves are widened exactly,
// .ftz flushes subnormals.
func (b *fn) comparable(v *ir.Value, t isa.Type) *ir.Value {
	ftz := b.match.Has("ftz")
	switch t {
	case isa.F16:
		if ftz {
			v = b.flushHalf(v)
		}
		return b.intrinsic(widenF16, ir.F32, b.bitcast(v, ir.F16))
	case isa.BF16:
		wide := b.resize(b.integer(v), ir.I32, false)
		return b.bitcast(b.shiftLeft(wide, 16), ir.F32)
	case isa.F32:
		if ftz {
			return b.intrinsic(flushF32, ir.F32, v)
		}
	}
	return v
}

// flushHalf makes a subnormal f16 a zero of its sign.
func (b *fn) flushHalf(v *ir.Value) *ir.Value {
	i := b.integer(v)
	exp := b.add(ir.OpAnd, ir.I16, i, b.konst(ir.I16, 0x7c00))
	sign := b.add(ir.OpAnd, ir.I16, i, b.konst(ir.I16, 0x8000))
	return b.add(ir.OpSelect, ir.I16, b.icmp(ir.Eq, exp, b.konst(ir.I16, 0)), sign, i)
}

// compare compares two values of the type.
func (b *fn) compare(c ir.Cmp, t isa.Type, x, y *ir.Value) *ir.Value {
	if t.IsFloat() {
		return b.fcmp(c, b.comparable(x, t), b.comparable(y, t))
	}
	return b.icmp(c, x, y)
}

// combine applies the boolean operator with predicate operand k, if there is one.
func (b *fn) combine(c comparison, v *ir.Value, k int) *ir.Value {
	if c.bool == ir.OpInvalid {
		return v
	}
	return b.add(c.bool, ir.I1, v, b.value(&b.ops[k], ir.I1))
}

// lanes splits a packed pair into its 16-bit halves, low first; a scalar is its
// only lane.
func (b *fn) lanes(v *ir.Value, t isa.Type) []*ir.Value {
	if !t.IsPacked() {
		return []*ir.Value{v}
	}
	i := b.integer(v)
	return []*ir.Value{b.resize(i, ir.I16, false), b.resize(b.shiftRight(i, 16), ir.I16, false)}
}

// scalarOf returns the type of one lane.
func scalarOf(t isa.Type) isa.Type {
	switch t {
	case isa.F16x2:
		return isa.F16
	case isa.BF16x2:
		return isa.BF16
	}
	return t
}

// setp builds a compare into predicates. With two destinations, the second gets
// the complement of the comparison before the boolean operator (trap 84); for
// packed types the two are the low and the high lane (trap 85).
func (b *fn) setp() {
	c, ok := b.comparison()
	if !ok {
		return
	}
	t := irType(c.typ)
	x, y := b.value(&b.ops[1], t), b.value(&b.ops[2], t)
	first, second := pair(&b.ops[0])
	xs, ys := b.lanes(x, c.typ), b.lanes(y, c.typ)
	lane := scalarOf(c.typ)
	var p, q *ir.Value
	if first.Kind != frontend.OpSink {
		p = b.combine(c, b.compare(c.cmp, lane, xs[0], ys[0]), 3)
	}
	switch {
	case second == nil || second.Kind == frontend.OpSink:
	case len(xs) == 2:
		q = b.combine(c, b.compare(c.cmp, lane, xs[1], ys[1]), 3)
	default:
		q = b.combine(c, b.compare(c.cmp.Negated(), lane, xs[0], ys[0]), 3)
	}
	if p != nil {
		b.set(first, p, false)
	}
	if q != nil {
		b.set(second, q, false)
	}
}

// set1 builds a compare into a number: all ones or 1.0 where it is true, else 0
// (trap 87).
func (b *fn) set1() {
	c, ok := b.comparison()
	if !ok {
		return
	}
	types := b.match.Types()
	if len(types) != 2 {
		b.giveUp()
		return
	}
	var truth uint64
	lane := types[0]
	switch lane {
	case isa.F32:
		truth = 0x3f800000
	case isa.F16, isa.F16x2:
		truth = 0x3c00
	case isa.BF16, isa.BF16x2:
		truth = 0x3f80
	default:
		truth = ir.Ones(lane.Bits())
	}
	t := irType(c.typ)
	xs, ys := b.lanes(b.value(&b.ops[1], t), c.typ), b.lanes(b.value(&b.ops[2], t), c.typ)
	dt := irType(lane)
	if len(xs) == 2 {
		dt = ir.I16 // one half for each lane
		truth &= 0xffff
	}
	var all *ir.Value
	for i := range xs {
		p := b.combine(c, b.compare(c.cmp, scalarOf(c.typ), xs[i], ys[i]), 3)
		v := b.add(ir.OpSelect, dt, p, b.konst(dt, truth), b.konst(dt, 0))
		if len(xs) == 2 {
			v = b.shiftLeft(b.resize(v, ir.I32, false), 16*i)
		}
		if all == nil {
			all = v
		} else {
			all = b.or(all, v)
		}
	}
	b.set(&b.ops[0], all, false)
}

// selp builds a selection by a predicate.
func (b *fn) selp() {
	t := b.selectType(1, 2)
	x, y := b.value(&b.ops[1], t), b.value(&b.ops[2], t)
	b.set(&b.ops[0], b.add(ir.OpSelect, t, b.value(&b.ops[3], ir.I1), x, y), false)
}

// selectType returns the type in which operands are copied: that of the
// instruction, or, where that is only bits, that of their registers.
func (b *fn) selectType(ks ...int) ir.Type {
	pt := b.match.Types()[0]
	t := irType(pt)
	if !pt.IsBits() {
		return t
	}
	for _, k := range ks {
		if r, ok := b.ops[k].Sym.(*frontend.Reg); ok {
			if rt := b.storage(r.Var.Type); rt.Bits() == t.Bits() {
				return rt
			}
		}
	}
	return t
}

// slct builds a selection by a sign: the first source where c >= 0, which a NaN
// is not and -0 is (trap 88).
func (b *fn) slct() {
	types := b.match.Types()
	ct := types[len(types)-1]
	t := b.selectType(1, 2)
	x, y := b.value(&b.ops[1], t), b.value(&b.ops[2], t)
	var p *ir.Value
	switch ct {
	case isa.S32:
		p = b.icmp(ir.GeS, b.value(&b.ops[3], ir.I32), b.konst(ir.I32, 0))
	case isa.F32:
		if !b.canCompare(isa.F32) {
			return
		}
		c := b.comparable(b.value(&b.ops[3], ir.F32), isa.F32)
		p = b.fcmp(ir.GeF, c, b.konst(ir.F32, 0))
	default:
		b.giveUp()
		return
	}
	d := b.add(ir.OpSelect, t, p, x, y)
	if types[0] == isa.F32 && b.module.ast.Target.Arch < 20 {
		d = b.intrinsic(flushF32, ir.F32, d) // PTX 1.2, table 34; NaNs stay as they are (trap 89)
	}
	b.set(&b.ops[0], d, false)
}
