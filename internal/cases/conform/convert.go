package conform

import (
	"math/big"

	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
)

// Conversions (manual 9.7.9.21, 9.7.9.22).

// tf32 is an f32 without the last 13 bits of its significand.
var tf32 = ieee.Format{Name: "tf32", Exp: 8, Man: 10}

// convert returns the result in the width of its type.
func (m Module) convert(h head, in []uint64) uint64 {
	d, s := h.types[0], h.last()
	single := d == isa.F32 || s == isa.F32
	if single && m.flushes() && d.Bits() != 64 && s.Bits() != 64 {
		h.ftz = true // PTX 1.4 and before: not where the other side has 64 bits
	}
	switch {
	case d.IsInt() && s.IsInt():
		return intToInt(h, in[0])
	case d.IsInt():
		return toInt(h, in[0])
	case s.IsInt():
		f, _ := lanes(d)
		return h.clamp(f, ieee.Encode(f, ieee.FromInt(integer(s, in[0])), h.mode, h.ftz))
	case isNarrow(d):
		return narrowPair(h, in)
	case isNarrow(s):
		return widenPair(h, in)
	case d == isa.TF32:
		if h.mode == "rna" && ieee.F32.IsNaN(in[0]) { // cut off, and may become an infinity
			u := in[0] >> 13
			if h.finite {
				u--
			}
			return u << 13
		}
		return h.clamp(tf32, floatToFloat(h, tf32, ieee.F32, in[0])) << 13
	}
	f, n := lanes(d)
	from, _ := lanes(s)
	u := h.clamp(f, floatToFloat(h, f, from, in[n-1]))
	if n == 2 { // the first operand is the upper half
		u |= h.clamp(f, floatToFloat(h, f, from, in[0])) << f.Width()
	}
	return u
}

// clamp applies .satfinite, .sat, .relu and .pzo.
func (h head) clamp(f ieee.Format, u uint64) uint64 {
	if h.finite && u&^f.SignBit() == f.Inf() {
		u--
	}
	if h.sat {
		u = ieee.Sat(f, u)
	}
	if h.relu {
		u = ieee.Relu(f, u)
	}
	if h.pzo && u == f.SignBit() {
		u = 0
	}
	return u
}

// integer returns the value of an operand of integer type.
func integer(t isa.Type, u uint64) *big.Int {
	if t.IsSigned() {
		return big.NewInt(signed(t.Bits(), u))
	}
	return new(big.Int).SetUint64(low(t.Bits(), u))
}

// saturate clamps to the range of an integer type and returns the bits.
func saturate(bits int, isSigned bool, v *big.Int) uint64 {
	lo, hi := big.NewInt(0), new(big.Int).Lsh(big.NewInt(1), uint(bits))
	if isSigned {
		hi.Rsh(hi, 1)
		lo.Neg(hi)
	}
	hi.Sub(hi, big.NewInt(1))
	if v.Cmp(lo) < 0 {
		v = lo
	}
	if v.Cmp(hi) > 0 {
		v = hi
	}
	if v.Sign() < 0 {
		return low(bits, uint64(v.Int64()))
	}
	return v.Uint64()
}

// intToInt extends by the source type or chops; .sat clamps.
func intToInt(h head, u uint64) uint64 {
	d, s := h.types[0], h.last()
	if h.sat {
		return saturate(d.Bits(), d.IsSigned(), integer(s, u))
	}
	if s.IsSigned() {
		return low(d.Bits(), uint64(signed(s.Bits(), u)))
	}
	return low(d.Bits(), low(s.Bits(), u))
}

// toInt rounds to an integer and clamps. A NaN gives 0 where the source is not
// f64 and the destination has at most 32 bits, otherwise the top bit alone.
func toInt(h head, u uint64) uint64 {
	d := h.types[0]
	f, _ := lanes(h.last())
	x := decode(f, h.ftz, u)
	switch x.Kind {
	case ieee.NaN:
		if f != ieee.F64 && d.Bits() <= 32 {
			return 0
		}
		return 1 << (d.Bits() - 1)
	case ieee.Infinite:
		v := new(big.Int).Lsh(big.NewInt(1), 100)
		if x.Neg {
			v.Neg(v)
		}
		return saturate(d.Bits(), d.IsSigned(), v)
	}
	return saturate(d.Bits(), d.IsSigned(), ieee.Integral(x, h.mode[:2]))
}

// floatToFloat converts, or rounds to an integer in a format. .ftz is about the
// f32 side, and does nothing in conversions to f16.
func floatToFloat(h head, d, from ieee.Format, u uint64) uint64 {
	flushIn := h.ftz && (from == ieee.F32 && d != ieee.F16 || from == ieee.BF16)
	flushOut := h.ftz && d == ieee.F32
	x := decode(from, flushIn, u)
	if x.Kind == ieee.NaN {
		return convertNaN(d, from, u, h.mode == "" && !flushIn && !flushOut, flushIn)
	}
	mode := h.mode
	if len(mode) == 3 && mode != "rna" {
		mode = mode[:2]
		if x.Kind == ieee.Finite {
			neg := x.Neg // of a zero too
			x = ieee.FromInt(ieee.Integral(x, mode))
			x.Neg = neg
		}
	}
	if mode == "" {
		mode = "rn" // exact
	}
	return ieee.Encode(d, x, mode, flushOut)
}

// convertNaN is the policy for NaNs: a move of f32 or f64 keeps the bits, and so does
// bf16 to f32, which is a shift; with f64 on either side sign and payload stay and the
// NaN is quiet; anything else is the canonical NaN, and so is a flushed operand.
func convertNaN(d, from ieee.Format, u uint64, move, flushed bool) uint64 {
	switch {
	case flushed && d == ieee.F64:
		return convertNaN(d, from, from.NaN(), false, false)
	case flushed:
	case d == ieee.F32 && from == ieee.BF16:
		return u << 16
	case d == from && move && d.Width() >= 32:
		return u
	case d == ieee.F64 || from == ieee.F64:
		payload := u & (1<<from.Man - 1)
		if d.Man > from.Man {
			payload <<= d.Man - from.Man
		} else {
			payload >>= from.Man - d.Man
		}
		s := uint64(0)
		if u&from.SignBit() != 0 {
			s = d.SignBit()
		}
		return s | d.Inf() | 1<<(d.Man-1) | payload
	}
	return d.NaN()
}

// pack saturates a and b and puts a above b, and c above both.
func pack(h head, in []uint64) uint64 {
	d := h.types[0]
	n := d.Bits()
	u := saturate(n, d.IsSigned(), integer(isa.S32, in[0]))<<n |
		saturate(n, d.IsSigned(), integer(isa.S32, in[1]))
	if len(in) == 3 {
		u |= low(32, in[2]) << (2 * n)
	}
	return low(32, u)
}
