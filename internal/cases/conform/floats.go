package conform

import (
	"fmt"
	"math/big"

	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
)

// Operands of floating-point instructions, as bits: specials, and values near
// which rounding, flushing, overflow and cancellation decide.

// payload is a NaN with bits in it.
func payload(f ieee.Format, quiet bool) uint64 {
	u := f.Inf() | 0x2545f4914f6cdd1d&(1<<(f.Man-1)-1) | 1
	if quiet {
		u |= 1 << (f.Man - 1)
	}
	return u
}

// specials are 16 values that are special in every operation.
func specials(f ieee.Format) []uint64 {
	s, least := f.SignBit(), uint64(1)<<f.Man
	return []uint64{
		0, s, // zeros
		1, s | (least - 1), // the least and the greatest subnormal
		least, s | least, // the least normal numbers
		f.One(), s | f.One(), f.One() + 1,
		f.One() + least>>1,           // 1.5
		f.Inf() - 1, s | f.Inf() - 1, // the greatest finite numbers
		f.Inf(), s | f.Inf(),
		payload(f, true), s | payload(f, false), // a quiet and a signalling NaN
	}
}

// small are the specials of which comparisons get all pairs.
func small(f ieee.Format) []uint64 {
	s, least := f.SignBit(), uint64(1)<<f.Man
	return []uint64{0, s, 1, s | (least - 1), least, f.One(), f.One() + 1, s | f.One(), f.Inf(), s | f.Inf(), payload(f, true)}
}

// finite returns a random finite number with an exponent from lo to hi.
func (r *random) finite(f ieee.Format, lo, hi int) uint64 {
	e := min(max(r.Between(lo, hi)+f.Bias(), 0), 2*f.Bias())
	u := r.Next() >> (64 - f.Man - 1) // sign and significand
	u = u>>f.Man<<(f.Exp+f.Man) | uint64(e)<<f.Man | u&(1<<f.Man-1)
	if r.Below(4) == 0 { // few bits
		u &^= 1<<(uint(r.Below(int(f.Man)))) - 1
	}
	return u
}

// any returns a random encoding, NaNs and infinities now and then.
func (r *random) any(f ieee.Format) uint64 {
	return r.Next() >> (64 - f.Width())
}

// nearest rounds a number to the format and moves it by some units in the last
// place, without leaving the finite numbers of its sign.
func nearest(f ieee.Format, x ieee.Number, ulps int) uint64 {
	u := ieee.Encode(f, x, "rn", false)
	m := int64(u&^f.SignBit()) + int64(ulps)
	return u&f.SignBit() | uint64(min(max(m, 0), int64(f.Inf()-1)))
}

// number is m * 2^e.
func number(m int64, e int) ieee.Number {
	return ieee.Number{Neg: m < 0, M: new(big.Int).Abs(big.NewInt(m)), E: e}
}

// emin is the exponent of the least normal number.
func emin(f ieee.Format) int { return 1 - f.Bias() }

// pairOf returns a pair of operands at which a binary operation has to decide
// something; kind counts through the ways.
func (r *random) pairOf(f ieee.Format, kind int) (a, b uint64) {
	p := int(f.Man) + 1
	half := func(u uint64) ieee.Number { // half a unit in the last place of u
		x := ieee.Decode(f, u)
		return number(1, x.E-1)
	}
	reach := f.Bias() / 2
	normal := func() uint64 { return r.finite(f, -reach, reach) }
	switch kind % 14 {
	case 0: // a sum that is a tie, or beside one
		a = r.finite(f, max(emin(f)+p+2, -reach), reach)
		b = nearest(f, half(a), r.Between(-1, 1))
		b ^= f.SignBit() * uint64(r.Below(2))
	case 1: // cancellation
		a = normal()
		b = nearest(f, ieee.Decode(f, a), r.Between(-2, 2)) ^ f.SignBit()
	case 2: // a product of p+1 bits: a tie
		n := r.Between(2, p-1)
		x := int64(r.Next()>>(64-n)|1<<(n-1)) | 1
		y := int64(r.Next()>>(64-(p+1-n))|1<<(p-n)) | 1
		a, b = nearest(f, number(x, r.Between(-3, 3)-n), 0), nearest(f, number(-y, n-p), 0)
	case 3: // a product at the least normal number
		a = r.finite(f, -reach, -1)
		b = nearest(f, ieee.Div(number(1, emin(f)), ieee.Decode(f, a)), r.Between(-1, 1))
	case 4: // a product that is a tie among the subnormals
		x := int64(r.Next()>>(64-p+2)) | 1
		a = nearest(f, number(x, -r.Between(0, 2)), 0)
		b = nearest(f, number(1, emin(f)-p+r.Between(0, 2)), 0) ^ f.SignBit()
	case 5: // a product at the greatest number
		a = r.finite(f, 1, reach)
		b = nearest(f, ieee.Div(ieee.Decode(f, f.Inf()-1), ieee.Decode(f, a)), r.Between(0, 1))
	case 6: // a sum at the greatest number
		a = f.Inf() - 1
		b = nearest(f, half(a), r.Between(-1, 1))
		s := f.SignBit() * uint64(r.Below(2))
		a, b = a|s, b|s
	case 7: // a quotient at the least normal number
		b = r.finite(f, 1, reach)
		a = nearest(f, ieee.Mul(number(1, emin(f)), ieee.Decode(f, b)), r.Between(-1, 1))
	case 8: // a quotient that is a tie among the subnormals
		x := int64(r.Next()>>(64-p+2)) | 1
		a = nearest(f, number(x, emin(f)-p+3), 0)
		b = nearest(f, number(1, 3), 0)
	case 9: // subnormals and their neighbours
		a, b = r.finite(f, emin(f)-1, emin(f)), r.finite(f, emin(f)-1, emin(f)+1)
	case 10:
		a, b = r.any(f), r.any(f)
	case 11: // a product that is tiny, and is the least normal number if it is not flushed
		r.search(func() bool {
			a = r.finite(f, -reach, -1)
			b = nearest(f, ieee.Div(number(1, emin(f)), ieee.Decode(f, a)), r.Between(-1, 0))
			return barelyTiny(f, ieee.Mul(ieee.Decode(f, a), ieee.Decode(f, b)))
		})
	case 12: // such a quotient
		r.search(func() bool {
			b = r.finite(f, 1, reach)
			a = nearest(f, ieee.Mul(number(1, emin(f)), ieee.Decode(f, b)), r.Between(-1, 0))
			return barelyTiny(f, ieee.Div(ieee.Decode(f, a), ieee.Decode(f, b)))
		})
	default:
		a, b = r.finite(f, -2, 2), r.finite(f, -2, 2)
	}
	return a, b
}

// search repeats until ok, or until it is not worth it.
func (r *random) search(ok func() bool) {
	for range 100 {
		if ok() {
			return
		}
	}
}

// barelyTiny reports whether a number is tiny with an unbounded exponent, but is
// rounded to the least normal number.
func barelyTiny(f ieee.Format, x ieee.Number) bool {
	least := uint64(1) << f.Man
	return ieee.Encode(f, x, "rn", false)&^f.SignBit() == least && ieee.Encode(f, x, "rn", true)&^f.SignBit() == 0
}

// tripleOf is pairOf for fma.
func (r *random) tripleOf(f ieee.Format, kind int) (a, b, c uint64) {
	p := int(f.Man) + 1
	switch kind % 10 {
	case 0, 1: // the addend cancels the product, exactly where that has few bits
		a, b = r.finite(f, -3, 3), r.finite(f, -3, 3)
		x := ieee.Mul(ieee.Decode(f, a), ieee.Decode(f, b))
		return a, b, nearest(f, x, r.Between(-1, 1)) ^ f.SignBit()
	case 2, 3: // the product is half a unit of the addend, or nearly
		c = r.finite(f, 0, f.Bias()/2)
		x := ieee.Decode(f, c)
		n := r.Between(0, p/2)
		a = nearest(f, number(1, x.E-1-n), r.Between(-1, 1)) ^ f.SignBit()*uint64(r.Below(2))
		return a, nearest(f, number(1, n), r.Between(-1, 1)), c
	case 4: // a result at the least normal number
		a = r.finite(f, -f.Bias()/2, -1)
		b = nearest(f, ieee.Div(number(1, emin(f)), ieee.Decode(f, a)), r.Between(-1, 1))
		return a, b, nearest(f, number(int64(r.Between(-2, 2)), emin(f)-p+1), 0)
	case 5: // overflow that the addend undoes, or makes
		a, b = f.Inf()-1, nearest(f, number(1, 0), r.Between(-1, 1))
		return a, b, nearest(f, number(1, f.Bias()-p+r.Between(0, 1)), r.Between(-1, 1)) ^ f.SignBit()*uint64(r.Below(2))
	case 8:
		a, b = r.pairOf(f, 11)
		return a, b, f.SignBit() * uint64(r.Below(2))
	case 9: // as there, with an addend
		r.search(func() bool {
			c = r.finite(f, emin(f), emin(f)+1)
			a = r.finite(f, -f.Bias()/2, -2)
			x := ieee.Add(number(1, emin(f)), ieee.Negate(ieee.Decode(f, c)), "rn")
			b = nearest(f, ieee.Div(x, ieee.Decode(f, a)), r.Between(-1, 1))
			return barelyTiny(f, ieee.Add(ieee.Mul(ieee.Decode(f, a), ieee.Decode(f, b)), ieee.Decode(f, c), "rn"))
		})
		return a, b, c
	case 6: // the addend far below the product
		a, b = r.pairOf(f, 2)
		return a, b, uint64(r.Between(0, 1)) | f.SignBit()*uint64(r.Below(2))
	}
	a, b = r.pairOf(f, r.Below(14))
	return a, b, r.finite(f, emin(f), f.Bias())
}

// narrower are formats that conversions round to.
var narrower = []ieee.Format{ieee.F32, tf32, ieee.F16, ieee.BF16, {Name: "e4m3", Exp: 4, Man: 3}, {Name: "e5m2", Exp: 5, Man: 2}}

// edges are values at which unary operations and conversions decide: ties and
// bounds of the integer types, and of narrower formats.
func (r *random) edges(f ieee.Format) []uint64 {
	var out []uint64
	add := func(x ieee.Number, ulps ...int) {
		for _, n := range ulps {
			out = append(out, nearest(f, x, n)^f.SignBit()*uint64(len(out)%2))
		}
	}
	for _, k := range []int64{1, 3, 5, 7} { // halves
		add(number(k, -1), 0, 0, -1, 1)
	}
	for _, n := range []int{7, 8, 15, 16, 31, 32, 63, 64} {
		if n <= f.Bias() {
			add(number(1, n), -1, -1, 0, 0, 1)
			add(ieee.Add(number(1, n), number(-1, -1), "rn"), 0, 0) // the upper bound and a half
		}
	}
	for _, g := range narrower {
		if g.Man >= f.Man || g.Exp > f.Exp {
			continue
		}
		tie := ieee.Decode(g, g.One()|r.Next()&(1<<g.Man-1))
		tie = ieee.Add(tie, number(1, tie.E-1), "rn")
		add(tie, -1, 0, 1)
		add(ieee.Add(number(1, g.Bias()), ieee.Add(number(1, g.Bias()), number(-1, g.Bias()-int(g.Man)-1), "rn"), "rn"), -1, 0, 0, 1) // overflow
		add(number(1, emin(g)-int(g.Man)-1), -1, 0, 1)                                                                                // half the least
		add(ieee.Add(number(1, emin(g)), number(-1, emin(g)-int(g.Man)-1), "rn"), 0, 1)                                               // below the least normal
		add(ieee.Decode(g, r.Next()&(1<<g.Man-1)|1), 0, 0)
	}
	return out
}

// roots are operands of sqrt, rcp and rsqrt: squares and what is beside them,
// and bounds of the range of results.
func (r *random) roots(f ieee.Format) []uint64 {
	var out []uint64
	for range 8 {
		x := ieee.Decode(f, r.finite(f, -3, 3)&^f.SignBit()&^(1<<(f.Man/2+1)-1))
		out = append(out, nearest(f, ieee.Mul(x, x), r.Between(-1, 1)))
	}
	for _, e := range []int{f.Bias() - 1, f.Bias(), emin(f), emin(f) - 1, emin(f) - 2} {
		out = append(out, nearest(f, number(1, e), 0), nearest(f, number(-1, e), 1), nearest(f, number(1, e), -1))
	}
	return out
}

// angles are 64 operands of the transcendental functions of f32: multiples of pi/2 rounded,
// what is beside 1, fractions of one unit in fixed point, ends of the range of
// 2^x.
func angles() []uint64 {
	f := ieee.F32
	var out []uint64
	for _, x := range []ieee.Number{
		number(0x1921fb6, -24), number(0x1921fb6, -23), number(0x4b65f1f, -25), number(0x1921fb6, -22),
		number(1, 0), number(1, -1), number(1, -23), number(3, -24), number(1, -24), number(0x1000002, -24),
		number(126, 0), number(127, 0), number(128, 0), number(149, 0), number(299, -1), number(150, 0),
	} {
		u := nearest(f, x, 0)
		out = append(out, u, u-1, f.SignBit()|u, f.SignBit()|u+1)
	}
	return out
}

// unary is a list of n operands for one-operand instructions.
func (r *random) unary(f ieee.Format, n int) []uint64 {
	out := append(append(specials(f), r.edges(f)...), r.roots(f)...)
	out = append(out, f.SignBit()|payload(f, true), payload(f, false), f.NaN())
	seen := map[uint64]bool{}
	kept := out[:0]
	for _, u := range out {
		if !seen[u] {
			seen[u] = true
			kept = append(kept, u)
		}
	}
	if len(kept) > n-32 {
		panic(fmt.Sprintf("%d operands of %s leave no room for random ones", len(kept), f.Name))
	}
	for i := len(kept); i < n; i++ {
		switch i % 4 {
		case 0:
			kept = append(kept, r.any(f))
		case 1:
			kept = append(kept, r.finite(f, emin(f)-1, f.Bias()))
		case 2:
			kept = append(kept, r.finite(f, -12, 12))
		default:
			kept = append(kept, r.finite(f, -2, 70))
		}
	}
	return kept[:n]
}

// scales are powers of two of ue8m0, two in 16 bits: most are near one, some at the ends.
func (r *random) scales(t isa.Type, n int) []uint64 {
	one := func() uint64 {
		switch r.Below(8) {
		case 0:
			return []uint64{0, 1, 0xfe, 0xff}[r.Below(4)]
		case 1:
			return r.Next() >> 56
		}
		return uint64(127 + r.Between(-12, 12))
	}
	out := make([]uint64, n)
	for i := range out {
		out[i] = low(t.Bits(), one()<<8|one())
	}
	return out
}
