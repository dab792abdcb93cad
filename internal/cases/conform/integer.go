package conform

import (
	"math/big"
	"slices"
	"strings"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// Integer instructions (manual 9.7.1, 9.7.2, 9.7.8 and prmt of 9.7.9): the
// pseudo-code of the manual on big integers.

func isInteger(m *isa.Match) bool {
	return slices.Contains([]string{"integer arithmetic", "extended precision", "logic/shift", "data movement"}, m.Form.Group)
}

func isExtended(m *isa.Match) bool { return m.Form.Group == "extended precision" }

func num(n int64) *big.Int { return big.NewInt(n) }

func power(n int) *big.Int { return new(big.Int).Lsh(num(1), uint(n)) }

// wrap returns the low bits of a number, in two's complement.
func wrap(bits int, v *big.Int) uint64 {
	return new(big.Int).And(v, new(big.Int).Sub(power(bits), num(1))).Uint64()
}

// value is the number that an operand of type t is; .bN counts as unsigned.
func value(t isa.Type, u uint64) *big.Int { return integer(t, low(t.Bits(), u)) }

// integerResults returns d, and the carry or borrow of 9.7.2 or the predicate of
// lop3. The operands are those of the form, then the carry or borrow that comes
// in.
func integerResults(m *isa.Match, in []uint64) (d, q uint64) {
	if isExtended(m) {
		return extended(m, in)
	}
	switch op := m.Form.Opcode; op {
	case "mov":
		return in[0], 0
	case "lop3":
		d = lop3(in[0], in[1], in[2], in[3])
		q = bit(d != 0)
		switch m.Val("B") {
		case "or":
			q |= in[4]
		case "and":
			q &= in[4]
		}
		return d, q
	case "dp4a", "dp2a":
		return dot(m, op, in), 0
	default:
		if d, ok := bitwise(m, op, in); ok {
			return d, 0
		}
	}
	t := m.Type()
	n := t.Lanes()
	width := t.Bits() / n
	for i := range n {
		var lane []*big.Int
		for k, u := range in {
			at := t
			if n == 1 {
				at = m.OperandType(sources(m)[k])
			}
			u = low(at.Bits(), u) >> (i * width)
			lane = append(lane, integerOf(at.IsSigned(), at.Bits()/n, u))
		}
		d |= arithmetics(m, t.IsSigned(), width, lane) << (i * width)
	}
	return d, 0
}

// integerOf reads the low bits of u.
func integerOf(isSigned bool, bits int, u uint64) *big.Int {
	if isSigned {
		return num(signed(bits, u))
	}
	return new(big.Int).SetUint64(low(bits, u))
}

// arithmetics is 9.7.1.1 to 9.7.1.13 on operands of some bits.
func arithmetics(m *isa.Match, isSigned bool, bits int, in []*big.Int) uint64 {
	a, z := in[0], new(big.Int)
	var b *big.Int
	if len(in) > 1 {
		b = in[1]
	}
	switch m.Form.Opcode {
	case "add":
		z.Add(a, b)
	case "sub":
		z.Sub(a, b)
	case "mul", "mad":
		z.Mul(a, b)
		switch {
		case m.Has("hi"):
			z.Rsh(z, uint(bits))
		case m.Has("wide"):
			bits *= 2
		case m.Has("lo"):
			z = integerOf(isSigned, bits, wrap(bits, z))
		}
		if len(in) > 2 {
			z.Add(z, in[2])
		}
	case "mul24", "mad24":
		z.Mul(integerOf(isSigned, 24, wrap(24, a)), integerOf(isSigned, 24, wrap(24, b)))
		if m.Has("hi") {
			z.Rsh(z, 16)
		}
		z = integerOf(isSigned, 32, wrap(32, z))
		if len(in) > 2 {
			z.Add(z, in[2])
		}
	case "sad":
		z.Add(in[2], z.Abs(z.Sub(a, b)))
	case "div":
		z.Quo(a, b)
	case "rem":
		z.Rem(a, b)
	case "abs":
		z.Abs(a)
	case "neg":
		z.Neg(a)
	case "min":
		if z = a; b.Cmp(a) < 0 {
			z = b
		}
	case "max":
		if z = a; b.Cmp(a) > 0 {
			z = b
		}
	default:
		panic("no oracle computes " + m.Head)
	}
	if m.Has("relu") && z.Sign() < 0 {
		z = num(0)
	}
	if m.Has("sat") {
		return saturate(bits, isSigned, z)
	}
	return wrap(bits, z)
}

// extended is 9.7.2: the sum or difference in one bit more than the type has. The
// borrow is 1 where there is one.
func extended(m *isa.Match, in []uint64) (d, flag uint64) {
	t := m.Type()
	n := t.Bits()
	unsigned := func(u uint64) *big.Int { return integerOf(false, n, u) }
	carry := num(int64(in[len(in)-1]))
	a, b := unsigned(in[0]), unsigned(in[1])
	z := new(big.Int)
	switch op := m.Form.Opcode; op {
	case "add", "addc":
		z.Add(a, b)
		if op == "addc" {
			z.Add(z, carry)
		}
	case "sub", "subc":
		z.Sub(a, b)
		if op == "subc" {
			z.Sub(z, carry)
		}
	case "mad", "madc":
		z.Mul(value(t, in[0]), value(t, in[1]))
		if m.Has("hi") {
			z.Rsh(z, uint(n))
		}
		z.Add(unsigned(wrap(n, z)), unsigned(in[2]))
		if op == "madc" {
			z.Add(z, carry)
		}
	default:
		panic("no oracle computes " + m.Head)
	}
	if flag = in[len(in)-1]; m.Has("cc") {
		flag = bit(z.Sign() < 0 || z.BitLen() > n)
	}
	return wrap(n, z), flag
}

// dot is 9.7.1.23 and 9.7.1.24.
func dot(m *isa.Match, op string, in []uint64) uint64 {
	at, bt := m.Types()[0], m.Types()[1]
	z := num(int64(int32(in[2])))
	for i := range 4 {
		a := integerOf(at.IsSigned(), 8, in[0]>>(8*i))
		k := i
		if op == "dp2a" {
			if i > 1 {
				break
			}
			if a = integerOf(at.IsSigned(), 16, in[0]>>(16*i)); m.Has("hi") {
				k += 2
			}
		}
		b := integerOf(bt.IsSigned(), 8, in[1]>>(8*k))
		z.Add(z, a.Mul(a, b))
	}
	return wrap(32, z)
}

// divides reports whether a constant operand leaves a quotient defined: not a
// divisor of zero, nor one of -1, nor the dividend that -1 does not divide.
func divides(m *isa.Match, at int, u uint64) bool {
	if op := m.Form.Opcode; op != "div" && op != "rem" || !isInteger(m) {
		return true
	}
	t := m.Type()
	if at == 0 {
		return low(t.Bits(), u) != 1<<(t.Bits()-1)
	}
	return low(t.Bits(), u) != 0 && low(t.Bits(), u) != low(t.Bits(), 1<<64-1)
}

// carries reports whether an instruction is one of 9.7.2.
func (x *inst) carries() bool { return isExtended(x.match) }

// carry writes an instruction of 9.7.2 between one that sets the flag by a source
// operand of the kernel and, where the flag is wanted, one that reads it.
func (b *body) carry(x *inst, ops, at []string, out string, off int) {
	m, t := x.match, x.match.Type()
	in := b.operand(len(ops), isa.U32, at)
	d, r := b.reg(t), b.reg(isa.U32)
	read := "addc"
	if op := m.Form.Opcode; op == "sub" || op == "subc" {
		b.line("sub.cc.u32 %s, 0, %s;", r, in)
		read = "subc"
	} else {
		b.line("add.cc.u32 %s, %s, 0xffffffff;", r, in)
	}
	b.line("%s %s, %s;", m.Head, d, joined(ops))
	if !x.flag {
		b.line("st.global.%s [%s+%d], %s;", t, out, off, d)
		return
	}
	f, g := b.reg(isa.U32), b.reg(isa.B32)
	b.line("%s.u32 %s, 0, 0;", read, f)
	b.line("and.b32 %s, %s, 1;", g, f)
	b.line("st.global.u8 [%s+%d], %s;", out, off, g)
}

// besidePredicate writes an instruction with destinations d|p, of which one is
// stored. That of lop3 may leave out d.
func (b *body) besidePredicate(x *inst, ops []string, out string, off int) {
	d, p := b.reg(isa.B32), b.reg(isa.Pred)
	left := d
	if x.way%2 == 0 && x.flag {
		left = "_"
	}
	b.line("%s %s|%s, %s;", x.match.Head, left, p, joined(ops))
	if !x.flag {
		b.line("st.global.b32 [%s+%d], %s;", out, off, d)
		return
	}
	r := b.reg(isa.U32)
	b.line("selp.u32 %s, 1, 0, %s;", r, p)
	b.line("st.global.u8 [%s+%d], %s;", out, off, r)
}

// luts are the tables of lop3 that a case has: the operands themselves, the
// manual's example, all that have a name, and others.
func luts() []uint64 {
	out := []uint64{0x00, 0xff, 0xf0, 0xcc, 0xaa, 0x0f, 0x33, 0x55, 0x80, 0xfe, 0x96, 0x69, 0xe8, 0xca, 0xd8, 0x40, 0x1a, 0x01, 0x7f}
	for k := uint64(1); len(out) < 64; k++ {
		if u := k * 0x53 & 0xff; !slices.Contains(out, u) {
			out = append(out, u)
		}
	}
	return out
}

// tables returns the instructions for a head of lop3.
func tables(x *inst) []*inst {
	var out []*inst
	all := luts()
	if x.match.Form.Operands[0].Pair != nil {
		all = all[:16]
	}
	for i, u := range all {
		y := *x
		y.way, y.constant, y.value = x.way+i, 3, u
		out = append(out, &y)
		if x.match.Form.Operands[0].Pair != nil {
			z := y
			z.flag = true
			out = append(out, &z)
		}
	}
	return out
}

func lop3(a, b, c, lut uint64) (d uint64) {
	for i := range 32 {
		n := a>>i&1<<2 | b>>i&1<<1 | c>>i&1
		d |= lut >> n & 1 << i
	}
	return d
}

func joined(ops []string) string {
	return strings.Join(ops, ", ")
}
