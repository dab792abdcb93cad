package tensor_test

import (
	"math/bits"

	"github.com/ptx2go/ptx2go/internal/cuda/golden/tensor"
)

// A number is ±sig * 2^(exp-frac); exp is the exponent field's, that of the least
// normal number for subnormal ones.
type number struct {
	nan, inf, neg bool
	sig           int64
	exp, frac     int
}

func decode(typ string, v uint64) number {
	f := tensor.Formats[typ]
	if typ == "tf32" { // the low 13 bits do not count
		v >>= 13
		f.Fraction, f.Width = 10, 19
	}
	n := number{neg: v>>(f.Width-1)&1 != 0, frac: int(f.Fraction)}
	e, m := int(v>>f.Fraction)&(1<<f.Exponent-1), int64(v)&(1<<f.Fraction-1)
	last := 1<<f.Exponent - 1
	switch {
	case e == last && f.NoInf:
		n.nan = m == 1<<f.Fraction-1
	case e == last:
		n.nan, n.inf = m != 0, m == 0
	}
	n.sig, n.exp = m, 1-f.Bias
	if e > 0 {
		n.sig, n.exp = m|1<<f.Fraction, e-f.Bias
	}
	return n
}

// A sum is how a group of products and an addend become one result: all terms are
// cut to the same last bit, frac bits below the largest exponent of a term, which
// counts as floor at least; their exact sum is rounded.
type sum struct {
	frac  int
	floor int
	out   string // f32, f16
	keep  int    // fraction bits of an f32 result
}

const noFloor = -1 << 20

func canonicalNaN(typ string) uint64 {
	if typ == "f16" {
		return 0x7fff
	}
	return 0x7fffffff
}

func infinity(typ string, neg bool) uint64 {
	f := tensor.Formats[typ]
	v := uint64(1<<f.Exponent-1) << f.Fraction
	if neg {
		v |= 1 << (f.Width - 1)
	}
	return v
}

func (s sum) add(a, b []number, c number) uint64 {
	var terms []number
	nan, plus, minus := c.nan, c.inf && !c.neg, c.inf && c.neg
	for i, x := range a {
		y := b[i]
		nan = nan || x.nan || y.nan || x.inf && !y.inf && y.sig == 0 || y.inf && !x.inf && x.sig == 0
		neg := x.neg != y.neg
		if x.inf || y.inf {
			plus, minus = plus || !neg, minus || neg
		} else if p := x.sig * y.sig; p != 0 {
			terms = append(terms, number{neg: neg, sig: p, exp: x.exp + y.exp, frac: x.frac + y.frac})
		}
	}
	switch {
	case nan || plus && minus:
		return canonicalNaN(s.out)
	case plus || minus:
		return infinity(s.out, minus)
	}
	if c.sig != 0 {
		terms = append(terms, c)
	}
	top := s.floor
	for _, x := range terms {
		top = max(top, x.exp)
	}
	last, total := top-s.frac, int64(0)
	for _, x := range terms {
		v := x.sig
		if shift := x.exp - x.frac - last; shift >= 0 {
			v <<= shift
		} else {
			v >>= min(63, -shift)
		}
		if x.neg {
			v = -v
		}
		total += v
	}
	if s.out == "f32" {
		return pack("f32", total, last, s.keep, true)
	}
	return pack("f16", total, last, 10, false)
}

// pack rounds v * 2^last: it cuts, or rounds to nearest even.
func pack(typ string, v int64, last, keep int, cut bool) uint64 {
	f := tensor.Formats[typ]
	neg := v < 0
	if neg {
		v = -v
	}
	if v == 0 {
		return 0
	}
	exp := max(bits.Len64(uint64(v))-1+last, 1-f.Bias)
	sig := v
	if shift := exp - keep - last; shift <= 0 {
		sig <<= -shift
	} else {
		sig = 0
		var rest, half int64
		if shift < 63 {
			sig, rest, half = v>>shift, v&(1<<shift-1), 1<<(shift-1)
		}
		if !cut && (rest > half || rest == half && half != 0 && sig&1 != 0) {
			sig++
		}
	}
	sig <<= int(f.Fraction) - keep
	if sig>>(f.Fraction+1) != 0 {
		sig >>= 1
		exp++
	}
	if sig == 0 { // +0 whatever the sign was
		return 0
	}
	var sign uint64
	if neg {
		sign = 1 << (f.Width - 1)
	}
	if sig>>f.Fraction == 0 {
		return sign | uint64(sig)
	}
	if e := exp + f.Bias; e < 1<<f.Exponent-1 {
		return sign | uint64(e)<<f.Fraction | uint64(sig)&(1<<f.Fraction-1)
	}
	return infinity(typ, neg)
}
