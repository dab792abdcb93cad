package fused

import (
	"math/big"

	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
)

// Scales are those of a row of A and of a column of B, one for each block.
type Scales struct {
	Type string // "ue8m0" or "ue4m3"
	A, B []uint64
}

// scale is the number of a scale, and its exponent as it is written. ue8m0 is an exponent alone;
// ue4m3 is e4m3 without a sign.
func scale(typ string, bits uint64) (x ieee.Number, exponent int) {
	if typ == "ue4m3" {
		return Decode("e4m3", bits&0x7f)
	}
	if bits &= 0xff; bits == 0xff {
		return ieee.Number{Kind: ieee.NaN}, 0
	}
	return ieee.Number{M: big.NewInt(1), E: int(bits) - 127}, int(bits) - 127
}

// Scaled is an element of D of a block-scaled product, of f32. Where exactly is zero each product
// with its scales is a term. Else so many are added exactly, and times their scales are one term,
// whose exponent is that of the scales.
func (s Sum) Scaled(a, b []uint64, types [2]string, scales Scales, exactly int, c uint64) uint64 {
	list := newTerms()
	size, n := len(a)/len(scales.A), max(1, exactly)
	for at := 0; at < len(a); at += n {
		x, e := scale(scales.Type, scales.A[at/size])
		y, f := scale(scales.Type, scales.B[at/size])
		sum := ieee.FromInt(new(big.Int))
		for i := at; i < at+n; i++ {
			v, g := Decode(types[0], a[i])
			w, h := Decode(types[1], b[i])
			sum = ieee.Add(sum, ieee.Mul(v, w), "rn")
			if exactly == 0 {
				e += g + h
			}
		}
		list.take(ieee.Mul(sum, ieee.Mul(x, y)), e+f)
	}
	list.take(Decode("f32", c))
	return s.of(list)
}
