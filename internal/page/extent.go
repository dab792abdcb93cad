package page

import (
	"regexp"
	"strings"

	"github.com/ptx2go/ptx2go/internal/diag"
)

// extent returns the lines of a function, from the line of its name to that of
// the brace that closes its body. The text has been parsed, so that braces
// match; where they do not, the function ends with the file.
func extent(f *diag.File, name diag.Pos) (first, last int) {
	first = max(f.Line(name), 1)
	s, depth := f.Src, 0
	for i := max(name.Offset(), 0); i < len(s); i++ {
		switch {
		case strings.HasPrefix(s[i:], "//"):
			for i+1 < len(s) && s[i+1] != '\n' && s[i+1] != '\r' {
				i++
			}
		case strings.HasPrefix(s[i:], "/*"):
			i = skip(s, i+2, "*/")
		case s[i] == '"':
			i = skip(s, i+1, `"`)
		case s[i] == '{':
			depth++
		case s[i] == '}':
			if depth--; depth == 0 {
				return first, f.Line(diag.At(i))
			}
		}
	}
	return first, max(f.Line(diag.At(max(len(s)-1, 0))), first)
}

// skip returns the index of the last byte of the first end in s from i on, or
// that of the last byte of s.
func skip(s string, i int, end string) int {
	n := strings.Index(s[i:], end)
	if n < 0 {
		return len(s) - 1
	}
	return i + n + len(end) - 1
}

// longest is how much of a statement is looked at: a whole module may stand on one line.
const longest = 1 << 10

// statement returns the line of a statement of the PTX, and its first column and the one behind it there:
// from its guard to its semicolon, or to the end of the line.
func statement(f *diag.File, pos diag.Pos) [3]int {
	s, at := f.Src, pos.Offset()
	begin := strings.LastIndexAny(s[:at], "\r\n") + 1
	from := at - len(guard.FindString(s[max(begin, at-longest):at]))
	to := at
	for to < len(s) && to-at < longest && s[to] != ';' && s[to] != '\n' && s[to] != '\r' && !strings.HasPrefix(s[to:], "//") {
		to++
	}
	to = from + len(strings.TrimRight(s[from:to], " \t"))
	return [3]int{f.Line(pos), units(s[begin:from]), units(s[begin:max(to, from+1)])}
}

// label is a label, where a block begins that no instruction jumps from.
var label = regexp.MustCompile(`^[$%\w]+\s*:[^:]`)

// guard is what stands in front of the opcode of an instruction under a condition.
var guard = regexp.MustCompile(`@\s*!?\s*[%$\w]+\s+$`)
