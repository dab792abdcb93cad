package fused

import (
	"math/big"

	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
)

// Model is how a GPU computes an element of D.
type Model struct {
	Sum
	Groups [][]int // of the products, each with the result before as its addend
	Late   bool    // C is added at the end, rounded to nearest even, and not at the beginning
}

// Dot is an element of D.
func (m Model) Dot(a, b []uint64, types [2]string, c uint64, cType, dType string) uint64 {
	acc, typ := c, cType
	switch {
	case m.Late:
		acc, typ = 0, m.Out
	case cType != m.Out: // converted first
		acc, typ = rounded(FormatOf(m.Out), ieee.Decode(FormatOf(cType), c)), m.Out
	}
	for _, g := range m.Groups {
		var x, y []uint64
		for _, i := range g {
			x, y = append(x, a[i]), append(y, b[i])
		}
		acc, typ = m.Add(x, y, types, acc, typ), m.Out
	}
	d := FormatOf(dType)
	if m.Late {
		return rounded(d, ieee.Add(ieee.Decode(d, acc), ieee.Decode(FormatOf(cType), c), "rn"))
	}
	if dType != m.Out {
		return rounded(d, ieee.Decode(FormatOf(m.Out), acc))
	}
	return acc
}

// rounded is a number in a format, to nearest even.
func rounded(f ieee.Format, x ieee.Number) uint64 { return ieee.Encode(f, x, "rn", false) }

// InTurn is an fma of f32 for each product from +0 on, to which C is added.
func InTurn(a, b []uint64, types [2]string, c uint64, cType string) uint64 {
	sum := ieee.FromInt(new(big.Int))
	for i := range a {
		x, _ := Decode(types[0], a[i])
		y, _ := Decode(types[1], b[i])
		sum = single(ieee.Add(ieee.Mul(x, y), sum, "rn"))
	}
	return rounded(ieee.F32, ieee.Add(sum, ieee.Decode(FormatOf(cType), c), "rn"))
}

// InPairs is (a0b0 + a1b1 + C) + (a2b2 + a3b3) in f32, each sum rounded, and that as f16.
func InPairs(a, b []uint64, types [2]string, c uint64) uint64 {
	pair := func(i int) ieee.Number {
		var p [2]ieee.Number
		for k := range p {
			x, _ := Decode(types[0], a[i+k])
			y, _ := Decode(types[1], b[i+k])
			p[k] = ieee.Mul(x, y)
		}
		return single(ieee.Add(p[0], p[1], "rn"))
	}
	first := single(ieee.Add(pair(0), ieee.Decode(ieee.F16, c), "rn"))
	return rounded(ieee.F16, single(ieee.Add(pair(2), first, "rn")))
}

// single rounds to f32.
func single(x ieee.Number) ieee.Number { return ieee.Decode(ieee.F32, rounded(ieee.F32, x)) }
