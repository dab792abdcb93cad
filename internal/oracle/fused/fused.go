// Package fused is the sum of products of matrix instructions from its definition, on big
// integers: slow, and without a line in common with runtime/tensorops.
//
// A sum has terms, which are products and an addend. All are cut to the same last bit, a number of
// bits below the largest exponent of a term: the sum of the exponents of the factors, as they are
// written, so that a subnormal number has that of the least normal one. What is left is added
// exactly and rounded once.
package fused

import (
	"math/big"

	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
)

// Sum is how terms are added.
type Sum struct {
	Bits  int    // that a term keeps below the largest exponent
	Floor int    // the least that the largest exponent counts as
	Out   string // type of the result: f32 is cut, f16 rounded to nearest even
	Keep  int    // fraction bits of a result that is cut, 0 for all
}

// NoFloor is a Floor below all exponents.
const NoFloor = -100000

// narrow are the formats that package ieee does not have by name.
var narrow = map[string]ieee.Format{
	"e4m3": {Name: "e4m3", Exp: 4, Man: 3}, "e5m2": {Name: "e5m2", Exp: 5, Man: 2}, "tf32": {Name: "tf32", Exp: 8, Man: 10},
	"e3m2": {Name: "e3m2", Exp: 3, Man: 2}, "e2m3": {Name: "e2m3", Exp: 2, Man: 3},
	"e2m1":   {Name: "e2m3", Exp: 2, Man: 3}, // what GPUs make of a byte
	"e2m1x8": {Name: "e2m1", Exp: 2, Man: 1},
}

// finite are the types without infinities, and those of them that have no NaN either.
var finite = map[string]bool{"e4m3": false, "e3m2": true, "e2m3": true, "e2m1": true, "e2m1x8": true}

// FormatOf is the format of a type of elements.
func FormatOf(typ string) ieee.Format {
	if f, ok := narrow[typ]; ok {
		return f
	}
	return ieee.Formats[typ]
}

// Decode is the number of an element and its exponent as it is written. tf32 has 32 bits, of
// which 13 do not count, and small types bits above that do not. In types without infinities the largest exponent is
// that of numbers, but for a NaN of e4m3.
func Decode(typ string, bits uint64) (x ieee.Number, exponent int) {
	f := FormatOf(typ)
	if typ == "tf32" {
		bits >>= 13
	}
	bits &= 1<<(f.Exp+f.Man+1) - 1
	field, man := int(bits>>f.Man)&(1<<f.Exp-1), bits&(1<<f.Man-1)
	if all, ok := finite[typ]; ok && field == 1<<f.Exp-1 && (all || man != 1<<f.Man-1) {
		e := field - f.Bias()
		return ieee.Number{Neg: bits>>(f.Exp+f.Man) != 0, M: new(big.Int).SetUint64(1<<f.Man | man), E: e - int(f.Man)}, e
	}
	return ieee.Decode(f, bits), max(field, 1) - f.Bias()
}

// Add is the sum of products of the factors a and b, and of c.
func (s Sum) Add(a, b []uint64, types [2]string, c uint64, typ string) uint64 {
	list := newTerms()
	for i := range a {
		x, e := Decode(types[0], a[i])
		y, f := Decode(types[1], b[i])
		list.take(ieee.Mul(x, y), e+f)
	}
	list.take(Decode(typ, c))
	return s.of(list)
}

// terms are those of a sum that are finite and not zero, and the sum of those that are not finite.
type terms struct {
	list  []term
	total ieee.Number
}

type term struct {
	x        ieee.Number
	exponent int
}

func newTerms() *terms { return &terms{total: ieee.FromInt(new(big.Int))} }

func (t *terms) take(x ieee.Number, exponent int) {
	switch {
	case x.Kind != ieee.Finite:
		t.total = ieee.Add(t.total, x, "rn")
	case !x.IsZero():
		t.list = append(t.list, term{x, exponent})
	}
}

// of is the sum of terms.
func (s Sum) of(t *terms) uint64 {
	out, terms, total := FormatOf(s.Out), t.list, t.total
	switch {
	case total.Kind == ieee.NaN:
		return out.NaN()
	case total.Kind == ieee.Infinite && total.Neg:
		return out.Inf() | out.SignBit()
	case total.Kind == ieee.Infinite:
		return out.Inf()
	case len(terms) == 0:
		return 0
	}
	top := s.Floor
	for _, t := range terms {
		top = max(top, t.exponent)
	}
	sum := new(big.Int)
	for _, t := range terms {
		m := ieee.RoundShift(t.x.M, top-s.Bits-t.x.E, false, "rz")
		if t.x.Neg {
			m = new(big.Int).Neg(m)
		}
		sum.Add(sum, m)
	}
	return s.round(sum, top-s.Bits)
}

// round makes m * 2^e a result.
func (s Sum) round(m *big.Int, e int) uint64 {
	out := FormatOf(s.Out)
	neg := m.Sign() < 0
	m = new(big.Int).Abs(m)
	if drop := m.BitLen() - 1 - s.Keep; s.Keep > 0 && drop > 0 {
		m.Rsh(m, uint(drop))
		e += drop
	}
	mode := "rn"
	if s.Out == "f32" {
		mode = "rz"
	}
	r := ieee.Encode(out, ieee.Number{M: m, E: e}, mode, false)
	if m.BitLen()+e > 1<<(out.Exp-1) {
		r = out.Inf()
	}
	if neg && r != 0 {
		r |= out.SignBit()
	}
	return r
}
