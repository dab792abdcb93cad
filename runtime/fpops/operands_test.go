package fpops_test

import (
	"math/bits"
)

// Operands on which implementations break, by the hundred million: the ideas of
// tuple (tuples_test.go) on integers.

// rng is splitmix64. Each block of operands is a stream of its own, so that any
// of them can be drawn again.
type rng struct {
	seed, stream uint64
	n            uint64
}

func mix64(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (g *rng) next() uint64 {
	if g.n == 0 {
		g.n = mix64(g.seed*0x9e3779b97f4a7c15 + mix64(g.stream+1))
	}
	g.n += 0x9e3779b97f4a7c15
	return mix64(g.n)
}

// below draws a number below n, up to 2^32.
func (g *rng) below(n uint64) uint64 { return g.next() >> 32 * n >> 32 }

// edge returns one of the encodings next to the borders of the format.
func (f *soft) edge(g *rng) uint64 {
	normal := uint64(1) << f.man
	around := [...]uint64{0, normal, 2 * normal, f.one(), f.one() + normal, f.one() - normal,
		f.inf - normal, f.inf, f.inf + normal/2, f.sign - 1, f.one() + normal/2, f.one() - normal/2}
	z := g.next()
	return (around[z>>32*uint64(len(around))>>32]+z&7-3)&(f.sign-1) | z<<1&f.sign
}

// value draws one operand.
func (f *soft) value(g *rng) uint64 {
	z := g.next()
	u := z & f.mask()
	if f.width == 64 {
		z = g.next()
	}
	kind, z := z>>32*10>>32, z&(1<<32-1)
	frac := uint64(1)<<f.man - 1
	exponents := f.inf>>f.man + 1
	exp := func(e uint64) uint64 { return u&(f.sign|frac) | min(e, exponents-2)<<f.man }
	draw := func(n uint64) uint64 { return z * n >> 32 }
	switch kind {
	case 0: // few bits
		return u &^ (1<<draw(uint64(f.man)+1) - 1)
	case 1: // a run of ones at the end
		return u | (1<<draw(uint64(f.man)+1) - 1)
	case 2: // subnormal
		return u & (f.sign | (1<<(1+draw(uint64(f.man))) - 1))
	case 3: // near one
		return exp(max(uint64(f.bias)+draw(24), 13) - 12)
	case 4: // small
		return exp(draw(2*uint64(f.man) + 6))
	case 5: // large
		return exp(exponents - 2 - draw(min(30, exponents-2)))
	case 6:
		return f.edge(g)
	}
	return u
}

// near moves an encoding by at most three.
func (f *soft) near(g *rng, u uint64) uint64 { return (u + g.below(7) - 3) & f.mask() }

// scaled returns m * 2^(e-man) rounded, where e is the exponent of u.
func (f *soft) scaled(u, m uint64, e int, neg bool) uint64 {
	x, y := f.unpack(u, false), softInt(neg, m)
	if x.class != softFinite {
		return u
	}
	y.e += x.e + e - int(f.man)
	return f.round(y, softRn, false)
}

// small draws a number next to the least normal one, with up to two bits more
// than the format has there, or any smaller one.
func (f *soft) small(g *rng) softNumber {
	z := g.next()
	v := uint64(1)<<(f.man+2) + z>>32*19>>32 - 9
	if z&3 == 0 {
		v = g.next() >> (61 - f.man) >> (z >> 2 & 15)
	}
	x := softInt(z>>8&1 == 0, v)
	x.e -= int(f.man) + 2 + f.bias - 1
	return x
}

// nextToPower makes u a power of two plus d-8 units.
func (f *soft) nextToPower(u, d uint64) uint64 {
	return u&f.sign | (max(u&f.inf, 1<<f.man)+d-8)&(f.sign-1)
}

// reciprocal gives a and b significands such that a*b, or else a plus or minus
// one unit of the quotient's and the divisor's last places, is a multiple of the
// other: b's is odd, and has an inverse modulo the power of two above.
func (f *soft) reciprocal(a, b uint64, product bool) (x, y uint64) {
	least, frac := uint64(1)<<f.man, uint64(1)<<f.man-1
	b |= 1
	m := b&frac | least
	inv := m
	for range 5 { // Newton's iteration doubles the right bits, of which 3 are right
		inv *= 2 - m*inv
	}
	if inv &= 2*least - 1; inv < least {
		inv = 2*least - inv // of -1
	}
	if !product {
		hi, lo := bits.Mul64(m, inv)
		lo, carry := bits.Add64(lo, 1, 0)
		inv = (hi+carry)<<(63-f.man) | lo>>(f.man+1)
		inv <<= uint(bits.LeadingZeros64(inv)) - (63 - f.man)
	}
	return a&^frac | inv&frac, b
}

// withExponent gives u an exponent, as its field holds it.
func (f *soft) withExponent(u uint64, e int) uint64 {
	return u&^f.inf | uint64(max(0, min(e, int(f.inf>>f.man)-1)))<<f.man
}

// tuple draws three operands, mostly such that results cancel, lie on ties or
// next to them, or on the borders of the range.
func (f *soft) tuple(g *rng) (a, b, c uint64) {
	a, b, c = f.value(g), f.value(g), f.value(g)
	man := uint64(f.man)
	odd := func(n uint64) uint64 { return g.next()>>(64-n) | 1 } // of at most n bits
	switch g.below(16) {
	case 0: // a + b cancels
		b = f.near(g, a^f.sign)
	case 1: // a*b + c cancels
		c = f.near(g, f.mul(a, b, softRn, false)^f.sign)
	case 2: // and the low half of the product underflows
		t := min(g.below(3*man), f.inf>>f.man-1)<<man | c&(1<<man-1)
		b = f.div(t, a, softRn, false)
		c = f.near(g, f.mul(a, b, softRn, false)^f.sign)
	case 3: // c is around half a unit of a*b, or far below
		z := g.next()
		c = f.near(g, f.scaled(f.mul(a, b, softRn, false), 1+z>>62, int(man)-int(z>>32&0xff)*int(3*man+6)>>8, z&1 == 0))
	case 4: // a*b lies on the middle of two numbers, and c far below
		n := 1 + g.below(man)
		a = f.scaled(a, odd(n), int(g.below(n)), a&f.sign != 0)
		b = f.scaled(b, odd(man+2-n), int(g.below(n)), b&f.sign != 0)
		c = f.scaled(f.mul(a, b, softRz, false), 1, -int(g.below(2*man+8)), c&f.sign != 0)
	case 5, 6: // a*b is near the least normal number or below it, c often a zero
		z := g.next()
		if z&1 == 0 { // then a*b can be any number there
			a &= f.sign | f.inf
		}
		b = f.round(quotient(f.small(g), f.unpack(a, false)), softRn, false)
		if z&2 == 0 {
			b = f.near(g, b)
		}
		if z&4 == 0 {
			c &= f.sign
		}
	case 7: // a/b is near the least normal number, or one with few bits
		z := g.next()
		x := f.small(g)
		if z&1 == 0 {
			x = f.unpack(f.value(g), false)
		} else if z&2 == 0 {
			b &= f.sign | f.inf
		}
		a = f.round(product(f.unpack(b, false), x), softRn, false)
		if z&4 == 0 {
			a = f.near(g, a)
		}
	case 8: // a*b is near the greatest number
		b = f.near(g, f.div(f.inf-1, a, softRn, false))
	case 9: // b is around half a unit of a
		b = f.near(g, f.scaled(a, 1+g.below(3), -1, g.below(2) == 0))
	case 10: // a is a square, or nearly
		if g.below(2) == 0 {
			b = f.nextToPower(b, g.below(16))
		}
		a = f.near(g, f.mul(b, b, softRn, false))
	case 11: // b is of the order of a, near the greatest number, and ends in the middle
		a = f.inf - 1 - g.below(8) | a&f.sign
		b = f.scaled(a, odd(1+g.below(man)), -1, b&f.sign != 0)
		if g.below(2) == 0 {
			a, b = b, a
		}
	case 12, 13: // the low half of a*b, or the remainder of a/b, is one unit or a few
		z := g.next()
		product := z&1 == 0
		if z&2 == 0 {
			a, b = f.nextToPower(a, z>>4&15), f.nextToPower(b, z>>8&15)
		} else {
			a, b = f.reciprocal(a, b, product)
		}
		switch e := int(man) + int(z>>12&7) - 4; { // where that is the last subnormal place
		case z>>16&3 == 0: // anywhere
		case product:
			b = f.withExponent(b, e+f.bias-int(a&f.inf>>f.man))
		default:
			a = f.withExponent(a, e)
		}
		if z>>18&1 == 0 {
			c = f.mul(a, b, softRn, false) ^ f.sign
		}
	}
	return a, b, c
}

// mixedTuple draws two operands of f and one of f32, which is often such that
// it cancels the first one or their product, or is about half a unit of it.
func (f *soft) mixedTuple(g *rng) (a, b, c uint64) {
	a, b, _ = f.tuple(g)
	c = softF32.value(g)
	z := g.next()
	x := f.unpack(a, false)
	if z&1 == 0 {
		x = product(x, f.unpack(b, false))
	}
	switch z >> 8 & 3 {
	case 0:
		x.neg = !x.neg
		c = softF32.near(g, softF32.round(x, softRn, false))
	case 1:
		u := softF32.round(x, softRn, false)
		c = softF32.near(g, softF32.scaled(u, 1+z>>62, 24-int(z>>32&0xff)*76>>8, z>>16&1 == 0))
	}
	return a, b, c
}

// narrowing draws a number whose conversion to d is hard: often it lies next to
// a number of d, or to the middle between two.
func (f *soft) narrowing(g *rng, d *soft) uint64 {
	if g.below(3) == 0 {
		return f.value(g)
	}
	x := d.unpack(d.value(g), false)
	if x.class == softFinite && g.below(2) == 0 {
		// A subnormal has fewer bits: the middle lies higher.
		x.hi |= 1 << min(63, 62-int(d.man)+max(0, 1-d.bias-x.e))
	}
	return (f.round(x, softRn, false) + g.below(5) - 2) & f.mask()
}

// aroundInt draws a number whose conversion to an integer is hard: halves, the
// borders of the integer types, and any.
func (f *soft) aroundInt(g *rng) uint64 {
	z := g.next()
	switch z & 3 {
	case 0:
		return f.value(g)
	case 1: // the borders
		x := softInt(z>>8&1 == 0, 1<<(z>>16&63))
		return (f.round(x, softRn, false) + z>>24&7 - 3) & f.mask()
	}
	x := softInt(z>>8&1 == 0, g.next()>>(z>>16&63))
	x.e -= int(z >> 24 & 3)
	return f.round(x, softRz, false)
}

// softInteger draws an integer of some width: any length, the borders, and next
// to the middle of two numbers of a format.
func softInteger(g *rng, width uint) uint64 {
	z := g.next()
	u := g.next() >> (z >> 8 & 63)
	switch z & 3 {
	case 0:
		u = 1<<(z>>16&63) + z>>24&7 - 3
	case 1:
		w := [...]uint{9, 12, 25, 54}[z>>16&3]
		u = (g.next()>>(64-w) | 1) << (z >> 20 & 63) >> (z >> 26 & 7)
		u += z>>32%3 - 1
	}
	if z>>40&1 == 0 {
		u = -u
	}
	return u & (1<<width - 1)
}
