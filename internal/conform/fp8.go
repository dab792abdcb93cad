package conform

import (
	"github.com/ptx2go/ptx2go/internal/ieee"
	"github.com/ptx2go/ptx2go/internal/isa"
)

// The 8-bit formats (manual 5.2.3): e4m3 has no infinity and one NaN, 0x7f;
// e5m2 is the upper half of an f16.

// fp8Greatest is the code of the greatest finite number.
func fp8Greatest(t isa.Type) uint64 {
	if t == isa.E4M3x2 {
		return 0x7e
	}
	return 0x7b
}

// fp8Value is the number of a code without sign, a finite one.
func fp8Value(t isa.Type, code uint64) ieee.Number {
	if t == isa.E5M2x2 {
		return ieee.Decode(ieee.F16, code<<8)
	}
	// Seven bits of a wider format with another bias: the exponent is 8 too small
	// in f16, subnormals included.
	x := ieee.Decode(ieee.F16, code<<7)
	x.E += 8
	return x
}

// narrowToFP8 converts both elements to the nearest number, out of range to the
// greatest. The upper byte is from the first operand or from the upper half.
func narrowToFP8(h head, in []uint64) uint64 {
	upper, lower := in[0], uint64(0)
	f, n := lanes(h.last())
	if n == 2 {
		upper, lower = in[0]>>16, in[0]&0xffff
	} else {
		lower = in[1]
	}
	return toFP8(h.types[0], f, h.relu, upper)<<8 | toFP8(h.types[0], f, h.relu, lower)
}

// toFP8 looks for the code whose value is nearest, of two the even one.
func toFP8(t isa.Type, f ieee.Format, relu bool, u uint64) uint64 {
	x := ieee.Decode(f, u)
	if x.Kind == ieee.NaN {
		return 0x7f
	}
	s := uint64(0)
	if x.Neg {
		if relu {
			return 0
		}
		s = 0x80
	}
	greatest := fp8Greatest(t)
	if x.Kind == ieee.Infinite {
		return s | greatest
	}
	x.Neg = false
	code := uint64(0)
	for code < greatest && ieee.Compare(fp8Value(t, code+1), x) <= 0 {
		code++
	}
	if code == greatest {
		return s | greatest
	}
	// Compare twice x with the sum of its neighbours.
	twice := x
	twice.E++
	switch c := ieee.Compare(twice, ieee.Add(fp8Value(t, code), fp8Value(t, code+1), "rn")); {
	case c > 0, c == 0 && code%2 == 1:
		code++
	}
	return s | code
}

// fromFP8 converts the low byte of u to f16, exactly.
func fromFP8(t isa.Type, relu bool, u uint64) uint64 {
	code := u & 0x7f
	if t == isa.E4M3x2 && code == 0x7f || t == isa.E5M2x2 && code > 0x7c {
		return ieee.F16.NaN()
	}
	neg := u&0x80 != 0
	if relu && neg {
		return 0
	}
	x := ieee.Number{Kind: ieee.Infinite}
	if t == isa.E4M3x2 || code < 0x7c {
		x = fp8Value(t, code)
	}
	x.Neg = neg
	return ieee.Encode(ieee.F16, x, "rn", false)
}
