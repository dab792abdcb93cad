package fpops_test

import (
	"math/big"
)

// The oracle: exact arithmetic on big integers, written from the definitions
// and sharing no code with fpops. A number is kept exactly (quotients and
// roots: 200 bits and a sticky bit) and rounded once by encode.

// layout is a binary interchange format.
type layout struct {
	name     string
	exp, man uint // widths of the exponent and the significand fields
}

var (
	f16  = layout{"f16", 5, 10}
	bf16 = layout{"bf16", 8, 7}
	f32  = layout{"f32", 8, 23}
	f64  = layout{"f64", 11, 52}
)

var layouts = map[string]layout{"f16": f16, "bf16": bf16, "f32": f32, "f64": f64}

func (f layout) width() uint         { return 1 + f.exp + f.man }
func (f layout) sign() uint64        { return 1 << (f.exp + f.man) }
func (f layout) inf() uint64         { return (1<<f.exp - 1) << f.man }
func (f layout) one() uint64         { return (1<<(f.exp-1) - 1) << f.man }
func (f layout) bias() int           { return 1<<(f.exp-1) - 1 }
func (f layout) isNaN(u uint64) bool { return u&^f.sign() > f.inf() }
func (f layout) subnormal(u uint64) bool {
	return u&f.inf() == 0 && u&^f.sign() != 0
}

// canon is the NaN of an invalid operation.
func (f layout) canon() uint64 {
	if f == f64 {
		return 0xfff8000000000000
	}
	return f.sign() - 1
}

type kind uint8

const (
	finite kind = iota
	infinite
	nan
)

// number is a value: m * 2^e with a sign, infinite, or NaN.
type number struct {
	kind kind
	neg  bool
	m    *big.Int
	e    int
}

func (x number) zero() bool { return x.kind == finite && x.m.Sign() == 0 }

func decode(f layout, u uint64) number {
	n := number{neg: u&f.sign() != 0}
	frac := u & (1<<f.man - 1)
	exp := int(u >> f.man & (1<<f.exp - 1))
	switch {
	case exp == 1<<f.exp-1 && frac != 0:
		n.kind = nan
		return n
	case exp == 1<<f.exp-1:
		n.kind = infinite
		return n
	case exp == 0:
		exp = 1
	default:
		frac |= 1 << f.man
	}
	n.m = new(big.Int).SetUint64(frac)
	n.e = exp - f.bias() - int(f.man)
	return n
}

// roundShift returns m / 2^s rounded to an integer.
func roundShift(m *big.Int, s int, neg bool, mode string) *big.Int {
	if s <= 0 {
		return new(big.Int).Lsh(m, uint(-s))
	}
	q := new(big.Int).Rsh(m, uint(s))
	rest := new(big.Int).Sub(m, new(big.Int).Lsh(q, uint(s)))
	if rest.Sign() == 0 {
		return q
	}
	half := new(big.Int).Lsh(big.NewInt(1), uint(s-1))
	up := false
	switch c := rest.Cmp(half); mode {
	case "rn":
		up = c > 0 || c == 0 && q.Bit(0) == 1
	case "rna":
		up = c >= 0
	case "rz":
	case "rm":
		up = neg
	case "rp":
		up = !neg
	default:
		panic("mode " + mode)
	}
	if up {
		q.Add(q, big.NewInt(1))
	}
	return q
}

// encode rounds x to f. With ftz, a result that is tiny after rounding with an
// unbounded exponent becomes zero.
func encode(f layout, x number, mode string, ftz bool) uint64 {
	var s uint64
	if x.neg {
		s = f.sign()
	}
	switch {
	case x.kind == nan:
		return f.canon()
	case x.kind == infinite:
		return s | f.inf()
	case x.m.Sign() == 0:
		return s
	}
	p := int(f.man) + 1
	emin := 1 - f.bias() - int(f.man) // exponent of the last place of the least normal
	shift := x.m.BitLen() - p         // round to p bits
	if ftz {
		q := roundShift(x.m, shift, x.neg, mode)
		if x.e+shift+q.BitLen()-p < emin {
			return s
		}
	}
	if x.e+shift < emin {
		shift = emin - x.e
	}
	q := roundShift(x.m, shift, x.neg, mode)
	e := x.e + shift
	if q.BitLen() > p {
		q.Rsh(q, 1)
		e++
	}
	if q.BitLen() == p && e-emin+1 >= 1<<f.exp-1 {
		if mode == "rz" || mode == "rm" && !x.neg || mode == "rp" && x.neg {
			return s | (f.inf() - 1)
		}
		return s | f.inf()
	}
	if q.BitLen() < p { // subnormal
		return s | q.Uint64()
	}
	return s | uint64(e-emin+1)<<f.man | q.Uint64()&(1<<f.man-1)
}

func signedInt(x number, e int) *big.Int {
	v := new(big.Int).Lsh(x.m, uint(x.e-e))
	if x.neg {
		v.Neg(v)
	}
	return v
}

func refAdd(a, b number, mode string) number {
	switch {
	case a.kind == nan || b.kind == nan:
		return number{kind: nan}
	case a.kind == infinite && b.kind == infinite && a.neg != b.neg:
		return number{kind: nan}
	case a.kind == infinite:
		return a
	case b.kind == infinite:
		return b
	}
	e := min(a.e, b.e)
	v := new(big.Int).Add(signedInt(a, e), signedInt(b, e))
	n := number{neg: v.Sign() < 0, m: v.Abs(v), e: e}
	if v.Sign() == 0 {
		if a.zero() && b.zero() && a.neg == b.neg {
			n.neg = a.neg
		} else {
			n.neg = mode == "rm"
		}
	}
	return n
}

func refMul(a, b number) number {
	n := number{neg: a.neg != b.neg}
	switch {
	case a.kind == nan || b.kind == nan,
		a.kind == infinite && b.zero(), b.kind == infinite && a.zero():
		n.kind = nan
	case a.kind == infinite || b.kind == infinite:
		n.kind = infinite
	default:
		n.m, n.e = new(big.Int).Mul(a.m, b.m), a.e+b.e
	}
	return n
}

func refDiv(a, b number) number {
	n := number{neg: a.neg != b.neg, m: new(big.Int)}
	switch {
	case a.kind == nan || b.kind == nan,
		a.kind == infinite && b.kind == infinite, a.zero() && b.zero():
		n.kind = nan
	case a.kind == infinite || b.zero():
		n.kind = infinite
	case b.kind == infinite || a.zero():
	default:
		q, r := new(big.Int).QuoRem(new(big.Int).Lsh(a.m, 200), b.m, new(big.Int))
		n.m = sticky(q, r)
		n.e = a.e - b.e - 201
	}
	return n
}

// sticky appends one bit that says whether rest is nonzero.
func sticky(q, rest *big.Int) *big.Int {
	q.Lsh(q, 1)
	if rest.Sign() != 0 {
		q.SetBit(q, 0, 1)
	}
	return q
}

func refSqrt(a number) number {
	switch {
	case a.zero() || a.kind == nan:
		return a
	case a.neg:
		return number{kind: nan}
	case a.kind == infinite:
		return a
	}
	shift := 200
	if (a.e-shift)%2 != 0 {
		shift++
	}
	m := new(big.Int).Lsh(a.m, uint(shift))
	q := new(big.Int).Sqrt(m)
	rest := new(big.Int).Sub(m, new(big.Int).Mul(q, q))
	return number{m: sticky(q, rest), e: (a.e-shift)/2 - 1}
}

func negate(a number) number {
	a.neg = !a.neg
	return a
}

// compare orders finite and infinite numbers, -0 below +0.
func compare(a, b number) int {
	if a.neg != b.neg {
		if a.neg {
			return -1
		}
		return 1
	}
	c, neg := 0, a.neg
	switch {
	case a.kind == infinite && b.kind == infinite:
	case a.kind == infinite:
		c = 1
	case b.kind == infinite:
		c = -1
	default:
		e := min(a.e, b.e)
		a.neg, b.neg = false, false
		c = signedInt(a, e).Cmp(signedInt(b, e))
	}
	if neg {
		return -c
	}
	return c
}

// refArith is the result of an arithmetic instruction on bits, without .sat
// and .relu, for results that are not f64 NaNs.
func refArith(f layout, op, mode string, ftz bool, u []uint64) uint64 {
	x := make([]number, len(u))
	for i, v := range u {
		if ftz && f.subnormal(v) {
			v &= f.sign()
		}
		x[i] = decode(f, v)
	}
	var r number
	switch op {
	case "add":
		r = refAdd(x[0], x[1], mode)
	case "sub":
		r = refAdd(x[0], negate(x[1]), mode)
	case "mul":
		r = refMul(x[0], x[1])
	case "div":
		r = refDiv(x[0], x[1])
	case "fma":
		r = refAdd(refMul(x[0], x[1]), x[2], mode)
	case "rcp":
		r = refDiv(decode(f, f.one()), x[0])
	case "sqrt":
		r = refSqrt(x[0])
	default:
		panic(op)
	}
	return encode(f, r, mode, ftz)
}

// refSat clamps to [+0, 1].
func refSat(f layout, u uint64) uint64 {
	switch {
	case f.isNaN(u) || u&f.sign() != 0:
		return 0
	case compare(decode(f, u), decode(f, f.one())) > 0:
		return f.one()
	}
	return u
}

// refRelu clamps negative results to +0.
func refRelu(f layout, u uint64) uint64 {
	switch {
	case f.isNaN(u):
		return f.canon()
	case u&f.sign() != 0:
		return 0
	}
	return u
}

// refIntegral rounds a finite number to an integer.
func refIntegral(x number, mode string) *big.Int {
	v := roundShift(x.m, -x.e, x.neg, mode)
	if x.neg {
		v.Neg(v)
	}
	return v
}

// fromInt is the number of an integer.
func fromInt(v *big.Int) number {
	return number{neg: v.Sign() < 0, m: new(big.Int).Abs(v)}
}
