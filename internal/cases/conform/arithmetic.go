package conform

import (
	"github.com/ptx2go/ptx2go/internal/isa"
	"github.com/ptx2go/ptx2go/internal/oracle/ieee"
)

// arithmetic is add, sub, mul, div, fma, mad, rcp, sqrt or frc, rounded once.
func arithmetic(h head, f ieee.Format, ftz bool, in []uint64) uint64 {
	x := make([]ieee.Number, len(in))
	for i, u := range in {
		of, _ := lanes(h.operand(i, len(in)))
		x[i] = decode(of, ftz, u)
	}
	var r ieee.Number
	switch h.op {
	case "add":
		r = ieee.Add(x[0], x[1], h.mode)
	case "sub":
		r = ieee.Add(x[0], ieee.Negate(x[1]), h.mode)
	case "mul":
		r = ieee.Mul(x[0], x[1])
	case "div":
		r = ieee.Div(x[0], x[1])
	case "fma", "mad":
		r = ieee.Add(ieee.Mul(x[0], x[1]), x[2], h.mode)
	case "rcp":
		r = ieee.Div(ieee.Decode(f, f.One()), x[0])
	case "sqrt":
		r = ieee.Sqrt(x[0])
	case "frc": // a - floor(a)
		floor := x[0]
		if floor.Kind == ieee.Finite {
			floor = ieee.FromInt(ieee.Integral(x[0], "rm"))
			floor.Neg = x[0].Neg
		}
		r = ieee.Add(x[0], ieee.Negate(floor), h.mode)
	default:
		panic("no oracle computes " + h.op)
	}
	if f == ieee.F64 && r.Kind == ieee.NaN {
		if h.op == "div" { // software, in which the first operand's wins
			in = []uint64{in[1], in[0]}
		}
		return nan64(in)
	}
	return ieee.Encode(f, r, h.mode, ftz)
}

// decode returns the number of an operand, flushed if ftz.
func decode(f ieee.Format, ftz bool, u uint64) ieee.Number {
	if ftz && f.IsSubnormal(u) {
		u &= f.SignBit()
	}
	return ieee.Decode(f, u)
}

// nan64 is the NaN of an f64 instruction: the second operand's, the third's or
// the first's, quiet, or the default one where no operand is a NaN.
func nan64(in []uint64) uint64 {
	for _, i := range []int{1, 2, 0} {
		if i < len(in) && ieee.F64.IsNaN(in[i]) {
			return in[i] | 1<<51
		}
	}
	return ieee.F64.NaN()
}

// madTruncated is mad.f32 on sm_1x (9.7.3.7): the product is cut to 24 bits, its
// exponent kept; with a zero addend it is mul and then add. Everything is
// flushed.
func madTruncated(in []uint64) uint64 {
	f := ieee.F32
	p := ieee.Mul(decode(f, true, in[0]), decode(f, true, in[1]))
	c := decode(f, true, in[2])
	if c.IsZero() {
		p = ieee.Decode(f, ieee.Encode(f, p, "rn", true))
	} else if p.Kind == ieee.Finite {
		if cut := p.M.BitLen() - 24; cut > 0 {
			p.M, p.E = ieee.RoundShift(p.M, cut, false, "rz"), p.E+cut
		}
	}
	return ieee.Encode(f, ieee.Add(p, c, "rn"), "rn", true)
}

// minmax follows the pseudo-code of 9.7.3.11 and 9.7.4.7.
func minmax(x *isa.Match, f ieee.Format, op string, ftz bool, in []uint64) uint64 {
	v := make([]uint64, len(in))
	for i, u := range in {
		if ftz && f.IsSubnormal(u) {
			u &= f.SignBit()
		}
		if x.Has("abs") {
			u &^= f.SignBit()
		}
		v[i] = u
	}
	two := func(a, b uint64) uint64 {
		an, bn := f.IsNaN(a), f.IsNaN(b)
		switch {
		case an && bn || x.Has("NaN") && (an || bn):
			if f == ieee.F64 {
				return b | 1<<51
			}
			return f.NaN()
		case an:
			return b
		case bn:
			return a
		}
		if less := ieee.Compare(ieee.Decode(f, a), ieee.Decode(f, b)) < 0; less == (op == "min") {
			return a
		}
		return b
	}
	d := two(v[0], v[1])
	if len(v) == 3 {
		d = two(d, v[2])
	}
	if x.Has("xorsign") && !f.IsNaN(d) {
		d = d&^f.SignBit() | (in[0]^in[1])&f.SignBit()
	}
	return d
}

// sign is abs and neg. A NaN becomes the canonical one; in f64 it becomes quiet.
func sign(f ieee.Format, op string, ftz bool, u uint64) uint64 {
	if f.IsNaN(u) {
		if f == ieee.F64 {
			return u | 1<<51
		}
		return f.NaN()
	}
	if ftz && f.IsSubnormal(u) {
		u &= f.SignBit()
	}
	if op == "abs" {
		return u &^ f.SignBit()
	}
	return u ^ f.SignBit()
}

// testp is 9.7.3.1.
func testp(t isa.Type, x *isa.Match, u uint64) uint64 {
	f, _ := lanes(t)
	nan, sub := f.IsNaN(u), f.IsSubnormal(u)
	inf := u&^f.SignBit() == f.Inf()
	switch x.Val("O") {
	case "finite":
		return bit(!nan && !inf)
	case "infinite":
		return bit(inf)
	case "number":
		return bit(!nan)
	case "notanumber":
		return bit(nan)
	case "normal":
		return bit(!nan && !inf && !sub)
	case "subnormal":
		return bit(sub)
	}
	panic("no oracle computes " + x.Head)
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
