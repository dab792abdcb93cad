package interp

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// decimal is a number that is not negative, exactly: 0.d1d2d3... times 10^point.
// Zero has no digits.
type decimal struct {
	digits string // without zeros at either end
	point  int
}

// exact returns a number in decimal. Every finite one has an end.
func exact(x float64) decimal {
	if x == 0 {
		return decimal{}
	}
	frac, exp := math.Frexp(x)
	n := new(big.Int).SetUint64(uint64(frac * (1 << 53)))
	exp -= 53
	// n * 2^exp is n * 5^-exp * 10^exp.
	shift := 0
	if exp >= 0 {
		n.Lsh(n, uint(exp))
	} else {
		n.Mul(n, new(big.Int).Exp(big.NewInt(5), big.NewInt(int64(-exp)), nil))
		shift = exp
	}
	s := n.String()
	return decimal{strings.TrimRight(s, "0"), len(s) + shift}
}

// round keeps n digits, which may be less than none. It rounds to the nearest,
// and to an even last digit between two.
func (d decimal) round(n int) decimal {
	if n >= len(d.digits) {
		return d
	}
	if n < 0 {
		return decimal{}
	}
	kept, rest := d.digits[:n], d.digits[n:]
	odd := n > 0 && (kept[n-1]-'0')%2 == 1
	up := rest > "5" || rest == "5" && odd
	if !up {
		kept = strings.TrimRight(kept, "0")
		if kept == "" {
			return decimal{}
		}
		return decimal{kept, d.point}
	}
	// Nines at the end become zeros, and go.
	kept = strings.TrimRight(kept, "9")
	if kept == "" {
		return decimal{"1", d.point + 1}
	}
	last := len(kept) - 1
	return decimal{kept[:last] + string(kept[last]+1), d.point}
}

// part returns the digits from place a up to b; place 0 is the first digit, and
// there are zeros on both sides.
func (d decimal) part(a, b int) string {
	if b <= a {
		return ""
	}
	out := []byte(strings.Repeat("0", b-a))
	for i := max(a, 0); i < min(b, len(d.digits)); i++ {
		out[i-a] = d.digits[i]
	}
	return string(out)
}

// float prints the bits of a number.
func (f *formatter) float(d *directive, bits uint64) {
	x := math.Abs(math.Float64frombits(bits))
	sign := d.sign(bits>>63 != 0)
	prec := d.precision
	f.room(prec)
	if prec < 0 {
		prec = 6
	}
	var text string
	upper := d.verb < 'a'
	switch verb := d.verb | 0x20; {
	case math.IsInf(x, 0):
		text = "inf"
	case math.IsNaN(x):
		text = "nan"
	case verb == 'f':
		text = fixed(exact(x), prec, d.has("#"))
	case verb == 'e':
		text = scientific(exact(x), prec, d.has("#"))
	case verb == 'g':
		text = general(exact(x), max(prec, 1), d.has("#"))
	default:
		sign += "0x"
		text = hexFloat(bits, d.precision, d.has("#"))
	}
	if upper {
		sign, text = strings.ToUpper(sign), strings.ToUpper(text)
	}
	f.field(d, sign, text, !math.IsInf(x, 0) && !math.IsNaN(x))
}

// fixed is %f: prec digits after the point, which stays without them if sharp.
func fixed(d decimal, prec int, sharp bool) string {
	d = d.round(d.point + prec)
	text := d.part(0, d.point)
	if d.point <= 0 {
		text = "0"
	}
	if prec > 0 || sharp {
		text += "."
	}
	return text + d.part(d.point, d.point+prec)
}

// scientific is %e.
func scientific(d decimal, prec int, sharp bool) string {
	d = d.round(prec + 1)
	text := d.part(0, 1)
	if prec > 0 || sharp {
		text += "."
	}
	exp := d.point - 1
	if d.digits == "" {
		exp = 0
	}
	sign := "+"
	if exp < 0 {
		sign, exp = "-", -exp
	}
	e := strconv.Itoa(exp)
	if len(e) < 2 {
		e = "0" + e
	}
	return text + d.part(1, prec+1) + "e" + sign + e
}

// general is %g: the shorter of both, with prec digits that count.
func general(d decimal, prec int, sharp bool) string {
	exp := d.round(prec).point - 1
	if d.digits == "" {
		exp = 0
	}
	var text, tail string
	if exp < -4 || exp >= prec {
		text = scientific(d, prec-1, sharp)
		at := strings.IndexByte(text, 'e')
		text, tail = text[:at], text[at:]
	} else {
		text = fixed(d, prec-1-exp, sharp)
	}
	if !sharp && strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text + tail
}

// hexFloat is %a, without the 0x.
func hexFloat(bits uint64, prec int, sharp bool) string {
	lead, exp := uint64(1), int(bits>>52&0x7ff)-1023
	frac := bits & (1<<52 - 1)
	if exp == -1023 { // subnormal
		lead, exp = 0, -1022
		if frac == 0 {
			exp = 0
		}
	}
	n := big.NewInt(int64(lead<<52 | frac))
	places := 13
	if prec >= 0 && prec < 13 {
		// To the nearest, and to even between two.
		unit := new(big.Int).Lsh(big.NewInt(1), uint(52-4*prec))
		quo, rem := new(big.Int).QuoRem(n, unit, new(big.Int))
		twice := rem.Lsh(rem, 1).Cmp(unit)
		if twice > 0 || twice == 0 && quo.Bit(0) == 1 {
			quo.Add(quo, big.NewInt(1))
		}
		n, places = quo, prec
	}
	s := n.Text(16)
	s = strings.Repeat("0", max(0, places+1-len(s))) + s
	head, tail := s[:len(s)-places], s[len(s)-places:]
	if prec < 0 {
		tail = strings.TrimRight(tail, "0")
	} else {
		tail += strings.Repeat("0", max(0, prec-len(tail)))
	}
	if tail != "" || sharp {
		head += "."
	}
	sign := "+"
	if exp < 0 {
		sign, exp = "-", -exp
	}
	return head + tail + "p" + sign + strconv.Itoa(exp)
}
