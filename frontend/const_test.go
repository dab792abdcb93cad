package frontend

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/ptx2go/ptx2go/internal/diag"
)

func (k ConstKind) String() string { return [...]string{"s64", "u64", "f64", "f32", "addr"}[k] }

// evalConst folds an expression and returns it as text, or the first error.
func evalConst(src string) string {
	f := diag.NewFile("", src)
	l := diag.NewList(f)
	p := newParser(src, 0, len(src), l)
	c, ok := p.expr()
	if ok {
		ok = p.finishSub("the end")
	}
	switch {
	case !ok:
		return "error: " + l.Sorted()[0].Msg
	case l.Errors() > 0:
		return "error reported, but not returned"
	}
	s := c.Kind.String() + " "
	switch c.Kind {
	case ConstS64:
		s += fmt.Sprint(int64(c.Bits))
	case ConstU64:
		s += fmt.Sprint(c.Bits)
	case ConstF64:
		s += fmt.Sprint(math.Float64frombits(c.Bits))
	case ConstF32:
		s += fmt.Sprint(math.Float32frombits(uint32(c.Bits)))
	case ConstAddr:
		s += fmt.Sprintf("%s%+d", c.Sym, int64(c.Bits))
		if c.Generic {
			s += " generic"
		}
		if c.Mask != 0 {
			s += fmt.Sprintf(" mask %#x", c.Mask)
		}
	}
	return s
}

// TestConst checks values and types by table 5 of the manual (section 4.5.6).
func TestConst(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		// literals
		{"0", "s64 0"}, {"42", "s64 42"}, {"42U", "u64 42"}, {"0x1234", "s64 4660"}, {"0123", "s64 83"}, {"0b1011", "s64 11"},
		{"0XFFU", "u64 255"}, {"0U", "u64 0"}, {"00", "s64 0"},
		{"9223372036854775807", "s64 9223372036854775807"}, {"9223372036854775808", "u64 9223372036854775808"},
		{"0xFABC123400000000", "u64 18067335819651186688"}, {"18446744073709551615", "u64 18446744073709551615"},
		{"18446744073709551616", "error: integer literal does not fit in 64 bits"},
		{"09", "error: invalid digit '9' in octal literal"}, {"0x", "error: integer literal without digits"},
		{"0b2", "error: invalid digit '2' in binary literal"}, {"12ab", "error: invalid digit 'a' in decimal literal"},
		{"1.5", "f64 1.5"}, {"1.", "f64 1"}, {".5", "f64 0.5"}, {"1e3", "f64 1000"}, {"0f3f800000", "f32 1"}, {"0F40490fdb", "f32 3.1415927"},
		{"0d3ff8000000000000", "f64 1.5"}, {"0f3f80000", "error: 0f needs exactly 8 hexadecimal digits, not 7"},
		{"0f3f80000g", "error: invalid hexadecimal digit in 0f3f80000g"}, {"0d3ff", "error: 0d needs exactly 16 hexadecimal digits, not 3"},
		{"1e400", "error: floating-point literal is too large for a double"}, {"1e-400", "f64 0"}, {"1.5_0", "error: malformed floating-point literal"},
		{"WARP_SZ", "s64 32"}, {"WARP_SZ*2-1", "s64 63"},
		// unary
		{"+123", "s64 123"}, {"-1", "s64 -1"}, {"-(-42)", "s64 42"}, {"-1U", "u64 18446744073709551615"},
		{"-0xFABC123400000000", "u64 379408254058364928"}, {"- -1", "s64 1"}, {"!5", "s64 0"}, {"!0U", "s64 1"}, {"~0", "u64 18446744073709551615"},
		{"-1.5", "f64 -1.5"}, {"-0.0", "f64 -0"}, {"-0f3f800000", "f32 -1"}, {"!1.5", "error: a floating-point constant has no !"}, {"~1.5", "error: a floating-point constant has no ~"},
		// casts
		{"(.s64)-1U", "s64 -1"}, {"(.u64)-1", "u64 18446744073709551615"}, {"(.u64)(.s64)5", "u64 5"}, {"(.s64)1.5", "error: only an integer can be cast"},
		{"(.b32)1", "error: .b32 is not a cast, only (.s64) and (.u64) are"},
		// arithmetic: usual conversions
		{"7/2", "s64 3"}, {"-7/2", "s64 -3"}, {"-7/2U", "u64 9223372036854775804"}, {"2*3U", "u64 6"}, {"1-2", "s64 -1"}, {"1-2U", "u64 18446744073709551615"},
		{"1.5*2.0", "f64 3"}, {"1.0/3.0", "f64 0.3333333333333333"}, {"1.5+1", "error: an expression cannot mix integers and floating-point numbers"},
		{"1.0%2.0", "error: a floating-point constant has no %"}, {"0f3f800000+1.0", "error: a 0f literal cannot be part of an expression"},
		{"(.s64)0x8000000000000000/-1", "s64 -9223372036854775808"},
		// % is u64
		{"7%4", "u64 3"}, {"-7%4", "u64 1"}, {"5 %3", "u64 2"}, {"5%3", "u64 2"},
		// shifts keep the type of the left
		{"1<<3", "s64 8"}, {"1U<<3", "u64 8"}, {"-8>>1", "s64 -4"}, {"-8U>>1", "u64 9223372036854775804"}, {"1<<64", "s64 0"}, {"-1>>64", "s64 -1"}, {"1<<-1", "s64 0"},
		// bits are u64
		{"6&3", "u64 2"}, {"6|3", "u64 7"}, {"6^3", "u64 5"}, {"-1&-1", "u64 18446744073709551615"},
		// comparisons and logic are s64
		{"1<2", "s64 1"}, {"-1<1", "s64 1"}, {"-1<1U", "s64 0"}, {"2>=2", "s64 1"}, {"3<=2", "s64 0"}, {"3>2", "s64 1"}, {"1==1U", "s64 1"}, {"1!=1", "s64 0"},
		{"1.5<2.5", "s64 1"}, {"1.5>=2.5", "s64 0"}, {"1.5==1.5", "s64 1"}, {"1.5!=1.5", "s64 0"}, {"0d7ff8000000000000>=1.0", "s64 0"}, {"0d7ff8000000000000!=1.0", "s64 1"},
		{"1&&0", "s64 0"}, {"2||0", "s64 1"}, {"0U||0", "s64 0"}, {"1.0&&1", "error: an expression cannot mix integers and floating-point numbers"},
		// ?:
		{"1?2:3", "s64 2"}, {"0?2:3U", "u64 3"}, {"1?2:3U", "u64 2"}, {"1?1.5:2.5", "f64 1.5"}, {"0?1:0?2:3", "s64 3"}, {"1?1.5:2", "error: the two results of ?: must both be integers or both be doubles"},
		{"1.0?1:2", "error: the condition of ?: must be an integer"},
		// division by zero
		{"1/0", "error: division by zero in a constant expression"}, {"1%0", "error: division by zero in a constant expression"},
		{"1.0/0.0", "error: division by zero in a constant expression"}, {"0?1/0:5", "s64 5"}, {"1?5:1/0", "s64 5"}, {"0&&1/0", "s64 0"}, {"1||1%0", "s64 1"}, {"1&&1/0", "error: division by zero in a constant expression"},
		// precedence
		{"2+3*4", "s64 14"}, {"(2+3)*4", "s64 20"}, {"1|2^3&4", "u64 3"}, {"1<<2+1", "s64 8"}, {"1<2==1", "s64 1"}, {"4-2-1", "s64 1"}, {"64/4/2", "s64 8"}, {"1==1&&2>1||0", "s64 1"}, {"-2*-3", "s64 6"}, {"!0+1", "s64 2"},
		// addresses
		{"sym", "addr sym+0"}, {"sym+4", "addr sym+4"}, {"4+sym", "addr sym+4"}, {"sym-4", "addr sym-4"}, {"sym+2*3-1", "addr sym+5"}, {"(sym)+1", "addr sym+1"},
		{"generic(sym)+8", "addr sym+8 generic"}, {"generic(sym+8)", "addr sym+8 generic"}, {"0xff(sym)", "addr sym+0 mask 0xff"}, {"0xFF00(sym+4)", "addr sym+4 mask 0xff00"},
		{"0xFF00000000000000(generic(sym))", "addr sym+0 generic mask 0xff00000000000000"}, {"0xff00(0x1234)", "s64 18"}, {"0xff(0x1234)+1", "s64 53"},
		{"sym*2", "error: an address can only be added to or have subtracted from it an integer"}, {"sym-sym", "error: an address can only be added to or have subtracted from it an integer"},
		{"4-sym", "error: an address can only be added to or have subtracted from it an integer"}, {"-sym", "error: an address has no -"}, {"0xff(sym)+1", "error: an address can only be added to or have subtracted from it an integer"},
		{"0xf0(sym)", "error: a mask must be 0xFF shifted by a whole number of bytes"}, {"0x1fe(sym)", "error: a mask must be 0xFF shifted by a whole number of bytes"}, {"0(sym)", "error: a mask must be 0xFF shifted by a whole number of bytes"},
		{"generic(5)", "error: generic() takes a variable"}, {"generic(generic(a))", "error: generic() takes a variable"}, {"0xff(0xff(a))", "error: a mask selects a byte of an address or of an integer"}, {"(.u64)sym", "error: only an integer can be cast"},
		{"%r1", "error: %r1 is not a constant"}, {"", "error: expected a constant"}, {"1+", "error: expected a constant here"}, {"(1", "error: expected ')' here"}, {"1?2", "error: expected ':' here"},
		{"((((1))))", "s64 1"},
	} {
		if got := evalConst(c.src); got != c.want {
			t.Errorf("%s: got %s, want %s", c.src, got, c.want)
		}
	}
}

// TestConstNesting checks that deep expressions are refused, not executed.
func TestConstNesting(t *testing.T) {
	const n = 100000
	for _, src := range []string{
		strings.Repeat("(", n) + "1" + strings.Repeat(")", n),
		strings.Repeat("-", n) + "1",
		strings.Repeat("1?", n) + "1" + strings.Repeat(":1", n),
		strings.Repeat("(.u64)", n) + "1",
		strings.Repeat("0xff(", n),
		strings.Repeat("generic(", n),
	} {
		if got := evalConst(src); !strings.Contains(got, "nested more than") {
			t.Errorf("%.10s...: %s", src, got)
		}
	}
	if got := evalConst("1" + strings.Repeat("+1", n)); got != fmt.Sprint("s64 ", n+1) {
		t.Errorf("long sum: %s", got)
	}
}
