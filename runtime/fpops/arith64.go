package fpops

import "math"

// f64 arithmetic (manual 9.7.3). Round to nearest is Go's operators and
// math.FMA with the NaN policy of nan.go.
//
// A directed result is the nearest one, moved by one unit if the sign of the
// exact error says so (step). The error is computed exactly in float64 where
// no intermediate can overflow or underflow, and with integers elsewhere
// (soft64.go).

// rounding is a rounding mode.
type rounding uint8

const (
	rn rounding = iota // to nearest, ties to even
	rz                 // towards zero
	rm                 // towards negative infinity
	rp                 // towards positive infinity
)

// step moves s, a result rounded to nearest, to the result of mode r, where e
// has the sign of (exact - s).
func step(s, e float64, r rounding) float64 {
	u := math.Float64bits(s)
	switch r {
	case rz:
		if e < 0 && s > 0 || e > 0 && s < 0 {
			u--
		}
	case rm:
		if e < 0 {
			u -= uint64(int64(u)>>63) | 1
		}
	case rp:
		if e > 0 {
			u += uint64(int64(u)>>63) | 1
		}
	}
	return math.Float64frombits(u)
}

func add64(a, b float64, r rounding) float64 {
	s := a + b
	if s == 0 { // sums underflow only exactly
		if r == rm {
			return math.Float64frombits((math.Float64bits(a) | math.Float64bits(b)) & signBit64)
		}
		return s
	}
	t := s - a
	e := (a - (s - t)) + (b - t)
	if e != e {
		switch {
		case s != s:
			return nan2F64(a, b)
		case a-a != 0 || b-b != 0: // an infinite operand is an exact infinite sum
			return s
		case s-s != 0: // finite operands, infinite sum
			e = -s
		default: // only t overflowed
			if math.Abs(a) < math.Abs(b) {
				a, b = b, a
			}
			e = b - (s - a)
		}
	}
	return step(s, e, r)
}

func mul64(a, b float64, r rounding) float64 {
	p := float64(a * b)
	// The low half of the product is a float64 if p is this large.
	if ex := math.Float64bits(p) >> 52 & 0x7ff; ex-54 < 2046-54 {
		return step(p, math.FMA(a, b, -p), r)
	}
	if p != p {
		return nan2F64(a, b)
	}
	zero := math.Float64frombits((math.Float64bits(a) ^ math.Float64bits(b)) & signBit64)
	return softFma64(a, b, zero, r)
}

func div64(a, b float64, r rounding) float64 {
	q := a / b
	ea := math.Float64bits(a) >> 52 & 0x7ff
	eb := math.Float64bits(b) >> 52 & 0x7ff
	eq := math.Float64bits(q) >> 52 & 0x7ff
	// The remainder is a float64 if a is not small and b and q are normal.
	if ea-55 < 2046-55 && eb-1 < 2045 && eq-1 < 2045 {
		return step(q, float64(math.FMA(-q, b, a)*math.Copysign(1, b)), r)
	}
	if q != q {
		return nan2F64(b, a)
	}
	if a == 0 || b == 0 || a-a != 0 || b-b != 0 {
		return q // exact
	}
	return softDiv64(a, b, r)
}

func sqrt64(a float64, r rounding) float64 {
	s := math.Sqrt(a)
	if s != s {
		return nan1F64(a)
	}
	if a == 0 || a > math.MaxFloat64 {
		return s
	}
	x, t := a, s
	if a < 0x1p-900 { // scale, so that the remainder does not underflow
		x, t = float64(a*0x1p200), float64(s*0x1p100)
	}
	return step(s, math.FMA(-t, t, x), r)
}

func fma64(a, b, c float64, r rounding) float64 {
	s := math.FMA(a, b, c)
	p := float64(a * b)
	es := math.Float64bits(s) >> 52 & 0x7ff
	ep := math.Float64bits(p) >> 52 & 0x7ff
	ec := math.Float64bits(c) >> 52 & 0x7ff
	if es-110 < 2046-112 && ep-110 < 2046-112 && ec < 2040 {
		pe := math.FMA(a, b, -p) // a*b = p + pe exactly
		h := p + c
		t := h - p
		l := (p - (h - t)) + (c - t) // p + c = h + l exactly
		d := h - s                   // exact: the two are close
		v := l + pe
		t = v - l
		w := (l - (v - t)) + (pe - t) // l + pe = v + w exactly
		e := d + v
		if e == 0 {
			e = w
		}
		return step(s, e, r)
	}
	if s != s {
		return nan3F64(a, b, c)
	}
	return softFma64(a, b, c, r)
}

// AddRnF64 is add.rn.f64 (and add.f64).
func AddRnF64(a, b float64) float64 {
	s := a + b
	if s != s {
		return nan2F64(a, b)
	}
	return s
}

// SubRnF64 is sub.rn.f64 (and sub.f64).
func SubRnF64(a, b float64) float64 {
	s := a - b
	if s != s {
		return nan2F64(a, b)
	}
	return s
}

// MulRnF64 is mul.rn.f64 (and mul.f64).
func MulRnF64(a, b float64) float64 {
	s := float64(a * b)
	if s != s {
		return nan2F64(a, b)
	}
	return s
}

// DivRnF64 is div.rn.f64.
func DivRnF64(a, b float64) float64 {
	s := a / b
	if s != s {
		return nan2F64(b, a)
	}
	return s
}

// FmaRnF64 is fma.rn.f64.
func FmaRnF64(a, b, c float64) float64 {
	s := math.FMA(a, b, c)
	if s != s {
		return nan3F64(a, b, c)
	}
	return s
}

// SqrtRnF64 is sqrt.rn.f64.
func SqrtRnF64(a float64) float64 {
	s := math.Sqrt(a)
	if s != s {
		return nan1F64(a)
	}
	return s
}

// RcpRnF64 is rcp.rn.f64.
func RcpRnF64(a float64) float64 {
	s := 1 / a
	if s != s {
		return nan1F64(a)
	}
	return s
}

// sub64 flips b's sign only where b is a number, so that a NaN keeps its own.
func sub64(a, b float64, r rounding) float64 { return add64(a, NegF64(b), r) }

func rcp64(a float64, r rounding) float64 { return div64(1, a, r) }
