package interp

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// vprintf is the device function vprintf, which is C's for what CUDA supports:
// it prints a format with the arguments that lie one after another at args,
// each at its own alignment. It returns how many arguments it took, -1 where
// there is no format.
func (l *lane) vprintf(in *inst, format, args uint64) int32 {
	if format == 0 {
		return -1
	}
	f := &formatter{l: l, in: in, args: args}
	f.format(l.text(in, format, 1))
	if len(f.out) > 0 {
		l.cta.grid.print(l.cta, f.out)
	}
	return int32(f.taken)
}

// maxArgs is how many arguments CUDA's printf takes. Conversions after them are
// printed as they are.
const maxArgs = 32

// conversion matches a conversion at the beginning of a text.
var conversion = regexp.MustCompile(`^%([-+ #0]*)(\*|[0-9]*)(\.(?:\*|[0-9]*))?(hh?|ll?|[jztL])?([diouxXcspeEfFgGaA%])`)

// formatter prints one format.
type formatter struct {
	l     *lane
	in    *inst
	args  uint64 // where the next argument is
	taken int
	out   []byte
}

// directive is a conversion, taken apart.
type directive struct {
	flags     string
	width     int
	precision int // -1 for none
	length    string
	verb      byte
}

func (d *directive) has(flag string) bool { return strings.Contains(d.flags, flag) }

func (f *formatter) format(s string) {
	for s != "" {
		m := conversion.FindStringSubmatch(s)
		if m == nil || f.taken+strings.Count(m[2]+m[3], "*")+len(strings.Trim(m[5], "%")) > maxArgs {
			n := 1
			if s[0] != '%' {
				n = len(s)
				if i := strings.IndexByte(s, '%'); i >= 0 {
					n = i
				}
			}
			f.print(s[:n])
			s = s[n:]
			continue
		}
		s = s[len(m[0]):]
		d := directive{flags: m[1], precision: -1, length: m[4], verb: m[5][0]}
		if d.width = f.number(m[2]); d.width < 0 {
			d.flags, d.width = d.flags+"-", -d.width
		}
		if m[3] != "" {
			d.precision = max(f.number(m[3][1:]), -1)
		}
		f.directive(&d)
	}
}

// number is a width or precision: digits, or * for an argument.
func (f *formatter) number(s string) int {
	if s == "*" {
		return int(int32(f.arg(4)))
	}
	n, err := strconv.ParseUint(s, 10, 31)
	if err != nil && s != "" {
		return 1<<31 - 1
	}
	return int(n)
}

// arg reads the next argument, of 4 or 8 bytes.
func (f *formatter) arg(size int) uint64 {
	f.args = uint64(alignUp(int64(f.args), int64(size)))
	v := f.l.read(f.in, f.args, size)
	f.args += uint64(size)
	f.taken++
	return v
}

// print appends a text.
func (f *formatter) print(s string) {
	f.room(len(s))
	f.out = append(f.out, s...)
}

// room makes sure that n more bytes may be printed.
func (f *formatter) room(n int) {
	if n > maxText-len(f.out) {
		f.l.fail(FaultExtern, f.in.v.Pos, "vprintf prints more than %d bytes", maxText)
	}
}

// field prints a text after a sign or base, in the width of the directive. With
// zeros, the flag 0 fills the width before the text.
func (f *formatter) field(d *directive, sign, text string, zeros bool) {
	f.room(d.width)
	fill := max(0, d.width-len(sign)-len(text))
	switch {
	case d.has("-"):
		f.print(sign + text + strings.Repeat(" ", fill))
	case zeros && d.has("0"):
		f.print(sign + strings.Repeat("0", fill) + text)
	default:
		f.print(strings.Repeat(" ", fill) + sign + text)
	}
}

func (f *formatter) directive(d *directive) {
	switch d.verb {
	case '%':
		f.print("%")
	case 'd', 'i':
		n := int64(f.integer(d))
		switch d.length {
		case "":
			n = int64(int32(n))
		case "h":
			n = int64(int16(n))
		case "hh":
			n = int64(int8(n))
		}
		f.digits(d, d.sign(n < 0), new(big.Int).Abs(big.NewInt(n)).String())
	case 'u', 'o', 'x', 'X':
		n := f.integer(d)
		switch d.length {
		case "h":
			n = uint64(uint16(n))
		case "hh":
			n = uint64(uint8(n))
		}
		f.unsigned(d, n)
	case 'c':
		c := f.arg(4)
		text := string([]byte{byte(c)})
		if d.length == "l" {
			text = string(utf8.AppendRune(nil, rune(uint32(c))))
		}
		f.field(d, "", text, false)
	case 's':
		f.text(d, f.arg(f.pointer()))
	case 'p':
		if n := f.arg(f.pointer()); n == 0 {
			f.field(d, "", "(nil)", false)
		} else {
			f.digits(d, "0x", strconv.FormatUint(n, 16))
		}
	default:
		f.float(d, f.arg(8))
	}
}

// integer reads an integer of the directive's length.
func (f *formatter) integer(d *directive) uint64 {
	switch d.length {
	case "", "h", "hh":
		return f.arg(4)
	case "l", "z", "t":
		n := f.pointer()
		v := f.arg(n)
		if n == 4 && (d.verb == 'd' || d.verb == 'i') {
			v = uint64(int32(v))
		}
		return v
	}
	return f.arg(8)
}

// pointer returns the bytes of a pointer, which are those of a long as well.
func (f *formatter) pointer() int {
	if f.l.cta.grid.m.narrow {
		return 4
	}
	return 8
}

// sign is what stands before a number.
func (d *directive) sign(negative bool) string {
	switch {
	case negative:
		return "-"
	case d.has("+"):
		return "+"
	case d.has(" "):
		return " "
	}
	return ""
}

func (f *formatter) unsigned(d *directive, n uint64) {
	base, prefix := 10, ""
	switch {
	case d.verb == 'o':
		base = 8
	case d.verb != 'u':
		base = 16
		if d.has("#") && n != 0 {
			prefix = "0x"
		}
	}
	digits := strconv.FormatUint(n, base)
	if d.verb == 'o' && d.has("#") && len(digits) >= d.precision {
		switch {
		case n != 0:
			digits = "0" + digits
		case d.precision == 0:
			f.field(d, "", "0", false)
			return
		}
	}
	if d.verb == 'X' {
		prefix, digits = strings.ToUpper(prefix), strings.ToUpper(digits)
	}
	f.digits(d, prefix, digits)
}

// digits prints an integer with as many digits as the precision asks for. Zero
// has none at precision 0.
func (f *formatter) digits(d *directive, sign, digits string) {
	if digits == "0" && d.precision == 0 {
		digits = ""
	}
	f.room(d.precision)
	digits = strings.Repeat("0", max(0, d.precision-len(digits))) + digits
	f.field(d, sign, digits, d.precision < 0)
}

// text prints a string, of 32-bit characters with the length l.
func (f *formatter) text(d *directive, addr uint64) {
	if addr == 0 && d.precision >= 0 && d.precision < len("(null)") {
		f.field(d, "", "", false) // as the C library does
		return
	}
	size := 1
	if d.length == "l" {
		size = 4
	}
	f.field(d, "", f.prefix(addr, size, d.precision), false)
}

// prefix reads a string, at most n bytes of it if n is not negative. It reads no
// memory behind those.
func (f *formatter) prefix(addr uint64, size, n int) string {
	if n < 0 || size > 1 || addr == 0 {
		s := f.l.text(f.in, addr, size)
		if n >= 0 && n < len(s) {
			for s = s[:n]; size > 1 && !utf8.ValidString(s); {
				s = s[:len(s)-1] // no parts of characters
			}
		}
		return s
	}
	var b []byte
	for len(b) < n {
		c := f.l.read(f.in, addr+uint64(len(b)), 1)
		if c == 0 {
			break
		}
		b = append(b, byte(c))
		f.room(len(b))
	}
	return string(b)
}
