package runtime

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"sync"
)

// stdout keeps the output of different threads apart.
var stdout sync.Mutex

// Vprintf is the device function vprintf: it prints a C format string with the
// arguments that lie one behind the other at args, each at its alignment:
// integers of 32 or 64 bits, floats as f64, addresses. It returns the number
// of arguments, or -1 without a format.
func (t *Thread) Vprintf(format, args uint64) int32 {
	if format == 0 {
		return -1
	}
	p := printer{thread: t, args: args}
	p.print(t.cString(format))
	w := t.run.out
	if w == nil {
		w = os.Stdout
	}
	stdout.Lock()
	defer stdout.Unlock()
	// A writer that fails loses output, as a full buffer does on a GPU.
	_, _ = w.Write(p.out)
	return p.count
}

// AssertFail is the device function __assertfail: the thread faults.
func (t *Thread) AssertFail(message, file uint64, line uint32, function, charSize uint64) {
	throw(&faultPanic{kind: FaultAssert, msg: fmt.Sprintf("assertion `%s` failed at %s:%d in %s",
		t.cString(message), t.cString(file), line, t.cString(function))})
}

// maxCString is where a string without an end is cut off.
const maxCString = 1 << 20

// cString reads a string that ends with a zero byte.
func (t *Thread) cString(addr uint64) string {
	if addr == 0 {
		return "(null)"
	}
	var b []byte
	for len(b) < maxCString {
		c := t.LoadU8(addr + uint64(len(b)))
		if c == 0 {
			break
		}
		b = append(b, c)
	}
	return string(b)
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

func (p *printer) print(format string) {
	for format != "" {
		i := strings.IndexByte(format, '%')
		if i < 0 {
			p.out = append(p.out, format...)
			return
		}
		p.out = append(p.out, format[:i]...)
		format = format[i:]
		n := p.verb(format)
		if n == 0 { // not a conversion: printed as it is
			p.out = append(p.out, '%')
			n = 1
		}
		format = format[n:]
	}
}

// maxWidth bounds widths and precisions, which would otherwise let a kernel
// fill memory with spaces.
const maxWidth = 1 << 16

// spec is a conversion: %[flags][width][.precision]verb.
type spec struct {
	minus, plus, space, sharp, zero bool
	width, prec                     int // prec -1: none
	long                            bool
	short                           int // number of h
}

// verb prints one conversion and returns its length in the format, 0 if it is
// none.
func (p *printer) verb(s string) int {
	f := spec{prec: -1}
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
	number := func() int {
		if i < len(s) && s[i] == '*' {
			i++
			return int(int32(p.arg32()))
		}
		n := 0
		for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
			n = min(10*n+int(s[i]-'0'), maxWidth)
		}
		return n
	}
	if f.width = number(); f.width < 0 {
		f.minus, f.width = true, -f.width
	}
	f.width = min(f.width, maxWidth)
	if i < len(s) && s[i] == '.' {
		i++
		f.prec = min(max(number(), -1), maxWidth)
	}
	for ; i < len(s) && strings.IndexByte("hljztL", s[i]) >= 0; i++ {
		if s[i] == 'h' {
			f.short++
		} else {
			f.long = true
		}
	}
	if i >= len(s) {
		return 0
	}
	switch c := s[i]; c {
	case '%':
		p.out = append(p.out, '%')
	case 'd', 'i':
		var v int64
		switch {
		case f.long:
			v = int64(p.arg64())
		case f.short == 1:
			v = int64(int16(p.arg32()))
		case f.short > 1:
			v = int64(int8(p.arg32()))
		default:
			v = int64(int32(p.arg32()))
		}
		sign := ""
		u := uint64(v)
		switch {
		case v < 0:
			sign, u = "-", -u
		case f.plus:
			sign = "+"
		case f.space:
			sign = " "
		}
		p.integer(f, sign, strconv.FormatUint(u, 10))
	case 'u', 'x', 'X', 'o':
		var v uint64
		switch {
		case f.long:
			v = p.arg64()
		case f.short == 1:
			v = uint64(uint16(p.arg32()))
		case f.short > 1:
			v = uint64(uint8(p.arg32()))
		default:
			v = uint64(p.arg32())
		}
		prefix, base := "", 10
		switch c {
		case 'x', 'X':
			base = 16
			if f.sharp && v != 0 {
				prefix = "0x"
			}
		case 'o':
			base = 8
		}
		digits := strconv.FormatUint(v, base)
		if c == 'o' && f.sharp && v != 0 {
			f.prec = max(f.prec, len(digits)+1)
		}
		if c == 'X' {
			prefix, digits = strings.ToUpper(prefix), strings.ToUpper(digits)
		}
		p.integer(f, prefix, digits)
	case 'p':
		f.prec = -1
		p.integer(f, "0x", strconv.FormatUint(p.arg64(), 16))
	case 'c':
		p.pad(f, "", string([]byte{byte(p.arg32())}), false)
	case 's':
		text := p.thread.cString(p.arg64())
		if f.prec >= 0 && f.prec < len(text) {
			text = text[:f.prec]
		}
		p.pad(f, "", text, false)
	case 'e', 'E', 'f', 'F', 'g', 'G', 'a', 'A':
		p.float(f, c, math.Float64frombits(p.arg64()))
	default:
		return 0
	}
	return i + 1
}

// integer prints digits with at least the precision's number of them.
func (p *printer) integer(f spec, prefix, digits string) {
	if f.prec == 0 && digits == "0" {
		digits = ""
	}
	if n := f.prec - len(digits); n > 0 {
		digits = strings.Repeat("0", n) + digits
	}
	p.pad(f, prefix, digits, f.prec < 0)
}

// float prints a number as C does: infinities as inf, exponents of %a without
// leading zeros, six digits where no precision is given.
func (p *printer) float(f spec, verb byte, x float64) {
	sign := ""
	switch {
	case math.Signbit(x):
		sign = "-"
	case f.plus:
		sign = "+"
	case f.space:
		sign = " "
	}
	upper := verb < 'a'
	x = math.Abs(x)
	var text string
	finite := false
	switch {
	case math.IsInf(x, 0):
		text = "inf"
	case math.IsNaN(x):
		text = "nan"
	case verb|0x20 == 'a':
		finite = true
		text = strconv.FormatFloat(x, 'x', f.prec, 64) // 0x1.8p+01
		mantissa, exp, _ := strings.Cut(text, "p")
		exp = exp[:1] + strings.TrimLeft(exp[1:len(exp)-1], "0") + exp[len(exp)-1:]
		sign, text = sign+"0x", mantissa[2:]+"p"+exp
	default:
		finite = true
		if f.prec < 0 {
			f.prec = 6
		}
		flag := ""
		if f.sharp {
			flag = "#"
		}
		text = fmt.Sprintf("%"+flag+"."+strconv.Itoa(f.prec)+string(verb|0x20), x)
	}
	if upper {
		sign, text = strings.ToUpper(sign), strings.ToUpper(text)
	}
	p.pad(f, sign, text, finite)
}

// pad prints a prefix and a text in the conversion's width, with zeros between
// the two if the flag asks for them and they make sense.
func (p *printer) pad(f spec, prefix, text string, zeros bool) {
	n := max(0, f.width-len(prefix)-len(text))
	switch {
	case f.minus:
		p.out = append(p.out, prefix+text+strings.Repeat(" ", n)...)
	case f.zero && zeros:
		p.out = append(p.out, prefix+strings.Repeat("0", n)+text...)
	default:
		p.out = append(p.out, strings.Repeat(" ", n)+prefix+text...)
	}
}
