package gosrc

import (
	"bytes"
	"fmt"
	"go/format"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/internal/diag"
	"github.com/ptx2go/ptx2go/internal/parallel"
)

// Marks carries PTX line numbers through jennifer and gofmt: every
// statement ends in a comment that holds its PTX line and text. After
// formatting, Resolve takes the marks out again, leaves the text, and knows
// which Go line came from which PTX line.
type Marks struct {
	last diag.Pos // PTX statement whose text was shown last, so that no text repeats
}

const (
	markSame = "//\u00a7" // at the end of a statement
	markUp   = "\u00b6"   // alone on a line: belongs to the line above, which ends in {
)

// Access is an access in a statement: its place in the program, its PTX line, and what
// it indexes, "" where that is not a slice. Apart says that it is told by its number
// among the accesses of the statement, so that none of them may be left out.
type Access struct {
	Order int
	Line  int
	Ref   string
	Apart bool
}

// comment returns the mark of a statement.
func (m *Marks) comment(s *Stmt, show bool) *jen.Statement {
	if s.Line == 0 {
		return jen.Null()
	}
	return jen.Comment(markSame + mark(s.Line, s.Places) + m.text(s, show))
}

// Above returns the mark that belongs to the line above, for the first place
// in a block.
func (m *Marks) Above(s *Stmt, show bool) jen.Code {
	return jen.Comment("//" + markUp + mark(s.Line, s.Places) + m.text(s, show))
}

// mark is what stands in front of the text: the PTX line of the statement, and its entry
// in the line table.
func mark(line int, places []Access) string {
	return strconv.Itoa(line) + "\u00a7" + number(line, places) + "\u00a7"
}

// number is the PTX line of what may fault in a statement, or of the statement where
// nothing does, with what it indexes, as an entry of the line table has it. Where the
// accesses are of several lines the first has the entry's own, and each other one
// that of its own behind it.
func number(line int, places []Access) string {
	var refs []string
	for i, p := range places {
		if i == 0 {
			line = p.Line
		}
		ref := p.Ref
		if p.Line != line {
			ref += "@" + strconv.Itoa(p.Line)
		}
		if ref != "" && (p.Apart || !slices.Contains(refs, ref)) {
			refs = append(refs, ref)
		}
	}
	if len(refs) == 0 {
		return strconv.Itoa(line)
	}
	return strconv.Itoa(line) + ":" + strings.Join(refs, ",")
}

func (m *Marks) text(s *Stmt, show bool) string {
	if !show || s.Comment == "" || s.From == m.last {
		return ""
	}
	m.last = s.From
	return s.Comment
}

// shortFunc is how long a function without statements may be for gofmt to leave it on its
// line, blanks and all; where it is shorter by gofmt's count, two lines are as good.
const shortFunc = 60

// maxBefore is how many characters, blanks aside, a line may have to get the PTX text
// behind it; a longer one has it above.
const maxBefore = 66

// LinePair says that a line of the Go file came from a PTX line.
type LinePair struct {
	Go, PTX int
	Refs    string // what the line indexes
	Own     int    // PTX line of the statement, whose text is the comment
}

// Text is the text of a Go file without marks, and what they said.
type Text struct {
	Source []byte
	Pairs  []LinePair
	Spans  []Span
}

// Resolve formats the pieces of a source, and takes the marks out. The first piece is what stands
// in front of all declarations, and has no marks.
func Resolve(pieces [][]byte) (*Text, error) {
	head, err := formatted(pieces[0])
	if err != nil {
		return nil, err
	}
	out := []byte(strings.Join(groupImports(strings.Split(string(head), "\n")), "\n"))
	pieces[0] = nil
	lines := bytes.Count(out, []byte("\n"))
	pieces = pieces[1:]
	done := make([]*Text, len(pieces))
	errs := make([]error, len(pieces))
	parallel.Do(len(pieces), func(i int) { done[i], errs[i] = resolvePiece(pieces[i]) })
	size, marks := len(pieces), 0
	for i, t := range done {
		if errs[i] != nil {
			return nil, errs[i]
		}
		size += len(t.Source)
		marks += len(t.Pairs)
	}
	all := &Text{Source: slices.Grow(out, size), Pairs: make([]LinePair, 0, marks)}
	for i, t := range done {
		all.Source = append(all.Source, '\n')
		lines++
		for _, p := range t.Pairs {
			p.Go += lines
			all.Pairs = append(all.Pairs, p)
		}
		for _, s := range t.Spans {
			s.Line += lines
			all.Spans = append(all.Spans, s)
		}
		all.Source = append(all.Source, t.Source...)
		lines += bytes.Count(t.Source, []byte("\n"))
		done[i], pieces[i] = nil, nil
	}
	return all, nil
}

// resolvePiece does so for one piece of declarations. The lines of the pairs are those of
// the piece: they are counted before it is formatted, since gofmt is most of the work and
// moves no line of what is printed here but empty ones.
func resolvePiece(src []byte) (*Text, error) {
	var u unmarker
	out := make([]string, 0, bytes.Count(src, []byte("\n"))+1)
	var pairs []LinePair
	for l := range strings.Lines(string(bytes.TrimSpace(src))) {
		l, spans := u.line(l, len(out))
		l = strings.TrimSpace(l)
		if l == "" && (spans || out[len(out)-1] == "") {
			continue
		}
		if up, ok := strings.CutPrefix(l, "//"+markUp); ok {
			pair, text := readMark(up)
			pair.Go = len(out)
			if n := len(pairs); n > 0 && pairs[n-1].Go == pair.Go {
				pairs = pairs[:n-1] // of a function's head
			}
			pairs = append(pairs, pair)
			if text != "" {
				out[len(out)-1] += " // " + text
			}
			continue
		}
		code, behind, marked := strings.Cut(l, markSame)
		switch {
		case marked:
			pair, text := readMark(behind)
			l = strings.TrimSpace(code)
			switch {
			case text == "":
			case len(l)-strings.Count(l, " ") > maxBefore:
				u.shift(len(out))
				out = append(out, "// "+text)
			default:
				l += " // " + text
			}
			pair.Go = len(out) + 1
			pairs = append(pairs, pair)
		case strings.HasPrefix(l, "func ") && !strings.HasPrefix(l, "func ("):
			pairs = append(pairs, LinePair{Go: len(out) + 1}) // no PTX line until the first statement
		}
		if head, ok := strings.CutSuffix(l, "{}"); ok && (strings.HasPrefix(l, "for ") || strings.HasPrefix(l, "func ") && len(l) > shortFunc) {
			out, l = append(out, head+"{"), "}" // as gofmt has it
		}
		out = append(out, l)
	}
	clean := []byte(strings.Join(out, "\n") + "\n")
	done, err := formatted(clean)
	if err != nil {
		return nil, err
	}
	if bytes.Count(done, []byte("\n")) != len(out) {
		return nil, fmt.Errorf("gosrc: formatting moved lines")
	}
	t := &Text{Source: done, Pairs: pairs}
	if len(u.parts) > 0 {
		t.Spans = u.spans(strings.Split(string(done), "\n"))
	}
	return t, nil
}

// formatted is a piece of source as gofmt prints it.
func formatted(src []byte) ([]byte, error) {
	out, err := format.Source(src)
	if err != nil {
		return nil, explain(src, err)
	}
	return out, nil
}

// Directives puts //line directives in front of the lines that came from the
// PTX, so that the Go toolchain speaks of PTX lines in panics, profiles and
// debuggers. A line without a mark belongs to the mark above it in the same
// function, or to the one below where that is of an earlier PTX line: debuggers hide
// variables that are declared below the line that they are at. At the end of each function a
// directive leads back to the Go file. What the text has of pairs and spans is of the new lines.
//
// In code for debuggers parameters are declared in line 1 of the Go file, so that they are shown,
// and one that stops at a line once in each function stops wherever that line is. Else
// all of a function is of lines of the PTX: profiles have one file for each function.
func Directives(t *Text, directive func(line int) (path string, own int), out string, debug bool) (*Text, error) {
	out = diag.Shown(out)
	marks := map[int]LinePair{}
	for _, p := range t.Pairs {
		marks[p.Go] = p
	}
	text := strings.Split(string(t.Source), "\n")
	var more map[int]place
	if debug {
		places := map[int]place{}
		for _, p := range t.Pairs {
			if p.PTX > 0 {
				path, line := directive(p.PTX)
				places[p.Go] = place{path, line}
			}
		}
		var err error
		if more, err = morePlaces(t.Source, places); err != nil {
			return nil, explain(t.Source, err)
		}
	}
	to := make([]int, len(text))      // where a line goes
	below := make([]int, len(text)+1) // PTX line of the first mark from a line on, 0 for none in its function
	for i := len(text) - 1; i >= 0; i-- {
		if below[i] = below[i+1]; text[i] == "}" {
			below[i] = 0
		}
		if n := marks[i+1].PTX; n > 0 {
			below[i] = n
		}
	}
	var lines []string
	var moved []LinePair
	mark := 0      // PTX line of the last mark in this function, 0 before the first
	var next place // that the toolchain would give to the next Go line
	for i, l := range text {
		n, marked := marks[i+1]
		if marked {
			mark = n.PTX
		}
		at := mark
		switch {
		case marked || below[i] == 0:
		case mark != 0:
			at = min(mark, below[i])
		case !debug:
			at = below[i]
		}
		if l == "}" {
			if mark != 0 {
				lines = append(lines, "//line "+out+":"+strconv.Itoa(len(lines)+2))
				mark, next = 0, place{}
			}
			lines = append(lines, l)
			to[i] = len(lines)
			continue
		}
		if strings.HasPrefix(l, "func ") && below[i] != 0 {
			if strings.HasPrefix(lines[len(lines)-1], "//") {
				lines = append(lines, "//") // gofmt keeps directives apart from text
			}
			if debug {
				lines = append(lines, "//line "+out+":1")
			} else {
				next.path, next.line = directive(below[i])
				lines = append(lines, next.directive())
			}
		}
		if of, ok := more[i+1]; ok {
			lines = append(lines, of.directive(), ownFunction)
			next = place{}
		}
		if at != 0 && !strings.HasPrefix(l, "func ") && (marked || hasCode(l)) {
			var of place
			if of.path, of.line = directive(at); of != next {
				lines = append(lines, of.directive())
				next = of
			}
		}
		lines = append(lines, l)
		to[i] = len(lines)
		next.line++
		if marked {
			n.Go = len(lines)
			moved = append(moved, n)
		}
	}
	joined := []byte(strings.Join(lines, "\n"))
	// The alignment of comments may have changed, the lines not.
	done, err := formatted(joined)
	if err != nil {
		return nil, err
	}
	if bytes.Count(done, []byte("\n")) != bytes.Count(joined, []byte("\n")) {
		return nil, fmt.Errorf("gosrc: formatting moved //line directives")
	}
	spans := slices.Clone(t.Spans)
	for i := range spans {
		spans[i].Line = to[spans[i].Line-1]
	}
	return &Text{Source: done, Pairs: moved, Spans: spans}, nil
}

// hasCode reports whether something on the line can fail or be stepped to.
func hasCode(line string) bool {
	line = strings.Trim(line, "\t })")
	return line != "" && line != "else {" && !strings.HasPrefix(line, "//")
}

// groupImports puts the standard library in front of other packages, with a
// blank line between.
func groupImports(lines []string) []string {
	begin := slices.Index(lines, "import (")
	if begin < 0 {
		return lines
	}
	end := begin + slices.Index(lines[begin:], ")")
	var std, other []string
	for _, l := range lines[begin+1 : end] {
		if _, path, _ := strings.Cut(l, "\""); strings.Contains(path, ".") {
			other = append(other, l)
		} else {
			std = append(std, l)
		}
	}
	if len(std) > 0 && len(other) > 0 {
		std = append(std, "")
	}
	return slices.Concat(lines[:begin+1], std, other, lines[end:])
}

// readMark takes a mark apart. The line of the Go file is not in it.
func readMark(s string) (pair LinePair, text string) {
	own, rest, _ := strings.Cut(s, "\u00a7")
	entry, text, _ := strings.Cut(rest, "\u00a7")
	num, refs, _ := strings.Cut(entry, ":")
	line, err := strconv.Atoi(num)
	first, err2 := strconv.Atoi(own)
	if err != nil || err2 != nil {
		panic("gosrc: damaged line mark " + strconv.Quote(s))
	}
	return LinePair{PTX: line, Refs: refs, Own: first}, text
}

// explain shortens a formatting error to the lines around it: the whole source
// can be megabytes.
func explain(src []byte, err error) error {
	msg := err.Error()
	num, _, _ := strings.Cut(msg, ":")
	n, convErr := strconv.Atoi(num)
	if convErr != nil {
		return fmt.Errorf("gosrc: generated source does not parse: %w", err)
	}
	lines := strings.Split(string(src), "\n")
	lo, hi := max(n-6, 0), min(n+3, len(lines))
	return fmt.Errorf("gosrc: generated source does not parse: %w\n%s", err, strings.Join(lines[lo:hi], "\n"))
}
