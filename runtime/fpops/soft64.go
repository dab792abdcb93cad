package fpops

import (
	"math"
	"math/bits"
)

// Integer arithmetic on f64 for the operands where error-free transformations
// in float64 overflow or underflow. All three functions take finite, nonzero
// products and divisors or say otherwise.

// normal64 splits a finite nonzero x into m and e with |x| = m * 2^(e-63) and
// bit 63 of m set.
func normal64(x float64) (m uint64, e int) {
	u := math.Float64bits(x)
	e = int(u >> 52 & 0x7ff)
	m = u & (1<<52 - 1)
	if e == 0 {
		e = 1
	} else {
		m |= 1 << 52
	}
	z := bits.LeadingZeros64(m)
	return m << uint(z), e - 1023 + 11 - z
}

// pack64 rounds hi * 2^(e-63), where a nonzero lo continues hi below, to f64.
func pack64(sign uint64, e int, hi, lo uint64, r rounding) float64 {
	if hi == 0 {
		return math.Float64frombits(sign)
	}
	z := uint(bits.LeadingZeros64(hi))
	hi = hi<<z | lo>>(64-z) // a shift by 64 is 0 in Go
	lo <<= z
	e -= int(z)
	if lo != 0 {
		hi |= 1 // sticky: there are always at least 11 bits below the last kept one
	}
	biased := e + 1023
	shift := uint(11)
	if biased < 1 { // subnormal: lose more bits, at most all
		d := uint(1 - biased)
		if d > 54 {
			d = 54
		}
		shift += d
		biased = 1
		if shift > 63 {
			hi = hi>>2 | b2u(hi&3 != 0)
			shift -= 2
		}
	}
	m, rest := hi>>shift, hi&(1<<shift-1)
	up := false
	switch r {
	case rn:
		half := uint64(1) << (shift - 1)
		up = rest > half || rest == half && m&1 != 0
	case rm:
		up = rest != 0 && sign != 0
	case rp:
		up = rest != 0 && sign == 0
	}
	if up {
		m++
	}
	// m has its implicit bit if normal: it adds the last unit of the exponent.
	const inf = 0x7ff0000000000000
	u := uint64(inf)
	if biased < 2047 {
		u = uint64(biased-1)<<52 + m
	}
	if u >= inf {
		u = inf
		if r == rz || r == rm && sign == 0 || r == rp && sign != 0 {
			u--
		}
	}
	return math.Float64frombits(u | sign)
}

func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// softDiv64 is a/b for finite nonzero operands.
func softDiv64(a, b float64, r rounding) float64 {
	sign := (math.Float64bits(a) ^ math.Float64bits(b)) & signBit64
	ma, ea := normal64(a)
	mb, eb := normal64(b)
	q, rem := bits.Div64(ma>>1, ma<<63, mb) // ma*2^63/mb, in (2^62, 2^64)
	return pack64(sign, ea-eb, q, rem, r)
}

// softFma64 is a*b+c for operands whose result is not a NaN.
func softFma64(a, b, c float64, r rounding) float64 {
	ua, ub, uc := math.Float64bits(a), math.Float64bits(b), math.Float64bits(c)
	if c-c != 0 {
		return c
	}
	if a == 0 || b == 0 || a-a != 0 || b-b != 0 { // a*b is exact
		p := float64(a * b)
		if c == 0 && p == 0 {
			if r == rm {
				return math.Float64frombits((math.Float64bits(p) | uc) & signBit64)
			}
			return p + c
		}
		return p + c // p is zero or infinite: exact
	}
	sign := (ua ^ ub) & signBit64
	ma, ea := normal64(a)
	mb, eb := normal64(b)
	ph, pl := bits.Mul64(ma, mb)
	pe := ea + eb + 1 // |a*b| = (ph:pl) * 2^(pe-127)
	if ph>>63 == 0 {
		ph, pl = ph<<1|pl>>63, pl<<1
		pe--
	}
	if c == 0 {
		return pack64(sign, pe, ph, pl, r)
	}
	ch, ce := normal64(c)
	var cl uint64
	subtract := (uc^sign)&signBit64 != 0
	if ce > pe || ce == pe && (ch > ph || ch == ph && cl > pl) { // larger first
		ph, ch = ch, ph
		pl, cl = cl, pl
		pe, ce = ce, pe
		sign = uc & signBit64
	}
	ch, cl = shiftSticky(ch, cl, uint(pe-ce))
	if !subtract {
		var carry uint64
		pl, carry = bits.Add64(pl, cl, 0)
		ph, carry = bits.Add64(ph, ch, carry)
		if carry != 0 {
			pl = pl>>1 | ph<<63 | pl&1
			ph = ph>>1 | 1<<63
			pe++
		}
		return pack64(sign, pe, ph, pl, r)
	}
	var borrow uint64
	pl, borrow = bits.Sub64(pl, cl, 0)
	ph, _ = bits.Sub64(ph, ch, borrow)
	if ph|pl == 0 {
		if r == rm {
			return math.Copysign(0, -1)
		}
		return 0
	}
	if ph == 0 {
		ph, pl = pl, 0
		pe -= 64
	}
	return pack64(sign, pe, ph, pl, r)
}

// shiftSticky shifts (hi:lo) right by n, or-ing what falls out into bit 0.
func shiftSticky(hi, lo uint64, n uint) (uint64, uint64) {
	switch {
	case n == 0:
		return hi, lo
	case n < 64:
		out := lo << (64 - n)
		return hi >> n, lo>>n | hi<<(64-n) | b2u(out != 0)
	case n < 128:
		n -= 64
		out := lo | hi<<(64-n) // hi<<64 is 0 in Go
		return 0, hi>>n | b2u(out != 0)
	}
	return 0, b2u(hi|lo != 0)
}
