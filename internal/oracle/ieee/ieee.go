package ieee

import "math/big"

// Format is a binary interchange format of IEEE 754, or one like them.
type Format struct {
	Name     string
	Exp, Man uint // widths of the exponent and of the significand field
}

// The formats that PTX computes in.
var (
	F16  = Format{"f16", 5, 10}
	BF16 = Format{"bf16", 8, 7}
	F32  = Format{"f32", 8, 23}
	F64  = Format{"f64", 11, 52}
)

// Formats are the formats by their PTX names.
var Formats = map[string]Format{"f16": F16, "bf16": BF16, "f32": F32, "f64": F64}

// Width is the number of bits of an encoding.
func (f Format) Width() uint { return 1 + f.Exp + f.Man }

// SignBit is the encoding of -0.
func (f Format) SignBit() uint64 { return 1 << (f.Exp + f.Man) }

// Inf is the encoding of +Inf.
func (f Format) Inf() uint64 { return (1<<f.Exp - 1) << f.Man }

// One is the encoding of 1.
func (f Format) One() uint64 { return (1<<(f.Exp-1) - 1) << f.Man }

// Bias is what is added to an exponent in its field.
func (f Format) Bias() int { return 1<<(f.Exp-1) - 1 }

// IsNaN reports whether an encoding is that of a NaN.
func (f Format) IsNaN(u uint64) bool { return u&^f.SignBit() > f.Inf() }

// IsSubnormal reports whether an encoding is that of a subnormal number.
func (f Format) IsSubnormal(u uint64) bool {
	return u&f.Inf() == 0 && u&^f.SignBit() != 0
}

// NaN is what the GPU returns for an invalid operation: 0x7fffffff, 0x7fff,
// and for f64 0xfff8000000000000.
func (f Format) NaN() uint64 {
	if f == F64 {
		return 0xfff8000000000000
	}
	return f.SignBit() - 1
}

// Kind is the class of a number.
type Kind uint8

const (
	Finite Kind = iota
	Infinite
	NaN
)

// Number is a value: m * 2^e with a sign, infinite, or NaN.
type Number struct {
	Kind Kind
	Neg  bool
	M    *big.Int
	E    int
}

// IsZero reports whether x is +0 or -0.
func (x Number) IsZero() bool { return x.Kind == Finite && x.M.Sign() == 0 }

// Decode returns the number of an encoding.
func Decode(f Format, u uint64) Number {
	n := Number{Neg: u&f.SignBit() != 0}
	frac := u & (1<<f.Man - 1)
	exp := int(u >> f.Man & (1<<f.Exp - 1))
	switch {
	case exp == 1<<f.Exp-1 && frac != 0:
		n.Kind = NaN
		return n
	case exp == 1<<f.Exp-1:
		n.Kind = Infinite
		return n
	case exp == 0:
		exp = 1
	default:
		frac |= 1 << f.Man
	}
	n.M = new(big.Int).SetUint64(frac)
	n.E = exp - f.Bias() - int(f.Man)
	return n
}

// RoundShift returns m / 2^s rounded to an integer.
func RoundShift(m *big.Int, s int, neg bool, mode string) *big.Int {
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

// Encode rounds x to f. With ftz, a result that is tiny after rounding with an
// unbounded exponent becomes zero.
func Encode(f Format, x Number, mode string, ftz bool) uint64 {
	var s uint64
	if x.Neg {
		s = f.SignBit()
	}
	switch {
	case x.Kind == NaN:
		return f.NaN()
	case x.Kind == Infinite:
		return s | f.Inf()
	case x.M.Sign() == 0:
		return s
	}
	p := int(f.Man) + 1
	emin := 1 - f.Bias() - int(f.Man) // exponent of the last place of the least normal
	shift := x.M.BitLen() - p         // round to p bits
	if ftz {
		q := RoundShift(x.M, shift, x.Neg, mode)
		if x.E+shift+q.BitLen()-p < emin {
			return s
		}
	}
	if x.E+shift < emin {
		shift = emin - x.E
	}
	q := RoundShift(x.M, shift, x.Neg, mode)
	e := x.E + shift
	if q.BitLen() > p {
		q.Rsh(q, 1)
		e++
	}
	if q.BitLen() == p && e-emin+1 >= 1<<f.Exp-1 {
		if mode == "rz" || mode == "rm" && !x.Neg || mode == "rp" && x.Neg {
			return s | (f.Inf() - 1)
		}
		return s | f.Inf()
	}
	if q.BitLen() < p { // subnormal
		return s | q.Uint64()
	}
	return s | uint64(e-emin+1)<<f.Man | q.Uint64()&(1<<f.Man-1)
}

// SignedInt returns x / 2^e, for e up to x's exponent.
func SignedInt(x Number, e int) *big.Int {
	v := new(big.Int).Lsh(x.M, uint(x.E-e))
	if x.Neg {
		v.Neg(v)
	}
	return v
}

// Add returns the exact sum; the mode decides the sign of a sum that cancels.
func Add(a, b Number, mode string) Number {
	switch {
	case a.Kind == NaN || b.Kind == NaN:
		return Number{Kind: NaN}
	case a.Kind == Infinite && b.Kind == Infinite && a.Neg != b.Neg:
		return Number{Kind: NaN}
	case a.Kind == Infinite:
		return a
	case b.Kind == Infinite:
		return b
	}
	e := min(a.E, b.E)
	v := new(big.Int).Add(SignedInt(a, e), SignedInt(b, e))
	n := Number{Neg: v.Sign() < 0, M: v.Abs(v), E: e}
	if v.Sign() == 0 {
		if a.IsZero() && b.IsZero() && a.Neg == b.Neg {
			n.Neg = a.Neg
		} else {
			n.Neg = mode == "rm"
		}
	}
	return n
}

// Mul returns the exact product.
func Mul(a, b Number) Number {
	n := Number{Neg: a.Neg != b.Neg}
	switch {
	case a.Kind == NaN || b.Kind == NaN,
		a.Kind == Infinite && b.IsZero(), b.Kind == Infinite && a.IsZero():
		n.Kind = NaN
	case a.Kind == Infinite || b.Kind == Infinite:
		n.Kind = Infinite
	default:
		n.M, n.E = new(big.Int).Mul(a.M, b.M), a.E+b.E
	}
	return n
}

// Div returns the quotient with 200 bits and a sticky bit.
func Div(a, b Number) Number {
	n := Number{Neg: a.Neg != b.Neg, M: new(big.Int)}
	switch {
	case a.Kind == NaN || b.Kind == NaN,
		a.Kind == Infinite && b.Kind == Infinite, a.IsZero() && b.IsZero():
		n.Kind = NaN
	case a.Kind == Infinite || b.IsZero():
		n.Kind = Infinite
	case b.Kind == Infinite || a.IsZero():
	default:
		q, r := new(big.Int).QuoRem(new(big.Int).Lsh(a.M, 200), b.M, new(big.Int))
		n.M = sticky(q, r)
		n.E = a.E - b.E - 201
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

// Sqrt returns the root with at least 100 bits and a sticky bit.
func Sqrt(a Number) Number {
	switch {
	case a.IsZero() || a.Kind == NaN:
		return a
	case a.Neg:
		return Number{Kind: NaN}
	case a.Kind == Infinite:
		return a
	}
	shift := 200
	if (a.E-shift)%2 != 0 {
		shift++
	}
	m := new(big.Int).Lsh(a.M, uint(shift))
	q := new(big.Int).Sqrt(m)
	rest := new(big.Int).Sub(m, new(big.Int).Mul(q, q))
	return Number{M: sticky(q, rest), E: (a.E-shift)/2 - 1}
}

// Negate returns -a.
func Negate(a Number) Number {
	a.Neg = !a.Neg
	return a
}

// Compare orders finite and infinite numbers, -0 below +0.
func Compare(a, b Number) int {
	if a.Neg != b.Neg {
		if a.Neg {
			return -1
		}
		return 1
	}
	c, neg := 0, a.Neg
	switch {
	case a.Kind == Infinite && b.Kind == Infinite:
	case a.Kind == Infinite:
		c = 1
	case b.Kind == Infinite:
		c = -1
	default:
		e := min(a.E, b.E)
		a.Neg, b.Neg = false, false
		c = SignedInt(a, e).Cmp(SignedInt(b, e))
	}
	if neg {
		return -c
	}
	return c
}

// Integral rounds a finite Number to an integer.
func Integral(x Number, mode string) *big.Int {
	v := RoundShift(x.M, -x.E, x.Neg, mode)
	if x.Neg {
		v.Neg(v)
	}
	return v
}

// FromInt is the Number of an integer.
func FromInt(v *big.Int) Number {
	return Number{Neg: v.Sign() < 0, M: new(big.Int).Abs(v)}
}
