package gen

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// float prints the bits of an f64.
func (p *printer) float(f *spec, bits uint64) {
	sign := f.sign(bits>>63 != 0)
	x := math.Float64frombits(bits &^ (1 << 63))
	p.reserve(f.prec)
	upper := f.verb < 'a'
	var text string
	finite := true
	switch verb := f.verb | 0x20; {
	case math.IsInf(x, 0):
		text, finite = "inf", false
	case math.IsNaN(x):
		text, finite = "nan", false
	case verb == 'a':
		sign += "0x"
		text = hexFloat(bits, f.prec, f.sharp)
	default:
		prec := f.prec
		if prec < 0 {
			prec = 6
		}
		if verb == 'g' {
			text = general(x, max(prec, 1), f.sharp)
		} else {
			text = strconv.FormatFloat(x, verb, prec, 64)
			if f.sharp && prec == 0 {
				text = withPoint(text)
			}
		}
	}
	if upper {
		sign, text = strings.ToUpper(sign), strings.ToUpper(text)
	}
	p.pad(f, sign, text, finite)
}

// withPoint puts a point after the only digits of a number.
func withPoint(text string) string {
	if i := strings.IndexByte(text, 'e'); i >= 0 {
		return text[:i] + "." + text[i:]
	}
	return text + "."
}

// general is %g: with an exponent where the number is small or has more digits in
// front of the point than count. Zeros at the end stay if sharp.
func general(x float64, prec int, sharp bool) string {
	text := strconv.FormatFloat(x, 'e', prec-1, 64)
	at := strings.IndexByte(text, 'e')
	exp, _ := strconv.Atoi(text[at+1:])
	mantissa, tail := text[:at], text[at:]
	places := prec - 1
	if exp >= -4 && exp < prec {
		places = prec - 1 - exp
		mantissa, tail = strconv.FormatFloat(x, 'f', places, 64), ""
	}
	switch {
	case sharp && places == 0:
		mantissa += "."
	case !sharp && places > 0:
		mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
	}
	return mantissa + tail
}

// hexFloat is %a, without the sign and the 0x. Subnormal numbers keep the least
// exponent and begin with 0, as in the C library.
func hexFloat(bits uint64, prec int, sharp bool) string {
	const fracBits = 52
	exp := int(bits >> fracBits & 0x7ff)
	n := bits & (1<<fracBits - 1)
	switch {
	case exp > 0:
		n |= 1 << fracBits
		exp -= 1023
	case n != 0:
		exp = -1022
	}
	places := fracBits / 4
	if prec >= 0 && prec < places {
		// To the nearest, and to even between two.
		drop := uint(4 * (places - prec))
		half := uint64(1) << (drop - 1)
		odd := n >> drop & 1
		n = (n + half - 1 + odd) >> drop
		places = prec
	}
	tail := ""
	if places > 0 {
		tail = fmt.Sprintf("%0*x", places, n&(1<<(4*places)-1))
	}
	if prec < 0 {
		tail = strings.TrimRight(tail, "0")
	} else {
		tail += strings.Repeat("0", prec-places)
	}
	text := strconv.FormatUint(n>>(4*places), 10)
	if tail != "" || sharp {
		text += "."
	}
	text += tail + "p"
	if exp >= 0 {
		text += "+"
	}
	return text + strconv.Itoa(exp)
}
