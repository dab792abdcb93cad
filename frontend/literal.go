package frontend

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/ptx2go/ptx2go/internal/diag"
)

// parseInt reads an integer literal (section 4.5.1): decimal, 0x, 0b or octal,
// with an optional U. Its type is s64, unless U is written or the value needs
// the 64th bit. msg says what is wrong, "" where nothing is.
func parseInt(text string) (c Const, msg string) {
	digits, base := text, 10
	if n := len(digits); digits[n-1] == 'U' {
		c.Kind = ConstU64
		digits = digits[:n-1]
	}
	switch {
	case len(digits) >= 2 && digits[0] == '0' && digits[1]|0x20 == 'x':
		digits, base = digits[2:], 16
	case len(digits) >= 2 && digits[0] == '0' && digits[1]|0x20 == 'b':
		digits, base = digits[2:], 2
	case len(digits) > 1 && digits[0] == '0':
		digits, base = digits[1:], 8
	}
	if digits == "" {
		return c, "integer literal without digits"
	}
	for i := 0; i < len(digits); i++ {
		d := digitValue(digits[i])
		if d >= base {
			return c, "invalid digit " + strconv.QuoteRune(rune(digits[i])) + " in " + baseName(base) + " literal"
		}
	}
	v, err := strconv.ParseUint(digits, base, 64)
	if err != nil {
		return c, "integer literal does not fit in 64 bits"
	}
	if v > math.MaxInt64 {
		c.Kind = ConstU64
	}
	c.Bits = v
	return c, ""
}

func digitValue(c byte) int {
	switch {
	case isDigit(c):
		return int(c - '0')
	case isLetter(c):
		return int(c|0x20-'a') + 10
	}
	return 99
}

func baseName(base int) string {
	return map[int]string{2: "binary", 8: "octal", 10: "decimal", 16: "hexadecimal"}[base]
}

// parseFloat reads a floating-point literal (section 4.5.2): decimal, which is
// a double, or 0f with 8 or 0d with 16 hexadecimal digits.
func parseFloat(text string) (c Const, msg string) {
	if len(text) > 1 && text[0] == '0' {
		kind, digits := ConstF32, 8
		switch text[1] | 0x20 {
		case 'd':
			kind, digits = ConstF64, 16
			fallthrough
		case 'f':
			c.Kind = kind
			if len(text) != 2+digits {
				return c, text[:2] + " needs exactly " + strconv.Itoa(digits) + " hexadecimal digits, not " + strconv.Itoa(len(text)-2)
			}
			v, err := strconv.ParseUint(text[2:], 16, 64)
			if err != nil {
				return c, "invalid hexadecimal digit in " + text
			}
			c.Bits = v
			return c, ""
		}
	}
	c.Kind = ConstF64
	v, err := strconv.ParseFloat(text, 64)
	if errors.Is(err, strconv.ErrRange) && math.IsInf(v, 0) {
		return c, "floating-point literal is too large for a double"
	}
	if err != nil && !errors.Is(err, strconv.ErrRange) || strings.ContainsRune(text, '_') {
		return c, "malformed floating-point literal"
	}
	c.Bits = math.Float64bits(v)
	return c, ""
}

// literal makes a constant of a tokInt or tokFloat and reports a malformed one.
func (p *parser) literal(t token) (Const, bool) {
	text := p.text(t)
	parse := parseInt
	if t.kind == tokFloat {
		parse = parseFloat
	}
	c, msg := parse(text)
	c.Pos, c.Text = t.at(), text
	if msg != "" {
		p.errorf(t, "literal", "%s", msg)
		return c, false
	}
	return c, true
}

// closed reports whether the text of a string token has both its quotes.
func closed(s string) bool { return len(s) >= 2 && s[len(s)-1] == '"' }

func reportOpenString(l *diag.List, t token) {
	l.Add(diag.Diagnostic{Pos: t.at(), Len: 1, Code: "syntax", Msg: "this string is never closed"})
}

// unquote returns the text of a closed string token.
func (p *parser) unquote(t token) string {
	s := p.text(t)
	return strings.ReplaceAll(strings.ReplaceAll(s[1:len(s)-1], `\"`, `"`), `\\`, `\`)
}
