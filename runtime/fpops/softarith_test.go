package fpops_test

import (
	"math"
	"math/bits"
)

// product multiplies exactly: numbers of 64 bits or less give 128.
func product(x, y softNumber) softNumber {
	p := softNumber{neg: x.neg != y.neg}
	switch {
	case x.class == softNaN || y.class == softNaN,
		x.class == softInf && y.class == softZero, x.class == softZero && y.class == softInf:
		p.class = softNaN
	case x.class == softInf || y.class == softInf:
		p.class = softInf
	case x.class == softFinite && y.class == softFinite:
		p.class, p.e = softFinite, x.e+y.e+1
		p.hi, p.lo = bits.Mul64(x.hi, y.hi)
		if p.hi>>63 == 0 {
			p.hi, p.lo, p.e = p.hi<<1|p.lo>>63, p.lo<<1, p.e-1
		}
	}
	return p
}

// sum adds numbers of which one has at most 64 bits. Where the exact sum has
// more than 128, the last one is set instead of all that follow.
func sum(x, y softNumber) softNumber {
	switch {
	case x.class == softNaN || y.class == softNaN,
		x.class == softInf && y.class == softInf && x.neg != y.neg:
		return softNumber{class: softNaN}
	case x.class == softInf:
		return x
	case y.class == softInf:
		return y
	case x.class == softZero && y.class == softZero:
		if x.neg != y.neg {
			return softNumber{cancel: true}
		}
		return x
	case x.class == softZero:
		return y
	case y.class == softZero:
		return x
	}
	if x.e < y.e || x.e == y.e && (x.hi < y.hi || x.hi == y.hi && x.lo < y.lo) {
		x, y = y, x
	}
	// Move y to x's exponent.
	if d := uint(x.e - y.e); d >= 128 {
		y.hi, y.lo = 0, 1
	} else {
		if d >= 64 {
			lost := y.lo != 0
			y.hi, y.lo = 0, y.hi
			if d -= 64; lost {
				y.lo |= 1
			}
		}
		lost := y.lo&(1<<d-1) != 0
		y.lo = y.lo>>d | y.hi<<(64-d)
		y.hi >>= d
		if lost {
			y.lo |= 1
		}
	}
	if x.neg == y.neg {
		var c uint64
		x.lo, c = bits.Add64(x.lo, y.lo, 0)
		x.hi, c = bits.Add64(x.hi, y.hi, c)
		if c != 0 {
			x.lo = x.lo>>1 | x.hi<<63 | x.lo&1
			x.hi = x.hi>>1 | 1<<63
			x.e++
		}
		return x
	}
	var b uint64
	x.lo, b = bits.Sub64(x.lo, y.lo, 0)
	x.hi, _ = bits.Sub64(x.hi, y.hi, b)
	if x.hi == 0 {
		if x.lo == 0 {
			return softNumber{cancel: true}
		}
		x.hi, x.lo, x.e = x.lo, 0, x.e-64
	}
	n := uint(bits.LeadingZeros64(x.hi))
	x.hi, x.lo, x.e = x.hi<<n|x.lo>>(64-n), x.lo<<n, x.e-int(n)
	return x
}

// quotient divides numbers of 64 bits; the last bit of lo is set if the
// division leaves a rest.
func quotient(x, y softNumber) softNumber {
	q := softNumber{neg: x.neg != y.neg}
	switch {
	case x.class == softNaN || y.class == softNaN,
		x.class == softInf && y.class == softInf, x.class == softZero && y.class == softZero:
		q.class = softNaN
	case x.class == softInf || y.class == softZero:
		q.class = softInf
	case x.class == softFinite && y.class == softFinite:
		hi, rest := bits.Div64(x.hi>>1, x.hi<<63, y.hi) // from above 2^62 to below 2^64
		q.class, q.e, q.hi = softFinite, x.e-y.e, hi
		if hi>>63 == 0 { // one bit more
			twice, carry := bits.Add64(rest, rest, 0)
			q.hi, q.e, rest = hi<<1, q.e-1, twice
			if carry != 0 || twice >= y.hi {
				q.hi++
				rest -= y.hi
			}
		}
		if rest != 0 {
			q.lo = 1
		}
	}
	return q
}

// root is the square root of a number of 64 bits, with a last bit like
// quotient.
func root(x softNumber) softNumber {
	switch {
	case x.class == softNaN || x.class == softZero:
		return x
	case x.neg:
		return softNumber{class: softNaN}
	case x.class == softInf:
		return x
	}
	// x = (hi:lo) * 2^(2k), and hi:lo has 127 or 128 bits.
	hi, lo, k := x.hi, uint64(0), (x.e-127)>>1
	if x.e&1 == 0 {
		hi, lo, k = x.hi>>1, x.hi<<63, (x.e-126)>>1
	}
	q := softIsqrt(hi, lo)
	s := softNumber{class: softFinite, e: k + 63, hi: q}
	if qh, ql := bits.Mul64(q, q); qh != hi || ql != lo {
		s.lo = 1
	}
	return s
}

// softIsqrt is the greatest q with q*q <= hi:lo, where hi is at least 2^62 and
// not above 2^64 - 2^11. The estimate may be anything: the last loops decide.
func softIsqrt(hi, lo uint64) uint64 {
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
// softNaN64.

func (f *soft) add(a, b uint64, r softMode, ftz bool) uint64 {
	return f.round(sum(f.unpack(a, ftz), f.unpack(b, ftz)), r, ftz)
}

func (f *soft) sub(a, b uint64, r softMode, ftz bool) uint64 {
	return f.add(a, b^f.sign, r, ftz)
}

func (f *soft) mul(a, b uint64, r softMode, ftz bool) uint64 {
	return f.round(product(f.unpack(a, ftz), f.unpack(b, ftz)), r, ftz)
}

func (f *soft) div(a, b uint64, r softMode, ftz bool) uint64 {
	return f.round(quotient(f.unpack(a, ftz), f.unpack(b, ftz)), r, ftz)
}

func (f *soft) fma(a, b, c uint64, r softMode, ftz bool) uint64 {
	return f.round(sum(product(f.unpack(a, ftz), f.unpack(b, ftz)), f.unpack(c, ftz)), r, ftz)
}

func (f *soft) rcp(a uint64, r softMode, ftz bool) uint64 { return f.div(f.one(), a, r, ftz) }

func (f *soft) sqrt(a uint64, r softMode, ftz bool) uint64 {
	return f.round(root(f.unpack(a, ftz)), r, ftz)
}

// softNaN64 is the policy for f64 NaNs: of the operands that are NaNs the
// second, else the third, else the first, quieted; 0xfff8... if there is none.
func softNaN64(u ...uint64) uint64 {
	for _, i := range [3]int{1, 2, 0} {
		if i < len(u) && softF64.isNaN(u[i]) {
			return u[i] | 1<<51
		}
	}
	return 0xfff8 << 48
}

// sat clamps to [+0, 1]; NaN gives +0.
func (f *soft) sat(u uint64) uint64 {
	if u > f.inf { // NaN, or the sign is set
		return 0
	}
	return min(u, f.one())
}

// relu clamps what is negative to +0; NaN gives the canonical one.
func (f *soft) relu(u uint64) uint64 {
	switch {
	case f.isNaN(u):
		return f.nan
	case u&f.sign != 0:
		return 0
	}
	return u
}

// satfinite makes an infinity the greatest number of its sign.
func (f *soft) satfinite(u uint64) uint64 {
	if u&^f.sign == f.inf {
		return u - 1
	}
	return u
}

// order maps numbers to integers in their order, -0 just below +0.
func (f *soft) order(u uint64) int64 {
	if u&f.sign != 0 {
		return -1 - int64(u&^f.sign)
	}
	return int64(u)
}

// pick is min (or max, if greatest) of two operands: the pseudo-code of the
// manual's 9.7.3.11. Both are flushed before.
func (f *soft) pick(x, y uint64, greatest, withNaN bool) uint64 {
	nx, ny := f.isNaN(x), f.isNaN(y)
	switch {
	case nx && ny && f == softF64:
		return y | 1<<51
	case nx && ny, withNaN && (nx || ny):
		return f.nan
	case nx:
		return y
	case ny:
		return x
	case (f.order(x) > f.order(y)) == greatest:
		return x
	}
	return y
}
