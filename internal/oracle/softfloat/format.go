package softfloat

import "math/bits"

// Mode is a rounding mode.
type Mode uint8

const (
	Rn Mode = iota
	Rz
	Rm
	Rp
	Rna // to nearest, ties away from zero
)

// Modes are the modes by the names that functions of fpops have them by.
var Modes = map[string]Mode{"Rn": Rn, "Rz": Rz, "Rm": Rm, "Rp": Rp, "Rna": Rna}

func (r Mode) String() string { return [...]string{"rn", "rz", "rm", "rp", "rna"}[r] }

// Format is a format: sign, exponent, significand.
type Format struct {
	Name           string
	Width, Man     uint
	Bias           int
	Sign, Inf, NaN uint64
}

// NewFormat returns the format with these numbers of bits.
func NewFormat(name string, exp, man uint) *Format {
	sign := uint64(1) << (exp + man)
	return &Format{name, 1 + exp + man, man, 1<<(exp-1) - 1, sign, (1<<exp - 1) << man, sign - 1}
}

// Formats of IEEE 754, and the narrow ones of PTX.
var (
	F16  = NewFormat("f16", 5, 10)
	Bf16 = NewFormat("bf16", 8, 7)
	F32  = NewFormat("f32", 8, 23)
	Tf32 = NewFormat("tf32", 8, 10)
	F64  = NewFormat("f64", 11, 52)
	// The fp8 formats, for the rounding of magnitudes and for decoding.
	E4m3 = NewFormat("e4m3", 4, 3)
	E5m2 = NewFormat("e5m2", 5, 2)
	E2m3 = NewFormat("e2m3", 2, 3)
	E3m2 = NewFormat("e3m2", 3, 2)
	E2m1 = NewFormat("e2m1", 2, 1)
)

// Mask has all bits of an encoding, One is that of 1.
func (f *Format) Mask() uint64 { return f.Sign<<1 - 1 }
func (f *Format) One() uint64  { return uint64(f.Bias) << f.Man }

// IsNaN reports whether u is a NaN.
func (f *Format) IsNaN(u uint64) bool { return u&^f.Sign > f.Inf }

// IsSubnormal reports whether u is a subnormal number.
func (f *Format) IsSubnormal(u uint64) bool { return u&f.Inf == 0 && u&^f.Sign != 0 }

// Class is what a number is.
type Class uint8

const (
	Zero Class = iota
	Finite
	Inf
	NaN
)

// Number is an unpacked number: m * 2^(e-127), where bit 127 of m is set
// and hi, lo are the halves of m, if it is finite and not zero.
type Number struct {
	Class  Class
	Neg    bool
	cancel bool // a zero without a sign: the sum of numbers that cancel
	E      int
	Hi, Lo uint64
}

// Unpack decodes u, which is flushed before if ftz.
func (f *Format) Unpack(u uint64, ftz bool) Number {
	x := Number{Neg: u&f.Sign != 0}
	frac := u & (1<<f.Man - 1)
	switch exp := u & f.Inf; {
	case exp == f.Inf && frac != 0:
		x.Class = NaN
	case exp == f.Inf:
		x.Class = Inf
	case exp == 0 && (frac == 0 || ftz):
	case exp == 0:
		n := bits.LeadingZeros64(frac)
		x.Class, x.Hi, x.E = Finite, frac<<n, 1-f.Bias+63-int(f.Man)-n
	default:
		x.Class, x.Hi, x.E = Finite, (frac|1<<f.Man)<<(63-f.Man), int(exp>>f.Man)-f.Bias
	}
	return x
}

// RoundBits returns the first keep bits of m, a significand below 1<<64 that goes
// on after its last bit if sticky, rounded. keep may be negative: then m is
// less than half of the last place, as it is when keep is 0 and bit 63 clear.
func RoundBits(m uint64, sticky bool, keep int, neg bool, r Mode) uint64 {
	var q, rest, half uint64
	switch {
	case keep < 0:
		rest, half = 1, 2
	case keep == 0:
		rest, half = m, 1<<63
	default:
		shift := uint(64 - keep)
		q, rest, half = m>>shift, m&(1<<shift-1), 1<<(shift-1)
	}
	if rest == 0 && !sticky {
		return q
	}
	up := false
	switch r {
	case Rn:
		up = rest > half || rest == half && (sticky || q&1 == 1)
	case Rna:
		up = rest >= half
	case Rm:
		up = neg
	case Rp:
		up = !neg
	}
	if up {
		q++
	}
	return q
}

// Magnitude rounds m * 2^(e-63), bit 63 of m set, to the precision and the
// subnormals of f, and to no greatest number: what is larger than the format
// continues its encodings.
func (f *Format) Magnitude(neg bool, e int, m uint64, sticky bool, r Mode) uint64 {
	least := 1 - f.Bias
	if e < least {
		return RoundBits(m, sticky, int(f.Man)+1-(least-e), neg, r)
	}
	return uint64(e-least)<<f.Man + RoundBits(m, sticky, int(f.Man)+1, neg, r)
}

// pack rounds m * 2^(e-63) to f. With ftz a number that is below the least
// normal one after rounding to f's precision, whatever its exponent, is zero.
func (f *Format) pack(neg bool, e int, m uint64, sticky bool, r Mode, ftz bool) uint64 {
	var s uint64
	if neg {
		s = f.Sign
	}
	if least := 1 - f.Bias; ftz && e < least {
		if q := RoundBits(m, sticky, int(f.Man)+1, neg, r); e < least-1 || q>>(f.Man+1) == 0 {
			return s
		}
	}
	u := f.Magnitude(neg, e, m, sticky, r)
	if u >= f.Inf {
		u = f.Inf
		if r == Rz || r == Rm && !neg || r == Rp && neg {
			u--
		}
	}
	return s | u
}

// Round returns the encoding of x; NaN is the canonical one.
func (f *Format) Round(x Number, r Mode, ftz bool) uint64 {
	switch {
	case x.Class == NaN:
		return f.NaN
	case x.Class == Finite:
		return f.pack(x.Neg, x.E, x.Hi, x.Lo != 0, r, ftz)
	}
	var u uint64
	if x.Class == Inf {
		u = f.Inf
	}
	if x.Neg || x.cancel && r == Rm {
		u |= f.Sign
	}
	return u
}

// RoundAll is round for many, with a short way for normal numbers.
func (f *Format) RoundAll(out []uint64, all []Number, r Mode, ftz bool) {
	const half = 1 << 63
	least, shift := 1-f.Bias, 63-f.Man
	for i := range all {
		x := &all[i]
		if x.Class != Finite || x.E < least || x.E > f.Bias {
			out[i] = f.Round(*x, r, ftz)
			continue
		}
		u := uint64(x.E-least)<<f.Man + x.Hi>>shift
		if rest := x.Hi << (f.Man + 1); rest|x.Lo != 0 {
			up := false
			switch r {
			case Rn:
				up = rest > half || rest == half && (x.Lo != 0 || u&1 == 1)
			case Rna:
				up = rest >= half
			case Rm:
				up = x.Neg
			case Rp:
				up = !x.Neg
			}
			if up {
				u++
			}
		}
		if u >= f.Inf {
			u = f.Round(*x, r, ftz)
		} else if x.Neg {
			u |= f.Sign
		}
		out[i] = u
	}
}

// Integer returns the magnitude of x, finite or zero, rounded to an integer;
// ok is false if it is 2^64 or more.
func (x Number) Integer(r Mode) (v uint64, ok bool) {
	switch {
	case x.Class == Zero:
		return 0, true
	case x.E > 63:
		return 0, false
	case x.E == 63:
		return x.Hi, true // no format has more than 64 bits
	}
	return RoundBits(x.Hi, false, x.E+1, x.Neg, r), true
}

// Int unpacks an integer.
func Int(neg bool, v uint64) Number {
	if v == 0 {
		return Number{}
	}
	n := bits.LeadingZeros64(v)
	return Number{Class: Finite, Neg: neg, E: 63 - n, Hi: v << n}
}
