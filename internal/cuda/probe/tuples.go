package probe

import (
	"math"
	"math/bits"

	"github.com/ptx2go/ptx2go/internal/isa"
)

// format is a binary floating-point format: widths of exponent and fraction.
type format struct{ exp, man uint }

var (
	half   = format{5, 10}
	brain  = format{8, 7}
	single = format{8, 23}
	double = format{11, 52}
)

func (f format) sign() uint64 { return 1 << (f.exp + f.man) }
func (f format) inf() uint64  { return (1<<f.exp - 1) << f.man }
func (f format) bias() int    { return 1<<(f.exp-1) - 1 }
func (f format) one() uint64  { return uint64(f.bias()) << f.man }

// formatOf returns the format of the elements of a type.
func formatOf(t isa.Type) (format, bool) {
	switch t {
	case isa.F16, isa.F16x2:
		return half, true
	case isa.BF16, isa.BF16x2:
		return brain, true
	case isa.F32, isa.F32x2, isa.TF32:
		return single, true
	case isa.F64:
		return double, true
	}
	return format{}, false
}

// decode returns the value of an encoding, which is exact.
func (f format) decode(u uint64) float64 {
	if f == double {
		return math.Float64frombits(u)
	}
	man := u & (1<<f.man - 1)
	exp := int(u>>f.man) & (1<<f.exp - 1)
	var x float64
	switch {
	case exp == 1<<f.exp-1 && man != 0:
		return math.NaN()
	case exp == 1<<f.exp-1:
		x = math.Inf(1)
	case exp == 0:
		x = math.Ldexp(float64(man), 1-f.bias()-int(f.man))
	default:
		x = math.Ldexp(float64(man|1<<f.man), exp-f.bias()-int(f.man))
	}
	if u&f.sign() != 0 {
		x = -x
	}
	return x
}

// encode returns the encoding of x, rounded toward zero; too large becomes
// infinite.
func (f format) encode(x float64) uint64 {
	b := math.Float64bits(x)
	if f == double {
		return b
	}
	sign := b >> 63 << (f.exp + f.man)
	switch {
	case x != x:
		return sign | f.inf() | 1<<(f.man-1)
	case math.IsInf(x, 0):
		return sign | f.inf()
	case x == 0:
		return sign
	}
	exp := int(b>>52&0x7ff) - 1023 + f.bias()
	man := b&(1<<52-1) | 1<<52
	switch {
	case exp >= 1<<f.exp-1:
		return sign | f.inf()
	case exp > 0:
		return sign | uint64(exp)<<f.man | man>>(52-f.man)&(1<<f.man-1)
	}
	return sign | man>>min(52-f.man+uint(1-exp), 63)
}

// random is a generator of numbers that is the same everywhere.
type random struct{ state uint64 }

func (r *random) next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	return mix(r.state)
}

// below returns a number from 0 to n-1.
func (r *random) below(n int) int {
	hi, _ := bits.Mul64(r.next(), uint64(n))
	return int(hi)
}

// specials returns the values of a format that break implementations.
func (f format) specials() []uint64 {
	one, inf, least := f.one(), f.inf(), uint64(1)<<f.man
	list := []uint64{0, 1, 2, 3, least - 2, least - 1, least, least + 1, 2*least - 1, 2 * least,
		one - least, one - least/2, one - 1, one, one + 1, one + least/2, one + least,
		inf - least, inf - 2, inf - 1, inf, inf | 1, inf | least/2, inf | least/2 | 5, inf | (least - 1)}
	for _, u := range list[:len(list):len(list)] {
		list = append(list, u|f.sign())
	}
	return list
}

// value draws one operand.
func (r *random) value(f format) uint64 {
	man := uint64(1)<<f.man - 1
	u := r.next() & (f.sign()<<1 - 1)
	top := 1<<f.exp - 1
	withExp := func(e int) { u = u&(f.sign()|man) | uint64(max(0, min(e, top)))<<f.man }
	switch r.below(10) {
	case 0: // few bits
		u &^= man & (1<<r.below(int(f.man)) - 1)
	case 1: // a run of ones at the end
		u |= 1<<r.below(int(f.man)) - 1
	case 2: // subnormal
		withExp(0)
		u &^= man &^ (1<<(1+r.below(int(f.man))) - 1)
	case 3: // near one
		withExp(f.bias() - 12 + r.below(24))
	case 4: // small
		withExp(r.below(2*int(f.man) + 6))
	case 5: // large
		withExp(top - 1 - r.below(30))
	case 6:
		s := f.specials()
		u = s[r.below(len(s))]
	case 7: // around a value, or a tie, of a narrower format or an integer
		withExp(f.bias() - 155 + r.below(300))
		if r.below(2) == 0 {
			withExp(f.bias() - 30 + r.below(100))
		}
		tail := uint64(1) << r.below(int(f.man))
		u = u&^(tail-1) + uint64(r.below(3)) - 1
		if r.below(2) == 0 {
			u |= tail >> 1
		}
		u &= f.sign()<<1 - 1
	}
	return u
}

// triple draws three operands, often related such that results cancel, lie on
// ties, or fall on the borders of the range.
func (r *random) triple(f format) [3]uint64 {
	mask := f.sign()<<1 - 1
	near := func(x float64) uint64 { return (f.encode(x) + uint64(r.below(7)) - 3) & mask }
	a, b, c := r.value(f), r.value(f), r.value(f)
	A, B := f.decode(a), f.decode(b)
	unit := 1 / float64(uint64(1)<<f.man)
	halves := func() float64 { // a few times half a unit, or far below
		x := float64(1+r.below(3)) * unit * 0.5
		if r.below(3) == 0 {
			x = math.Ldexp(x, -r.below(2*int(f.man)))
		}
		if r.below(2) == 0 {
			x = -x
		}
		return x
	}
	least := func() float64 { // about the least normal number, or below
		t := uint64(1)<<f.man + uint64(r.below(5)) - 2
		if r.below(3) == 0 {
			t = r.next() & (2<<f.man - 1)
		}
		return f.decode(t)
	}
	power := func(x float64) float64 { // the power of two at or below |x|
		return math.Float64frombits(math.Float64bits(x) & (0x7ff << 52))
	}
	switch r.below(11) {
	case 0: // a + b cancels
		b = near(-A)
	case 1: // a*b + c cancels
		c = near(-float64(A * B))
	case 2: // c is around half a unit of a*b
		c = near(float64(power(float64(A*B)) * halves()))
	case 3, 4: // a*b is near the least normal number
		b, c = near(least()/A), c&f.sign()
	case 5: // a/b is near the least normal number, or has a short tail
		t := least()
		if r.below(2) == 0 {
			t = f.decode(r.value(f))
		}
		a = near(float64(B * t))
	case 6: // a*b is near the greatest number
		b = near(f.decode(f.inf()-1) / A)
	case 7: // b is around half a unit of a
		b = near(float64(power(A) * halves()))
	case 8: // a is a square, or nearly
		a = near(float64(B * B))
	case 9: // equal, or nearly
		b = near(A)
	}
	return [3]uint64{a, b, c}
}

// integer draws an integer of that many bits: of any length, often with a tail
// that a conversion to a float has to round.
func (r *random) integer(width int) uint64 {
	u := r.next() >> r.below(64)
	switch r.below(5) {
	case 0:
		u = uint64(1)<<r.below(64) + uint64(r.below(3)) - 1
	case 1, 2:
		tail := uint64(1) << r.below(64)
		u = u&^(tail-1) | tail>>1
		u += uint64(r.below(3)) - 1
	}
	if r.below(2) == 0 {
		u = -u
	}
	return u << (64 - width) >> (64 - width)
}

// tuplesOf returns n tuples for the sources of the head, as one array for each
// source. Tuple i depends on i and the types of the sources alone.
func tuplesOf(h *Head, n int) [][]uint64 {
	args := make([][]uint64, len(h.src))
	for k := range args {
		args[k] = make([]uint64, n)
	}
	widest, lanes := format{}, 1
	for _, o := range h.src {
		if f, ok := formatOf(o.typ); ok && f.exp+f.man > widest.exp+widest.man {
			widest = f
		}
		lanes = max(lanes, o.typ.Lanes())
	}
	var special []uint64
	if widest != (format{}) {
		special = widest.specials()
	}
	const chunk = 4096
	parallel((n+chunk-1)/chunk, nil, func(part int) {
		for i := part * chunk; i < min(n, (part+1)*chunk); i++ {
			for lane := range lanes {
				at := i*lanes + lane
				r := random{state: mix(uint64(at) + 1)}
				var t [3]uint64
				switch {
				case len(special) == 0:
				case at < len(special)*len(special): // all pairs of special values first
					t = [3]uint64{special[at/len(special)], special[at%len(special)], special[r.below(len(special))]}
				default:
					t = r.triple(widest)
				}
				for k, o := range h.src {
					args[k][i] |= r.operand(o, k, t, widest, lane)
				}
			}
		}
	})
	return args
}

// operand returns lane bits of source k.
func (r *random) operand(o operand, k int, t [3]uint64, widest format, lane int) uint64 {
	f, ok := formatOf(o.typ)
	switch {
	case lane >= o.typ.Lanes() && lane > 0:
		return 0
	case o.typ == isa.Pred:
		return r.next() >> 63
	case !ok && o.typ.IsFloat(): // formats of 8 bits and less: any bits
		width := o.bits / o.typ.Lanes()
		return r.next() >> (64 - width) << (lane * width)
	case !ok:
		return r.integer(o.bits)
	case k >= len(t):
		return r.value(f) << (lane * int(1+f.exp+f.man))
	}
	u := t[k]
	if f != widest {
		u = f.encode(widest.decode(u))
	}
	return u << (lane * int(1+f.exp+f.man))
}

// tupleHash is the hash of the results of tuples.
func tupleHash(results []uint64) uint64 {
	sum := uint64(0)
	for i, r := range results {
		sum += mix(mix(r) ^ uint64(i))
	}
	return sum
}
