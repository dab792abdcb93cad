package gosrc

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"
)

// Origin numbers what code comes from, for whoever builds it; zero is nothing. Expressions and
// statements that have origins are printed between marks, which Resolve takes out again: it
// returns where in the formatted text the code between them is. The marks are comments, so that code
// can be printed by itself, too.
type Origin int32

const (
	spanOpen  = "/*\ue000"
	spanClose = "/*\ue001*/"
	spanEnd   = "*/"
)

// From gives an expression an origin beside those that it has.
func (x Expr) From(o ...Origin) Expr {
	for _, o := range o {
		if o != 0 {
			x.origins = append(x.origins[:len(x.origins):len(x.origins)], o)
		}
	}
	return x
}

// Marked is code between marks, where it has origins.
func Marked(code *jen.Statement, list ...Origin) *jen.Statement {
	open := opening(list)
	if open == "" {
		return code
	}
	return jen.Op(open).Add(code).Op(spanClose)
}

// opening is the mark in front of code, "" where it has no origin.
func opening(list []Origin) string {
	var b strings.Builder
	for _, o := range list {
		if o == 0 {
			continue
		}
		b.WriteByte(',')
		b.WriteString(strconv.Itoa(int(o)))
	}
	if b.Len() == 0 {
		return ""
	}
	return spanOpen + b.String()[1:] + spanEnd
}

// Plain is the text of code without marks, to compare it with other code.
func Plain(code jen.Code) string {
	text, marked := (&unmarker{}).line(jen.Add(code).GoString(), 0)
	if marked {
		text = strings.Join(strings.Fields(text), " ")
	}
	return text
}

// Span is a part of a line of the Go file that has origins. Columns are bytes from zero.
type Span struct {
	Line, From, To int
	Origins        []Origin
	Around         [][]Origin // of the code that the part is in, from the inside out
}

// unmarker takes the marks out of a text, line by line.
type unmarker struct {
	marks []spanMark
	open  []int // those that are open, as indices of marks
	parts []part
}

type spanMark struct {
	origins []Origin
	around  int // the mark outside of this one, -1 for none
	own     int // how many characters are in it, and in none inside
}

// part is what stands between two marks on a line: its characters, blanks aside, since those are
// what formatting moves.
type part struct {
	line, from, to int
	in             int // index of the mark
}

// line returns a line without marks, and whether it had any.
func (u *unmarker) line(l string, number int) (clean string, marked bool) {
	if len(u.open) == 0 && !strings.Contains(l, spanOpen) || strings.HasPrefix(strings.TrimSpace(l), "//"+markUp) {
		return l, false
	}
	l, rest, ends := strings.Cut(l, markSame) // the statement of a mark is around it
	var b strings.Builder
	at := 0
	for l != "" {
		text := l
		begin := strings.Index(l, spanOpen)
		end := strings.Index(l, spanClose)
		next := begin
		if begin < 0 || end >= 0 && end < begin {
			next = end
		}
		if next >= 0 {
			text = l[:next]
		}
		b.WriteString(text)
		if n := countDark(text); n > 0 {
			if k := len(u.open) - 1; k >= 0 {
				u.marks[u.open[k]].own += n
				u.parts = append(u.parts, part{number, at, at + n, u.open[k]})
			}
			at += n
		}
		l = l[len(text):]
		if next < 0 {
			break
		}
		marked = true
		if next == end {
			l = l[len(spanClose):]
			u.open = u.open[:len(u.open)-1]
			continue
		}
		list, rest, _ := strings.Cut(l[len(spanOpen):], spanEnd)
		m := spanMark{around: -1}
		for s := range strings.SplitSeq(list, ",") {
			n, err := strconv.Atoi(s)
			if err != nil {
				panic("gosrc: damaged mark " + strconv.Quote(list))
			}
			m.origins = append(m.origins, Origin(n))
		}
		if k := len(u.open) - 1; k >= 0 {
			m.around = u.open[k]
		}
		u.open = append(u.open, len(u.marks))
		u.marks = append(u.marks, m)
		l = rest
	}
	if ends {
		b.WriteString(markSame + rest)
	}
	return b.String(), marked
}

// shift says that what the last line had is in the next one.
func (u *unmarker) shift(line int) {
	for i := len(u.parts) - 1; i >= 0 && u.parts[i].line == line; i-- {
		u.parts[i].line++
	}
}

// countDark counts the bytes of a text that are no blanks.
func countDark(s string) int {
	n := 0
	for i := range len(s) {
		if !isBlank(s[i]) {
			n++
		}
	}
	return n
}

func isBlank(c byte) bool { return c < 0x80 && unicode.IsSpace(rune(c)) }

// spans returns the parts as spans of the lines of a formatted text. What is marked and has no
// character of its own, such as a conversion that Go does not need, is where the marks inside are.
func (u *unmarker) spans(lines []string) []Span {
	var out []Span
	for _, p := range u.parts {
		s := Span{Line: p.line + 1, Origins: u.marks[p.in].origins}
		m := u.marks[p.in].around
		for ; m >= 0 && u.marks[m].own == 0; m = u.marks[m].around {
			s.Origins = append(s.Origins[:len(s.Origins):len(s.Origins)], u.marks[m].origins...)
		}
		for ; m >= 0; m = u.marks[m].around {
			s.Around = append(s.Around, u.marks[m].origins)
		}
		s.From, s.To = columns(lines[p.line], p.from, p.to)
		out = append(out, s)
	}
	return out
}

// columns finds characters by how many others, blanks aside, are in front of them.
func columns(l string, from, to int) (first, end int) {
	n := 0
	for i := range len(l) {
		if isBlank(l[i]) {
			continue
		}
		if n == from {
			first = i
		}
		if n++; n == to {
			return first, i + 1
		}
	}
	return first, len(l)
}
