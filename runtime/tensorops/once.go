package tensorops

import (
	"math"
	"math/bits"
)

// Exact stands in [Product.Since] for no GPU: D is the sum of all products and of C, rounded once.
const Exact = 0

// roundedOnce is the model of [Exact].
var roundedOnce = model{unit: once}

// RoundsOften reports whether GPUs round more than once for the instruction of a head, or cut, so that a
// result rounded once is another one.
func RoundsOften(head string) (bool, error) {
	i, err := parse(head)
	return err == nil && i.a.kind == float, err
}

// An accumulator is an exact sum of products of float64: an integer in two's complement, the lowest word first,
// times 2^lowest, with room for every product and for 2^30 of them.
type accumulator struct {
	words [68]uint64

	plusZero, minusZero, some bool // there are terms that are +0, that are -0, that are not zero
}

const lowest = -34 * 64 // the least product is 2^-2148

// add adds x*y, both finite.
func (s *accumulator) add(x, y float64) {
	m, e := integral(x)
	n, f := integral(y)
	negative := math.Signbit(x) != math.Signbit(y)
	high, low := bits.Mul64(m, n)
	if high|low == 0 {
		s.plusZero, s.minusZero = s.plusZero || !negative, s.minusZero || negative
		return
	}
	s.some = true
	at := e + f - lowest
	i, shift := at/64, uint(at%64)
	w := s.words[i:]
	term := [3]uint64{low << shift, high<<shift | low>>(64-shift), high >> (64 - shift)}
	var carry uint64
	for j := range w {
		var t uint64
		switch {
		case j < len(term):
			t = term[j]
		case carry == 0:
			return
		}
		if negative {
			w[j], carry = bits.Sub64(w[j], t, carry)
		} else {
			w[j], carry = bits.Add64(w[j], t, carry)
		}
	}
}

// integral is the magnitude of a finite number as an integer times 2^e.
func integral(x float64) (m uint64, e int) {
	u := math.Float64bits(x)
	m, e = u&(1<<52-1), int(u>>52&0x7ff)
	if e == 0 {
		return m, -1074
	}
	return m | 1<<52, e - 1075
}

// round rounds the sum to a format: rounding is "rn", "rz", "rm" or "rp". It may not be used afterwards.
func (s *accumulator) round(f *format, rounding string) uint64 {
	w := s.words[:]
	negative := int64(w[len(w)-1]) < 0
	if negative {
		carry := uint64(1)
		for i := range w {
			w[i], carry = bits.Add64(^w[i], 0, carry)
		}
	}
	top := len(w) - 1
	for top > 0 && w[top] == 0 {
		top--
	}
	sign := uint64(1) << (f.exponent + f.fraction)
	if w[top] == 0 {
		switch {
		case !s.some && !s.plusZero: // all are -0
			return sign
		case rounding == "rm" && (s.some || s.minusZero):
			return sign
		}
		return 0
	}
	exponent := max(top*64+bits.Len64(w[top])-1+lowest, 1-f.bias)
	cut := exponent - int(f.fraction) - lowest // bits below this one are not kept
	r := s.from(cut)
	half := s.from(cut-1)&1 != 0
	rest := false
	for i := range (cut - 1) / 64 {
		rest = rest || w[i] != 0
	}
	rest = rest || w[(cut-1)/64]&(1<<uint((cut-1)%64)-1) != 0
	up := false
	switch rounding {
	case "rn":
		up = half && (rest || r&1 != 0)
	case "rm":
		up = negative && (half || rest)
	case "rp":
		up = !negative && (half || rest)
	}
	if up {
		r++
	}
	// The first bit of a normal number counts into the exponent, and so does a carry.
	r += uint64(exponent+f.bias-1) << f.fraction
	if infinity := uint64(1<<f.exponent-1) << f.fraction; r >= infinity {
		r = infinity
		if rounding == "rz" || rounding == "rm" && !negative || rounding == "rp" && negative {
			r--
		}
	}
	if negative {
		r |= sign
	}
	return r
}

// from are 64 bits of the sum from one on.
func (s *accumulator) from(bit int) uint64 {
	i, shift := bit/64, uint(bit%64)
	return s.words[i]>>shift | s.words[i+1]<<(64-shift)
}

// onceRounded is the sum of products and of c, rounded once to the type of D; ok is false where that is a NaN.
func (p *plan) onceRounded(x, y []float64, c float64, rounding string) (bits uint64, ok bool) {
	var s accumulator
	infinite := 0.0 // the sum of what is not finite
	y = y[:len(x)]
	for i, v := range x {
		if v-v != 0 || y[i]-y[i] != 0 {
			infinite += float64(v * y[i])
		} else {
			s.add(v, y[i])
		}
	}
	if c-c != 0 {
		infinite += c
	} else {
		s.add(c, 1)
	}
	f := p.d
	switch {
	case infinite != infinite:
		return 0, false
	case infinite == 0:
		return s.round(f, rounding), true
	}
	bits = uint64(1<<f.exponent-1) << f.fraction
	if infinite < 0 {
		bits |= 1 << (f.exponent + f.fraction)
	}
	return bits, true
}
