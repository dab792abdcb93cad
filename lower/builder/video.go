package builder

import (
	"math/big"

	"github.com/ptx2go/ptx2go/frontend"
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/lower/ir"
)

// The scalar video instructions (section 9.7.18.1) work on parts of registers,
// exactly, in the sense that an intermediate result is as wide as it needs to be,
// and then saturate it, combine it with a third source, or merge it into one.
// The builder knows the range of each intermediate result: most fit in 32 bits.
//
// Where nothing saturates, the manual returns the intermediate result in 33 bits
// with a sign before it takes a minimum or maximum with the third source, and so
// does the builder. All of it can be seen only where a sum, difference or shift
// of whole words overflows.

// exact is a number that may be negative, in an I32 or I64 that can hold its
// range: as a signed number where the range begins below zero, else as an
// unsigned one.
type exact struct {
	v      *ir.Value
	lo, hi *big.Int
}

func pow2(n uint) *big.Int { return new(big.Int).Lsh(big.NewInt(1), n) }

// inWord reports whether a range fits in n bits, with a sign where it begins
// below zero.
func inWord(lo, hi *big.Int, n uint) bool {
	if lo.Sign() < 0 {
		return lo.Cmp(new(big.Int).Neg(pow2(n-1))) >= 0 && hi.Cmp(pow2(n-1)) < 0
	}
	return hi.Cmp(pow2(n)) < 0
}

func (x *exact) signed() bool { return x.lo.Sign() < 0 }

// rangeOf returns the range of a type of some bits.
func rangeOf(bits uint, signed bool) (lo, hi *big.Int) {
	if !signed {
		return new(big.Int), new(big.Int).Sub(pow2(bits), big.NewInt(1))
	}
	return new(big.Int).Neg(pow2(bits - 1)), new(big.Int).Sub(pow2(bits-1), big.NewInt(1))
}

// selector takes .b0 to .b3, .h0 and .h1 apart; a word where there is none.
func selector(o *frontend.Operand) (bits, shift int) {
	if o.Comp == "" {
		return 32, 0
	}
	bits = 8
	if o.Comp[0] == 'h' {
		bits = 16
	}
	return bits, bits * int(o.Comp[1]-'0')
}

// word returns a source as it is, without selector and sign.
func (b *fn) word(o *frontend.Operand) *ir.Value {
	w := *o
	w.Neg = false
	if o.SReg == nil { // the .x of %tid.x is no selector
		w.Comp = ""
	}
	return b.value(&w, ir.I32)
}

// part returns the selected part of a source, extended by its type.
func (b *fn) part(o *frontend.Operand, t isa.Type) exact {
	v := b.word(o)
	bits, shift := selector(o)
	lo, hi := rangeOf(uint(bits), t.IsSigned())
	if bits < 32 {
		v = b.resize(b.shiftRight(v, shift), ir.IntOfBits(bits), false)
		v = b.resize(v, ir.I32, t.IsSigned())
	}
	return exact{v, lo, hi}
}

// as returns the low bits of the number in a type.
func (b *fn) as(x exact, t ir.Type) *ir.Value { return b.resize(x.v, t, x.signed()) }

// ring builds an addition, subtraction or multiplication with a result in a range
// of up to 64 bits; in 32 bits where more are not wanted.
func (b *fn) ring(op ir.Op, x, y exact, lo, hi *big.Int, wanted bool) exact {
	t := ir.I64
	if !wanted || inWord(lo, hi, 32) {
		t = ir.I32
	}
	return exact{b.add(op, t, b.as(x, t), b.as(y, t)), lo, hi}
}

func (b *fn) sum(x, y exact, wanted bool) exact {
	return b.ring(ir.OpAdd, x, y, new(big.Int).Add(x.lo, y.lo), new(big.Int).Add(x.hi, y.hi), wanted)
}

func (b *fn) difference(x, y exact, wanted bool) exact {
	return b.ring(ir.OpSub, x, y, new(big.Int).Sub(x.lo, y.hi), new(big.Int).Sub(x.hi, y.lo), wanted)
}

// magnitude builds the absolute value of an exact number.
func (b *fn) magnitude(x exact) exact {
	if !x.signed() {
		return x
	}
	hi := new(big.Int).Neg(x.lo)
	if hi.Cmp(x.hi) < 0 {
		hi = x.hi
	}
	return exact{b.add(ir.OpAbs, x.v.Type, x.v), new(big.Int), hi}
}

// meet brings two numbers to a type in which they can be compared, and says
// whether as signed ones.
func (b *fn) meet(x, y exact) (v, w *ir.Value, signed bool) {
	lo, hi := x.lo, x.hi
	if y.lo.Cmp(lo) < 0 {
		lo = y.lo
	}
	if y.hi.Cmp(hi) > 0 {
		hi = y.hi
	}
	t := ir.I64
	if inWord(lo, hi, 32) {
		t = ir.I32
	}
	return b.as(x, t), b.as(y, t), lo.Sign() < 0
}

// extreme builds a minimum or maximum.
func (b *fn) extreme(least bool, x, y exact) exact {
	v, w, signed := b.meet(x, y)
	op := ir.OpMaxU
	switch {
	case least && signed:
		op = ir.OpMinS
	case least:
		op = ir.OpMinU
	case signed:
		op = ir.OpMaxS
	}
	pick := func(p, q *big.Int) *big.Int {
		if (p.Cmp(q) < 0) == least {
			return p
		}
		return q
	}
	return exact{b.add(op, v.Type, v, w), pick(x.lo, y.lo), pick(x.hi, y.hi)}
}

// clamp saturates a number.
func (b *fn) clamp(x exact, lo, hi *big.Int) exact {
	t := x.v.Type
	low := func(n *big.Int) *ir.Value { // the limit is in x's range, so x's type has it
		m := new(big.Int).And(n, new(big.Int).SetUint64(^uint64(0)))
		return b.konst(t, m.Uint64())
	}
	least := ir.OpMinU
	if x.signed() {
		least = ir.OpMinS
	}
	if x.lo.Cmp(lo) < 0 {
		x.v, x.lo = b.add(ir.OpMaxS, t, x.v, low(lo)), lo
	}
	if x.hi.Cmp(hi) > 0 {
		x.v, x.hi = b.add(least, t, x.v, low(hi)), hi
	}
	return x
}

// wrap33 reduces a number to 33 bits with a sign.
func (b *fn) wrap33(x exact) exact {
	if lo, hi := rangeOf(33, true); x.lo.Cmp(lo) < 0 || x.hi.Cmp(hi) > 0 {
		n := b.konst(ir.I32, 31)
		v := b.add(ir.OpShl, ir.I64, b.as(x, ir.I64), n)
		return exact{b.add(ir.OpShrS, ir.I64, v, n), lo, hi}
	}
	return x
}

// videoType returns the type that operand k of a video instruction is of.
func (b *fn) videoType(k int) isa.Type { return b.match.OperandType(b.bound[k]) }

// video builds the scalar instructions but for vmad.
func (b *fn) video() {
	bits, shift := selector(&b.ops[0])
	op2 := b.match.Val("O")
	if bits == 32 && len(b.ops) > 3 && op2 == "" {
		b.giveUpf("a third source that nothing is done with")
		return
	}
	dt := b.videoType(0)
	sat := b.match.Has("sat")
	wanted := sat || op2 == "min" || op2 == "max"
	t := b.videoResult(wanted)
	if sat {
		lo, hi := rangeOf(uint(bits), dt.IsSigned())
		t = b.clamp(t, lo, hi)
	}
	d := b.as(t, ir.I32)
	if len(b.ops) > 3 {
		c := b.word(&b.ops[3])
		switch op2 {
		case "add":
			d = b.add(ir.OpAdd, ir.I32, d, c)
		case "min", "max":
			lo, hi := rangeOf(32, dt.IsSigned())
			d = b.as(b.extreme(op2 == "min", b.wrap33(t), exact{c, lo, hi}), ir.I32)
		default:
			mask := ir.Ones(bits)
			d = b.shiftLeft(b.add(ir.OpAnd, ir.I32, d, b.konst(ir.I32, mask)), shift)
			d = b.or(b.add(ir.OpAnd, ir.I32, c, b.konst(ir.I32, ^(mask<<shift))), d)
		}
	}
	b.set(&b.ops[0], d, false)
}

// videoResult builds the primary operation. Where its exact value is not wanted,
// the low 32 bits will do.
func (b *fn) videoResult(wanted bool) exact {
	x, y := b.part(&b.ops[1], b.videoType(1)), b.part(&b.ops[2], b.videoType(2))
	switch b.match.Form.Opcode {
	case "vadd":
		return b.sum(x, y, wanted)
	case "vsub":
		return b.difference(x, y, wanted)
	case "vabsdiff":
		return b.magnitude(b.difference(x, y, true))
	case "vmin":
		return b.extreme(true, x, y)
	case "vmax":
		return b.extreme(false, x, y)
	case "vset":
		v, w, signed := b.meet(x, y)
		p := b.icmp(videoCompare(b.match.Val("C"), signed), v, w)
		return exact{b.add(ir.OpZext, ir.I32, p), new(big.Int), big.NewInt(1)}
	case "vshl", "vshr":
		return b.videoShift(x, y, wanted)
	}
	b.giveUp()
	return x
}

// videoCompare returns the comparison of a modifier.
func videoCompare(name string, signed bool) ir.Cmp {
	c := map[string][2]ir.Cmp{
		"eq": {ir.Eq, ir.Eq}, "ne": {ir.Ne, ir.Ne}, "lt": {ir.LtU, ir.LtS}, "le": {ir.LeU, ir.LeS}, "gt": {ir.GtU, ir.GtS}, "ge": {ir.GeU, ir.GeS},
	}[name]
	if signed {
		return c[1]
	}
	return c[0]
}

// videoShift builds vshl and vshr: by at most 32, or by the amount modulo 32.
func (b *fn) videoShift(x, y exact, wanted bool) exact {
	most, n := big.NewInt(32), y.v
	if b.match.Has("wrap") {
		most, n = big.NewInt(31), b.add(ir.OpAnd, ir.I32, n, b.konst(ir.I32, 31))
	} else if y.hi.Cmp(most) > 0 {
		n = b.add(ir.OpMinU, ir.I32, n, b.konst(ir.I32, 32))
	}
	if b.match.Form.Opcode == "vshr" {
		op := ir.OpShrU
		if x.signed() {
			op = ir.OpShrS
		}
		lo := x.lo
		if lo.Sign() > 0 {
			lo = new(big.Int)
		}
		return exact{b.add(op, ir.I32, x.v, n), lo, x.hi}
	}
	t := ir.I32
	if wanted {
		t = ir.I64
	}
	k := uint(most.Uint64())
	return exact{b.add(ir.OpShl, t, b.as(x, t), n), new(big.Int).Lsh(x.lo, k), new(big.Int).Lsh(x.hi, k)}
}

// vmad builds vmad (section 9.7.18.1.3). It is exact before the shift and the
// saturation, where there are such; the sign of the result is that of the
// sources, not of the destination's type.
func (b *fn) vmad() {
	p, q, r := &b.ops[1], &b.ops[2], &b.ops[3]
	neg, po := p.Neg != q.Neg, b.match.Has("po")
	if po && (p.Neg || q.Neg || r.Neg) {
		b.giveUpf("a negated source of .po")
		return
	}
	if neg && r.Neg {
		b.giveUpf("a negated product and a negated third source")
		return
	}
	signed := b.videoType(1).IsSigned() || b.videoType(2).IsSigned() || neg || r.Neg
	shift := map[string]int{"shr7": 7, "shr15": 15}[b.match.Val("S")]
	sat := b.match.Has("sat")
	wanted := sat || shift > 0

	lo, hi := rangeOf(32, signed)
	c := exact{b.word(r), lo, hi}
	if po {
		c = b.sum(c, exact{b.konst(ir.I32, 1), big.NewInt(1), big.NewInt(1)}, wanted)
	}
	if r.Neg {
		c = b.difference(exact{b.konst(ir.I32, 0), new(big.Int), new(big.Int)}, c, wanted)
	}
	t, ok := b.multiplyAdd(b.part(p, b.videoType(1)), b.part(q, b.videoType(2)), c, neg, shift, wanted)
	if !ok {
		b.giveUp()
		return
	}
	if sat {
		lo, hi := rangeOf(32, signed)
		t = b.clamp(t, lo, hi)
	}
	b.set(&b.ops[0], b.as(t, ir.I32), false)
}

// multiplyAdd builds x*y + c, or c - x*y, shifted right.
func (b *fn) multiplyAdd(x, y, c exact, neg bool, shift int, wanted bool) (exact, bool) {
	var lo, hi *big.Int
	for _, m := range []*big.Int{x.lo, x.hi} {
		for _, n := range []*big.Int{y.lo, y.hi} {
			z := new(big.Int).Mul(m, n)
			if lo == nil || z.Cmp(lo) < 0 {
				lo = z
			}
			if hi == nil || z.Cmp(hi) > 0 {
				hi = z
			}
		}
	}
	var t exact
	product := func() exact { return b.ring(ir.OpMul, x, y, lo, hi, wanted) }
	least, most := new(big.Int).Add(lo, c.lo), new(big.Int).Add(hi, c.hi)
	if neg {
		least, most = new(big.Int).Sub(c.lo, hi), new(big.Int).Sub(c.hi, lo)
	}
	switch {
	case wanted && !(inWord(least, most, 64) && inWord(lo, hi, 64)):
		return b.wideMultiplyAdd(x, y, c, neg, shift)
	case neg:
		t = b.difference(c, product(), wanted)
	default:
		t = b.sum(product(), c, wanted)
	}
	if shift > 0 {
		op := ir.OpShrU
		if t.signed() {
			op = ir.OpShrS
		}
		t.v = b.add(op, t.v.Type, t.v, b.konst(ir.I32, uint64(shift)))
		t.lo, t.hi = new(big.Int).Rsh(t.lo, uint(shift)), new(big.Int).Rsh(t.hi, uint(shift))
	}
	return t, true
}

// wideMultiplyAdd is multiplyAdd where a result before the shift may need more
// than 64 bits. Limits of 64 bits lose nothing: what is not shifted saturates.
func (b *fn) wideMultiplyAdd(x, y, c exact, neg bool, shift int) (exact, bool) {
	if neg {
		x = b.difference(exact{b.konst(ir.I32, 0), new(big.Int), new(big.Int)}, x, true)
	}
	n := b.konst(ir.I32, uint64(shift))
	v := b.intrinsic("VmadShrSatS64", ir.I64, b.as(x, ir.I64), b.as(y, ir.I64), b.as(c, ir.I64), n)
	lo, hi := rangeOf(64, true)
	return exact{v, lo, hi}, true
}
