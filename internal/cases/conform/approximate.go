package conform

import (
	"math/big"

	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
)

// approximate returns the result of an instruction whose precision the manual
// bounds: the model's bits for f32 where there is a model, the correctly rounded
// result elsewhere.
func approximate(h head, f ieee.Format, ftz bool, in []uint64) uint64 {
	op := h.op
	switch {
	case op == "div" && h.full:
		return arithmetic(h, f, ftz, in)
	case op == "div": // a times a reciprocal that is 0 for |b| above 2^126
		if b := in[1] &^ f.SignBit(); b > nearest(f, number(1, 126), 0) && b < f.Inf() {
			in = []uint64{in[0], in[1]&f.SignBit() | f.Inf()}
		}
		return arithmetic(h, f, ftz, in)
	case op == "tanh":
		return rounded(f, ftz, in[0], tanh)
	case f == ieee.F32:
		return mufu(op, ftz, in[0])
	case op == "ex2":
		return rounded(f, ftz, in[0], exp2)
	}
	return root64(op, ftz, in[0])
}

// root64 is rcp.approx.ftz.f64 and rsqrt.approx{.ftz}.f64 (9.7.3.14, 9.7.3.17).
// The .ftz forms look at the upper word, and write one; the other one is software that
// begins with it.
func root64(op string, ftz bool, u uint64) uint64 {
	f := ieee.F64
	if ftz {
		if f.IsNaN(u) {
			return 0x7fffffff00000000
		}
		u = u >> 32 << 32
	}
	if f.IsNaN(u) {
		return nan64([]uint64{u})
	}
	if !ftz && u > 0 && u < f.Inf() {
		return refined(u)
	}
	x := decode(f, ftz, u)
	one := ieee.Decode(f, f.One())
	var r ieee.Number
	switch {
	case op == "rcp":
		r = ieee.Div(one, x)
	case x.IsZero():
		return u&f.SignBit() | f.Inf()
	case x.Neg:
		r.Kind = ieee.NaN
	default:
		r = ieee.Div(one, ieee.Sqrt(x))
	}
	if !ftz {
		return ieee.Encode(f, r, "rn", false)
	}
	if r.Kind == ieee.NaN {
		return 0x7fffffff00000000
	}
	upper := ieee.Format{Name: "1.11.20", Exp: 11, Man: 20}
	return ieee.Encode(upper, r, "rn", true) << 32
}

// refined is rsqrt.approx.f64 of a positive number: a step of third order from the upper
// word's root.
func refined(u uint64) uint64 {
	f := ieee.F64
	if f.IsSubnormal(u) {
		x := ieee.Decode(f, u)
		x.E += 54
		y := ieee.Decode(f, refined(ieee.Encode(f, x, "rn", false)))
		y.E += 27
		return ieee.Encode(f, y, "rn", false)
	}
	y := root64("rsqrt", true, u)
	minus := f.SignBit()
	e := ieee.Arith(f, "fma", "rn", false, []uint64{u, ieee.Arith(f, "mul", "rn", false, []uint64{y, y}) ^ minus, f.One()})
	p := ieee.Arith(f, "fma", "rn", false, []uint64{e, 0x3fd8000000000000, 0x3fe0000000000000}) // 3/8 e + 1/2
	return ieee.Arith(f, "fma", "rn", false, []uint64{p, ieee.Arith(f, "mul", "rn", false, []uint64{y, e}), y})
}

// precision is how many bits the functions below compute with; the results have
// 24 at most.
const precision = 200

// rounded rounds a function of a finite number, which it takes and returns with
// many bits. Infinities and NaNs are up to it as well.
func rounded(f ieee.Format, ftz bool, u uint64, fn func(x ieee.Number) ieee.Number) uint64 {
	return ieee.Encode(f, fn(decode(f, ftz, u)), "rn", ftz)
}

// tanh of zeros are these zeros, of infinities the ones.
func tanh(x ieee.Number) ieee.Number {
	one := ieee.Number{Neg: x.Neg, M: big.NewInt(1)}
	switch {
	case x.Kind == ieee.NaN || x.IsZero():
		return x
	case x.Kind == ieee.Infinite || x.M.BitLen()+x.E > 7:
		return one
	case x.M.BitLen()+x.E < -20: // x - x^3/3 rounds to x
		return x
	}
	e := exp(new(big.Float).Mul(big.NewFloat(2), toBig(x)))
	num := new(big.Float).Sub(e, big.NewFloat(1))
	return fromBig(num.Quo(num, new(big.Float).Add(e, big.NewFloat(1))))
}

// exp2 of -Inf is +0.
func exp2(x ieee.Number) ieee.Number {
	switch {
	case x.Kind == ieee.Infinite && x.Neg:
		return ieee.Number{M: new(big.Int)}
	case x.Kind != ieee.Finite:
		return x
	case x.IsZero():
		return ieee.Number{M: big.NewInt(1)}
	}
	ten := ieee.Number{Neg: x.Neg, M: big.NewInt(1), E: 10}
	if x.M.BitLen()+x.E > 10 {
		x = ten // over and underflow in any format that asks
	}
	whole := ieee.Integral(x, "rn")
	rest := new(big.Float).SetPrec(precision).SetInt(whole)
	rest.Sub(toBig(x), rest)
	r := exp(rest.Mul(rest, ln2()))
	return fromBig(r.SetMantExp(r, int(whole.Int64())))
}

// exp is the series, of x / 2^20, squared 20 times.
func exp(x *big.Float) *big.Float {
	y := new(big.Float).SetPrec(precision).SetMantExp(x, -20)
	sum := new(big.Float).SetPrec(precision).SetInt64(1)
	term := new(big.Float).SetPrec(precision).SetInt64(1)
	for i := int64(1); i < 40; i++ {
		term.Mul(term, y)
		term.Quo(term, new(big.Float).SetInt64(i))
		sum.Add(sum, term)
	}
	for range 20 {
		sum.Mul(sum, sum)
	}
	return sum
}

// ln2 is the series of the logarithm: sum of 1 / (k 2^k).
func ln2() *big.Float {
	sum := new(big.Float).SetPrec(precision)
	for k := int64(1); k < precision+10; k++ {
		term := new(big.Float).SetPrec(precision).SetInt64(1)
		term.Quo(term, new(big.Float).SetInt64(k))
		sum.Add(sum, term.SetMantExp(term, -int(k)))
	}
	return sum
}

func toBig(x ieee.Number) *big.Float {
	b := new(big.Float).SetPrec(precision).SetInt(x.M)
	b.SetMantExp(b, x.E)
	if x.Neg {
		b.Neg(b)
	}
	return b
}

func fromBig(b *big.Float) ieee.Number {
	x := ieee.Number{Neg: b.Signbit(), M: new(big.Int)}
	mant := new(big.Float)
	x.E = b.MantExp(mant) - precision
	mant.SetMantExp(mant, precision).Abs(mant).Int(x.M)
	return x
}
