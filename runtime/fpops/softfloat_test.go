package fpops_test

import "math/bits"

// A second arithmetic: binary floating point on integers, from its definition.
// An operation is computed exactly, or with enough bits and a sticky bit, and
// rounded once. It is quick enough for 2^32 operands, has no code in common
// with fpops, and is itself compared with internal/oracle/ieee and with the processor
// (softcheck_test.go).

// softMode is a rounding mode.
type softMode uint8

const (
	softRn softMode = iota
	softRz
	softRm
	softRp
	softRna // to nearest, ties away from zero
)

var softModes = map[string]softMode{"Rn": softRn, "Rz": softRz, "Rm": softRm, "Rp": softRp, "Rna": softRna}

func (r softMode) String() string { return [...]string{"rn", "rz", "rm", "rp", "rna"}[r] }

// soft is a format: sign, exponent, significand.
type soft struct {
	name           string
	width, man     uint
	bias           int
	sign, inf, nan uint64
}

func newSoft(name string, exp, man uint) *soft {
	sign := uint64(1) << (exp + man)
	return &soft{name, 1 + exp + man, man, 1<<(exp-1) - 1, sign, (1<<exp - 1) << man, sign - 1}
}

var (
	softF16  = newSoft("f16", 5, 10)
	softBf16 = newSoft("bf16", 8, 7)
	softF32  = newSoft("f32", 8, 23)
	softTf32 = newSoft("tf32", 8, 10)
	softF64  = newSoft("f64", 11, 52)
	// The fp8 formats, for the rounding of magnitudes and for decoding.
	softE4m3 = newSoft("e4m3", 4, 3)
	softE5m2 = newSoft("e5m2", 5, 2)
	softE2m3 = newSoft("e2m3", 2, 3)
	softE3m2 = newSoft("e3m2", 3, 2)
	softE2m1 = newSoft("e2m1", 2, 1)
)

func (f *soft) mask() uint64 { return f.sign<<1 - 1 }
func (f *soft) one() uint64  { return uint64(f.bias) << f.man }

func (f *soft) isNaN(u uint64) bool { return u&^f.sign > f.inf }

func (f *soft) isSubnormal(u uint64) bool { return u&f.inf == 0 && u&^f.sign != 0 }

type softClass uint8

const (
	softZero softClass = iota
	softFinite
	softInf
	softNaN
)

// softNumber is an unpacked number: m * 2^(e-127), where bit 127 of m is set
// and hi, lo are the halves of m, if it is finite and not zero.
type softNumber struct {
	class  softClass
	neg    bool
	cancel bool // a zero without a sign: the sum of numbers that cancel
	e      int
	hi, lo uint64
}

// unpack decodes u, which is flushed before if ftz.
func (f *soft) unpack(u uint64, ftz bool) softNumber {
	x := softNumber{neg: u&f.sign != 0}
	frac := u & (1<<f.man - 1)
	switch exp := u & f.inf; {
	case exp == f.inf && frac != 0:
		x.class = softNaN
	case exp == f.inf:
		x.class = softInf
	case exp == 0 && (frac == 0 || ftz):
	case exp == 0:
		n := bits.LeadingZeros64(frac)
		x.class, x.hi, x.e = softFinite, frac<<n, 1-f.bias+63-int(f.man)-n
	default:
		x.class, x.hi, x.e = softFinite, (frac|1<<f.man)<<(63-f.man), int(exp>>f.man)-f.bias
	}
	return x
}

// softRound returns the first keep bits of m, a significand below 1<<64 that goes
// on behind its last bit if sticky, rounded. keep may be negative: then m is
// less than half of the last place, as it is when keep is 0 and bit 63 clear.
func softRound(m uint64, sticky bool, keep int, neg bool, r softMode) uint64 {
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
	case softRn:
		up = rest > half || rest == half && (sticky || q&1 == 1)
	case softRna:
		up = rest >= half
	case softRm:
		up = neg
	case softRp:
		up = !neg
	}
	if up {
		q++
	}
	return q
}

// magnitude rounds m * 2^(e-63), bit 63 of m set, to the precision and the
// subnormals of f, and to no greatest number: what is larger than the format
// continues its encodings.
func (f *soft) magnitude(neg bool, e int, m uint64, sticky bool, r softMode) uint64 {
	least := 1 - f.bias
	if e < least {
		return softRound(m, sticky, int(f.man)+1-(least-e), neg, r)
	}
	return uint64(e-least)<<f.man + softRound(m, sticky, int(f.man)+1, neg, r)
}

// pack rounds m * 2^(e-63) to f. With ftz a number that is below the least
// normal one after rounding to f's precision, whatever its exponent, is zero.
func (f *soft) pack(neg bool, e int, m uint64, sticky bool, r softMode, ftz bool) uint64 {
	var s uint64
	if neg {
		s = f.sign
	}
	if least := 1 - f.bias; ftz && e < least {
		if q := softRound(m, sticky, int(f.man)+1, neg, r); e < least-1 || q>>(f.man+1) == 0 {
			return s
		}
	}
	u := f.magnitude(neg, e, m, sticky, r)
	if u >= f.inf {
		u = f.inf
		if r == softRz || r == softRm && !neg || r == softRp && neg {
			u--
		}
	}
	return s | u
}

// round returns the encoding of x; NaN is the canonical one.
func (f *soft) round(x softNumber, r softMode, ftz bool) uint64 {
	switch {
	case x.class == softNaN:
		return f.nan
	case x.class == softFinite:
		return f.pack(x.neg, x.e, x.hi, x.lo != 0, r, ftz)
	}
	var u uint64
	if x.class == softInf {
		u = f.inf
	}
	if x.neg || x.cancel && r == softRm {
		u |= f.sign
	}
	return u
}

// roundAll is round for many, with a short way for normal numbers.
func (f *soft) roundAll(out []uint64, all []softNumber, r softMode, ftz bool) {
	const half = 1 << 63
	least, shift := 1-f.bias, 63-f.man
	for i := range all {
		x := &all[i]
		if x.class != softFinite || x.e < least || x.e > f.bias {
			out[i] = f.round(*x, r, ftz)
			continue
		}
		u := uint64(x.e-least)<<f.man + x.hi>>shift
		if rest := x.hi << (f.man + 1); rest|x.lo != 0 {
			up := false
			switch r {
			case softRn:
				up = rest > half || rest == half && (x.lo != 0 || u&1 == 1)
			case softRna:
				up = rest >= half
			case softRm:
				up = x.neg
			case softRp:
				up = !x.neg
			}
			if up {
				u++
			}
		}
		if u >= f.inf {
			u = f.round(*x, r, ftz)
		} else if x.neg {
			u |= f.sign
		}
		out[i] = u
	}
}

// integer returns the magnitude of x, finite or zero, rounded to an integer;
// ok is false if it is 2^64 or more.
func (x softNumber) integer(r softMode) (v uint64, ok bool) {
	switch {
	case x.class == softZero:
		return 0, true
	case x.e > 63:
		return 0, false
	case x.e == 63:
		return x.hi, true // no format has more than 64 bits
	}
	return softRound(x.hi, false, x.e+1, x.neg, r), true
}

// softInt unpacks an integer.
func softInt(neg bool, v uint64) softNumber {
	if v == 0 {
		return softNumber{}
	}
	n := bits.LeadingZeros64(v)
	return softNumber{class: softFinite, neg: neg, e: 63 - n, hi: v << n}
}
