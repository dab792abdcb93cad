package conform

import (
	"cmp"

	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
)

// Comparison and selection (manual 9.3.1, 9.7.6, 9.7.7).

// holds compares two values. An ordered comparison of a NaN is false, ne too;
// the unordered ones are true.
func holds(how string, t isa.Type, ftz bool, a, b uint64) bool {
	var c int
	if isFloat(t) {
		f, _ := lanes(t)
		x, y := decode(f, ftz, a), decode(f, ftz, b)
		if nan := x.Kind == ieee.NaN || y.Kind == ieee.NaN; nan || how == "num" || how == "nan" {
			switch how {
			case "num":
				return !nan
			case "nan", "equ", "neu", "ltu", "leu", "gtu", "geu":
				return nan
			}
			return false
		}
		if c = ieee.Compare(x, y); x.IsZero() && y.IsZero() {
			c = 0
		}
	} else if t.IsSigned() {
		c = cmp.Compare(signed(t.Bits(), a), signed(t.Bits(), b))
	} else {
		c = cmp.Compare(low(t.Bits(), a), low(t.Bits(), b))
	}
	switch how {
	case "eq", "equ":
		return c == 0
	case "ne", "neu":
		return c != 0
	case "lt", "ltu", "lo":
		return c < 0
	case "le", "leu", "ls":
		return c <= 0
	case "gt", "gtu", "hi":
		return c > 0
	case "ge", "geu", "hs":
		return c >= 0
	}
	panic("comparison " + how)
}

// combine is the boolean operation of set and setp, if there is one.
func combine(x *isa.Match, p bool, in []uint64) bool {
	if len(in) < 3 {
		return p
	}
	c := in[2] != 0
	switch x.Val("B") {
	case "and":
		return p && c
	case "or":
		return p || c
	case "xor":
		return p != c
	}
	panic("boolean operation of " + x.Head)
}

// half returns element i of a packed value and the type of such elements; what is
// not packed has one.
func half(t isa.Type, i int, u uint64) (isa.Type, uint64) {
	switch t {
	case isa.F16x2:
		return isa.F16, u >> (16 * i) & 0xffff
	case isa.BF16x2:
		return isa.BF16, u >> (16 * i) & 0xffff
	}
	return t, u
}

// compareHalf compares element i of the operands.
func (m Module) compareHalf(x *isa.Match, h head, i int, in []uint64) bool {
	t, a := half(h.last(), i, in[0])
	_, b := half(h.last(), i, in[1])
	return holds(x.Val("C"), t, h.ftz || t == isa.F32 && m.flushes(), a, b)
}

// set writes 1.0 to a float, all ones to an integer, of a pair each half.
func (m Module) set(x *isa.Match, h head, in []uint64) uint64 {
	d := h.types[0]
	yes := uint64(1)<<d.Bits() - 1
	if isFloat(d) {
		f, _ := lanes(d)
		yes = f.One()
	}
	n := h.last().Lanes()
	if n > 1 && !isFloat(d) {
		yes = 0xffff
	}
	var out uint64
	for i := range n {
		if combine(x, m.compareHalf(x, h, i, in), in) {
			out |= yes << (16 * i)
		}
	}
	return out
}

// setp compares the halves of a pair into p and q; q is otherwise computed from
// the opposite of the comparison.
func (m Module) setp(x *isa.Match, h head, in []uint64) (p, q uint64) {
	first := m.compareHalf(x, h, 0, in)
	second := !first
	if h.last().Lanes() > 1 {
		second = m.compareHalf(x, h, 1, in)
	}
	return bit(combine(x, first, in)), bit(combine(x, second, in))
}

// slct takes a where c >= 0, which no NaN is.
func (m Module) slct(h head, in []uint64) uint64 {
	if holds("ge", h.last(), h.ftz || h.last() == isa.F32 && m.flushes(), in[2], 0) {
		return in[0]
	}
	return in[1]
}

// low returns the low n bits.
func low(n int, u uint64) uint64 {
	if n == 64 {
		return u
	}
	return u & (1<<n - 1)
}

// signed returns the low n bits as a signed number.
func signed(n int, u uint64) int64 { return int64(u<<(64-n)) >> (64 - n) }
