package softfloat

import "math/bits"

// Operands on which implementations break, by the hundred million.

// Rand is splitmix64. Each block of operands is a stream of its own, so that any
// of them can be drawn again.
type Rand struct {
	Seed, Stream uint64
	n            uint64
}

// Mix64 spreads the bits of z.
func Mix64(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (g *Rand) next() uint64 {
	if g.n == 0 {
		g.n = Mix64(g.Seed*0x9e3779b97f4a7c15 + Mix64(g.Stream+1))
	}
	g.n += 0x9e3779b97f4a7c15
	return Mix64(g.n)
}

// Below draws a number below n, up to 2^32.
func (g *Rand) Below(n uint64) uint64 { return g.next() >> 32 * n >> 32 }

// edge returns one of the encodings next to the borders of the format.
func (f *Format) edge(g *Rand) uint64 {
	normal := uint64(1) << f.Man
	around := [...]uint64{0, normal, 2 * normal, f.One(), f.One() + normal, f.One() - normal,
		f.Inf - normal, f.Inf, f.Inf + normal/2, f.Sign - 1, f.One() + normal/2, f.One() - normal/2}
	z := g.next()
	return (around[z>>32*uint64(len(around))>>32]+z&7-3)&(f.Sign-1) | z<<1&f.Sign
}

// Value draws one operand.
func (f *Format) Value(g *Rand) uint64 {
	z := g.next()
	u := z & f.Mask()
	if f.Width == 64 {
		z = g.next()
	}
	kind, z := z>>32*10>>32, z&(1<<32-1)
	frac := uint64(1)<<f.Man - 1
	exponents := f.Inf>>f.Man + 1
	exp := func(e uint64) uint64 { return u&(f.Sign|frac) | min(e, exponents-2)<<f.Man }
	draw := func(n uint64) uint64 { return z * n >> 32 }
	switch kind {
	case 0: // few bits
		return u &^ (1<<draw(uint64(f.Man)+1) - 1)
	case 1: // a run of ones at the end
		return u | (1<<draw(uint64(f.Man)+1) - 1)
	case 2: // subnormal
		return u & (f.Sign | (1<<(1+draw(uint64(f.Man))) - 1))
	case 3: // near one
		return exp(max(uint64(f.Bias)+draw(24), 13) - 12)
	case 4: // small
		return exp(draw(2*uint64(f.Man) + 6))
	case 5: // large
		return exp(exponents - 2 - draw(min(30, exponents-2)))
	case 6:
		return f.edge(g)
	}
	return u
}

// near moves an encoding by at most three.
func (f *Format) near(g *Rand, u uint64) uint64 { return (u + g.Below(7) - 3) & f.Mask() }

// scaled returns m * 2^(e-man) rounded, where e is the exponent of u.
func (f *Format) scaled(u, m uint64, e int, neg bool) uint64 {
	x, y := f.Unpack(u, false), Int(neg, m)
	if x.Class != Finite {
		return u
	}
	y.E += x.E + e - int(f.Man)
	return f.Round(y, Rn, false)
}

// small draws a number next to the least normal one, with up to two bits more
// than the format has there, or any smaller one.
func (f *Format) small(g *Rand) Number {
	z := g.next()
	v := uint64(1)<<(f.Man+2) + z>>32*19>>32 - 9
	if z&3 == 0 {
		v = g.next() >> (61 - f.Man) >> (z >> 2 & 15)
	}
	x := Int(z>>8&1 == 0, v)
	x.E -= int(f.Man) + 2 + f.Bias - 1
	return x
}

// nextToPower makes u a power of two plus d-8 units.
func (f *Format) nextToPower(u, d uint64) uint64 {
	return u&f.Sign | (max(u&f.Inf, 1<<f.Man)+d-8)&(f.Sign-1)
}

// reciprocal gives a and b significands such that a*b, or else a plus or minus
// one unit of the quotient's and the divisor's last places, is a multiple of the
// other: b's is odd, and has an inverse modulo the power of two above.
func (f *Format) reciprocal(a, b uint64, product bool) (x, y uint64) {
	least, frac := uint64(1)<<f.Man, uint64(1)<<f.Man-1
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
		inv = (hi+carry)<<(63-f.Man) | lo>>(f.Man+1)
		inv <<= uint(bits.LeadingZeros64(inv)) - (63 - f.Man)
	}
	return a&^frac | inv&frac, b
}

// withExponent gives u an exponent, as its field holds it.
func (f *Format) withExponent(u uint64, e int) uint64 {
	return u&^f.Inf | uint64(max(0, min(e, int(f.Inf>>f.Man)-1)))<<f.Man
}

// Tuple draws three operands, mostly such that results cancel, lie on ties or
// next to them, or on the borders of the range.
func (f *Format) Tuple(g *Rand) (a, b, c uint64) {
	a, b, c = f.Value(g), f.Value(g), f.Value(g)
	man := uint64(f.Man)
	odd := func(n uint64) uint64 { return g.next()>>(64-n) | 1 } // of at most n bits
	switch g.Below(16) {
	case 0: // a + b cancels
		b = f.near(g, a^f.Sign)
	case 1: // a*b + c cancels
		c = f.near(g, f.Mul(a, b, Rn, false)^f.Sign)
	case 2: // and the low half of the product underflows
		t := min(g.Below(3*man), f.Inf>>f.Man-1)<<man | c&(1<<man-1)
		b = f.Div(t, a, Rn, false)
		c = f.near(g, f.Mul(a, b, Rn, false)^f.Sign)
	case 3: // c is around half a unit of a*b, or far below
		z := g.next()
		c = f.near(g, f.scaled(f.Mul(a, b, Rn, false), 1+z>>62, int(man)-int(z>>32&0xff)*int(3*man+6)>>8, z&1 == 0))
	case 4: // a*b lies on the middle of two numbers, and c far below
		n := 1 + g.Below(man)
		a = f.scaled(a, odd(n), int(g.Below(n)), a&f.Sign != 0)
		b = f.scaled(b, odd(man+2-n), int(g.Below(n)), b&f.Sign != 0)
		c = f.scaled(f.Mul(a, b, Rz, false), 1, -int(g.Below(2*man+8)), c&f.Sign != 0)
	case 5, 6: // a*b is near the least normal number or below it, c often a zero
		z := g.next()
		if z&1 == 0 { // then a*b can be any number there
			a &= f.Sign | f.Inf
		}
		b = f.Round(Quotient(f.small(g), f.Unpack(a, false)), Rn, false)
		if z&2 == 0 {
			b = f.near(g, b)
		}
		if z&4 == 0 {
			c &= f.Sign
		}
	case 7: // a/b is near the least normal number, or one with few bits
		z := g.next()
		x := f.small(g)
		if z&1 == 0 {
			x = f.Unpack(f.Value(g), false)
		} else if z&2 == 0 {
			b &= f.Sign | f.Inf
		}
		a = f.Round(Product(f.Unpack(b, false), x), Rn, false)
		if z&4 == 0 {
			a = f.near(g, a)
		}
	case 8: // a*b is near the greatest number
		b = f.near(g, f.Div(f.Inf-1, a, Rn, false))
	case 9: // b is around half a unit of a
		b = f.near(g, f.scaled(a, 1+g.Below(3), -1, g.Below(2) == 0))
	case 10: // a is a square, or nearly
		if g.Below(2) == 0 {
			b = f.nextToPower(b, g.Below(16))
		}
		a = f.near(g, f.Mul(b, b, Rn, false))
	case 11: // b is of the order of a, near the greatest number, and ends in the middle
		a = f.Inf - 1 - g.Below(8) | a&f.Sign
		b = f.scaled(a, odd(1+g.Below(man)), -1, b&f.Sign != 0)
		if g.Below(2) == 0 {
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
			b = f.withExponent(b, e+f.Bias-int(a&f.Inf>>f.Man))
		default:
			a = f.withExponent(a, e)
		}
		if z>>18&1 == 0 {
			c = f.Mul(a, b, Rn, false) ^ f.Sign
		}
	}
	return a, b, c
}

// MixedTuple draws two operands of f and one of f32, which is often such that
// it cancels the first one or their product, or is about half a unit of it.
func (f *Format) MixedTuple(g *Rand) (a, b, c uint64) {
	a, b, _ = f.Tuple(g)
	c = F32.Value(g)
	z := g.next()
	x := f.Unpack(a, false)
	if z&1 == 0 {
		x = Product(x, f.Unpack(b, false))
	}
	switch z >> 8 & 3 {
	case 0:
		x.Neg = !x.Neg
		c = F32.near(g, F32.Round(x, Rn, false))
	case 1:
		u := F32.Round(x, Rn, false)
		c = F32.near(g, F32.scaled(u, 1+z>>62, 24-int(z>>32&0xff)*76>>8, z>>16&1 == 0))
	}
	return a, b, c
}

// Narrowing draws a number whose conversion to d is hard: often it lies next to
// a number of d, or to the middle between two.
func (f *Format) Narrowing(g *Rand, d *Format) uint64 {
	if g.Below(3) == 0 {
		return f.Value(g)
	}
	x := d.Unpack(d.Value(g), false)
	if x.Class == Finite && g.Below(2) == 0 {
		// A subnormal has fewer bits: the middle lies higher.
		x.Hi |= 1 << min(63, 62-int(d.Man)+max(0, 1-d.Bias-x.E))
	}
	return (f.Round(x, Rn, false) + g.Below(5) - 2) & f.Mask()
}

// AroundInt draws a number whose conversion to an integer is hard: halves, the
// borders of the integer types, and any.
func (f *Format) AroundInt(g *Rand) uint64 {
	z := g.next()
	switch z & 3 {
	case 0:
		return f.Value(g)
	case 1: // the borders
		x := Int(z>>8&1 == 0, 1<<(z>>16&63))
		return (f.Round(x, Rn, false) + z>>24&7 - 3) & f.Mask()
	}
	x := Int(z>>8&1 == 0, g.next()>>(z>>16&63))
	x.E -= int(z >> 24 & 3)
	return f.Round(x, Rz, false)
}

// Integer draws an integer of some width: any length, the borders, and next
// to the middle of two numbers of a format.
func Integer(g *Rand, width uint) uint64 {
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
