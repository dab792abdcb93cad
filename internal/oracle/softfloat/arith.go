package softfloat

import (
	"math"
	"math/bits"
)

// Product multiplies exactly: numbers of 64 bits or less give 128.
func Product(x, y Number) Number {
	p := Number{Neg: x.Neg != y.Neg}
	switch {
	case x.Class == NaN || y.Class == NaN,
		x.Class == Inf && y.Class == Zero, x.Class == Zero && y.Class == Inf:
		p.Class = NaN
	case x.Class == Inf || y.Class == Inf:
		p.Class = Inf
	case x.Class == Finite && y.Class == Finite:
		p.Class, p.E = Finite, x.E+y.E+1
		p.Hi, p.Lo = bits.Mul64(x.Hi, y.Hi)
		if p.Hi>>63 == 0 {
			p.Hi, p.Lo, p.E = p.Hi<<1|p.Lo>>63, p.Lo<<1, p.E-1
		}
	}
	return p
}

// Sum adds numbers of which one has at most 64 bits. Where the exact sum has
// more than 128, the last one is set instead of all that follow.
func Sum(x, y Number) Number {
	switch {
	case x.Class == NaN || y.Class == NaN,
		x.Class == Inf && y.Class == Inf && x.Neg != y.Neg:
		return Number{Class: NaN}
	case x.Class == Inf:
		return x
	case y.Class == Inf:
		return y
	case x.Class == Zero && y.Class == Zero:
		if x.Neg != y.Neg {
			return Number{cancel: true}
		}
		return x
	case x.Class == Zero:
		return y
	case y.Class == Zero:
		return x
	}
	if x.E < y.E || x.E == y.E && (x.Hi < y.Hi || x.Hi == y.Hi && x.Lo < y.Lo) {
		x, y = y, x
	}
	// Move y to x's exponent.
	if d := uint(x.E - y.E); d >= 128 {
		y.Hi, y.Lo = 0, 1
	} else {
		if d >= 64 {
			lost := y.Lo != 0
			y.Hi, y.Lo = 0, y.Hi
			if d -= 64; lost {
				y.Lo |= 1
			}
		}
		lost := y.Lo&(1<<d-1) != 0
		y.Lo = y.Lo>>d | y.Hi<<(64-d)
		y.Hi >>= d
		if lost {
			y.Lo |= 1
		}
	}
	if x.Neg == y.Neg {
		var c uint64
		x.Lo, c = bits.Add64(x.Lo, y.Lo, 0)
		x.Hi, c = bits.Add64(x.Hi, y.Hi, c)
		if c != 0 {
			x.Lo = x.Lo>>1 | x.Hi<<63 | x.Lo&1
			x.Hi = x.Hi>>1 | 1<<63
			x.E++
		}
		return x
	}
	var b uint64
	x.Lo, b = bits.Sub64(x.Lo, y.Lo, 0)
	x.Hi, _ = bits.Sub64(x.Hi, y.Hi, b)
	if x.Hi == 0 {
		if x.Lo == 0 {
			return Number{cancel: true}
		}
		x.Hi, x.Lo, x.E = x.Lo, 0, x.E-64
	}
	n := uint(bits.LeadingZeros64(x.Hi))
	x.Hi, x.Lo, x.E = x.Hi<<n|x.Lo>>(64-n), x.Lo<<n, x.E-int(n)
	return x
}

// Quotient divides numbers of 64 bits; the last bit of lo is set if the
// division leaves a rest.
func Quotient(x, y Number) Number {
	q := Number{Neg: x.Neg != y.Neg}
	switch {
	case x.Class == NaN || y.Class == NaN,
		x.Class == Inf && y.Class == Inf, x.Class == Zero && y.Class == Zero:
		q.Class = NaN
	case x.Class == Inf || y.Class == Zero:
		q.Class = Inf
	case x.Class == Finite && y.Class == Finite:
		hi, rest := bits.Div64(x.Hi>>1, x.Hi<<63, y.Hi) // from above 2^62 to below 2^64
		q.Class, q.E, q.Hi = Finite, x.E-y.E, hi
		if hi>>63 == 0 { // one bit more
			twice, carry := bits.Add64(rest, rest, 0)
			q.Hi, q.E, rest = hi<<1, q.E-1, twice
			if carry != 0 || twice >= y.Hi {
				q.Hi++
				rest -= y.Hi
			}
		}
		if rest != 0 {
			q.Lo = 1
		}
	}
	return q
}

// Root is the square root of a number of 64 bits, with a last bit like
// quotient.
func Root(x Number) Number {
	switch {
	case x.Class == NaN || x.Class == Zero:
		return x
	case x.Neg:
		return Number{Class: NaN}
	case x.Class == Inf:
		return x
	}
	// x = (hi:lo) * 2^(2k), and hi:lo has 127 or 128 bits.
	hi, lo, k := x.Hi, uint64(0), (x.E-127)>>1
	if x.E&1 == 0 {
		hi, lo, k = x.Hi>>1, x.Hi<<63, (x.E-126)>>1
	}
	q := isqrt(hi, lo)
	s := Number{Class: Finite, E: k + 63, Hi: q}
	if qh, ql := bits.Mul64(q, q); qh != hi || ql != lo {
		s.Lo = 1
	}
	return s
}

// isqrt is the greatest q with q*q <= hi:lo, where hi is at least 2^62 and
// not above 2^64 - 2^11. The estimate may be anything: the last loops decide.
func isqrt(hi, lo uint64) uint64 {
	q := uint64(math.MaxUint64)
	if s := math.Sqrt(float64(hi>>11)*0x1p11) * 0x1p32; s < 0x1p64-0x1p14 {
		q = uint64(s/2)*2 + 1<<13 // above the root
	}
	t, _ := bits.Div64(hi, lo, q)
	if t < q {
		q -= (q - t) / 2
	}
	above := func(q uint64) bool {
		qh, ql := bits.Mul64(q, q)
		return qh > hi || qh == hi && ql > lo
	}
	for above(q) {
		q--
	}
	for q != math.MaxUint64 && !above(q+1) {
		q++
	}
	return q
}

// The operations of PTX on encodings. A NaN is the canonical one; for f64 see
// NaN64.

func (f *Format) Add(a, b uint64, r Mode, ftz bool) uint64 {
	return f.Round(Sum(f.Unpack(a, ftz), f.Unpack(b, ftz)), r, ftz)
}

// Sub is a - b.
func (f *Format) Sub(a, b uint64, r Mode, ftz bool) uint64 {
	return f.Add(a, b^f.Sign, r, ftz)
}

// Mul is a * b.
func (f *Format) Mul(a, b uint64, r Mode, ftz bool) uint64 {
	return f.Round(Product(f.Unpack(a, ftz), f.Unpack(b, ftz)), r, ftz)
}

// Div is a / b.
func (f *Format) Div(a, b uint64, r Mode, ftz bool) uint64 {
	return f.Round(Quotient(f.Unpack(a, ftz), f.Unpack(b, ftz)), r, ftz)
}

// Fma is a*b + c.
func (f *Format) Fma(a, b, c uint64, r Mode, ftz bool) uint64 {
	return f.Round(Sum(Product(f.Unpack(a, ftz), f.Unpack(b, ftz)), f.Unpack(c, ftz)), r, ftz)
}

// Rcp is 1/a.
func (f *Format) Rcp(a uint64, r Mode, ftz bool) uint64 { return f.Div(f.One(), a, r, ftz) }

// Sqrt is the square root of a.
func (f *Format) Sqrt(a uint64, r Mode, ftz bool) uint64 {
	return f.Round(Root(f.Unpack(a, ftz)), r, ftz)
}

// NaN64 is the policy for f64 NaNs: of the operands that are NaNs the
// second, else the third, else the first, quieted; 0xfff8... if there is none.
func NaN64(u ...uint64) uint64 {
	for _, i := range [3]int{1, 2, 0} {
		if i < len(u) && F64.IsNaN(u[i]) {
			return u[i] | 1<<51
		}
	}
	return 0xfff8 << 48
}

// Sat clamps to [+0, 1]; NaN gives +0.
func (f *Format) Sat(u uint64) uint64 {
	if u > f.Inf { // NaN, or the sign is set
		return 0
	}
	return min(u, f.One())
}

// Relu clamps what is negative to +0; NaN gives the canonical one.
func (f *Format) Relu(u uint64) uint64 {
	switch {
	case f.IsNaN(u):
		return f.NaN
	case u&f.Sign != 0:
		return 0
	}
	return u
}

// Satfinite makes an infinity the greatest number of its sign.
func (f *Format) Satfinite(u uint64) uint64 {
	if u&^f.Sign == f.Inf {
		return u - 1
	}
	return u
}

// order maps numbers to integers in their order, -0 just below +0.
func (f *Format) order(u uint64) int64 {
	if u&f.Sign != 0 {
		return -1 - int64(u&^f.Sign)
	}
	return int64(u)
}

// Pick is min (or max, if greatest) of two operands: the pseudo-code of the
// manual's 9.7.3.11. Both are flushed before.
func (f *Format) Pick(x, y uint64, greatest, withNaN bool) uint64 {
	nx, ny := f.IsNaN(x), f.IsNaN(y)
	switch {
	case nx && ny && f == F64:
		return y | 1<<51
	case nx && ny, withNaN && (nx || ny):
		return f.NaN
	case nx:
		return y
	case ny:
		return x
	case (f.order(x) > f.order(y)) == greatest:
		return x
	}
	return y
}
