package gosrc

import (
	"bytes"
	"fmt"
	"go/format"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ptx2go/ptx2go/internal/diag"
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
// it indexes, "" where that is not a slice.
type Access struct {
	Order int
	Line  int
	Ref   string
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
		if ref != "" && !slices.Contains(refs, ref) {
			refs = append(refs, ref)
		}
	}
	if len(refs) == 0 {
		return strconv.Itoa(line)
	}
	return strconv.Itoa(line) + ":" + strings.Join(refs, ",")
}

func (m *Marks) text(s *Stmt, show bool) string {
	if !show || s.From == m.last {
		return ""
	}
	m.last = s.From
	return s.Comment
}

// maxBefore is how long a line may be to have the PTX text behind it; a longer
// one has it above.
const maxBefore = 72

// LinePair says that a line of the Go file came from a PTX line.
type LinePair struct {
	Go, PTX int
	Refs    string // what the line indexes
	Own     int    // PTX line of the statement, whose text is the comment
}

// Resolve formats the pieces of a source, takes the marks out and returns the pairs.
func Resolve(pieces [][]byte) ([]byte, []LinePair, error) {
	var out []byte
	var pairs []LinePair
	lines := 0 // in out
	for i, piece := range pieces {
		src, own, err := resolvePiece(piece, i == 0)
		if err != nil {
			return nil, nil, err
		}
		if i > 0 {
			out = append(out, '\n')
			lines++
		}
		for _, p := range own {
			p.Go += lines
			pairs = append(pairs, p)
		}
		out = append(out, src...)
		lines += bytes.Count(src, []byte("\n"))
		pieces[i] = nil
	}
	return out, pairs, nil
}

// resolvePiece does so for one piece. The lines of the pairs are those of the piece.
func resolvePiece(src []byte, imports bool) ([]byte, []LinePair, error) {
	first, err := format.Source(bytes.TrimSpace(src))
	if err != nil {
		return nil, nil, explain(src, err)
	}
	written := strings.Split(string(first), "\n")
	if imports {
		written = groupImports(written)
	}
	var out []string
	marks := map[int]LinePair{}
	for _, l := range written {
		if t, ok := strings.CutPrefix(strings.TrimSpace(l), "//"); ok && strings.HasPrefix(strings.TrimSpace(t), markUp) && len(out) > 0 {
			pair, text := readMark(strings.TrimPrefix(strings.TrimSpace(t), markUp))
			marks[len(out)] = pair
			if text != "" {
				out[len(out)-1] += " // " + text
			}
			continue
		}
		if i := strings.Index(l, markSame); i >= 0 {
			pair, text := readMark(l[i+len(markSame):])
			l = strings.TrimRight(l[:i], " \t")
			switch {
			case text == "":
			case len(l) > maxBefore:
				indent := l[:len(l)-len(strings.TrimLeft(l, "\t"))]
				out = append(out, indent+"// "+text)
			default:
				l += " // " + text
			}
			marks[len(out)+1] = pair
		}
		out = append(out, l)
		if _, ok := marks[len(out)]; !ok && strings.HasPrefix(l, "func ") {
			marks[len(out)] = LinePair{} // no PTX line until the first statement
		}
	}
	clean := []byte(strings.TrimRight(strings.Join(out, "\n"), "\n") + "\n")
	second, err := format.Source(clean)
	if err != nil {
		return nil, nil, explain(clean, err)
	}
	if bytes.Count(second, []byte("\n")) != bytes.Count(clean, []byte("\n")) {
		return nil, nil, fmt.Errorf("gosrc: formatting moved lines")
	}
	var pairs []LinePair
	for i := 1; i <= len(out); i++ {
		if pair, ok := marks[i]; ok {
			pair.Go = i
			pairs = append(pairs, pair)
		}
	}
	return second, pairs, nil
}

// Directives puts //line directives in front of the lines that came from the
// PTX, so that the Go toolchain speaks of PTX lines in panics, profiles and
// debuggers. A line without a mark belongs to the mark above it in the same
// function, or to the one below where that is of an earlier PTX line: debuggers hide
// variables that are declared below the line that they are at. Parameters are declared
// in line 1 of the Go file for that. Behind each function a directive leads back to the
// Go file. The pairs are those of the new lines.
func Directives(src []byte, pairs []LinePair, directive func(line int) string, out string) ([]byte, []LinePair, error) {
	marks := map[int]LinePair{}
	for _, p := range pairs {
		marks[p.Go] = p
	}
	text := strings.Split(string(src), "\n")
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
	const nowhere = math.MinInt
	mark := 0       // PTX line of the last mark in this function, 0 before the first
	next := nowhere // PTX line that the toolchain would give to the next Go line
	for i, l := range text {
		n, marked := marks[i+1]
		if marked {
			mark = n.PTX
		}
		at := mark
		if !marked && mark != 0 && below[i] != 0 {
			at = min(mark, below[i])
		}
		if l == "}" {
			lines = append(lines, l)
			if mark != 0 {
				// gofmt wants the empty line.
				lines = append(lines, "", "//line "+out+":"+strconv.Itoa(len(lines)+3))
				mark, next = 0, nowhere
			}
			continue
		}
		if strings.HasPrefix(l, "func ") && below[i] != 0 {
			if strings.HasPrefix(lines[len(lines)-1], "//") {
				lines = append(lines, "//") // gofmt keeps directives apart from text
			}
			lines = append(lines, "//line "+out+":1")
		}
		if mark != 0 && next != at && (marked || hasCode(l)) {
			lines = append(lines, directive(at))
			next = at
		}
		lines = append(lines, l)
		next++
		if marked {
			n.Go = len(lines)
			moved = append(moved, n)
		}
	}
	joined := []byte(strings.Join(lines, "\n"))
	// The alignment of comments may have changed, the lines not.
	done, err := format.Source(joined)
	if err != nil {
		return nil, nil, explain(joined, err)
	}
	if bytes.Count(done, []byte("\n")) != bytes.Count(joined, []byte("\n")) {
		return nil, nil, fmt.Errorf("gosrc: formatting moved //line directives")
	}
	return done, moved, nil
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
