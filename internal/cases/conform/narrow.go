package conform

import (
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
)

// narrow is a format of which a packed type holds pairs (manual 5.2.3, 5.2.4). A code is
// the encoding of an element without its sign.
type narrow struct {
	exp, man uint
	bias     int
	greatest uint64 // code of the greatest finite number
	infinite uint64 // code of the infinity, 0 where there is none
	nan      uint64 // what a NaN becomes
	scale    bool   // an exponent alone, without sign or zero
	fixed    bool   // an integer of 8 bits, of which six stand after the point
}

// narrowFormats are these formats by the types of their pairs.
var narrowFormats = map[isa.Type]narrow{
	isa.E4M3x2: {exp: 4, man: 3, bias: 7, greatest: 0x7e, nan: 0x7f},
	isa.E5M2x2: {exp: 5, man: 2, bias: 15, greatest: 0x7b, infinite: 0x7c, nan: 0x7f},
	isa.E2M3x2: {exp: 2, man: 3, bias: 1, greatest: 0x1f, nan: 0x1f},
	isa.E3M2x2: {exp: 3, man: 2, bias: 3, greatest: 0x1f, nan: 0x1f},
	isa.E2M1x2: {exp: 2, man: 1, bias: 1, greatest: 0x7, nan: 0x7},

	isa.S2F6x2:  {fixed: true},
	isa.UE8M0x2: {exp: 8, bias: 127, greatest: 0xfe, nan: 0xff, scale: true},
}

func isNarrow(t isa.Type) bool {
	_, ok := narrowFormats[t]
	return ok
}

func (n narrow) sign() uint64 { return 1 << (n.exp + n.man) }

// value is the number of a code, a finite one.
func (n narrow) value(code uint64) ieee.Number {
	if n.scale {
		return number(1, int(code)-n.bias)
	}
	e, m := int(code>>n.man), int64(code&(1<<n.man-1))
	if e == 0 {
		e = 1
	} else {
		m |= 1 << n.man
	}
	return number(m, e-n.bias-int(n.man))
}

// decode is the number of an encoding; what an element has above it does not count.
func (n narrow) decode(u uint64) ieee.Number {
	if n.fixed {
		return number(signed(8, u), -6)
	}
	x, code := ieee.Number{Kind: ieee.NaN}, u&(n.sign()-1)
	switch {
	case code <= n.greatest:
		x = n.value(code)
	case code == n.infinite:
		x = ieee.Number{Kind: ieee.Infinite}
	}
	x.Neg = !n.scale && u&n.sign() != 0
	return x
}

// power2 is a scale: a power of two, or a NaN.
func power2(u uint64) ieee.Number { return narrowFormats[isa.UE8M0x2].decode(low(8, u)) }

// narrowPair converts both elements to the nearest numbers, or toward zero, out of range to the
// greatest. The upper one is from the first operand or from the upper half. If there is a
// scale it divides both, and subnormal elements count as zero.
func narrowPair(h head, in []uint64) uint64 {
	upper, lower := in[0], uint64(0)
	f, lanes := lanes(h.last())
	if lanes == 2 {
		upper, lower = in[0]>>f.Width(), in[0]&(1<<f.Width()-1)
	} else {
		lower = in[1]
	}
	d := h.types[0]
	n := narrowFormats[d]
	one := func(u uint64) uint64 {
		if h.scales == 0 {
			return n.encode(h, ieee.Decode(f, u))
		}
		return n.encode(h, ieee.Div(decode(f, true, u), power2(in[len(in)-1])))
	}
	return one(upper)<<(d.Bits()/2) | one(lower)
}

// encode looks for the code whose value is nearest, of two the even one.
func (n narrow) encode(h head, x ieee.Number) uint64 {
	if x.Kind == ieee.NaN {
		return n.nan
	}
	if n.scale {
		return n.power(h, x)
	}
	u := n.magnitude(h, x)
	if x.Neg && !h.relu && !(h.pzo && u == 0) {
		return u | n.sign()
	}
	if x.Neg && h.relu {
		return 0
	}
	return u
}

// magnitude is encode without the sign.
func (n narrow) magnitude(h head, x ieee.Number) uint64 {
	if x.Kind == ieee.Infinite {
		return n.greatest
	}
	x.Neg = false
	code := uint64(0)
	for code < n.greatest && ieee.Compare(n.value(code+1), x) <= 0 {
		code++
	}
	if code == n.greatest || h.mode == "rz" {
		return code
	}
	// Compare twice x with the sum of its neighbours.
	twice := x
	twice.E++
	switch c := ieee.Compare(twice, ieee.Add(n.value(code), n.value(code+1), "rn")); {
	case c > 0, c == 0 && code%2 == 1:
		code++
	}
	return code
}

// power looks for the code of the power of two next to the magnitude of x, which is no
// NaN: below it, or with .rp above it.
func (n narrow) power(h head, x ieee.Number) uint64 {
	beyond := n.nan
	if h.finite {
		beyond = n.greatest
	}
	if x.Kind == ieee.Infinite {
		return beyond
	}
	x.Neg = false
	code := uint64(0)
	for code <= n.greatest && ieee.Compare(n.value(code+1), x) <= 0 {
		code++
	}
	if h.mode == "rp" && code <= n.greatest && ieee.Compare(n.value(code), x) < 0 {
		code++
	}
	if code > n.greatest {
		return beyond
	}
	return code
}

// narrowings are operands at which conversions to the formats without infinities and NaNs
// decide: their numbers, and the ties between them with what is beside.
func narrowings(f ieee.Format) []uint64 {
	var out []uint64
	add := func(x ieee.Number, ulps ...int) {
		for _, ulp := range ulps {
			out = append(out, nearest(f, x, ulp)^f.SignBit()*uint64(len(out)%2))
		}
	}
	for _, t := range []isa.Type{isa.E2M1x2, isa.E2M3x2, isa.E3M2x2} {
		n := narrowFormats[t]
		for code := range n.greatest + 1 { // after the greatest, too
			tie := ieee.Add(n.value(code), n.value(code+1), "rn")
			tie.E--
			add(n.value(code), 0)
			add(tie, -1, 0, 1)
		}
	}
	return out
}

// widenPair converts both elements to a wider format, exactly. If there are scales each
// multiplies its element.
func widenPair(h head, in []uint64) uint64 {
	u, scales := in[0], uint64(0x7f7f)
	if h.scales != 0 {
		scales = in[1]
	}
	s := h.last()
	f, _ := lanes(h.types[0])
	one := func(u, scale uint64) uint64 {
		return h.clamp(f, ieee.Encode(f, ieee.Mul(narrowFormats[s].decode(u), power2(scale)), "rn", false))
	}
	return one(u>>(s.Bits()/2), scales>>8)<<f.Width() | one(u, scales)
}
