package diag

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Messages repeat names and tokens of the text, which may be anything: of megabytes, with
// characters that move the cursor of a terminal or turn the direction of writing around. What
// people are shown is printable and short.

// Printable returns s with what no terminal should get spelled as in a Go string: control
// characters but line ends and tabs, characters without a shape such as those that change
// the direction of text, and bytes that are not UTF-8.
func Printable(s string) string { return printable(s, true) }

// printable is Printable, for one line where lines is false.
func printable(s string, lines bool) string {
	if utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !isPrintable(r, lines) }) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case isPrintable(r, lines):
			b.WriteString(s[:n])
		default:
			q := strconv.QuoteRune(r)
			b.WriteString(q[1 : len(q)-1])
		}
		s = s[n:]
	}
	return b.String()
}

// isPrintable reports whether a terminal may get r as it is, in a text of several lines if
// lines is set.
func isPrintable(r rune, lines bool) bool {
	return unicode.IsPrint(r) || lines && (r == '\n' || r == '\t')
}

// PrintableWriter writes what is printable to w, and spells the rest.
type PrintableWriter struct{ W io.Writer }

// Write implements io.Writer. A character must not be split among two calls.
func (p PrintableWriter) Write(b []byte) (int, error) {
	if _, err := io.WriteString(p.W, Printable(string(b))); err != nil {
		return 0, err
	}
	return len(b), nil
}

// The most bytes of a message that are kept, and of one word in it, with what stands at
// their ends. A message with its own words is far shorter.
const (
	maxText, textHead, textTail = 2000, 1200, 400
	maxWord, wordHead, wordTail = 200, 80, 40
)

// brief returns a message with long words, and what is long all together, cut in the middle.
func brief(s string) string {
	if len(s) <= maxWord {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		n := strings.IndexAny(s, " \n")
		if n < 0 {
			n = len(s)
		}
		b.WriteString(cut(s[:n], maxWord, wordHead, wordTail))
		end := min(n+1, len(s))
		b.WriteString(s[n:end])
		s = s[end:]
	}
	return cut(b.String(), maxText, textHead, textTail)
}

// cut returns s, or where it has more than most bytes, its first and last ones, at the bounds
// of characters.
func cut(s string, most, head, tail int) string {
	if len(s) <= most {
		return s
	}
	from := len(s) - tail
	for head > 0 && !utf8.RuneStart(s[head]) {
		head--
	}
	for from < len(s) && !utf8.RuneStart(s[from]) {
		from++
	}
	return s[:head] + "..." + s[from:]
}
