package gen

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	ptx "github.com/ptx2go/ptx2go/runtime"
)

// maxText is how long a string may be that a kernel passes, and what one call of
// vprintf may print, in bytes. It is the default size of a GPU's whole buffer.
const maxText = 1 << 20

// maxPrintArgs is how many arguments CUDA's printf takes: conversions after them
// are printed as they are.
const maxPrintArgs = 32

// Vprintf is the device function vprintf: it prints a C format string with the
// arguments that lie one after the other at args, each at its alignment:
// integers of 32 or 64 bits, floats as f64, addresses. It returns the number
// of arguments, or -1 without a format.
//
// It knows what CUDA's printf does: the conversions d i u o x X c s p e E f F g
// G a A and %%, the flags "-+ #0", widths and precisions, also as *, and the
// lengths hh h l ll j z t L of Linux; l z t are as wide as an address. Everything else is printed as it
// is. A string or output of more than 1 MiB is a fault.
//
// The text of a call is written by one Write, see [Launch].Stdout.
func (t *Thread) Vprintf(format, args uint64) int32 {
	if format == 0 {
		return -1
	}
	p := printer{thread: t, args: args}
	p.print(t.cString(format, 1))
	if len(p.out) > 0 {
		t.CTA.print(p.out)
	}
	return p.count
}

// AssertFail is the device function __assertfail: the thread faults.
func (t *Thread) AssertFail(message, file uint64, line uint32, function, charSize uint64) {
	text := func(addr uint64) string { return t.cString(addr, charSize) }
	throw(&faultPanic{kind: ptx.FaultAssert,
		msg: fmt.Sprintf("assertion `%s` failed at %s:%d in %s", text(message), text(file), line, text(function))})
}

// cString reads a string that ends with a zero. Its characters have the given
// size in bytes; those of 2 and 4 become UTF-8.
func (t *Thread) cString(addr, charSize uint64) string {
	if addr == 0 {
		return "(null)"
	}
	var b []byte
	for {
		if len(b) >= maxText {
			throwAddr(ptx.FaultExtern, addr, "is a string of more than %d bytes", maxText)
		}
		switch charSize {
		case 2, 4:
			c := uint32(0)
			if charSize == 2 {
				c = uint32(t.LoadU16(addr))
			} else {
				c = t.LoadU32(addr)
			}
			if c == 0 {
				return string(b)
			}
			b = utf8.AppendRune(b, rune(c))
			addr += charSize
		default:
			c := t.LoadU8(addr)
			if c == 0 {
				return string(b)
			}
			b = append(b, c)
			addr++
		}
	}
}

// printer formats the arguments of one vprintf.
type printer struct {
	thread *Thread
	args   uint64 // address of the next argument
	count  int32
	out    []byte
}

func (p *printer) arg32() uint32 {
	p.args = (p.args + 3) &^ 3
	v := p.thread.LoadU32(p.args)
	p.args += 4
	p.count++
	return v
}

func (p *printer) arg64() uint64 {
	p.args = (p.args + 7) &^ 7
	v := p.thread.LoadU64(p.args)
	p.args += 8
	p.count++
	return v
}

// word reads an argument as wide as an address.
func (p *printer) word() uint64 {
	if p.thread.run.kernel.Addr32 {
		return uint64(p.arg32())
	}
	return p.arg64()
}

// print prints a format.
func (p *printer) print(format string) {
	for format != "" {
		i := strings.IndexByte(format, '%')
		if i < 0 {
			i = len(format)
		}
		p.text(format[:i])
		if format = format[i:]; format == "" {
			return
		}
		f, n := parseSpec(format)
		if n == 0 || int(p.count)+f.args() > maxPrintArgs {
			p.text("%") // not a conversion, or too many
			format = format[1:]
			continue
		}
		p.conversion(&f)
		format = format[n:]
	}
}

// reserve makes sure that n more bytes may be printed.
func (p *printer) reserve(n int) {
	if n > maxText-len(p.out) {
		throw(&faultPanic{kind: ptx.FaultExtern, msg: fmt.Sprintf("vprintf prints more than %d bytes", maxText)})
	}
}

func (p *printer) text(s string) {
	p.reserve(len(s))
	p.out = append(p.out, s...)
}

func (p *printer) repeat(c byte, n int) {
	p.reserve(n)
	for ; n > 0; n-- {
		p.out = append(p.out, c)
	}
}

// spec is a conversion: %[flags][width][.precision][length]verb.
type spec struct {
	minus, plus, space, sharp, zero bool
	width, prec                     int // prec -1: none
	widthArg, precArg               bool
	length                          length
	verb                            byte
}

// length is the size of an argument that a conversion asks for.
type length uint8

const (
	lenInt  length = iota
	lenByte        // hh
	lenHalf        // h
	lenLong        // ll j L
	lenWord        // l z t: as wide as an address
)

// args returns how many arguments the conversion takes.
func (f *spec) args() int {
	n := 0
	for _, takes := range [...]bool{f.widthArg, f.precArg, f.verb != '%'} {
		if takes {
			n++
		}
	}
	return n
}

// parseSpec takes apart the conversion at the beginning of a text. n is its
// length, 0 if it is none.
func parseSpec(s string) (f spec, n int) {
	f.prec = -1
	i := 1
flags:
	for ; i < len(s); i++ {
		switch s[i] {
		case '-':
			f.minus = true
		case '+':
			f.plus = true
		case ' ':
			f.space = true
		case '#':
			f.sharp = true
		case '0':
			f.zero = true
		default:
			break flags
		}
	}
	number := func() (n int, arg bool) {
		if i < len(s) && s[i] == '*' {
			i++
			return 0, true
		}
		for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
			n = min(10*n+int(s[i]-'0'), maxText+1) // which is too much
		}
		return n, false
	}
	f.width, f.widthArg = number()
	if i < len(s) && s[i] == '.' {
		i++
		f.prec, f.precArg = number()
	}
	for _, l := range lengths {
		if strings.HasPrefix(s[i:], l.text) {
			f.length = l.length
			i += len(l.text)
			break
		}
	}
	if i >= len(s) || strings.IndexByte("diouxXcspeEfFgGaA%", s[i]) < 0 {
		return spec{}, 0
	}
	f.verb = s[i]
	return f, i + 1
}

// lengths are the spellings, the longer ones first.
var lengths = []struct {
	text   string
	length length
}{
	{"hh", lenByte}, {"h", lenHalf}, {"ll", lenLong}, {"l", lenWord},
	{"j", lenLong}, {"z", lenWord}, {"t", lenWord}, {"L", lenLong},
}

// conversion prints one conversion.
func (p *printer) conversion(f *spec) {
	if f.widthArg {
		if f.width = int(int32(p.arg32())); f.width < 0 {
			f.minus, f.width = true, -f.width
		}
	}
	if f.precArg {
		f.prec = max(int(int32(p.arg32())), -1)
	}
	p.reserve(f.width)
	switch f.verb {
	case '%':
		p.text("%")
	case 'd', 'i':
		v := p.integer(f)
		sign := f.sign(v < 0)
		u := uint64(v)
		if v < 0 {
			u = -u
		}
		p.digits(f, sign, strconv.FormatUint(u, 10))
	case 'u', 'x', 'X', 'o':
		p.unsigned(f)
	case 'p':
		if v := p.word(); v != 0 {
			p.digits(f, "0x", strconv.FormatUint(v, 16))
		} else {
			p.pad(f, "", "(nil)", false)
		}
	case 'c':
		c := p.arg32()
		if f.length >= lenLong {
			p.pad(f, "", string(utf8.AppendRune(nil, rune(c))), false)
		} else {
			p.pad(f, "", string([]byte{byte(c)}), false)
		}
	case 's':
		p.pad(f, "", p.thread.printString(f, p.word()), false)
	default:
		p.float(f, p.arg64())
	}
}

// integer reads a signed argument of the conversion's length.
func (p *printer) integer(f *spec) int64 {
	switch f.length {
	case lenLong:
		return int64(p.arg64())
	case lenWord:
		if p.thread.run.kernel.Addr32 {
			return int64(int32(p.arg32()))
		}
		return int64(p.arg64())
	case lenHalf:
		return int64(int16(p.arg32()))
	case lenByte:
		return int64(int8(p.arg32()))
	}
	return int64(int32(p.arg32()))
}

func (p *printer) unsigned(f *spec) {
	var v uint64
	switch f.length {
	case lenLong:
		v = p.arg64()
	case lenWord:
		v = p.word()
	case lenHalf:
		v = uint64(uint16(p.arg32()))
	case lenByte:
		v = uint64(uint8(p.arg32()))
	default:
		v = uint64(p.arg32())
	}
	prefix, base := "", 10
	switch f.verb {
	case 'x', 'X':
		base = 16
		if f.sharp && v != 0 {
			prefix = "0x"
		}
	case 'o':
		base = 8
	}
	digits := strconv.FormatUint(v, base)
	if f.verb == 'o' && f.sharp {
		// The first digit must be a zero, also where the precision asks for none.
		switch {
		case v == 0 && f.prec == 0:
			f.prec = 1
		case v != 0 && f.prec <= len(digits):
			digits = "0" + digits
		}
	}
	if f.verb == 'X' {
		prefix, digits = strings.ToUpper(prefix), strings.ToUpper(digits)
	}
	p.digits(f, prefix, digits)
}

// sign is what stands in front of a number.
func (f *spec) sign(negative bool) string {
	switch {
	case negative:
		return "-"
	case f.plus:
		return "+"
	case f.space:
		return " "
	}
	return ""
}

// printString reads the argument of %s, as much of it as the precision asks for.
func (t *Thread) printString(f *spec, addr uint64) string {
	const null = "(null)"
	switch {
	case addr == 0 && f.prec >= 0 && f.prec < len(null):
		return "" // as the C library does
	case f.length >= lenLong:
		s := t.cString(addr, 4)
		if f.prec >= 0 && f.prec < len(s) {
			s = s[:f.prec]
			for !utf8.ValidString(s) { // no parts of characters
				s = s[:len(s)-1]
			}
		}
		return s
	case f.prec < 0 || addr == 0:
		return t.cString(addr, 1)
	}
	var b []byte
	for len(b) < f.prec {
		c := t.LoadU8(addr + uint64(len(b)))
		if c == 0 {
			break
		}
		b = append(b, c)
	}
	return string(b)
}

// digits prints an integer with at least the precision's number of digits. Zero
// has none at precision 0.
func (p *printer) digits(f *spec, prefix, digits string) {
	if f.prec == 0 && digits == "0" {
		digits = ""
	}
	if n := f.prec - len(digits); n > 0 {
		p.reserve(n)
		digits = strings.Repeat("0", n) + digits
	}
	p.pad(f, prefix, digits, f.prec < 0)
}

// pad prints a prefix and a text in the conversion's width, with zeros between
// the two if the flag asks for them and they make sense.
func (p *printer) pad(f *spec, prefix, text string, zeros bool) {
	n := max(0, f.width-len(prefix)-len(text))
	switch {
	case f.minus:
		p.text(prefix)
		p.text(text)
		p.repeat(' ', n)
	case f.zero && zeros:
		p.text(prefix)
		p.repeat('0', n)
		p.text(text)
	default:
		p.repeat(' ', n)
		p.text(prefix)
		p.text(text)
	}
}
