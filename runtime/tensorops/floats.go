package tensorops

import (
	"math"
	"math/bits"
)

// dot is a row of A and a column of B.
type dot struct {
	x, y    []float64
	ex, ey  []int32
	special bool // perhaps
}

// element computes an element of D.
func (p *plan) element(v *dot, c uint32) uint32 {
	switch p.model.unit {
	case after:
		return p.inTurn(v, c)
	case pairs:
		return p.inPairs(v, c)
	case once:
		r, ok := p.onceRounded(v.x, v.y, p.c.decode(c).value, "rn")
		if !ok {
			return p.d.nan()
		}
		return uint32(r)
	}
	sum := p.sum()
	acc := p.c.decode(c)
	switch {
	case p.model.late:
		acc = number{0, zero}
	case p.c != sum: // what is subnormal in f16 is normal in f32
		acc = sum.decode(nearest(float32(acc.value), sum))
	}
	if p.model.exactly > 0 {
		var x, y [mostRow]float64
		var ex, ey [mostRow]int32
		t := p.model.terms(v, x[:], y[:], ex[:], ey[:])
		v = &t
	}
	var r uint32
	for _, g := range p.groups {
		r = p.model.fuse(v, g[0], g[1], acc, sum)
		acc = sum.decode(r)
	}
	return p.result(r, c)
}

// result is an element of D of a sum and of C, if that is to be added yet.
func (p *plan) result(r, c uint32) uint32 {
	sum := p.sum()
	switch {
	case p.model.late:
		return nearest(float32(sum.decode(r).value)+float32(p.c.decode(c).value), p.d)
	case p.d != sum:
		return nearest(float32(sum.decode(r).value), p.d)
	}
	return r
}

// fuse is the sum of a group of products and an addend.
func (m *model) fuse(v *dot, from, to int, c number, out *format) uint32 {
	x, ex := v.x[from:to], v.ex[from:to]
	y, ey := v.y[from:to], v.ey[from:to]
	y, ex, ey = y[:len(x)], ex[:len(x)], ey[:len(x)]
	if v.special || c.exponent == special {
		// What is finite does not make an infinity of the sum in float64.
		s := c.value
		for i := range x {
			s += float64(x[i] * y[i])
		}
		if s != s {
			return out.nan()
		}
		if math.IsInf(s, 0) {
			return out.infinity(s < 0)
		}
	}
	highest := int32(max(c.exponent, m.floor))
	for i := range x {
		highest = max(highest, ex[i]+ey[i])
	}
	top := int(highest)
	if top == noFloor {
		return 0 // all terms are zero
	}
	last := top - m.bits
	scale := power(-last)
	sum := int64(c.value * scale) // the conversion cuts
	for i := range x {
		sum += int64(x[i] * y[i] * scale)
	}
	return out.round(sum, last, m.keep)
}

// round makes sum * 2^last a number with so many fraction bits: f32 is cut, others are rounded
// to nearest even. What becomes zero is +0.
func (f *format) round(sum int64, last, keep int) uint32 {
	if sum == 0 {
		return 0
	}
	neg := sum < 0
	v := uint64(sum)
	if neg {
		v = -v
	}
	exp := max(bits.Len64(v)-1+last, 1-f.bias)
	shift := exp - keep - last
	switch {
	case shift <= 0:
		v <<= -shift & 63
	case shift > 63:
		v = 0
	case f.bits == 32:
		v >>= shift
	default:
		half := uint64(1)<<(shift-1) - 1 + v>>shift&1
		v = (v + half) >> shift
	}
	v <<= int(f.fraction) - keep
	if v>>(f.fraction+1) != 0 {
		v >>= 1
		exp++
	}
	r := uint32(v)
	switch {
	case v == 0:
		return 0
	case v>>f.fraction == 0: // subnormal
	case exp+f.bias >= 1<<f.exponent-1:
		return f.infinity(neg)
	default:
		r = r&(1<<f.fraction-1) | uint32(exp+f.bias)<<f.fraction
	}
	if neg {
		r |= 1 << (f.bits - 1)
	}
	return r
}

// nan is the NaN that tensor cores give.
func (f *format) nan() uint32 { return 1<<(f.bits-1) - 1 }

func (f *format) infinity(neg bool) uint32 {
	r := uint32(1<<f.exponent-1) << f.fraction
	if neg {
		r |= 1 << (f.bits - 1)
	}
	return r
}

// nearest rounds to f16, or keeps f32. Other than [format.round] it keeps the sign of what
// becomes zero.
func nearest(x float32, f *format) uint32 {
	switch {
	case x != x:
		return f.nan()
	case f.bits == 32:
		return math.Float32bits(x)
	case math.IsInf(float64(x), 0):
		return f.infinity(x < 0)
	}
	b := math.Float32bits(x)
	e, m := int(b>>23&0xff)-150, int64(b&(1<<23-1)) // subnormal numbers become zero
	r := f.round(m|1<<23, e, int(f.fraction))
	return r | b>>31<<(f.bits-1)
}
